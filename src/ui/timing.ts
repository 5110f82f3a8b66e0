/** Runs `run` with the arguments of the last call, once there was none for `pauseMs`. */
export function debounce<Args extends unknown[]>(run: (...args: Args) => void, pauseMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const cancel = (): void => {
    clearTimeout(timer);
  };
  const call = (...args: Args): void => {
    cancel();
    timer = setTimeout(run, pauseMs, ...args);
  };
  return Object.assign(call, { cancel });
}

/** Runs a function at most once in a while, however often it is called. */
export interface Throttled {
  (): void;
  /** Runs it without a delay. The next run comes an interval later. */
  now(): void;
  cancel(): void;
}

/**
 * Runs `run` at most once in `intervalMs`, and after the last call. Intervals are measured by timers alone, because the clock
 * can be set back.
 * @param isDelayed whether the first call of a burst runs it an interval later, too; otherwise at once
 */
export function throttle(run: () => void, intervalMs: number, isDelayed = false): Throttled {
  let timer: NodeJS.Timeout | undefined;
  let isPending = false;
  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isPending = false;
  };
  const endInterval = (): void => {
    timer = undefined;
    if (isPending) now();
  };
  const now = (): void => {
    cancel();
    timer = setTimeout(endInterval, intervalMs);
    run();
  };
  const call = (): void => {
    if (timer === undefined && !isDelayed) {
      now();
    } else {
      isPending = true;
      timer ??= setTimeout(endInterval, intervalMs);
    }
  };
  return Object.assign(call, { now, cancel });
}
