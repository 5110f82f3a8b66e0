import type { TreeView } from 'vscode';
import type { ActiveProjects } from './activeProjects';
import type { RowChoice } from './chooseRow';
import type { ProjectsModel } from './model';
import { isResourceRow, type ResourceRow, type ViewRow } from './rows';

/** A view, as far as commands need to know what is selected in it. */
export type Selecting = Pick<TreeView<ViewRow>, 'selection'>;

/** What a keybinding passes: without a selected row, a key does nothing, while the Command Palette asks for a row. */
const bySelection = 'selected';

/** The row that an argument stands for, as it is now: the argument may be anything, or a row that is gone. */
export function rowOf(model: ProjectsModel, argument: unknown): ResourceRow | undefined {
  const row = isResourceRow(argument) ? model.store.find(argument.id) : undefined;
  return isResourceRow(row) ? row : undefined;
}

/**
 * The rows that a command works on, from the arguments that VS Code passes: a row and the selected ones, if it is among
 * them. From the Command Palette and by a key, those are the ones that are selected in `view`.
 * @param choice what the user is asked if there are none
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

/** The rows as they are now, in the order of the tree. */
function currentRows(model: ProjectsModel, argument: unknown, selected: unknown): readonly ResourceRow[] {
  const rows: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [argument];
  const ids = new Set(rows.flatMap((row) => (isResourceRow(row) ? row.id : [])));
  return ids.size === 0 ? [] : model.loadedRows.filter(({ id }) => ids.has(id));
}
