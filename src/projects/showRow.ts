import { l10n, window, type TreeView } from 'vscode';
import { locate, stepsTo } from '../items/find/locate';
import type { Inventory } from '../items/inventory';
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
 * Shows an item in the Projects view, and makes it known if it is not.
 * @param names those of the items that contain it and its own, to search for them
 * @throws ServiceError if it cannot be read
 */
export async function revealItem(
  id: string,
  view: TreeView<ItemStoreRow>,
  inventory: Inventory,
  names?: readonly string[],
): Promise<void> {
  const found = await locate(inventory, stepsTo(id, names), { signal: inventory.closed });
  if ('row' in found) await showRow(view, inventory.store, found.row);
  else {
    void window.showInformationMessage(l10n.t('The item was not found. It may have been deleted.'));
  }
}
