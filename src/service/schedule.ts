import PQueue from 'p-queue';

/** Requests to one service that are under way at once; more only make each of them slower. */
const concurrency = 6;

/** Runs a task when there is room for it, unless its signal is aborted first: then it never starts. */
export type Schedule = <Result>(task: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/** The one queue in front of a connection's service. */
export function createSchedule(): Schedule {
  const queue = new PQueue({ concurrency });
  return async (task, signal) => {
    // The signal is not given to the queue, which would keep listening to it when the task is long over.
    const start = (): ReturnType<typeof task> => {
      signal?.throwIfAborted();
      return task();
    };
    const queued = queue.add(start, { throwOnTimeout: true });
    return signal === undefined ? queued : await Promise.race([queued, aborted(signal, queued)]);
  };
}

/** Who gives up should not have to wait for the task's turn. */
async function aborted(signal: AbortSignal, settled: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = (): void => {
      reject(new DOMException('Aborted while waiting', 'AbortError'));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    const stopListening = (): void => {
      signal.removeEventListener('abort', giveUp);
    };
    settled.then(stopListening, stopListening);
  });
}
