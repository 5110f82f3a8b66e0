import { l10n } from 'vscode';
import { isServiceError, type ServiceError } from '../../service/errors';
import type { CallOptions } from '../../service/schedule';
import type { Inventory } from '../inventory';
import { readAllClusters, readRepaves, searchClusters, type Missing } from './clusterLists';
import { missingProblem, problemOf } from './problems';
import { fewRequests, type FirstRead, type OnProgress } from './readState';
import { noProblems, type Reads } from './reads';

/** How all clusters were read: what is missing, or why they could not be read; undefined if the caller canceled it. */
type ClustersResult = readonly Missing[] | ServiceError | undefined;

/** What is known about the clusters of a fleet as a whole. */
interface ClustersState {
  firstRead: FirstRead;
  readAt?: number;
  /** How many requests the last successful read took. */
  requests: number;
}

const nothingRead: ClustersState = { firstRead: 'pending', requests: 0 };

/** Reads all clusters of a fleet into its inventory. */
export class ClusterReader {
  state: ClustersState = { ...nothingRead };
  /** Whether the last read of all clusters failed. */
  isFailing = false;
  #isReading = false;

  constructor(
    private readonly inventory: Inventory,
    private readonly reads: Reads,
  ) {}

  /**
   * Reads all clusters from the best list that the service offers. Joins a read in progress.
   * @param signal ends the read, unless something else waits for it, too
   * @param priority without it, only the first read does not wait for other requests of the user
   */
  read({ signal, priority }: Pick<CallOptions, 'signal' | 'priority'> = {}): Promise<ClustersResult> {
    const { firstRead } = this.state;
    const given = priority ?? (firstRead === 'pending' ? 'user' : 'timer');
    return this.reads.join('clusters', signal, async (ended, onProgress) => {
      if (this.state.firstRead === 'failed') this.state.firstRead = 'pending';
      this.#isReading = true;
      try {
        return await this.#read({ priority: given, signal: ended }, onProgress);
      } finally {
        this.#isReading = false;
      }
    });
  }

  /** Reads all clusters again without showing the progress, unless that takes many requests. */
  async refreshInBackground(signal: AbortSignal): Promise<boolean> {
    if (this.#isReading) await this.read({ signal });
    else if (this.state.requests <= fewRequests) {
      await this.#read({ priority: 'timer', signal: this.reads.signal(signal) });
      this.reads.onChange();
    }
    return !this.isFailing;
  }

  /** Reads cores, memory, pool sizes and versions of all clusters. Joins a read in progress. */
  async readSearch(signal?: AbortSignal): Promise<void> {
    await this.reads.join('search', signal, async (ended, onProgress) => {
      try {
        await searchClusters(this.inventory, undefined, { priority: 'timer', signal: ended }, onProgress);
        this.reads.problems.search = [];
      } catch (error) {
        if (!isServiceError(error)) throw error;
        if (error.kind !== 'cancelled')
          this.reads.problems.search = [problemOf(error, l10n.t("Couldn't load cores, memory and versions"))];
      }
    });
  }

  /** Reads again what failed. */
  async retry(signal: AbortSignal | undefined): Promise<void> {
    const { clusters, approvals, search } = this.reads.problems;
    if ([...clusters, ...approvals].some(({ canRetry }) => canRetry))
      await this.read({ signal, priority: 'user' });
    if (search.length > 0) await this.readSearch(signal);
  }

  /** The items have been forgotten, because nothing shows them. */
  forget(): void {
    this.state = { ...nothingRead };
    this.reads.problems = { ...noProblems };
  }

  /** Without `onProgress`, a timer reads: that it is aborted says nothing about the service. */
  async #read(options: CallOptions, onProgress?: OnProgress): Promise<ClustersResult> {
    const requestedAt = Date.now();
    let requests = 0;
    try {
      const missing = await readAllClusters(this.inventory, options, (done, total) => {
        requests++;
        this.state.readAt = requestedAt;
        onProgress?.(done, total);
      });
      this.state.requests = requests;
      this.reads.problems.clusters = missing.map(missingProblem);
      this.state.firstRead = 'succeeded';
      this.isFailing = false;
      // A timer does not read them: approvals take hours.
      const canWait = missing.every(({ about }) => about !== 'details');
      if (!canWait || onProgress === undefined) return missing;
      this.reads.onChange();
      const approvals = await readRepaves(this.inventory, options);
      this.reads.problems.approvals = approvals.map(missingProblem);
      return [...missing, ...approvals];
    } catch (error) {
      if (isServiceError(error, 'cancelled') && onProgress === undefined) return error;
      if (this.state.firstRead === 'pending') this.state.firstRead = 'failed';
      if (!isServiceError(error)) throw error;
      this.isFailing = true;
      this.reads.problems.clusters = [
        problemOf(error, requests > 0 ? l10n.t('Not all clusters were read') : undefined),
      ];
      return error;
    }
  }
}
