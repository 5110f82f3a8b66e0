import type { ServiceError } from '../../service/errors';
import type { Branch } from './branch';
import { loadedCount } from './loadedList';
import { isShownAbove } from './outage';
import type { ErrorRow, ListRow, TreeRow } from './row';
import type { RowSource } from './rowSource';

/** The rows to show of a branch, without its error, "Load more" or why the list ends. */
export function composeRows<Row extends TreeRow, Parent extends Row>(
  { parent, list, nextPageError, readAt, revealed }: Branch<Row, Parent>,
  source: RowSource<Row, Parent>,
  find: (id: string) => Row | undefined,
): readonly Row[] {
  const listed = source.arrange?.(list.rows, parent) ?? list.rows;
  const ids = new Set(listed.map(({ id }) => id));
  const extraRows = [...[...revealed].flatMap((id) => find(id) ?? []), ...(source.extraRows?.(parent) ?? [])];
  const added = extraRows.filter(({ id }) => !ids.has(id) && ids.add(id));
  const end = listed.findLastIndex(({ kind }) => kind !== 'note') + 1;
  const rows = firstOf([...listed.slice(0, end), ...added, ...listed.slice(end)], source);
  if (nextPageError !== undefined || list.cut !== undefined) return rows;
  if (list.note !== undefined) return [...rows, list.note];
  const loaded = loadedCount(list);
  // A list with more pages but no items so far may not be empty.
  const isKnownEmpty =
    rows.length === 0 &&
    readAt !== undefined &&
    list.error === undefined &&
    (list.next === undefined || loaded > 0);
  return isKnownEmpty ? [source.emptyRow(parent, loaded)] : rows;
}

/** Puts those rows first that the source wants there. */
function firstOf<Row extends TreeRow>(
  rows: readonly Row[],
  { isFirst = () => false }: Pick<RowSource<Row, Row>, 'isFirst'>,
): readonly Row[] {
  const first = new Set(rows.filter((row) => isFirst(row)));
  return first.size === 0 ? rows : [...first, ...rows.filter((row) => !first.has(row))];
}

/** The error above the rows of a branch. @param outage the error at the top of the view */
export function errorOf<Parent extends TreeRow>(
  branch: Branch<TreeRow, Parent>,
  outage: ServiceError | undefined,
): ErrorRow<Parent> | undefined {
  const { id, parent, readAt, list } = branch;
  const error = parent === undefined ? outage : isShownAbove(branch, outage) ? undefined : branch.error;
  if (error === undefined) return undefined;
  const isOutage = parent === undefined && readAt !== undefined && error !== list.error;
  return { kind: 'error', id: `${id}/error`, parent, error, isOutage, isNextPage: false, isLoading: false };
}

/** "Load more", or why the list of a branch ends. */
export function endOf<Parent extends TreeRow>(branch: Branch<TreeRow, Parent>): ListRow<Parent> | undefined {
  const { id, parent, list, nextPageError: error, loadingMore } = branch;
  const isLoading = loadingMore !== undefined;
  const loaded = loadedCount(list);
  if (error !== undefined) {
    return {
      kind: 'error',
      id: `${id}/moreError`,
      parent,
      error,
      isOutage: false,
      isNextPage: true,
      isLoading,
    };
  }
  if (list.cut !== undefined)
    return { kind: 'truncated', id: `${id}/truncated`, parent, cut: list.cut, loaded };
  if (list.next === undefined) return undefined;
  return { kind: 'loadMore', id: `${id}/more`, parent, loaded, total: list.total, isLoading };
}
