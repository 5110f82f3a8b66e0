import type { Inventory } from '../../items/inventory';
import { isParentRow, type ParentRow } from '../../items/kinds';
import { fleetReaderOf } from '../../items/fleet/fleetReader';
import { readingOf } from '../../items/known';
import { isServiceError } from '../../service/errors';
import { rereadFavorite } from './read';

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
    let succeeded = true;
    if (this.#outdated(since).length === 0) return true;
    const client = await inventory.session.client();
    if (client.refusal('searchClusterMetadata') === undefined) {
      succeeded = await fleetReaderOf(inventory).refreshInBackground(signal);
    }
    const outdated = this.#outdated(since);
    const start = outdated.length > perRound ? this.#turn % outdated.length : 0;
    const turn = [...outdated.slice(start), ...outdated.slice(0, start)].slice(0, perRound);
    this.#turn += turn.length;
    const results = await Promise.all(
      turn.map(async (row) => {
        try {
          await rereadFavorite(inventory, row, signal);
          return true;
        } catch (error) {
          if (isServiceError(error)) return false;
          throw error;
        }
      }),
    );
    return succeeded && results.every(Boolean);
  }

  #outdated(since: number): readonly ParentRow[] {
    const { store, marks } = this.inventory;
    return [...marks.values.favorite.keys()]
      .map((key) => store.find(`${store.rootId}/${key}`))
      .filter(isParentRow)
      .filter((row) => (readAtOf(row, this.inventory) ?? 0) < since);
  }
}

/** A machine pool is as its machines are. */
function readAtOf(row: ParentRow, { store }: Inventory): number | undefined {
  return row.kind === 'pool' ? store.branchOf(row)?.readAt : readingOf(row, store).readAt;
}
