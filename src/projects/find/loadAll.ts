import { l10n, window } from 'vscode';
import { showServiceError } from '../../ui/errorMessage';
import { withCancellableProgress } from '../../ui/progress';
import { formatProgress } from '../../text/format';
import { cutReason } from '../../text/errors';
import type { ItemStore } from '../../items/kinds/kind';
import { projectProgress } from '../../items/listState';

/** Loads all projects with cancelable progress, and reports why some are missing. */
export async function loadAllProjects(store: ItemStore): Promise<void> {
  const result = await withCancellableProgress(l10n.t('Loading all projects'), async (signal, progress) => {
    const report = (): void => {
      const { loaded, total } = projectProgress(store);
      progress.report({ message: formatProgress(loaded, total) });
    };
    report();
    return store.loadAll(signal, report);
  });
  const consequence = l10n.t('Not all projects could be loaded.');
  switch (result) {
    case 'complete':
    case 'cancelled':
      return;
    case 'failed': {
      // Its row is at the end of a long list.
      const { error, nextPageError = error } = store.listOf() ?? {};
      if (nextPageError === undefined) return;
      await showServiceError(nextPageError, consequence, () => loadAllProjects(store));
      return;
    }
    case 'replaced':
      void window.showInformationMessage(
        l10n.t('Stopped loading projects because the list was refreshed or filtered.'),
      );
      return;
    default:
      void window.showWarningMessage(l10n.t('Not all projects could be loaded. {0}', cutReason(result)));
  }
}
