import type { TreeView } from 'vscode';
import { isObject } from '../service/readers';
import { currentRow, givenRows } from '../tree/clickedRow';
import type { CommandArguments } from '../ui/commands';
import { chooseRow, type RowChoice } from './chooseRow';
import type { ProjectsModel } from './model';
import { isResourceRow, type ResourceRow, type ItemStoreRow } from '../items/kinds';

/** What the user selected. */
export type Selecting = Pick<TreeView<ItemStoreRow>, 'selection'>;

/** The Projects view, as commands need it. */
export interface CommandView {
  readonly view: TreeView<ItemStoreRow>;
  /** What is selected in it, also while VS Code draws it again. */
  readonly selection: Selecting;
}

/** The current row for a command argument, which may be anything, including a row that is gone. */
export function rowOf({ store }: ProjectsModel, argument: unknown): ResourceRow | undefined {
  return currentRow(store, argument, isResourceRow);
}

/**
 * The rows that a command works on, in the order of the tree. From the Command Palette, it works on the selection of the
 * view. From a web page, the clicked item has the selection as `selected`, in the order in which the page shows it.
 * @param choice what to ask the user from the Command Palette if nothing is selected
 */
export async function rowsOf(
  selected: Selecting,
  projects: ProjectsModel,
  given: CommandArguments,
  choice?: RowChoice,
): Promise<readonly ResourceRow[]> {
  const [argument] = given;
  if (given.length > 0) {
    const ofPage = isObject(argument) ? argument['selected'] : undefined;
    return Array.isArray(ofPage) && ofPage.length > 0
      ? currentRowsOfPage(projects, ofPage)
      : currentRows(projects, await givenRows(given, selected));
  }
  const rows = currentRows(projects, selected.selection);
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
