import { l10n, window } from 'vscode';
import { findBelow } from '../links/findLinked';
import type { ProjectsModel } from '../model';
import { isParentRow, isResourceRow, type ResourceRow } from '../rows';
import { parentIdOf } from '../../tree/row';

/**
 * Shows an item in the Projects view, and reads the lists that lead to it if they are not known any more.
 * @throws ServiceError if one of them cannot be read
 */
export async function revealItem(
  id: string,
  model: ProjectsModel,
  revealRow: (row: ResourceRow) => Promise<void>,
): Promise<void> {
  const row = await findItem(id, model);
  if (row === undefined) {
    void window.showInformationMessage(l10n.t('The item was not found. It may have been deleted.'));
    return;
  }
  model.store.reveal(row);
  await revealRow(row);
}

async function findItem(id: string, model: ProjectsModel): Promise<ResourceRow | undefined> {
  const known = model.store.find(id);
  if (isResourceRow(known)) return known;
  const parentId = parentIdOf(id);
  const parent = parentId === '' ? undefined : await findItem(parentId, model);
  if (!isParentRow(parent)) return undefined;
  const signal = model.store.closed;
  return findBelow(
    { model, signal },
    parent,
    (row): row is ResourceRow => row.id === id && isResourceRow(row),
  );
}
