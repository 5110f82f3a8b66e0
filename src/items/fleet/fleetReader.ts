import { isServiceError } from '../../service/errors';
import type { CallOptions, Priority } from '../../service/schedule';
import type { Refreshable } from '../../tree/autoRefresh';
import { ClusterLists } from './clusterLists';
import type { FleetSource } from '../../fleet/fleetSource';
import { planOf, projectPlans, routeTo, type MachinePlan } from './machinePlan';
import { MachineReading, type MachinesResult, type ReadMachinesOptions } from './machineReading';
import type { MachineScope } from './machineTargets';
import type { FleetHeader, FleetProblem } from '../../fleet/messages';
import { capacityProblem, clustersProblem, missingProblem, Problems } from './problems';
import { Progress, type Task } from './progress';

export type { MachinePlan } from './machinePlan';
export type { MachinesResult, ReadMachinesOptions } from './machineReading';
export type { MachineScope } from './machineTargets';

/** The most requests with which a timer reads all clusters: those of 500 where the service searches them 50 at a time. */
const timerRequests = 10;

/** Reads the clusters and machines of a fleet into the rows of the Projects view. */
export class FleetReader implements Refreshable {
  readonly #progress: Progress;
  readonly #problems: Problems;
  readonly #lists: ClusterLists;
  readonly #machines: MachineReading;
  #controller = new AbortController();
  #isDisposed = false;
  #hasOpened = false;
  /** Whether the last read of all clusters failed. */
  #isFailing = false;
  /** Whether the current or last read of all clusters got some of them. */
  #isPartial = false;
  /** How many requests the last successful read of all clusters took. */
  #requests = 0;
  #readAt: number | undefined;
  #firstRead: FleetHeader['firstRead'] = 'pending';
  #readingClusters: Promise<void> | undefined;
  #readingCapacity: Promise<void> | undefined;
  #hasUnread: HasUnread | undefined;
  /** The scope of the last read of machines. */
  #scope: MachineScope | undefined;

  /** @param onChange called when one of the properties has changed, not when rows have */
  constructor(
    private readonly source: FleetSource,
    private readonly onChange: () => void,
  ) {
    this.#progress = new Progress(() => {
      this.#notify();
    });
    this.#problems = new Problems(source);
    this.#lists = new ClusterLists(source);
    this.#machines = new MachineReading(source, this.#lists, this.#problems, this.#progress);
  }

  /** When all clusters were requested, in milliseconds since 1970. */
  get readAt(): number | undefined {
    return this.#readAt;
  }

  /** How reading all clusters went, until that has succeeded once. */
  get firstRead(): FleetHeader['firstRead'] {
    return this.#firstRead;
  }

  get reading(): FleetHeader['reading'] {
    return this.#progress.reading;
  }

  get problems(): readonly FleetProblem[] {
    return this.#problems.list;
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
    return (this.#hasUnread ??= hasUnread(this.source));
  }

  /** Whether the last read of all clusters failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Reads all clusters again without showing the progress, unless that takes many requests. */
  async refreshInBackground(signal: AbortSignal): Promise<boolean> {
    if (this.#readingClusters !== undefined) await this.#readingClusters;
    else if (this.#requests <= timerRequests) {
      try {
        await this.#readClusters({ priority: 'timer', signal: this.#signal(signal) }, () => undefined);
      } catch (error) {
        // An aborted read tells nothing.
        if (!isServiceError(error, 'cancelled')) this.#failClusters(error);
      }
      this.#notify();
    }
    return !this.#isFailing;
  }

  /** Reads all clusters from the best list that the service offers. Joins a read in progress. */
  readClusters(): Promise<void> {
    // The user waits for the first read.
    return this.#joinClusters(this.#hasOpened ? 'timer' : 'user');
  }

  /** Reads cores, memory and pool sizes of all clusters. Joins a read in progress. */
  readCapacity(): Promise<void> {
    if (this.#readingCapacity !== undefined) return this.#readingCapacity;
    const reading = this.#readCapacity().finally(() => {
      if (this.#readingCapacity === reading) this.#readingCapacity = undefined;
    });
    this.#readingCapacity = reading;
    return reading;
  }

  /** Reads again what a problem is about; without `id`, everything that failed. */
  async retry(id?: string): Promise<void> {
    const { clusters, capacity, machines, openFailures } = this.#problems;
    const failed = openFailures
      .map(({ target }) => target)
      .filter((target) => target.id === (id ?? target.id));
    if (id === undefined) {
      this.source.session.forgetRefusals();
      if (clusters.some(({ canRetry }) => canRetry)) await this.#joinClusters('user');
      if (capacity !== undefined) await this.readCapacity();
    }
    if (id === undefined && machines !== undefined && this.#scope !== undefined) {
      // Also reads what failed in this scope.
      await this.readMachines(this.#scope);
    } else if (failed.length > 0) {
      await this.#machines.readAgain(failed, this.#signal());
    }
  }

  planMachines(scope: MachineScope): MachinePlan {
    return planOf(routeTo(this.source, scope, this.#lists.canSearch), this.source.session.latency);
  }

  /** What is still to be read in each project, by its ID, unless that is nothing. */
  planProjects(): ReadonlyMap<string, MachinePlan> {
    return projectPlans(this.source, this.#lists.canSearch);
  }

  /** Reads the machines of a scope that have not been read. */
  readMachines(scope: MachineScope, options: ReadMachinesOptions = {}): Promise<MachinesResult> {
    this.#scope = scope;
    return this.#machines.read(scope, { ...options, signal: this.#signal(options.signal) });
  }

  /** Ends the reads in progress. What has been read stays. */
  cancel(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#readingClusters = undefined;
    this.#readingCapacity = undefined;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#controller.abort();
  }

  #joinClusters(priority: Priority): Promise<void> {
    if (this.#readingClusters !== undefined) return this.#readingClusters;
    this.source.session.forgetRefusals();
    this.#problems.forgetNames();
    this.#hasOpened = true;
    if (this.#firstRead === 'failed') this.#firstRead = 'pending';
    const reading = this.#run({ priority }, async (options, task) => {
      try {
        await this.#readClusters(options, (done, total) => {
          task.update(done, total);
        });
      } catch (error) {
        this.#failClusters(error);
      }
    }).finally(() => {
      if (this.#readingClusters === reading) this.#readingClusters = undefined;
    });
    this.#readingClusters = reading;
    return reading;
  }

  /** @throws ServiceError */
  async #readClusters(options: CallOptions, update: Task['update']): Promise<void> {
    const requestedAt = Date.now();
    this.#isPartial = false;
    let requests = 0;
    const missing = await this.#lists.readAll(options, ({ done, total }) => {
      requests++;
      this.#isPartial = true;
      this.#readAt = requestedAt;
      update(done, total);
    });
    this.#requests = requests;
    this.#problems.clusters = missing.map(missingProblem);
    this.#firstRead = 'succeeded';
    this.#isFailing = false;
  }

  #failClusters(error: unknown): void {
    if (this.#firstRead === 'pending') this.#firstRead = 'failed';
    if (!isServiceError(error)) throw error;
    this.#isFailing = true;
    this.#problems.clusters = [clustersProblem(error, this.#isPartial)];
  }

  #notify(): void {
    if (this.reading === undefined) this.#hasUnread = undefined;
    if (!this.#isDisposed) this.onChange();
  }

  async #readCapacity(): Promise<void> {
    await this.#run({ priority: 'timer' }, async (options, task) => {
      try {
        await this.#lists.search(undefined, options, ({ done, total }) => {
          task.update(done, total);
        });
        this.#problems.capacity = undefined;
      } catch (error) {
        if (!isServiceError(error)) throw error;
        if (error.kind !== 'cancelled') this.#problems.capacity = capacityProblem(error);
      }
    });
  }

  async #run(
    options: Pick<CallOptions, 'priority'>,
    read: (options: CallOptions, task: Task) => Promise<void>,
  ): Promise<void> {
    const task = this.#progress.start('clusters');
    try {
      await read({ ...options, signal: this.#signal() }, task);
    } finally {
      task.end();
    }
  }

  /** Aborted when the read is canceled or the connection is closed. */
  #signal(signal?: AbortSignal): AbortSignal {
    const signals = [this.#controller.signal, this.source.closed];
    return AbortSignal.any(signal === undefined ? signals : [...signals, signal]);
  }
}

/** What can still be read. */
interface HasUnread {
  readonly capacity: boolean;
  readonly machines: boolean;
}

function hasUnread(source: FleetSource): HasUnread {
  let capacity = false;
  let machines = false;
  for (const { kind, id, cores, memoryMiB } of source.items()) {
    const isCluster = kind === 'cluster';
    capacity ||= isCluster && (cores === undefined || memoryMiB === undefined);
    machines ||= (isCluster || kind === 'pool') && !source.isRead(id);
  }
  return { capacity, machines };
}
