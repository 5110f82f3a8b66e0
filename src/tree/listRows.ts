import { type ServiceError, isServiceError, lastingErrors } from '../service/errors';
import type { List } from '../items/store/list';
import { loadedCount } from '../items/store/loadedList';
import type { ListRow, StoreRow, TreeRow } from '../items/store/row';

/** What a view decides about its rows. */
export interface ViewRules<Row extends TreeRow, Parent extends Row> {
  /** The rows of a list, in display order. Without it, that is the service's order. */
  arrange?(rows: readonly Row[], parent: Parent | undefined): readonly Row[];
  /** Whether a row comes before all others of its list. */
  isFirst?(row: Row): boolean;
  /** Rows to add if the list doesn't already contain them. */
  extraRows?(parent: Parent | undefined): readonly Row[];
  /** The row to show when no others are; `loaded` is how many rows are hidden. */
  emptyRow(parent: Parent | undefined, loaded: number): Row;
  /** Whether `filter` applies. */
  isFiltered?(): boolean;
  /** Hides rows depending on their own state and that of their children. Rows for which `isKept` is true stay. */
  filter?(
    rows: readonly StoreRow<Row, Parent>[],
    parent: Parent | undefined,
    isKept: (row: TreeRow) => boolean,
  ): readonly StoreRow<Row, Parent>[];
}

/**
 * The rows to show of a list, in display order, unless a filter hides them.
 * @param revealed rows to show even if the list doesn't have them
 * @param outage the error at the top of the view
 */
export function listRows<Row extends TreeRow, Parent extends Row>(
  list: Readonly<List<Row>>,
  parent: Parent | undefined,
  revealed: readonly Row[],
  outage: ServiceError | undefined,
  rules: ViewRules<Row, Parent>,
): readonly StoreRow<Row, Parent>[] {
  const { loaded, readAt, nextPageError } = list;
  const listed = rules.arrange?.(loaded.rows, parent) ?? loaded.rows;
  const ids = new Set(listed.map(({ id }) => id));
  const extraRows = [...revealed, ...(rules.extraRows?.(parent) ?? [])];
  const added = extraRows.filter(({ id }) => !ids.has(id) && ids.add(id));
  const end = listed.findLastIndex(({ kind }) => kind !== 'note') + 1;
  const rows = withFirst([...listed.slice(0, end), ...added, ...listed.slice(end)], rules);
  const count = loadedCount(loaded);
  // A list with more pages but no items so far may not be empty.
  const mayBeEmpty =
    readAt !== undefined && loaded.error === undefined && (loaded.next === undefined || count > 0);
  const empty = rows.length === 0 && mayBeEmpty ? rules.emptyRow(parent, count) : undefined;
  const isCut = nextPageError !== undefined || loaded.cut !== undefined;
  const note = isCut ? undefined : (loaded.note ?? empty);
  return [...errorAbove(list, parent, outage), ...rows, ...(note ? [note] : []), ...endOf(list, parent)];
}

/** Puts those rows first that the view wants there. */
function withFirst<Row extends TreeRow, Parent extends Row>(
  rows: readonly Row[],
  rules: ViewRules<Row, Parent>,
): readonly Row[] {
  const first = new Set(rows.filter((row) => rules.isFirst?.(row)));
  return first.size === 0 ? rows : [...first, ...rows.filter((row) => !first.has(row))];
}

/** The error above the rows of a list. */
function errorAbove<Parent extends TreeRow>(
  list: Readonly<List<TreeRow>>,
  parent: Parent | undefined,
  outage: ServiceError | undefined,
): readonly ListRow<Parent>[] {
  const { id, readAt, loaded } = list;
  const error = parent === undefined ? outage : isShownAbove(list, outage) ? undefined : list.error;
  if (error === undefined) return [];
  const isOutage = parent === undefined && readAt !== undefined && error !== loaded.error;
  return [{ kind: 'error', id: `${id}/error`, parent, error, isOutage, isNextPage: false, isLoading: false }];
}

/** "Load more", or why a list ends. */
function endOf<Parent extends TreeRow>(
  { id, loaded, nextPageError: error, loadingMore }: Readonly<List<TreeRow>>,
  parent: Parent | undefined,
): readonly ListRow<Parent>[] {
  const isLoading = loadingMore !== undefined;
  const count = loadedCount(loaded);
  if (error !== undefined) {
    const row = { kind: 'error', id: `${id}/moreError`, parent, error, isOutage: false } as const;
    return [{ ...row, isNextPage: true, isLoading }];
  }
  if (loaded.cut !== undefined)
    return [{ kind: 'truncated', id: `${id}/truncated`, parent, cut: loaded.cut, loaded: count }];
  if (loaded.next === undefined) return [];
  return [{ kind: 'loadMore', id: `${id}/more`, parent, loaded: count, total: loaded.total, isLoading }];
}

/** Whether other requests would fail, too, whichever list it occurs in. */
export function concernsService(error: ServiceError): boolean {
  return isServiceError(error, ...lastingErrors, 'unreachable');
}

/** The results of the last reads of a list. */
type ListState = Pick<List<TreeRow>, 'error' | 'readAt' | 'requestNumber' | 'failedNumber'>;

/**
 * The error to show at the top of a view: that of the top-level list, or an error of any list that affects the whole
 * service and is not over. An outage is shown once there, not in each list. It is over once a later request for any list
 * succeeds: a list that failed may be collapsed, and is not read again.
 */
export function outageOf(top: ListState | undefined, lists: readonly ListState[]): ServiceError | undefined {
  const succeeded = lists.reduce((latest, { requestNumber = 0 }) => Math.max(latest, requestNumber), 0);
  const failing = lists.find(
    ({ error, readAt, failedNumber }) =>
      error !== undefined && readAt !== undefined && concernsService(error) && failedNumber > succeeded,
  );
  return failing?.error ?? top?.error;
}

/**
 * Whether the error of a list is shown at the top of the view instead. A list without rows always shows its own error.
 */
function isShownAbove({ error, readAt }: ListState, outage: ServiceError | undefined): boolean {
  if (error === undefined || outage === undefined || readAt === undefined) return false;
  return (
    concernsService(error) || (error.kind === outage.kind && error.failure.status === outage.failure.status)
  );
}
