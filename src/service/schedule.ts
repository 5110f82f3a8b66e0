import PQueue from 'p-queue';
import { EndpointFamily } from './endpointFamily';
import type { Endpoint } from './http';
import { familyOf, publishedLimits, type Limits } from './limits';
import { repeating, type Repeat } from './retry';

/** Who waits: what a person asked for goes before what a timer wants. */
export type Priority = 'person' | 'timer';

/** How an operation is asked for. */
export interface CallOptions {
  /** Gives up, at once, wherever the request is: one that was not sent yet is not sent any more. */
  readonly signal?: AbortSignal | undefined;
  /** `person` where absent. */
  readonly priority?: Priority | undefined;
}

export interface ScheduleOptions {
  readonly limits?: Limits;
  /** How often a read is repeated at most. */
  readonly repetitions?: number;
}

/** Requests to one service that are under way at once; more only make each of them slower. */
const concurrency = 6;

const weights: Readonly<Record<Priority, number>> = { person: 1, timer: 0 };

/**
 * When requests to one service are sent: as many at once, and as fast, as the service takes, those of a person first.
 * A service counts requests by the address that they come from, so there should be one schedule for each service.
 */
export class Schedule {
  readonly #slots = new PQueue({ concurrency });
  readonly #families = new Map<string, EndpointFamily>();
  readonly #limits: Limits;
  readonly #repeat: Repeat;

  constructor({ limits = publishedLimits, repetitions = 3 }: ScheduleOptions = {}) {
    this.#limits = limits;
    this.#repeat = repeating(repetitions);
  }

  /**
   * Runs `send` when it is its turn. What changes nothing is sent again where it fails in a way that passes; it then
   * waits for another turn.
   * @throws ServiceError with the reason {@link notSent} where the service asks to wait for longer than a person should
   * be kept waiting; what `send` throws; the reason of the signal
   */
  run<Result>(
    endpoint: Pick<Endpoint, 'path' | 'operation' | 'changes'>,
    options: CallOptions,
    send: () => Promise<Result>,
  ): Promise<Result> {
    const once = (): Promise<Result> => this.#once(endpoint, options, send);
    return endpoint.changes ? once() : this.#repeat(once, options.signal);
  }

  /** Lets a user's next request through, even if the service asked to wait: a new client has another key. */
  allowProbes(): void {
    for (const family of this.#families.values()) family.allowProbe();
  }

  async #once<Result>(
    { path, operation }: Pick<Endpoint, 'path' | 'operation'>,
    { priority = 'person', signal }: CallOptions,
    send: () => Promise<Result>,
  ): Promise<Result> {
    const family = this.#familyOf(path);
    const place = { priority: weights[priority] };
    const { answer } = await family.oneByOne(place, async () => {
      for (;;) {
        // Before there is a slot, so that a family that has to wait keeps none from the others.
        await family.ready(operation, priority, signal);
        const sent = await this.#inSlot(place, () => {
          signal?.throwIfAborted();
          return family.send(priority, send);
        });
        if (sent !== undefined) return sent;
      }
    });
    return answer;
  }

  /** Calls `send` when there is a slot, and keeps the slot until the answer is there. The promise ends when it is sent. */
  async #inSlot<Result>(
    place: { readonly priority: number },
    send: () => Promise<Result> | undefined,
  ): Promise<{ readonly answer: Promise<Result> } | undefined> {
    return new Promise((resolve, reject) => {
      const slot = async (): Promise<void> => {
        const answer = send();
        resolve(answer && { answer });
        await answer?.catch(() => undefined);
      };
      this.#slots.add(slot, place).catch(reject);
    });
  }

  #familyOf(path: readonly string[]): EndpointFamily {
    const { name, rate } = familyOf(path, this.#limits);
    let family = this.#families.get(name);
    if (family === undefined) {
      family = new EndpointFamily(rate);
      this.#families.set(name, family);
    }
    return family;
  }
}
