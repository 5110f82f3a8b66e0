import type { Inventory } from '../items/inventory';
import { isResourceRow } from '../items/kinds';
import { markedId } from '../items/marks/marks';
import type { QueryContext } from './questions';

/** What lines are answered from: all that is known of a connection, as it is when it is asked. */
export function queryContext(inventory: Inventory): QueryContext {
  const { store, marks } = inventory;
  return {
    itemOf: (id) => {
      const row = store.find(id);
      return isResourceRow(row) ? inventory.itemOf(row) : undefined;
    },
    items: inventory.items(),
    favorites: new Set(
      [...marks.values.favorite.keys()]
        .map((key) => markedId(store, key))
        .filter((id) => !inventory.goneFavorites.has(id) || store.find(id) !== undefined),
    ),
    get areApprovalsKnown() {
      return inventory.areApprovalsKnown;
    },
    get coverage() {
      return inventory.coverage();
    },
  };
}
