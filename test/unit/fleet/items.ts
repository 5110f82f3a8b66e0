import type { Item } from '../../../src/items/item';
import type { ItemKind } from '../../../src/items/kinds/levels';

/** An item of which little is known. */
export function fleetItem(kind: ItemKind, id: string, more: Partial<Item> = {}): Item {
  return { kind, id, name: id, state: 'healthy', cause: '', addresses: [], isStale: false, ...more };
}
