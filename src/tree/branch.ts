import { setMaxListeners } from 'node:events';
import { isServiceError, type ServiceError } from '../service/errors';
import type { CallOptions, Priority } from '../service/schedule';

/** How the rows below one row are read. Throws {@link ServiceError}. */
export type Read<Node> = (options: CallOptions) => Promise<readonly Node[]>;

/** Which rows stay when they are read again, of those before and the fresh ones. */
export type KeepSame<Node> = (before: readonly Node[], fresh: readonly Node[]) => readonly Node[];

/**
 * The rows below one row: read when they are first looked at, kept, and read again when they are stale. The last good
 * rows stay until new ones are there, and beside the error where a reading failed.
 */
export class Branch<Node> {
  #nodes: readonly Node[] = [];
  #error: ServiceError | undefined;
  #updatedAt: number | undefined;
  #isStale = true;
  #reading: { readonly controller: AbortController; readonly done: Promise<void> } | undefined;
  #isClosed = false;

  /** The last good rows; empty before the first reading. */
  get nodes(): readonly Node[] {
    return this.#nodes;
  }

  /** Why the last reading failed, if it did. */
  get error(): ServiceError | undefined {
    return this.#error;
  }

  /** When the last good rows were asked for, in milliseconds since 1970; undefined before the first reading. */
  get updatedAt(): number | undefined {
    return this.#updatedAt;
  }

  /** Whether it has been read well at least once and was not found stale since. */
  get isCurrent(): boolean {
    return !this.#isStale && this.#error === undefined;
  }

  /** Whether an answer is waited for: it may tell what was before a change that was made meanwhile. */
  get isBeingRead(): boolean {
    return this.#reading !== undefined;
  }

  /**
   * Waits until the rows are current or their reading has failed. However often it is called, and however often the
   * branch goes stale meanwhile, the rows that count are read once.
   */
  async load(read: Read<Node>, onRead: () => void): Promise<void> {
    while (this.#isStale && !this.#isClosed) {
      this.#reading ??= this.#start(read, 'person', onRead);
      await this.#reading.done;
    }
  }

  /**
   * Reads the rows again behind those that are shown: whoever wants rows meanwhile gets those from before. A reading that
   * somebody waits for goes first.
   * @param keepSame the fresh rows, as far as they are others than those from before; the latter where none is
   * @returns whether the rows, or how their reading ended, are others than before
   */
  async renew(read: Read<Node>, keepSame: KeepSame<Node>, signal: AbortSignal): Promise<boolean> {
    if (this.#isStale || this.#isClosed || this.isBeingRead || signal.aborted) return false;
    const stop = (): void => {
      this.stopRenewing();
    };
    // As many as there are branches, which Node takes for a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', stop);
    const error = this.#error;
    let isOther = false;
    this.#reading = this.#start(read, 'timer', (before) => {
      this.#nodes = keepSame(before, this.#nodes);
      isOther = this.#nodes !== before || this.#error?.kind !== error?.kind;
    });
    try {
      await this.#reading.done;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    return isOther;
  }

  /** Gives up a reading that nobody waits for. */
  stopRenewing(): void {
    if (!this.#isStale) this.#giveUp();
  }

  /** Puts other rows in the place of the last good ones. */
  replace(nodes: readonly Node[]): void {
    this.#nodes = nodes;
  }

  /** The rows have to be read again when they are next looked at; what is being read now comes too late. */
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

  #start(read: Read<Node>, priority: Priority, onRead: (before: readonly Node[]) => void) {
    const controller = new AbortController();
    const askedAt = Date.now();
    const finish = (result: readonly Node[] | ServiceError): void => {
      const before = this.#nodes;
      this.#reading = undefined;
      this.#isStale = false;
      this.#error = undefined;
      if (isServiceError(result)) {
        this.#error = result;
      } else {
        this.#nodes = result;
        this.#updatedAt = askedAt;
      }
      onRead(before);
    };
    const done = read({ signal: controller.signal, priority }).then(
      (nodes) => {
        if (!controller.signal.aborted) finish(nodes);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        this.#reading = undefined;
        if (!isServiceError(error)) throw error;
        finish(error);
      },
    );
    return { controller, done };
  }
}
