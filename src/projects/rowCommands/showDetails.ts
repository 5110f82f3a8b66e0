import { l10n, window, workspace } from 'vscode';
import { formatNumber } from '../../presentation/format';
import type { ActiveProjects } from '../activeProjects';
import { rowsOf, type Selecting } from '../rowArguments';
import { detailsUri } from './documents';

/** More editors would crowd out the ones that are open. */
const mostAtOnce = 20;

/** Opens a document for each row. */
export async function showDetails(
  view: Selecting,
  active: ActiveProjects,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const title = l10n.t('Show Details');
  const placeholder = l10n.t('Select an item');
  const rows = await rowsOf(view, active, argument, selected, { title, placeholder });
  const shown = rows.slice(0, mostAtOnce);
  for (const row of shown) {
    const document = await workspace.openTextDocument(detailsUri(row));
    await window.showTextDocument(document, { preview: shown.length === 1 });
  }
  if (shown.length < rows.length) {
    void window.showInformationMessage(
      l10n.t(
        'Showing the details of the first {0} of {1} items.',
        formatNumber(shown.length),
        formatNumber(rows.length),
      ),
    );
  }
}
