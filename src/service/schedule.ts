import PQueue from 'p-queue';

/** Requests to one service that are under way at once; more only make each of them slower. */
const concurrency = 6;

/** Runs a task when there is room for it. A task whose signal is aborted while it waits never starts. */
export type Schedule = <Result>(task: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/** The one queue in front of a connection's service. */
export function createSchedule(): Schedule {
  const queue = new PQueue({ concurrency });
  return (task, signal) =>
    queue.add(task, signal === undefined ? { throwOnTimeout: true } : { signal, throwOnTimeout: true });
}
