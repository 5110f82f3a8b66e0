import { l10n } from 'vscode';
import * as z from 'zod';
import { isRow } from '../../items/kinds';
import { readTimeline } from '../../items/timeline';
import { moment } from './answer';
import { knownRow } from './context';
import { defineTool } from './tool';
import { ToolError } from './toolError';

/** What happened to a cluster or a machine, from all sources. */
export const timeline = defineTool({
  referenceName: 'poolviewTimeline',
  description:
    'Lists what happened to a cluster or a machine, newest first, in one list: changes that Poolview found, events, audit entries (who did what), conditions and packs of the cluster, and the replacement of its machines. ' +
    'Use it first to find out why an item is in its state: what is just before the problem is often the cause. ' +
    'Other tools have more about single entries. It takes 4 requests, and one for each further page of a log.',
  input: z.strictObject({
    id: z.string().max(5000).describe('The id of a cluster or a machine, from the results of other tools.'),
    sinceMinutes: z.int().min(1).max(10_080).optional().describe('1440, which is a day, if it is missing.'),
  }),
  cursor: z.int(),
  invocation: ({ id }, where, nameOf) =>
    l10n.t('Reading the timeline of {0} in {1}', nameOf(id) ?? '?', where),
  run: async ({ id, sinceMinutes = 1440 }, context, start = 0) => {
    const row = await knownRow(id, context);
    if (!isRow(row, 'cluster', 'machine')) {
      throw new ToolError('Only clusters and machines have a timeline. Pass the id of one of them.');
    }
    const { entries, notes } = await readTimeline(row, context, context.now - sinceMinutes * 60_000);
    return {
      facts: { notes },
      list: {
        items: entries.slice(start).map((entry) => ({ ...entry, time: moment(entry.time, context.now) })),
        after: (index) => start + index + 1,
      },
    };
  },
});
