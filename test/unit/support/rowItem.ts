import type { TreeItem } from 'vscode';
import type { TreeRow } from '../../../src/items/store/row';
import { treeItemOf, type RowSpec } from '../../../src/tree/rowSpec';

/** A row as VS Code gets it. */
export function rowItem<Row extends TreeRow, Model extends { specOf(row: Row): RowSpec<Row, Model> }>(
  row: Row,
  model: Model,
): TreeItem {
  return treeItemOf(model.specOf(row).look(row, model));
}

export function textOf(part: TreeItem['label'] | TreeItem['description']): string {
  return typeof part === 'string' ? part : '';
}
