import { l10n } from 'vscode';
import * as z from 'zod';
import type { Inventory } from '../../items/inventory';
import { eventFields } from '../../items/eventText';
import type { ResourceRow } from '../../items/kinds';
import { summaryOf, withFacts } from '../../items/summary';
import { hasAllClusters } from '../../items/unread';
import { jsonText } from '../../text/document';
import { inReadingOrder } from '../../text/yamlDocument';
import { unlessAborted } from '../../service/abort';
import { isServiceError } from '../../service/errors';
import { idSchema, skipSchema } from './answer';
import { currentRow, knownRow, type ToolContext } from './context';
import { itemsInOrder, toToolItems } from './item';
import { fitted } from './serviceText';
import { defineTool } from './tool';
import { isLeaf, isOutermost } from '../../items/kinds/levels';

/** The most bytes of details, so that they are not cut with the other facts. */
const maxDetailsBytes = 8000;

/** Returns everything about one item. */
export const get = defineTool({
  referenceName: 'poolviewItem',
  description:
    'Answers "What is wrong with this cluster or machine?": returns everything that is known about one project, cluster, machine pool or machine: its state and why, its addresses and size, its newest warning, the data of the service about it, and what it contains, worst first. ' +
    'Use it to look into an item whose id you have from another tool. ' +
    'The pools of a cluster and the machines of a pool are read if they have not been read; everything else is returned as it was when it was read (see readAt), unless refresh is true. ' +
    'Do not use it to look for an item by name, or for all machines of a cluster (use poolview_find). ' +
    'Secrets are replaced by a note that they are hidden.',
  input: z.strictObject({
    id: idSchema.describe('The id of the item, from another tool.'),
    refresh: z.boolean().optional().describe('Read the item again. Takes 1 to 3 requests.'),
    skip: skipSchema,
  }),
  invocation: ({ id }, where, nameOf) => {
    const name = nameOf(id);
    return name === undefined
      ? l10n.t('Reading an item in {0}', where)
      : l10n.t('Reading {0} in {1}', name, where);
  },
  run: async ({ id, refresh, skip }, context) => {
    const { inventory, now } = context;
    const given = await knownRow(id, context);
    const notes = skip === 0 ? await readItem(given, refresh === true, context) : [];
    const row = currentRow(given.id, inventory);
    const all = inventory.items();
    const below = all.filter(({ parent }) => parent === row.id);
    return {
      facts: {
        item: toToolItems(all, now)(inventory.itemOf(row)),
        ...describe(row, inventory),
        ...(skip === 0 ? jsonDetails(row, inventory) : {}),
        contains: below.length,
      },
      list: { items: itemsInOrder(below, all, now), skip },
      notes: [
        ...notes,
        ...(row.kind === 'cluster' && inventory.isUnlisted(row.id)
          ? ['The service does not list the machine pools of this cluster, or the API key may not list them.']
          : []),
      ],
    };
  },
});

function describe(row: ResourceRow, inventory: Inventory) {
  const { item, size, warning } = summaryOf(row, inventory);
  const { state, cause, message } = item;
  const severity = state === 'notRead' ? 'unknown' : state;
  const sizes = size.filter((line) => line !== '');
  return {
    worst: { severity, cause: cause === '' ? undefined : cause, message },
    size: sizes.length === 0 ? undefined : sizes,
    newestWarning: warning && eventFields(warning),
  };
}

/** The service's JSON in the order in which users read it, without secrets; null if it is nested too deeply. */
function jsonDetails(row: ResourceRow, inventory: Inventory) {
  const json = jsonText(inReadingOrder(withFacts(row, inventory)));
  if (json === undefined) return { details: null };
  const { value: details, omitted } = fitted(JSON.parse(json) as object, maxDetailsBytes);
  return { details, omittedDetails: omitted === 0 ? undefined : omitted };
}

/** @returns what could not be read: the rest is known */
async function readItem(
  row: ResourceRow,
  isRefresh: boolean,
  { inventory, signal }: ToolContext,
): Promise<readonly string[]> {
  const { id } = row;
  const { store } = inventory;
  const { readAt } = inventory.itemOf(row);
  const isListRefreshed = isRefresh && store.listOf(row)?.readAt !== undefined;
  const reads: Promise<unknown>[] = [];
  if (isRefresh && row.parent === undefined) reads.push(store.rereadRow(row, { signal }));
  else if (isRefresh) reads.push(store.readToEnd(row.parent, { signal }, true));
  if (isListRefreshed || isListNeeded(row, inventory)) {
    reads.push(inventory.readBelow(id, { signal }, isListRefreshed));
  }
  const notes: string[] = [];
  for (const result of await unlessAborted(Promise.allSettled(reads), signal)) {
    if (result.status === 'fulfilled') continue;
    if (!isServiceError(result.reason)) throw result.reason;
    notes.push(`Not everything could be read (${result.reason.message}): the rest is from earlier reads.`);
  }
  signal.throwIfAborted();
  const now = inventory.itemOf(currentRow(id, inventory));
  if (isRefresh && notes.length === 0 && now.readAt === readAt) {
    notes.push('The service cannot read this item alone. poolview_get_fleet_health reads all again.');
  }
  return notes;
}

/** The clusters of a project may be known from other reads than that of their list. */
function isListNeeded(row: ResourceRow, inventory: Inventory): boolean {
  if (isLeaf(row) || inventory.isRead(row.id)) return false;
  return (
    !isOutermost(row) ||
    (!hasAllClusters(inventory) && inventory.items().every(({ parent }) => parent !== row.id))
  );
}
