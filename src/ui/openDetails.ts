import { l10n, window, workspace, type Uri } from 'vscode';
import { formatNumber } from '../presentation/format';

/** More editors would crowd out the ones that are open. */
const mostAtOnce = 20;

/** Opens documents with details, a single one as a preview. */
export async function openDetails(uris: readonly Uri[]): Promise<void> {
  const shown = uris.slice(0, mostAtOnce);
  for (const uri of shown) {
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: shown.length === 1 });
  }
  if (shown.length < uris.length) {
    void window.showInformationMessage(
      l10n.t(
        'Showing the details of the first {0} of {1} items.',
        formatNumber(shown.length),
        formatNumber(uris.length),
      ),
    );
  }
}
