import { severityOf } from '../../items/known';
import { compareSeverities, type Severity } from '../../presentation/severity';
import { pathText } from '../../presentation/text';
import type { ProjectsModel } from '../model';

/** The key of the order of favorites in marks. */
export const favoritesKey = 'favorites';

/** The keys of the favorites, as the user wants them sorted. */
export function sortedFavorites({
  inventory,
  store,
}: Pick<ProjectsModel, 'inventory' | 'store'>): readonly string[] {
  const { favorite, order } = inventory.marks.values;
  const { by = 'own', keys = [] } = order.get(favoritesKey) ?? {};
  const own = [...new Set([...keys.filter((key) => favorite.has(key)), ...favorite.keys()])];
  const nameOf = (key: string): string => pathText(...(favorite.get(key)?.names ?? []));
  const severityAt = (key: string): Severity => {
    const row = store.find(`${store.rootId}/${key}`);
    return row === undefined ? 'unknown' : severityOf(row, store);
  };
  if (by === 'own') return own;
  const names = new Intl.Collator(undefined, { numeric: true });
  const byName = own.toSorted((one, other) => names.compare(nameOf(one), nameOf(other)));
  return by === 'name'
    ? byName
    : byName.toSorted((one, other) => compareSeverities(severityAt(one), severityAt(other)));
}
