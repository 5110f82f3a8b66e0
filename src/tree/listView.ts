import { EventEmitter, type Disposable } from 'vscode';
import type { ServiceError } from '../service/errors';
import { areSame } from '../items/record';
import type { StoreChanges, Lists } from '../items/store/lists';
import { isSameContent } from '../items/store/records';
import type { Refreshes } from '../items/store/refreshes';
import { idsTo, isAtOrBelow, parentIdOf, type StoreRow, type TreeRow } from '../items/store/row';
import { listRows, type ViewRules, outageOf } from './listRows';

/** What a view has to redraw. */
export interface TreeChanges<Row extends TreeRow, Parent extends Row> {
  /** The rows that have other children; undefined for the view. */
  readonly parents: readonly (Parent | undefined)[];
  /** The rows that may look different, or something below them. */
  readonly rows: readonly Row[];
}

/** How a view shows lists: which of their rows, in which order, and which are expanded. */
export class ListView<Row extends TreeRow, Parent extends Row> implements Disposable {
  readonly #onDidChange = new EventEmitter<TreeChanges<StoreRow<Row, Parent>, Parent>>();
  /** Fires with what has to be redrawn, if anything. */
  readonly onDidChange = this.#onDidChange.event;
  /** The rows of each list that the view has asked for, unless a filter hides them. */
  readonly #rows = new Map<string, readonly StoreRow<Row, Parent>[]>();
  /** Those that no record stands for, by their IDs. */
  readonly #ownRows = new Map<string, StoreRow<Row, Parent>>();
  /** The IDs of the lists whose rows are visible. */
  readonly #expanded = new Set<string>();
  /** The IDs of the lists that are being read for the first time because their rows are to be shown. */
  readonly #opening = new Set<string>();
  /** The IDs of revealed rows, which filters don't hide. */
  readonly #revealed = new Set<string>();
  #outage: ServiceError | undefined;
  /** Whether the rows that a filter adds at the top may be outdated: they depend on all that is known, and take long to find. */
  #isTopOutdated = false;
  readonly #subscription: Disposable;

  constructor(
    private readonly lists: Lists<Row, Parent>,
    private readonly refreshes: Refreshes<Row, Parent>,
    private readonly rules: ViewRules<Row, Parent>,
  ) {
    this.#subscription = lists.onDidChange(this.#showChanges);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }

  /** The start of all IDs. */
  get rootId(): string {
    return this.lists.rootId;
  }

  /** Whether the last read of any list failed. */
  get isFailing(): boolean {
    return this.lists.isFailing;
  }

  /** The row with this ID, as it is now. */
  find(id: string): StoreRow<Row, Parent> | undefined {
    const isListKnown = this.lists.listOf({ id: parentIdOf(id) }) !== undefined;
    return this.lists.find(id) ?? (isListKnown ? this.#ownRows.get(id) : undefined);
  }

  /** The rows below `parent`, read on the first call. Errors are rows. */
  async children(parent?: Parent): Promise<readonly StoreRow<Row, Parent>[]> {
    if (!this.#isKnown(parent)) return [];
    const id = parent?.id ?? this.rootId;
    if (parent !== undefined) this.#expanded.add(id);
    if (this.lists.listOf(parent)?.hasBeenRead !== true) this.#opening.add(id);
    try {
      await this.lists.load(parent);
    } finally {
      this.#opening.delete(id);
    }
    return this.#shownBelow(id);
  }

  /** Like `children` but without waiting, even during a refresh; undefined before the first read. */
  known(parent?: Parent): readonly StoreRow<Row, Parent>[] | undefined {
    if (!this.#isKnown(parent)) return [];
    const id = parent?.id ?? this.rootId;
    const list = this.lists.listOf({ id });
    if (list?.hasBeenRead !== true) return undefined;
    // If it was collapsed during a refresh, the expanded rows below it were not read, either.
    if (list.isStale) void this.refreshes.readOutdated(id, this.isExpanded);
    return this.#shownBelow(id);
  }

  /** After a switch, VS Code may still ask about rows of another connection, or about those that are gone. */
  #isKnown(parent: Parent | undefined): boolean {
    return parent === undefined || this.lists.find(parent.id) !== undefined;
  }

  /** Sets whether the rows below `parent` are visible. A refresh does not read those that are not. */
  setExpanded({ id }: Parent, isExpanded: boolean): void {
    if (isExpanded) this.#expanded.add(id);
    else this.#expanded.delete(id);
  }

  /** Whether the rows of the list with an ID are visible, if those above it are. */
  readonly isExpanded = (id: string): boolean =>
    id === this.rootId || (this.#expanded.has(id) && this.#isListed(id));

  /** The rows with the same parent as `row`. The array changes only if the rows do. */
  siblings(row: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.#rows.get(parentIdOf(row.id)) ?? [];
  }

  /** Tells whether the view shows the row with an ID, or that it is gone: the rows above are expanded, and no filter hides it. */
  shown(): (id: string) => boolean {
    const ids = new Set(this.visible().map(({ id }) => id));
    const isOpen = (id: string): boolean => id === this.rootId || (ids.has(id) && this.#expanded.has(id));
    return (id) => ids.has(id) || (isOpen(parentIdOf(id)) && this.find(id) === undefined);
  }

  /** The rows that are visible below a row, or in the view, in the order of the tree. */
  visible(id = this.rootId): readonly StoreRow<Row, Parent>[] {
    return this.#shownBelow(id).flatMap((row) => [
      row,
      ...(this.#expanded.has(row.id) ? this.visible(row.id) : []),
    ]);
  }

  /**
   * Reads the next page of the list below `parent`.
   * @returns the first new row, if any
   */
  async loadMore(parent?: Parent): Promise<StoreRow<Row, Parent> | undefined> {
    const id = parent?.id ?? this.rootId;
    const before = new Set(this.#composed(id).map((row) => row.id));
    await this.lists.loadMore(parent);
    return this.#composed(id).find((row) => row.kind !== 'loadMore' && !before.has(row.id));
  }

  /** Refreshes the list below `parent`, even if it is collapsed, and the expanded rows below. */
  refresh(parent?: Parent): Promise<void> {
    return this.refreshes.refresh(parent?.id ?? this.rootId, this.isExpanded);
  }

  /**
   * Refreshes the expanded rows automatically.
   * @returns whether every read succeeded
   */
  refreshInBackground(signal: AbortSignal): Promise<boolean> {
    return this.refreshes.renew(this.isExpanded, signal);
  }

  /** Shows a row and its ancestors until the view is refreshed, even if they are filtered or not loaded. */
  reveal(row: Row): Row {
    const known = this.lists.takeRow(row);
    const isShown = (id: string): boolean =>
      this.#isListed(id) && (!this.#isFiltered || this.#revealed.has(id));
    const hidden = idsTo(known.id).filter((id) => !isShown(id) && this.lists.find(id) !== undefined);
    for (const id of hidden) this.#revealed.add(id);
    this.#redraw(hidden.map(parentIdOf));
    return known;
  }

  #isListed(id: string): boolean {
    return this.#composed(parentIdOf(id)).some((row) => row.id === id);
  }

  /** Forgets revealed rows, which are then shown only if they are loaded and not filtered. */
  forgetRevealed(): void {
    const revealed = [...this.#revealed];
    this.#revealed.clear();
    this.#redraw(revealed.map(parentIdOf));
  }

  /** Call this when the view arranges, adds or filters rows differently. */
  update(): void {
    for (const id of this.#rows.keys()) this.#compose(id);
    this.#fire([this.rootId]);
  }

  /** Call this when the view may arrange the same rows differently. */
  rearrange(): void {
    this.#redraw([...this.#rows.keys()]);
  }

  /** Redraws those lists that have other rows now. */
  #redraw(ids: readonly string[]): void {
    const changed = new Set(ids.filter((id) => this.#compose(id)));
    if (changed.size > 0 || (ids.length > 0 && this.#isFiltered))
      this.#fire(this.#isFiltered ? [this.rootId] : changed);
  }

  get #isFiltered(): boolean {
    return this.rules.isFiltered?.() === true;
  }

  readonly #showChanges = ({ lists, rows }: StoreChanges<Row>): void => {
    const ids = new Set(lists);
    const outage = outageOf(this.lists.listOf(), this.lists.all);
    if (outage !== this.#outage) {
      this.#outage = outage;
      ids.add(this.rootId);
      for (const { id, error } of this.lists.all) if (error !== undefined) ids.add(id);
    }
    const changed = new Set<StoreRow<Row, Parent>>(rows);
    const parents = new Set<string>();
    for (const id of ids) {
      // What VS Code was never given is composed when it asks.
      if (!this.#rows.has(id)) continue;
      if (this.#isFiltered && id === this.rootId) this.#isTopOutdated = true;
      else if (this.#compose(id, changed)) parents.add(id);
    }
    // What is expanded does not disappear at once because nothing in it matches.
    const isOpening = [...ids].every((id) => [...this.#opening].some((one) => isAtOrBelow(one, id)));
    const redrawn = !this.#isFiltered ? parents : isOpening ? [] : [this.rootId];
    this.#fire(redrawn, changed);
  };

  /** Reports the lists, by ID, and the rows that have to be redrawn. */
  #fire(lists: Iterable<string>, rows: Iterable<StoreRow<Row, Parent>> = []): void {
    if (this.lists.closed.aborted) return;
    this.#onDidChange.fire({
      parents: Array.from(lists, (id) => this.lists.findParent(id)),
      rows: [...rows],
    });
  }

  /** The rows to show below the row with an ID. */
  #shownBelow(id: string): readonly StoreRow<Row, Parent>[] {
    if (this.lists.closed.aborted) return [];
    if (id === this.rootId && this.#isTopOutdated) this.#compose(id);
    const rows = this.#composed(id);
    if (!this.#isFiltered) return rows;
    return this.rules.filter?.(rows, this.lists.findParent(id), (row) => this.#revealed.has(row.id)) ?? rows;
  }

  #composed(id: string): readonly StoreRow<Row, Parent>[] {
    if (!this.#rows.has(id)) this.#compose(id);
    return this.#rows.get(id) ?? [];
  }

  /**
   * Brings the rows of a list up to date.
   * @param changed collects rows of the view's own whose content changed
   * @returns whether there are other rows now, or in another order
   */
  #compose(id: string, changed = new Set<StoreRow<Row, Parent>>()): boolean {
    const list = this.lists.listOf({ id });
    if (list === undefined) return this.#rows.delete(id);
    if (id === this.rootId) this.#isTopOutdated = false;
    const before = this.#rows.get(id) ?? [];
    const revealed = [...this.#revealed].flatMap((each) =>
      parentIdOf(each) === id ? (this.lists.find(each) ?? []) : [],
    );
    const composed = listRows(list, this.lists.findParent(id), revealed, this.#outage, this.rules);
    const rows = composed.map((row) => this.lists.find(row.id) ?? this.#ownRow(row, changed));
    const ids = rows.map((row) => row.id);
    const idsBefore = before.map((row) => row.id);
    const isThere = new Set(ids);
    for (const each of idsBefore) if (!isThere.has(each)) this.#ownRows.delete(each);
    if (!areSame(rows, before)) this.#rows.set(id, rows);
    return !areSame(ids, idsBefore);
  }

  /** A row that no record stands for. It is made each time, but stays the same object while its content is the same. */
  #ownRow(row: StoreRow<Row, Parent>, changed: Set<StoreRow<Row, Parent>>): StoreRow<Row, Parent> {
    const known = this.#ownRows.get(row.id);
    if (known !== undefined && isSameContent(known, row)) return known;
    if (known !== undefined) changed.add(row);
    this.#ownRows.set(row.id, row);
    return row;
  }
}
