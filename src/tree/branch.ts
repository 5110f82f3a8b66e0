import { setMaxListeners } from 'node:events';
import { isServiceError, type ServiceError } from '../service/errors';
import type { CallOptions, Priority } from '../service/schedule';

/** Which rows stay when they are read again, of those before and the fresh ones. */
export type KeepSame<Row> = (before: readonly Row[], fresh: readonly Row[]) => readonly Row[];

/** How the rows below one row are read. */
export interface Reading<Row> {
  /** Throws {@link ServiceError}. */
  readonly read: (options: CallOptions) => Promise<readonly Row[]>;
  readonly keepSame: KeepSame<Row>;
  readonly onRead: (outcome: Outcome) => void;
}

/** What a reading changed. */
export interface Outcome {
  /** Whether it was the first reading of the branch. */
  readonly isFirst: boolean;
  /** Whether the rows, or the error, differ from those before. */
  readonly isOther: boolean;
}

interface CurrentReading {
  readonly controller: AbortController;
  readonly priority: Priority;
  readonly done: Promise<void>;
}

/**
 * The rows below one row. They are read when they are first shown, kept, and read again in the background. The last good
 * rows stay until new ones arrive, and next to the error if a reading failed.
 */
export class Branch<Row> {
  #nodes: readonly Row[] = [];
  #error: ServiceError | undefined;
  #updatedAt: number | undefined;
  #hasBeenRead = false;
  #isStale = true;
  #reading: CurrentReading | undefined;
  #isClosed = false;

  /** The last good rows; empty before the first reading. */
  get nodes(): readonly Row[] {
    return this.#nodes;
  }

  /** Why the last reading failed, if it did. */
  get error(): ServiceError | undefined {
    return this.#error;
  }

  /** When the last good rows were requested, in milliseconds since 1970; undefined before the first reading. */
  get updatedAt(): number | undefined {
    return this.#updatedAt;
  }

  /** Whether a reading has ended, successfully or not. */
  get hasBeenRead(): boolean {
    return this.#hasBeenRead;
  }

  /** Whether the rows must be read again. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Whether a response is outstanding: it may show the state before a change that was made in the meantime. */
  get isBeingRead(): boolean {
    return this.#reading !== undefined;
  }

  /**
   * Waits until the rows are current or their reading has failed. Concurrent calls share one reading, also if the branch
   * becomes stale in the meantime.
   */
  async load(reading: Reading<Row>): Promise<void> {
    while (this.#isStale && !this.#isClosed) {
      this.#reading ??= this.#start(reading, 'person');
      await this.#reading.done;
    }
  }

  /**
   * Reads the rows again for a timer, in the background. A reading for a user takes precedence.
   * @param signal ends it
   */
  async renew(reading: Reading<Row>, signal: AbortSignal): Promise<void> {
    if (this.#isStale || this.#isClosed || this.isBeingRead || signal.aborted) return;
    this.#reading = this.#start(reading, 'timer');
    const stop = (): void => {
      this.stopRenewing();
    };
    // One for each branch, which Node would report as a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', stop);
    try {
      await this.#reading.done;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Gives up a reading for a timer, but none for a user. */
  stopRenewing(): void {
    if (this.#reading?.priority === 'timer') this.#giveUp();
  }

  /** Replaces the last good rows. */
  replace(nodes: readonly Row[]): void {
    this.#nodes = nodes;
  }

  /** The rows must be read again. A reading in progress is given up. */
  markStale(): void {
    this.#isStale = true;
    this.#giveUp();
  }

  /** Ends all waiting; nothing is read any more. */
  close(): void {
    this.#isClosed = true;
    this.markStale();
  }

  #giveUp(): void {
    this.#reading?.controller.abort();
    this.#reading = undefined;
  }

  #start({ read, keepSame, onRead }: Reading<Row>, priority: Priority): CurrentReading {
    const controller = new AbortController();
    const { signal } = controller;
    const askedAt = Date.now();
    const finish = (result: readonly Row[] | ServiceError): void => {
      const [before, errorBefore, isFirst] = [this.#nodes, this.#error, !this.#hasBeenRead];
      this.#reading = undefined;
      this.#hasBeenRead = true;
      this.#isStale = false;
      this.#error = undefined;
      if (isServiceError(result)) {
        this.#error = result;
      } else {
        this.#nodes = keepSame(before, result);
        this.#updatedAt = askedAt;
      }
      onRead({ isFirst, isOther: this.#nodes !== before || this.#error?.kind !== errorBefore?.kind });
    };
    const done = read({ signal, priority }).then(
      (rows) => {
        if (!signal.aborted) finish(rows);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        this.#reading = undefined;
        if (!isServiceError(error)) throw error;
        finish(error);
      },
    );
    return { controller, priority, done };
  }
}
