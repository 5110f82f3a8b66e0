import type { Inventory } from '../../../src/items/inventory';
import type { Item } from '../../../src/items/item';
import type { ResourceRow } from '../../../src/items/kinds';

/** How everyone shows the item of a row. */
export function healthOf(
  row: ResourceRow,
  { inventory }: { readonly inventory: Inventory },
): Pick<Item, 'state' | 'cause' | 'message'> {
  const { state, cause, message } = inventory.itemOf(row);
  return message === undefined ? { state, cause } : { state, cause, message };
}
