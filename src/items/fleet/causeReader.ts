import { l10n } from 'vscode';
import { isServiceError, missingStatuses } from '../../service/errors';
import { concurrency } from '../../service/rateLimits';
import { requestTime } from '../../service/requestTime';
import { explainsMs } from '../cluster';
import { clusterRef } from '../details/clusterReads';
import type { Inventory } from '../inventory';
import { compareStates, type Item, type ItemState } from '../item';
import { canHaveFailure } from '../kinds/clusterHealth';
import { maxFailuresInARow, problemOf } from './problems';
import type { Reads } from './reads';

/** The most causes that are read without asking. */
export const maxUnasked = 50;

/** Reads why clusters of a fleet have failed or are unhealthy, which no list of clusters tells, into its inventory. */
export class CauseReader {
  /** Whether the rest is left to the user, who canceled it, or because the service refuses it. */
  #isPaused = false;
  /** Causes that were requested before may be old. */
  #refreshNumber = 0;
  /** How the clusters were when their cause was read, by their UID. */
  readonly #explained = new Map<string, ItemState>();

  constructor(
    private readonly inventory: Inventory,
    private readonly reads: Reads,
  ) {}

  /** The clusters whose cause is not known: the worst first, and last those whose cause could not be read. */
  get unread(): readonly Item[] {
    // They are read by a retry.
    if (this.#isPaused && this.reads.problems.causes.length > 0) return [];
    const isFailed = ({ uid }: Item): number => Number(this.#readingOf(uid)?.error !== undefined);
    return this.inventory
      .items()
      .filter((item) => item.kind === 'cluster' && canHaveFailure(item.state) && this.#isUnread(item))
      .sort((one, other) => compareStates(one.state, other.state) || one.name.localeCompare(other.name))
      .sort((one, other) => isFailed(one) - isFailed(other));
  }

  /** Call this when the user wants everything to be read again. */
  outdate(): void {
    this.#refreshNumber = requestTime().requestNumber;
    this.reads.problems.causes = [];
    this.#isPaused = false;
  }

  /** Reads again what failed. */
  async retry(signal: AbortSignal | undefined): Promise<void> {
    if (this.reads.problems.causes.length === 0) return;
    this.reads.problems.causes = [];
    this.#isPaused = false;
    await this.read(signal);
  }

  /** Reads causes that are not known, with one request each. @param isAsked whether the user asked for all of them */
  async read(given: AbortSignal | undefined, isAsked = false): Promise<void> {
    this.#isPaused &&= !isAsked;
    const waiting = this.#isPaused ? [] : this.unread.slice(0, isAsked ? undefined : maxUnasked);
    const { length } = waiting;
    if (length === 0) return;
    const { clusterReads, session } = this.inventory;
    await this.reads.join('causes', given, async (signal, onProgress) => {
      let [failuresInARow, isStopped] = [0, false];
      const readNext = async (): Promise<void> => {
        const { uid = '', state = 'unknown' } = waiting.shift() ?? {};
        const ref = clusterRef(this.inventory.clusterOf(uid));
        if (ref === undefined) return;
        await clusterReads.read('overview', ref, { priority: 'timer', signal });
        if (signal.aborted) return;
        this.#explained.set(uid, state);
        const { error } = this.#readingOf(uid) ?? {};
        // What is not found is about this cluster.
        const isPassed = error === undefined || missingStatuses.has(error.failure.status);
        failuresInARow = isPassed ? 0 : failuresInARow + 1;
        const isRefused = session.refusals.of('readClusterOverview') !== undefined;
        isStopped ||= isRefused || failuresInARow >= maxFailuresInARow;
        this.#isPaused ||= isStopped && isServiceError(error, 'forbidden', 'unsupported');
        const canRetry = !isRefused;
        const problem = error && { ...problemOf(error, l10n.t('Not all causes were read')), canRetry };
        if (problem) this.reads.problems.causes = [problem];
        onProgress(length - waiting.length, length);
      };
      const readOn = async (): Promise<void> => {
        while (waiting.length > 0 && !isStopped && !signal.aborted) await readNext();
      };
      onProgress(0, length);
      await readNext();
      await Promise.all(Array.from({ length: concurrency }, readOn));
      this.#isPaused ||= signal.aborted && given?.aborted !== true;
    });
  }

  /** Whether the cause was not read since the cluster changed, or so long before it was read that it explains nothing. */
  #isUnread({ uid, state, readAt = 0 }: Item): boolean {
    const row = this.inventory.clusterOf(uid);
    const { requested, error } = this.#readingOf(uid) ?? {};
    if (requested === undefined) return clusterRef(row) !== undefined;
    if (error !== undefined && this.reads.problems.causes.length === 0) return true;
    if (requested.requestNumber < this.#refreshNumber) return true;
    if (requested.requestNumber > (row?.requestNumber ?? 0)) return false;
    return readAt - requested.readAt > explainsMs || this.#explained.get(uid ?? '') !== state;
  }

  #readingOf(uid: string | undefined) {
    return this.inventory.clusterOf(uid)?.facts?.overview;
  }
}
