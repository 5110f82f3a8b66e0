import type { FleetReader } from '../../reads/fleetReader';
import { locate, stepsTo } from '../../find/locate';
import type { ActiveInventory, Inventories } from '../../reads/inventories';
import type { Inventory } from '../../items/inventory';
import { isResourceRow, type ResourceRow } from '../../items/kinds';
import type { ChangeLogs } from '../../timeline/changeLogs';
import type { RolesForAgents } from '../../roles/forAgents';
import { shownId } from './serviceText';
import { ToolError } from './answer';

/** What the tools read. */
export interface AgentSources {
  readonly inventories: ActiveInventory & Pick<Inventories, 'fleet'>;
  readonly changes: ChangeLogs;
  /** The teams and roles of a session; undefined if it is not the active one. */
  readonly roles: (session: object) => Promise<RolesForAgents | undefined>;
}

/** What a tool works with. */
export interface ToolContext extends Omit<AgentSources, 'inventories'> {
  readonly inventory: Inventory;
  /** The reader of the inventory. */
  readonly fleet: FleetReader;
  /** Aborted when the call is canceled or the connection is closed. */
  readonly signal: AbortSignal;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/**
 * The row of the item with an id that a model gave. If it is not known any more, it is looked for with a few requests.
 * @throws ToolError if there is none; ServiceError
 */
export async function knownRow(id: string, { inventory, signal }: ToolContext): Promise<ResourceRow> {
  const row = inventory.store.find(id);
  if (isResourceRow(row)) return row;
  const [found, other] = inventory.rows.filter((one) => shownId(one.id) === id);
  if (other !== undefined) {
    throw new ToolError(
      'Several items have this id, because a secret in their names is hidden. Call poolview_get with the id of what contains them, which lists them all, or ask the user to look at them in Poolview.',
    );
  }
  if (found !== undefined) return found;
  await locate(inventory, stepsTo({ id, names: [] }), { signal, isBrief: true });
  return currentRow(id, inventory);
}

/** @throws ToolError if there is no such item */
export function currentRow(id: string, { store }: Inventory): ResourceRow {
  const row = store.find(id);
  if (isResourceRow(row)) return row;
  throw new ToolError(
    'No item with this id is known. It may have been deleted, or the id is not one that a tool returned. Call poolview_find to get the id of an item, with the id of a cluster and readMachines to get those of its machines.',
  );
}

/** The teams and roles of the connection that a tool is called for. */
export async function rolesOf({ roles, inventory, signal }: ToolContext): Promise<RolesForAgents> {
  const found = await roles(inventory.session);
  signal.throwIfAborted();
  if (found === undefined)
    throw new ToolError('The user switched to another connection. Call the tool again.');
  return found;
}
