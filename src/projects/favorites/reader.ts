import { takeFromList, clusterOnWay, locate, stepsTo, type LocateOptions } from '../../find/locate';
import type { Inventory } from '../../items/inventory';
import { groupBy } from '../../items/order';
import { isResourceRow, type ParentRow, type ResourceRow, type Row } from '../../items/kinds';
import type { ItemStore } from '../../items/kinds/kind';
import type { ItemPath } from '../../items/item';
import { noteRow, type WhyUnknown } from '../../items/kinds/rows';
import { readEach } from '../../reads/readEach';
import { idPart, idsTo } from '../../items/store/row';
import { isServiceError, type ServiceError } from '../../service/errors';
import { requestTime } from '../../service/requestTime';
import type { ListView } from '../../tree/listView';
import { withViewProgress } from '../../ui/progress';
import { throttle } from '../../ui/timing';
import { foundAt } from '../../items/cluster';
import { isReference } from '../../items/kinds/project';
import { isGroup } from '../../items/kinds/levels';

/** The most favorites that an automatic refresh reads one by one: the others have their turn later. */
const perRefresh = 20;

/** How often what was read is shown, in milliseconds. */
const intervalMs = 200;

/** While only favorites are shown: reads those that no list reads, after what the user waits for. */
export class FavoritesReader {
  readonly #reads: FavoriteReads;
  /** What was read before is read again: the number of the last refresh by the user. */
  #since = requestTime().requestNumber;
  /** The reading in progress, and what ends it. */
  #reading: { readonly end: Promise<unknown>; readonly controller: AbortController } | undefined;
  readonly #update = throttle(() => {
    if (this.areShown()) this.view.update();
  }, intervalMs);

  /**
   * @param areShown whether only favorites are shown, with what contains them
   * @param view that shows them
   */
  constructor(
    private readonly inventory: Inventory,
    private readonly areShown: () => boolean,
    private readonly view: ListView<Row, ParentRow>,
  ) {
    const { refreshes, marks } = inventory;
    this.#reads = new FavoriteReads(inventory, this.#update);
    view.onDidChange(this.#readShown);
    refreshes.onDidEnd(this.#readShown);
    marks.onDidChange(() => {
      this.#update.now();
    });
    inventory.onDidRefresh(() => {
      // What was read before is outdated, and what was not found may exist.
      this.#since = requestTime().requestNumber;
      this.#reads.attempts.clear();
      inventory.goneFavorites.clear();
      this.#update.now();
    });
  }

  /** The projects of favorites, which may not be loaded, and why others are not known. */
  rows(): readonly Row[] {
    if (!this.areShown()) return [];
    const { store, marks } = this.inventory;
    const favorites = [...marks.values.favorite.values()];
    const known = favorites.flatMap(({ id }) => rowOf(id, store) ?? []);
    const projects = known.map(({ id }) => store.find(idsTo(id)[0] ?? '')).filter(isResourceRow);
    const unknown = favorites.filter(({ id }) => rowOf(id, store) === undefined);
    const whyOf = ({ id }: ItemPath): WhyUnknown => this.#reads.attempts.get(id)?.why;
    // Each that is gone can be removed. An outage has one row.
    const groups = groupBy(unknown, (favorite) => {
      const why = whyOf(favorite);
      return why === 'gone' ? favorite.id : isServiceError(why) ? why.kind : why;
    });
    const notes = [...groups].map(([place = '', group]) => {
      const note = { about: 'favorites', favorites: group, why: whyOf(group[0]) } as const;
      return noteRow<ParentRow>(store.rootId, undefined, note, idPart(place));
    });
    return [...projects, ...notes];
  }

  /** Reads all that are outdated or not known, as long as they are shown. */
  readonly #readShown = (): void => {
    const { store, refreshes } = this.inventory;
    if (!this.areShown()) this.#reading?.controller.abort();
    else if (
      !store.closed.aborted &&
      this.#reading === undefined &&
      !refreshes.isRunning &&
      // The first page of a new connection belongs to the view, and may have them.
      store.listOf()?.hasBeenRead === true &&
      this.#reads.unread(this.#since).length > 0
    ) {
      const controller = new AbortController();
      const end = this.#reads.read(this.#since, controller.signal).finally(() => {
        this.#reading = undefined;
      });
      this.#reading = { end, controller };
      // The user may have added others, or cleared the filter and set it again.
      void withViewProgress('poolview.projects', () => end).then(this.#readShown);
    }
  };

  /**
   * Reads some of those that no request from `since` on has read, also those that could not be read.
   * @returns whether every read succeeded
   */
  async refresh(since: number, signal: AbortSignal): Promise<boolean> {
    await this.#reading?.end;
    return this.#reads.read(since, signal, perRefresh);
  }
}

/** The reads of single favorites. */
class FavoriteReads {
  /** The last of each favorite alone, by ID. */
  readonly attempts = new Map<string, { readonly requestNumber: number; readonly why: WhyUnknown }>();
  /** The number of the last request for all clusters. */
  #searchedAt = 0;

  /** @param onRead called when one was read, or could not be read */
  constructor(
    private readonly inventory: Inventory,
    private readonly onRead: () => void,
  ) {}

  /** @returns whether every read succeeded */
  async read(since: number, given: AbortSignal, most = Infinity): Promise<boolean> {
    const { closed, refreshes } = this.inventory;
    const signal = AbortSignal.any([closed, given]);
    const { requestNumber } = requestTime();
    const isSearched = await this.#searchClusters(since, signal);
    const end = await readEach(
      this.unread(since).slice(0, most),
      async (path, options) => {
        // The read of another one may have told of it.
        if (this.#numberOf(path.id) < since) await this.#read(path, { ...options, since });
        this.onRead();
      },
      {
        signal,
        priority: 'timer',
        // The lists of a refresh may have them, too.
        until: () => refreshes.isRunning,
        onFailure: ({ id }, error) => {
          this.#fail([id], error, requestNumber);
        },
      },
    );
    return isSearched && (end === 'complete' || end === 'found');
  }

  /** Reads clusters with one request for all. */
  async #searchClusters(since: number, signal: AbortSignal): Promise<boolean> {
    const { inventory } = this;
    const clusters = new Map<string, string>();
    for (const path of this.unread(since)) {
      const id = clusterOnWay(inventory.store, stepsTo(path));
      if (id !== undefined) clusters.set(path.id, id);
    }
    const ids = new Set(clusters.values());
    if (ids.size < 2 || this.#searchedAt >= since) return true;
    const { requestNumber } = requestTime();
    this.#searchedAt = requestNumber;
    try {
      await takeFromList(inventory, 'metadata', ids, { signal, priority: 'timer' });
      this.onRead();
      return true;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (!signal.aborted) this.#fail([...clusters.keys()], error, requestNumber);
      return false;
    }
  }

  async #read(path: ItemPath, options: LocateOptions): Promise<void> {
    const { inventory } = this;
    const { requestNumber } = requestTime();
    const { id } = path;
    const known = rowOf(id, inventory.store);
    const found = await locate(inventory, stepsTo(path), options);
    const isListed = 'missing' in found && found.missing?.kind === 'project';
    const why = isListed && inventory.session.listing === 'get' ? 'notRead' : 'gone';
    // A group is as its parts are.
    if ('row' in found && known && isGroup(known)) await inventory.readBelow(known.id, options, true);
    this.attempts.set(id, { requestNumber, why: 'row' in found ? undefined : why });
    if (!('row' in found) && why === 'gone') inventory.goneFavorites.add(id);
  }

  #fail(ids: readonly string[], error: ServiceError, requestNumber: number): void {
    const { store } = this.inventory;
    for (const id of ids) {
      const row = rowOf(id, store);
      this.attempts.set(id, { requestNumber, why: row === undefined ? error : undefined });
      if (row !== undefined) store.markOutdated([row], requestNumber);
    }
    this.onRead();
  }

  /** The favorites to read, those first whose last request was the earliest. */
  unread(since: number): readonly ItemPath[] {
    return [...this.inventory.marks.values.favorite.values()]
      .map((path) => ({ path, number: this.#numberOf(path.id) }))
      .filter(({ number }) => number < since)
      .sort((one, other) => one.number - other.number)
      .map(({ path }) => path);
  }

  /** The number of the last request for a favorite. Infinity if another one would not tell more. */
  #numberOf(id: string): number {
    const { store } = this.inventory;
    const row = rowOf(id, store);
    const { requestNumber = 0, why } = this.attempts.get(id) ?? {};
    if (row !== undefined) return Math.max(requestNumber, readNumberOf(row, store));
    if (why === 'gone' || why === 'notRead') return Infinity;
    return why === undefined ? 0 : requestNumber;
  }
}

function rowOf(id: string, store: ItemStore): ResourceRow | undefined {
  const row = store.find(id);
  return isResourceRow(row) ? row : undefined;
}

/** The number of the request that a row is from. */
function readNumberOf(row: ResourceRow, store: ItemStore): number {
  const { requestNumber = 0 } = row;
  if (row.kind === 'project') return isReference(row) ? 0 : requestNumber;
  if (row.kind === 'cluster' && foundAt(row) === undefined) {
    return Math.max(row.readings.own?.requestNumber ?? 0, requestNumber);
  }
  const parts = isGroup(row) ? store.listOf(row) : undefined;
  return Math.min(requestNumber, parts?.requestNumber ?? requestNumber);
}
