import type { TreeView } from 'vscode';
import { rowsOf, type ActiveProjects } from '../activeProjects';
import { chooseRow, type RowChoice } from '../chooseRow';
import type { Node, ResourceNode } from '../nodes';

/** The rows that a command is about, from what VS Code passed to it; where there are none, `choice` is asked for. */
export type GivenRows = (
  active: ActiveProjects,
  argument: unknown,
  selected: unknown,
  choice?: RowChoice,
) => Promise<readonly ResourceNode[]>;

/** What a keybinding passes: a key that finds nothing does nothing, where the palette asks. */
const bySelection = 'selected';

/** From the palette and by a key a command is about what is selected in `view`. */
export function givenRows(view: Pick<TreeView<Node>, 'selection'>): GivenRows {
  return async (active, argument, selected, choice) => {
    if (argument !== undefined && argument !== bySelection) return rowsOf(active.model, argument, selected);
    const rows = rowsOf(active.model, undefined, view.selection);
    if (rows.length > 0 || argument === bySelection || choice === undefined) return rows;
    const row = await chooseRow(active, choice);
    return row === undefined ? [] : [row];
  };
}
