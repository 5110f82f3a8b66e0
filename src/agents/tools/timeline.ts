import { l10n } from 'vscode';
import * as z from 'zod';
import { pathOfRow } from '../../items/kinds';
import { timelineSources, type TimelineEntry } from '../../timeline/entry';
import { Timeline } from '../../timeline/timeline';
import { idSchema, moment, skipSchema } from './answer';
import { knownRow } from './context';
import { toToolNames } from './item';
import { defineTool } from './tool';

/** How far back it goes by default: in the fleet, more happens. */
const minutes = { fleet: 60, item: 1440 };

/** What happened in the fleet or to an item, from all sources. */
export const timeline = defineTool({
  referenceName: 'poolviewTimeline',
  description:
    'Answers "What happened?" and "Who changed this?": lists what happened in the whole fleet, or to a project, a cluster, a machine pool or a machine, newest first, in one list: changes that Poolview found by comparing what it read ("change"), events ("event"), audit entries that say who did what ("audit"), conditions and packs of clusters ("pack"), and the replacement of machines ("repave"). ' +
    'Use it first to find out why an item is in its state, and without id to find out what happened lately: what is just before a problem is often its cause. ' +
    'A pool has the entries of its cluster; a machine has those that involve it, and what happened to its cluster. ' +
    'It says how far each source was read, and why one could not be read. ' +
    'It takes at most 4 requests, and a few if the item is not known any more. With skip, it reads from the newest entries on again, and takes up to 10 more for every 500 entries that are left out.',
  input: z.strictObject({
    id: idSchema
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
    skip: skipSchema,
  }),
  invocation: ({ id }, where, nameOf) =>
    id === undefined
      ? l10n.t('Reading the timeline of {0}', where)
      : l10n.t('Reading the timeline of {0} in {1}', nameOf(id) ?? '?', where),
  run: async ({ id, sinceMinutes, sources, skip }, context) => {
    const { inventory, changes, now, signal } = context;
    const item = id === undefined ? undefined : pathOfRow(await knownRow(id, context));
    const since = now - (sinceMinutes ?? (item === undefined ? minutes.fleet : minutes.item)) * 60_000;
    const read = new Timeline(inventory, changes, { item, since, sources });
    try {
      await read.read({ signal });
      while (skip > 0 && read.state.hasMore && read.entries.length <= skip) await read.readMore({ signal });
      const { shownTo, hasMore, isTruncated, coverage } = read.state;
      return {
        facts: {
          of: item === undefined ? { kind: 'fleet' } : { kind: item.kind, name: item.names.at(-1) },
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
          items: read.entries.map((entry) => () => toToolEntry(entry, now)),
          skip,
          hasMore,
        },
        notes: [
          ...(hasMore ? ['Older entries were not read yet.'] : []),
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

function toToolEntry({ source, time, after, level, item, who, what }: TimelineEntry, now: number) {
  return {
    time: moment(time, now),
    notBefore: moment(after, now),
    source,
    level,
    item: item && { kind: item.kind, id: item.id, ...toToolNames(item.names) },
    who,
    what,
  };
}
