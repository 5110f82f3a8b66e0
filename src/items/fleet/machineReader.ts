import { isServiceError, succeeds } from '../../service/errors';
import type { Inventory } from '../inventory';
import { canSearch, searchClusters } from './clusterLists';
import {
  projectRequests,
  requestsOf,
  routeTo,
  type MachineRoute,
  type MachineScope,
  type Target,
} from './plan';
import { MachineFailures } from './problems';
import type { Reads } from './reads';

interface ReadMachinesOptions {
  /** Ends the read with `found`; called after each pool. */
  readonly until?: (() => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `total` changes when clusters turn out to have more or fewer pools than expected. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** `failed`: something of the scope could not be read, see the problems. */
export type MachinesResult = 'complete' | 'cancelled' | 'found' | 'failed';

/** A few more than the schedule sends at once, so that it always has the next one. */
const concurrency = 8;

/** Reads the machines of a fleet into its inventory. */
export class MachineReader {
  readonly failures: MachineFailures;
  /** The scope of the last read. */
  #scope: MachineScope | undefined;

  constructor(
    private readonly inventory: Inventory,
    private readonly reads: Reads,
  ) {
    this.failures = new MachineFailures(inventory);
  }

  /** How many requests it takes to read a scope. */
  requestsFor(scope: MachineScope): number {
    return requestsOf(this.#routeTo(scope));
  }

  /** How many requests each project takes, by its ID, unless that is none. */
  requestsForProjects(): ReadonlyMap<string, number> {
    return projectRequests(this.inventory, canSearch(this.inventory));
  }

  /** Reads the machines of a scope that have not been read. */
  read(scope: MachineScope, options: ReadMachinesOptions = {}): Promise<MachinesResult> {
    this.#scope = scope;
    this.failures.stopped = undefined;
    return this.#follow(this.#routeTo(scope), options, scope);
  }

  /** Reads again what failed. @param id of the item that it is about; undefined for everything */
  async retry(id: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    if (id === undefined && this.failures.stopped !== undefined && this.#scope !== undefined) {
      // Also reads what failed in this scope.
      await this.read(this.#scope, { signal });
      return;
    }
    const targets = this.failures.open
      .map(({ target }) => target)
      .filter((target) => target.id === (id ?? target.id));
    if (targets.length === 0) return;
    await this.#follow({ targets, searches: 0, clusterReads: 0, pools: new Map() }, { signal });
  }

  #routeTo(scope: MachineScope): MachineRoute {
    return routeTo(this.inventory, scope, canSearch(this.inventory));
  }

  #follow(
    route: MachineRoute,
    { until, signal: given, onProgress }: ReadMachinesOptions,
    scope?: MachineScope,
  ): Promise<MachinesResult> {
    const { inventory } = this;
    this.failures.start();
    return this.reads.show('machines', requestsOf(route), given, async (signal, onShownProgress) => {
      const report = (done: number, total: number): void => {
        onShownProgress(done, total);
        onProgress?.(done, total);
      };
      let located = route;
      if (scope !== undefined && route.searches > 0) {
        // Finds the cloud configs of many clusters at once. If that fails, each cluster is read instead.
        const project =
          scope.kind === 'project' ? inventory.items().find(({ id }) => id === scope.id) : undefined;
        await succeeds(() => searchClusters(inventory, project?.uid, { signal, priority: 'timer' }));
        located = { ...routeTo(inventory, scope, false), searches: route.searches };
      }
      return readTargets(inventory, this.failures, located, { signal, until, report });
    });
  }
}

interface RunOptions {
  readonly signal: AbortSignal;
  readonly until: (() => boolean) | undefined;
  readonly report: (done: number, total: number) => void;
}

/**
 * Reads the lists of clusters and pools, each pool right after its cluster. A failure of one does not end the others.
 * @param route whose searches have been sent
 */
async function readTargets(
  inventory: Inventory,
  failures: MachineFailures,
  route: MachineRoute,
  { signal: given, until, report }: RunOptions,
): Promise<MachinesResult> {
  const { default: PQueue } = await import('p-queue');
  const queue = new PQueue({ concurrency });
  const controller = new AbortController();
  const signal = AbortSignal.any([given, controller.signal]);
  const hasEnded = (): boolean => signal.aborted;
  const run: { isComplete: boolean; end?: MachinesResult; fault?: { readonly error: unknown } } = {
    isComplete: true,
  };
  const finish = (result: MachinesResult): void => {
    run.end ??= result;
    controller.abort();
  };
  const count = requestCounter(route, report);
  const read = async (target: Target): Promise<void> => {
    if (hasEnded()) return;
    const { id, kind } = target;
    const requests = kind === 'cluster' && !inventory.isCloudConfigKnown(id) ? 2 : 1;
    try {
      const below = await inventory.readBelow(id, { signal, priority: 'timer' });
      if (hasEnded()) return;
      run.isComplete = failures.end(target) && run.isComplete;
      const pools = kind === 'cluster' ? below.filter((pool) => !inventory.isRead(pool)) : [];
      count(target, requests, pools.length);
      // Before the next clusters, so that the machines of a cluster are known soon after its pools.
      for (const pool of pools) add({ ...target, kind: 'pool', id: pool }, 1);
      if (kind === 'pool' && until?.() === true) finish('found');
    } catch (error) {
      if (hasEnded()) return;
      if (!isServiceError(error)) throw error;
      run.isComplete = false;
      count(target, requests, 0);
      if (failures.add(target, error)) finish('failed');
    }
  };
  const add = (target: Target, priority: number): void => {
    queue
      .add(() => read(target), { priority })
      .catch((error: unknown) => {
        run.fault ??= { error };
        controller.abort();
      });
  };
  for (const target of route.targets) {
    // Not all at once: there may be 10,000.
    await queue.onSizeLessThan(concurrency);
    if (hasEnded()) break;
    add(target, 0);
  }
  await queue.onIdle();
  if (run.fault !== undefined) throw run.fault.error;
  return run.end ?? (hasEnded() ? 'cancelled' : run.isComplete ? 'complete' : 'failed');
}

/** Counts the requests of a route. @returns what to call with each list that was read, and how many pools it adds to the route */
function requestCounter(
  route: MachineRoute,
  report: RunOptions['report'],
): (target: Target, requests: number, pools: number) => void {
  let done = route.searches;
  let total = requestsOf(route);
  const add = (requests: number, more: number): void => {
    done += requests;
    total += more;
    report(done, Math.max(done, Math.round(total)));
  };
  add(0, 0);
  return ({ id, kind }, requests, pools) => {
    add(requests, kind === 'cluster' ? pools - (route.pools.get(id) ?? 0) : 0);
  };
}
