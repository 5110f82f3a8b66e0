import { JoinedReads } from '../../service/joinedReads';
import type { FleetProblem, OnProgress, ReadProgress } from './readState';

/** Reads until `signal` is aborted. */
type Read<Result> = (signal: AbortSignal, onProgress: OnProgress) => Promise<Result>;

type Problems = Record<
  'clusters' | 'approvals' | 'search' | 'causes' | 'certificates',
  readonly FleetProblem[]
>;

/** In the order in which they are shown. */
export const noProblems: Problems = { clusters: [], approvals: [], search: [], causes: [], certificates: [] };

const shownFirst = ['machines', 'certificates', 'clusters', 'causes'] as const;

/** The reads of a fleet in progress, and what earlier ones could not read. */
export class Reads {
  /** What could not be read of clusters, and why. For causes, there is at most one problem. */
  problems = { ...noProblems };
  readonly #shown = new Set<ReadProgress>();
  readonly #joined = new JoinedReads();
  #controller = new AbortController();

  /** @param onChange called when more or less is known than before, or is being read */
  constructor(
    private readonly closed: AbortSignal,
    readonly onChange: () => void,
  ) {}

  /** Reads of machines, or else those of certificates, of clusters, or of causes. */
  get progress(): ReadProgress | undefined {
    const all = [...this.#shown];
    const what = shownFirst.find((one) => all.some((read) => read.what === one));
    const shown = all.filter((read) => read.what === what);
    return what && { what, done: sum(shown, 'done') ?? 0, total: sum(shown, 'total') };
  }

  /** Ends all of them, whoever started them. What has been read stays. */
  cancel(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#joined.invalidate();
  }

  /** Aborted when the reads are canceled or the connection is closed, or with the given one. */
  signal(given: AbortSignal | undefined): AbortSignal {
    const signals = [given, this.#controller.signal, this.closed];
    return AbortSignal.any(signals.filter((one) => one !== undefined));
  }

  /** Shows a read until it has ended. */
  async show<Result>(
    what: ReadProgress['what'],
    total: number | undefined,
    signal: AbortSignal | undefined,
    read: Read<Result>,
  ): Promise<Result> {
    const shown = { what, done: 0, total };
    this.#shown.add(shown);
    this.onChange();
    try {
      return await read(this.signal(signal), (done, newTotal) => {
        shown.done = done;
        shown.total = newTotal === undefined ? undefined : Math.max(done, newTotal);
        this.onChange();
      });
    } finally {
      this.#shown.delete(shown);
      this.onChange();
    }
  }

  /**
   * Waits for the read with this name, which is started unless it is in progress.
   * @returns undefined if `signal` is aborted
   */
  async join<Result>(
    name: 'clusters' | 'search' | 'causes',
    signal: AbortSignal | undefined,
    read: Read<Result>,
  ): Promise<Result | undefined> {
    try {
      const what = name === 'causes' ? name : 'clusters';
      return await this.#joined.join(name, (ended) => this.show(what, undefined, ended, read), signal);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      return undefined;
    }
  }
}

/** Undefined if one of the reads does not know. */
function sum(reads: readonly ReadProgress[], name: 'done' | 'total'): number | undefined {
  return reads.reduce<number | undefined>((total, { [name]: count }) => {
    return total === undefined || count === undefined ? undefined : total + count;
  }, 0);
}
