import { pathText, present } from '../../text/text';
import { eventLevels, type EventLevel } from '../eventText';
import { groupBy } from '../groupBy';
import type { EntryItem, TimelineEntry } from './entry';

/** An entry, the events that it repeats, and what is folded below it. */
export interface TimelineRow {
  readonly id: string;
  /** The newest one. */
  readonly entry: TimelineEntry;
  /** The newest first. Others than events have no repeats. */
  readonly entries: readonly TimelineEntry[];
  /** What followed from it, in this order, or events like it; they have nothing below them. */
  readonly folded?: readonly TimelineRow[];
  /** Whether what is folded below it is shown. */
  readonly isOpen?: boolean;
  /** What it is folded below. */
  readonly top?: TimelineEntry;
}

/** Folds the events that repeat each other into the row of the newest. @param entries newest first */
export function foldEntries(entries: readonly TimelineEntry[]): readonly TimelineRow[] {
  return [...groupBy(entries, rowIdOf)].map(([id, [entry, ...others]]) => ({
    id,
    entry,
    entries: [entry, ...others],
  }));
}

/** The same for events that repeat each other, so that a row stays selected when there is another one. */
function rowIdOf({ id, source, level, reason, item }: TimelineEntry): string {
  return source === 'event' && reason !== '' ? [level, reason, itemKey(item)].join('\n') : id;
}

function itemKey(item: EntryItem | undefined): string {
  return item?.id ?? [item?.kind, ...(item?.path ?? []), item?.name].join('\n');
}

/** A row and what is folded below it. */
export function rowsIn(row: TimelineRow): readonly TimelineRow[] {
  return [row, ...(row.folded ?? [])];
}

/** The worst of a row and of what is folded below it. */
export function worstLevel(row: TimelineRow): EventLevel {
  const levels = rowsIn(row).map(({ entry }) => entry.level);
  return eventLevels.find((level) => levels.includes(level)) ?? 'unknown';
}

const minute = 60_000;

/** What follows from something begins within this time. */
const longest = 60 * minute;

/** What a refresh finds of a cluster and of its machines is not found in this order, but within this time. */
const together = minute;

/** Folds what followed from something below it, where the object, the text and the time say so. In doubt, it does not. */
export function foldConsequences(rows: readonly TimelineRow[]): readonly TimelineRow[] {
  const tops = new Map<TimelineRow, TimelineRow>();
  /** The latest row with a key, which may be the cause of others. */
  const latest = new Map<string, TimelineRow>();
  for (const row of rows.toReversed().sort((one, other) => orderOf(one) - orderOf(other))) {
    const cluster = clusterOf(row.entry.item);
    if (cluster === undefined) continue;
    const cause = keysOfCauses(row.entry)
      .map((key) => [latest.get(`${cluster}\n${key}`), key] as const)
      .find(
        ([top, key]) =>
          top && beginOf(row) - beginOf(top) <= (key.startsWith(sameStatus) ? together : longest),
      )?.[0];
    if (cause) tops.set(row, tops.get(cause) ?? cause);
    for (const key of ownKeys(row.entry)) latest.set(`${cluster}\n${key}`, row);
  }
  const folds = groupBy([...tops.keys()], (row) => tops.get(row));
  return rows
    .filter((row) => !tops.has(row))
    .map((row) => ({ ...row, folded: folds.get(row)?.map((each) => ({ ...each, top: row.entry })) ?? [] }));
}

function beginOf({ entry, entries }: TimelineRow): number {
  return (entries.at(-1) ?? entry).time;
}

/** A change of what contains others is looked at after theirs. */
function orderOf(row: TimelineRow): number {
  return beginOf(row) + (isContainerChange(row.entry) ? together : 0);
}

function isContainerChange({ source, item }: TimelineEntry): boolean {
  return source === 'change' && (item?.kind === 'cluster' || item?.kind === 'pool');
}

/** The cluster that an item is or is in; undefined if that is not known. */
function clusterOf(item: EntryItem | undefined): string | undefined {
  const path = item?.kind === 'cluster' ? [...item.path, item.name] : (item?.path ?? []);
  return path.length < 2 ? undefined : pathText(...path.slice(0, 2));
}

function isBad({ level }: TimelineEntry): boolean {
  return level === 'error' || level === 'warning';
}

/** The keys by which others find an entry as their cause. */
function ownKeys(entry: TimelineEntry): readonly string[] {
  const { source, item, what } = entry;
  const words = wordsOf(what);
  return [
    ...(source === 'audit' ? words.map((word) => `done ${word}`) : []),
    ...(isBad(entry)
      ? [...words.filter((word) => word !== item?.name).map((word) => `bad ${word}`), `item ${itemKey(item)}`]
      : []),
    ...(isBad(entry) && source === 'change' && !isContainerChange(entry)
      ? statusWords(what).slice(0, 1)
      : []),
    ...(source === 'audit' || isUpgrade(words) ? versionKeys(words).slice(0, 1) : []),
  ];
}

/** The keys of what an entry may follow from, the surest first. */
function keysOfCauses(entry: TimelineEntry): readonly string[] {
  const { source, item, what } = entry;
  // What somebody did follows from nothing.
  if (source === 'audit') return [];
  const words = wordsOf(what);
  const name = item?.kind === 'cluster' ? [] : [item?.name ?? ''];
  const numbered = words.filter((word) => ordinal.test(word));
  return [
    ...(isBad(entry) ? name.map((word) => `bad ${word}`) : []),
    ...(isBad(entry) && source === 'change' ? [`item ${itemKey(item)}`] : []),
    ...(isBad(entry) && isContainerChange(entry) ? statusWords(what) : []),
    ...versionKeys(words),
    // A machine that it names, or what the machine or the pod is one of.
    ...[...name, ...numbered].flatMap((word) => [`done ${word}`, `done ${word.replace(ordinal, '')}`]),
  ];
}

const ordinal = /-\d+$/;

function wordsOf(text: string): readonly string[] {
  return present(...text.split(/[\s,;:()'"]+/)).map((word) => word.replace(/\.$/, ''));
}

const sameStatus = 'status ';

/** The words of the status after a change, such as `DiskPressure`. */
function statusWords(what: string): readonly string[] {
  return wordsOf(what.split('→').at(-1) ?? '').map((word) => `${sameStatus}${word}`);
}

function isVersion(word: string): boolean {
  return /^v?\d+\.\d+/.test(word);
}

function isUpgrade(words: readonly string[]): boolean {
  return words.filter(isVersion).length > 1;
}

/** What has which version, the last one first: of an upgrade, that which it gets. */
function versionKeys(words: readonly string[]): readonly string[] {
  const isName = (word: string): boolean => !isVersion(word) && word !== 'from' && word !== 'to';
  return words
    .flatMap((word, index) =>
      isVersion(word) ? `version ${words.slice(0, index).findLast(isName) ?? ''} ${word}` : [],
    )
    .toReversed();
}

/** Folds the events of a cluster and a day below the newest: problems of the same reason, and all that is neither a problem nor an upgrade. */
export function foldAlike(rows: readonly TimelineRow[]): readonly TimelineRow[] {
  return [...groupBy(rows, likenessOf)].map(([id, [first, ...others]]) =>
    others.length === 0
      ? first
      : { ...first, id, folded: others.map((row) => ({ ...row, top: first.entry })) },
  );
}

function likenessOf({ id, entry, folded = [] }: TimelineRow): string {
  const { source, level, reason, item, time, what } = entry;
  const cluster = clusterOf(item);
  const isAlone = source !== 'event' || level === 'unknown' || reason === '' || folded.length > 0;
  if (isAlone || cluster === undefined || (!isBad(entry) && isUpgrade(wordsOf(what)))) return id;
  return [new Date(time).toDateString(), cluster, level, isBad(entry) ? reason : ''].join('\n');
}
