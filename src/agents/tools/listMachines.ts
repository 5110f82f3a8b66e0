import { l10n } from 'vscode';
import * as z from 'zod';
import type { Inventory } from '../../items/inventory';
import { countStates, itemStates, type Item } from '../../items/item';
import type { ResourceRow } from '../../items/kinds';
import { isAtOrBelow } from '../../items/store/row';
import { needsAttention as isConcern } from '../../items/severity';
import { unlessAborted } from '../../service/abort';
import { isServiceError, type ServiceError } from '../../service/errors';
import { currentRow, knownRow, type ToolContext } from './context';
import { sortedItems, sortKeySchema, toToolItems } from './item';
import { defineTool } from './tool';
import { ToolError } from './toolError';

/** Lists the machines of a pool or of all pools of a cluster. Reads what has not been read. */
export const listMachines = defineTool({
  referenceName: 'poolviewMachines',
  description:
    'Lists the machines (nodes) of a machine pool, or of all pools of a cluster, worst first, and reads them if they have not been read. ' +
    'Use it to find out which machines of a cluster have a problem, and why. ' +
    'Machines that were read before are returned as they were then (see readAt), unless refresh is true. ' +
    'Do not use it for a whole project or the fleet; use poolview_get_fleet_health to find the clusters first. ' +
    'For everything about one machine, use poolview_get.',
  input: z.strictObject({
    id: z.string().min(1).max(5000).describe('The id of a cluster or a machine pool, from another tool.'),
    states: z.array(z.enum(itemStates)).min(1).max(20).optional().describe('Only machines in these states.'),
    needsAttention: z
      .boolean()
      .optional()
      .describe('Only machines that need attention and are not known problems.'),
    refresh: z.boolean().optional().describe('Read the machines again. Takes a request for each pool.'),
  }),
  cursor: sortKeySchema,
  invocation: ({ id }, where, nameOf) => {
    const name = nameOf(id);
    return name === undefined
      ? l10n.t('Listing machines in {0}', where)
      : l10n.t('Listing machines of {0} in {1}', name, where);
  },
  run: async (input, context, cursor) => {
    const { inventory, now } = context;
    const given = await knownRow(input.id, context);
    if (given.kind === 'project' || given.kind === 'machine') {
      throw new ToolError(
        `This is the id of a ${given.kind}. Call this tool with the id of a cluster or a machine pool; poolview_get of a project lists its clusters.`,
      );
    }
    const failures = cursor === undefined ? await readMachines(given, input.refresh === true, context) : [];
    const item = inventory.itemOf(currentRow(input.id, inventory));
    const all = inventory.items();
    const machines = all.filter(({ kind, id }) => kind === 'machine' && isAtOrBelow(id, item.id));
    const ids = new Set(machines.map(({ id }) => id));
    const isWanted = ({ id, state, known }: Item): boolean =>
      ids.has(id) &&
      (input.states?.includes(state) ?? true) &&
      (input.needsAttention !== true || (state !== 'notRead' && isConcern(state) && known === undefined));
    const rankOf = (one: Item) => (isWanted(one) ? itemStates.indexOf(one.state) : undefined);
    const { list, count } = sortedItems(all, rankOf, cursor, now);
    const toItem = toToolItems(all, now);
    const notReadPools = failures.map(({ id, error }) => ({
      id,
      name: toItem(inventory.itemOf(currentRow(id, inventory))).name,
      error: error.message,
    }));
    return {
      facts: {
        item: toItem(item),
        machines: countStates(machines),
        known: machines.filter(({ known }) => known !== undefined).length,
        listed: count,
        notReadPools: notReadPools.length === 0 ? undefined : notReadPools,
      },
      list,
      notes: notesOf(item, machines.length, failures.length, inventory),
    };
  },
});

interface Failure {
  readonly id: string;
  readonly error: ServiceError;
}

/**
 * Reads the machines of a pool, or the pools of a cluster and their machines.
 * @returns the pools whose machines could not be read
 * @throws ServiceError if nothing could be read
 */
async function readMachines(
  { id, kind }: ResourceRow,
  isRefresh: boolean,
  { inventory, signal }: ToolContext,
): Promise<readonly Failure[]> {
  const read = (list: string): Promise<readonly string[]> =>
    unlessAborted(inventory.readBelow(list, { signal }, isRefresh), signal);
  const pools = await read(id);
  if (kind === 'pool') return [];
  const failures: Failure[] = [];
  await Promise.all(
    pools.map(async (pool) => {
      try {
        await read(pool);
      } catch (error) {
        if (!isServiceError(error) || error.kind === 'cancelled') throw error;
        failures.push({ id: pool, error });
      }
    }),
  );
  signal.throwIfAborted();
  const [first] = failures;
  if (first !== undefined && failures.length === pools.length) throw first.error;
  return failures.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function notesOf(
  { id, kind, machines }: Item,
  read: number,
  failures: number,
  inventory: Inventory,
): readonly string[] {
  if (inventory.isUnlisted(id)) {
    return [
      'The service does not list the machine pools of this cluster, or the API key may not list them. Its machines are not known. The user can add its pools by name in the Projects view.',
    ];
  }
  const notes: string[] = [];
  if (failures > 0) notes.push(`The machines of ${failures} pools could not be read: see notReadPools.`);
  if (machines !== undefined && machines > read && failures === 0) {
    notes.push(
      `According to the service, this ${kind} has ${machines} machines, but ${read} are listed. Those of edge hosts are never listed, and others may be gone or not there yet.`,
    );
  }
  return notes;
}
