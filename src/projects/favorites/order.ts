import type { Inventory } from '../../items/inventory';
import { severityOf } from '../../items/known';
import { markedId } from '../../items/marks/marks';
import { compareSeverities, type Severity } from '../../items/severity';
import { pathText } from '../../text/text';

/** The key of the order of favorites in marks. */
export const favoritesKey = 'favorites';

/** The keys of the favorites, as the user wants them sorted. */
export function sortedFavorites({ marks, store }: Inventory): readonly string[] {
  const { favorite, order } = marks.values;
  const { by = 'own', keys = [] } = order.get(favoritesKey) ?? {};
  const own = [...new Set([...keys.filter((key) => favorite.has(key)), ...favorite.keys()])];
  const nameOf = (key: string): string => pathText(...(favorite.get(key)?.names ?? []));
  const severityAt = (key: string): Severity => {
    const row = store.find(markedId(store, key));
    return row === undefined ? 'unknown' : severityOf(row, store);
  };
  if (by === 'own') return own;
  const names = new Intl.Collator(undefined, { numeric: true });
  const byName = own.toSorted((one, other) => names.compare(nameOf(one), nameOf(other)));
  return by === 'name'
    ? byName
    : byName.toSorted((one, other) => compareSeverities(severityAt(one), severityAt(other)));
}
