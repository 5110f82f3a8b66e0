import type { TreeView } from 'vscode';
import { isObject } from '../service/readers';
import type { ActiveProjects } from './activeProjects';
import type { RowChoice } from './chooseRow';
import type { ProjectsModel } from './model';
import { isResourceRow, type ResourceRow, type ViewRow } from './rows';

/** The selection of a view. */
export type Selecting = Pick<TreeView<ViewRow>, 'selection'>;

/** What a keybinding passes: without a selected row, a key does nothing, while the Command Palette asks for a row. */
const bySelection = 'selected';

/** The current row for a command argument, which may be anything, including a row that is gone. */
export function rowOf(model: ProjectsModel, argument: unknown): ResourceRow | undefined {
  const row = isResourceRow(argument) ? model.store.find(argument.id) : undefined;
  return isResourceRow(row) ? row : undefined;
}

/**
 * The rows that a command works on. VS Code passes the clicked row, and the selection if it includes that row; from a web
 * page, the clicked item has it as `selected`. From the Command Palette or a keybinding, the command works on the selection
 * of `view`.
 * @param choice what to ask the user if there are none
 */
export async function rowsOf(
  view: Selecting,
  active: ActiveProjects,
  argument: unknown,
  selected: unknown,
  choice?: RowChoice,
): Promise<readonly ResourceRow[]> {
  if (argument !== undefined && argument !== bySelection)
    return currentRows(active.model, argument, selected);
  const rows = currentRows(active.model, undefined, view.selection);
  if (rows.length > 0 || argument === bySelection || choice === undefined) return rows;
  const { chooseRow } = await import('./chooseRow');
  const row = await chooseRow(active, choice);
  return row === undefined ? [] : [row];
}

/** The current rows, in the order of the tree. */
function currentRows(model: ProjectsModel, argument: unknown, selected: unknown): readonly ResourceRow[] {
  const rows = selectionOf(selected) ?? (isObject(argument) ? selectionOf(argument['selected']) : undefined);
  const ids = new Set((rows ?? [argument]).flatMap((row) => (isResourceRow(row) ? row.id : [])));
  return ids.size === 0 ? [] : model.loadedRows.filter(({ id }) => ids.has(id));
}

function selectionOf(selected: unknown): readonly unknown[] | undefined {
  return Array.isArray(selected) && selected.length > 0 ? selected : undefined;
}
