import type { ServiceError } from '../../service/errors';
import type { Branch } from './branch';
import { loadedCount } from './loadedList';
import { isShownAbove } from './outage';
import type { ErrorRow, StoreRow, TreeRow } from './row';

/** What the rows of a branch depend on besides the branch. */
export interface BranchContext<Row extends TreeRow, Parent extends Row> {
  /** The ID of the parent, or of the view. */
  readonly parentId: string;
  readonly parent: Parent | undefined;
  /** See `RowSource`. */
  readonly arrange: (rows: readonly Row[]) => readonly Row[];
  readonly emptyRow: (loaded: number) => Row;
  /** The error at the top of the view. */
  readonly outage: ServiceError | undefined;
}

/**
 * All rows of a branch: its error, its list, the added rows, and "Load more" or why the list ends. Revealed rows that the
 * list or the source now has are no longer listed separately.
 */
export function allRowsOf<Row extends TreeRow, Parent extends Row, Details>(
  branch: Branch<Row, Parent, Details>,
  context: BranchContext<Row, Parent>,
): readonly StoreRow<Row, Parent>[] {
  const listed = context.arrange(branch.list.rows);
  const ids = new Set(listed.map(({ id }) => id));
  const extraRows = branch.extraRows.filter(({ id }) => !ids.has(id));
  for (const { id } of extraRows) ids.add(id);
  branch.revealedRows = branch.revealedRows.filter(({ id }) => !ids.has(id));
  const added = [...branch.revealedRows, ...extraRows];
  const end = listed.findLastIndex(({ kind }) => kind !== 'note') + 1;
  const rows = added.length === 0 ? listed : [...listed.slice(0, end), ...added, ...listed.slice(end)];
  return [...errorRows(branch, context), ...rows, ...lastRows(branch, context, rows.length === 0)];
}

function errorRows<Row extends TreeRow, Parent extends Row, Details>(
  branch: Branch<Row, Parent, Details>,
  context: BranchContext<Row, Parent>,
): readonly ErrorRow<Parent>[] {
  const { parentId, parent, outage } = context;
  const error = parent === undefined ? outage : isShownAbove(branch, outage) ? undefined : branch.error;
  const isOutage = parent === undefined && branch.readAt !== undefined;
  return error === undefined
    ? []
    : [
        {
          kind: 'error',
          id: `${parentId}/error`,
          parent,
          error,
          isOutage,
          isNextPage: false,
          isLoading: false,
        },
      ];
}

function lastRows<Row extends TreeRow, Parent extends Row, Details>(
  branch: Branch<Row, Parent, Details>,
  context: BranchContext<Row, Parent>,
  isEmpty: boolean,
): readonly StoreRow<Row, Parent>[] {
  const { parentId, parent } = context;
  const { list, nextPageError, readAt } = branch;
  const isLoading = branch.loadingMore !== undefined;
  const loaded = loadedCount(list);
  if (nextPageError !== undefined) {
    const id = `${parentId}/moreError`;
    return [
      { kind: 'error', id, parent, error: nextPageError, isOutage: false, isNextPage: true, isLoading },
    ];
  }
  if (list.cut !== undefined) {
    return [{ kind: 'truncated', id: `${parentId}/truncated`, parent, cut: list.cut, loaded }];
  }
  // A list with more pages but no items so far may not be empty.
  const isKnownEmpty =
    readAt !== undefined && list.error === undefined && (list.next === undefined || loaded > 0);
  return [
    ...(isEmpty && isKnownEmpty && list.note === undefined ? [context.emptyRow(loaded)] : []),
    ...(list.note === undefined ? [] : [list.note]),
    ...(list.next === undefined
      ? []
      : [
          {
            kind: 'loadMore' as const,
            id: `${parentId}/more`,
            parent,
            loaded,
            total: list.total,
            isLoading,
          },
        ]),
  ];
}
