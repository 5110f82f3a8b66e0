import { TokenBucket } from 'limiter';
import PQueue from 'p-queue';
import { sleep } from './abort';
import {
  isServiceError,
  longestWaitMs,
  notSent,
  ServiceError,
  type Operation,
  type ServiceFailure,
} from './errors';
import type { Rate } from './limits';
import type { Priority } from './schedule';

/**
 * Part of the burst that is left alone: requests can arrive closer together than they were sent, and the service counts
 * when they arrive.
 */
const reserve = 0.04;

/** How long a family rests after a 429 that does not say how long. */
const defaultRestMs = 1000;

/** The time from the start of a rest to its first probe, and from one probe to the next, at least. */
const probeIntervalMs = 5000;

/**
 * Endpoints whose requests a service counts together: how fast they may be sent, and when again after the service asked
 * to wait. Where that is too long for a user, one request of the user at a time is sent as a probe, whose success ends
 * the rest.
 */
export class EndpointFamily {
  readonly #queue = new PQueue({ concurrency: 1 });
  #bucket: TokenBucket;
  #restsUntil = 0;
  /** Why it rests. No more of the failure: it may be that of another connection. */
  #cause: Pick<ServiceFailure, 'kind' | 'status'> = { kind: 'rateLimited' };
  #isProbing = false;
  #nextProbeAt = 0;

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
   * @throws ServiceError of the failure that started the rest, where the rest is too long to wait for; the reason of
   * the signal
   */
  async ready(operation: Operation, priority: Priority, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const restMs = this.#restMs(priority);
      if (restMs > longestWaitMs) {
        throw new ServiceError({ ...this.#cause, operation, reason: notSent, retryAfterMs: restMs });
      }
      const waitMs = Math.max(restMs, this.#bucket.getWaitTime(1));
      if (waitMs <= 0) return;
      await sleep(waitMs, signal);
    }
  }

  /** Calls `send` and learns from the response; undefined where no request may be sent now. */
  send<Result>(priority: Priority, send: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#restMs(priority) > 0 || !this.#bucket.tryRemoveTokens(1)) return undefined;
    const isProbe = this.#restsUntil > performance.now();
    if (isProbe) {
      this.#isProbing = true;
      this.#nextProbeAt = performance.now() + probeIntervalMs;
    }
    const answer = send();
    answer
      .then(
        () => {
          if (isProbe) this.#restsUntil = 0;
        },
        (error: unknown) => {
          this.#learn(error);
        },
      )
      .finally(() => {
        if (isProbe) this.#isProbing = false;
      });
    return answer;
  }

  /** Lets the next request of a user be a probe: it has another key, or another connection. */
  allowProbe(): void {
    this.#nextProbeAt = 0;
  }

  /** How long a request has to wait because the service asked to. */
  #restMs(priority: Priority): number {
    const now = performance.now();
    const restMs = Math.ceil(this.#restsUntil - now);
    const mayProbe =
      restMs > longestWaitMs && priority === 'person' && !this.#isProbing && now >= this.#nextProbeAt;
    return mayProbe ? 0 : restMs;
  }

  /** Rests where `error` says that the service has had too much, or asks to wait for it. */
  #learn(error: unknown): void {
    if (!isServiceError(error, 'rateLimited', 'serviceFault')) return;
    const { kind, status, retryAfterMs } = error.failure;
    if (kind !== 'rateLimited' && retryAfterMs === undefined) return;
    // Whatever this bucket still holds, that of the service is empty: others use it too.
    this.#bucket = this.#emptyBucket();
    const now = performance.now();
    const until = now + (retryAfterMs ?? defaultRestMs);
    if (until <= this.#restsUntil) return;
    if (this.#restsUntil <= now) this.#nextProbeAt = now + probeIntervalMs;
    this.#restsUntil = until;
    this.#cause = { kind, ...(status === undefined ? {} : { status }) };
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
