import { TokenBucket } from 'limiter';
import PQueue from 'p-queue';
import { sleep, unlessAborted } from './abort';
import type { Priority } from './callOptions';
import { isServiceError, longestWaitMs, notSent, ServiceError, type ServiceFailure } from './errors';
import type { Operation } from './operations';
import { burstOf, type Rate } from './rateLimits';

/** A queue for each priority, which runs so many tasks at a time. */
export function queues(concurrency: number): Readonly<Record<Priority, PQueue>> {
  return {
    change: new PQueue({ concurrency }),
    user: new PQueue({ concurrency }),
    timer: new PQueue({ concurrency }),
  };
}

/** How long a family pauses after a 429 without a `Retry-After`. */
const defaultPauseMs = 1000;

/** The least time from the start of a pause to its first probe, and between two probes. */
const probeIntervalMs = 5000;

/**
 * Endpoints that share a rate limit of the service. They also pause together after the service asked to wait. During a
 * pause that is too long for a user, one request of the user at a time is sent as a probe; its success ends the pause.
 */
export class EndpointFamily {
  readonly #queues = queues(1);
  #bucket: TokenBucket;
  #pausedUntil = 0;
  /** Why the family pauses. The other details of the failure may be those of another connection. */
  #cause: Pick<ServiceFailure, 'kind' | 'status'> = { kind: 'rateLimited' };
  #isProbing = false;
  #nextProbeAt = 0;

  constructor(private readonly rate: Rate) {
    this.#bucket = this.#emptyBucket();
    this.#bucket.content = this.#bucket.bucketSize;
  }

  /** Runs `step` after the previous steps of its priority. */
  enqueue<Result>(priority: Priority, step: () => Promise<Result>): Promise<Result> {
    return this.#queues[priority].add(step, { throwOnTimeout: true });
  }

  /**
   * Waits until a request may be sent: that of a timer after those of a user.
   * @throws ServiceError with the failure that started the pause, if the pause is too long to wait for
   */
  async ready(operation: Operation, priority: Priority, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      if (this.#isAfterUser(priority)) await unlessAborted(this.#queues.user.onIdle(), signal);
      const pauseMs = this.#pauseMs(priority);
      if (pauseMs > longestWaitMs) {
        throw new ServiceError({ ...this.#cause, operation, reason: notSent, retryAfterMs: pauseMs });
      }
      const waitMs = Math.max(pauseMs, this.#bucket.getWaitTime(1));
      if (waitMs <= 0) return;
      await sleep(waitMs, signal);
    }
  }

  /** Calls `send` and evaluates the response. Returns undefined if no request may be sent now. */
  trySend<Result>(priority: Priority, send: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#isAfterUser(priority) || this.#pauseMs(priority) > 0) return undefined;
    if (!this.#bucket.tryRemoveTokens(1)) return undefined;
    const isProbe = this.#pausedUntil > performance.now();
    if (isProbe) {
      this.#isProbing = true;
      this.#nextProbeAt = performance.now() + probeIntervalMs;
    }
    const endProbe = (): void => {
      if (isProbe) this.#isProbing = false;
    };
    const response = send();
    response.then(
      () => {
        endProbe();
        if (isProbe) this.#pausedUntil = 0;
      },
      (error: unknown) => {
        endProbe();
        this.#pauseAfter(error);
      },
    );
    return response;
  }

  /** Lets the next request of a user be a probe, because it has another key or connection. */
  allowProbe(): void {
    this.#nextProbeAt = 0;
  }

  /** Whether a request has to wait for those of a user. */
  #isAfterUser(priority: Priority): boolean {
    return priority === 'timer' && this.#queues.user.pending > 0;
  }

  /** The rest of the pause for a request; 0 or less if there is none, or if the request is the next probe. */
  #pauseMs(priority: Priority): number {
    const now = performance.now();
    const pauseMs = Math.ceil(this.#pausedUntil - now);
    const isNextProbe = priority !== 'timer' && !this.#isProbing && now >= this.#nextProbeAt;
    return pauseMs > longestWaitMs && isNextProbe ? 0 : pauseMs;
  }

  #pauseAfter(error: unknown): void {
    if (!isServiceError(error, 'rateLimited', 'serviceFault')) return;
    const { kind, status, retryAfterMs } = error.failure;
    if (kind === 'serviceFault' && retryAfterMs === undefined) return;
    // The bucket of the service is empty, whatever this one contains: other clients use it too.
    this.#bucket = this.#emptyBucket();
    const now = performance.now();
    const until = now + (retryAfterMs ?? defaultPauseMs);
    if (until <= this.#pausedUntil) return;
    if (this.#pausedUntil <= now) this.#nextProbeAt = now + probeIntervalMs;
    this.#pausedUntil = until;
    this.#cause = { kind, status };
  }

  #emptyBucket(): TokenBucket {
    return new TokenBucket({
      bucketSize: burstOf(this.rate),
      tokensPerInterval: this.rate.perSecond,
      interval: 'second',
    });
  }
}
