import { l10n, window } from 'vscode';
import { locate, stepsTo } from '../../find/locate';
import type { Inventory } from '../../items/inventory';
import { readItemPath, type ItemPath } from '../../items/item';
import { pathOfRow, type ResourceRow } from '../../items/kinds';
import { list } from '../../service/readers';

const openedKey = 'openedItems';

const maxOpened = 20;

/** What the user opened, the latest first. */
export function openedItems({ session }: Inventory): readonly ItemPath[] {
  return list(readItemPath)(session.state.read(openedKey)) ?? [];
}

/** Call this when the user opens an item. */
export async function noteOpened(inventory: Inventory, row: ResourceRow): Promise<void> {
  const others = openedItems(inventory).filter(({ id }) => id !== row.id);
  const items = [pathOfRow(row), ...others].slice(0, maxOpened);
  await inventory.session.state.write(openedKey, items);
}

/** An item that the user opens again. Says so if it does not exist. @throws ServiceError if it cannot be read */
export async function findOpened(
  inventory: Inventory,
  path: Omit<ItemPath, 'kind'>,
): Promise<ResourceRow | undefined> {
  const found = await locate(inventory, stepsTo(path), { signal: inventory.closed });
  if ('row' in found) return found.row;
  void window.showInformationMessage(l10n.t('The item was not found. It may have been deleted.'));
  return undefined;
}
