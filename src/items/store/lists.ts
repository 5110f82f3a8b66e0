import { Branch, type ListReader } from './branch';
import { Records } from './records';
import { parentIdOf, type ListRow, type StoreRow, type TreeRow } from './row';
import type { RowReading, RowSource } from './rowSource';

/** The records of one tree and the lists of them: what is known, gone and outdated. */
export abstract class Lists<Row extends TreeRow, Parent extends Row> {
  protected abstract readonly reader: ListReader<Row, Parent>;
  protected readonly records: Records<Row>;
  /** The rows that the store adds to lists. */
  protected readonly listRows = new Records<ListRow<Parent>>();
  /** By the IDs of the rows above them, or of the view. A list is older than those below it. */
  protected readonly branches = new Map<string, Branch<Row, Parent>>();
  /** The IDs of the rows directly below each row that have, or had, lists at or below them. */
  readonly #below = new Map<string, Set<string>>();
  /** Rows of which another read than that of their list failed, with the number of that request. */
  protected readonly failedRows = new WeakMap<TreeRow, number>();
  readonly #closed = new AbortController();

  constructor(protected readonly source: RowSource<Row, Parent>) {
    this.records = new Records(source);
  }

  /** The start of all IDs. */
  get rootId(): string {
    return this.source.rootId;
  }

  /** Aborted when nothing may be read any more. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Aborts all reads. */
  dispose(): void {
    this.#closed.abort();
    for (const branch of this.branches.values()) branch.markStale();
  }

  /** The row with this ID, as it is now. */
  find(id: string): StoreRow<Row, Parent> | undefined {
    return this.records.find(id) ?? this.listRows.find(id);
  }

  /** The row with this ID, if it has a list. */
  protected findParent(id: string): Parent | undefined {
    const row = this.find(id);
    return row !== undefined && this.source.isParent(row) ? row : undefined;
  }

  /** All known rows below `parent`, without reading or filtering. Those that are not shown come last. */
  rows(parent?: TreeRow): readonly StoreRow<Row, Parent>[] {
    const shown = this.branchOf(parent)?.allRows ?? [];
    const known = this.records.below(parent?.id ?? this.rootId);
    if (shown.length === 0) return known;
    // Those that are gone may still be shown.
    const here = shown.filter((row) => this.find(row.id) === row);
    const isHere = new Set<TreeRow>(here);
    return [...here, ...known.filter((row) => !isHere.has(row))];
  }

  /** All rows below `parent` at every level, in the order of the tree. */
  descendants(parent?: TreeRow): readonly StoreRow<Row, Parent>[] {
    const all: StoreRow<Row, Parent>[] = [];
    const add = (row: StoreRow<Row, Parent>): void => {
      all.push(row);
      if (this.source.isParent(row)) this.rows(row).forEach(add);
    };
    this.rows(parent).forEach(add);
    return all;
  }

  /** The list below `parent`; undefined if it was never requested. */
  branchOf(parent?: Pick<TreeRow, 'id'>): Readonly<Branch<Row, Parent>> | undefined {
    return this.branches.get(parent?.id ?? this.rootId);
  }

  /** The list below `parent`, which is new if it was never requested. */
  protected add(parent: Parent | undefined): Branch<Row, Parent> {
    const id = parent?.id ?? this.rootId;
    // VS Code may still have an earlier object.
    const current = this.findParent(id) ?? parent;
    const known = this.branches.get(id);
    if (known !== undefined) return Object.assign(known, { parent: current });
    const branch = new Branch<Row, Parent>(id, current, this.reader);
    this.branches.set(id, branch);
    // VS Code may ask for it before the list above it is read again.
    for (let below = id; below !== this.rootId && below !== ''; below = parentIdOf(below)) {
      const above = parentIdOf(below);
      this.#below.set(above, (this.#below.get(above) ?? new Set()).add(below));
    }
    return branch;
  }

  /** Whether any list meets a condition. */
  someBranch(condition: (branch: Readonly<Branch<Row, Parent>>) => boolean): boolean {
    return [...this.branches.values()].some(condition);
  }

  /** Whether the last read of any list at or below `parent` failed. */
  hasFailed({ id }: Pick<TreeRow, 'id'>): boolean {
    if (this.branches.get(id)?.hasFailed === true) return true;
    return [...(this.#below.get(id) ?? [])].some((below) => this.hasFailed({ id: below }));
  }

  /** The number of the latest request for a complete list of what is below `parent`, whichever read it was. */
  completeAt(parent: TreeRow): number | undefined {
    return this.records.completeAt(parent.id);
  }

  /** Whether a later read of the row failed. */
  isOutdated(row: StoreRow<Row, Parent>): boolean {
    const hasData = row.readAt !== undefined || this.source.isParent(row);
    return hasData && (row.requestNumber ?? 0) < this.#failedNumber(row);
  }

  /** The number of the last request for a row, if it failed; else an earlier one, or 0. */
  #failedNumber(row: TreeRow): number {
    const branch = this.branchOf(row.parent);
    const own = Math.max(branch?.failedNumber ?? 0, this.failedRows.get(row) ?? 0);
    // The rows of a list that was never read are known from lists above it.
    const isKnownFromAbove = branch?.readAt === undefined && row.parent !== undefined;
    return isKnownFromAbove ? Math.max(own, this.#failedNumber(row.parent)) : own;
  }

  /** @returns a function that tells which of the rows have become outdated or current in the meantime */
  protected agesOf(rows: () => readonly StoreRow<Row, Parent>[]): () => readonly StoreRow<Row, Parent>[] {
    const outdated = new Set(rows().filter((row) => this.isOutdated(row)));
    return () => rows().filter((row) => this.isOutdated(row) !== outdated.has(row));
  }

  /** Forgets the list below the row with this ID. */
  forget(id: string): void {
    this.branches.get(id)?.markStale();
    this.branches.delete(id);
    this.listRows.remove(this.listRows.below(id));
  }

  /** Forgets all lists below rows that are no longer below the row with this ID. */
  protected forgetGone(id: string): void {
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

  /** Forgets rows with the same parent that the service no longer has, with the lists below them. */
  protected removeRows(gone: readonly Row[]): void {
    const [first] = gone;
    if (first === undefined) return;
    const removed = new Set<TreeRow>(this.records.remove(gone));
    const branch = this.branches.get(parentIdOf(first.id));
    if (branch?.list.rows.some((row) => removed.has(row)) === true) branch.remove((row) => removed.has(row));
    for (const { id } of removed) if (this.branches.has(id)) this.#forgetAll(id);
  }

  /**
   * Forgets what a read no longer returned of what is below the row with this ID.
   * @param dropped the rows that the list lacks now; without a complete list, no others are gone
   */
  protected end(
    id: string,
    { rows, requestNumber, isWhole }: Pick<RowReading<Row, Parent>, 'rows' | 'requestNumber' | 'isWhole'>,
    dropped: readonly Row[] = [],
  ): void {
    if (isWhole) this.records.setComplete(id, requestNumber);
    const there = new Set(rows);
    const missing = isWhole ? this.records.below(id).filter((row) => !there.has(row)) : dropped;
    this.removeRows(missing.filter((row) => this.wasMentionedBefore(row, requestNumber)));
  }

  /** Whether requests mentioned a row, the last time before this one. No list says anything of what the user added or revealed. */
  protected wasMentionedBefore(row: Row, requestNumber: number): boolean {
    const mentionedAt = this.records.mentionedAt(row);
    return mentionedAt > 0 && mentionedAt < requestNumber;
  }
}
