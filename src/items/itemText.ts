import { env, l10n } from 'vscode';
import {
  clusterCount,
  formatMoment,
  formatNumber,
  machineCount,
  poolCount,
  projectCount,
  type Times,
  minuteMs,
} from '../text/format';
import { keysOf } from '../service/readers';
import { stateText } from './severity';
import { groupBy } from './order';
import { firstWords, parts, present, separator } from '../text/text';
import type { Counted, Item, ItemAge, Known, ItemHealth } from './item';
import { type ItemKind, kinds } from './kinds/levels';

// Used by the extension and by the fleet page.

const kindTexts: Record<
  ItemKind,
  { readonly name: () => string; readonly count: (count: number) => string }
> = {
  project: { name: () => l10n.t('Project'), count: projectCount },
  cluster: { name: () => l10n.t('Cluster'), count: clusterCount },
  pool: { name: () => l10n.t('Machine pool'), count: poolCount },
  machine: { name: () => l10n.t('Machine'), count: machineCount },
};

export function kindText(kind: ItemKind): string {
  return kindTexts[kind].name();
}

/** What screen readers say of an item first, in trees and tables: they start again with each row. */
export function spokenItem({ state, name, kind }: Item, cause: string) {
  return [stateText(state), firstWords(name, 8), firstWords(cause, 8), kindText(kind)];
}

/** `2 clusters and 3 machines`; empty if there are none. */
export function kindCounts(countOf: (kind: ItemKind) => number): string {
  const texts = kinds.filter((kind) => countOf(kind) > 0).map((kind) => kindTexts[kind].count(countOf(kind)));
  return new Intl.ListFormat(env.language, { type: 'conjunction' }).format(texts);
}

/** `known: disk is being replaced`; empty for maintenance, which says it itself, and for what is not known. */
export function knownText({ by, note = '' }: Known = { by: 'maintenance' }): string {
  if (by === 'maintenance') return '';
  return note === '' ? l10n.t('known') : l10n.t('known: {0}', note);
}

/** `until 08:00`; empty if only a change ends it. */
export function untilText({ until }: { readonly until?: number | undefined }): string {
  return until === undefined ? '' : l10n.t('until {0}', formatMoment(until, Date.now()));
}

/** What a cause says besides the message of the service: what the message is about, and what follows. */
export function besidesMessage({ cause, message = '' }: ItemHealth) {
  const [first = '', ...more] = cause.split(separator);
  // Such as `azure: No valid host was found…`
  const said = first.replace(/…$/, '');
  const [, about = '', start = said] = message.startsWith(said) ? [] : (/^(.*): (.*)$/.exec(said) ?? []);
  return { about: message.startsWith(start) ? about : first, more };
}

/** `DiskPressure: /var is full · 2 machines`: why an item is in its state, without the name of the state, and what it waits for. */
export function causeText(item: ItemHealth): string {
  const { state, message, known, isWaiting } = item;
  const { about, more } = besidesMessage(item);
  const isState = stateText(state).toLowerCase().includes(about.toLowerCase());
  const why = present(isState ? '' : about, message).join(': ');
  return parts(
    knownText(known),
    why,
    ...more,
    isWaiting === true ? l10n.t('waiting for approval') : undefined,
  );
}

/**
 * What was read of an item at other times: `5 of 5 machines healthy at 00:38`, and what the service has said since. Empty if that
 * is the same.
 */
export function otherTimesText(item: Item, now: number): string {
  const { machinesRead, state } = item;
  if (machinesRead === undefined) return disagreementText(item, now);
  const [count, at] = [formatNumber(machinesRead.count), formatMoment(machinesRead.at, now)];
  const total = formatNumber(Math.max(item.machines ?? 0, machinesRead.count));
  const machines =
    state === 'unknown'
      ? l10n.t('{0} of {1} machines read, healthy at {2}', count, total, at)
      : l10n.t('{0} of {1} machines healthy at {2}', count, total, at);
  return parts(machines, disagreementText(item, now));
}

/**
 * `service: healthy since 00:45`, or `service: 1 of 5 ill at 00:45`: what the service has said since an item or its parts were
 * read. Empty if it does not disagree.
 */
function disagreementText({ disagreement }: Item, now: number): string {
  if (disagreement === undefined) return '';
  const { at, ill, size = 0 } = disagreement;
  const time = formatMoment(at, now);
  return ill === 0
    ? l10n.t('service: healthy since {0}', time)
    : l10n.t('service: {0} of {1} ill at {2}', formatNumber(ill), formatNumber(size), time);
}

const ageNames: Readonly<Record<ItemAge, () => string>> = {
  machines: () => l10n.t('machines'),
  usage: () => l10n.t('usage'),
  versions: () => l10n.t('versions'),
  kubernetes: () => l10n.t('Kubernetes'),
  certificate: () => l10n.t('certificates'),
};

/** What was read longer ago than this, in milliseconds, says when. */
export const oldAfterMs = 10 * minuteMs;

/**
 * `machines, usage as of 00:38`: what about an item is older than its state by a minute or more.
 * @param names the values to tell of
 */
export function agesText(
  { ages = {}, readAt = 0 }: Item,
  since: Times['since'],
  names: readonly ItemAge[] = keysOf(ageNames).filter(
    (name) => name !== 'kubernetes' || ages.kubernetes !== ages.versions,
  ),
): string {
  const older = names.flatMap((name) => {
    const age = ages[name];
    return age === undefined || readAt - age < minuteMs ? [] : { name, time: since(age) };
  });
  const texts = [...groupBy(older, ({ time }) => time)].map(([time, all]) =>
    l10n.t('{0} as of {1}', all.map(({ name }) => ageNames[name]()).join(', '), time),
  );
  return parts(...texts);
}

/** `Failed since 22:10`, or `Failed` if that is not known. */
export function stateSinceText({ state, since }: Item, timeOf: Times['since']): string {
  return since === undefined ? stateText(state) : l10n.t('{0} since {1}', stateText(state), timeOf(since));
}

/** `612 of about 3,100 read`, or `612 read` if the total is unknown or too small. */
export function coverageText({ read, total }: Counted): string {
  return total === undefined || total < read
    ? l10n.t('{0} read', formatNumber(read))
    : l10n.t('{0} of about {1} read', formatNumber(read), formatNumber(total));
}
