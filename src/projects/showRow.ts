import { l10n, window, type TreeView } from 'vscode';
import { findItem } from '../items/find/findItem';
import type { ResourceRow, ItemStoreRow } from '../items/kinds';
import type { ItemStore } from '../items/kinds/kind';
import { revealRow } from '../tree/revealRow';

/**
 * Shows a row in the Projects view, even if it is filtered or not loaded: selects it, and moves the focus to it. Does
 * nothing if another connection is active by now.
 */
export async function showRow(
  view: TreeView<ItemStoreRow>,
  store: ItemStore,
  row: ResourceRow,
): Promise<void> {
  await revealRow(view, store.reveal(row), {
    isWanted: () => !store.closed.aborted,
    failure: l10n.t("Couldn't show the item. Open the Projects view and try again."),
  });
}

/**
 * Shows an item in the Projects view, and reads the lists that lead to it if they are not known any more.
 * @throws ServiceError if one of them cannot be read
 */
export async function revealItem(id: string, view: TreeView<ItemStoreRow>, store: ItemStore): Promise<void> {
  const row = await findItem(id, store, store.closed);
  if (row !== undefined) await showRow(view, store, row);
  else {
    void window.showInformationMessage(l10n.t('The item was not found. It may have been deleted.'));
  }
}
