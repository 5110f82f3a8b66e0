import type { Item, ItemKind } from '../../../src/items/item';

/** An item of which little is known. */
export function fleetItem(kind: ItemKind, id: string, more: Partial<Item> = {}): Item {
  return { kind, id, name: id, state: 'healthy', cause: '', addresses: [], isStale: false, ...more };
}
