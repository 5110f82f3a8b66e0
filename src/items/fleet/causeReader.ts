import { l10n } from 'vscode';
import { isServiceError, type ServiceError } from '../../service/errors';
import { explainsMs, stateOf } from '../cluster';
import { clusterRef } from '../details/clusterReads';
import type { Inventory } from '../inventory';
import { compareStates } from '../item';
import { isRow, type ClusterRow } from '../kinds';
import { canHaveFailure } from '../kinds/clusterHealth';
import { concurrency } from './machineReader';
import { maxFailuresInARow, problemOf } from './problems';
import type { FleetProblem, OnProgress } from './readState';
import type { Reads } from './reads';

/** The most clusters whose cause is read at a time unless the user asks for all. */
const maxWorst = 50;

const operation = 'readClusterOverview';

const names = new Intl.Collator(undefined, { numeric: true });

/** Why causes are read: the user refreshed the clusters, so that known causes may be old, too; or wants what failed. */
export type CauseReason = 'refresh' | 'retry' | 'timer';

/** Reads why clusters of a fleet have failed or are unhealthy, which no list of clusters tells, into its inventory. */
export class CauseReader {
  problem: FleetProblem | undefined;
  /** Why nothing is read until the user asks again. */
  #pausedBy: 'user' | 'refusal' | undefined;
  /** How the clusters were when their cause was read, by their ID. */
  readonly #explained = new Map<string, string>();

  constructor(
    private readonly inventory: Inventory,
    private readonly reads: Reads,
  ) {}

  /** How many requests reading all causes takes that are not known. */
  get requests(): number {
    return this.#pausedBy === 'refusal' ? 0 : this.#unread.length;
  }

  /** Reads the causes of the worst clusters that are not known. */
  async readWorst(signal: AbortSignal, reason: CauseReason): Promise<void> {
    if (reason !== 'timer') this.#pausedBy = undefined;
    if (this.#pausedBy !== undefined) return;
    const due = this.#failing().filter((row) => this.#isUnread(row) || isDue(row, reason));
    await this.#read(due.slice(0, maxWorst), signal);
  }

  /** Reads all causes that are not known. */
  async readAll(signal: AbortSignal): Promise<void> {
    this.#pausedBy = undefined;
    await this.#read(this.#unread, signal);
  }

  /** The items have been forgotten, because nothing shows them. */
  forget(): void {
    this.problem = undefined;
    this.#pausedBy = undefined;
    this.#explained.clear();
  }

  /** The clusters that a cause can explain: the worst first, and last those whose cause could not be read. */
  #failing(): readonly ClusterRow[] {
    const { store } = this.inventory;
    return this.inventory
      .items()
      .filter(({ kind, state }) => kind === 'cluster' && canHaveFailure(state))
      .sort((one, other) => compareStates(one.state, other.state) || names.compare(one.name, other.name))
      .map(({ id }) => store.find(id))
      .filter((row): row is ClusterRow => isRow(row, 'cluster') && clusterRef(row) !== undefined)
      .sort((one, other) => Number(errorOf(one) !== undefined) - Number(errorOf(other) !== undefined));
  }

  get #unread(): readonly ClusterRow[] {
    return this.#failing().filter((row) => this.#isUnread(row));
  }

  /** Whether the cause of a cluster was not read since it changed, or so long before it was read that it explains nothing. */
  #isUnread(row: ClusterRow): boolean {
    const { requested } = row.facts?.overview ?? {};
    if (requested === undefined) return true;
    if (requested.requestNumber > (row.requestNumber ?? 0)) return false;
    const isOld = (row.readAt ?? 0) - requested.readAt > explainsMs;
    return isOld || this.#explained.get(row.id) !== conditionOf(row);
  }

  async #read(rows: readonly ClusterRow[], given: AbortSignal): Promise<void> {
    if (rows.length === 0) return;
    await this.reads.join('causes', given, async (signal, onProgress) => {
      const stopped = await this.#readEach(rows, signal, onProgress);
      if (signal.aborted) {
        if (!given.aborted) this.#pausedBy = 'user';
        return;
      }
      const error =
        stopped ??
        this.#failing()
          .map(errorOf)
          .find((one) => one !== undefined);
      const canRetry = error?.kind !== 'unsupported';
      this.problem = error && { ...problemOf(error, l10n.t('Not all causes were read')), canRetry };
    });
  }

  /** @returns why it ended before all were read; undefined if it did not, or was aborted */
  async #readEach(
    rows: readonly ClusterRow[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<ServiceError | undefined> {
    const { clusterReads, session } = this.inventory;
    const waiting = rows.map((row) => ({ row, before: row.facts?.overview }));
    let stopped: ServiceError | undefined;
    let failuresInARow = 0;
    const readNext = async (): Promise<void> => {
      const { row, before } = waiting.shift() ?? {};
      const ref = clusterRef(row);
      // The user may have looked at it in the meantime.
      if (row === undefined || ref === undefined || row.facts?.overview !== before) return;
      await clusterReads.read('overview', ref, { priority: 'timer', signal });
      if (signal.aborted) return;
      this.#explained.set(row.id, conditionOf(row));
      onProgress(rows.length - waiting.length, rows.length);
      const error = errorOf(row);
      failuresInARow = error === undefined ? 0 : failuresInARow + 1;
      // One cluster may be refused where others are not, but a service that has not told any cause may refuse all.
      const isOfAll = error !== undefined && !session.refusals.hasWorked(operation);
      if (isOfAll || failuresInARow >= maxFailuresInARow) stopped = error;
      if (isOfAll && isServiceError(error, 'forbidden', 'unsupported')) this.#pausedBy = 'refusal';
    };
    const readOn = async (): Promise<void> => {
      while (waiting.length > 0 && stopped === undefined && !signal.aborted) await readNext();
    };
    onProgress(0, rows.length);
    await readNext();
    await Promise.all(Array.from({ length: concurrency }, readOn));
    return stopped;
  }
}

/** Whether the cause of a cluster was read before the cluster was refreshed, or could not be read. */
function isDue(row: ClusterRow, reason: CauseReason): boolean {
  if (reason === 'retry') return errorOf(row) !== undefined;
  const readAt = row.facts?.overview?.requested.requestNumber ?? 0;
  return reason === 'refresh' && readAt < (row.requestNumber ?? 0);
}

/** Why the cause of a cluster could not be read the last time. */
function errorOf({ facts }: ClusterRow): ServiceError | undefined {
  return facts?.overview?.error;
}

/** What the service says about a cluster, whichever list it is in. */
function conditionOf(row: ClusterRow): string {
  return JSON.stringify([stateOf(row), row.found?.status?.health?.state]);
}
