import { l10n } from 'vscode';
import { formatMoment, formatNumber, dayMs } from '../text/format';
import { present } from '../text/text';
import type { Item, Onset } from './item';

// When a cause began, when the latest joined, and what was changed before. Used by the extension and by the fleet page.

/** What was changed before the clusters of a group became ill. */
export interface Changed {
  /** How many changes it may have been. What follows is only known of a single one. */
  readonly count: number;
  readonly version?: string | undefined;
  /** The first time. */
  readonly at: number;
  /** Empty unless it is the only one that is named for all of them. */
  readonly who: string;
  /** For how many clusters that is so, of how many. */
  readonly clusters: number;
  readonly of: number;
}

/** The first of several times. Those that are known decide: others may only be earlier than they were read. */
export function firstOnset(all: readonly (Onset | undefined)[]): Onset | undefined {
  const known = all.filter((onset) => onset !== undefined);
  return known.toSorted((one, other) => one.at - other.at)[0];
}

export function changedBefore(clusters: readonly Item[]): Changed | undefined {
  const changes = clusters.flatMap(({ changes: own = [] }) => own);
  const [first] = changes.toSorted((one, other) => one.at - other.at);
  if (first === undefined) return undefined;
  const names = new Set(changes.map(({ who }) => who));
  return {
    count: new Set(changes.map(({ id }) => id)).size,
    version: first.version,
    at: first.at,
    who: names.size === 1 ? first.who : '',
    clusters: clusters.filter(({ changes: own = [] }) => own.length > 0).length,
    of: clusters.length,
  };
}

interface Period {
  readonly began: Onset | undefined;
  readonly latest: number | undefined;
}

/** `22:10 – 00:41`, `00:38` or `before 23:58`; empty if nothing is known. @param now in milliseconds since 1970 */
export function periodText(period: Period, now: number): string {
  return momentsOf(period, now).join(' – ');
}

/** `since 22:10, latest 00:41` */
export function sinceText(period: Period, now: number): string {
  const [first, last] = momentsOf(period, now);
  if (first === undefined) return '';
  return last === undefined ? l10n.t('since {0}', first) : l10n.t('since {0}, latest {1}', first, last);
}

/** Without the date as long as each clock time has been only once: a night has two dates. */
export function clockText(time: number, now: number): string {
  return formatMoment(time, now - time < dayMs ? time : now);
}

function momentsOf({ began, latest }: Period, now: number): readonly string[] {
  if (began === undefined) return [];
  const first = clockText(began.at, now);
  const last = clockText(latest ?? began.at, now);
  const from = began.isBefore === true ? l10n.t('before {0}', first) : first;
  return last === first ? [from] : [from, last];
}

/** `after 66.2.0, 23:39 Chiara Rossi (5 of 5)` or `after 3 changes`: not that it followed from it. */
export function changedText({ count, version, at, who, clusters, of }: Changed, now: number): string {
  if (count > 1) return l10n.t('after {0} changes', formatNumber(count));
  const what = version ?? l10n.t('a change');
  const by = present(clockText(at, now), who).join(' ');
  const counts = [clusters, of].map((number) => formatNumber(number));
  return of === 1
    ? l10n.t('after {0}, {1}', what, by)
    : l10n.t('after {0}, {1} ({2} of {3})', what, by, ...counts);
}
