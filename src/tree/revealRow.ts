import { setTimeout } from 'node:timers/promises';
import { window, type TreeView } from 'vscode';
import type { TreeRow } from '../items/store/row';
import { whileUserStays, type WatchedView } from './whileUserStays';

/** How many milliseconds VS Code may take until it knows a row, also on a computer that is busy. */
const maxMs = 10_000;

/** How many milliseconds VS Code may take to select a row that it has revealed. */
const selectMs = 400;

/** How many milliseconds to wait before looking again. */
const pauseMs = 50;

interface RevealOptions {
  /** Whether to reveal the row at all: the user may have gone elsewhere while it was loaded. */
  readonly isWanted?: () => boolean;
  readonly expand?: boolean;
  /** What to tell the user if VS Code can't show the row. */
  readonly failure?: string;
}

/**
 * Reveals a row that was just loaded, selects it and moves the focus to it. While VS Code opens a view or draws its rows
 * again, it doesn't know all of them: revealing one then fails, or does nothing. It is tried again until VS Code knows
 * the row, unless the user has gone elsewhere in the meantime.
 */
export async function revealRow<Row extends TreeRow>(
  view: Pick<TreeView<Row>, 'reveal'> & WatchedView<Row>,
  row: Row,
  { isWanted = () => true, expand = false, failure }: RevealOptions = {},
): Promise<void> {
  const known = new Set([row.id, ...view.selection.map(({ id }) => id)]);
  await whileUserStays(
    view,
    ({ id }) => !known.has(id),
    async (hasStayed) => {
      const end = performance.now() + maxMs;
      while (isWanted()) {
        if (await isRevealed(view, row, expand)) return;
        if (!hasStayed()) return;
        if (performance.now() < end) continue;
        if (failure !== undefined) void window.showErrorMessage(failure);
        return;
      }
    },
  );
}

/** Tries to reveal a row. */
async function isRevealed<Row extends TreeRow>(
  view: Pick<TreeView<Row>, 'reveal' | 'selection'>,
  row: Row,
  expand: boolean,
): Promise<boolean> {
  try {
    await view.reveal(row, { select: true, focus: true, expand });
  } catch {
    await setTimeout(pauseMs);
    return false;
  }
  const isSelected = (): boolean => view.selection.some(({ id }) => id === row.id);
  for (let waited = 0; waited < selectMs && !isSelected(); waited += pauseMs) await setTimeout(pauseMs);
  return isSelected();
}
