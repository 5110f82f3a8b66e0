import type { CallOptions } from '../service/schedule';
import type { RowPage } from './loadedList';
import type { ListRow, StoreRow, TreeRow } from './row';

/** What a view gives to its store: how the children of a row are read, and which other rows there are. */
export interface RowSource<Row extends TreeRow, Parent extends Row, Details = undefined> {
  /** The ID of the view, which all IDs of its rows begin with. */
  readonly rootId: string;
  /** Whether a row has children. */
  readonly isParent: (row: Row | ListRow) => row is Parent;
  /**
   * Reads the first page of the children of a row.
   * @param before the rows of the last good reading
   * @throws ServiceError
   */
  read(
    parent: Parent | undefined,
    options: CallOptions,
    before: readonly Row[],
  ): Promise<RowPage<Row, Details>>;
  /**
   * Reads one row by itself. Returns undefined if the service cannot, or no longer has it.
   * @throws ServiceError
   */
  readRow?(row: Parent, options: CallOptions): Promise<Row | undefined>;
  /** The loaded rows that are shown, in their order; all of them if it is missing. */
  arrange?(rows: readonly Row[], parent: Parent | undefined): readonly Row[];
  /** Rows that the list of a row may lack. Those that it has are not shown twice. */
  extraRows?(parent: Parent | undefined): readonly Row[];
  /** The row in the place of an empty list, of which `loaded` items are loaded and not shown. */
  emptyRow(parent: Parent | undefined, loaded: number): Row;
  /** Whether `filter` applies. */
  isFiltered?(): boolean;
  /** Hides rows by what is known about them and below them. Rows that `isKept` names stay. */
  filter?(
    rows: readonly StoreRow<Row, Parent>[],
    parent: Parent | undefined,
    isKept: (row: TreeRow) => boolean,
  ): readonly StoreRow<Row, Parent>[];
}

/** What a view has to show again. */
export type RowChange<Row extends TreeRow, Parent extends Row> =
  /** The children of a row; those of the view if there is none. */
  | { readonly type: 'children'; readonly parent: Parent | undefined }
  /** A row: its own content changed, or else something below it. */
  | { readonly type: 'row'; readonly row: StoreRow<Row, Parent>; readonly contentChanged: boolean };
