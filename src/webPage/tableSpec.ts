import type { Columns, TableView } from './columns';

/** A key for the selected rows. */
export interface KeySpec<Page, Row> {
  readonly key: string;
  readonly title: () => string;
  readonly run: (rows: readonly Row[], page: Page) => void;
}

/** Rows below a heading. */
export interface RowGroup<Row> {
  /** The same as long as what the rows have in common is the same. */
  readonly id: string;
  readonly rows: readonly Row[];
  /** Whether its rows are hidden until the user opens it. */
  readonly isFolded?: boolean;
  /** Whether it is no group but a row, which looks like the headings if these are closed at first. */
  readonly isRow?: boolean;
}

/** What the page gives a table. */
export interface TablePage {
  /** Of the table, in pixels. */
  readonly width: number;
  /** As in `PageContext`. */
  readonly hold: number | undefined;
}

/**
 * A table, once: the element `page-table` shows it. What takes a column or a group is a method, so that a table with any of them is
 * a table.
 */
export interface TableSpec<
  Page extends TablePage,
  Row extends { readonly id: string },
  Column extends string = string,
  Group extends RowGroup<Row> = RowGroup<Row>,
> {
  readonly label: () => string;
  readonly columns: Columns<Column, Page, Row>;
  /** In pixels, of most rows. */
  readonly rowHeight?: (page: Page) => number;
  /** Whether the text of a row wraps, so that rows differ in height. */
  readonly isWrapped?: boolean;
  readonly view: (page: Page) => TableView<Column>;
  change(page: Page, change: Partial<TableView<Column>>): void;
  /** What selects the rows. With another one, the table shows the active row, or its start if that is left out. */
  readonly filter: (page: Page) => string;
  /** The rows, in order. The same array as long as nothing has changed. */
  readonly rows: (page: Page) => readonly Row[];
  /** Undefined if they are not grouped. The same array as long as nothing has changed. */
  readonly groups?: (page: Page) => readonly Group[] | undefined;
  /** What a heading shows. */
  heading?(group: Group, page: Page): unknown;
  /** What stands above headings while there is nothing but headings, instead of the names of columns. */
  readonly headingHead?: (page: Page) => readonly string[] | undefined;
  /** What screen readers say of a heading. */
  headingSpoken?(group: Group, page: Page): readonly (string | undefined)[];
  /** The columns that something else asks for than the user's choice. */
  readonly asked?: (page: Page) => readonly Column[];
  /** Whether more rows belong to a row and are shown; undefined if none do. */
  readonly isOpen?: (row: Row) => boolean | undefined;
  /** What screen readers say of a row, the most important first: they start again with each row. */
  readonly spoken: (row: Row, page: Page) => readonly (string | undefined)[];
  /** The user pressed Enter on a row or clicked it twice. @param isCommand with Ctrl or Cmd */
  readonly open: (row: Row, isCommand: boolean, page: Page) => void;
  readonly keys?: readonly KeySpec<Page, Row>[];
  /** What the menu of a row knows, as `data-vscode-context`. @param meant the rows that it acts on */
  readonly menu?: (row: Row, meant: readonly Row[], page: Page) => string;
  /** Copies rows as cells for spreadsheets. */
  readonly copyCells?: (rows: readonly Row[], page: Page) => void;
  /** What is shown instead of rows. */
  readonly empty: (page: Page) => unknown;
}
