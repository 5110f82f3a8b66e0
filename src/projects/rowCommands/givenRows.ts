import type { TreeView } from 'vscode';
import { rowsOf, type ActiveProjects } from '../activeProjects';
import { chooseRow, type RowChoice } from '../chooseRow';
import type { Node, ResourceNode } from '../nodes';

/** A view as far as it is known what is selected in it. */
export type Selecting = Pick<TreeView<Node>, 'selection'>;

/** What a keybinding passes: a key that finds nothing does nothing, where the palette asks. */
const bySelection = 'selected';

/**
 * The rows that a command is about, from what VS Code passed to it: from the palette and by a key, what is selected in
 * `view`. Where there are none, `choice` is asked for.
 */
export async function givenRows(
  view: Selecting,
  active: ActiveProjects,
  argument: unknown,
  selected: unknown,
  choice?: RowChoice,
): Promise<readonly ResourceNode[]> {
  if (argument !== undefined && argument !== bySelection) return rowsOf(active.model, argument, selected);
  const rows = rowsOf(active.model, undefined, view.selection);
  if (rows.length > 0 || argument === bySelection || choice === undefined) return rows;
  const row = await chooseRow(active, choice);
  return row === undefined ? [] : [row];
}
