import { l10n, type TreeView } from 'vscode';
import { revealRow } from '../tree/revealRow';
import type { ProjectsModel } from './model';
import type { ResourceRow, ViewRow } from '../items/kinds';

/**
 * Shows a row in the Projects view, even if it is filtered or not loaded: selects it, and moves the focus to it. Does
 * nothing if another connection is active by now.
 */
export async function showRow(
  view: TreeView<ViewRow>,
  { store }: ProjectsModel,
  row: ResourceRow,
): Promise<void> {
  await revealRow(view, store.reveal(row), {
    isWanted: () => !store.closed.aborted,
    failure: l10n.t("Couldn't show the item. Open the Projects view and try again."),
  });
}
