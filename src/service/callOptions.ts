import type { RequestTime } from './requestTime';

/**
 * Requests of a user are sent before those of a timer, and do not wait for their responses. Changes, and the reads that belong
 * to one, wait for neither.
 */
export type Priority = 'change' | 'user' | 'timer';

/** Options of a call of an operation. */
export interface CallOptions {
  /** Cancels the call at once. A request that was not sent yet is not sent. */
  readonly signal?: AbortSignal | undefined;
  /** `user` by default. */
  readonly priority?: Priority | undefined;
  /** Whether a read joins no other, and is not retried after a transient failure. */
  readonly isSentOnce?: boolean | undefined;
  /** How long a response may take, in milliseconds, if that is less than in the settings. */
  readonly timeoutMs?: number | undefined;
  /** Called when a request leaves for the service, which is not that of a read that this one joins. */
  readonly onLeave?: (() => void) | undefined;
  /** See {@link timed}. */
  readonly onSent?: ((time: RequestTime) => void) | undefined;
}
