import { unlessAborted } from './abort';

interface JoinedRead {
  readonly result: Promise<unknown>;
  readonly controller: AbortController;
  callers: number;
}

/** Reads in flight. A caller that requests what is being read already gets the same result. */
export class JoinedReads {
  readonly #inFlight = new Map<string, JoinedRead>();

  get isReading(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Whether a read with this key is in flight. */
  has(key: string): boolean {
    return this.#inFlight.has(key);
  }

  /**
   * Returns the result of the read in flight with the same key, or of a new one. The read is aborted when all its callers
   * have aborted.
   * @param key identifies the request; equal keys must mean equal results
   */
  async join<Result>(
    key: string,
    start: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const read = this.#inFlight.get(key) ?? this.#start(key, start);
    read.callers++;
    return unlessAborted(read.result as Promise<Result>, signal, () => {
      read.callers--;
      if (read.callers > 0) return;
      this.#remove(key, read);
      read.controller.abort();
    });
  }

  /** Detaches the reads in flight, because they may be older than a change. Their callers still get the results. */
  invalidate(): void {
    this.#inFlight.clear();
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<unknown>): JoinedRead {
    const controller = new AbortController();
    const read = { result: start(controller.signal), controller, callers: 0 };
    this.#inFlight.set(key, read);
    const remove = (): void => {
      this.#remove(key, read);
    };
    read.result.then(remove, remove);
    return read;
  }

  #remove(key: string, read: JoinedRead): void {
    if (this.#inFlight.get(key) === read) this.#inFlight.delete(key);
  }
}
