import { EventEmitter } from 'vscode';
import type { Inventory } from '../inventory';
import type { Item } from '../item';
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
    const { readAt, firstRead } = this.clusters.state;
    // Kept between reads: there may be many items.
    const unread = (this.#unread ??= unreadIn(this));
    return {
      readAt,
      firstRead,
      reading: this.reads.progress,
      problems: [...Object.values(this.reads.problems).flat(), ...this.machines.failures.problems],
      ...unread,
    };
  }

  /** Why not all machines are known. */
  get machineProblems(): readonly FleetProblem[] {
    return [...this.reads.problems.clusters, ...this.machines.failures.problems];
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
  const isUnread = ({ kind, id }: Item): boolean =>
    (kind === 'cluster' || kind === 'pool') && !inventory.isRead(id);
  return {
    canReadSearch:
      canSearch(inventory) && inventory.clusters.some(({ readings }) => readings.search === undefined),
    canReadMachines: inventory.items().some(isUnread),
    causeRequests: causes.unread.length,
  };
}
