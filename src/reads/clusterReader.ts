import { l10n } from 'vscode';
import { anySignal } from '../service/abort';
import { isServiceError, type ServiceError } from '../service/errors';
import { requestTime, type RequestTime } from '../service/requestTime';
import type { CallOptions } from '../service/operations';
import type { Inventory } from '../items/inventory';
import { readAllClusters, readRepaves, type Missing } from './allClusters';
import { missingProblem, fleetProblem } from './fleetProblems';
import { fewRequests, type FirstRead, type OnProgress } from './fleetState';
import type { RunningReads } from './runningReads';

/** How all clusters were read: what is missing, or why they could not be read; undefined if the caller canceled it. */
type ClustersResult = readonly Missing[] | ServiceError | undefined;

/** Reads all clusters of a fleet into its inventory. */
export class ClusterReader {
  /** When all clusters were requested; undefined before the first response. */
  requested: RequestTime | undefined;
  /** Whether the last read of all clusters failed. */
  isFailing = false;
  /** When the last read that succeeded was requested, and how many requests it took. */
  #succeeded: { readonly requested: RequestTime; readonly requests: number } | undefined;
  /** Of the last read by a timer. */
  #background = new AbortController();

  /** @param onRead called when all clusters were read */
  constructor(
    private readonly inventory: Inventory,
    private readonly reads: RunningReads,
    private readonly onRead: (signal: AbortSignal | undefined) => void,
  ) {}

  get state() {
    const firstRead: FirstRead = this.#succeeded ? 'succeeded' : this.isFailing ? 'failed' : 'pending';
    // A read that fails midway does not make all newer.
    const { readAt } = this.#succeeded?.requested ?? this.requested ?? {};
    return { firstRead, readAt };
  }

  /**
   * Reads all clusters from the best list that the service offers. Joins a read in progress.
   * @param signal ends the read, unless something else waits for it, too
   * @param priority without it, only the first read does not wait for other requests of the user
   */
  read({ signal, priority }: CallOptions = {}): Promise<ClustersResult> {
    const given = priority ?? (this.state.firstRead === 'pending' ? 'user' : 'timer');
    return this.reads.join('clusters', signal, (ended, onProgress) => {
      // What an older read tells is of no use any more.
      this.#background.abort();
      this.isFailing = false;
      return this.#read({ priority: given, signal: ended }, onProgress);
    });
  }

  /** Reads all clusters with their tags, but not which wait for approval. Joins a read in progress. */
  readTags({ signal, priority = 'timer' }: CallOptions): Promise<ClustersResult> {
    if (this.reads.isReading('clusters')) return this.read({ signal, priority });
    return this.reads.join('tags', signal, (ended) => this.#read({ priority, signal: ended }));
  }

  /** Reads all clusters again without showing the progress, unless that takes many requests. */
  async refreshInBackground(signal: AbortSignal): Promise<boolean> {
    if (this.reads.isReading('clusters')) await this.read({ signal });
    else if ((this.#succeeded?.requests ?? 0) <= fewRequests) {
      this.#background = new AbortController();
      const ended = anySignal(this.#background.signal, this.reads.signal(signal));
      await this.#read({ priority: 'timer', signal: ended });
      this.reads.onChange();
    }
    return !this.isFailing;
  }

  /** Without `onProgress`, it does not read approvals, and that it is aborted says nothing about the service. */
  async #read(options: CallOptions, onProgress?: OnProgress): Promise<ClustersResult> {
    const requested = requestTime();
    const isOver = (): boolean => onProgress === undefined && options.signal?.aborted === true;
    let requests = 0;
    try {
      const missing = await readAllClusters(this.inventory, options, (done, total) => {
        requests++;
        if (!isOver()) this.requested = requested;
        onProgress?.(done, total);
      });
      this.#succeeded = { requested, requests };
      this.isFailing = false;
      this.reads.problems.clusters = missing.map(missingProblem);
      this.onRead(options.signal);
      // A timer does not read them, as approvals take hours, and they decide nothing about access.
      const canWait = missing.every(({ about }) => about !== 'details');
      if (!canWait || onProgress === undefined) return missing;
      this.reads.onChange();
      const approvals = await readRepaves(this.inventory, options);
      this.reads.problems.approvals = approvals.map(missingProblem);
      return [...missing, ...approvals];
    } catch (error) {
      this.isFailing ||= !isOver();
      if (!isServiceError(error)) throw error;
      const text = requests > 0 ? l10n.t('Not all clusters were read') : undefined;
      if (!isOver()) this.reads.problems.clusters = [fleetProblem(error, text)];
      return error;
    }
  }
}
