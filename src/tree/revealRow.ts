import { setTimeout } from 'node:timers/promises';
import type { TreeView } from 'vscode';
import type { TreeRow } from './row';

/** How many milliseconds VS Code may take to select a row that it reveals. */
const maxWaitMs = 400;

/**
 * Reveals a row that was just loaded, selects it and moves the focus to it. VS Code may silently fail to do so while it
 * shows new rows, so that several attempts may be needed.
 * @param isWanted whether to go on: the user may have gone elsewhere in the meantime
 */
export async function revealRow<Row extends TreeRow>(
  view: Pick<TreeView<Row>, 'reveal' | 'selection'>,
  row: Row,
  isWanted = (): boolean => true,
): Promise<void> {
  const isSelected = (): boolean => view.selection.some(({ id }) => id === row.id);
  for (let attempts = 0; attempts < 3 && !isSelected() && isWanted(); attempts++) {
    await view.reveal(row, { select: true, focus: true });
    for (let waited = 0; waited < maxWaitMs && !isSelected(); waited += 50) await setTimeout(50);
  }
}
