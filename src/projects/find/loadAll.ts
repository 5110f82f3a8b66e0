import { l10n, ProgressLocation, window } from 'vscode';
import { formatProgress } from '../../details/format';
import type { ProjectsModel } from '../model';

/** Loads all projects, page by page, with progress and a way to stop it. What is loaded by then stays. */
export async function loadAllProjects(model: ProjectsModel): Promise<void> {
  await window.withProgress(
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
      await model.loadAll(cancelled.signal, tell).finally(() => {
        subscription.dispose();
      });
    },
  );
}
