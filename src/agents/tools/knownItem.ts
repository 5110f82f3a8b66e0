import type { Item } from '../../items/item';
import { unlessAborted } from '../../service/abort';
import type { ToolContext } from './tool';
import { ToolError } from './toolError';

/**
 * The item with an id that a model gave. If it is not known any more, it is looked for with a few requests.
 * @throws ToolError if there is none; ServiceError
 */
export async function knownItem(
  id: string,
  { items, signal }: Pick<ToolContext, 'items' | 'signal'>,
): Promise<Item> {
  const known = itemOf(id, items);
  if (known !== undefined) return known;
  await unlessAborted((await items.lookup()).locate(id, signal), signal);
  return currentItem(id, items);
}

/** @throws ToolError if there is no such item */
export function currentItem(id: string, items: ToolContext['items']): Item {
  const item = itemOf(id, items);
  if (item !== undefined) return item;
  throw new ToolError(
    'No item with this id is known. It may have been deleted, or the id is not one that a tool returned. Call poolview_find to get the id of an item, or poolview_list_machines with the id of a cluster to read its machines.',
  );
}

function itemOf(id: string, items: ToolContext['items']): Item | undefined {
  return items.items().find((item) => item.id === id);
}
