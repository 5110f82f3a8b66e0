import { EventEmitter, l10n, type TreeItem } from 'vscode';
import {
  isParentRow,
  isResourceRow,
  type ItemStoreRow,
  type ParentRow,
  type ViewRow,
} from '../../items/kinds';
import type { FavoritesRow, UnloadedFavorite } from '../../items/kinds/favorite';
import { markedId, markKey } from '../../items/marks/marks';
import { pathTo } from '../../items/readings';
import type { MarkedValues } from '../../items/marks/stored';
import { favoriteIdOf, idBelowFavorite, idPart, parentIdOf, storedId } from '../../items/store/row';
import type { TreeChange } from '../../items/store/rowSource';
import { isServiceError } from '../../service/errors';
import type { Refreshable } from '../../tree/autoRefresh';
import type { Appearance } from '../../tree/rowKinds';
import type { ShownHealth } from '../../tree/rowDecorations';
import type { TreeRows } from '../../tree/treeView';
import type { ProjectsTree, ViewParent } from '../appearance';
import { mayNeedAttention } from '../attention';
import type { ProjectsModel } from '../model';
import { groupItem, pathLabel, unloadedItem } from './items';
import { sortedFavorites } from './order';
import { readFavorite } from './read';
import { FavoritesRefresh } from './refresh';

type Change = TreeChange<ViewRow, ViewParent>;

/**
 * The rows of the Projects view, with the favorites above them. A favorite is the row of its item, shown again under another ID,
 * as are the rows below it: all that the store knows and reads is the same for both, and is counted once.
 */
export class FavoriteRows implements ProjectsTree, TreeRows<ViewRow, ViewParent>, Refreshable {
  readonly store = this;
  readonly appearance: Appearance<ViewRow, this> = {
    itemOf: (row) => this.#itemOf(row),
    hoverOf: (row, _model, now) => {
      const stored = this.#stored(row);
      return stored && this.projects.appearance.hoverOf(stored, this.projects, now);
    },
  };
  readonly #onDidChange = new EventEmitter<readonly Change[]>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #group: FavoritesRow;
  /** The rows that are shown again, by their IDs. */
  readonly #again = new Map<string, ItemStoreRow>();
  /** Under which IDs a row is expanded, by its ID in the store. */
  readonly #expanded = new Map<string, Set<string>>();
  readonly #reading = new Set<string>();
  /** Why favorites are not loaded, by key. */
  readonly #missing = new Map<string, UnloadedFavorite['why']>();
  /** What was last given to VS Code below the group; undefined while that is not visible. */
  #given: readonly (ItemStoreRow | undefined)[] | undefined;
  readonly #refresh: FavoritesRefresh;

  constructor(private readonly projects: ProjectsModel) {
    const { store, inventory } = projects;
    this.#group = { kind: 'favorites', id: `${store.rootId}/favorites`, parent: undefined };
    this.#refresh = new FavoritesRefresh(inventory);
    store.onDidChange((changes) => {
      this.#onDidChange.fire(changes.flatMap((change) => [change, ...this.#repeated(change)]));
      this.#update();
    });
    inventory.onDidRefresh(() => {
      this.#missing.clear();
    });
    inventory.marks.onDidChange(() => {
      this.#again.clear();
      this.#onDidChange.fire([{ type: 'children', parent: undefined }]);
    });
  }

  find(id: string): ViewRow | undefined {
    return this.#again.get(id) ?? this.projects.store.find(id);
  }

  async children(parent?: ViewParent): Promise<readonly ViewRow[]> {
    if (parent?.kind === 'favorites') return this.#favorites();
    const stored = this.#storedParent(parent);
    if (parent !== undefined && stored === undefined) return [];
    return this.#belowOf(parent, await this.projects.store.children(stored));
  }

  known(parent?: ViewParent): readonly ViewRow[] | undefined {
    if (parent?.kind === 'favorites') return this.#favorites();
    const stored = this.#storedParent(parent);
    if (parent !== undefined && stored === undefined) return undefined;
    const rows = this.projects.store.known(stored);
    return rows && this.#belowOf(parent, rows);
  }

  setExpanded(row: ViewParent, isExpanded: boolean): void {
    if (row.kind === 'favorites') {
      if (!isExpanded) this.#given = undefined;
      return;
    }
    const stored = this.#storedParent(row);
    if (stored === undefined) return;
    const { store } = this.projects;
    const wasExpanded = store.branchOf(stored)?.isExpanded === true;
    const ids = this.#expanded.get(stored.id) ?? new Set(wasExpanded ? [stored.id] : []);
    if (isExpanded) ids.add(row.id);
    else ids.delete(row.id);
    this.#expanded.set(stored.id, ids);
    store.setExpanded(stored, ids.size > 0);
  }

  /** An item is shown at its own place, or as a favorite or below one. */
  shown(): (id: string) => boolean {
    const isAtOwnPlace = this.projects.store.shown();
    return (id) => isAtOwnPlace(id) || (this.#given !== undefined && this.#isInGroup(id));
  }

  #isInGroup(id: string): boolean {
    if (this.#marked.has(markKey(id))) return true;
    const above = parentIdOf(id);
    const expanded = [...(this.#expanded.get(above) ?? [])];
    return expanded.some((each) => each !== above) && this.#isInGroup(above);
  }

  healthOf(row: ViewRow): ShownHealth | undefined {
    const stored = this.#stored(row);
    return stored && this.projects.healthOf(stored);
  }

  get isFailing(): boolean {
    return this.projects.store.isFailing;
  }

  async refreshInBackground(signal: AbortSignal): Promise<boolean> {
    const since = Date.now();
    const succeeded = await this.projects.store.refreshInBackground(signal);
    return (await this.#refresh.run(since, signal)) && succeeded;
  }

  /** The row of the store that a row shows; undefined if it has none, at least for now. */
  #stored(row: ViewRow): ItemStoreRow | undefined {
    if (row.kind === 'favorites' || row.kind === 'favorite') return undefined;
    return row.id === storedId(row.id) ? row : this.projects.store.find(row.id);
  }

  #storedParent(row: ViewParent | undefined): ParentRow | undefined {
    const stored = row && this.#stored(row);
    return isParentRow(stored) ? stored : undefined;
  }

  #belowOf(parent: ViewParent | undefined, rows: readonly ItemStoreRow[]): readonly ViewRow[] {
    if (parent === undefined) return this.#entries().length === 0 ? rows : [this.#group, ...rows];
    if (parent.id === storedId(parent.id)) return rows;
    const favoriteId = favoriteIdOf(parent.id);
    return rows.map((row) => this.#copyOf(row, favoriteId));
  }

  #copyOf(row: ItemStoreRow, favoriteId: string): ItemStoreRow {
    const id = idBelowFavorite(favoriteId, row.id);
    const known = this.#again.get(id);
    // VS Code identifies rows by object.
    const copy = known?.kind === row.kind ? Object.assign(known, row, { id }) : { ...row, id };
    this.#again.set(id, copy);
    return copy;
  }

  /** The same change of the rows that are shown again. */
  #repeated(change: Change): readonly Change[] {
    const row = change.type === 'row' ? change.row : change.parent;
    if (row === undefined) return [];
    return [...this.#marked.keys()].flatMap((key): readonly Change[] => {
      const copy = this.#again.get(idBelowFavorite(this.#idOf(key), row.id));
      if (copy === undefined) return [];
      if (change.type === 'row') return [{ ...change, row: copy }];
      return isParentRow(copy) ? [{ ...change, parent: copy }] : [];
    });
  }

  get #marked(): MarkedValues['favorite'] {
    return this.projects.inventory.marks.values.favorite;
  }

  #idOf(key: string): string {
    return `${this.#group.id}/${idPart(key)}`;
  }

  /** The rows to show below the group, by key in its order; undefined for a favorite that is not loaded. */
  #entries(): readonly (readonly [key: string, row: ItemStoreRow | undefined])[] {
    const { inventory, store, isAttentionOnly } = this.projects;
    const entries = sortedFavorites(inventory).map((key) => {
      const id = markedId(store, key);
      // While it is read again, the row stays.
      const before = this.#missing.has(key)
        ? undefined
        : this.#again.get(idBelowFavorite(this.#idOf(key), id));
      return [key, store.find(id) ?? before] as const;
    });
    return isAttentionOnly
      ? entries.filter(([, row]) => row === undefined || mayNeedAttention(row, this.projects))
      : entries;
  }

  /** The rows below the group. From now on, what is not loaded is read. */
  #favorites(): readonly ViewRow[] {
    const entries = this.#entries();
    this.#given = entries.map(([, row]) => row);
    for (const [key] of entries) void this.#read(key);
    return entries.map(([key, row]) => {
      const id = this.#idOf(key);
      if (row !== undefined) return this.#copyOf(row, id);
      const names = this.#marked.get(key)?.names ?? [];
      return { kind: 'favorite', id, parent: this.#group, key, names, why: this.#missing.get(key) };
    });
  }

  /** Shows favorites that were loaded or are gone, or that come in another order. */
  #update(): void {
    const given = this.#given;
    if (given === undefined) return;
    const rows = this.#entries().map(([, row]) => row);
    const isSame = rows.length === given.length && rows.every((row, index) => row === given[index]);
    if (!isSame) this.#onDidChange.fire([{ type: 'children', parent: this.#group }]);
  }

  async #read(key: string): Promise<void> {
    const { inventory, store } = this.projects;
    const id = markedId(store, key);
    const names = this.#marked.get(key)?.names;
    const isKnown = store.find(id) !== undefined || this.#missing.has(key) || this.#reading.has(key);
    if (isKnown || names === undefined) return;
    this.#reading.add(key);
    try {
      const result = await readFavorite(inventory, id, names, store.closed);
      if (result !== 'read') this.#missing.set(key, result);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      this.#missing.set(key, error);
    } finally {
      this.#reading.delete(key);
    }
    this.#onDidChange.fire([{ type: 'children', parent: this.#group }]);
  }

  #itemOf(row: ViewRow): TreeItem {
    if (row.kind === 'favorites') return groupItem(this.projects);
    if (row.kind === 'favorite') return unloadedItem(row);
    const stored = this.#stored(row) ?? row;
    const item = this.projects.appearance.itemOf(stored, this.projects);
    const key = markKey(stored.id);
    if (!isResourceRow(stored) || !this.#marked.has(key)) return item;
    const isAtTop = row.id === idBelowFavorite(this.#idOf(key), stored.id);
    if (isAtTop) item.label = pathLabel(pathTo(stored));
    item.contextValue = `${item.contextValue ?? ''} favorite${isAtTop ? ' atTop' : ''}`;
    const { label = '' } = item.accessibilityInformation ?? {};
    item.accessibilityInformation = { label: `${label}, ${l10n.t('favorite')}` };
    return item;
  }
}
