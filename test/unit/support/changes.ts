import type { ListRow, StoreRow, TreeRow } from '../../../src/items/store/row';
import type { ListView } from '../../../src/tree/listView';

/**
 * Records what a view has to redraw.
 * @returns `reloads`: the rows whose children have to be shown again, undefined for the view; `looks`: the changed rows
 */
export function recordChanges<Row extends TreeRow, Parent extends Row>(view: ListView<Row, Parent>) {
  const reloads: (Parent | undefined)[] = [];
  const looks: StoreRow<Row, Parent>[] = [];
  view.onDidChange(({ parents, rows }) => {
    reloads.push(...parents);
    looks.push(...rows);
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
