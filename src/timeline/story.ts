import { pathText } from '../text/text';
import { eventLevels, type EventLevel, followsWithinMs, namesIn, wordsOf } from '../items/eventText';
import { groupBy } from '../items/order';
import type { EntryItem, TimelineEntry } from './entry';
import { perObject } from '../service/remember';

/** An entry, the events that it repeats, and what is folded below it. */
export interface TimelineRow {
  readonly id: string;
  readonly entry: TimelineEntry;
  /** The newest first. Others than events have no repeats. */
  readonly entries: readonly TimelineEntry[];
  /** What followed from it, in this order, or events like it; they have nothing below them. */
  readonly folded?: readonly TimelineRow[];
  readonly isOpen?: boolean;
  readonly top?: TimelineEntry;
}

/** Folds the events that repeat each other into the row of the newest. @param entries newest first */
export function foldEntries(entries: readonly TimelineEntry[]): readonly TimelineRow[] {
  return [...groupBy(entries, rowIdOf)].map(([id, repeats]) => ({ id, entry: repeats[0], entries: repeats }));
}

/** The same for events that repeat each other, so that a row stays selected when there is another one. */
function rowIdOf({ id, source, level, reason, item }: TimelineEntry): string {
  return source === 'event' && reason !== '' ? [level, reason, itemKey(item)].join('\n') : id;
}

function itemKey(item: EntryItem | undefined): string {
  return item?.id ?? [item?.kind, ...(item?.names ?? [])].join('\n');
}

export function rowsIn(row: TimelineRow): readonly TimelineRow[] {
  return [row, ...(row.folded ?? [])];
}

/** The worst of a row and of what is folded below it. */
export function worstLevel(row: TimelineRow): EventLevel {
  const levels = rowsIn(row).map(({ entry }) => entry.level);
  return eventLevels.find((level) => levels.includes(level)) ?? 'unknown';
}

/**
 * Folds what followed from what somebody changed below it. Both are about the same machine, pod or pack of a cluster, by its
 * name, or a problem between them names both. In doubt, it does not.
 */
export function foldConsequences(rows: readonly TimelineRow[]): readonly TimelineRow[] {
  const causes = causesOf(rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const topOf = (row: TimelineRow): TimelineRow => {
    const part = byId.get(row.entry.explainedBy ?? '');
    return causes.get(row) ?? (part === undefined ? row : topOf(part));
  };
  const explained = rows.toReversed().filter((row) => !causes.has(row) && topOf(row) !== row);
  const below = new Set([...causes.keys(), ...explained]);
  const byTop = groupBy([...below], topOf);
  return rows
    .filter((row) => !below.has(row))
    .map((row) => ({ ...row, folded: byTop.get(row)?.map((each) => ({ ...each, top: row.entry })) ?? [] }));
}

/** What somebody did that rows followed from, by these rows, in the order in which they began. */
function causesOf(rows: readonly TimelineRow[]): ReadonlyMap<TimelineRow, TimelineRow> {
  const versions = knownVersions(rows);
  const causes = new Map<TimelineRow, TimelineRow>();
  /** The latest cause that is about a subject itself. */
  const causesOfSubjects = new Map<string, TimelineRow>();
  /** The cause of the latest problem of a subject. */
  const causesOfProblems = new Map<string, TimelineRow>();
  for (const row of rows.toReversed().sort((one, other) => beginOf(one) - beginOf(other))) {
    const { entry } = row;
    const subjects = subjectsOf(entry, versions);
    if (entry.isCause === true) for (const subject of subjects) causesOfSubjects.set(subject, row);
    // What somebody did follows from nothing.
    if (entry.source === 'audit') continue;
    const possible = subjects.flatMap((subject) => causesOfSubjects.get(subject) ?? []);
    // A problem follows from a problem of the same subject, and has its cause.
    if (isBad(entry)) possible.push(...subjects.flatMap((subject) => causesOfProblems.get(subject) ?? []));
    const [cause] = possible
      .filter((each) => canFollow(row, each))
      .sort((one, other) => other.entry.time - one.entry.time);
    if (cause === undefined) continue;
    causes.set(row, cause);
    if (isBad(entry)) for (const subject of subjects) causesOfProblems.set(subject, cause);
  }
  return causes;
}

function beginOf({ entry, entries }: TimelineRow): number {
  return (entries.at(-1) ?? entry).time;
}

/** Whether all of a row happened after something, and soon. A change happened at some time before it was found. */
function canFollow(row: TimelineRow, { entry: { time } }: TimelineRow): boolean {
  return (row.entry.after ?? beginOf(row)) >= time && row.entry.time - time <= followsWithinMs;
}

/** The cluster that an item is or is in; undefined if that is not known. */
function clusterOf(item: EntryItem | undefined): string | undefined {
  const { kind, names = [] } = item ?? {};
  return names.length < (kind === 'cluster' ? 2 : 3) ? undefined : pathText(...names.slice(0, 2));
}

function isBad({ level }: TimelineEntry): boolean {
  return level === 'error' || level === 'warning';
}

/** The last versions of the packs that entries are about, by {@link subjectKey}; an empty text for a machine or a pod. */
function knownVersions(rows: readonly TimelineRow[]): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  const entries = rows.flatMap((row) => row.entries).sort((one, other) => one.time - other.time);
  for (const { item, pack } of entries) {
    const cluster = clusterOf(item);
    const { kind = '', names = [] } = item ?? {};
    const isNamed = /^(?:machine|node|pod)$/i.test(kind);
    // The name of a cluster is no machine, even if its only machine has it.
    const name = pack?.name ?? (isNamed && names.at(-1) !== names[1] ? names.at(-1) : undefined);
    if (cluster === undefined || name === undefined) continue;
    if (pack?.version !== '') versions.set(subjectKey(cluster, name), pack?.version ?? '');
  }
  return versions;
}

/** Of the machine, pod or pack with this name. Nothing is known of a subject without a cluster. */
function subjectKey(cluster: string | undefined, name: string): string {
  return [cluster, name].join('\n');
}

/** The keys of what is known of what an entry is about or names. */
function subjectsOf({ item, what }: TimelineEntry, versions: ReadonlyMap<string, string>): readonly string[] {
  const words = new Set([item?.names.at(-1) ?? '', ...wordsOf(what)]);
  const keyOf = (word: string): string => subjectKey(clusterOf(item), word);
  return namesIn(words, (word) => versions.get(keyOf(word))).map(keyOf);
}

function isUpgrade(what: string): boolean {
  return wordsOf(what).filter((word) => /^v?\d+\.\d+/.test(word)).length > 1;
}

/** Folds the events of a cluster and a day below the newest: problems of the same reason, and all that is neither a problem nor an upgrade. */
export function foldAlike(rows: readonly TimelineRow[]): readonly TimelineRow[] {
  return [...groupBy(rows, likenessOf)].map(([id, [first, ...others]]) =>
    others.length === 0
      ? first
      : { ...first, id, folded: others.map((row) => ({ ...row, top: first.entry })) },
  );
}

/** What alike rows have in common; the ID of a row that is like no other one. */
function likenessOf({ id, entry, folded = [] }: TimelineRow): string {
  const { source, level, reason, item, time, what } = entry;
  const cluster = clusterOf(item);
  if (source !== 'event' || cluster === undefined || folded.length > 0) return id;
  if (level === 'unknown' || reason === '') return id;
  if (!isBad(entry) && isUpgrade(what)) return id;
  return [new Date(time).toDateString(), cluster, level, isBad(entry) ? reason : ''].join('\n');
}

/** The event, which has more to say, with what only the pack says. */
const joined = perObject((event: TimelineEntry) =>
  perObject(({ level, pack }: TimelineEntry): TimelineEntry => ({ ...event, level, pack })),
);

/**
 * One entry for the error of a pack and the event that tells of it: both are of the same second and cluster, and the event names
 * the pack with its version.
 */
export function joinPackErrors(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const problems = entries.filter((entry) => isBad(entry) && clusterOf(entry.item) !== undefined);
  const events = groupBy(
    problems.filter(({ source }) => source === 'event'),
    placeOf,
  );
  /** What is shown instead of an entry; nothing instead of the error. */
  const instead = new Map<TimelineEntry, TimelineEntry | undefined>();
  for (const error of problems) {
    const event = events.get(placeOf(error))?.find((each) => !instead.has(each) && tells(each, error));
    if (event === undefined) continue;
    instead.set(event, joined(event)(error));
    instead.set(error, undefined);
  }
  return entries.flatMap((entry) => (instead.has(entry) ? (instead.get(entry) ?? []) : entry));
}

function placeOf({ item, time }: TimelineEntry): string {
  return `${clusterOf(item)}\n${Math.floor(time / 1000)}`;
}

function tells({ what }: TimelineEntry, { level, pack }: TimelineEntry): boolean {
  const words = wordsOf(what);
  return level === 'error' && pack !== undefined && words.includes(pack.name) && words.includes(pack.version);
}
