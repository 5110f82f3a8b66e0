const pauseMs = 300;

/** Runs a function after a pause in typing. */
export interface TypingPause {
  /** The user typed: aborts the run for the text before and starts to wait. */
  readonly restart: () => void;
  readonly cancel: () => void;
}

/** @param run gets a signal that is aborted when the user types again */
export function onTypingPause(
  run: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): TypingPause {
  let timer: NodeJS.Timeout | undefined;
  let current = new AbortController();
  const cancel = (): void => {
    clearTimeout(timer);
    current.abort();
  };
  return {
    cancel,
    restart: () => {
      cancel();
      current = new AbortController();
      const { signal } = current;
      timer = setTimeout(() => void run(signal).catch(onError), pauseMs);
    },
  };
}
