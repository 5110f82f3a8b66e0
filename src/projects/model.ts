import { readSetting } from '../connections/settings';
import type { Inventory, ItemsView } from '../items/inventory';
import {
  isParentRow,
  type ClusterRow,
  type ParentRow,
  type PoolRow,
  type ResourceRow,
  type Row,
  type ItemStoreRow,
  isResourceRow,
} from '../items/kinds';
import type { ItemStore } from '../items/kinds/kind';
import { listedIn } from '../items/kinds/levels';
import { noteRow, type Note } from '../items/kinds/rows';
import { poolRow } from '../items/kinds/pool';
import { searchableWord } from '../query/query';
import { idsTo, type ErrorRow, type TreeRow } from '../items/store/row';
import { requestTime } from '../service/requestTime';
import type { ProjectSearch } from '../service/resources/project';
import type { ViewRules } from '../tree/listRows';
import { ListView } from '../tree/listView';
import type { RowSpec } from '../tree/rowSpec';
import { type TreeModel, StoreTree } from '../tree/treeView';
import { FavoritesReader } from './favorites/reader';
import { adoptPinnedPools, type PinnedPool, PinnedPools, pinnedRows, pinOf } from './pinnedPools';
import {
  asksForFavorites,
  asksForProblems,
  projectsNamed,
  projectsWith,
  readSearch,
  filteredRows,
} from './projectSearch';
import { specOf } from './rows';
import { compareStates, needsAttention, type ItemState } from '../items/severity';
import { linkedCommands } from './hoverLinks';

/** Of more favorites, what contains them is not expanded, which would read it. */
const maxExpanded = 20;

/** What the Projects view shows of an inventory: filter, order, favorites and pinned pools. */
export class ProjectsModel
  implements ItemsView, ViewRules<Row, ParentRow>, TreeModel<ItemStoreRow, ParentRow>
{
  readonly specOf: (row: ItemStoreRow) => RowSpec<ItemStoreRow, this> = specOf;
  readonly store: ItemStore;
  readonly rows: ListView<Row, ParentRow>;
  readonly pinnedPools: PinnedPools;
  readonly #favorites: FavoritesReader;
  readonly #order: WorstFirst;
  #query: string;

  /** @param webConsole where the web console of the connection is: users can change that at any time */
  constructor(
    readonly inventory: Inventory,
    private readonly webConsole: () => string | undefined = () => undefined,
  ) {
    const { state } = inventory.session;
    this.pinnedPools = new PinnedPools(state);
    this.#query = readSearch(state.read('projectSearch'))?.query ?? '';
    this.#order = new WorstFirst(inventory);
    this.store = inventory.store;
    this.rows = new ListView(this.store, inventory.refreshes, this);
    inventory.view = this;
    this.#favorites = new FavoritesReader(inventory, () => asksForFavorites(this.query), this.rows);
  }

  get consoleUrl(): string | undefined {
    return this.webConsole();
  }

  /** The line that selects what is shown; empty if all is. */
  get query(): string {
    return this.#query;
  }

  get requested(): ProjectSearch {
    const name = searchableWord(this.query);
    // Without a name, it is the request that checked the key, whose response is kept.
    return name === '' ? {} : { name };
  }

  /** Changes the filter: of all projects if the service can, else of the loaded ones. */
  async find(query: string): Promise<void> {
    const before = this.requested.name;
    const hasOpened = asksForFavorites(this.query) !== asksForFavorites(query);
    this.#query = query;
    // VS Code shows other rows for them, and asks what is in those that it expands.
    if (hasOpened) for (const row of this.#aboveFavorites()) this.rows.setExpanded(row, false);
    await this.inventory.session.state.write('projectSearch', { query });
    this.rows.forgetRevealed();
    if (this.inventory.searchesInService && before !== this.requested.name) this.store.restart();
    this.#order.forget();
    this.rows.update();
  }

  /** Reads what is shown again, as the user asked. */
  async refresh(): Promise<void> {
    await this.inventory.refresh();
    this.reorder();
  }

  /** Puts what is worst now first. Rows change places only when the user asks for something or cannot see them. */
  reorder(): void {
    this.#order.forget();
    this.rows.rearrange();
  }

  /** Whether a row has a few favorites in it, and they alone are shown. */
  isOpened(row: ResourceRow): boolean {
    const { size } = this.inventory.marks.values.favorite;
    return (
      asksForFavorites(this.query) &&
      size <= maxExpanded &&
      isParentRow(row) &&
      this.#aboveFavorites().includes(row)
    );
  }

  /** The rows that contain favorites. */
  #aboveFavorites(): readonly ParentRow[] {
    const favorites = [...this.inventory.marks.values.favorite.keys()];
    const ids = new Set(favorites.flatMap((id) => idsTo(id).slice(0, -1)));
    return [...ids].map((id) => this.store.find(id)).filter(isParentRow);
  }

  /** Whether the last read of any list failed. */
  get isFailing(): boolean {
    return this.store.isFailing;
  }

  /**
   * Refreshes what is expanded, and favorites that no list refreshes if they are shown or messages tell how they are.
   * @returns whether every read succeeded
   */
  async refreshInBackground(signal: AbortSignal): Promise<boolean> {
    const { requestNumber } = requestTime();
    const succeeded = await this.rows.refreshInBackground(signal);
    const areTold = readSetting('notify') === 'favorites' || readSetting('autoRefreshHidden');
    const areRead = areTold || asksForFavorites(this.query);
    return (!areRead || (await this.#favorites.refresh(requestNumber, signal))) && succeeded;
  }

  /** Pins a pool and shows it below `parent`. */
  async pin(pool: PinnedPool, parent: Exclude<ParentRow, PoolRow>): Promise<void> {
    await this.pinnedPools.add(pool);
    // It may already be pinned with another cloud type.
    this.store.forget(poolRow(parent, pool).id);
    this.store.updateAdded(parent);
  }

  /** Unpins a pool. Returns its stored data; undefined if it was not pinned. */
  async unpin(row: PoolRow): Promise<PinnedPool | undefined> {
    const pool = pinOf(row, this.pinnedPools);
    if (pool !== undefined) await this.pinnedPools.remove(pool);
    // Another window may have unpinned it.
    this.store.updateAdded(row.parent);
    return pool;
  }

  /** Changes the name under which a pinned pool is read. */
  async renamePin(row: PoolRow, poolName: string): Promise<void> {
    const pool = pinOf(row, this.pinnedPools);
    if (pool !== undefined) await this.pinnedPools.replace(pool, { ...pool, poolName });
    this.store.updateAdded(row.parent);
  }

  arrange(rows: readonly Row[], parent: ParentRow | undefined): readonly Row[] {
    const isListed = parent !== undefined || this.inventory.searchesInService;
    const listed = isListed ? rows : projectsNamed(this.requested.name ?? '', rows);
    // In the order of the service, the next page comes last.
    const isOrdered = parent === undefined && this.store.listOf()?.isWhole === true;
    return this.#order.of(listed, parent, isOrdered || asksForProblems(this.query));
  }

  isFirst({ id }: Row): boolean {
    return this.inventory.marks.values.favorite.has(id);
  }

  extraRows(parent: ParentRow | undefined): readonly Row[] {
    if (parent !== undefined) return this.pinned(parent);
    return [...projectsWith(this.query, this.inventory), ...this.#favorites.rows()];
  }

  /** @param loaded how many rows are hidden */
  emptyRow(parent: ParentRow | undefined, loaded: number): Row {
    const isAnyProject = loaded > 0 || (this.requested.name ?? '') !== '';
    const [of] = parent === undefined && isAnyProject ? [] : listedIn(parent);
    const note: Note = of === undefined ? { about: 'noMatches' } : { about: 'empty', of };
    return noteRow(parent?.id ?? this.rows.rootId, parent, note);
  }

  isFiltered(): boolean {
    return this.query !== '';
  }

  filter(
    rows: readonly ItemStoreRow[],
    parent: ParentRow | undefined,
    isKept: (row: TreeRow) => boolean,
  ): readonly ItemStoreRow[] {
    return filteredRows(this.query, this.inventory, rows, parent, isKept);
  }

  pinned(parent: ParentRow | undefined): readonly PoolRow[] {
    return pinnedRows(parent, this.store, this.pinnedPools);
  }

  /** Retries the read that an error row stands for. */
  async retry({ parent, isNextPage }: ErrorRow<ParentRow>): Promise<void> {
    this.inventory.startRefresh();
    await (isNextPage ? this.rows.loadMore(parent) : this.rows.refresh(parent));
  }

  dispose(): void {
    this.rows.dispose();
  }

  async onClusterRead(row: ClusterRow): Promise<void> {
    await adoptPinnedPools(row, this.pinnedPools);
  }
}

/** The rows of a list that needed attention when its order was decided, by their IDs, and those that did not. */
type ListOrder = Map<string, ItemState | undefined>;

/** Puts first what needed attention when the order of a list was decided: rows do not move while somebody looks at them. */
class WorstFirst {
  /** By the IDs of the rows above; undefined for the view. Undefined for a list in the order of the service. */
  readonly #decided = new Map<string | undefined, ListOrder | undefined>();

  constructor(private readonly inventory: Inventory) {}

  /** Decides anew when rows are next asked for. */
  forget(): void {
    this.#decided.clear();
  }

  /**
   * Rows with those first that need attention, the worst at the top. All others stay in their order.
   * @param isOrdered whether that is so for a list that is not decided
   */
  of(rows: readonly Row[], parent: ParentRow | undefined, isOrdered: boolean): readonly Row[] {
    // Nothing has been read yet.
    if (rows.length === 0) return rows;
    if (!this.#decided.has(parent?.id)) this.#decided.set(parent?.id, isOrdered ? new Map() : undefined);
    const decided = this.#decided.get(parent?.id);
    if (decided === undefined) return rows;
    // What is new is put in its place at once.
    for (const row of rows.filter(isResourceRow)) {
      if (decided.has(row.id)) continue;
      const { state } = this.inventory.itemOf(row);
      decided.set(row.id, needsAttention(state) ? state : undefined);
    }
    const stateOf = ({ id }: Row): ItemState => decided.get(id) ?? 'healthy';
    return rows.toSorted((one, other) => compareStates(stateOf(one), stateOf(other)));
  }
}

/** The tree of the Projects view. */
export function newProjectsTree(prepare?: () => Promise<void>) {
  return new StoreTree<ItemStoreRow, ParentRow, ProjectsModel>({
    prepare,
    isParent: isParentRow,
    hoverCommands: linkedCommands,
    isDecorated: true,
  });
}
