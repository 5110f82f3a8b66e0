import { exactObject, list, object, oneOf, type Read } from '../service/readers';
import type { EventLevel } from '../items/eventText';
import { itemPath, type ItemPath } from '../items/item';
import { kinds, type ItemKind } from '../items/kinds/levels';

/** Where entries come from: changes that Poolview found, what the service logs, and what clusters say of themselves. */
export const timelineSources = ['change', 'event', 'audit', 'pack', 'repave'] as const;
export type TimelineSource = (typeof timelineSources)[number];
export const readSource = oneOf(...timelineSources);

/** How a period is chosen. `since` is a time of today or yesterday. */
export const timelinePeriods = ['hour', 'since', 'day', 'week'] as const;
export type TimelinePeriod = (typeof timelinePeriods)[number];

export const readSelected = exactObject({ ...itemPath, kind: oneOf(...kinds, 'team') });
/** An item whose timeline is shown, or a team whose audit entries are, with its UID and its name. */
export type SelectedItem = Read<typeof readSelected>;

/** What the command that opens the timeline is asked for. Without an item, it is about the fleet. */
export const readAsked = object({
  item: readSelected,
  sources: list(readSource),
  period: oneOf(...timelinePeriods),
});

/** What an entry is about. All texts are safe to show on one line. */
export interface EntryItem extends Pick<ItemPath, 'names'> {
  /** Of an item, or of an object as the service calls it. */
  readonly kind: ItemKind | (string & {});
  /** Undefined if Poolview does not know the item. */
  readonly id?: string | undefined;
}

/** Something that happened. All texts are safe to show on one line, and have no mail addresses. */
export interface TimelineEntry {
  /** Unique in a timeline, and the same when it is read again. */
  readonly id: string;
  readonly source: TimelineSource;
  /** In milliseconds since 1970; of a change, when it was found. */
  readonly time: number;
  /** A change happened after this time, and not after `time`. */
  readonly after?: number | undefined;
  readonly level: EventLevel;
  readonly item?: EntryItem | undefined;
  /** Who did it; empty if nobody is named. */
  readonly who: string;
  readonly what: string;
  /** Events with the same one about the same item repeat each other; empty if there is none. */
  readonly reason: string;
  /** Whether others may follow from it: somebody changed something, and did not only look. */
  readonly isCause?: boolean | undefined;
  /** The ID of the change of an item in it that is all of this one. */
  readonly explainedBy?: string | undefined;
  readonly pack?: Readonly<Record<'name' | 'version', string>> | undefined;
}

/** Of those at the same time, what may be the cause is last, as if it were the earliest. */
const sourceOrder: readonly TimelineSource[] = ['change', 'event', 'pack', 'repave', 'audit'];

export function newestFirst(one: TimelineEntry, other: TimelineEntry): number {
  return other.time - one.time || sourceOrder.indexOf(one.source) - sourceOrder.indexOf(other.source);
}

/** What is asked for: without an item, what happened in the fleet. */
export interface TimelineScope {
  readonly item?: SelectedItem | undefined;
  /** In milliseconds since 1970. */
  readonly since: number;
  /** Those that are read; all by default. */
  readonly sources?: readonly TimelineSource[] | undefined;
}

/** How far a source was read. */
export interface SourceState {
  /** Entries that are as new as this, or newer, were read, in milliseconds since 1970. `Infinity` before the first page. */
  readonly readTo: number;
  /** Whether the source has nothing more of the period. */
  readonly isWhole: boolean;
  /** Why it was not read, or not to its end. The others go on. */
  readonly problem?: string | undefined;
  /** The permission that the API key probably lacks for it. */
  readonly lacks?: string | undefined;
  /** Whether its entries are not sorted, so that the newest may be missing. */
  readonly isUnsorted: boolean;
}

/** What a timeline says besides its entries. */
export interface TimelineState {
  readonly isReading: boolean;
  /** When the newest entries of the logs were asked for, as far as they answered; missing if none has. */
  readonly readAt?: number | undefined;
  /** Entries are shown down to this time: to it, every source was read that can be read. */
  readonly shownTo: number;
  /** Those that the scope has. */
  readonly sources: Readonly<Partial<Record<TimelineSource, SourceState>>>;
  readonly hasMore: boolean;
  /** Whether older entries were dropped, because there were too many. */
  readonly isTruncated: boolean;
  /** What the changes cover, in sentences. */
  readonly coverage: string;
}
