import { unlessAborted } from '../../service/abort';
import { isParentRow, isResourceRow, type ItemStoreRow, type ParentRow, type ResourceRow } from '../kinds';
import type { ItemStore } from '../kinds/kind';
import { parentIdOf } from '../store/row';

/**
 * The item with this ID. Reads the lists that lead to it if they are not known any more.
 * @throws ServiceError if one of them cannot be read
 */
export async function findItem(
  id: string,
  store: ItemStore,
  signal: AbortSignal,
): Promise<ResourceRow | undefined> {
  const known = store.find(id);
  if (isResourceRow(known)) return known;
  const parentId = parentIdOf(id);
  const parent = parentId === '' ? undefined : await findItem(parentId, store, signal);
  if (!isParentRow(parent)) return undefined;
  const isWanted = (row: ItemStoreRow): row is ResourceRow => row.id === id && isResourceRow(row);
  return findBelow(store, parent, isWanted, signal);
}

/** Reads the list below a row until it has the wanted one. An earlier list without it is refreshed. */
export async function findBelow<Row extends ItemStoreRow>(
  store: ItemStore,
  parent: ParentRow,
  isWanted: (row: ItemStoreRow) => row is Row,
  signal: AbortSignal,
): Promise<Row | undefined> {
  const find = (): Row | undefined => store.rows(parent).find(isWanted);
  const wasRead = store.branchOf(parent)?.hasBeenRead === true;
  if (wasRead && find() === undefined) await unlessAborted(store.refresh(parent), signal);
  await unlessAborted(store.peek(parent), signal);
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    const { error, nextPageError, list } = store.branchOf(parent) ?? {};
    const failure = error ?? nextPageError;
    if (failure !== undefined) throw failure;
    if (list?.next === undefined) return undefined;
    await unlessAborted(store.loadMore(parent), signal);
  }
}
