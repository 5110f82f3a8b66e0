import { l10n, window } from 'vscode';
import type { ProjectsModel } from './model';
import type { ResourceRow } from '../items/kinds';
import { findItem } from '../items/findItem';

/**
 * Shows an item in the Projects view, and reads the lists that lead to it if they are not known any more.
 * @throws ServiceError if one of them cannot be read
 */
export async function revealItem(
  id: string,
  model: ProjectsModel,
  showRow: (row: ResourceRow) => Promise<void>,
): Promise<void> {
  const row = await findItem(id, model, model.store.closed);
  if (row === undefined) {
    void window.showInformationMessage(l10n.t('The item was not found. It may have been deleted.'));
    return;
  }
  await showRow(row);
}
