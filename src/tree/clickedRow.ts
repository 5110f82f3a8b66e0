import type { TreeView } from 'vscode';

/**
 * The row that a command works on: its argument or, without one, the only selected row.
 *
 * The command of a row has no arguments. VS Code would replace them with a handle that is valid only until the row is drawn
 * again, so that a click at that moment would fail. A click selects its row before it runs the command.
 */
export function clickedRow(argument: unknown, { selection }: Pick<TreeView<unknown>, 'selection'>): unknown {
  return argument ?? (selection.length === 1 ? selection[0] : undefined);
}
