import type { TreeView } from 'vscode';
import { revealRow } from './revealRow';
import type { TreeRow } from '../items/store/row';
import { whileUserStays } from './whileUserStays';

/**
 * Loads a page for the "Load more" row of `view`, and moves the focus to the first new row. If the user has gone elsewhere
 * in the meantime, the focus stays there.
 * @param load returns the first new row, if there is any that is shown
 */
export async function revealFirstNewRow<Row extends TreeRow>(
  view: TreeView<Row>,
  load: () => Promise<Row | undefined>,
): Promise<void> {
  await whileUserStays(view, isOther, async (hasStayed) => {
    const first = await load();
    if (first !== undefined) await revealRow(view, first, { isWanted: () => hasStayed() && view.visible });
  });
}

function isOther({ kind }: TreeRow): boolean {
  // If the next page failed, an error row replaces "Load more".
  return kind !== 'loadMore' && kind !== 'error';
}
