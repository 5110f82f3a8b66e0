import { l10n, window } from 'vscode';
import { pathTo } from '../../items/kinds';
import { locate, stepsTo } from '../../find/locate';
import type { Inventory } from '../../items/inventory';
import type { ResourceRow } from '../../items/kinds';
import { markedItem } from '../../items/marks/stored';
import { both, exactObject, list, text, type Read } from '../../service/readers';

const openedKey = 'openedItems';

/** An item, as it was called when it was opened: it may not be loaded now. */
const openedItem = both(markedItem, exactObject({ id: text }));

const maxOpened = 20;

/** What the user opened, the latest first. */
export function openedItems({ session }: Inventory): readonly Read<typeof openedItem>[] {
  return list(openedItem)(session.state.read(openedKey)) ?? [];
}

/** Call this when the user opens an item. */
export async function noteOpened(inventory: Inventory, row: ResourceRow): Promise<void> {
  const { id, kind } = row;
  const others = openedItems(inventory).filter((item) => item.id !== id);
  const items = [{ id, kind, names: pathTo(row) }, ...others].slice(0, maxOpened);
  await inventory.session.state.write(openedKey, items);
}

/** An item that the user opens again. Says so if it does not exist. @throws ServiceError if it cannot be read */
export async function findOpened(
  inventory: Inventory,
  id: string,
  names?: readonly string[],
): Promise<ResourceRow | undefined> {
  const found = await locate(inventory, stepsTo(id, names), { signal: inventory.closed });
  if ('row' in found) return found.row;
  void window.showInformationMessage(l10n.t('The item was not found. It may have been deleted.'));
  return undefined;
}
