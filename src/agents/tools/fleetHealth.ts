import { l10n } from 'vscode';
import * as z from 'zod';
import type { Inventory } from '../../items/inventory';
import {
  countStates,
  itemStates,
  summarizedStates,
  type Item,
  type StateCounts,
  type ItemKind,
} from '../../items/item';
import { itemSchema } from './item';
import { coverageSchema, sortedItems, sortKeySchema, unreadNote } from './itemList';
import { defineTool } from './tool';

const countsSchema = z.partialRecord(z.enum(itemStates), z.int());

/** How the fleet is, and what needs attention. Sends 1 request if the service lists all clusters at once. */
export const fleetHealth = defineTool({
  name: 'poolview_get_fleet_health',
  referenceName: 'poolviewFleetHealth',
  description:
    'Reads the state of all clusters now, and returns how many clusters and machines are in which state, and what needs attention, worst first. ' +
    'Use it first to find out what is wrong anywhere in the fleet. ' +
    'It does not read machines: only those that were read before count, and coverage says how many. ' +
    'Use poolview_list_machines for the machines of a cluster, poolview_get for one item, and poolview_list_events for what happened.',
  isReadOnly: true,
  input: z.strictObject({}),
  facts: {
    projects: z.int().describe('How many projects are known.'),
    clusters: countsSchema.describe('How many clusters are in which state.'),
    summarized: countsSchema
      .optional()
      .describe(
        'What project summaries say about clusters that are notRead: how many are in which state, but not which.',
      ),
    machines: countsSchema.describe('How many machines that have been read are in which state.'),
    needAttention: z.int().describe('How many items need attention, on all pages.'),
    coverage: coverageSchema,
  },
  list: { item: itemSchema, cursor: sortKeySchema },
  invocation: (_input, where) => l10n.t('Reading the health of the fleet in {0}', where),
  run: async (_input, { inventory, fleet, signal, now }, cursor) => {
    // The other pages are of what the first one read.
    const missing = cursor === undefined ? await fleet.readClusters({ signal }) : [];
    signal.throwIfAborted();
    const all = inventory.items();
    const attention = new Set((await inventory.lookup()).attention());
    const rankOf = ({ id, state }: Item) => (attention.has(id) ? itemStates.indexOf(state) : undefined);
    const summarized = summarizedStates(all);
    const { list, count } = sortedItems(all, rankOf, cursor, now);
    return {
      facts: {
        projects: all.filter(({ kind }) => kind === 'project').length,
        clusters: statesOf('cluster', all),
        summarized: Object.keys(summarized).length === 0 ? undefined : summarized,
        machines: statesOf('machine', all),
        needAttention: count,
        coverage: inventory.coverage(),
      },
      list,
      notes: cursor === undefined ? [...missing, ...machinesNote(inventory)] : [],
    };
  },
});

function statesOf(kind: ItemKind, all: readonly Item[]): StateCounts {
  return countStates(all.filter((item) => item.kind === kind));
}

function machinesNote(inventory: Inventory): readonly string[] {
  const [note] = unreadNote(inventory);
  return note === undefined ? [] : [`Machines that need attention may be missing. ${note}`];
}
