import type { ServiceError } from '../../service/errors';
import { Branch } from './branch';
import { composeRows } from './compose';
import { outageOf } from './outage';
import { isSameContent, Records } from './records';
import { isAtOrBelow, isListRow, parentIdOf, type StoreRow, type TreeRow } from './row';
import type { RowChange, RowSource } from './rowSource';

/** The known rows below a row, and what they were collected from. */
interface KnownRows<Row extends TreeRow, Parent extends Row> {
  readonly sources: readonly [readonly StoreRow<Row, Parent>[], readonly Row[]];
  readonly rows: readonly StoreRow<Row, Parent>[];
}

/** The lists of one tree, and what changed in them since it was last reported. */
export class Branches<Row extends TreeRow, Parent extends Row, Details> {
  readonly #branches = new Map<string, Branch<Row, Parent, Details>>();
  /** The IDs of the rows directly below each row that have, or had, lists at or below them. */
  readonly #below = new Map<string, Set<string>>();
  #changes: RowChange<Row, Parent>[] = [];
  /** The rows in `#changes`. */
  readonly #changedRows = new Set<StoreRow<Row, Parent>>();
  readonly #knownRows = new WeakMap<object, KnownRows<Row, Parent>>();
  #shownOutage: ServiceError | undefined;
  #isClosed = false;

  readonly records: Records<Row>;

  constructor(private readonly source: RowSource<Row, Parent, Details>) {
    this.records = new Records(source.merge, source.onChange);
  }

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
    return this.records.find(id) ?? this.get(parentIdOf(id))?.listRows.find((row) => row.id === id);
  }

  /** All known rows below a row: those in display order, then those that are not shown. */
  rows(id = this.source.rootId): readonly StoreRow<Row, Parent>[] {
    const branch = this.get(id);
    const below = this.records.below(id);
    if (branch === undefined) return below;
    const { allRows } = branch;
    const before = this.#knownRows.get(branch);
    if (before?.sources[0] === allRows && before.sources[1] === below) return before.rows;
    const shown = new Set<TreeRow>(allRows);
    const others = below.filter((row) => !shown.has(row));
    // Those that are gone may still be shown.
    const here = allRows.filter((row) => isListRow(row) || this.records.find(row.id) === row);
    const rows = [...here, ...others];
    this.#knownRows.set(branch, { sources: [allRows, below], rows });
    return rows;
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
    this.records.remove(this.records.below(id));
  }

  /** Forgets rows that the service no longer has, with the lists below them. */
  remove(parent: Parent | undefined, gone: readonly Row[]): void {
    if (gone.length === 0) return;
    const removed = new Set<TreeRow>(this.records.remove(gone));
    const branch = this.get(parent?.id);
    if (branch?.list.rows.some((row) => removed.has(row)) === true) branch.remove((row) => removed.has(row));
    for (const { id } of removed) if (this.#branches.has(id)) this.#forgetAll(id);
  }

  /** Forgets rows of a kind that no request from this one on has mentioned. */
  forgetBefore(requestNumber: number, kind: Row['kind']): void {
    const isOld = (row: Row): boolean =>
      row.kind === kind && this.records.mentionedAt(row) > 0 && this.records.mentionedAt(row) < requestNumber;
    for (const [id] of this.all) {
      const old = this.records.below(id).filter(isOld);
      if (old.length === 0) continue;
      const parent = this.#findParent(id);
      this.remove(parent, old);
      if (this.compose(parent)) this.changeChildren(parent);
      this.changeAbove(parent);
    }
  }

  /**
   * Takes over what a read returned of the rows below `parent`.
   * @param dropped the rows that the list of `parent` lacks now; without a complete list, no others are gone
   */
  end(
    parent: Parent | undefined,
    rows: readonly Row[],
    { requestNumber, isWhole }: { readonly requestNumber: number; readonly isWhole: boolean },
    dropped: readonly Row[] = [],
  ): void {
    const id = parent?.id ?? this.source.rootId;
    if (isWhole) this.records.setComplete(id, requestNumber);
    const there = new Set(rows);
    const missing = isWhole ? this.records.below(id).filter((row) => !there.has(row)) : dropped;
    const isGone = (row: Row): boolean => {
      const mentionedAt = this.records.mentionedAt(row);
      // A list says nothing of what the user added or revealed.
      return mentionedAt > 0 && mentionedAt < requestNumber;
    };
    this.remove(parent, missing.filter(isGone));
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
    const parentId = parent?.id ?? source.rootId;
    const rows = composeRows(branch, {
      parentId,
      parent,
      listed,
      extraRows: source.extraRows?.(parent) ?? [],
      revealed: [...branch.revealed].flatMap((id) => this.records.find(id) ?? []),
      emptyRow: (loaded) => source.emptyRow(parent, loaded),
      // To look for one in each of many lists would take long.
      outage: parent === undefined || branch.error !== undefined ? this.#outage : undefined,
    });
    const changedRows = changed ?? new Set();
    const before = branch.allRows;
    const added = new Set<Row>();
    const listRows = new Map(branch.listRows.map((row) => [row.id, row]));
    const shown = rows.map((row) => {
      if (isListRow(row)) return this.#sameRow(listRows.get(row.id), row, changedRows);
      if (this.records.find(row.id) === row) return row;
      return this.records.take(parentId, [row], 0, added)[0] ?? row;
    });
    for (const row of added) changedRows.add(row);
    branch.show(shown);
    // What no read returned is there as long as it is shown.
    const isShown = new Set<TreeRow>(shown);
    const isOver = (row: Row): boolean => this.records.mentionedAt(row) === 0 && !isShown.has(row);
    this.remove(parent, this.records.below(parentId).filter(isOver));
    if (changed === undefined) for (const row of changedRows) this.changeRow(row);
    return branch.allRows !== before;
  }

  /** VS Code identifies rows by object: a row of the list stays the same object. */
  #sameRow(
    before: StoreRow<Row, Parent> | undefined,
    row: StoreRow<Row, Parent>,
    changed: Set<StoreRow<Row, Parent>>,
  ): StoreRow<Row, Parent> {
    if (before?.kind !== row.kind) return row;
    if (!isSameContent(before, row)) changed.add(before);
    return Object.assign(before, row);
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
      const hasData = branch.readAt !== undefined || this.records.below(branchId).length > 0;
      if (!isHidden(branchId)) {
        branch.markStale();
        if (!keepsHidden) this.#forgetUnlisted(branchId, branch);
        if (branch.loadingMore === undefined) continue;
        // The "Load more" row shows the progress.
        branch.loadingMore = undefined;
        changed.push(branchId);
      } else if (keepsHidden && hasData) {
        if (branch.hasFailed) changed.push(branchId);
        branch.setAside();
      } else {
        this.#forgetAll(branchId);
      }
    }
    this.composeAll(changed);
    // Rows show what was known about their children.
    for (const branchId of collapsed) this.changeAbove({ id: branchId });
  }

  /** Forgets what only other reads than that of a list mentioned. */
  #forgetUnlisted(id: string, { list, allRows, revealed }: Branch<Row, Parent, Details>): void {
    const kept = new Set<TreeRow>([...list.rows, ...allRows]);
    const unlisted = this.records.below(id).filter((row) => !kept.has(row) && !revealed.has(row.id));
    this.remove(this.#findParent(id), unlisted);
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
