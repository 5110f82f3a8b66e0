/**
 * The same as `promise`, but whoever gives up does not have to wait for it.
 * @param onAbort is called while the signal is being aborted: who aborts it and asks anew meets nothing of the old
 */
export async function unlessAborted<Result>(
  promise: Promise<Result>,
  signal: AbortSignal | undefined,
  onAbort?: () => void,
): Promise<Result> {
  if (signal === undefined) return promise;
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => {
      onAbort?.();
      reject(new DOMException('Given up', 'AbortError'));
    };
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Resolves after `milliseconds`, unless `signal` is aborted first. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await unlessAborted(over, signal, () => {
    clearTimeout(timer);
  });
}
