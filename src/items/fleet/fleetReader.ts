import { EventEmitter } from 'vscode';
import type { Inventory } from '../inventory';
import { isRow } from '../kinds';
import { CauseReader } from './causeReader';
import { canSearch } from './clusterLists';
import { ClusterReader } from './clusterReader';
import { MachineReader } from './machineReader';
import type { FleetProblem, FleetState } from './readState';
import { Reads } from './reads';

/** Reads the clusters and machines of a fleet into its inventory, until the connection is closed. */
export class FleetReader {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when its state has changed, not when items have. */
  readonly onDidChange = this.#onDidChange.event;
  readonly clusters: ClusterReader;
  readonly machines: MachineReader;
  readonly causes: CauseReader;
  readonly reads: Reads;
  #unread: Unread | undefined;

  constructor(readonly inventory: Inventory) {
    this.reads = new Reads(inventory.closed, () => {
      if (this.reads.progress === undefined) this.#unread = undefined;
      this.#onDidChange.fire();
    });
    this.clusters = new ClusterReader(inventory, this.reads);
    this.machines = new MachineReader(inventory, this.reads);
    this.causes = new CauseReader(inventory, this.reads);
    inventory.onDidRefresh(() => {
      if (inventory.keepsItems) return;
      this.clusters.forget();
      this.machines.failures.forget();
      this.causes.outdate();
      this.reads.onChange();
    });
  }

  get state(): FleetState {
    const { readAt, firstRead, clusters, approvals, search } = this.clusters.state;
    // Kept between reads: there may be many items.
    const unread = (this.#unread ??= unreadIn(this));
    const { causes, machines } = this;
    return {
      readAt,
      firstRead,
      reading: this.reads.progress,
      problems: [...clusters, ...approvals, ...search, ...causes.problems, ...machines.failures.problems],
      ...unread,
    };
  }

  /** Why not all machines are known. */
  get machineProblems(): readonly FleetProblem[] {
    return [...this.clusters.state.clusters, ...this.machines.failures.problems];
  }

  /** Reads again what a problem is about; without `id`, everything that failed. */
  async retry(id?: string, signal?: AbortSignal): Promise<void> {
    if (id === undefined) {
      this.inventory.startRefresh();
      await this.clusters.retry(signal);
      await this.causes.retry(signal);
    }
    await this.machines.retry(id, signal);
  }
}

/** What can still be read. */
type Unread = Pick<FleetState, 'canReadSearch' | 'canReadMachines' | 'causeRequests'>;

function unreadIn({ inventory, causes }: FleetReader): Unread {
  let search = false;
  let machines = false;
  for (const { kind, id } of inventory.items()) {
    if (kind === 'cluster' && !search) {
      const row = inventory.store.find(id);
      search = isRow(row, 'cluster') && row.readings.search === undefined;
    }
    machines ||= (kind === 'cluster' || kind === 'pool') && !inventory.isRead(id);
  }
  return {
    canReadSearch: search && canSearch(inventory),
    canReadMachines: machines,
    causeRequests: causes.unread.length,
  };
}
