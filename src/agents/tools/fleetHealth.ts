import { l10n } from 'vscode';
import * as z from 'zod';
import { attentionIn } from '../../items/attention';
import type { Missing } from '../../items/fleet/clusterLists';
import type { FleetReader } from '../../items/fleet/fleetReader';
import type { Inventory } from '../../items/inventory';
import {
  countStates,
  itemStates,
  summarizedStates,
  type Item,
  type StateCounts,
  type ItemKind,
} from '../../items/item';
import { isServiceError } from '../../service/errors';
import { sortedItems, sortKeySchema, unreadNote } from './item';
import { defineTool } from './tool';

/** How the fleet is, and what needs attention. Sends 1 request if the service lists all clusters at once. */
export const fleetHealth = defineTool({
  referenceName: 'poolviewFleetHealth',
  description:
    'Reads the state of all clusters now, and returns how many clusters and machines are in which state, and what needs attention, worst first. ' +
    'Use it first to find out what is wrong anywhere in the fleet. ' +
    'It does not read machines: only those that were read before count, and coverage says how many. ' +
    'Use poolview_list_machines for the machines of a cluster, poolview_get for one item, and poolview_timeline for what happened.',
  input: z.strictObject({}),
  cursor: sortKeySchema,
  invocation: (_input, where) => l10n.t('Reading the health of the fleet in {0}', where),
  run: async (_input, { inventory, fleet, signal, now }, cursor) => {
    // The other pages are of what the first one read.
    const missing = cursor === undefined ? await readClusters(fleet, signal) : [];
    signal.throwIfAborted();
    const all = inventory.items();
    const { rows, known } = attentionIn(inventory);
    const open = new Set(rows.map(({ id }) => id));
    const rankOf = ({ id, state }: Item) => (open.has(id) ? itemStates.indexOf(state) : undefined);
    const summarized = summarizedStates(all);
    const { list, count } = sortedItems(all, rankOf, cursor, now);
    return {
      facts: {
        projects: all.filter(({ kind }) => kind === 'project').length,
        clusters: statesOf('cluster', all),
        summarized: Object.keys(summarized).length === 0 ? undefined : summarized,
        machines: statesOf('machine', all),
        needAttention: count,
        known,
        coverage: inventory.coverage(),
      },
      list,
      notes: cursor === undefined ? [...missing, ...machinesNote(inventory)] : [],
    };
  },
});

/**
 * Reads all clusters from the best list that the service offers.
 * @returns what is missing: a sentence each, without text of the service
 * @throws ServiceError
 */
async function readClusters(fleet: FleetReader, signal: AbortSignal): Promise<readonly string[]> {
  const result = await fleet.clusters.read({ priority: 'user', signal });
  if (isServiceError(result)) throw result;
  return result?.map(sentenceOf) ?? [];
}

function sentenceOf(missing: Missing): string {
  switch (missing.about) {
    case 'details': {
      const { operation, kind } = missing.error ?? {};
      const why =
        operation === undefined || kind === undefined
          ? 'The service returned no clusters.'
          : `The service does not list clusters (${operation}: ${kind}).`;
      return `${why} Only the names of clusters and the health of their projects are known: the list contains projects instead.`;
    }
    case 'cut':
      return `Not all were read, because the list of the service was cut off (${missing.cut}).`;
    case 'clustersWithoutProject':
      return `${missing.count} clusters are left out because they have no project.`;
    case 'approvals':
      return `Which clusters wait for approval was not read (${typeof missing.why === 'string' ? missing.why : missing.why.message}): others than those marked as waiting may wait.`;
  }
}

function statesOf(kind: ItemKind, all: readonly Item[]): StateCounts {
  return countStates(all.filter((item) => item.kind === kind));
}

function machinesNote(inventory: Inventory): readonly string[] {
  const [note] = unreadNote(inventory);
  return note === undefined ? [] : [`Machines that need attention may be missing. ${note}`];
}
