import { ExponentialBackoff, fullJitterGenerator, handleWhen, retry, type RetryPolicy } from 'cockatiel';
import type { Request } from './endpoint';
import type { CallOptions, Priority } from './operations';
import {
  EndpointFamily,
  queues,
  concurrency,
  familyOf,
  publishedLimits,
  type Limits,
} from './endpointFamily';
import { isServiceError } from './errors';

type Sent = Pick<Request, 'path' | 'operation' | 'changes'>;

interface ScheduleOptions {
  readonly limits?: Limits;
  /** How often a failed read is retried at most. */
  readonly retries?: number;
}

/**
 * Decides when requests to one service are sent: within its rate limits, and by priority. There should be one schedule
 * for each service, because a service counts requests by the address that they come from.
 */
export class Schedule {
  readonly #slots = queues(concurrency);
  readonly #families = new Map<string, EndpointFamily>();
  readonly #limits: Limits;
  readonly #retry: RetryPolicy;

  constructor({ limits = publishedLimits, retries = 3 }: ScheduleOptions = {}) {
    this.#limits = limits;
    this.#retry = retry(
      handleWhen((error) => isServiceError(error) && error.canRetry),
      {
        maxAttempts: retries,
        // Waits for at most 0.5, 1 and 2 s. With full jitter, requests that failed together are not retried together.
        backoff: new ExponentialBackoff({
          generator: fullJitterGenerator,
          initialDelay: 500,
          maxDelay: 2000,
        }),
      },
      // The timer of an aborted retry keeps no process alive.
    ).dangerouslyUnref();
    this.#slots.user.on('next', () => {
      this.#shareSlots();
    });
  }

  /**
   * Calls `send` in turn, and retries a read whose failure is transient, each time in turn, unless it is to be sent once.
   * @throws ServiceError with the reason {@link notSent} if the service asked to wait for longer than a user should have
   * to; what `send` throws; the reason of the signal
   */
  run<Result>(request: Sent, options: CallOptions, send: () => Promise<Result>): Promise<Result> {
    const once = (): Promise<Result> => this.#runOnce(request, options, send);
    return request.changes || options.isSentOnce ? once() : this.#retry.execute(once, options.signal);
  }

  /** Lets the next request of a user through even if the service asked to wait, because a new client has another key. */
  allowProbes(): void {
    for (const family of this.#families.values()) family.allowProbe();
  }

  async #runOnce<Result>(
    { path, operation, changes }: Sent,
    { signal, ...options }: CallOptions,
    send: () => Promise<Result>,
  ): Promise<Result> {
    const priority = changes ? 'change' : (options.priority ?? 'user');
    const { name, rate } = familyOf(path, this.#limits);
    const family = this.#families.get(name) ?? new EndpointFamily(rate);
    this.#families.set(name, family);
    const { response } = await family.enqueue(priority, async () => {
      for (;;) {
        // Before a slot is taken, so that a family that has to wait does not keep slots from the others.
        await family.ready(operation, priority, signal);
        const sent = await this.#inSlot(priority, () => {
          signal?.throwIfAborted();
          return family.trySend(priority, send);
        });
        if (sent !== undefined) return sent;
      }
    });
    return response;
  }

  /** Calls `send` in a slot, which is kept until the response has arrived. Resolves as soon as the request is sent. */
  async #inSlot<Result>(
    priority: Priority,
    send: () => Promise<Result> | undefined,
  ): Promise<{ readonly response: Promise<Result> } | undefined> {
    return new Promise((resolve, reject) => {
      const slot = async (): Promise<void> => {
        this.#shareSlots();
        const response = send();
        resolve(response && { response });
        await response?.catch(() => undefined);
      };
      this.#slots[priority].add(slot).catch(reject);
    });
  }

  /** Leaves to timers the slots that a user does not have, and at least one. */
  #shareSlots(): void {
    const { user, timer } = this.#slots;
    timer.concurrency = Math.max(1, concurrency - user.pending);
  }
}
