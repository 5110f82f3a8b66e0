import { TokenBucket } from 'limiter';
import PQueue from 'p-queue';
import { sleep } from './abort';
import { isServiceError, longestWaitMs, ServiceError, type Operation } from './errors';
import type { Rate } from './limits';

/**
 * Part of the burst that is left alone: requests can arrive closer together than they were sent, and the service counts
 * when they arrive.
 */
const reserve = 0.04;

/** How long a family rests after a 429 that does not say how long. */
const restMs = 1000;

/** Endpoints whose requests a service counts together: how fast they may be sent, and when again after a 429. */
export class EndpointFamily {
  readonly #queue = new PQueue({ concurrency: 1 });
  #bucket: TokenBucket;
  #restsUntil = 0;

  constructor(private readonly rate: Rate) {
    this.#bucket = this.#emptyBucket();
    this.#bucket.content = this.#bucket.bucketSize;
  }

  /** Runs `step` when it is first in the queue; the next one's turn comes when the step is over. */
  oneByOne<Result>(place: { readonly priority: number }, step: () => Promise<Result>): Promise<Result> {
    return this.#queue.add(step, { ...place, throwOnTimeout: true });
  }

  /**
   * Waits until a request may be sent.
   * @throws ServiceError `rateLimited` where that takes too long to be waited for; the reason of the signal
   */
  async ready(operation: Operation, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const restMs = this.#restsUntil - performance.now();
      if (restMs > longestWaitMs) {
        throw new ServiceError({ kind: 'rateLimited', operation, retryAfterMs: Math.ceil(restMs) });
      }
      const waitMs = Math.max(Math.ceil(restMs), this.#bucket.getWaitTime(1));
      if (waitMs <= 0) return;
      await sleep(waitMs, signal);
    }
  }

  /** Whether a request may be sent now; it then has to be. */
  takeToken(): boolean {
    return this.#restsUntil <= performance.now() && this.#bucket.tryRemoveTokens(1);
  }

  /** Slows down where `error` says that the service has had too much. */
  learn(error: unknown): void {
    if (!isServiceError(error)) return;
    const { kind, retryAfterMs } = error.failure;
    if (kind !== 'rateLimited' && retryAfterMs === undefined) return;
    this.#restsUntil = Math.max(this.#restsUntil, performance.now() + (retryAfterMs ?? restMs));
    // Whatever this bucket still holds, that of the service is empty: others use it too.
    this.#bucket = this.#emptyBucket();
  }

  #emptyBucket(): TokenBucket {
    const { perSecond, burst } = this.rate;
    return new TokenBucket({
      bucketSize: Math.max(1, Math.floor(burst * (1 - reserve))),
      tokensPerInterval: perSecond,
      interval: 'second',
    });
  }
}
