import { parentIdOf } from './store/row';
import { findBelow } from '../projects/links/findLinked';
import type { ProjectsModel } from '../projects/model';
import { isParentRow, isResourceRow, type ResourceRow } from './kinds';

/**
 * The item with this ID. Reads the lists that lead to it if they are not known any more.
 * @throws ServiceError if one of them cannot be read
 */
export async function findItem(
  id: string,
  model: ProjectsModel,
  signal: AbortSignal,
): Promise<ResourceRow | undefined> {
  const known = model.store.find(id);
  if (isResourceRow(known)) return known;
  const parentId = parentIdOf(id);
  const parent = parentId === '' ? undefined : await findItem(parentId, model, signal);
  if (!isParentRow(parent)) return undefined;
  return findBelow(
    { model, signal },
    parent,
    (row): row is ResourceRow => row.id === id && isResourceRow(row),
  );
}
