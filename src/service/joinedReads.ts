import { unlessAborted } from './abort';

interface Read {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

/** Reads under way: who asks for what is being read already gets the same answer. */
export class JoinedReads {
  readonly #underWay = new Map<string, Read>();

  /**
   * The answer of the read called `key`, which is started where none is under way. It is given up when everybody who
   * waited for it has given up.
   * @param key has to be the same only for reads with the same answer
   * @throws what the read throws, or the reason of the signal
   */
  async join<Answer>(
    key: string,
    start: (signal: AbortSignal) => Promise<Answer>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    signal?.throwIfAborted();
    const read = this.#underWay.get(key) ?? this.#start(key, start);
    read.waiting++;
    return unlessAborted(read.answer as Promise<Answer>, signal, () => {
      read.waiting--;
      if (read.waiting > 0) return;
      this.#forget(key, read);
      read.controller.abort();
    });
  }

  /** Lets nobody join what is being read now: it may be older than a change. */
  invalidate(): void {
    this.#underWay.clear();
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<unknown>): Read {
    const controller = new AbortController();
    const read = { answer: start(controller.signal), controller, waiting: 0 };
    this.#underWay.set(key, read);
    const over = (): void => {
      this.#forget(key, read);
    };
    read.answer.then(over, over);
    return read;
  }

  #forget(key: string, read: Read): void {
    if (this.#underWay.get(key) === read) this.#underWay.delete(key);
  }
}
