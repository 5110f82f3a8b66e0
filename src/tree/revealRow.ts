import { setTimeout } from 'node:timers/promises';
import type { TreeView } from 'vscode';
import type { TreeRow } from './row';

/** How many milliseconds to wait between attempts. */
const settlingMs = 400;

/**
 * Reveals a row, selects it and moves the focus to it. While VS Code shows rows that were just loaded, it may silently fail
 * to reveal one of them, so that several attempts may be needed.
 * @param isWanted whether to go on: the user may have gone elsewhere in the meantime
 */
export async function revealRow<Row extends TreeRow>(
  view: Pick<TreeView<Row>, 'reveal' | 'selection'>,
  row: Row,
  { expand = false, isWanted = () => true }: { expand?: boolean; isWanted?: () => boolean } = {},
): Promise<void> {
  for (let attempts = 0; attempts < 3 && isWanted(); attempts++) {
    if (attempts > 0) await setTimeout(settlingMs);
    if (isWanted()) await view.reveal(row, { select: true, focus: true, expand });
    // By ID, because the store may have replaced the row.
    if (view.selection.some(({ id }) => id === row.id)) return;
  }
}
