import { l10n } from 'vscode';
import * as z from 'zod';
import { selectedItem } from '../../items/selection';
import { timelineSources, type TimelineEntry } from '../../items/timeline/entry';
import { Timeline } from '../../items/timeline/timeline';
import { moment } from './answer';
import { knownRow } from './context';
import { defineTool } from './tool';

/** How far back it goes by default: in the fleet, more happens. */
const minutes = { fleet: 60, item: 1440 };

/** A position in time: entries that are not newer follow, after the one with this ID if it is there. */
const cursorSchema = z.strictObject({ time: z.int(), id: z.string() });
type Cursor = z.output<typeof cursorSchema>;

/** What happened in the fleet or to an item, from all sources. */
export const timeline = defineTool({
  referenceName: 'poolviewTimeline',
  description:
    'Answers "What happened?" and "Who changed this?": lists what happened in the whole fleet, or to a project, a cluster, a machine pool or a machine, newest first, in one list: changes that Poolview found by comparing what it read ("change"), events ("event"), audit entries that say who did what ("audit"), conditions and packs of clusters ("pack"), and the replacement of machines ("repave"). ' +
    'Use it first to find out why an item is in its state, and without id to find out what happened lately: what is just before a problem is often its cause. ' +
    'A pool has the entries of its cluster; a machine has those that involve it, and what happened to its cluster. ' +
    'It says how far each source was read, and why one could not be read. ' +
    'It takes at most 4 requests, and a few if the item is not known any more. With a pageToken, it reads from the newest entries on again, and takes up to 10 more for every 500 entries between them and the page.',
  input: z.strictObject({
    id: z
      .string()
      .max(5000)
      .optional()
      .describe(
        'The id of a project, cluster, pool or machine, from the results of other tools. Without it, the timeline is that of the whole fleet.',
      ),
    sinceMinutes: z
      .int()
      .min(1)
      .max(10_080)
      .optional()
      .describe('If it is missing, 1440 (a day) for an item, and 60 for the fleet.'),
    sources: z
      .array(z.enum(timelineSources))
      .min(1)
      .optional()
      .describe('Only these sources are read. All of them if it is missing.'),
  }),
  cursor: cursorSchema,
  invocation: ({ id }, where, nameOf) =>
    id === undefined
      ? l10n.t('Reading the timeline of {0}', where)
      : l10n.t('Reading the timeline of {0} in {1}', nameOf(id) ?? '?', where),
  run: async ({ id, sinceMinutes, sources }, context, cursor) => {
    const { inventory, changes, now, signal } = context;
    const item = id === undefined ? undefined : selectedItem(await knownRow(id, context));
    const since = now - (sinceMinutes ?? (item === undefined ? minutes.fleet : minutes.item)) * 60_000;
    const read = new Timeline({ inventory, changes, now: () => now }, { item, since, sources });
    try {
      await read.read({ signal });
      while (cursor !== undefined && read.state.hasMore && entriesAfter(cursor, read.entries).length === 0) {
        await read.readMore({ signal });
      }
      const entries = entriesAfter(cursor, read.entries);
      const { shownTo, hasMore, isTruncated, coverage } = read.state;
      return {
        facts: {
          of: item === undefined ? { kind: 'fleet' } : { kind: item.kind, name: item.name },
          readBackTo: moment(shownTo, now),
          sources: Object.fromEntries(
            Object.entries(read.state.sources).map(([source, { readTo, isWhole, isUnsorted, problem }]) => [
              source,
              { readBackTo: moment(readTo, now), isWhole, isUnsorted, problem },
            ]),
          ),
          coverage,
        },
        list: {
          items: entries.map((entry) => () => toToolEntry(entry, now)),
          after: (index) => ({ time: entries[index]?.time ?? 0, id: entries[index]?.id ?? '' }),
          rest: hasMore ? { time: Math.min(shownTo - 1, Number.MAX_SAFE_INTEGER), id: '' } : undefined,
        },
        notes: [
          ...(hasMore ? ['Older entries were not read yet: use nextPageToken.'] : []),
          ...(isTruncated ? ['A log has too many entries: its oldest ones were dropped.'] : []),
          ...(Object.values(read.state.sources).some(({ isUnsorted }) => isUnsorted)
            ? ['A log is not sorted: its newest entries may be missing.']
            : []),
        ],
      };
    } finally {
      read.dispose();
    }
  },
});

function entriesAfter(
  cursor: Cursor | undefined,
  entries: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  if (cursor === undefined) return entries;
  const index = entries.findIndex(({ id }) => id === cursor.id);
  return index === -1 ? entries.filter(({ time }) => time <= cursor.time) : entries.slice(index + 1);
}

function toToolEntry({ source, time, after, level, item, who, what }: TimelineEntry, now: number) {
  return {
    time: moment(time, now),
    notBefore: moment(after, now),
    source,
    level,
    item: item && { ...item, path: [...item.path] },
    who,
    what,
  };
}
