import { setMaxListeners } from 'node:events';
import type { Inventory } from '../../items/inventory';
import { isResourceRow, type ResourceRow } from '../../items/kinds';
import type { WhyUnknown } from '../../items/kinds/note';
import { markedId } from '../../items/marks/marks';
import { idsTo } from '../../items/store/row';
import { isServiceError } from '../../service/errors';
import { requestTime } from '../../service/requestTime';
import { addClusters, isClusterId, readFavorite } from './read';

/** The most favorites that are read one by one at a time: the others have their turn later. */
const perRound = 20;

/** Reads favorites that no list reads, without making the user wait for them. */
export class FavoritesReader {
  /** Why favorites are not known, by key. */
  readonly #why = new Map<string, WhyUnknown>();
  /** The number of the last request for a favorite alone, by key. */
  readonly #triedAt = new Map<string, number>();
  /** The number of the last request for all clusters. */
  #searchedAt = 0;
  /** What was read before is read again: the number of the last refresh by the user. */
  #since = requestTime().requestNumber;
  #reading: Promise<void> | undefined;

  /** @param onRead called after each read */
  constructor(
    private readonly inventory: Inventory,
    private readonly onRead: () => void,
  ) {}

  /** Why a favorite is not known; undefined while it is being read. */
  whyOf(key: string): WhyUnknown {
    return this.#why.get(key);
  }

  /** From now on, what was read before is outdated, and what was not found may exist. */
  restart(): void {
    this.#since = requestTime().requestNumber;
    this.#why.clear();
  }

  /** Reads all that are outdated or not known. */
  readAll(): void {
    if (this.#unread(this.#since).length === 0) return;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
  }

  async #readAll(): Promise<void> {
    const { store } = this.inventory;
    // The first page may have them.
    await store.children();
    // The lists of a refresh may have them, too.
    while (!store.closed.aborted && !store.isRefreshing && this.#unread(this.#since).length > 0) {
      await this.#readSome(this.#since, store.closed);
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
    // All reads share it.
    setMaxListeners(0, signal);
    const isSearched = await this.#searchClusters(since, signal);
    const turn = this.#unread(since).slice(0, perRound);
    const reads = await Promise.all(turn.map((key) => this.#read(key, since, signal)));
    return reads.every(Boolean) && isSearched;
  }

  /** Reads clusters with one request for all. */
  async #searchClusters(since: number, signal: AbortSignal): Promise<boolean> {
    const { inventory } = this;
    const keys = this.#unread(since).filter((key) => this.#clusterOf(key) !== undefined);
    const ids = new Set(keys.map((key) => this.#clusterOf(key)));
    if (ids.size < 2 || this.#searchedAt >= since) return true;
    this.#searchedAt = requestTime().requestNumber;
    try {
      await addClusters(
        inventory,
        'metadata',
        (client, sent) => client.searchClusterMetadata(sent),
        (id) => ids.has(id),
        { signal, priority: 'timer' },
      );
      return true;
    } catch (error) {
      for (const key of keys) this.#fail(key, error, this.#searchedAt, signal);
      return false;
    } finally {
      this.onRead();
    }
  }

  /** The ID of the cluster that has to be read for a favorite. */
  #clusterOf(key: string): string | undefined {
    const id = markedId(this.inventory.store, key);
    const clusterId = idsTo(id).find(isClusterId);
    const isNeeded = clusterId === id || this.inventory.store.find(clusterId ?? '') === undefined;
    return isNeeded ? clusterId : undefined;
  }

  async #read(key: string, since: number, signal: AbortSignal): Promise<boolean> {
    const { inventory } = this;
    const { names = [] } = inventory.marks.values.favorite.get(key) ?? {};
    const { requestNumber } = requestTime();
    this.#triedAt.set(key, requestNumber);
    try {
      const options = { signal, priority: 'timer' } as const;
      const why = await readFavorite(inventory, markedId(inventory.store, key), names, since, options);
      if (why === undefined) this.#why.delete(key);
      else this.#why.set(key, why);
      return true;
    } catch (error) {
      this.#fail(key, error, requestNumber, signal);
      return false;
    } finally {
      this.onRead();
    }
  }

  /** @throws unless it is an error of the service */
  #fail(key: string, error: unknown, requestNumber: number, signal: AbortSignal): void {
    if (!isServiceError(error)) throw error;
    if (signal.aborted) {
      this.#triedAt.delete(key);
      return;
    }
    this.#triedAt.set(key, requestNumber);
    const row = this.#rowOf(key);
    if (row === undefined) this.#why.set(key, error);
    else this.inventory.store.markOutdated([row], requestNumber);
  }

  /** The keys of the favorites to read, those first whose last request was the earliest. */
  #unread(since: number): readonly string[] {
    const numbers = new Map(
      [...this.inventory.marks.values.favorite.keys()].map((key) => [key, this.#numberOf(key)]),
    );
    const numberOf = (key: string): number => numbers.get(key) ?? 0;
    return [...numbers.keys()]
      .filter((key) => numberOf(key) < since)
      .sort((one, other) => numberOf(one) - numberOf(other));
  }

  /** The number of the last request for a favorite. Infinity if another one would not tell more. */
  #numberOf(key: string): number {
    const row = this.#rowOf(key);
    const triedAt = this.#triedAt.get(key) ?? 0;
    if (row !== undefined) return Math.max(triedAt, this.#readNumberOf(row));
    const why = this.#why.get(key);
    if (why === 'gone' || why === 'notRead') return Infinity;
    return why === undefined ? 0 : triedAt;
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
