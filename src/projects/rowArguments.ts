import type { TreeView } from 'vscode';
import { isObject } from '../service/readers';
import { givenRows, type Selecting } from '../tree/givenRows';
import type { CommandArguments } from '../ui/commands';
import { chooseRow, type RowChoice } from './chooseRow';
import type { ProjectsModel } from './model';
import { viewId } from './rows/items';
import { isResourceRow, type ItemStoreRow, type ResourceRow } from '../items/kinds';

/** The Projects view, as commands need it. */
export interface CommandView {
  readonly view: TreeView<string>;
  /** What is selected in it, also while VS Code draws it again. */
  readonly selection: Selecting;
}

/**
 * The rows that a command works on, in the order of the tree, or in that of the page which passes them. From the Command
 * Palette, it works on the selection of the view.
 * @param choice what to ask the user from the Command Palette if nothing is selected
 */
export async function rowsOf(
  selected: Selecting,
  projects: ProjectsModel,
  given: CommandArguments,
  choice?: RowChoice,
): Promise<readonly ResourceRow[]> {
  const rows = new Set((await anyRowsOf(selected, projects, given)).filter(isResourceRow));
  if (rows.size > 0 && !isObject(given[0])) return inOrder(rows, projects);
  if (rows.size > 0 || given.length > 0 || choice === undefined) return [...rows];
  const row = await chooseRow(projects, choice);
  return row === undefined ? [] : [row];
}

/** Rows in the order of the tree. Those that it no longer shows come last. */
function inOrder(rows: ReadonlySet<ResourceRow>, projects: ProjectsModel): readonly ResourceRow[] {
  const visible = projects.rows
    .visible()
    .filter(isResourceRow)
    .filter((row) => rows.has(row));
  return [...new Set([...visible, ...rows])];
}

/** Those that stand for no item, too, in the order in which they are given. */
export function anyRowsOf(
  selected: Selecting,
  { rows }: ProjectsModel,
  given: CommandArguments,
): Promise<readonly ItemStoreRow[]> {
  return givenRows(rows, given.length === 0 ? [undefined, selected.selection] : given, viewId, selected);
}
