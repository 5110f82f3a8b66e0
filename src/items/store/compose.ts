import type { ServiceError } from '../../service/errors';
import type { Branch } from './branch';
import { loadedCount } from './loadedList';
import { isShownAbove } from './outage';
import type { ErrorRow, ListRow, StoreRow, TreeRow } from './row';

/** What the rows of a branch depend on besides the branch. */
interface Composition<Row extends TreeRow, Parent extends Row> {
  /** The rows of the list to show, in display order. */
  readonly listed: readonly Row[];
  /** See `RowSource`. */
  readonly extraRows: readonly Row[];
  readonly revealed: readonly Row[];
  readonly emptyRow: (loaded: number) => Row;
  /** Returns the object that already stands for a row. */
  readonly toRecord: (row: ListRow<Parent>) => ListRow<Parent>;
  /** The error at the top of the view. */
  readonly outage: ServiceError | undefined;
}

/** All rows of a branch: its error, its list, the added rows, and "Load more" or why the list ends. */
export function composeRows<Row extends TreeRow, Parent extends Row, Details>(
  branch: Branch<Row, Parent, Details>,
  composition: Composition<Row, Parent>,
): readonly StoreRow<Row, Parent>[] {
  const { listed, extraRows, revealed } = composition;
  const ids = new Set(listed.map(({ id }) => id));
  const added = [...revealed, ...extraRows].filter(({ id }) => !ids.has(id) && ids.add(id));
  const end = listed.findLastIndex(({ kind }) => kind !== 'note') + 1;
  const rows = added.length === 0 ? listed : [...listed.slice(0, end), ...added, ...listed.slice(end)];
  const errors = errorRows(branch, composition).map(composition.toRecord);
  return [...errors, ...rows, ...lastRows(branch, composition, rows.length === 0)];
}

function errorRows<Row extends TreeRow, Parent extends Row, Details>(
  branch: Branch<Row, Parent, Details>,
  { outage }: Composition<Row, Parent>,
): readonly ErrorRow<Parent>[] {
  const { parent } = branch;
  const error = parent === undefined ? outage : isShownAbove(branch, outage) ? undefined : branch.error;
  if (error === undefined) return [];
  const isOutage = parent === undefined && branch.readAt !== undefined && error !== branch.list.error;
  const id = `${branch.id}/error`;
  return [{ kind: 'error', id, parent, error, isOutage, isNextPage: false, isLoading: false }];
}

function lastRows<Row extends TreeRow, Parent extends Row, Details>(
  branch: Branch<Row, Parent, Details>,
  { emptyRow, toRecord }: Composition<Row, Parent>,
  isEmpty: boolean,
): readonly StoreRow<Row, Parent>[] {
  const { parent, list, nextPageError: error, readAt } = branch;
  const isLoading = branch.loadingMore !== undefined;
  const loaded = loadedCount(list);
  if (error !== undefined) {
    const id = `${branch.id}/moreError`;
    return [toRecord({ kind: 'error', id, parent, error, isOutage: false, isNextPage: true, isLoading })];
  }
  if (list.cut !== undefined) {
    return [toRecord({ kind: 'truncated', id: `${branch.id}/truncated`, parent, cut: list.cut, loaded })];
  }
  const rows: (Row | ListRow<Parent>)[] = list.note === undefined ? [] : [list.note];
  // A list with more pages but no items so far may not be empty.
  const isKnownEmpty =
    readAt !== undefined && list.error === undefined && (list.next === undefined || loaded > 0);
  if (isEmpty && isKnownEmpty && list.note === undefined) rows.push(emptyRow(loaded));
  if (list.next !== undefined) {
    const id = `${branch.id}/more`;
    rows.push(toRecord({ kind: 'loadMore', id, parent, loaded, total: list.total, isLoading }));
  }
  return rows;
}
