import type { Inventory } from '../../items/inventory';
import { isParentRow, type ParentRow } from '../../items/kinds';
import { markedId } from '../../items/marks/marks';
import { succeeds } from '../../service/errors';
import type { CallOptions } from '../../service/schedule';
import { addClusters, searchCluster, searchProject } from './read';

/** The most favorites that a timer reads one by one each time: the others have their turn later. */
const perRound = 20;

/** Refreshes the favorites that the rows of the view do not refresh. */
export class FavoritesRefresh {
  /** How many favorites were read one by one. */
  #turn = 0;

  constructor(private readonly inventory: Inventory) {}

  /**
   * @param since what was read after this time is up to date, in milliseconds since 1970
   * @returns whether every read succeeded
   */
  async run(since: number, signal: AbortSignal): Promise<boolean> {
    const { inventory } = this;
    const options: CallOptions = { signal, priority: 'timer' };
    const clusters = this.#outdated(since).filter(({ kind }) => kind === 'cluster');
    // One request for all clusters.
    const ids = new Set(clusters.map(({ id }) => id));
    const readAll = (): Promise<void> =>
      addClusters(
        inventory,
        (client, sent) => client.searchClusterMetadata(sent),
        (id) => ids.has(id),
        options,
      );
    const hasRead = ids.size === 0 || (await succeeds(readAll));
    const outdated = this.#outdated(since);
    const start = this.#turn % Math.max(1, outdated.length);
    const turn = [...outdated.slice(start), ...outdated.slice(0, start)].slice(0, perRound);
    this.#turn += turn.length;
    const reads = turn.map((row) => succeeds(() => readAgain(inventory, row, options)));
    return (await Promise.all(reads)).every(Boolean) && hasRead;
  }

  #outdated(since: number): readonly ParentRow[] {
    const { store, marks } = this.inventory;
    return [...marks.values.favorite.keys()]
      .map((key) => store.find(markedId(store, key)))
      .filter(isParentRow)
      .filter((row) => {
        // A machine pool is as its machines are.
        const { readAt } = row.kind === 'pool' ? (store.branchOf(row) ?? {}) : this.inventory.itemOf(row);
        return (readAt ?? 0) < since;
      });
  }
}

async function readAgain(inventory: Inventory, row: ParentRow, options: CallOptions): Promise<void> {
  if (row.kind === 'project') await searchProject(inventory, row.id, row.project.metadata?.name, options);
  else if (row.kind === 'cluster') await searchCluster(inventory, row.id, row.usage.name, options);
  else await inventory.store.readToEnd(row, options, true);
}
