import type { ListRow, StoreRow, TreeRow } from '../../../src/items/store/row';
import type { RowStore } from '../../../src/items/store/rowStore';

/**
 * Records what a store reports.
 * @returns `reloads`: the rows whose children have to be shown again, undefined for the view; `looks`: the changed rows
 */
export function recordChanges<Row extends TreeRow, Parent extends Row>(store: RowStore<Row, Parent>) {
  const reloads: (Parent | undefined)[] = [];
  const looks: StoreRow<Row, Parent>[] = [];
  store.onDidChange((changes) => {
    for (const change of changes) {
      if (change.type === 'children') reloads.push(change.parent);
      else looks.push(change.row);
    }
  });
  return { reloads, looks };
}

/** A short name of a row that the store adds. */
export function wordForListRow(row: ListRow): string {
  switch (row.kind) {
    case 'error':
      return `(${row.error.kind})`;
    case 'loadMore':
      return `(${row.loaded} of ${row.total ?? '?'})`;
    case 'truncated':
      return '(truncated)';
  }
}
