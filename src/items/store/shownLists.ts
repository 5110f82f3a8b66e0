import { EventEmitter } from 'vscode';
import type { ServiceError } from '../../service/errors';
import type { Branch } from './branch';
import { composeRows, endOf, errorOf } from './compose';
import { Lists } from './lists';
import { outageOf } from './outage';
import { parentIdOf, type ListRow, type StoreRow, type TreeRow } from './row';
import type { RowChange, RowList } from './rowSource';

/** Lists as a view shows them, and what changed in them. */
export abstract class ShownLists<Row extends TreeRow, Parent extends Row> extends Lists<Row, Parent> {
  readonly #onDidChange = new EventEmitter<readonly RowChange<Row, Parent>[]>();
  /**
   * Fires once for all that changed at a time, even by a failed read, with what has to be redrawn: nothing if rows are known
   * that are not shown or that are returned to the caller.
   */
  readonly onDidChange = this.#onDidChange.event;
  protected readonly changedRows = new Set<StoreRow<Row, Parent>>();
  /** The rows whose children changed; undefined for the view. */
  protected readonly changedParents = new Set<Parent | undefined>();
  #shownOutage: ServiceError | undefined;
  /** Whether the rows that a filter adds at the top may be outdated: they depend on all that is known, and take long to find. */
  #isTopOutdated = false;

  override dispose(): void {
    super.dispose();
    this.#onDidChange.dispose();
  }

  /** After a switch, VS Code may still ask about rows of another connection. */
  protected isHere(parent: Parent | undefined): boolean {
    return parent === undefined || parent.id.startsWith(`${this.rootId}/`);
  }

  /** Sets whether the rows below `parent` are visible. The next refresh forgets those that are not. */
  setExpanded(parent: Parent, isExpanded: boolean): void {
    if (this.isHere(parent)) this.add(parent).isExpanded = isExpanded;
  }

  /** The rows with the same parent as `row`. The array changes only if the rows do. */
  siblings({ parent }: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.branchOf(parent)?.allRows ?? [];
  }

  /** The rows to show below `parent`. */
  protected shownBelow(parent: Parent | undefined): readonly StoreRow<Row, Parent>[] {
    if (this.closed.aborted) return [];
    const branch = this.add(parent);
    if (parent === undefined && this.#isTopOutdated) {
      this.#isTopOutdated = false;
      this.compose(branch);
    }
    const { allRows, revealed } = branch;
    if (!this.isFiltered) return allRows;
    return this.source.filter?.(allRows, parent, ({ id }) => revealed.has(id)) ?? allRows;
  }

  /** Whether rows are hidden depending on their state. */
  protected get isFiltered(): boolean {
    return this.source.isFiltered?.() === true;
  }

  /** Tells whether the view shows the row with an ID, or that it is gone: the rows above are expanded, and no filter hides it. */
  shown(): (id: string) => boolean {
    const ids = new Set<string>();
    const open = new Set([this.rootId]);
    const add = (rows: readonly StoreRow<Row, Parent>[]): void => {
      for (const row of rows) {
        ids.add(row.id);
        if (!this.source.isParent(row) || this.branchOf(row)?.isExpanded !== true) continue;
        open.add(row.id);
        add(this.shownBelow(row));
      }
    };
    add(this.shownBelow(undefined));
    return (id) => ids.has(id) || (open.has(parentIdOf(id)) && this.find(id) === undefined);
  }

  /** Shows a row and its ancestors until the view is refreshed, even if they are filtered or not loaded. */
  reveal(row: Row): StoreRow<Row, Parent> {
    const parent = this.findParent(parentIdOf(row.id));
    if (parent !== undefined) this.reveal(parent);
    // The row above is gone.
    else if (row.parent !== undefined) return row;
    const branch = this.add(parent);
    const known = this.records.find(row.id) ?? this.records.take(parentIdOf(row.id), [row], 0)[0] ?? row;
    const isShown = branch.allRows.includes(known);
    if (isShown && (!this.isFiltered || branch.revealed.has(row.id))) return known;
    branch.revealed.add(row.id);
    this.compose(branch);
    this.changedParents.add(parent);
    this.fire();
    return known;
  }

  /** Forgets revealed rows, which are then shown only if they are loaded and not filtered. */
  forgetRevealed(): void {
    const revealing = [...this.branches.values()].filter(({ revealed }) => revealed.size > 0);
    if (revealing.length === 0) return;
    for (const { revealed } of revealing) revealed.clear();
    this.updateAll(revealing);
  }

  /** Call this when the source arranges, adds or filters rows differently below `parent`. Reads nothing. */
  update(parent?: Parent): void {
    this.compose(this.add(parent));
    this.forgetGone(parent?.id ?? this.rootId);
    this.changedParents.add(parent);
    this.changeAbove(parent);
    this.fire();
  }

  /** Like `update`, for several lists. */
  updateAll(branches: readonly Branch<Row, Parent>[] = [...this.branches.values()]): void {
    this.composeAll(branches);
    this.update();
  }

  /**
   * Takes over what another read than those of the lists returned. A row that is in no list is then known, but not shown.
   * @param requestNumber of their request: rows that are not in a whole list are gone, unless they were requested later
   */
  learn(lists: readonly RowList<Row, Parent>[], requestNumber: number): void {
    if (this.closed.aborted) return;
    for (const { parent, rows, isWhole } of lists) {
      const isNew = this.branchOf(parent) === undefined;
      const branch = this.add(parent);
      // A refresh does not read it until the user expands it.
      if (parent !== undefined && isNew) branch.isExpanded = false;
      const changed = new Set<StoreRow<Row, Parent>>();
      const known = rows.flatMap(({ id }) => this.records.find(id) ?? []);
      const aged = this.agesOf(() => known);
      const records = this.records.take(branch.id, rows, requestNumber, changed);
      this.end(branch.id, { rows: records, requestNumber, isWhole });
      for (const row of aged()) changed.add(row);
      // A list of thousands of rows stays as it is if one of them was read.
      const isSame = !isNew && !isWhole && known.length === rows.length && this.source.isSorted?.() !== true;
      this.showChanges(branch, changed, !isSame && this.compose(branch, changed));
      this.changeAbove(parent);
    }
    this.#isTopOutdated ||= this.isFiltered;
    this.fire();
  }

  /**
   * Call this when another read than those of the lists failed: what was requested before is outdated.
   * @param requestNumber of the failed request
   */
  markOutdated(rows: readonly StoreRow<Row, Parent>[], requestNumber: number): void {
    const all = rows.flatMap((row) => [row, ...this.descendants(row)]);
    const aged = this.agesOf(() => all);
    for (const row of rows) {
      this.failedRows.set(row, Math.max(requestNumber, this.failedRows.get(row) ?? 0));
    }
    const changed = aged();
    for (const { id } of changed) this.source.onChange?.(id);
    this.notifyRows(changed);
  }

  /** Forgets rows of a kind that no request from this one on has mentioned. */
  forgetBefore(requestNumber: number, kind: Row['kind']): void {
    for (const branch of [...this.branches.values()]) {
      const old = this.records
        .below(branch.id)
        .filter((row) => row.kind === kind && this.wasMentionedBefore(row, requestNumber));
      if (old.length === 0) continue;
      this.removeRows(old);
      if (this.compose(branch)) this.changedParents.add(branch.parent);
      this.changeAbove(branch.parent);
    }
    this.fire();
  }

  /** Removes rows that the service no longer has. Drops pending responses, which may still contain them. */
  remove(parent: Parent | undefined, isGone: (row: Row) => boolean): void {
    const branch = this.branches.get(parent?.id ?? this.rootId);
    if (branch === undefined) return;
    // Even if it has no such row yet.
    branch.remove(isGone);
    this.removeRows(this.records.below(branch.id).filter(isGone));
    this.update(parent);
  }

  /** Reports rows about which something changed that the store does not know. */
  notifyRows(rows: readonly StoreRow<Row, Parent>[]): void {
    for (const row of rows) this.changedRows.add(row);
    this.fire();
  }

  /**
   * Brings `allRows` of a list up to date.
   * @param changed collects the rows whose content changed; without it, they are reported
   * @returns whether the rows or their order changed
   */
  protected compose(branch: Branch<Row, Parent>, changed = this.changedRows): boolean {
    // To look for one in each of many lists would take long.
    const outage = branch.parent === undefined || branch.error !== undefined ? this.#outage : undefined;
    const listRow = (row: ListRow<Parent> | undefined): readonly ListRow<Parent>[] =>
      row === undefined ? [] : this.listRows.take(branch.id, [row], 0, changed);
    const found = composeRows(branch, this.source, (id) => this.records.find(id));
    // VS Code identifies rows by object.
    const records = found.flatMap((row) =>
      this.records.find(row.id) === row ? [row] : this.records.take(branch.id, [row], 0, changed),
    );
    const rows = [...listRow(errorOf(branch, outage)), ...records, ...listRow(endOf(branch))];
    const before = branch.allRows;
    const hasOtherRows = rows.length !== before.length || rows.some((row, index) => row !== before[index]);
    if (hasOtherRows) branch.allRows = rows;
    // What no read returned is there as long as it is shown.
    const isShown = new Set<TreeRow>(rows);
    this.listRows.remove(this.listRows.below(branch.id).filter((row) => !isShown.has(row)));
    const isOver = (row: Row): boolean => this.records.mentionedAt(row) === 0 && !isShown.has(row);
    this.removeRows(this.records.below(branch.id).filter(isOver));
    return hasOtherRows;
  }

  /** Composes lists below rows that are not gone. */
  protected composeAll(branches: readonly Branch<Row, Parent>[]): void {
    for (const branch of branches) {
      const { parent } = branch;
      const isGone = parent !== undefined && this.find(parent.id) === undefined;
      if (!isGone && this.compose(branch)) this.changedParents.add(parent);
    }
  }

  /** @param changed the rows of a list whose content changed. @returns whether anything changed */
  protected showChanges(
    branch: Branch<Row, Parent>,
    changed: ReadonlySet<StoreRow<Row, Parent>>,
    hasOtherRows: boolean,
    isFirst = false,
  ): boolean {
    const hasChanged = hasOtherRows || changed.size > 0;
    // The first rows are returned to the caller, who redraws them.
    if (isFirst) return hasChanged;
    if (hasChanged && this.isFiltered) this.changedParents.add(undefined);
    else if (hasOtherRows) this.changedParents.add(branch.parent);
    else for (const row of changed) this.changedRows.add(row);
    return hasChanged;
  }

  /** Shows the error at the top of the view if it is another one now. @returns whether it is */
  protected showOutage(): boolean {
    const outage = this.#outage;
    if (outage === this.#shownOutage) return false;
    this.#shownOutage = outage;
    const failing = [...this.branches.values()].filter(({ error }) => error !== undefined);
    this.composeAll([this.add(undefined), ...failing]);
    return true;
  }

  /** The error to show at the top of the view. */
  get #outage(): ServiceError | undefined {
    return outageOf(this.branchOf(), [...this.branches.values()]);
  }

  /** Something below a row changed, which it and those above it may show. */
  protected changeAbove(parent: Pick<TreeRow, 'id'> | undefined): void {
    let row = parent && this.findParent(parent.id);
    for (; row !== undefined; row = this.findParent(parentIdOf(row.id))) this.changedRows.add(row);
  }

  /** Reports what changed. */
  protected fire(): void {
    const changes: readonly RowChange<Row, Parent>[] = [
      ...[...this.changedParents].map((parent) => ({ type: 'children' as const, parent })),
      ...[...this.changedRows].map((row) => ({ type: 'row' as const, row })),
    ];
    this.changedParents.clear();
    this.changedRows.clear();
    if (!this.closed.aborted) this.#onDidChange.fire(changes);
  }
}
