import { isServiceError } from '../../service/errors';
import type { Cut } from '../../service/pages';
import { requestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import type { Branch, Reading } from './branch';
import { KnownRows } from './knownRows';
import { pagesUpTo } from './loadedList';
import { reuseRows, type ErrorRow, type StoreRow, type TreeRow } from './row';

/** Why loading all pages stopped. `replaced`: the list was refreshed or filtered in the meantime. */
export type LoadAllResult = 'complete' | 'cancelled' | 'failed' | 'replaced' | Cut;

/** The most pages of one list that an automatic refresh reads: nobody looks at more rows at a time. */
const timerPages = 4;

/**
 * The rows of one tree, and the only owner of their state. Rows are read when first shown, read only once, and kept until
 * they are refreshed.
 */
export class RowStore<Row extends TreeRow, Parent extends Row, Details = undefined> extends KnownRows<
  Row,
  Parent,
  Details
> {
  #refreshes = 0;

  /** The start of all IDs. */
  get rootId(): string {
    return this.source.rootId;
  }

  /** The rows below `parent`, read on the first call. Errors are rows. */
  async children(parent?: Parent): Promise<readonly StoreRow<Row, Parent>[]> {
    if (!this.isHere(parent)) return [];
    const branch = this.branch(parent);
    await branch.load(this.#readingOf(parent));
    // A refresh forgets the list of a collapsed row, but VS Code may still be waiting for its children.
    const isForgotten = branch !== this.branchOf(parent);
    if (isForgotten && this.find(parent?.id ?? '') !== undefined) return this.children(parent);
    return this.shown(parent);
  }

  /** Like `children` but without waiting, even during a refresh; undefined before the first read. */
  known(parent?: Parent): readonly StoreRow<Row, Parent>[] | undefined {
    if (!this.isHere(parent)) return [];
    const branch = this.branchOf(parent);
    if (branch?.hasBeenRead !== true) return undefined;
    // If it was collapsed during a refresh, the expanded rows below it were not read, either.
    if (branch.isStale) void this.#readAgain(parent);
    return this.shown(parent);
  }

  /** Like `children`, but doesn't mark the row as expanded: the next refresh forgets its children. */
  async peek(parent: Parent): Promise<readonly StoreRow<Row, Parent>[]> {
    this.branch(parent).isExpanded ??= false;
    return this.children(parent);
  }

  /**
   * Like `peek`, but reads all pages, in the background.
   * @param isReread whether a list that has been read is read again; its old rows stay until the new ones arrive
   * @throws ServiceError if a page cannot be read
   */
  async readToEnd(
    parent: Parent,
    options: CallOptions,
    isReread = false,
  ): Promise<readonly StoreRow<Row, Parent>[]> {
    const signal = AbortSignal.any([this.closed, ...(options.signal === undefined ? [] : [options.signal])]);
    const branch = this.branch(parent);
    branch.isExpanded ??= false;
    // Otherwise, a list that failed would never be read again.
    if ((isReread || branch.error !== undefined) && !branch.isBeingRead) branch.markStale();
    await branch.load(this.#readingOf(parent), { ...options, signal });
    while (branch.list.next !== undefined && branch.error === undefined && !signal.aborted) {
      const { next } = branch.list;
      await this.#readMore(parent, { ...options, signal });
      if (branch.list.next === next || branch.nextPageError !== undefined) break;
      this.update(parent);
    }
    const error = branch.error ?? branch.nextPageError;
    if (error !== undefined) throw error;
    return this.rows(parent);
  }

  /** Refreshes the expanded rows below `parent`. The old rows stay until the new ones arrive. */
  async refresh(parent?: Parent): Promise<void> {
    this.markStale(parent?.id ?? this.source.rootId);
    await this.#whileRefreshing(() => this.#readAgain(parent));
  }

  /**
   * Refreshes a row (with its list if it can't be read alone) and its children.
   * @throws ServiceError if the row itself cannot be read
   */
  async refreshRow(row: Parent): Promise<void> {
    await Promise.all([this.rereadRow(row, { signal: this.closed }), this.refresh(row)]);
  }

  /**
   * Refreshes a row alone, with its list if it can't be read alone.
   * @throws ServiceError if the row itself cannot be read
   */
  async rereadRow(row: Parent, options: CallOptions): Promise<void> {
    if (await this.#readRow(row, options)) return;
    const parent = this.parentOf(row);
    const branch = this.branch(parent);
    const index = branch.list.rows.findIndex(({ id }) => id === row.id);
    if (index === -1) return;
    if (!branch.isStale) branch.markStale();
    await branch.load(this.#readingOf(parent, pagesUpTo(branch.list, index)));
  }

  /**
   * Refreshes the expanded rows automatically: only the first pages of each list.
   * @returns whether every read succeeded
   */
  refreshInBackground(signal: AbortSignal): Promise<boolean> {
    return this.#whileRefreshing(() => this.#readAgain(undefined, signal));
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
    const branch = this.branch(parent);
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
    const branch = this.branch(undefined);
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
          this.compose(undefined);
          this.fireChildren(undefined);
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
    const branch = this.branch(undefined);
    const listed = new Set(branch.list.rows.map(({ id }) => id));
    branch.unlistedRows = [...branch.list.rows, ...branch.unlistedRows.filter(({ id }) => !listed.has(id))];
    branch.loadingMore = undefined;
    branch.restart();
    this.update();
  }

  #readingOf(parent: Parent | undefined, maxPages?: number): Reading<Row, Details> {
    return {
      read: (options) => this.source.read(parent, options, this.branch(parent).list.rows),
      maxPages,
      onRead: (changed, isFirst, read) => {
        this.#afterRead(parent, changed, isFirst);
        this.showOutage();
        if (read !== undefined) this.fireReadRows({ parent, ...read });
      },
    };
  }

  #readMore(parent: Parent | undefined, options: CallOptions): Promise<boolean> {
    return this.branch(parent).readMore(options, (read) => {
      this.fireReadRows({ parent, ...read });
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
      this.fireEndRefresh();
    }
  }

  #afterRead(parent: Parent | undefined, changed: ReadonlySet<Row>, isFirst: boolean): void {
    const isFiltered = this.isFiltered;
    const looks = new Set<StoreRow<Row, Parent>>(changed);
    const isOther = this.compose(parent, looks);
    if (isFirst || isOther || (isFiltered && looks.size > 0)) {
      this.forgetGone(parent);
      // No event for the first rows: they are returned to the caller.
      if (!isFirst) this.fireChildren(isFiltered ? undefined : parent);
    } else {
      for (const row of looks) this.fireRow(row, true);
      if (looks.size === 0 && this.branchOf(parent)?.list.details === undefined) return;
    }
    const above = parent && this.parentOf(parent);
    if (above !== undefined && this.compose(above)) this.fireChildren(above);
    this.fireUpwards(parent);
    this.fireRead();
  }

  /**
   * Refreshes `parent` and the expanded rows below it.
   * @param signal of an automatic refresh; undefined if the user asked for it
   * @returns whether every read succeeded
   */
  async #readAgain(parent: Parent | undefined, signal?: AbortSignal): Promise<boolean> {
    const branch = this.branchOf(parent);
    if (branch === undefined) return true;
    if (signal === undefined) await branch.load(this.#readingOf(parent));
    // The user is waiting for the next page of this list.
    else if (branch.loadingMore === undefined) {
      await branch.renew(this.#readingOf(parent, timerPages), signal);
    }
    if (this.closed.aborted || signal?.aborted === true) return false;
    // Rows that are not shown may still be known as expanded.
    const open = branch.allRows
      .filter((row) => this.source.isParent(row))
      .filter((row) => {
        const below = this.branchOf(row);
        return below !== undefined && below.isExpanded !== false;
      });
    const areWell = await Promise.all(
      open.flatMap((row) => [
        this.#readAgain(row, signal),
        ...(signal === undefined ? [] : [this.#renewRow(row, branch, signal)]),
      ]),
    );
    return !branch.hasFailed && areWell.every(Boolean);
  }

  /** Automatically refreshes a single expanded row if it is beyond the pages that are read. */
  async #renewRow(
    row: Parent,
    { list }: Branch<Row, Parent, Details>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const index = list.rows.findIndex(({ id }) => id === row.id);
    if (pagesUpTo(list, index) <= timerPages) return true;
    try {
      await this.#readRow(row, { signal, priority: 'timer' });
      return true;
    } catch (error) {
      if (isServiceError(error)) return false;
      throw error;
    }
  }

  async #readRow(row: Parent, options: CallOptions): Promise<boolean> {
    const time = requestTime();
    const fresh = await this.source.readRow?.(row, options);
    if (fresh === undefined) return false;
    const rows = reuseRows<Row>([row], [fresh], new Set());
    if (this.isFiltered) this.fireChildren(undefined);
    this.fireRow(row, true);
    this.fireRead();
    this.fireReadRows({ parent: this.parentOf(row), rows, isWhole: false, ...time });
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
    this.compose(parent);
    return loading;
  }
}
