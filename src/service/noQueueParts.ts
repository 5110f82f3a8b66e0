/**
 * Stands in for the packages `eventemitter3` and `p-timeout` in the bundle: nobody here listens to a queue of `p-queue`,
 * and none of them limits how long something takes.
 */
export class EventEmitter {
  emit(): boolean {
    return false;
  }
}

export class TimeoutError extends Error {}

export default undefined;
