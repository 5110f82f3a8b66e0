import { setTimeout } from 'node:timers/promises';
import { l10n, window, type TreeView } from 'vscode';
import type { TreeRow } from '../items/store/row';
import { isObject } from '../service/readers';

/** What VS Code passes to a command. Empty for the click on a row, a key and the Command Palette. */
type Given = readonly [argument?: unknown, selected?: unknown];

type Selecting<Row> = Pick<TreeView<Row>, 'selection'>;

interface KnownRows {
  find(id: string): unknown;
}

/** Whether an argument is what a keybinding passes: the ID of the view whose selection is meant. */
function isViewId(argument: unknown): boolean {
  return typeof argument === 'string';
}

/** How many milliseconds VS Code may take to draw rows, and how many to wait before looking again. */
const maxMs = 1500;
const pauseMs = 50;

/**
 * The row that the command of a row works on: the one of the button or menu, or the one that was clicked. If that is not
 * known, the user is asked to click again: the command must not work on another row.
 *
 * The command of a row has no arguments. VS Code would replace them with a handle that is valid only until the row is drawn
 * again, so that a click at that moment would fail. A click selects its row before it runs the command.
 */
export async function clickedRow<Row>(given: Given, view: Selecting<Row>): Promise<unknown> {
  const rows = given.length > 0 ? [given[0]] : await selectedRows(view);
  const [row] = rows.length === 1 ? rows : [];
  if (row === undefined) {
    void window.showInformationMessage(l10n.t("Couldn't tell which row you clicked. Click it again."));
  }
  return row;
}

/**
 * The rows that a command of a menu or a keybinding works on. VS Code passes the clicked row, and the selection if it
 * includes that row. While it draws the clicked row again, it passes undefined: then there are none, even if others are
 * selected.
 */
export async function givenRows<Row>(given: Given, view: Selecting<Row>): Promise<readonly unknown[]> {
  const [argument, selected] = given;
  if (given.length === 0 || isViewId(argument)) return selectedRows(view);
  const rows: readonly unknown[] = Array.isArray(selected) ? selected : [];
  return rows.length > 0 ? rows : [argument];
}

/** The current rows that a command of a menu or a keybinding works on. */
export async function currentRows<Row extends TreeRow>(
  store: KnownRows,
  given: Given,
  view: Selecting<TreeRow>,
  isWanted: (row: unknown) => row is Row,
): Promise<readonly Row[]> {
  const rows = await givenRows(given, view);
  return rows.flatMap((row) => currentRow(store, row, isWanted) ?? []);
}

/**
 * Whether VS Code passed these arguments for a menu or a key of the view. Other extensions and agents can run a command with an
 * object that is like a row, but do not have the row. They can have VS Code pass it.
 */
export function isFromView(viewId: string, store: KnownRows, [argument]: Given): boolean {
  const isRow = (row: unknown): row is TreeRow => isObject(row) && typeof row['id'] === 'string';
  return argument === viewId || (isRow(argument) && currentRow(store, argument, isRow) === argument);
}

/** The current row for an argument of a command, which may be anything, including a row that is gone. */
export function currentRow<Row extends TreeRow>(
  store: KnownRows,
  argument: unknown,
  isWanted: (row: unknown) => row is Row,
): Row | undefined {
  const row = isWanted(argument) ? store.find(argument.id) : undefined;
  return isWanted(row) ? row : undefined;
}

/**
 * The selected rows. VS Code reports a selection before it runs the command of a key or a click, by IDs. While it draws
 * the selected rows again, the extension can't know them, and the selection seems to be empty.
 */
async function selectedRows<Row>(view: Selecting<Row>): Promise<readonly Row[]> {
  for (let waited = 0; waited < maxMs && view.selection.length === 0; waited += pauseMs) {
    await setTimeout(pauseMs);
  }
  return view.selection;
}
