import { addFromList, clusterOnWay, locate, stepsTo, type Step } from '../../items/find/locate';
import type { Inventory } from '../../items/inventory';
import { groupBy } from '../../items/groupBy';
import { isResourceRow, type ParentRow, type ResourceRow, type Row } from '../../items/kinds';
import { noteRow, type UnknownFavorite, type WhyUnknown } from '../../items/kinds/note';
import { markedId } from '../../items/marks/marks';
import { idPart, idsTo } from '../../items/store/row';
import { isServiceError } from '../../service/errors';
import { requestTime } from '../../service/requestTime';
import { withViewProgress } from '../../ui/progress';
import { throttle } from '../../ui/timing';

/** The most favorites that are read one by one at a time: the others have their turn later. */
const perRound = 20;

/** The last read of a favorite alone. */
interface Attempt {
  readonly requestNumber: number;
  readonly why: WhyUnknown;
}

/** How often what was read is shown, in milliseconds. */
const intervalMs = 200;

/** While only favorites are shown: reads those that no list reads, after what the user waits for. */
export class FavoritesReader {
  /** By key. */
  readonly #attempts = new Map<string, Attempt>();
  /** The number of the last request for all clusters. */
  #searchedAt = 0;
  /** What was read before is read again: the number of the last refresh by the user. */
  #since = requestTime().requestNumber;
  #reading: Promise<void> | undefined;
  /** Ends the reading in progress. */
  #controller = new AbortController();
  readonly #update = throttle(() => {
    if (this.areShown()) this.inventory.store.update();
  }, intervalMs);

  /** @param areShown whether only favorites are shown, with what contains them */
  constructor(
    private readonly inventory: Inventory,
    private readonly areShown: () => boolean,
  ) {
    const { store, marks } = inventory;
    store.onDidChange(this.#readShown);
    store.onDidEndRefresh(this.#readShown);
    marks.onDidChange(() => {
      this.#update.now();
    });
    inventory.onDidRefresh(() => {
      // What was read before is outdated, and what was not found may exist.
      this.#since = requestTime().requestNumber;
      this.#attempts.clear();
      inventory.goneFavorites.clear();
    });
  }

  /** The projects of favorites, which may not be loaded, and why others are not known. */
  rows(): readonly Row[] {
    if (!this.areShown()) return [];
    const { store, marks } = this.inventory;
    const favorites = [...marks.values.favorite].map(([key, { names }]) => ({ key, names }));
    const known = favorites.flatMap(({ key }) => this.#rowOf(key) ?? []);
    const projects = known.map(({ id }) => store.find(idsTo(id)[0] ?? '')).filter(isResourceRow);
    const unknown = favorites.filter(({ key }) => this.#rowOf(key) === undefined);
    const whyOf = ({ key }: UnknownFavorite): WhyUnknown => this.#attempts.get(key)?.why;
    // Each that is gone can be removed. An outage has one row.
    const groups = groupBy(unknown, (favorite) => {
      const why = whyOf(favorite);
      return why === 'gone' ? favorite.key : isServiceError(why) ? why.kind : why;
    });
    const notes = [...groups].map(([place = '', group]) => {
      const note = { about: 'favorites', favorites: group, why: whyOf(group[0]) } as const;
      return noteRow<ParentRow>(store.rootId, undefined, note, idPart(place));
    });
    return [...projects, ...notes];
  }

  /** Reads all that are outdated or not known, as long as they are shown. */
  readonly #readShown = (): void => {
    const { store } = this.inventory;
    if (!this.areShown()) this.#controller.abort();
    else if (
      this.#reading === undefined &&
      !store.isRefreshing &&
      // The first page of a new connection belongs to the view, and may have them.
      store.branchOf()?.hasBeenRead === true &&
      this.#unread(this.#since).length > 0
    ) {
      const { signal } = (this.#controller = new AbortController());
      this.#reading = this.#readAll(AbortSignal.any([store.closed, signal])).finally(() => {
        this.#reading = undefined;
        // The user may have cleared the filter and set it again.
        if (signal.aborted) this.#readShown();
      });
      void withViewProgress('poolview.projects', () => this.#reading ?? Promise.resolve());
    }
  };

  async #readAll(signal: AbortSignal): Promise<void> {
    const { store } = this.inventory;
    await store.children();
    // The lists of a refresh may have them, too.
    while (!signal.aborted && !store.isRefreshing && this.#unread(this.#since).length > 0) {
      await this.#readSome(this.#since, signal);
    }
  }

  /**
   * Reads some of those that no request from `since` on has read, also those that could not be read.
   * @returns whether every read succeeded
   */
  async refresh(since: number, signal: AbortSignal): Promise<boolean> {
    await this.#reading;
    return this.#readSome(since, signal);
  }

  async #readSome(since: number, given: AbortSignal): Promise<boolean> {
    const signal = AbortSignal.any([this.inventory.closed, given]);
    const isSearched = await this.#searchClusters(since, signal);
    const turn = this.#unread(since).slice(0, perRound);
    const reads = turn.map((key) => this.#try([key], signal, () => this.#read(key, since, signal)));
    return (await Promise.all(reads)).every(Boolean) && isSearched;
  }

  /** Reads clusters with one request for all. */
  async #searchClusters(since: number, signal: AbortSignal): Promise<boolean> {
    const { inventory } = this;
    const clusters = new Map<string, string>();
    for (const key of this.#unread(since)) {
      const id = clusterOnWay(inventory.store, this.#stepsTo(key));
      if (id !== undefined) clusters.set(key, id);
    }
    const ids = new Set(clusters.values());
    if (ids.size < 2 || this.#searchedAt >= since) return true;
    this.#searchedAt = requestTime().requestNumber;
    return this.#try([...clusters.keys()], signal, async () => {
      await addFromList(inventory, 'metadata', (client, sent) => client.searchClusterMetadata(sent), ids, {
        signal,
        priority: 'timer',
      });
    });
  }

  #stepsTo(key: string): readonly Step[] {
    const { store, marks } = this.inventory;
    return stepsTo(markedId(store, key), marks.values.favorite.get(key)?.names);
  }

  async #read(key: string, since: number, signal: AbortSignal): Promise<void> {
    const { inventory } = this;
    const options = { signal, priority: 'timer', since } as const;
    const { requestNumber } = requestTime();
    const known = this.#rowOf(key);
    const found = await locate(inventory, this.#stepsTo(key), options);
    const isListed = 'missing' in found && found.missing?.kind === 'project';
    const why = isListed && inventory.session.listing === 'get' ? 'notRead' : 'gone';
    // A machine pool is as its machines are.
    if ('row' in found && known?.kind === 'pool') await inventory.readBelow(known.id, options, true);
    this.#attempts.set(key, { requestNumber, why: 'row' in found ? undefined : why });
    if (!('row' in found) && why === 'gone') inventory.goneFavorites.add(markedId(inventory.store, key));
  }

  /** @returns whether a read of favorites succeeded */
  async #try(keys: readonly string[], signal: AbortSignal, read: () => Promise<void>): Promise<boolean> {
    const { requestNumber } = requestTime();
    try {
      await read();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!isServiceError(error)) throw error;
      for (const key of keys) {
        const row = this.#rowOf(key);
        this.#attempts.set(key, { requestNumber, why: row === undefined ? error : undefined });
        if (row !== undefined) this.inventory.store.markOutdated([row], requestNumber);
      }
      return false;
    } finally {
      this.#update();
    }
  }

  /** The keys of the favorites to read, those first whose last request was the earliest. */
  #unread(since: number): readonly string[] {
    return [...this.inventory.marks.values.favorite.keys()]
      .map((key) => ({ key, number: this.#numberOf(key) }))
      .filter(({ number }) => number < since)
      .sort((one, other) => one.number - other.number)
      .map(({ key }) => key);
  }

  /** The number of the last request for a favorite. Infinity if another one would not tell more. */
  #numberOf(key: string): number {
    const row = this.#rowOf(key);
    const { requestNumber = 0, why } = this.#attempts.get(key) ?? {};
    if (row !== undefined) return Math.max(requestNumber, this.#readNumberOf(row));
    if (why === 'gone' || why === 'notRead') return Infinity;
    return why === undefined ? 0 : requestNumber;
  }

  #rowOf(key: string): ResourceRow | undefined {
    const row = this.inventory.store.find(markedId(this.inventory.store, key));
    return isResourceRow(row) ? row : undefined;
  }

  #readNumberOf(row: ResourceRow): number {
    const { requestNumber = 0 } = row;
    if (row.kind === 'project') return row.isReference === true ? 0 : requestNumber;
    if (row.kind === 'cluster' && row.found === undefined) {
      return Math.max(row.readings.own?.requestNumber ?? 0, requestNumber);
    }
    // A machine pool is as its machines are.
    const machines = row.kind === 'pool' ? this.inventory.store.branchOf(row) : undefined;
    return Math.min(requestNumber, machines?.requestNumber ?? requestNumber);
  }
}
