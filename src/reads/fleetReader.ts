import { EventEmitter, l10n } from 'vscode';
import { explainsMs } from '../items/cluster';
import { isServiceError } from '../service/errors';
import { requestTime } from '../service/requestTime';
import type { Inventory } from '../items/inventory';
import type { ClusterRow } from '../items/kinds';
import { canReadMachines } from '../items/unread';
import { CauseReader } from './causeReader';
import { canSearch, searchAllClusters } from './allClusters';
import { ClusterReader } from './clusterReader';
import { MachineReader } from './machineReader';
import { fleetProblem } from './fleetProblems';
import type { FleetState } from './fleetState';
import { Rereads } from './rereads';
import { RunningReads } from './runningReads';

/** Whether what only cluster search tells was not read, or long before what other lists tell. */
function isSearchOld({ readings: { search, metadata } }: ClusterRow): boolean {
  return search === undefined || (metadata?.readAt ?? 0) - search.readAt > explainsMs;
}

/** Reads the clusters and machines of a fleet into its inventory, until the connection is closed. */
export class FleetReader {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when its state has changed, not when items have. */
  readonly onDidChange = this.#onDidChange.event;
  readonly clusters: ClusterReader;
  readonly machines: MachineReader;
  readonly causes: CauseReader;
  readonly reads: RunningReads;

  constructor(readonly inventory: Inventory) {
    this.reads = new RunningReads(inventory.closed, () => {
      this.#onDidChange.fire();
    });
    const rereads = new Rereads(inventory);
    const reread = (signal: AbortSignal | undefined): void => void rereads.read(signal);
    this.clusters = new ClusterReader(inventory, this.reads, reread);
    this.machines = new MachineReader(inventory, this.reads);
    this.causes = new CauseReader(inventory, this.reads);
    inventory.onDidRefresh(() => {
      this.causes.outdate();
    });
    inventory.refreshes.onDidEnd(reread);
  }

  get state(): FleetState {
    return {
      ...this.clusters.state,
      reading: this.reads.progress,
      problems: [...Object.values(this.reads.problems).flat(), ...this.machines.problems],
      canReadSearch: canSearch(this.inventory) && this.inventory.clusters.some(isSearchOld),
      canReadMachines: canReadMachines(this.inventory),
      causeRequests: this.causes.unread.length,
    };
  }

  /**
   * Reads all clusters again. Causes that are known are not outdated by that.
   * @param isSearchNeeded whether to read what only cluster search tells, too, if another list of clusters was read
   */
  async refresh(isSearchNeeded: boolean, signal: AbortSignal): Promise<void> {
    const { requestNumber } = requestTime();
    this.inventory.startRefresh();
    const result = await this.clusters.read({ signal });
    const isRead = isSearchNeeded && Array.isArray(result) && canSearch(this.inventory);
    const isOld = ({ readings: { search } }: ClusterRow): boolean =>
      (search?.requestNumber ?? 0) < requestNumber;
    if (isRead && this.inventory.clusters.some(isOld)) await this.readSearch(signal);
  }

  /** Reads cores, memory, pool sizes and versions of all clusters. Joins a read in progress. */
  async readSearch(signal?: AbortSignal): Promise<void> {
    const { problems } = this.reads;
    await this.reads.join('search', signal, async (ended, onProgress) => {
      try {
        await searchAllClusters(this.inventory, undefined, { priority: 'timer', signal: ended }, onProgress);
        problems.search = [];
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const text = l10n.t("Couldn't load cores, memory and versions");
        if (error.kind !== 'cancelled') problems.search = [fleetProblem(error, text)];
      }
    });
  }

  /** Reads again what a problem is about; without `id`, everything that failed. */
  async retry(id?: string, signal?: AbortSignal): Promise<void> {
    if (id === undefined) {
      this.inventory.startRefresh();
      const { clusters, approvals, search } = this.reads.problems;
      if ([...clusters, ...approvals].some(({ canRetry }) => canRetry))
        await this.clusters.read({ signal, priority: 'user' });
      if (search.length > 0) await this.readSearch(signal);
      await this.causes.retry(signal);
    }
    await this.machines.retry(id, signal);
  }
}
