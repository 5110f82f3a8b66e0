import { isServiceError, type ServiceError } from '../service/errors';

/** How the rows below one row are read. Throws {@link ServiceError}. */
export type Read<Node> = (signal: AbortSignal) => Promise<readonly Node[]>;

/**
 * The rows below one row: read when they are first looked at, kept, and read again when they are stale. The last good
 * rows stay until new ones are there, and beside the error where a reading failed.
 */
export class Branch<Node> {
  #nodes: readonly Node[] = [];
  #error: ServiceError | undefined;
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
      this.#reading ??= this.#start(read, onRead);
      await this.#reading.done;
    }
  }

  /** Puts other rows in the place of the last good ones. */
  replace(nodes: readonly Node[]): void {
    this.#nodes = nodes;
  }

  /** The rows have to be read again when they are next looked at; what is being read now comes too late. */
  markStale(): void {
    this.#isStale = true;
    this.#reading?.controller.abort();
    this.#reading = undefined;
  }

  /** Ends all waiting; nothing is read any more. */
  close(): void {
    this.#isClosed = true;
    this.markStale();
  }

  #start(read: Read<Node>, onRead: () => void) {
    const controller = new AbortController();
    const finish = (result: readonly Node[] | ServiceError): void => {
      this.#reading = undefined;
      this.#isStale = false;
      this.#error = undefined;
      if (isServiceError(result)) this.#error = result;
      else this.#nodes = result;
      onRead();
    };
    const done = read(controller.signal).then(
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
