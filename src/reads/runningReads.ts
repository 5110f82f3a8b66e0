import { anySignal } from '../service/abort';
import { JoinedReads } from '../service/joinedReads';
import type { FleetProblem, OnProgress, ReadProgress } from './fleetState';

/** Reads until `signal` is aborted. */
type RunningRead<Result> = (signal: AbortSignal, onProgress: OnProgress) => Promise<Result>;

type JoinedName = 'clusters' | 'tags' | 'search' | 'causes';

type Problems = Record<Exclude<JoinedName, 'tags'> | 'approvals' | 'certificates', readonly FleetProblem[]>;

const shownFirst = ['machines', 'certificates', 'clusters', 'causes'] as const;

/** The reads of a fleet in progress, and what earlier ones could not read. */
export class RunningReads {
  /** What could not be read of clusters, and why, in the order in which it is shown. */
  readonly problems: Problems = { clusters: [], approvals: [], search: [], causes: [], certificates: [] };
  readonly #shown = new Map<object, ReadProgress>();
  readonly #joined = new JoinedReads();
  #controller = new AbortController();

  /** @param onChange called when more or less is known than before, or is being read */
  constructor(
    private readonly closed: AbortSignal,
    readonly onChange: () => void,
  ) {}

  /** Reads of machines, or else those of certificates, of clusters, or of causes. */
  get progress(): ReadProgress | undefined {
    const orderOf = ({ what }: ReadProgress): number => shownFirst.indexOf(what);
    return [...this.#shown.values()].sort((one, other) => orderOf(one) - orderOf(other))[0];
  }

  isReading(name: JoinedName): boolean {
    return this.#joined.has(name);
  }

  /** Ends all of them, whoever started them. What has been read stays. */
  cancel(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#joined.invalidate();
  }

  /** Aborted when the reads are canceled or the connection is closed, or with the given one. */
  signal(given: AbortSignal | undefined): AbortSignal {
    return anySignal(given, this.#controller.signal, this.closed);
  }

  /** Shows a read until it has ended. */
  async show<Result>(
    what: ReadProgress['what'],
    signal: AbortSignal | undefined,
    read: RunningRead<Result>,
  ): Promise<Result> {
    const key = {};
    const report: OnProgress = (done, total) => {
      this.#shown.set(key, { what, done, total: total === undefined ? undefined : Math.max(done, total) });
      this.onChange();
    };
    report(0, undefined);
    try {
      return await read(this.signal(signal), report);
    } finally {
      this.#shown.delete(key);
      this.onChange();
    }
  }

  /**
   * Waits for the read with this name, which is started unless it is in progress.
   * @returns undefined if `signal` is aborted
   */
  async join<Result>(
    name: JoinedName,
    signal: AbortSignal | undefined,
    read: RunningRead<Result>,
  ): Promise<Result | undefined> {
    try {
      const what = name === 'causes' ? name : 'clusters';
      return await this.#joined.join(name, (ended) => this.show(what, ended, read), signal);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      return undefined;
    }
  }
}
