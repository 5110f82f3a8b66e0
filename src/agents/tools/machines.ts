import { countStates } from '../../items/item';
import type { ResourceRow } from '../../items/kinds';
import { isAtOrBelow } from '../../items/store/row';
import { unlessAborted } from '../../service/abort';
import { isServiceError, type ServiceError } from '../../service/errors';
import { currentRow, type ToolContext } from './context';
import { ToolError } from './toolError';

/**
 * Reads the machines of a pool, or the pools of a cluster and their machines.
 * @returns how they are, and what could not be read
 * @throws ToolError if it has no machines; ServiceError if nothing could be read
 */
export async function readMachines(
  row: ResourceRow | undefined,
  isRefresh: boolean,
  { inventory, signal }: ToolContext,
) {
  if (row?.kind !== 'cluster' && row?.kind !== 'pool') {
    throw new ToolError(
      'To read machines, give the id of a cluster or a machine pool. poolview_get of a project lists its clusters.',
    );
  }
  const { id, kind } = row;
  const read = (list: string): Promise<readonly string[]> =>
    unlessAborted(inventory.readBelow(list, { signal }, isRefresh), signal);
  const pools = await read(id);
  const errors = new Map<string, ServiceError>();
  await Promise.all(
    pools.map(async (pool) => {
      try {
        await read(pool);
      } catch (error) {
        if (!isServiceError(error) || error.kind === 'cancelled') throw error;
        errors.set(pool, error);
      }
    }),
  );
  signal.throwIfAborted();
  const [first] = errors.values();
  if (first !== undefined && errors.size === pools.length) throw first;

  const itemOf = (one: string) => inventory.itemOf(currentRow(one, inventory));
  const { machines: expected = 0 } = itemOf(id);
  const machines = inventory.items().filter((item) => item.kind === 'machine' && isAtOrBelow(item.id, id));
  const notReadPools = [...errors].map(([pool, { message }]) => ({
    id: pool,
    name: itemOf(pool).name,
    error: message,
  }));
  return {
    facts: { machines: countStates(machines), notReadPools: errors.size === 0 ? undefined : notReadPools },
    notes: inventory.isUnlisted(id)
      ? [
          'The service does not list the machine pools of this cluster, or the API key may not list them. Its machines are not known. The user can add its pools by name in the Projects view.',
        ]
      : errors.size > 0
        ? [`The machines of ${errors.size} pools could not be read: see notReadPools.`]
        : expected > machines.length
          ? [
              `According to the service, this ${kind} has ${expected} machines, but ${machines.length} are listed. Those of edge hosts are never listed, and others may be gone or not there yet.`,
            ]
          : [],
  };
}
