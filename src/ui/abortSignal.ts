import type { CancellationToken } from 'vscode';

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
