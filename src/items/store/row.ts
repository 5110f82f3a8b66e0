import type { ServiceError } from '../../service/errors';
import type { Cut } from '../../service/pages';

export interface TreeRow {
  readonly kind: string;
  /** The parent's ID, `/` and a part of its own. Never contains state, so a changed row keeps its selection. */
  readonly id: string;
  /** Undefined for top-level rows. */
  readonly parent: TreeRow | undefined;
  /** When its data was requested, in milliseconds since 1970; undefined for rows without service data. */
  readonly readAt?: number | undefined;
  /** The number of that request: see `RequestTime`. */
  readonly requestNumber?: number | undefined;
  readonly aheadMs?: number | undefined;
}

/** A row that the store adds to a list. */
export type ListRow<Parent extends TreeRow = TreeRow> =
  LoadMoreRow<Parent> | TruncatedRow<Parent> | ErrorRow<Parent>;

export function isListRow(row: TreeRow): row is ListRow {
  return isRowOf(row, ['loadMore', 'truncated', 'error']);
}

export type StoreRow<Row extends TreeRow, Parent extends Row> = Row | ListRow<Parent>;

/** Stands for the part of a paginated list that is not loaded. */
export interface LoadMoreRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'loadMore';
  readonly parent: Parent | undefined;
  readonly loaded: number;
  readonly total: number | undefined;
  readonly isLoading: boolean;
}

interface TruncatedRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'truncated';
  readonly parent: Parent | undefined;
  readonly cut: Cut;
  readonly loaded: number;
}

/** An error, shown where the data would be. */
export interface ErrorRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'error';
  readonly parent: Parent | undefined;
  readonly error: ServiceError;
  /** Whether it is at the top of the view, above rows from an earlier read. */
  readonly isOutage: boolean;
  /** Whether only the next page failed; the earlier pages are shown above it. */
  readonly isNextPage: boolean;
  readonly isLoading: boolean;
}

/** Checks whether a command argument is a row of one of `kinds`, in any view. */
export function isRowOf<Kind extends string>(
  value: unknown,
  kinds: readonly Kind[],
): value is { readonly kind: Kind; readonly id: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    'id' in value &&
    typeof value.id === 'string' &&
    kinds.includes(value.kind as Kind)
  );
}
