import { l10n } from 'vscode';
import * as z from 'zod';
import type { FleetItem, FleetState } from '../../presentation/fleetItem';
import type { AgentItems } from '../sources';
import { coverageSchema, unreadNote } from './coverage';
import { countsOf, itemSchema, states } from './item';
import { sortedItems, sortKeySchema } from './sortedItems';
import { defineTool } from './tool';

const countsSchema = z.partialRecord(z.enum(states), z.int());

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
    machines: countsSchema.describe('How many machines that have been read are in which state.'),
    needAttention: z.int().describe('How many items need attention, on all pages.'),
    coverage: coverageSchema,
  },
  list: { item: itemSchema, cursor: sortKeySchema },
  invocation: (_input, where) => l10n.t('Reading the health of the fleet in {0}', where),
  run: async (_input, { items, fleet, signal, now }, cursor) => {
    // The other pages are of what the first one read.
    const missing = cursor === undefined ? await fleet.readClusters({ signal }) : [];
    signal.throwIfAborted();
    const all = items.items();
    const attention = new Set((await items.lookup()).attention());
    const rankOf = ({ id, state }: FleetItem) => (attention.has(id) ? states.indexOf(state) : undefined);
    const { list, count } = sortedItems(all, rankOf, cursor, now);
    return {
      facts: {
        projects: all.filter(({ kind }) => kind === 'project').length,
        clusters: clusterCounts(all),
        machines: countsOf(all.filter(({ kind }) => kind === 'machine').map(({ state }) => state)),
        needAttention: count,
        coverage: items.coverage(),
      },
      list,
      notes: cursor === undefined ? [...missing, ...machinesNote(items)] : [],
    };
  },
});

function machinesNote(items: AgentItems): readonly string[] {
  const [note] = unreadNote(items);
  return note === undefined ? [] : [`Machines that need attention may be missing. ${note}`];
}

/** With the counts of project summaries for clusters that have not been read one by one. */
function clusterCounts(all: readonly FleetItem[]): Partial<Record<FleetState, number>> {
  const summarized = new Map(all.map(({ id, clusterStates }) => [id, clusterStates]));
  const read: FleetState[] = [];
  const unread = new Map<string, number>();
  for (const { kind, parent = '', state } of all) {
    if (kind !== 'cluster') continue;
    if (state === 'notRead' && summarized.get(parent) !== undefined) {
      unread.set(parent, (unread.get(parent) ?? 0) + 1);
    } else {
      read.push(state);
    }
  }
  const counts = countsOf(read);
  const add = (state: FleetState, count: number): void => {
    if (count > 0) counts[state] = (counts[state] ?? 0) + count;
  };
  for (const [id, clusterStates = {}] of summarized) {
    let counted = 0;
    for (const state of states) {
      const count = clusterStates[state] ?? 0;
      counted += count;
      add(state, count);
    }
    // The summary counts some of the clusters without a state.
    add('notRead', (unread.get(id) ?? 0) - counted);
  }
  return counts;
}
