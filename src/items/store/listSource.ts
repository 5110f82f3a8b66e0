import type { RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/callOptions';
import type { RowPage } from './loadedList';
import type { RecordRules } from './records';
import type { TreeRow } from './row';

/** Where lists come from. */
export interface ListSource<Row extends TreeRow, Parent extends Row> extends RecordRules<Row> {
  /** The ID of the top-level list. All row IDs start with it. */
  readonly rootId: string;
  /** Whether there is a list below a row. */
  readonly isParent: (row: TreeRow) => row is Parent;
  /**
   * Reads the first page of the list below a row.
   * @param before the rows of the last successful read
   * @throws ServiceError
   */
  read(parent: Parent | undefined, options: CallOptions, before: readonly Row[]): Promise<RowPage<Row>>;
  /**
   * Reads a single row. Returns undefined if the service cannot, or no longer has it.
   * @throws ServiceError
   */
  readRow?(row: Parent, options: CallOptions): Promise<Row | undefined>;
  /** What the user added below a row: it is there until the user removes it, whatever lists say. */
  added?(parent: Parent | undefined): readonly Row[];
}

/** Rows with the same parent. */
export interface RowList<Row extends TreeRow, Parent extends Row> {
  readonly parent: Parent | undefined;
  readonly rows: readonly Row[];
  /** Whether the parent has no other rows. */
  readonly isWhole: boolean;
}

/** What one read found below a parent; `readAt` and `requestNumber` are those of its first request. */
export interface RowReading<Row extends TreeRow, Parent extends Row> extends RequestTime {
  /** Undefined for the top level. */
  readonly parent: Parent | undefined;
  /** The records that it returned. */
  readonly rows: readonly Row[];
  /** The records that are no longer there, with all below them. */
  readonly gone: readonly Row[];
  /** When the whole list was requested before, so that other records have appeared since. */
  readonly wholeBefore: RequestTime | undefined;
}

/** What has changed at a time. */
export interface ListChanges<Row extends TreeRow> {
  /** The IDs of the lists in which a row has changed, or which have other rows, another end or another error. */
  readonly lists: ReadonlySet<string>;
  /** Whether a list has other rows, or has them in another order. */
  readonly isReordered: boolean;
  /** The rows to draw again: something about them, or below them, has changed. */
  readonly rows: ReadonlySet<Row>;
}
