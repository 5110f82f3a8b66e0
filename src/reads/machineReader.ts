import { succeeds, type ServiceError } from '../service/errors';
import type { CallOptions } from '../service/operations';
import type { Inventory } from '../items/inventory';
import { searchAllClusters } from './allClusters';
import type { FleetProblem } from './fleetState';
import { costOf, listsIn, planOf, type MachineScope } from './machinePlan';
import { failedLists, machineProblems } from './fleetProblems';
import { readEach, type ReadEachOptions, type ReadEnd } from './readEach';
import type { RunningReads } from './runningReads';

/** `until` is called with the ID of each list. The total changes when clusters turn out to have more or fewer pools than expected. */

/** `failed`: something of the scope could not be read, see the problems. */
type MachinesResult = Exclude<ReadEnd, 'stopped'>;

/** Reads the machines of a fleet into its inventory. */
export class MachineReader {
  /** Why the last read stopped before the end. */
  #stoppedBy: ServiceError | undefined;
  /** The IDs of the clusters and pools that reads have left because they stopped. They may have been read since. */
  readonly #left = new Set<string>();

  constructor(
    private readonly inventory: Inventory,
    private readonly reads: RunningReads,
  ) {}

  /** Why machines are not known: what the lists of clusters and pools say, and that a read stopped before the end. */
  get problems(): readonly FleetProblem[] {
    const isOpen = this.#left.size > 0 && listsIn(this.inventory, scopeOf(this.#left)).length > 0;
    return machineProblems(this.inventory, isOpen ? this.#stoppedBy : undefined);
  }

  /** Reads again what failed. @param id of the item that it is about; undefined for everything */
  async retry(id: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    const ids =
      id === undefined ? [...this.#left, ...failedLists(this.inventory).map((list) => list.id)] : [id];
    if (ids.length > 0) await this.read(scopeOf(ids), { signal });
  }

  /** Reads the machines of a scope that have not been read: each pool right after its cluster. */
  async read(
    scope: MachineScope,
    { until, signal: given, onProgress }: ReadEachOptions<string> = {},
  ): Promise<MachinesResult> {
    const { inventory } = this;
    const isReread = scope.isReread === true;
    const plan = planOf(inventory, scope);
    for (const id of plan.lists) this.#left.delete(id);
    return this.reads.show('machines', given, async (signal, onShownProgress) => {
      let [{ lists }, done, total] = [plan, 0, plan.requests];
      const report = (): void => {
        for (const each of [onShownProgress, onProgress]) each?.(done, Math.max(done, total));
      };
      report();
      if (plan.searches > 0) {
        // Finds the cloud configs of many clusters at once. If that fails, each cluster is read instead.
        const { uid } = inventory.items().find(({ id }) => id === plan.projectId) ?? {};
        await succeeds(() => searchAllClusters(inventory, uid, { signal, priority: 'timer' }));
        const located = planOf(inventory, scope, false);
        [lists, done, total] = [located.lists, plan.searches, plan.searches + located.requests];
        report();
      }
      /** @returns the pools of a cluster that have not been read, or all of them if they are read again */
      const read = async (id: string, options: CallOptions): Promise<readonly string[]> => {
        const { requests, finds } = costOf(inventory, id);
        let found: readonly string[] = [];
        try {
          const below = await inventory.readBelow(id, options, isReread);
          found = below.filter((each) => isReread || !inventory.isRead(each));
          return found;
        } finally {
          done += requests;
          total += found.length - finds;
          report();
        }
      };
      const failed: string[] = [];
      const onFailure = (id: string, error: ServiceError): void => {
        failed.push(id);
        this.#stoppedBy = error;
      };
      const end = await readEach(lists, read, { signal, priority: 'timer', until, onFailure });
      if (end === 'stopped') for (const id of failed) this.#left.add(id);
      const isUnlisted = lists.some((id) => inventory.isUnlisted(id));
      return end === 'stopped' || (end === 'complete' && isUnlisted) ? 'failed' : end;
    });
  }
}

function scopeOf(ids: Iterable<string>): MachineScope {
  return { kind: 'clusters', ids: new Set(ids) };
}
