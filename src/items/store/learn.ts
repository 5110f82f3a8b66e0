import type { Branch } from './branch';
import { reuseRows, type TreeRow } from './row';
import type { RowList } from './rowSource';

/**
 * Takes over what another read than that of a branch returned about its rows.
 * @param requestNumber of that read: rows that are not in a whole list are gone, unless they were requested later
 * @returns the rows whose content changed
 */
export function learnRows<Row extends TreeRow, Parent extends Row, Details>(
  branch: Branch<Row, Parent, Details>,
  { rows, isWhole }: RowList<Row, Parent>,
  requestNumber: number,
): ReadonlySet<Row> {
  const changed = new Set<Row>();
  reuseRows(branch.list.rows, rows, changed);
  reuseRows(branch.unlistedRows, rows, changed);
  const ids = new Set(rows.map(({ id }) => id));
  const isGone = (row: Row): boolean =>
    isWhole && !ids.has(row.id) && (row.requestNumber ?? 0) < requestNumber;
  if (branch.list.rows.some(isGone)) branch.remove(isGone);
  const kept = branch.unlistedRows.filter((row) => !isGone(row));
  const known = new Set([...branch.list.rows, ...kept].map(({ id }) => id));
  branch.unlistedRows = [...kept, ...rows.filter(({ id }) => !known.has(id))];
  return changed;
}
