import type { Priority, Operation } from './operations';
import { TokenBucket } from 'limiter';
import PQueue from 'p-queue';
import { sleep, unlessAborted } from './abort';
import { isServiceError, longestWaitMs, notSent, ServiceError, type ServiceFailure } from './errors';

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

/** How long a family takes to reach its rate again if it stood still. */
const recoveryMs = 10_000;

/** The least time from the start of a pause to its first probe, and between two probes. */
const probeIntervalMs = 5000;

interface Pause {
  readonly until: number;
  /** The other details of the failure may be those of another connection. */
  readonly cause: Pick<ServiceFailure, 'kind' | 'status'>;
}

const noPause: Pause = { until: 0, cause: { kind: 'rateLimited' } };

/**
 * Endpoints that share a rate limit of the service. They also pause together after the service asked to wait. During a
 * pause that is too long for a user, one request of the user at a time is sent as a probe; its success ends the pause.
 */
export class EndpointFamily {
  readonly #queues = queues(1);
  readonly #pace: Pace;
  #pause = noPause;
  #isProbing = false;
  #nextProbeAt = 0;

  constructor(rate: Rate) {
    this.#pace = new Pace(rate);
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
      this.#pace.recover();
      const pauseMs = this.#pauseMs(priority);
      if (pauseMs > longestWaitMs) {
        throw new ServiceError({ ...this.#pause.cause, operation, reason: notSent, retryAfterMs: pauseMs });
      }
      const waitMs = Math.max(pauseMs, this.#pace.bucket.getWaitTime(1));
      if (waitMs <= 0) return;
      await sleep(waitMs, signal);
    }
  }

  /** Calls `send` and evaluates the response. Returns undefined if no request may be sent now. */
  trySend<Result>(priority: Priority, send: () => Promise<Result>): Promise<Result> | undefined {
    if (this.#isAfterUser(priority) || this.#pauseMs(priority) > 0) return undefined;
    if (!this.#pace.bucket.tryRemoveTokens(1)) return undefined;
    const isProbe = this.#pause.until > performance.now();
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
        if (isProbe) this.#pause = noPause;
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
    const pauseMs = Math.ceil(this.#pause.until - now);
    const isNextProbe = priority !== 'timer' && !this.#isProbing && now >= this.#nextProbeAt;
    return pauseMs > longestWaitMs && isNextProbe ? 0 : pauseMs;
  }

  #pauseAfter(error: unknown): void {
    if (!isServiceError(error, 'rateLimited', 'serviceFault')) return;
    const { kind, status, retryAfterMs } = error.failure;
    if (kind === 'serviceFault' && retryAfterMs === undefined) return;
    // The bucket of the service is empty, whatever this one contains: other clients use it too.
    this.#pace.bucket.drip();
    this.#pace.bucket.content = 0;
    const now = performance.now();
    const until = now + (retryAfterMs ?? defaultPauseMs);
    if (until <= this.#pause.until) return;
    if (this.#pause.until <= now) {
      this.#nextProbeAt = now + probeIntervalMs;
      // Once for all requests that were in flight together.
      this.#pace.slowDown();
    }
    this.#pause = { until, cause: { kind, status } };
  }
}

/**
 * How fast the requests of a family are sent. Another window can use up the same limit, of which each sees only its refusals. So
 * each sends half as fast after one, and then slowly faster again: the one that sends more gives up more, until both send the same.
 */
class Pace {
  readonly bucket: TokenBucket;
  /** The part of the rate that was used after the last pause began, and when that was. */
  #slowed = { share: 1, at: 0 };

  constructor(private readonly rate: Rate) {
    this.bucket = new TokenBucket({
      bucketSize: burstOf(rate),
      tokensPerInterval: paceOf(rate),
      interval: 'second',
    });
    this.bucket.content = this.bucket.bucketSize;
  }

  slowDown(): void {
    this.#slowed = { share: this.#share() / 2, at: performance.now() };
    this.recover();
  }

  /** The part of its rate at which the family sends now. */
  #share(): number {
    const { share, at } = this.#slowed;
    return Math.min(1, share + (performance.now() - at) / recoveryMs);
  }

  /** Lets the bucket fill as fast as the family sends now, and without a burst until it has recovered. */
  recover(): void {
    const share = this.#share();
    this.bucket.bucketSize = share < 1 ? 1 : burstOf(this.rate);
    this.bucket.tokensPerInterval = share * paceOf(this.rate);
  }
}

/** How many requests a service accepts: `perSecond` in the long run, and `burst` at once after a pause. */
interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Concurrent requests to one service. More would only slow each other down. If timers have taken the slots, a user can still
 * have as many.
 */
export const concurrency = 6;

/** The rate limits of a service's endpoint families. */
export interface Limits {
  /** By the second segment of a path: all of `/v1/teams/…` counts as `teams`. */
  readonly families: ReadonlyMap<string, Rate>;
  /** For all other paths together. */
  readonly others: Rate;
}

const fast: Rate = { perSecond: 50, burst: 250 };
const slow: Rate = { perSecond: 10, burst: 50 };

/** The limits per source address of the API's public documentation. Above them, a service responds with 429. */
export const publishedLimits: Limits = {
  families: new Map([
    ['cloudconfigs', fast],
    ['spectroclusters', fast],
    ['dashboard', slow],
    ['teams', slow],
    ['projects', slow],
  ]),
  others: slow,
};

/** The part of the burst that is not used: requests can arrive closer together than they were sent. */
const reserve = 0.04;

/** How many requests Poolview sends at once after a pause. */
function burstOf({ burst }: Rate): number {
  return Math.max(1, Math.floor(burst * (1 - reserve)));
}

/**
 * The part of the rate that is not used. Otherwise, one window could take each request that the service allows as soon as it
 * does, never be refused, and leave nothing to another window.
 */
const headroom = 0.02;

/** How many requests a second Poolview sends in the long run. */
function paceOf({ perSecond }: Rate): number {
  return perSecond * (1 - headroom);
}

/** The endpoint family of a path, and its rate limit. */
export function familyOf(
  [, name = '']: readonly string[],
  { families, others }: Limits,
): { name: string; rate: Rate } {
  const rate = families.get(name);
  return rate === undefined ? { name: '', rate: others } : { name, rate };
}
