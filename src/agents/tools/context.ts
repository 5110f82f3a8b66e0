import type { FleetReader } from '../../items/fleet/fleetReader';
import type { Inventory } from '../../items/inventory';
import type { Item } from '../../items/item';
import { locate, stepsTo } from '../../items/find/locate';
import type { AgentRoles, AgentSources } from '../sources';
import { ToolError } from './toolError';

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
 * The item with an id that a model gave. If it is not known any more, it is looked for with a few requests.
 * @throws ToolError if there is none; ServiceError
 */
export async function knownItem(id: string, { inventory, signal }: ToolContext): Promise<Item> {
  const known = findItem(id, inventory);
  if (known !== undefined) return known;
  await locate(inventory, stepsTo(id), { signal, isBrief: true });
  return currentItem(id, inventory);
}

/** @throws ToolError if there is no such item */
export function currentItem(id: string, inventory: Inventory): Item {
  const item = findItem(id, inventory);
  if (item !== undefined) return item;
  throw new ToolError(
    'No item with this id is known. It may have been deleted, or the id is not one that a tool returned. Call poolview_find to get the id of an item, or poolview_list_machines with the id of a cluster to read its machines.',
  );
}

function findItem(id: string, inventory: Inventory): Item | undefined {
  return inventory.items().find((item) => item.id === id);
}

/** The teams and roles of the connection that a tool is called for. */
export async function rolesOf({ roles, inventory, signal }: ToolContext): Promise<AgentRoles> {
  const found = await roles(inventory.session);
  signal.throwIfAborted();
  if (found === undefined)
    throw new ToolError('The user switched to another connection. Call the tool again.');
  return found;
}
