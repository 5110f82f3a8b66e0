import { ProgressLocation, window } from 'vscode';
import { withCancellableProgress } from '../ui/progress';

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
