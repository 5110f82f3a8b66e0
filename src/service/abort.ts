import { setMaxListeners } from 'node:events';

/**
 * Settles as `promise` does, or rejects with an `AbortError` as soon as `signal` is aborted.
 * @param onAbort is called synchronously while the signal is being aborted
 */
export async function unlessAborted<Result>(
  promise: Promise<Result>,
  signal: AbortSignal | undefined,
  onAbort?: () => void,
): Promise<Result> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      onAbort?.();
      reject(new DOMException('Aborted', 'AbortError'));
    };
    // Many requests at a time may be for the same caller.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort, { once: true });
    const settled = (): void => {
      signal.removeEventListener('abort', abort);
    };
    promise.finally(settled).then(resolve, reject);
  });
}

/** Aborted as soon as one of them is. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** Resolves after `milliseconds`, unless `signal` is aborted first. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await unlessAborted(elapsed, signal, () => {
    clearTimeout(timer);
  });
}
