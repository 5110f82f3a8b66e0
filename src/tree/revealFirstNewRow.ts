import { TextEditorSelectionChangeKind, window, type TreeView } from 'vscode';
import { revealRow } from './revealRow';
import type { TreeRow } from './row';

/**
 * Loads a page for the "Load more" row of `view`, and moves the focus to the first new row. If the user has gone elsewhere
 * in the meantime, the focus stays there. VS Code does not say which row has the focus, only which one is selected.
 * @param load returns the first new row, if there is any that is shown
 */
export async function revealFirstNewRow<Row extends TreeRow>(
  view: TreeView<Row>,
  load: () => Promise<Row | undefined>,
): Promise<void> {
  let isElsewhere = view.selection.some(isOther);
  const subscriptions = [
    view.onDidChangeSelection(({ selection }) => {
      // Empty if the selected row is gone.
      if (selection.length > 0) isElsewhere = selection.some(isOther);
    }),
    window.onDidChangeActiveTextEditor(() => {
      isElsewhere = true;
    }),
    window.onDidChangeTextEditorSelection(({ kind }) => {
      // Output that is appended also selects, as a command.
      const { Keyboard, Mouse } = TextEditorSelectionChangeKind;
      if (kind === Keyboard || kind === Mouse) isElsewhere = true;
    }),
  ];
  try {
    const first = await load();
    const isWanted = (): boolean => !isElsewhere && view.visible;
    if (first !== undefined) await revealRow(view, first, isWanted);
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
  }
}

function isOther({ kind }: TreeRow): boolean {
  // If the next page failed, an error row replaces "Load more".
  return kind !== 'loadMore' && kind !== 'error';
}
