import { EventEmitter } from 'vscode';
import { succeeds } from '../../service/errors';
import type { Cut } from '../../service/pages';
import { requestTime, timed } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import type { Branch, ReadRequest } from './branch';
import { Branches } from './branches';
import { pagesUpTo } from './loadedList';
import { isAtOrBelow, parentIdOf, type ErrorRow, type StoreRow, type TreeRow } from './row';
import type { RowChange, RowList, RowReading, RowSource } from './rowSource';

/** Why loading all pages stopped. `replaced`: the list was refreshed or filtered in the meantime. */
export type LoadAllResult = 'complete' | 'cancelled' | 'failed' | 'replaced' | Cut;

/** The most pages of one list that an automatic refresh reads: nobody looks at more rows at a time. */
const timerPages = 4;

/**
 * The rows of one tree, and the only owner of their state. Rows are read when first shown, read only once, and kept until
 * they are refreshed.
 */
export class RowStore<Row extends TreeRow, Parent extends Row, Details = undefined> {
  readonly #branches: Branches<Row, Parent, Details>;
  readonly #onDidChange = new EventEmitter<readonly RowChange<Row, Parent>[]>();
  readonly #onDidRead = new EventEmitter<RowReading<Row, Parent>>();
  readonly #onDidEndRefresh = new EventEmitter<undefined>();
  readonly #closed = new AbortController();
  #refreshes = 0;
  /**
   * Fires once for all that changed at a time, even by a failed read, with what has to be redrawn: nothing if rows are known
   * that are not shown or that are returned to the caller.
   */
  readonly onDidChange = this.#onDidChange.event;
  /** Fires with what each successful read of a list or a row returned, even if nothing changed. */
  readonly onDidRead = this.#onDidRead.event;
  /** Fires when a refresh by the user or a timer has ended, successfully or not. */
  readonly onDidEndRefresh = this.#onDidEndRefresh.event;

  constructor(private readonly source: RowSource<Row, Parent, Details>) {
    this.#branches = new Branches(source);
  }

  /** The start of all IDs. */
  get rootId(): string {
    return this.source.rootId;
  }

  /** Aborted when nothing may be read any more. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** The row with this ID, as it is now. */
  find(id: string): StoreRow<Row, Parent> | undefined {
    return this.#branches.find(id);
  }

  /** All known rows below `parent`, without reading or filtering. Those that are not shown come last. */
  rows(parent?: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.#branches.rows(parent?.id);
  }

  /** The rows with the same parent as `row`. The array changes only if the rows do. */
  siblings({ parent }: TreeRow): readonly StoreRow<Row, Parent>[] {
    return this.branchOf(parent)?.allRows ?? [];
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
  branchOf(parent?: Pick<TreeRow, 'id'>): Branch<Row, Parent, Details> | undefined {
    return this.#branches.get(parent?.id);
  }

  /** Whether any list meets a condition. */
  someBranch(condition: (branch: Branch<Row, Parent, Details>) => boolean): boolean {
    return this.#branches.all.some(([, branch]) => condition(branch));
  }

  /** The number of the latest request for a complete list of what is below `parent`, whichever read it was. */
  completeAt(parent: TreeRow): number | undefined {
    return this.#branches.records.completeAt(parent.id);
  }

  /** Whether the last read of any list failed. */
  get isFailing(): boolean {
    return this.someBranch(({ hasFailed }) => hasFailed);
  }

  /** Whether the last read of any list at or below `parent` failed. */
  hasFailed(parent: Parent): boolean {
    return this.#branches.hasFailed(parent.id);
  }

  /** Whether a later read of the row failed. */
  isOutdated(row: StoreRow<Row, Parent>): boolean {
    const hasData = row.readAt !== undefined || this.source.isParent(row);
    return hasData && this.#isOutdated(row, row.parent);
  }

  /** The rows of a list that was never read are known from lists above it. */
  #isOutdated(row: TreeRow, parent: TreeRow | undefined): boolean {
    const branch = this.branchOf(parent);
    if (branch?.isOutdated(row) === true) return true;
    return branch?.readAt === undefined && parent !== undefined && this.#isOutdated(row, parent.parent);
  }

  /** Sets whether the rows below `parent` are visible in a view. The next refresh forgets those that are in none. */
  setExpanded(parent: Parent, isExpanded: boolean, view = ''): void {
    if (!this.#isHere(parent)) return;
    const views = (this.#branches.add(parent).expandedIn ??= new Set());
    if (isExpanded) views.add(view);
    else views.delete(view);
  }

  /** Shows a row and its ancestors until the view is refreshed, even if they are filtered or not loaded. */
  reveal(row: Row): StoreRow<Row, Parent> {
    const parent = this.#branches.parentOf(row);
    if (parent !== undefined) this.reveal(parent);
    // The row above is gone.
    else if (row.parent !== undefined) return row;
    const branch = this.#branches.add(parent);
    const { records } = this.#branches;
    const known =
      records.find(row.id) ?? records.take(parent?.id ?? this.rootId, [row], 0, new Set())[0] ?? row;
    const isShown = branch.allRows.includes(known);
    if (isShown && (!this.#branches.isFiltered || branch.revealed.has(row.id))) return known;
    branch.revealed.add(row.id);
    this.#branches.compose(parent);
    this.#branches.changeChildren(parent);
    this.#fire();
    return known;
  }

  /** Forgets revealed rows, which are then shown only if they are loaded and not filtered. */
  forgetRevealed(): void {
    const revealing = this.#branches.all.filter(([, { revealed }]) => revealed.size > 0);
    if (revealing.length === 0) return;
    for (const [, { revealed }] of revealing) revealed.clear();
    for (const parent of this.#branches.composeAll(revealing.map(([id]) => id))) {
      this.#branches.forgetGone(parent);
    }
    this.#branches.changeChildren(undefined);
    this.#fire();
  }

  /** Call this when the source arranges, adds or filters rows differently below `parent`. Reads nothing. */
  update(parent?: Parent): void {
    this.#branches.compose(parent);
    this.#branches.forgetGone(parent);
    this.#branches.changeChildren(parent);
    this.#branches.changeAbove(parent);
    this.#fire();
  }

  /** Like `update`, for all rows. */
  updateAll(): void {
    this.#branches.composeAll(this.#branches.all.map(([id]) => id));
    this.update();
  }

  /**
   * Takes over what another read than those of the lists returned. A row that is in no list is then known, but not shown.
   * @param requestNumber of their request: rows that are not in a whole list are gone, unless they were requested later
   */
  learn(lists: readonly RowList<Row, Parent>[], requestNumber: number): void {
    if (this.closed.aborted) return;
    let hasChanged = false;
    for (const list of lists) {
      const { parent } = list;
      const isNew = this.branchOf(parent) === undefined;
      const branch = this.#branches.add(parent);
      // A refresh does not read it until the user expands it.
      if (parent !== undefined && isNew) branch.expandedIn = new Set();
      const outdated = branch.list.rows.filter((row) => this.isOutdated(row));
      const updated = new Set<Row>();
      const rows = this.#take(parent, list.rows, requestNumber, updated);
      const changed = new Set<StoreRow<Row, Parent>>(updated);
      this.#branches.end(parent, rows, { requestNumber, isWhole: list.isWhole });
      for (const row of outdated) if (!this.isOutdated(row)) changed.add(row);
      const hasOtherRows = this.#branches.compose(parent, changed);
      if (hasOtherRows) this.#branches.changeChildren(parent);
      else for (const row of changed) this.#branches.changeRow(row);
      this.#branches.changeAbove(parent);
      hasChanged ||= hasOtherRows || changed.size > 0;
    }
    if (hasChanged && this.#branches.isFiltered) this.#branches.changeChildren(undefined);
    this.#fire();
  }

  /**
   * Call this when another read than those of the lists failed: what was requested before is outdated.
   * @param requestNumber of the failed request
   */
  markOutdated(parents: readonly Parent[], requestNumber: number): void {
    for (const parent of parents) {
      const current = this.descendants(parent).filter((row) => !this.isOutdated(row));
      this.branchOf(parent)?.markOutdated(requestNumber);
      for (const row of current) {
        if (!this.isOutdated(row)) continue;
        this.source.onChange?.(row.id);
        this.#branches.changeRow(row);
      }
    }
    this.#fire();
  }

  /** Call this when a read of a single row failed. @param requestNumber of the failed request */
  markRowOutdated(row: Row, requestNumber: number): void {
    this.#branches.add(this.#branches.parentOf(row)).markOutdated(requestNumber, row);
    for (const { id } of [row, ...this.descendants(row)]) this.source.onChange?.(id);
    this.notifyRows([row]);
  }

  /** Forgets rows of a kind that no request from this one on has mentioned. */
  forgetBefore(requestNumber: number, kind: Row['kind']): void {
    this.#branches.forgetBefore(requestNumber, kind);
    this.#fire();
  }

  /** Reports rows about which something changed that the store does not know. */
  notifyRows(rows: readonly StoreRow<Row, Parent>[]): void {
    for (const row of rows) this.#branches.changeRow(row);
    this.#fire();
  }

  /** Removes rows that the service no longer has. Drops pending responses, which may still contain them. */
  remove(parent: Parent | undefined, isGone: (row: Row) => boolean): void {
    const branch = this.branchOf(parent);
    if (branch === undefined) return;
    // Even if it has no such row yet.
    branch.remove(isGone);
    this.#branches.remove(parent, this.#branches.records.below(parent?.id ?? this.rootId).filter(isGone));
    this.update(parent);
  }

  /** Forgets the list below the row with this ID. */
  forget(branchId: string): void {
    this.#branches.forget(branchId);
  }

  /** Aborts all reads. */
  dispose(): void {
    this.#closed.abort();
    this.#branches.close();
    this.#onDidChange.dispose();
    this.#onDidRead.dispose();
    this.#onDidEndRefresh.dispose();
  }

  /**
   * Tells whether a view shows the row with an ID, or that it is gone: the rows above are expanded, and no filter hides it.
   * @param tops those at the top of the view
   */
  shown(tops: readonly StoreRow<Row, Parent>[] = this.#branches.shown(undefined)): (id: string) => boolean {
    const ids = new Set<string>();
    const open = new Set([this.rootId]);
    const add = (rows: readonly StoreRow<Row, Parent>[]): void => {
      for (const row of rows) {
        ids.add(row.id);
        if (!this.source.isParent(row) || this.branchOf(row)?.isExpanded !== true) continue;
        open.add(row.id);
        add(this.#branches.shown(row));
      }
    };
    add(tops);
    return (id) => ids.has(id) || (open.has(parentIdOf(id)) && this.find(id) === undefined);
  }

  /** The rows below `parent`, read on the first call. Errors are rows. */
  async children(parent?: Parent): Promise<readonly StoreRow<Row, Parent>[]> {
    if (!this.#isHere(parent)) return [];
    const branch = this.#branches.add(parent);
    await branch.load(this.#requestOf(parent));
    // A refresh forgets the list of a collapsed row, but VS Code may still be waiting for its children.
    const isForgotten = branch !== this.branchOf(parent);
    if (isForgotten && this.find(parent?.id ?? '') !== undefined) return this.children(parent);
    return this.#branches.shown(parent);
  }

  /** Like `children` but without waiting, even during a refresh; undefined before the first read. */
  known(parent?: Parent): readonly StoreRow<Row, Parent>[] | undefined {
    if (!this.#isHere(parent)) return [];
    const branch = this.branchOf(parent);
    if (branch?.hasBeenRead !== true) return undefined;
    // If it was collapsed during a refresh, the expanded rows below it were not read, either.
    if (branch.isStale) void this.#readAgain(parent, 0);
    return this.#branches.shown(parent);
  }

  /** Like `children`, but doesn't mark the row as expanded: the next refresh forgets its children. */
  async peek(parent: Parent): Promise<readonly StoreRow<Row, Parent>[]> {
    this.#branches.add(parent).expandedIn ??= new Set();
    return this.children(parent);
  }

  /**
   * Like `peek`, but reads all pages, in the background.
   * @param isReread whether a list that has been read is read again; its old rows stay until the new ones arrive
   * @param isEnough called after each page: whether to read no others
   * @throws ServiceError if a page cannot be read
   */
  async readToEnd(
    parent: Parent,
    options: CallOptions,
    isReread = false,
    isEnough: () => boolean = () => false,
  ): Promise<readonly StoreRow<Row, Parent>[]> {
    const signal = AbortSignal.any([this.closed, ...(options.signal === undefined ? [] : [options.signal])]);
    const branch = this.#branches.add(parent);
    branch.expandedIn ??= new Set();
    // Otherwise, a list that failed would never be read again.
    if ((isReread || branch.error !== undefined) && !branch.isBeingRead) branch.markStale();
    await branch.load(this.#requestOf(parent), { ...options, signal });
    while (branch.list.next !== undefined && branch.error === undefined && !signal.aborted) {
      if (isEnough()) return this.rows(parent);
      const { list } = branch;
      await this.#readMore(parent, { ...options, signal });
      if (branch.list === list || branch.nextPageError !== undefined) break;
      this.update(parent);
    }
    const error = branch.error ?? branch.nextPageError;
    if (error !== undefined) throw error;
    return this.rows(parent);
  }

  /** Refreshes the expanded rows below `parent`. The old rows stay until the new ones arrive. */
  async refresh(parent?: Parent): Promise<void> {
    const id = parent?.id ?? this.rootId;
    this.#branches.markStale(id);
    this.#fire();
    const tops = this.tops.filter((top) => isAtOrBelow(top.id, id));
    await this.#whileRefreshing(() => this.#readAllAgain([parent, ...tops]));
  }

  /**
   * Refreshes a row alone, with its list if it can't be read alone.
   * @throws ServiceError if the row itself cannot be read
   */
  async rereadRow(row: Parent, options: CallOptions): Promise<void> {
    if (await this.#readRow(row, options)) return;
    const parent = this.#branches.parentOf(row);
    const branch = this.#branches.add(parent);
    const index = branch.list.rows.findIndex(({ id }) => id === row.id);
    if (index === -1) return;
    if (!branch.isStale) branch.markStale();
    await branch.load(this.#requestOf(parent, pagesUpTo(branch.list, index)));
  }

  /** The known rows at the top of another view that have children. */
  get tops(): readonly Parent[] {
    return (this.source.tops?.() ?? []).flatMap((id) => {
      const row = this.find(id);
      return row !== undefined && this.source.isParent(row) ? [row] : [];
    });
  }

  /**
   * Refreshes the expanded rows below `parents` automatically: only the first pages of each list.
   * @returns whether every read succeeded
   */
  refreshInBackground(
    signal: AbortSignal,
    parents: readonly (Parent | undefined)[] = [undefined],
  ): Promise<boolean> {
    return this.#whileRefreshing(() => this.#readAllAgain(parents, signal));
  }

  /** @returns whether every read succeeded */
  async #readAllAgain(parents: readonly (Parent | undefined)[], signal?: AbortSignal): Promise<boolean> {
    const { requestNumber } = requestTime();
    const isOpen = (parent: Parent | undefined): boolean =>
      parent === undefined || this.branchOf(parent)?.isExpanded !== false;
    const reads = parents.filter(isOpen).map((parent) => this.#readAgain(parent, requestNumber, signal));
    return (await Promise.all(reads)).every(Boolean);
  }

  /** Retries the read that an error row stands for. */
  async retry({ parent, isNextPage }: ErrorRow<Parent>): Promise<void> {
    await (isNextPage ? this.loadMore(parent) : this.refresh(parent));
  }

  /**
   * Reads the next page of the list below `parent`.
   * @returns the first new row, if any
   */
  async loadMore(parent?: Parent): Promise<StoreRow<Row, Parent> | undefined> {
    const branch = this.#branches.add(parent);
    const before = new Set(branch.allRows);
    await (branch.loadingMore ??
      this.#whileLoadingMore(parent, branch, () => this.#readMore(parent, { signal: this.closed })));
    if (this.closed.aborted) return undefined;
    return branch.allRows.find((row) => row.kind !== 'loadMore' && !before.has(row));
  }

  /**
   * Loads all pages of the top-level list. Redraws rarely, because VS Code processes all rows each time.
   * @param onPage called after each page
   */
  async loadAll(signal: AbortSignal, onPage: () => void): Promise<LoadAllResult> {
    await this.children();
    const branch = this.#branches.add(undefined);
    await branch.loadingMore;
    const until = AbortSignal.any([signal, this.closed]);
    const loading: Promise<boolean> = this.#whileLoadingMore(undefined, branch, async () => {
      const isCurrent = (): boolean => branch.loadingMore === loading;
      let shown = branch.list.rows.length;
      let goesOn = branch.list.next !== undefined;
      while (goesOn && isCurrent() && !until.aborted) {
        await this.#readMore(undefined, { signal: until });
        goesOn = branch.list.next !== undefined && branch.nextPageError === undefined;
        onPage();
        if (goesOn && isCurrent() && branch.list.rows.length > 2 * shown) {
          shown = branch.list.rows.length;
          this.update();
        }
      }
      return !isCurrent();
    });
    const isReplaced = await loading;
    if (isReplaced) return 'replaced';
    if (branch.readAt === undefined || branch.nextPageError !== undefined) return 'failed';
    if (branch.list.next !== undefined) return 'cancelled';
    return branch.list.cut ?? 'complete';
  }

  /** Call this when the top-level list has a new source: it is then read from its first page. Its rows are still known. */
  restart(): void {
    const branch = this.#branches.add(undefined);
    branch.loadingMore = undefined;
    branch.restart();
    this.update();
  }

  #requestOf(parent: Parent | undefined, maxPages?: number): ReadRequest<Row, Details> {
    return {
      read: (options) => this.source.read(parent, options, this.#branches.add(parent).list.rows),
      take: (rows, { requestNumber }, changed) => this.#take(parent, rows, requestNumber, changed),
      maxPages,
      onRead: ({ changed, isFirst, reading, dropped, hasOtherAges }) => {
        if (reading !== undefined) this.#branches.end(parent, reading.rows, reading, dropped);
        this.#touch(parent, changed, hasOtherAges);
        if (this.#branches.show(parent, changed, isFirst)) this.#fire();
        if (reading !== undefined) this.#onDidRead.fire({ parent, ...reading });
      },
    };
  }

  /** Rows below a list that was never read are as outdated as the list above. */
  #touch(parent: Parent | undefined, changed: ReadonlySet<Row>, hasOtherAges: boolean): void {
    this.source.onChange?.(parent?.id ?? this.rootId);
    for (const { id } of hasOtherAges ? this.descendants(parent) : changed) this.source.onChange?.(id);
  }

  #take(
    parent: Parent | undefined,
    rows: readonly Row[],
    requestNumber: number,
    changed: Set<Row>,
  ): readonly Row[] {
    return this.#branches.records.take(parent?.id ?? this.rootId, rows, requestNumber, changed);
  }

  #readMore(parent: Parent | undefined, options: CallOptions): Promise<void> {
    return this.#branches.add(parent).readMore(this.#requestOf(parent), options, (reading) => {
      this.source.onChange?.(parent?.id ?? this.rootId);
      this.#onDidRead.fire({ parent, ...reading });
    });
  }

  /** Whether a refresh by the user or a timer is in progress. */
  get isRefreshing(): boolean {
    return this.#refreshes > 0;
  }

  async #whileRefreshing<Result>(refresh: () => Promise<Result>): Promise<Result> {
    this.#refreshes++;
    try {
      return await refresh();
    } finally {
      this.#refreshes--;
      this.#onDidEndRefresh.fire(undefined);
    }
  }

  /**
   * Refreshes `parent` and the expanded rows below it.
   * @param since lists that a request from this one on has read are not read again
   * @param signal of an automatic refresh; undefined if the user asked for it
   * @returns whether every read succeeded
   */
  async #readAgain(parent: Parent | undefined, since: number, signal?: AbortSignal): Promise<boolean> {
    const branch = this.branchOf(parent);
    if (branch === undefined) return true;
    if (signal === undefined) await branch.load(this.#requestOf(parent));
    // The user is waiting for the next page of this list.
    else if (branch.loadingMore === undefined && (branch.requestNumber ?? 0) < since) {
      await branch.renew(this.#requestOf(parent, timerPages), signal);
    }
    if (this.closed.aborted || signal?.aborted === true) return false;
    // Rows that are not shown may still be known as expanded.
    const open = branch.allRows
      .filter((row) => this.source.isParent(row))
      .filter((row) => {
        const below = this.branchOf(row);
        return below !== undefined && below.isExpanded !== false;
      });
    const succeeded = await Promise.all(
      open.flatMap((row) => [
        this.#readAgain(row, since, signal),
        ...(signal === undefined ? [] : [this.#renewRow(row, branch, signal)]),
      ]),
    );
    return !branch.hasFailed && succeeded.every(Boolean);
  }

  /** Automatically refreshes a single expanded row if it is beyond the pages that are read. */
  async #renewRow(
    row: Parent,
    { list }: Branch<Row, Parent, Details>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const index = list.rows.findIndex(({ id }) => id === row.id);
    return (
      pagesUpTo(list, index) <= timerPages ||
      (await succeeds(() => this.#readRow(row, { signal, priority: 'timer' })))
    );
  }

  async #readRow(row: Parent, options: CallOptions): Promise<boolean> {
    const sent = timed(options);
    const fresh = await this.source.readRow?.(row, sent.options);
    if (fresh === undefined) return false;
    const parent = this.#branches.parentOf(row);
    const rows = this.#take(parent, [fresh], sent.time.requestNumber, new Set());
    if (this.#branches.isFiltered) this.#branches.changeChildren(undefined);
    this.notifyRows([row]);
    this.#onDidRead.fire({ parent, rows, isWhole: false, ...sent.time });
    return true;
  }

  /** Runs `read` with the "Load more" row in its loading state, then shows the result. */
  #whileLoadingMore<Result>(
    parent: Parent | undefined,
    branch: Branch<Row, Parent, Details>,
    read: () => Promise<Result>,
  ): Promise<Result> {
    branch.stopRenewing();
    const loading = Promise.resolve()
      .then(read)
      .finally(() => {
        // If the list was refreshed in the meantime, that refresh shows it.
        if (branch.loadingMore !== loading) return;
        branch.loadingMore = undefined;
        this.update(parent);
      });
    branch.loadingMore = loading;
    this.#branches.compose(parent);
    this.#fire();
    return loading;
  }

  /** After a switch, VS Code may still ask about rows of another connection. */
  #isHere(parent: Parent | undefined): boolean {
    return parent === undefined || parent.id.startsWith(`${this.source.rootId}/`);
  }

  /** Reports what changed. */
  #fire(): void {
    const changes = this.#branches.takeChanges();
    if (!this.closed.aborted) this.#onDidChange.fire(changes);
  }
}
