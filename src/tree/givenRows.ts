import { setTimeout } from 'node:timers/promises';
import { l10n, window, type TreeView } from 'vscode';
import { isObject } from '../service/readers';
import type { CommandArguments } from '../ui/commands';

// VS Code and pages know rows by their IDs. Here, and nowhere else, what they pass becomes the row as it is now.

/** What is selected in a view. */
export type Selecting = Pick<TreeView<string>, 'selection'>;

interface KnownRows<Row> {
  find(id: string): Row | undefined;
}

/** How many milliseconds VS Code may take to draw rows, and how many to wait before looking again. */
const maxWaitMs = 1500;
const lookAgainMs = 50;

/** The ID of the row of a command for a single one, which may not be known. */
export function givenId(argument: unknown): string | undefined {
  const [id] = idsIn([argument]);
  return typeof id === 'string' ? id : undefined;
}

/** The row of a command for a single one. */
export function givenRow<Row>(store: KnownRows<Row>, argument: unknown): Row | undefined {
  return store.find(givenId(argument) ?? '');
}

/**
 * The row that the command of a row works on: the one of the button or menu, or the one that was clicked. If that is not
 * known, the user is asked to click again: the command must not work on another row.
 *
 * The command of a row has no arguments. VS Code would replace them with a handle that is valid only until the row is drawn
 * again, so that a click at that moment would fail. A click selects its row before it runs the command.
 */
export async function clickedRow<Row>(
  store: KnownRows<Row>,
  given: CommandArguments,
  view: Selecting,
): Promise<Row | undefined> {
  const ids = given.length > 0 ? [given[0]] : await selectedIds(view);
  const row = ids.length === 1 ? givenRow(store, ids[0]) : undefined;
  if (row === undefined) {
    void window.showInformationMessage(l10n.t("Couldn't tell which row you clicked. Click it again."));
  }
  return row;
}

/**
 * The rows of a command, in the order in which they are given. While VS Code draws the clicked row again, it passes undefined:
 * then there are none, even if others are selected.
 * @param viewId of `view`
 */
export async function givenRows<Row>(
  store: KnownRows<Row>,
  given: CommandArguments,
  viewId: string,
  view: Selecting,
): Promise<readonly Row[]> {
  const ids = given[0] === viewId ? await selectedIds(view) : idsIn(given);
  return ids.flatMap((id) => givenRow(store, id) ?? []);
}

function idsIn([argument, selected]: CommandArguments): readonly unknown[] {
  const ids = isObject(argument) ? argument['ids'] : selected;
  return Array.isArray(ids) && ids.length > 0 ? ids : [argument];
}

/**
 * The selected rows. VS Code reports a selection before it runs the command of a key or a click. While it draws the selected rows
 * again, the selection seems to be empty.
 */
async function selectedIds(view: Selecting): Promise<readonly string[]> {
  for (let waited = 0; waited < maxWaitMs && view.selection.length === 0; waited += lookAgainMs) {
    await setTimeout(lookAgainMs);
  }
  return view.selection;
}
