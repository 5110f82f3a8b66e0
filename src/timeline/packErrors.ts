import { groupBy } from '../items/groupBy';
import { perObject } from '../service/perObject';
import type { TimelineEntry } from './entry';
import { wordsOf } from '../items/follows';
import { clusterOf, isBad } from './story';

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
