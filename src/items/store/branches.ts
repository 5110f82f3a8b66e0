import type { ServiceError } from '../../service/errors';
import { Branch } from './branch';
import { composeRows } from './compose';
import { outageOf } from './outage';
import { isAtOrBelow, parentIdOf, reuseRows, type StoreRow, type TreeRow } from './row';
import type { RowChange, RowSource } from './rowSource';

/** The lists of one tree, and what changed in them since it was last reported. */
export class Branches<Row extends TreeRow, Parent extends Row, Details> {
  readonly #branches = new Map<string, Branch<Row, Parent, Details>>();
  /** The IDs of the rows directly below each row that have, or had, lists at or below them. */
  readonly #below = new Map<string, Set<string>>();
  #changes: RowChange<Row, Parent>[] = [];
  /** The rows in `#changes`. */
  readonly #changedRows = new Set<StoreRow<Row, Parent>>();
  #shownOutage: ServiceError | undefined;
  #isClosed = false;

  constructor(private readonly source: RowSource<Row, Parent, Details>) {}

  /** By the IDs of the rows above them, or of the view. A list is older than those below it. */
  get all(): readonly (readonly [string, Branch<Row, Parent, Details>])[] {
    return [...this.#branches];
  }

  get(id = this.source.rootId): Branch<Row, Parent, Details> | undefined {
    return this.#branches.get(id);
  }

  /** The list below `parent`, which is new if it was never requested. */
  add(parent: Parent | undefined): Branch<Row, Parent, Details> {
    const id = parent?.id ?? this.source.rootId;
    const known = this.#branches.get(id);
    if (known !== undefined) return known;
    const branch = new Branch<Row, Parent, Details>();
    if (this.#isClosed) branch.close();
    this.#branches.set(id, branch);
    // VS Code may ask for it before the list above it is read again.
    for (let below = id; below !== this.source.rootId && below !== ''; below = parentIdOf(below)) {
      const above = parentIdOf(below);
      this.#below.set(above, (this.#below.get(above) ?? new Set()).add(below));
    }
    return branch;
  }

  find(id: string): StoreRow<Row, Parent> | undefined {
    return this.get(parentIdOf(id))?.find(id);
  }

  /** The current parent: a row whose list could not be read may still refer to an earlier object. */
  parentOf({ id }: TreeRow): Parent | undefined {
    return this.#findParent(parentIdOf(id));
  }

  /** Forgets the list below the row with this ID. */
  forget(id: string): void {
    this.get(id)?.close();
    this.#branches.delete(id);
  }

  /** Forgets all lists below rows that are no longer below `parent`. */
  forgetGone(parent: Parent | undefined): void {
    const id = parent?.id ?? this.source.rootId;
    for (const below of this.#below.get(id) ?? []) {
      if (this.find(below) === undefined) this.#forgetAll(below);
    }
  }

  #forgetAll(id: string): void {
    this.forget(id);
    this.#below.get(parentIdOf(id))?.delete(id);
    for (const below of this.#below.get(id) ?? []) this.#forgetAll(below);
    this.#below.delete(id);
  }

  /** Whether the last read of any list at or below a row failed. */
  hasFailed(id: string): boolean {
    if (this.#branches.get(id)?.hasFailed === true) return true;
    return [...(this.#below.get(id) ?? [])].some((below) => this.hasFailed(below));
  }

  /** Ends all reads. */
  close(): void {
    this.#isClosed = true;
    for (const branch of this.#branches.values()) branch.close();
  }

  /**
   * Brings `allRows` of a branch up to date.
   * @param changed collects the rows whose content changed; without it, they are reported
   * @returns whether the rows or their order changed
   */
  compose(parent: Parent | undefined, changed?: Set<StoreRow<Row, Parent>>): boolean {
    const { source } = this;
    const branch = this.add(parent);
    const listed = source.arrange?.(branch.list.rows, parent) ?? branch.list.rows;
    const extraRows = source.extraRows?.(parent) ?? [];
    for (const { id } of branch.revealed.size === 0 ? [] : [...listed, ...extraRows]) {
      if (branch.revealed.has(id)) branch.revealed.set(id, undefined);
    }
    const rows = composeRows(branch, {
      parentId: parent?.id ?? source.rootId,
      parent,
      listed,
      extraRows,
      emptyRow: (loaded) => source.emptyRow(parent, loaded),
      // To look for one in each of many lists would take long.
      outage: parent === undefined || branch.error !== undefined ? this.#outage : undefined,
    });
    const changedRows = changed ?? new Set();
    const before = branch.allRows;
    branch.allRows = reuseRows(before, rows, changedRows);
    if (changed === undefined) for (const row of changedRows) this.changeRow(row);
    return branch.allRows !== before;
  }

  /**
   * Like `compose`, for the lists below the rows with these IDs that are not gone.
   * @returns those rows of which the children or their order changed; undefined for the view
   */
  composeAll(ids: readonly string[]): readonly (Parent | undefined)[] {
    return ids.flatMap((id) => {
      const parent = this.#findParent(id);
      const isGone = parent === undefined && id !== this.source.rootId;
      return isGone || !this.compose(parent) ? [] : [parent];
    });
  }

  /** Whether rows are hidden depending on their state. */
  get isFiltered(): boolean {
    return this.source.isFiltered?.() === true;
  }

  /** The rows to show below `parent`. */
  shown(parent: Parent | undefined): readonly StoreRow<Row, Parent>[] {
    if (this.#isClosed) return [];
    const { allRows, revealed } = this.add(parent);
    if (!this.isFiltered) return allRows;
    return this.source.filter?.(allRows, parent, ({ id }) => revealed.has(id)) ?? allRows;
  }

  /**
   * Shows what was read below `parent`.
   * @param changed the rows whose content changed
   * @param isFirst whether the rows are returned to the caller, who redraws them
   * @returns whether anything changed
   */
  show(parent: Parent | undefined, changed: ReadonlySet<Row>, isFirst: boolean): boolean {
    const hasChanged = this.#showRows(parent, changed, isFirst);
    const outage = this.#outage;
    if (outage === this.#shownOutage) return hasChanged;
    this.#shownOutage = outage;
    const failing = this.all.filter(([, { error }]) => error !== undefined).map(([id]) => id);
    for (const row of this.composeAll([this.source.rootId, ...failing])) this.changeChildren(row);
    return true;
  }

  #showRows(parent: Parent | undefined, changed: ReadonlySet<Row>, isFirst: boolean): boolean {
    const { isFiltered } = this;
    const changedRows = new Set<StoreRow<Row, Parent>>(changed);
    const hasOtherRows = this.compose(parent, changedRows);
    if (isFirst || hasOtherRows || (isFiltered && changedRows.size > 0)) {
      this.forgetGone(parent);
      if (!isFirst) this.changeChildren(isFiltered ? undefined : parent);
    } else {
      for (const row of changedRows) this.changeRow(row);
      if (changedRows.size === 0 && this.get(parent?.id)?.list.details === undefined) return false;
    }
    const above = parent && this.parentOf(parent);
    if (above !== undefined && this.compose(above)) this.changeChildren(above);
    this.changeAbove(parent);
    return true;
  }

  /** At or below `id`: forgets the lists of collapsed rows, unless they are kept, and marks the others as stale. */
  markStale(id: string): void {
    const keepsHidden = this.source.keepsHidden?.() === true;
    const affected = this.all.filter(([branchId]) => isAtOrBelow(branchId, id));
    const collapsed = new Set(
      affected.filter(([, { isExpanded }]) => isExpanded === false).map(([branchId]) => branchId),
    );
    const isHidden = (branchId: string): boolean =>
      collapsed.has(branchId) || (branchId !== id && isHidden(parentIdOf(branchId)));
    const changed: string[] = [];
    for (const [branchId, branch] of affected) {
      const hasData = branch.readAt !== undefined || branch.unlistedRows.length > 0;
      if (!isHidden(branchId)) {
        branch.markStale();
        if (!keepsHidden) branch.unlistedRows = [];
        if (branch.loadingMore === undefined) continue;
        // The "Load more" row shows the progress.
        branch.loadingMore = undefined;
        changed.push(branchId);
      } else if (keepsHidden && hasData) {
        if (branch.hasFailed) changed.push(branchId);
        branch.setAside();
      } else {
        this.forget(branchId);
      }
    }
    this.composeAll(changed);
    // Rows show what was known about their children.
    for (const branchId of collapsed) this.changeAbove({ id: branchId });
  }

  changeChildren(parent: Parent | undefined): void {
    this.#changes.push({ type: 'children', parent });
  }

  changeRow(row: StoreRow<Row, Parent>): void {
    if (this.#changedRows.has(row)) return;
    this.#changedRows.add(row);
    this.#changes.push({ type: 'row', row });
  }

  /** Something below a row changed, which it and those above it may show. */
  changeAbove(parent: Pick<TreeRow, 'id'> | undefined): void {
    let row = parent && this.#findParent(parent.id);
    for (; row !== undefined; row = this.parentOf(row)) this.changeRow(row);
  }

  /** What changed since the last call. */
  takeChanges(): readonly RowChange<Row, Parent>[] {
    const changes = this.#changes;
    this.#changes = [];
    this.#changedRows.clear();
    return changes;
  }

  /** The error to show at the top of the view. */
  get #outage(): ServiceError | undefined {
    return outageOf(this.get(), this.#branches.values());
  }

  #findParent(id: string): Parent | undefined {
    const row = this.find(id);
    return row !== undefined && this.source.isParent(row) ? row : undefined;
  }
}
