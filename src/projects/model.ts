import type { Inventory, ListRules } from '../items/inventory';
import { type ClusterRow, type ParentRow, type PoolRow, type Row, type ItemStoreRow } from '../items/kinds';
import type { ItemStore } from '../items/kinds/kind';
import { poolRow } from '../items/kinds/pool';
import type { TreeRow } from '../items/store/row';
import { withoutTags } from '../items/tags';
import type { ItemsModel } from './appearance';
import type { Appearance } from '../tree/rowKinds';
import { rowsNeedingAttention } from './attention';
import { adoptPinnedPools, type PinnedPool, PinnedPools, pinnedRows, pinOf } from './pinnedPools';
import {
  arrangeProjects,
  isOtherRequest,
  parseSearch,
  rowsWithTags,
  unhealthyFirst,
  type ShownProjects,
} from './projectSearch';
import { appearance } from './rows';

/** What the Projects view shows of an inventory: filter, order, attention and pinned pools. */
export class ProjectsModel implements ListRules, ItemsModel {
  readonly appearance: Appearance<ItemStoreRow, this> = appearance;
  readonly store: ItemStore;
  readonly pinnedPools: PinnedPools;
  /** Whether choosing an item by its name also searches the service. */
  isServiceSearched = true;
  /** Whether known problems are among the rows that may need attention. */
  showsKnown = false;
  #search: ShownProjects;
  #isAttentionOnly: boolean;

  /** @param webConsole where the web console of the connection is: users can change that at any time */
  constructor(
    readonly inventory: Inventory,
    private readonly webConsole: () => string | undefined = () => undefined,
  ) {
    const { state } = inventory.session;
    this.store = inventory.store;
    this.pinnedPools = new PinnedPools(state);
    this.#search = parseSearch(state.read('projectSearch'));
    this.#isAttentionOnly = state.read('attentionOnly') === true;
    inventory.rules = this;
  }

  get consoleUrl(): string | undefined {
    return this.webConsole();
  }

  /** Which projects are shown, and in which order. */
  get search(): ShownProjects {
    return this.#search;
  }

  /** The same without tags, which the service does not search. */
  get requested(): ShownProjects {
    const { name } = this.search;
    return name === undefined ? this.search : { ...this.search, name: withoutTags(name) };
  }

  /** Changes the filter or the order: of all projects if the service can, else of the loaded ones. */
  async find(search: ShownProjects): Promise<void> {
    const before = this.requested;
    this.#search = search;
    await this.inventory.session.state.write('projectSearch', search);
    this.store.forgetRevealed();
    const isOther = isOtherRequest(before, this.requested);
    if (this.inventory.searchesInService && isOther) this.store.restart();
    this.store.updateAll();
  }

  /** Whether only rows that may need attention are shown. */
  get isAttentionOnly(): boolean {
    return this.#isAttentionOnly;
  }

  async showAttentionOnly(isOnly: boolean): Promise<void> {
    this.#isAttentionOnly = isOnly;
    await this.inventory.session.state.write('attentionOnly', isOnly);
    this.store.update();
  }

  showKnown(isShown: boolean): void {
    this.showsKnown = isShown;
    this.store.update();
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
    return this.search.isUnhealthyFirst === true;
  }

  extraRows(parent: ParentRow | undefined): readonly Row[] {
    return pinnedRows(parent, this);
  }

  isFiltered(): boolean {
    return this.isAttentionOnly || (this.search.name ?? '').includes(':');
  }

  filter(
    rows: readonly ItemStoreRow[],
    parent: ParentRow | undefined,
    isKept: (row: TreeRow) => boolean,
  ): readonly ItemStoreRow[] {
    const { name = '' } = this.search;
    const tagged = name.includes(':') ? rowsWithTags(rows, name, isKept, this.inventory) : rows;
    return this.isAttentionOnly ? rowsNeedingAttention(tagged, parent, isKept, this) : tagged;
  }

  async onClusterRead(row: ClusterRow): Promise<void> {
    await adoptPinnedPools(row, this.pinnedPools);
  }
}
