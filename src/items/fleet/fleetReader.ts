import { EventEmitter } from 'vscode';
import { isServiceError, succeeds, type ServiceError } from '../../service/errors';
import { JoinedReads } from '../../service/joinedReads';
import type { CallOptions, Priority } from '../../service/schedule';
import type { Inventory } from '../inventory';
import { ClusterLists, type Missing } from './clusterLists';
import type { FirstRead, FleetProblem, ReadProgress, OnProgress } from './readState';
import { MachineRead, type MachinesResult, type ReadMachinesOptions } from './machineRead';
import {
  planOf,
  projectPlans,
  requestsOf,
  routeTo,
  type MachinePlan,
  type MachineRoute,
  type MachineScope,
} from './plan';
import { capacityProblem, clustersProblem, missingProblem, Problems, Progress } from './problems';
interface ReadOptions {
  /** Ends the read, unless something else waits for it, too. */
  readonly signal?: AbortSignal | undefined;
}

interface ReadClustersOptions extends ReadOptions {
  /** Without it, only the first read does not wait for other requests of the user. */
  readonly priority?: Priority | undefined;
}

/** How all clusters were read: what is missing, or why they could not be read; undefined if the caller canceled it. */
type ClustersResult = readonly Missing[] | ServiceError | undefined;

/** The most requests with which a timer reads all clusters: those of 500 where the service searches them 50 at a time. */
const timerRequests = 10;

const readers = new WeakMap<Inventory, FleetReader>();

/** The one reader of an inventory: what it learned and what failed is the same for all who use it. */
export function fleetReaderOf(inventory: Inventory): FleetReader {
  const reader = readers.get(inventory) ?? new FleetReader(inventory);
  readers.set(inventory, reader);
  return reader;
}

/** Reads the clusters and machines of a fleet into its inventory, until the connection is closed. */
export class FleetReader {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when one of the properties has changed, not when items have. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #progress: Progress;
  readonly #problems: Problems;
  readonly #lists: ClusterLists;
  readonly #reads = new JoinedReads();
  #controller = new AbortController();
  #isReadingClusters = false;
  /** Whether the last read of all clusters failed. */
  #isFailing = false;
  /** How many requests the last successful read of all clusters took. */
  #requests = 0;
  #readAt: number | undefined;
  #firstRead: FirstRead = 'pending';
  #hasUnread: HasUnread | undefined;
  /** The scope of the last read of machines. */
  #scope: MachineScope | undefined;

  constructor(private readonly inventory: Inventory) {
    this.#progress = new Progress(() => {
      this.#notify();
    });
    this.#problems = new Problems(inventory);
    this.#lists = new ClusterLists(inventory);
    inventory.onDidRefresh(() => {
      if (!inventory.keepsItems) this.#forget();
    });
  }

  /** When all clusters were requested, in milliseconds since 1970. */
  get readAt(): number | undefined {
    return this.#readAt;
  }

  get firstRead(): FirstRead {
    return this.#firstRead;
  }

  /** The reads in progress. */
  get reading(): ReadProgress | undefined {
    return this.#progress.reading;
  }

  get problems(): readonly FleetProblem[] {
    return this.#problems.all;
  }

  /** Why not all machines are known. */
  get machineProblems(): readonly FleetProblem[] {
    return this.#problems.ofMachines;
  }

  /** Whether cores and memory of clusters may be found by cluster search. */
  get canReadCapacity(): boolean {
    return this.#lists.canSearch && !this.#lists.hasSearchedAll && this.#unread.capacity;
  }

  /** Whether there are clusters or pools that have not been read. */
  get canReadMachines(): boolean {
    return this.#unread.machines;
  }

  /** Kept between reads: there may be many items. */
  get #unread(): HasUnread {
    return (this.#hasUnread ??= hasUnread(this.inventory));
  }

  /** Whether the last read of all clusters failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Reads all clusters again without showing the progress, unless that takes many requests. */
  async refreshInBackground(signal: AbortSignal): Promise<boolean> {
    if (this.#isReadingClusters) await this.readClusters({ signal });
    else if (this.#requests <= timerRequests) {
      await this.#readClusters({ priority: 'timer', signal: this.#signal(signal) });
      this.#notify();
    }
    return !this.#isFailing;
  }

  /** Reads all clusters from the best list that the service offers. Joins a read in progress. */
  readClusters(options: ReadClustersOptions = {}): Promise<ClustersResult> {
    const { priority = this.#firstRead === 'pending' ? 'user' : 'timer' } = options;
    return this.#join('clusters', options, async (signal, onProgress) => {
      if (this.#firstRead === 'failed') this.#firstRead = 'pending';
      this.#isReadingClusters = true;
      try {
        return await this.#readClusters({ priority, signal }, onProgress);
      } finally {
        this.#isReadingClusters = false;
      }
    });
  }

  /** Reads cores, memory and pool sizes of all clusters. Joins a read in progress. */
  async readCapacity(options: ReadOptions = {}): Promise<void> {
    await this.#join('capacity', options, async (signal, onProgress) => {
      try {
        await this.#lists.search(undefined, { priority: 'timer', signal }, onProgress);
        this.#problems.capacity = undefined;
      } catch (error) {
        if (!isServiceError(error)) throw error;
        if (error.kind !== 'cancelled') this.#problems.capacity = capacityProblem(error);
      }
    });
  }

  /** Reads again what a problem is about; without `id`, everything that failed. */
  async retry(id?: string, options: ReadOptions = {}): Promise<void> {
    const { clusters, approvals, capacity, machines, openFailures } = this.#problems;
    const targets = openFailures
      .map(({ target }) => target)
      .filter((target) => target.id === (id ?? target.id));
    if (id === undefined) {
      this.inventory.startRefresh();
      if ([...clusters, ...approvals].some(({ canRetry }) => canRetry))
        await this.readClusters({ ...options, priority: 'user' });
      if (capacity !== undefined) await this.readCapacity(options);
    }
    if (id === undefined && machines !== undefined && this.#scope !== undefined) {
      // Also reads what failed in this scope.
      await this.readMachines(this.#scope, options);
    } else if (targets.length > 0) {
      const route = { targets, searches: 0, clusterReads: 0, pools: new Map<string, number>() };
      await this.#progress.during('machines', targets.length, (onProgress) =>
        this.#follow(route, options, onProgress),
      );
    }
  }

  planMachines(scope: MachineScope): MachinePlan {
    return planOf(routeTo(this.inventory, scope, this.#lists.canSearch), this.inventory.session.latency);
  }

  /** What is still to be read in each project, by its ID, unless that is nothing. */
  planProjects(): ReadonlyMap<string, MachinePlan> {
    return projectPlans(this.inventory, this.#lists.canSearch);
  }

  /** Reads the machines of a scope that have not been read. */
  readMachines(scope: MachineScope, options: ReadMachinesOptions = {}): Promise<MachinesResult> {
    this.#scope = scope;
    this.#problems.machines = undefined;
    const route = routeTo(this.inventory, scope, this.#lists.canSearch);
    const { searches } = route;
    return this.#progress.during('machines', requestsOf(route), async (onProgress) => {
      if (searches === 0) return this.#follow(route, options, onProgress);
      await this.#locateClusters(scope, options);
      return this.#follow({ ...routeTo(this.inventory, scope, false), searches }, options, onProgress);
    });
  }

  /** Ends the reads in progress, whoever started them. What has been read stays. */
  cancel(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#reads.invalidate();
  }

  /** Finds the cloud configs of many clusters at once. If that fails, each cluster is read instead. */
  async #locateClusters(scope: MachineScope, { signal }: ReadOptions): Promise<void> {
    const project =
      scope.kind === 'project' ? this.inventory.items().find(({ id }) => id === scope.id) : undefined;
    await succeeds(() =>
      this.#lists.search(project?.uid, { signal: this.#signal(signal), priority: 'timer' }),
    );
  }

  /** @param route whose searches have been sent */
  #follow(
    route: MachineRoute,
    { until, signal, onProgress }: ReadMachinesOptions,
    onShownProgress: OnProgress,
  ): Promise<MachinesResult> {
    const read = new MachineRead(this.inventory, this.#problems, route, {
      until,
      signal: this.#signal(signal),
      onProgress: (done, total) => {
        onShownProgress(done, total);
        onProgress?.(done, total);
      },
    });
    return read.run();
  }

  /**
   * Waits for the read with this name, which is started unless it is in progress.
   * @returns undefined if `signal` is aborted
   */
  async #join<Result>(
    name: 'clusters' | 'capacity',
    { signal }: ReadOptions,
    read: (signal: AbortSignal, onProgress: OnProgress) => Promise<Result>,
  ): Promise<Result | undefined> {
    const start = (ended: AbortSignal): Promise<Result> =>
      this.#progress.during('clusters', undefined, (onProgress) => read(this.#signal(ended), onProgress));
    try {
      return await this.#reads.join(name, start, signal);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      return undefined;
    }
  }

  /** Without `onProgress`, a timer reads: that it is aborted says nothing about the service. */
  async #readClusters(options: CallOptions, onProgress?: OnProgress): Promise<ClustersResult> {
    const requestedAt = Date.now();
    let requests = 0;
    try {
      const missing = await this.#lists.readAll(options, (done, total) => {
        requests++;
        this.#readAt = requestedAt;
        onProgress?.(done, total);
      });
      this.#requests = requests;
      this.#problems.clusters = missing.map(missingProblem);
      this.#firstRead = 'succeeded';
      this.#isFailing = false;
      // A timer does not read them: approvals take hours.
      const canWait = missing.every(({ about }) => about !== 'details');
      if (!canWait || onProgress === undefined) return missing;
      this.#notify();
      const approvals = await this.#lists.readRepaves(options);
      this.#problems.approvals = approvals.map(missingProblem);
      return [...missing, ...approvals];
    } catch (error) {
      if (isServiceError(error, 'cancelled') && onProgress === undefined) return error;
      if (this.#firstRead === 'pending') this.#firstRead = 'failed';
      if (!isServiceError(error)) throw error;
      this.#isFailing = true;
      this.#problems.clusters = [clustersProblem(error, requests > 0)];
      return error;
    }
  }

  /** A refresh of the Projects view has forgotten the items, because nothing shows them. */
  #forget(): void {
    this.#firstRead = 'pending';
    this.#readAt = undefined;
    this.#problems.clear();
    this.#notify();
  }

  #notify(): void {
    if (this.reading === undefined) this.#hasUnread = undefined;
    this.#onDidChange.fire();
  }

  /** Aborted when the reads are canceled or the connection is closed. */
  #signal(signal?: AbortSignal): AbortSignal {
    const signals = [this.#controller.signal, this.inventory.closed];
    return AbortSignal.any(signal === undefined ? signals : [...signals, signal]);
  }
}

/** What can still be read. */
interface HasUnread {
  readonly capacity: boolean;
  readonly machines: boolean;
}

function hasUnread(inventory: Inventory): HasUnread {
  let capacity = false;
  let machines = false;
  for (const { kind, id, cores, memoryMiB } of inventory.items()) {
    const isCluster = kind === 'cluster';
    capacity ||= isCluster && (cores === undefined || memoryMiB === undefined);
    machines ||= (isCluster || kind === 'pool') && !inventory.isRead(id);
  }
  return { capacity, machines };
}
