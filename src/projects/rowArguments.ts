import type { TreeView } from 'vscode';
import { isObject } from '../service/readers';
import { currentRow, givenRows } from '../tree/clickedRow';
import type { CommandArguments } from '../ui/commands';
import { chooseRow, type RowChoice } from './chooseRow';
import type { ProjectsModel } from './model';
import { isResourceRow, type ResourceRow, type ItemStoreRow } from '../items/kinds';

/** The view with this ID, or else the one in which the user last selected something. */
export type Selecting = (argument: unknown) => { readonly selection: readonly ItemStoreRow[] };

/** The views that commands work on. */
export interface CommandViews {
  /** The Projects view, which shows every item. */
  readonly view: TreeView<ItemStoreRow>;
  /** The view with this ID, or else the Projects view. */
  readonly viewOf: (id: unknown) => TreeView<ItemStoreRow>;
  readonly selecting: Selecting;
}

/** The current row for a command argument, which may be anything, including a row that is gone. */
export function rowOf({ store }: ProjectsModel, argument: unknown): ResourceRow | undefined {
  return currentRow(store, argument, isResourceRow);
}

/**
 * The rows that a command works on, in the order of the tree. From the Command Palette, it works on the selection of a
 * view. From a web page, the clicked item has the selection as `selected`, in the order in which the page shows it.
 * @param choice what to ask the user from the Command Palette if nothing is selected
 */
export async function rowsOf(
  selecting: Selecting,
  projects: ProjectsModel,
  given: CommandArguments,
  choice?: RowChoice,
): Promise<readonly ResourceRow[]> {
  const [argument] = given;
  const view = selecting(argument);
  if (given.length > 0) {
    const ofPage = isObject(argument) ? argument['selected'] : undefined;
    return Array.isArray(ofPage) && ofPage.length > 0
      ? currentRowsOfPage(projects, ofPage)
      : currentRows(projects, await givenRows(given, view));
  }
  const rows = currentRows(projects, view.selection);
  if (rows.length > 0 || choice === undefined) return rows;
  const row = await chooseRow(projects, choice);
  return row === undefined ? [] : [row];
}

/** The current rows, in the order of the tree. */
function currentRows(projects: ProjectsModel, rows: readonly unknown[]): readonly ResourceRow[] {
  const current = new Set(currentRowsOfPage(projects, rows));
  return current.size === 0 ? [] : projects.inventory.rows.filter((row) => current.has(row));
}

/** The current rows, in the order in which they are given. */
function currentRowsOfPage(projects: ProjectsModel, rows: readonly unknown[]): readonly ResourceRow[] {
  return [...new Set(rows.flatMap((row) => rowOf(projects, row) ?? []))];
}
