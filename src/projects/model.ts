import { isDeepStrictEqual } from 'node:util';
import type { Inventory, ListRules } from '../items/inventory';
import { type ClusterRow, type ParentRow, type PoolRow, type Row, type ItemStoreRow } from '../items/kinds';
import type { ItemStore } from '../items/kinds/kind';
import { poolRow } from '../items/kinds/pool';
import { searchableWord } from '../items/query/query';
import type { TreeRow } from '../items/store/row';
import type { ProjectSearch } from '../service/resources/project';
import type { ItemsModel } from './appearance';
import type { Appearance } from '../tree/rowKinds';
import { adoptPinnedPools, type PinnedPool, PinnedPools, pinnedRows, pinOf } from './pinnedPools';
import {
  arrangeProjects,
  attentionIn,
  projectsWith,
  readSearch,
  unhealthyFirst,
  withAttention,
  type ShownProjects,
} from './projectSearch';
import { selectedRows } from './rowFilter';
import { appearance } from './rows';

/** What the Projects view shows of an inventory: filter, order and pinned pools. */
export class ProjectsModel implements ListRules, ItemsModel {
  readonly appearance: Appearance<ItemStoreRow, this> = appearance;
  readonly store: ItemStore;
  readonly pinnedPools: PinnedPools;
  #search: ShownProjects;

  /** @param webConsole where the web console of the connection is: users can change that at any time */
  constructor(
    readonly inventory: Inventory,
    private readonly webConsole: () => string | undefined = () => undefined,
  ) {
    const { state } = inventory.session;
    this.store = inventory.store;
    this.pinnedPools = new PinnedPools(state);
    this.#search = readSearch(state.read('projectSearch')) ?? {};
    inventory.rules = this;
  }

  get consoleUrl(): string | undefined {
    return this.webConsole();
  }

  get search(): ShownProjects {
    return this.#search;
  }

  get query(): string {
    return this.search.query ?? '';
  }

  get requested(): ProjectSearch {
    const [name, { sort }] = [searchableWord(this.query), this.search];
    // Without a name and an order, it is the request that checked the key, whose response is kept.
    return { ...(name === '' ? {} : { name }), ...(sort && { sort }) };
  }

  /** Changes the filter or the order: of all projects if the service can, else of the loaded ones. */
  async find(search: ShownProjects): Promise<void> {
    const before = this.requested;
    this.#search = search;
    await this.inventory.session.state.write('projectSearch', search);
    this.store.forgetRevealed();
    if (this.inventory.searchesInService && !isDeepStrictEqual(before, this.requested)) this.store.restart();
    this.store.updateAll();
  }

  /** Shows only what needs attention. @param term see {@link attentionIn} */
  async showAttentionOnly(term: string): Promise<void> {
    await this.find({ ...this.search, query: withAttention(this.query, term) });
  }

  /** Pins a pool and shows it below `parent`. */
  async pin(pool: PinnedPool, parent: Exclude<ParentRow, PoolRow>): Promise<void> {
    await this.pinnedPools.add(pool);
    // It may already be pinned with another cloud type.
    this.store.forget(poolRow(parent, pool).id);
    this.store.update(parent);
  }

  /** Unpins a pool. Returns its stored data; undefined if it was not pinned. */
  async unpin(row: PoolRow): Promise<PinnedPool | undefined> {
    const pool = pinOf(row, this.pinnedPools);
    if (pool !== undefined) await this.pinnedPools.remove(pool);
    // Another window may have unpinned it.
    this.store.update(row.parent);
    return pool;
  }

  /** Changes the name under which a pinned pool is read. */
  async renamePin(row: PoolRow, poolName: string): Promise<void> {
    const pool = pinOf(row, this.pinnedPools);
    if (pool !== undefined) await this.pinnedPools.replace(pool, { ...pool, poolName });
    this.store.update(row.parent);
  }

  arrange(rows: readonly Row[], parent: ParentRow | undefined): readonly Row[] {
    const isListed = parent !== undefined || this.inventory.searchesInService;
    const listed = isListed ? rows : arrangeProjects(rows, this.requested);
    return this.isSorted() ? unhealthyFirst(listed, this.inventory) : listed;
  }

  isSorted(): boolean {
    return this.search.isUnhealthyFirst === true || attentionIn(this.query) !== '';
  }

  extraRows(parent: ParentRow | undefined): readonly Row[] {
    return parent === undefined
      ? projectsWith(this.query, this.inventory)
      : pinnedRows(parent, this.store, this.pinnedPools);
  }

  isFiltered(): boolean {
    return this.query !== '';
  }

  filter(
    rows: readonly ItemStoreRow[],
    parent: ParentRow | undefined,
    isKept: (row: TreeRow) => boolean,
  ): readonly ItemStoreRow[] {
    return selectedRows(this.query, this.inventory, rows, parent, isKept);
  }

  async onClusterRead(row: ClusterRow): Promise<void> {
    await adoptPinnedPools(row, this.pinnedPools);
  }
}
