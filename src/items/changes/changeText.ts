import { env, l10n } from 'vscode';
import type { Change, ChangeCoverage, ChangedItem } from './change';
import { kindCounts } from '../itemText';
import { formatNumber } from '../../text/format';
import { sanitizeLine } from '../../text/text';

// Used by the extension and by the fleet page.

/** What changed: `Healthy → DiskPressure`. */
export function changeText({ what, from = '', to = '' }: Change): string {
  switch (what) {
    case 'appeared':
      return l10n.t('Appeared');
    case 'disappeared':
      return l10n.t('Disappeared');
    case 'reopened':
      return from === ''
        ? l10n.t('No longer known: {0}', to)
        : l10n.t('No longer known: {0} ({1})', to, from);
    case 'maintenance':
      return l10n.t('Maintenance: {0} → {1}', valueText(from), valueText(to));
    case 'state':
    case 'health':
    case 'size':
      return l10n.t('{0} → {1}', valueText(from), valueText(to));
  }
}

function valueText(text: string): string {
  const line = sanitizeLine(text);
  return line === '' ? l10n.t('none') : line;
}

/**
 * Where an item is, for documents: `payments / payments-eu / workers / payments-eu-workers-5`. Editors mark the `›` of other
 * paths, because it can be mistaken for another character.
 */
export function changedItemText({ path, name }: ChangedItem): string {
  return [...path, name].map((text) => sanitizeLine(text)).join(' / ');
}

/** Changes that happened at about the same time. */
export interface ChangeGroup {
  /** They happened after this time and before the other one, in milliseconds since 1970. */
  readonly after: number;
  readonly before: number;
  /** In the order in which they were read. */
  readonly changes: readonly Change[];
}

/** Readings that are no further apart, in milliseconds, belong to one refresh. Refreshes are at least 10 s apart. */
const sameRefreshMs = 5000;

/**
 * Groups changes by the two times between which they happened, the newest first. Items that were not read for long get a
 * group of their own.
 */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  return splitByTime(changes, ({ before }) => before)
    .sort((one, other) => lastNumber(other) - lastNumber(one))
    .flatMap((refresh) => splitByTime(refresh, ({ after }) => after))
    .map((group) => ({
      after: Math.min(...group.map(({ after }) => after)),
      before: Math.max(...group.map(({ before }) => before)),
      changes: group.sort((one, other) => one.number - other.number),
    }));
}

/** The clock may have been set back, but changes are numbered as they were found. */
function lastNumber(changes: readonly Change[]): number {
  return Math.max(...changes.map(({ number }) => number));
}

/** Splits changes where nothing happened for a while, the latest first. */
function splitByTime(changes: readonly Change[], timeOf: (change: Change) => number): Change[][] {
  const groups: Change[][] = [];
  let last: number | undefined;
  for (const change of [...changes].sort((one, other) => timeOf(other) - timeOf(one))) {
    const time = timeOf(change);
    if (last === undefined || last - time > sameRefreshMs) groups.push([]);
    groups.at(-1)?.push(change);
    last = time;
  }
  return groups;
}

/**
 * When the changes of a group happened: `09:41:10 – 09:41:40`, with dates unless it was today.
 * @param now undefined to always have dates, as in documents, which stay open
 */
export function groupTitle({ after, before }: Pick<ChangeGroup, 'after' | 'before'>, now?: number): string {
  const isToday = [after, before].every((time) => isSameDay(time, now));
  const format = timeFormat({ hasDate: !isToday, hasSeconds: true });
  // Intl puts thin spaces around the dash, which look odd in a monospaced font and are hard to search for.
  return format.formatRange(after, before).replaceAll('\u2009', ' ');
}

/**
 * What the changes cover, one sentence each. It never says that something did not change unless it was read twice.
 * @param count how many changes there are
 * @param now as for {@link groupTitle}
 */
export function coverageSentences(
  { since, comparedAt, items, isTruncated }: ChangeCoverage,
  count: number,
  now?: number,
): readonly string[] {
  if (since === undefined) return [l10n.t('Nothing has been read yet, so there is nothing to compare.')];
  const start = timeFormat({ hasDate: !isSameDay(since, now), hasSeconds: false }).format(since);
  const compared = kindCounts((kind) => items[kind].compared);
  const sentences = [comparedSentence(compared, count, start)];
  if (comparedAt !== undefined) {
    const time = timeFormat({ hasDate: !isSameDay(comparedAt, now), hasSeconds: true }).format(comparedAt);
    sentences.push(l10n.t('Last compared at {0}.', time));
  }
  const onlyOnce = kindCounts((kind) => items[kind].read - items[kind].compared);
  const total = Object.values(items).reduce((sum, { read, compared }) => sum + read - compared, 0);
  if (total === 1) {
    sentences.push(l10n.t('{0} has been read only once: refresh to compare it.', onlyOnce));
  } else if (total > 1) {
    sentences.push(l10n.t('{0} have been read only once: refresh to compare them.', onlyOnce));
  }
  if (isTruncated) sentences.push(l10n.t('Only the latest {0} changes are kept.', formatNumber(count)));
  return sentences;
}

function comparedSentence(compared: string, count: number, start: string): string {
  if (compared === '') return l10n.t('Tracking changes since {0}.', start);
  return count === 0
    ? l10n.t('No changes in {0} read at least twice since {1}.', compared, start)
    : l10n.t('Changes in {0} read at least twice since {1}.', compared, start);
}

function isSameDay(time: number, now: number | undefined): boolean {
  return now !== undefined && new Date(time).toDateString() === new Date(now).toDateString();
}

interface TimeParts {
  readonly hasDate: boolean;
  readonly hasSeconds: boolean;
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating one takes longer than using it, and the language does not change. */
function timeFormat({ hasDate, hasSeconds }: TimeParts): Intl.DateTimeFormat {
  const key = `${hasDate} ${hasSeconds}`;
  const format =
    timeFormats.get(key) ??
    new Intl.DateTimeFormat(env.language, {
      ...(hasDate ? { month: 'short', day: 'numeric' } : {}),
      hour: '2-digit',
      minute: '2-digit',
      ...(hasSeconds ? { second: '2-digit' } : {}),
      hourCycle: 'h23',
    });
  timeFormats.set(key, format);
  return format;
}
