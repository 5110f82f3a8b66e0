import type { TreeItem } from 'vscode';
import { isListRow, type StoreRow, type TreeRow } from '../items/store/row';
import type { formatProgress } from '../text/format';
import { listRowItem } from './items';

/** How the rows of one kind look. */
export interface RowKind<Row extends TreeRow, Model> {
  item(row: Row, model: Model): TreeItem;
  /** Markdown; missing if it would add nothing to the row. `now` is in milliseconds since 1970. */
  hover?(row: Row, model: Model, now: number): string | Promise<string>;
  /** What its hover has, or lacks, that is read apart from the row. If that changes, the hover is built again. */
  readApart?(row: Row, model: Model): string;
}

/** All kinds of rows of a view. */
export type RowKinds<Row extends TreeRow, Model> = {
  readonly [Kind in Row['kind']]: RowKind<Extract<Row, { readonly kind: Kind }>, Model>;
};

/** How the rows of a view look. */
export interface Appearance<Row, Model> {
  itemOf(row: Row, model: Model): TreeItem;
  /** Undefined if the hover would add nothing to the row. */
  hoverOf(row: Row, model: Model, now: number): string | Promise<string | undefined> | undefined;
  readApart?(row: Row, model: Model): string | undefined;
}

/**
 * How the rows of a view look, and those that its store adds.
 * @param click the command that a click on one of these runs
 * @param progress how far a list is loaded
 */
export function appearanceOf<Row extends TreeRow, Parent extends Row, Model>(
  kindOf: (row: Row) => RowKind<Row, Model>,
  click: string,
  progress?: (model: Model) => typeof formatProgress,
): Appearance<StoreRow<Row, Parent>, Model> {
  return {
    itemOf: (row, model) =>
      isListRow(row) ? listRowItem(row, click, progress?.(model)) : kindOf(row).item(row, model),
    hoverOf: (row, model, now) => (isListRow(row) ? undefined : kindOf(row).hover?.(row, model, now)),
    readApart: (row, model) => (isListRow(row) ? undefined : kindOf(row).readApart?.(row, model)),
  };
}
