import { EventEmitter } from 'vscode';
import type { ServiceError } from '../../service/errors';
import { Branch } from './branch';
import { Branches } from './branches';
import { allRowsOf } from './branchRows';
import { isAtOrBelow, reuseRows, type StoreRow, type TreeRow } from './row';
import type { ReadRows, RowChange } from './rowSource';

/** Rows with the same parent. */
export interface LearnedList<Row, Parent> {
  readonly parent: Parent | undefined;
  readonly rows: readonly Row[];
  /** Whether the parent has no other rows. */
  readonly isWhole: boolean;
}

/** Changes the known rows of one tree and reports the changes. Reads nothing from the service. */
export class KnownRows<Row extends TreeRow, Parent extends Row, Details = undefined> extends Branches<
  Row,
  Parent,
  Details
> {
  readonly #onDidChange = new EventEmitter<RowChange<Row, Parent>>();
  readonly #onDidRead = new EventEmitter<undefined>();
  readonly #onDidReadRows = new EventEmitter<ReadRows<Row, Parent>>();
  readonly #closed = new AbortController();
  readonly #onDidEndRefresh = new EventEmitter<undefined>();
  #shownOutage: ServiceError | undefined;
  readonly onDidChange = this.#onDidChange.event;
  /** Fires after any read that changed something, even a failed one, and when the shown rows change. */
  readonly onDidRead = this.#onDidRead.event;
  /** Fires with what each successful read of a list or a row told, even if nothing changed. */
  readonly onDidReadRows = this.#onDidReadRows.event;
  /** Fires when a refresh by the user or a timer has ended, successfully or not. */
  readonly onDidEndRefresh = this.#onDidEndRefresh.event;

  /** Aborted when nothing may be read any more. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Sets whether the rows below `parent` are visible. The next refresh forgets those that are not. */
  setExpanded(parent: Parent, isExpanded: boolean): void {
    if (this.isHere(parent)) this.branch(parent).isExpanded = isExpanded;
  }

  /** Shows a row and its ancestors until the view is refreshed, even if they are filtered or not loaded. */
  reveal(row: Row): StoreRow<Row, Parent> {
    const parent = this.parentOf(row);
    if (parent !== undefined) this.reveal(parent);
    // The row above is gone.
    else if (row.parent !== undefined) return row;
    const branch = this.branch(parent);
    const known = this.find(row.id) ?? row;
    const isShown = branch.allRows.some(({ id }) => id === row.id);
    if (isShown && (!this.isFiltered || branch.keptIds.has(row.id))) return known;
    branch.keptIds.add(row.id);
    if (!isShown) branch.revealedRows = [...branch.revealedRows, row];
    this.compose(parent);
    this.fireChildren(parent);
    return known;
  }

  /** Forgets revealed rows, which are then shown only if they are loaded and not filtered. */
  forgetRevealed(): void {
    const revealing = [...this.branches].filter(([, { keptIds }]) => keptIds.size > 0);
    for (const [id, branch] of revealing) {
      const parent = this.findParent(id);
      branch.keptIds.clear();
      branch.revealedRows = [];
      this.compose(parent);
      this.forgetGone(parent);
    }
    if (revealing.length > 0) this.fireChildren(undefined);
  }

  /** Call this when the source arranges, adds or filters rows differently below `parent`. Reads nothing. */
  update(parent?: Parent): void {
    this.compose(parent);
    this.forgetGone(parent);
    this.fireChildren(parent);
    this.fireUpwards(parent);
    this.fireRead();
  }

  /** Like `update`, for all rows. */
  updateAll(): void {
    for (const id of this.branches.keys()) {
      const parent = this.findParent(id);
      if (parent !== undefined) this.compose(parent);
    }
    this.update();
  }

  /**
   * Takes over what another read than those of the lists told about rows. A row that is in no list is then known, but not
   * shown.
   * @param requestNumber of their request: rows that are not in a whole list are gone, unless they were requested later
   */
  learn(lists: readonly LearnedList<Row, Parent>[], requestNumber: number): void {
    if (this.#closed.signal.aborted) return;
    for (const { parent, rows, isWhole } of lists) {
      const branch = this.branch(parent);
      // A refresh does not read it until the user expands it.
      if (parent !== undefined) branch.isExpanded ??= false;
      const changed = new Set<Row>();
      const outdated = branch.list.rows.filter((row) => this.isStale(row));
      reuseRows<Row>(branch.list.rows, rows, changed);
      reuseRows<Row>(branch.unlistedRows, rows, changed);
      for (const row of outdated) if (!this.isStale(row)) changed.add(row);
      const ids = new Set(rows.map(({ id }) => id));
      const isHere = (row: Row): boolean =>
        !isWhole || ids.has(row.id) || (row.requestNumber ?? 0) >= requestNumber;
      if (!branch.list.rows.every(isHere)) this.remove(parent, (row) => !isHere(row));
      const kept = branch.unlistedRows.filter(isHere);
      const known = new Set([...branch.list.rows, ...kept].map(({ id }) => id));
      branch.unlistedRows = [...kept, ...rows.filter(({ id }) => !known.has(id))];
      const looks = new Set<StoreRow<Row, Parent>>(changed);
      this.compose(parent, looks);
      this.forgetGone(parent);
      for (const row of looks) this.fireRow(row, true);
      if (parent !== undefined) this.fireRow(parent, false);
    }
    if (this.isFiltered) this.fireChildren(undefined);
    this.fireRead();
  }

  /**
   * Call this when another read than those of the lists failed: what was requested before is outdated.
   * @param requestNumber of the failed request
   */
  markOutdated(parents: readonly Parent[], requestNumber: number): void {
    for (const parent of parents) {
      const current = this.rows(parent).filter((row) => !this.isStale(row));
      this.branchOf(parent)?.markOutdated(requestNumber);
      for (const row of current) if (this.isStale(row)) this.fireRow(row, true);
    }
    this.fireRead();
  }

  /**
   * Reports a row whose appearance changed.
   * @param isHoverOutdated whether its hover would be different, too
   */
  notifyRow(row: StoreRow<Row, Parent>, isHoverOutdated = false): void {
    this.fireRow(row, isHoverOutdated);
  }

  /** Removes rows that the service no longer has. Drops pending responses, which may still contain them. */
  remove(parent: Parent | undefined, isGone: (row: Row) => boolean): void {
    const branch = this.branchOf(parent);
    if (branch === undefined) return;
    for (const row of branch.list.rows.filter(isGone)) branch.remove(row);
    branch.stopRenewing();
    if (branch.isBeingRead) branch.markStale();
    this.update(parent);
  }

  /** Aborts all reads. */
  dispose(): void {
    this.#closed.abort();
    for (const branch of this.branches.values()) branch.close();
    this.#onDidChange.dispose();
    this.#onDidRead.dispose();
    this.#onDidReadRows.dispose();
    this.#onDidEndRefresh.dispose();
  }

  protected get isFiltered(): boolean {
    return this.source.isFiltered?.() === true;
  }

  protected shown(parent: Parent | undefined): readonly StoreRow<Row, Parent>[] {
    if (this.#closed.signal.aborted) return [];
    const { allRows, keptIds } = this.branch(parent);
    if (!this.isFiltered) return allRows;
    return this.source.filter?.(allRows, parent, ({ id }) => keptIds.has(id)) ?? allRows;
  }

  protected branch(parent: Parent | undefined): Branch<Row, Parent, Details> {
    const id = parent?.id ?? this.source.rootId;
    let branch = this.branches.get(id);
    if (branch === undefined) {
      branch = new Branch();
      if (this.#closed.signal.aborted) branch.close();
      this.branches.set(id, branch);
    }
    return branch;
  }

  /** At or below `id`: forgets the lists of collapsed rows, unless they are kept, and marks the others as stale. */
  protected markStale(id: string): void {
    const keepsHidden = this.source.keepsHidden?.() === true;
    const affected = [...this.branches].filter(([branchId]) => isAtOrBelow(branchId, id));
    const collapsed = affected.filter(([, { isExpanded }]) => isExpanded === false).map(([row]) => row);
    for (const [branchId, branch] of affected) {
      const isHidden = collapsed.some((row) => isAtOrBelow(branchId, row));
      const hasData = branch.readAt !== undefined || branch.unlistedRows.length > 0;
      if (isHidden && keepsHidden && hasData) {
        branch.setAside();
        this.compose(this.findParent(branchId));
      } else if (isHidden) {
        this.forget(branchId);
      } else {
        branch.markStale();
        if (!keepsHidden) branch.unlistedRows = [];
        if (branch.loadingMore === undefined) continue;
        // The "Load more" row shows the progress.
        branch.loadingMore = undefined;
        this.compose(this.findParent(branchId));
      }
    }
    // Rows show what was known about their children.
    for (const row of collapsed) this.fireUpwards(this.findParent(row));
  }

  /** Forgets the list below the row with this ID. */
  forget(branchId: string): void {
    this.branches.get(branchId)?.close();
    this.branches.delete(branchId);
  }

  /** Forgets the lists below rows that are no longer below `parent`. */
  protected forgetGone(parent: Parent | undefined): void {
    const prefix = `${parent?.id ?? this.source.rootId}/`;
    const branch = this.branch(parent);
    const ids = new Set(branch.knownRows.map(({ id }) => id));
    for (const branchId of this.branches.keys()) {
      const [own = ''] = branchId.slice(prefix.length).split('/');
      if (branchId.startsWith(prefix) && !ids.has(prefix + own)) this.forget(branchId);
    }
  }

  /**
   * Brings `allRows` of a branch up to date.
   * @param changed collects the rows whose content changed; without it, they are reported at once
   * @returns whether the rows or their order changed
   */
  protected compose(parent: Parent | undefined, changed?: Set<StoreRow<Row, Parent>>): boolean {
    const branch = this.branch(parent);
    const { source } = this;
    const looks = changed ?? new Set<StoreRow<Row, Parent>>();
    branch.extraRows = source.extraRows?.(parent) ?? [];
    const rows = allRowsOf(branch, {
      parentId: parent?.id ?? source.rootId,
      parent,
      arrange: (listed) => source.arrange?.(listed, parent) ?? listed,
      emptyRow: (loaded) => source.emptyRow(parent, loaded),
      outage: this.outage,
    });
    const before = branch.allRows;
    branch.allRows = reuseRows(before, rows, looks);
    if (changed === undefined) for (const row of looks) this.fireRow(row, true);
    return branch.allRows !== before;
  }

  /** Brings the error at the top of the view up to date, and with it those in the lists. */
  protected showOutage(): void {
    const outage = this.outage;
    if (outage === this.#shownOutage) return;
    this.#shownOutage = outage;
    const affected = [...this.branches].filter(([, { error }]) => error !== undefined).map(([id]) => id);
    for (const id of [this.source.rootId, ...affected]) {
      const parent = this.findParent(id);
      if ((parent !== undefined || id === this.source.rootId) && this.compose(parent))
        this.fireChildren(parent);
    }
  }

  protected fireChildren(parent: Parent | undefined): void {
    if (!this.#closed.signal.aborted) this.#onDidChange.fire({ type: 'children', parent });
  }

  protected fireRow(row: StoreRow<Row, Parent>, contentChanged: boolean): void {
    if (!this.#closed.signal.aborted) this.#onDidChange.fire({ type: 'row', row, contentChanged });
  }

  protected fireRead(): void {
    this.#onDidRead.fire(undefined);
  }

  protected fireReadRows(read: ReadRows<Row, Parent>): void {
    this.#onDidReadRows.fire(read);
  }

  protected fireEndRefresh(): void {
    this.#onDidEndRefresh.fire(undefined);
  }

  protected fireUpwards(row: Parent | undefined): void {
    for (let above = row && this.findParent(row.id); above !== undefined; above = this.parentOf(above)) {
      this.fireRow(above, false);
    }
  }
}
