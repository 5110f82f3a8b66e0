import { ProgressLocation, window, type Progress } from 'vscode';
import { withSignal } from './abortSignal';

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

export type ReportedProgress = Progress<{ readonly message?: string; readonly increment?: number }>;
