import { tableColumns, type TableColumn } from '../../items/fields';

/** How wide columns are in a table of 1,200 pixels, and how wide they must be. They share the width of others in proportion. */
const columnWidths: Readonly<Record<TableColumn, { readonly usual: number; readonly needed: number }>> = {
  state: { usual: 110, needed: 30 },
  name: { usual: 280, needed: 200 },
  cause: { usual: 280, needed: 200 },
  path: { usual: 200, needed: 170 },
  addresses: { usual: 130, needed: 120 },
  heartbeat: { usual: 112, needed: 100 },
  readAt: { usual: 80, needed: 70 },
  uid: { usual: 240, needed: 150 },
};

/** Those that the user chose. */
type Widths = Readonly<Partial<Record<string, number>>>;

/** Whether there is room for the words of severities. */
export function isWide(tableWidth: number): boolean {
  return tableWidth >= 1000;
}

/** The columns that users can hide. */
export const optionalColumns = tableColumns.filter((column) => column !== 'state' && column !== 'name');

/** The columns that fit into a table of this width: the most important ones, three at least. */
export function fittingColumns(hidden: readonly TableColumn[], tableWidth: number): readonly TableColumn[] {
  let rest = tableWidth;
  return tableColumns.filter((column, index) => {
    if (hidden.includes(column)) return false;
    rest -= columnWidths[column].needed;
    return rest >= 0 || index < 3;
  });
}

function widthOf(column: TableColumn, widths: Widths): number {
  return widths[column] ?? columnWidths[column].usual;
}

/** The widths of the columns, for CSS. */
export function columnsStyle(shown: readonly TableColumn[], widths: Widths, tableWidth: number): string {
  const { usual, needed } = columnWidths.state;
  const tracks = shown.map((column) =>
    column === 'state'
      ? `${isWide(tableWidth) ? usual : needed}px`
      : `minmax(0, ${widthOf(column, widths)}fr)`,
  );
  return `--columns: ${tracks.join(' ')}`;
}

/** The part of the width of two columns that the left one has. */
export function shareOf(widths: Widths, left: TableColumn, right: TableColumn): number {
  return widthOf(left, widths) / (widthOf(left, widths) + widthOf(right, widths));
}

/** Moves the border between two columns. @param share the part of their width that the left one gets */
export function resized(widths: Widths, left: TableColumn, right: TableColumn, share: number): Widths {
  const both = widthOf(left, widths) + widthOf(right, widths);
  // A column that has less could not be found again.
  const width = Math.round(both * Math.min(Math.max(share, 0.15), 0.85));
  return { ...widths, [left]: width, [right]: both - width };
}
