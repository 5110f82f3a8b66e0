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

/**
 * Runs `run` at most once in `intervalMs`, and after the last call. `now` runs it without a delay: the next run comes an interval
 * later. Intervals are measured by timers alone, because the clock can be set back.
 */
export function throttle(run: () => void, intervalMs: number) {
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
    if (timer === undefined) now();
    else isPending = true;
  };
  return Object.assign(call, { now, cancel });
}

/**
 * Creates something with the first call. Disposing disposes of it; a later call creates it again.
 * @param create imports code that is loaded only when it is needed, and creates something with it
 */
export function lazy<T extends { dispose(): unknown }>(create: () => Promise<T>) {
  let created: Promise<T> | undefined;
  return Object.assign(() => (created ??= create()), {
    dispose: async () => {
      const disposed = created;
      created = undefined;
      (await disposed)?.dispose();
    },
  });
}
