import { EventEmitter, l10n } from 'vscode';
import type { Inventory } from '../../items/inventory';
import { compareStates, type ItemState } from '../../items/item';
import {
  isParentRow,
  isResourceRow,
  isRow,
  type ItemStoreRow,
  type NoteRow,
  type ParentRow,
  type Row,
} from '../../items/kinds';
import { isInFavorites, markedId, markKey } from '../../items/marks/marks';
import { pathTo } from '../../items/readings';
import { isSameContent } from '../../items/store/records';
import type { RowChange } from '../../items/store/rowSource';
import { requestTime } from '../../service/requestTime';
import { pathText } from '../../text/text';
import type { Appearance } from '../../tree/rowKinds';
import { clickCommand } from '../../ui/runCommand';
import { throttle } from '../../ui/timing';
import type { ItemsModel } from '../appearance';
import type { ProjectsModel } from '../model';
import { attentionIn } from '../projectSearch';
import { selectedRows } from '../rowFilter';
import { pathLabel } from '../rows/label';
import { click } from '../rows/items';
import { FavoritesReader } from './reader';

export const favoritesViewId = 'poolview.favorites';

/** How often favorites that became known, or come in another order, are shown, in milliseconds. */
const intervalMs = 200;

/**
 * The Favorites view: the rows of the Projects view that the user starred, and the same lists below them. A favorite in another
 * one is shown only at the top, because VS Code shows a row once in each view.
 */
export class Favorites implements ItemsModel {
  readonly store = this;
  readonly appearance: Appearance<ItemStoreRow, this> = {
    itemOf: (row) => {
      const item = this.projects.appearance.itemOf(row, this.projects);
      if (isResourceRow(row) && this.isTop(row)) item.label = pathLabel(pathTo(row));
      if (item.command?.command === click) {
        item.command = { ...item.command, command: clickCommand(favoritesViewId) };
      }
      return item;
    },
    hoverOf: (row, _model, now) => this.projects.appearance.hoverOf(row, this.projects, now),
    readApart: (row) => this.projects.appearance.readApart?.(row, this.projects),
  };
  readonly #onDidChange = new EventEmitter<readonly RowChange<Row, ParentRow>[]>();
  readonly onDidChange = this.#onDidChange.event;
  readonly inventory: Inventory;
  readonly #reader: FavoritesReader;
  /** The keys of the favorites whose rows have a star. */
  #starred: ReadonlySet<string>;
  /** What VS Code was last given at the top; undefined if it was not given anything. */
  #given: readonly ItemStoreRow[] | undefined;
  readonly #notes = new Map<string, NoteRow<ParentRow>>();
  readonly #update = throttle(() => {
    this.#showTops();
  }, intervalMs);

  constructor(private readonly projects: ProjectsModel) {
    const { store, inventory } = projects;
    this.inventory = inventory;
    this.#starred = new Set(this.#marked.keys());
    this.#reader = new FavoritesReader(inventory, () => {
      this.#showTops();
    });
    store.onDidChange((changes) => {
      const isShown = (id: string | undefined): boolean =>
        id === undefined || isInFavorites(id, inventory.marks.values);
      const shown = changes.filter((change) =>
        isShown(change.type === 'row' ? change.row.id : change.parent?.id),
      );
      this.#onDidChange.fire(shown);
      this.#update();
    });
    store.onDidEndRefresh(this.#read);
    inventory.onDidRefresh(() => {
      this.#reader.restart();
    });
    inventory.marks.onDidChange(this.#showMarks);
  }

  /** How favorites are sorted, unless as the user put them. */
  get description(): string {
    const { by = 'own' } = this.inventory.marks.values.order.get(favoritesKey) ?? {};
    return { own: '', name: l10n.t('by name'), severity: l10n.t('worst first') }[by];
  }

  /** Whether a row is at the top of the view. */
  isTop({ id, parent }: ItemStoreRow): boolean {
    return parent === undefined || this.#marked.has(markKey(id));
  }

  find(id: string): ItemStoreRow | undefined {
    return this.projects.store.find(id);
  }

  async children(parent?: ParentRow): Promise<readonly ItemStoreRow[]> {
    return parent === undefined ? this.#tops() : this.#below(await this.projects.store.children(parent));
  }

  /** What is not known is read from now on. */
  known(parent?: ParentRow): readonly ItemStoreRow[] | undefined {
    if (parent !== undefined) {
      const rows = this.projects.store.known(parent);
      return rows && this.#below(rows);
    }
    this.#given = this.#tops();
    this.#read();
    return this.#given;
  }

  setExpanded(row: ParentRow, isExpanded: boolean): void {
    this.projects.store.setExpanded(row, isExpanded, favoritesViewId);
  }

  shown(): (id: string) => boolean {
    return this.projects.store.shown(this.#given ?? []);
  }

  /** Whether the last read of any list failed. */
  get isFailing(): boolean {
    return this.projects.store.isFailing;
  }

  /**
   * Refreshes what is expanded in the Projects view or below favorites, and favorites that no list refreshes.
   * @returns whether every read succeeded
   */
  async refreshInBackground(signal: AbortSignal, ofProjects = true, ofFavorites = true): Promise<boolean> {
    const { store } = this.projects;
    const { requestNumber } = requestTime();
    const parents = [...(ofProjects ? [undefined] : []), ...(ofFavorites ? store.tops : [])];
    const succeeded = await store.refreshInBackground(signal, parents);
    return (!ofFavorites || (await this.#reader.refresh(requestNumber, signal))) && succeeded;
  }

  get #marked() {
    return this.inventory.marks.values.favorite;
  }

  #tops(): readonly ItemStoreRow[] {
    const rows = sortedFavorites(this.inventory).map((key): ItemStoreRow => {
      const id = markedId(this.projects.store, key);
      const names = this.#marked.get(key)?.names ?? [];
      const note = { about: 'favorite', names, why: this.#reader.whyOf(key) } as const;
      return this.find(id) ?? { kind: 'note', id, parent: undefined, note };
    });
    const attention = attentionIn(this.projects.query);
    const shown = attention === '' ? rows : selectedRows(attention, this.inventory, rows);
    return shown.map((row) => (isRow(row, 'note') ? this.#sameNote(row) : row));
  }

  /** VS Code identifies rows by object. */
  #sameNote(note: NoteRow<ParentRow>): NoteRow<ParentRow> {
    const before = this.#notes.get(note.id);
    if (before !== undefined && isSameContent(before, note)) return before;
    this.#notes.set(note.id, note);
    return note;
  }

  #below(rows: readonly ItemStoreRow[]): readonly ItemStoreRow[] {
    return rows.filter((row) => !this.isTop(row));
  }

  #showTops(): void {
    const given = this.#given;
    const tops = given === undefined ? [] : this.#tops();
    const isSame = given?.length === tops.length && tops.every((row, index) => row === given[index]);
    if (given !== undefined && !isSame) this.#showAll();
  }

  #showAll(): void {
    this.#onDidChange.fire([{ type: 'children', parent: undefined }]);
  }

  readonly #showMarks = (): void => {
    const { store } = this.projects;
    const [before, now] = [this.#starred, new Set(this.#marked.keys())];
    this.#starred = now;
    for (const key of before) {
      const row = store.find(markedId(store, key));
      if (!now.has(key) && isParentRow(row)) this.setExpanded(row, false);
    }
    const isSame = before.size === now.size && [...before].every((key) => now.has(key));
    if (isSame) this.#showTops();
    else this.#showAll();
  };

  readonly #read = (): void => {
    if (this.#given !== undefined) this.#reader.readAll();
  };
}

/** The key of the order of favorites in marks. */
export const favoritesKey = 'favorites';

/** The keys of the favorites, as the user wants them sorted. */
export function sortedFavorites(inventory: Inventory): readonly string[] {
  const { marks, store } = inventory;
  const { favorite, order } = marks.values;
  const { by = 'own', keys = [] } = order.get(favoritesKey) ?? {};
  const own = [...new Set([...keys.filter((key) => favorite.has(key)), ...favorite.keys()])];
  const nameOf = (key: string): string => pathText(...(favorite.get(key)?.names ?? []));
  const stateAt = (key: string): ItemState => {
    const row = store.find(markedId(store, key));
    return isResourceRow(row) ? inventory.itemOf(row).state : 'unknown';
  };
  if (by === 'own') return own;
  const names = new Intl.Collator(undefined, { numeric: true });
  const byName = own.toSorted((one, other) => names.compare(nameOf(one), nameOf(other)));
  return by === 'name'
    ? byName
    : byName.toSorted((one, other) => compareStates(stateAt(one), stateAt(other)));
}
