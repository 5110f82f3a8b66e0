import { l10n, window, workspace } from 'vscode';
import { formatNumber } from '../../presentation/format';
import type { ActiveProjects } from '../activeProjects';
import { rowsOf, type Selecting } from '../rowArguments';
import { detailsUri } from './documents';

/** More editors would hide the ones that are open. */
const mostAtOnce = 20;

/** Opens a document for each row. */
export async function showDetails(
  view: Selecting,
  active: ActiveProjects,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const title = l10n.t('Show Details');
  const placeholder = l10n.t('What to show the details of');
  const rows = await rowsOf(view, active, argument, selected, { title, placeholder });
  const shown = rows.slice(0, mostAtOnce);
  for (const row of shown) {
    const document = await workspace.openTextDocument(detailsUri(row));
    await window.showTextDocument(document, { preview: shown.length === 1 });
  }
  if (shown.length < rows.length) {
    void window.showInformationMessage(
      l10n.t(
        'Of {0} rows Poolview shows the details of the first {1}.',
        formatNumber(rows.length),
        formatNumber(shown.length),
      ),
    );
  }
}
