import { l10n } from 'vscode';
import { isServiceError } from '../service/errors';
import { requestTime } from '../service/requestTime';
import { explainsMs, factOf } from '../items/cluster';
import { clusterRef } from '../items/details/clusterReads';
import type { Inventory } from '../items/inventory';
import type { ClusterRow } from '../items/kinds';
import { isLater } from '../items/record';
import { compareStates } from '../items/severity';
import { canHaveFailure } from '../items/kinds/clusterHealth';
import { fleetProblem } from './fleetProblems';
import { readFacts } from './readEach';
import type { RunningReads } from './runningReads';

/** The most causes that are read without asking. */
export const maxUnasked = 50;

/** Reads why clusters of a fleet have failed or are unhealthy, which no list of clusters tells, into its inventory. */
export class CauseReader {
  /** Whether the rest is left to the user, who canceled it, or because the service refuses it. */
  #isPaused = false;
  /** Causes that were requested before may be old. */
  #refreshNumber = 0;

  constructor(
    private readonly inventory: Inventory,
    private readonly reads: RunningReads,
  ) {}

  /** The clusters whose cause is not known. */
  get unread(): readonly ClusterRow[] {
    // They are read by a retry.
    return this.#isPaused && this.#hasFailed
      ? []
      : this.inventory.clusters.filter((row) => this.#isUnread(row));
  }

  get #hasFailed(): boolean {
    return this.reads.problems.causes.length > 0;
  }

  /** Call this when the user wants everything to be read again. */
  outdate(): void {
    this.#refreshNumber = requestTime().requestNumber;
    this.#forgetProblem();
  }

  /** Reads again what failed. */
  async retry(signal: AbortSignal | undefined): Promise<void> {
    if (!this.#hasFailed) return;
    this.#forgetProblem();
    await this.read(signal);
  }

  #forgetProblem(): void {
    this.reads.problems.causes = [];
    this.#isPaused = false;
  }

  /** Reads causes that are not known, with one request each. @param isAsked whether the user asked for all of them */
  async read(given: AbortSignal | undefined, isAsked = false): Promise<void> {
    this.#isPaused &&= !isAsked;
    const clusters = this.#isPaused ? [] : this.#inOrder().slice(0, isAsked ? undefined : maxUnasked);
    if (clusters.length === 0) return;
    await this.reads.join('causes', given, async (signal, onProgress) => {
      let isRefused = false;
      const end = await readFacts('overview', clusters, this.inventory, {
        signal,
        priority: 'timer',
        isFirstAlone: true,
        onProgress,
        onFailure: (_cluster, error) => {
          isRefused = isServiceError(error, 'forbidden', 'unsupported');
          const canRetry = this.inventory.session.refusals.of(error.operation) === undefined;
          const problem = fleetProblem(error, l10n.t('Not all causes were read'));
          this.reads.problems.causes = [{ ...problem, canRetry }];
        },
      });
      this.#isPaused ||= end === 'stopped' ? isRefused : signal.aborted && given?.aborted !== true;
    });
  }

  /** The worst first, and last those whose cause could not be read. */
  #inOrder(): readonly ClusterRow[] {
    const all = this.unread.map((row) => {
      const isFailed = Number(factOf(row, 'overview')?.error !== undefined);
      return { row, isFailed, item: this.inventory.itemOf(row) };
    });
    all.sort(
      ({ isFailed, item }, other) =>
        isFailed - other.isFailed ||
        compareStates(item.state, other.item.state) ||
        item.name.localeCompare(other.item.name),
    );
    return all.map(({ row }) => row);
  }

  /** Whether the cause was not read since the cluster changed, or so long before it was read that it explains nothing. */
  #isUnread(row: ClusterRow): boolean {
    const { item, run } = this.inventory.derivedOf(row);
    if (!canHaveFailure(item.state)) return false;
    const { requested, error } = factOf(row, 'overview') ?? {};
    if (requested === undefined) return clusterRef(row) !== undefined;
    if (error !== undefined && !this.#hasFailed) return true;
    const isOld = (item.readAt ?? 0) - requested.readAt > explainsMs;
    return requested.requestNumber < this.#refreshNumber || isLater(run?.first, requested) || isOld;
  }
}
