import { TextEditorSelectionChangeKind, window, type TreeView } from 'vscode';
import type { TreeRow } from '../items/store/row';

/** What tells where the user is. */
export type WatchedView<Row> = Pick<TreeView<Row>, 'selection' | 'onDidChangeSelection'>;

/**
 * Runs `run` with a function that tells whether the user has stayed: has not selected another row or editor, nor typed or
 * clicked in an editor. VS Code does not say which row has the focus, only which one is selected.
 * @param isOther whether a selected row means that the user has gone elsewhere
 */
export async function whileUserStays<Row extends TreeRow, Result>(
  view: WatchedView<Row>,
  isOther: (row: Row) => boolean,
  run: (hasStayed: () => boolean) => Promise<Result>,
): Promise<Result> {
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
    return await run(() => !isElsewhere);
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
  }
}
