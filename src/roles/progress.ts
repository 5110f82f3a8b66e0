import { ProgressLocation, window } from 'vscode';

/** Says which of several is next. */
export type TellNext = (place: number, message: string) => void;

/**
 * Shows progress while `run` is at work: of one thing in the status bar, of several in a notification, where it can be
 * cancelled.
 */
export async function withProgressOf<Result>(
  count: number,
  titles: { readonly one: string; readonly several: string },
  run: (signal: AbortSignal, tellNext: TellNext) => Promise<Result>,
): Promise<Result> {
  const isOne = count === 1;
  return window.withProgress(
    {
      location: isOne ? ProgressLocation.Window : ProgressLocation.Notification,
      title: isOne ? titles.one : titles.several,
      cancellable: !isOne,
    },
    (progress, token) => {
      const cancelled = new AbortController();
      token.onCancellationRequested(() => {
        cancelled.abort();
      });
      return run(cancelled.signal, (place, message) => {
        progress.report({ message, increment: place === 0 ? 0 : 100 / count });
      });
    },
  );
}
