import { isServiceError } from '../../service/errors';
import type { ClusterLists } from './clusterLists';
import type { FleetSource } from '../../fleet/fleetSource';
import { requestsOf, routeTo, type MachineRoute } from './machinePlan';
import type { MachineScope, Target } from './machineTargets';
import { stoppedProblem, type Problems } from './problems';
import type { Progress, Task } from './progress';
import { MachineRead } from './readMachines';

export interface ReadMachinesOptions {
  /** Ends the read with `found`; called after each pool. */
  readonly until?: (() => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `total` changes when clusters turn out to have more or fewer pools than expected. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** `failed`: something of the scope could not be read, see the problems. */
export type MachinesResult = 'complete' | 'cancelled' | 'found' | 'failed';

/** Reads machines, and keeps what could not be read in `problems`. */
export class MachineReading {
  constructor(
    private readonly source: FleetSource,
    private readonly lists: ClusterLists,
    private readonly problems: Problems,
    private readonly progress: Progress,
  ) {}

  async read(
    scope: MachineScope,
    options: ReadMachinesOptions & { readonly signal: AbortSignal },
  ): Promise<MachinesResult> {
    this.problems.machines = undefined;
    let route = routeTo(this.source, scope, this.lists.canSearch);
    const { searches } = route;
    const task = this.progress.start('machines', requestsOf(route));
    try {
      if (searches > 0) {
        await this.#locateClusters(scope, options.signal);
        route = routeTo(this.source, scope, false);
      }
      return await this.#follow(route, searches, task, options);
    } finally {
      task.end();
    }
  }

  /** Reads these lists again. */
  async readAgain(targets: readonly Target[], signal: AbortSignal): Promise<MachinesResult> {
    const task = this.progress.start('machines', targets.length);
    try {
      return await this.#follow({ targets, searches: 0, clusterReads: 0, pools: new Map() }, 0, task, {
        signal,
      });
    } finally {
      task.end();
    }
  }

  /** Finds the cloud configs of many clusters at once. If that fails, each cluster is read instead. */
  async #locateClusters(scope: MachineScope, signal: AbortSignal): Promise<void> {
    const project =
      scope.kind === 'project' ? this.source.items().find(({ id }) => id === scope.id) : undefined;
    try {
      await this.lists.search(project?.uid, { signal, priority: 'timer' }, () => undefined);
    } catch (error) {
      if (!isServiceError(error)) throw error;
    }
  }

  async #follow(
    route: MachineRoute,
    searches: number,
    task: Task,
    { until = () => false, signal, onProgress }: ReadMachinesOptions & { readonly signal: AbortSignal },
  ): Promise<MachinesResult> {
    const { failures, unlisted } = this.problems;
    let done = searches;
    let total = searches + requestsOf({ ...route, searches: 0 });
    let failed = 0;
    const update = (): void => {
      const shown = Math.max(done, Math.round(total));
      task.update(done, shown);
      onProgress?.(done, shown);
    };
    update();
    const read = new MachineRead(
      this.source,
      {
        isFound: until,
        onRead: (target, requests) => {
          done += requests;
          failures.delete(target.id);
          unlisted.delete(target.id);
          update();
        },
        onPools: (cluster, pools) => {
          total += pools - (route.pools.get(cluster.id) ?? 0);
          update();
        },
        onPoolsNotListed: ({ id }) => {
          failed++;
          unlisted.add(id);
        },
        onFailure: (target, error) => {
          failed++;
          failures.set(target.id, { target, error });
        },
      },
      signal,
    );
    const end = await read.run(route.targets);
    if (typeof end === 'object') {
      // One problem instead of one for each item.
      for (const id of end.failed) failures.delete(id);
      this.problems.machines = stoppedProblem(end.error);
      return 'failed';
    }
    return end === 'complete' && failed > 0 ? 'failed' : end;
  }
}
