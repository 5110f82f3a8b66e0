import { l10n } from 'vscode';
import * as z from 'zod';
import type { Change } from '../../items/changes/change';
import { isAtOrBelow } from '../../items/store/row';
import { isProblem } from '../../items/severity';
import { moment } from './answer';
import { defineTool } from './tool';

/** The changes that Poolview found by comparing what it read. Sends no request. */
export const listChanges = defineTool({
  referenceName: 'poolviewChanges',
  description:
    'Lists what changed in the fleet since Poolview was opened: items that appeared or disappeared, and changes of state, health, size and maintenance, newest first. ' +
    'Use it to find out what happened and when, for example when an incident began. ' +
    'It compares what Poolview has read and reads nothing itself: items that were read only once cannot have changes. ' +
    'Do not use it for what the service reports; use poolview_list_events for that.',
  input: z.strictObject({
    sinceMinutes: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('Only changes of the last so many minutes.'),
    onlyProblems: z.boolean().optional().describe('Only items that became worse and need attention.'),
    within: z
      .string()
      .max(5000)
      .optional()
      .describe('The id of an item: only changes of this item and what it contains.'),
  }),
  cursor: z.int(),
  invocation: (_input, where) => l10n.t('Listing changes in {0}', where),
  run: ({ sinceMinutes, onlyProblems, within }, { changes: { changes, coverage }, now }, cursor) => {
    const isWanted = (change: Change): boolean =>
      (cursor === undefined || change.number < cursor) &&
      (sinceMinutes === undefined || change.before >= now - sinceMinutes * 60_000) &&
      (onlyProblems !== true || isProblem(change.severityBefore, change.severityAfter)) &&
      (within === undefined || isAtOrBelow(change.item.id, within));
    const { since, comparedAt, items, isTruncated } = coverage;
    const wanted = changes.filter(isWanted);
    return Promise.resolve({
      facts: {
        trackedSince: since === undefined ? undefined : moment(since, now),
        lastCompared: comparedAt === undefined ? undefined : moment(comparedAt, now),
        coverage: items,
      },
      list: {
        items: wanted.map(({ item, what, from, to, severityBefore, severityAfter, after, before }) => ({
          ...item,
          path: [...item.path],
          what,
          from,
          to,
          severityBefore,
          severityAfter,
          happenedAfter: moment(after, now),
          happenedBefore: moment(before, now),
        })),
        after: (index) => wanted[index]?.number ?? 0,
      },
      notes: isTruncated ? ['Older changes were dropped, because there were too many.'] : [],
    });
  },
});
