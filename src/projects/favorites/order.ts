import type { Inventory } from '../../items/inventory';
import { markedId } from '../../items/marks/marks';
import { compareStates, type ItemState } from '../../items/item';
import { isResourceRow } from '../../items/kinds';
import { pathText } from '../../text/text';

/** The key of the order of favorites in marks. */
export const favoritesKey = 'favorites';

/** The keys of the favorites, as the user wants them sorted. */
export function sortedFavorites(inventory: Inventory): readonly string[] {
  const { marks, store } = inventory;
  const { favorite, order } = marks.values;
  const { by = 'own', keys = [] } = order.get(favoritesKey) ?? {};
  const own = [...new Set([...keys.filter((key) => favorite.has(key)), ...favorite.keys()])];
  const nameOf = (key: string): string => pathText(...(favorite.get(key)?.names ?? []));
  const stateAt = (key: string): ItemState => {
    const row = store.find(markedId(store, key));
    return isResourceRow(row) ? inventory.itemOf(row).state : 'unknown';
  };
  if (by === 'own') return own;
  const names = new Intl.Collator(undefined, { numeric: true });
  const byName = own.toSorted((one, other) => names.compare(nameOf(one), nameOf(other)));
  return by === 'name'
    ? byName
    : byName.toSorted((one, other) => compareStates(stateAt(one), stateAt(other)));
}
