import { type CancellationToken, type Progress, ProgressLocation, window } from 'vscode';

/** Shows the progress bar of a view until `run` is done. */
export function withViewProgress<Result>(viewId: string, run: () => Promise<Result>): Thenable<Result> {
  return window.withProgress({ location: { viewId } }, run);
}

/** Shows a notification with progress and *Cancel*, which aborts `signal`, until `run` is done. */
export function withCancellableProgress<Result>(
  title: string,
  run: (signal: AbortSignal, progress: ReportedProgress) => Promise<Result>,
): Thenable<Result> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    (progress, token) => withSignal(token, (signal) => run(signal, progress)),
  );
}

/** Shows the progress of one item in the status bar, and that of several in a notification with a Cancel button. */
export function withBatchProgress<Result>(
  count: number,
  titles: { readonly one: string; readonly several: string },
  run: (signal: AbortSignal, report: (index: number, message: string) => void) => Promise<Result>,
): Thenable<Result> {
  if (count > 1) {
    return withCancellableProgress(titles.several, (signal, progress) =>
      run(signal, (index, message) => {
        progress.report({ message, increment: index === 0 ? 0 : 100 / count });
      }),
    );
  }
  return window.withProgress({ location: ProgressLocation.Window, title: titles.one }, (progress) =>
    run(new AbortController().signal, (_index, message) => {
      progress.report({ message });
    }),
  );
}

type ReportedProgress = Progress<{ readonly message?: string; readonly increment?: number }>;

/** Calls `run` with a signal that is aborted when `token` is canceled. */
export async function withSignal<Result>(
  token: CancellationToken,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  if (token.isCancellationRequested) abort();
  const listener = token.onCancellationRequested(abort);
  try {
    return await run(controller.signal);
  } finally {
    listener.dispose();
  }
}
