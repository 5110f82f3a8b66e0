import { statesOf } from '../../items/item';
import { countStates } from '../../items/severity';
import type { ResourceRow } from '../../items/kinds';
import { readEach } from '../../reads/readEach';
import { isAtOrBelow } from '../../items/store/ids';
import { unlessAborted } from '../../service/abort';
import type { ServiceError } from '../../service/errors';
import type { CallOptions } from '../../service/operations';
import { currentRow, type ToolContext } from './context';
import { ToolError } from './toolError';
import { isLeaf } from '../../items/kinds/levels';

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
  const read = (list: string, options: CallOptions): Promise<readonly string[]> =>
    unlessAborted(inventory.readBelow(list, options, isRefresh), options.signal);
  const pools = await read(id, { signal });
  const errors = new Map<string, ServiceError>();
  await readEach(pools, read, { signal, onFailure: (pool, error) => errors.set(pool, error) });
  signal.throwIfAborted();
  const [first] = errors.values();
  if (first !== undefined && errors.size === pools.length) throw first;

  const itemOf = (one: string) => inventory.itemOf(currentRow(one, inventory));
  const { machines: expected = 0 } = itemOf(id);
  const machines = inventory.items().filter((item) => isLeaf(item) && isAtOrBelow(item.id, id));
  const notReadPools = [...errors].map(([pool, { message }]) => ({
    id: pool,
    name: itemOf(pool).name,
    error: message,
  }));
  return {
    facts: {
      machines: countStates(statesOf(machines)),
      notReadPools: errors.size === 0 ? undefined : notReadPools,
    },
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
