import { setTimeout } from 'node:timers/promises';
import { TextEditorSelectionChangeKind, type TreeView, window } from 'vscode';
import type { TreeRow } from '../items/store/row';

/** How many milliseconds VS Code may take until it knows a row, also on a computer that is busy. */
const maxMs = 10_000;

/** How many milliseconds VS Code may take to select a row that it has revealed. */
const selectMs = 400;

/** How many milliseconds to wait before looking again. */
const pauseMs = 50;

/**
 * Reveals a row that was just loaded, selects it and moves the focus to it. While VS Code opens a view or draws its rows
 * again, it doesn't know all of them: revealing one then fails, or does nothing. It is tried again until VS Code knows
 * the row, unless the user has gone elsewhere in the meantime.
 * @param isWanted whether to reveal the row at all: the user may have gone elsewhere while it was loaded
 * @param failure what to tell the user if VS Code can't show the row
 */
export async function revealRow(
  view: TreeView<string>,
  id: string,
  isWanted: () => boolean,
  failure?: string,
): Promise<void> {
  const known = new Set([id, ...view.selection]);
  await whileUserStays(
    view,
    (selected) => !known.has(selected),
    async (hasStayed) => {
      const end = performance.now() + maxMs;
      while (isWanted()) {
        if (await isRevealed(view, id)) return;
        if (!hasStayed()) return;
        if (performance.now() < end) continue;
        if (failure !== undefined) void window.showErrorMessage(failure);
        return;
      }
    },
  );
}

/** Tries to reveal a row. */
async function isRevealed(view: TreeView<string>, id: string): Promise<boolean> {
  try {
    await view.reveal(id, { select: true, focus: true });
  } catch {
    await setTimeout(pauseMs);
    return false;
  }
  const isSelected = (): boolean => view.selection.includes(id);
  for (let waited = 0; waited < selectMs && !isSelected(); waited += pauseMs) await setTimeout(pauseMs);
  return isSelected();
}

/**
 * Runs `run` with a function that tells whether the user has stayed: has not selected another row or editor, nor typed or
 * clicked in an editor. VS Code does not say which row has the focus, only which one is selected.
 * @param isOther whether a selected row means that the user has gone elsewhere
 */
async function whileUserStays<Result>(
  view: TreeView<string>,
  isOther: (id: string) => boolean,
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

/** Where "Load more" finds the next page. */
interface PagedRows<Parent> {
  find(id: string): TreeRow | undefined;
  loadMore(parent: Parent | undefined): Promise<TreeRow | undefined>;
}

/**
 * Loads a page for the "Load more" row of `view`, and moves the focus to the first new row. If the user has gone elsewhere
 * in the meantime, the focus stays there.
 */
export async function revealNextPage<Parent>(
  view: TreeView<string>,
  store: PagedRows<Parent>,
  parent: Parent | undefined,
): Promise<void> {
  // If the next page failed, an error row replaces "Load more".
  const isOther = (id: string): boolean => !['loadMore', 'error', undefined].includes(store.find(id)?.kind);
  await whileUserStays(view, isOther, async (hasStayed) => {
    const first = await store.loadMore(parent);
    if (first !== undefined) await revealRow(view, first.id, () => hasStayed() && view.visible);
  });
}
