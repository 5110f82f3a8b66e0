import { l10n, ProgressLocation, window } from 'vscode';
import { showServiceError } from '../../details/errorMessage';
import { formatProgress } from '../../details/format';
import type { ProjectsModel } from '../model';

/** Loads all projects, page by page, with progress and a way to stop it. What is loaded by then stays. */
export async function loadAllProjects(model: ProjectsModel): Promise<void> {
  const isCancelled = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Loading all projects'), cancellable: true },
    async (progress, cancellation) => {
      const cancelled = new AbortController();
      const subscription = cancellation.onCancellationRequested(() => {
        cancelled.abort();
      });
      const tell = (): void => {
        const { loaded, total } = model.progress;
        progress.report({ message: formatProgress(loaded, total) });
      };
      tell();
      await model.loadAll(cancelled.signal, tell).finally(() => {
        subscription.dispose();
      });
      return cancellation.isCancellationRequested;
    },
  );
  const last = (await model.children()).findLast((row) => row.kind === 'error');
  if (isCancelled || last === undefined) return;
  // Its row is at the end of a long list.
  await showServiceError(last.error, l10n.t('Not all projects could be loaded.'), () =>
    loadAllProjects(model),
  );
}
