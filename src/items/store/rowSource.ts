import type { RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import type { RowPage } from './loadedList';
import type { RecordRules } from './records';
import type { ListRow, StoreRow, TreeRow } from './row';

/** What a store needs from its view: how to read a row's children, and which rows to add or hide. */
export interface RowSource<Row extends TreeRow, Parent extends Row> extends RecordRules<Row> {
  /** The view's ID. All row IDs start with it. */
  readonly rootId: string;
  /** Whether a row has children. */
  readonly isParent: (row: Row | ListRow) => row is Parent;
  /**
   * Reads the first page of the children of a row.
   * @param before the rows of the last successful read
   * @throws ServiceError
   */
  read(parent: Parent | undefined, options: CallOptions, before: readonly Row[]): Promise<RowPage<Row>>;
  /**
   * Reads a single row. Returns undefined if the service cannot, or no longer has it.
   * @throws ServiceError
   */
  readRow?(row: Parent, options: CallOptions): Promise<Row | undefined>;
  /** The loaded rows to show, in display order. Without it, all are shown in the service's order. */
  arrange?(rows: readonly Row[], parent: Parent | undefined): readonly Row[];
  /** Whether the order of `arrange` depends on how rows are. */
  isSorted?(): boolean;
  /** Whether a row comes before all others of its list. */
  isFirst?(row: Row): boolean;
  /** Rows to add if the list doesn't already contain them. */
  extraRows?(parent: Parent | undefined): readonly Row[];
  /** The row to show when no others are; `loaded` is how many rows are hidden. */
  emptyRow(parent: Parent | undefined, loaded: number): Row;
  /** Whether a refresh keeps what the tree does not show, because something else shows it. Otherwise, it is forgotten. */
  keepsHidden?(): boolean;
  /** Whether `filter` applies. */
  isFiltered?(): boolean;
  /** Hides rows depending on their own state and that of their children. Rows for which `isKept` is true stay. */
  filter?(
    rows: readonly StoreRow<Row, Parent>[],
    parent: Parent | undefined,
    isKept: (row: TreeRow) => boolean,
  ): readonly StoreRow<Row, Parent>[];
}

/** Rows with the same parent. */
export interface RowList<Row extends TreeRow, Parent extends Row> {
  readonly parent: Parent | undefined;
  readonly rows: readonly Row[];
  /** Whether the parent has no other rows. */
  readonly isWhole: boolean;
}

/** What one read returned; `readAt` and `requestNumber` are those of its first request. */
export type RowReading<Row extends TreeRow, Parent extends Row> = RowList<Row, Parent> & RequestTime;

/** What a view of a store has to redraw. */
export type RowChange<Row extends TreeRow, Parent extends Row> = TreeChange<StoreRow<Row, Parent>, Parent>;

/** What a view has to redraw. */
export type TreeChange<Row extends TreeRow, Parent extends Row> =
  /** The children of a row, or the top-level rows if `parent` is undefined. */
  | { readonly type: 'children'; readonly parent: Parent | undefined }
  /** A row, or something below it. */
  | { readonly type: 'row'; readonly row: Row };
