import { EventEmitter } from 'vscode';
import { isServiceError, succeeds, type ServiceError } from '../../service/errors';
import type { Cut } from '../../service/pages';
import { requestTime, timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import type { Branch, ListReader } from './branch';
import { isWholeList, pagesUpTo, type LoadedList } from './loadedList';
import { isAtOrBelow, parentIdOf, type ErrorRow, type StoreRow, type TreeRow } from './row';
import type { RowReading } from './rowSource';
import { ShownLists } from './shownLists';

/** Why loading all pages stopped. `replaced`: the list was refreshed or filtered in the meantime. */
export type LoadAllResult = 'complete' | 'cancelled' | 'failed' | 'replaced' | Cut;

/** The most pages of one list that an automatic refresh reads: nobody looks at more rows at a time. */
const timerPages = 4;

/**
 * The rows of one tree, and the only owner of their state. Rows are read when first shown, read only once, and kept until
 * they are refreshed.
 */
export class RowStore<Row extends TreeRow, Parent extends Row> extends ShownLists<Row, Parent> {
  readonly #onDidRead = new EventEmitter<RowReading<Row, Parent>>();
  /** Fires with what each successful read of a list or a row returned, even if nothing changed. */
  readonly onDidRead = this.#onDidRead.event;
  readonly #onDidEndRefresh = new EventEmitter<undefined>();
  /** Fires when a refresh by the user or a timer has ended, successfully or not. */
  readonly onDidEndRefresh = this.#onDidEndRefresh.event;
  #refreshes = 0;

  override dispose(): void {
    super.dispose();
    this.#onDidRead.dispose();
    this.#onDidEndRefresh.dispose();
  }

  /** Whether the last read of any list failed. */
  get isFailing(): boolean {
    return this.someBranch(({ hasFailed }) => hasFailed);
  }

  /** The rows below `parent`, read on the first call. Errors are rows. */
  async children(parent?: Parent): Promise<readonly StoreRow<Row, Parent>[]> {
    if (!this.isHere(parent)) return [];
    const branch = this.add(parent);
    await branch.load();
    // A refresh forgets the list of a collapsed row, but VS Code may still be waiting for its children.
    const isForgotten = branch !== this.branchOf(parent);
    if (isForgotten && this.find(parent?.id ?? '') !== undefined) return this.children(parent);
    return this.shownBelow(parent);
  }

  /** Like `children` but without waiting, even during a refresh; undefined before the first read. */
  known(parent?: Parent): readonly StoreRow<Row, Parent>[] | undefined {
    if (!this.isHere(parent)) return [];
    const branch = this.branches.get(parent?.id ?? this.rootId);
    if (branch?.hasBeenRead !== true) return undefined;
    // If it was collapsed during a refresh, the expanded rows below it were not read, either.
    if (branch.isStale) void this.#readAgain(this.#openBelow([parent]), 0);
    return this.shownBelow(parent);
  }

  /** Like `children`, but doesn't mark the row as expanded: the next refresh forgets its children. */
  async peek(parent: Parent): Promise<readonly StoreRow<Row, Parent>[]> {
    this.add(parent).isExpanded ??= false;
    return this.children(parent);
  }

  /**
   * Like `peek`, but reads all pages, in the background.
   * @param isReread whether a list that has been read is read again; its old rows stay until the new ones arrive
   * @param isEnough called after each page: whether to read no others
   * @throws ServiceError if a page cannot be read
   */
  async readToEnd(
    parent: Parent | undefined,
    options: CallOptions,
    isReread = false,
    isEnough: () => boolean = () => false,
  ): Promise<readonly StoreRow<Row, Parent>[]> {
    const signal = AbortSignal.any([this.closed, ...(options.signal === undefined ? [] : [options.signal])]);
    const branch = this.add(parent);
    // The top-level list is always expanded.
    if (parent !== undefined) branch.isExpanded ??= false;
    // Otherwise, a list that failed would never be read again.
    if ((isReread || branch.error !== undefined) && !branch.isBeingRead) branch.markStale();
    await branch.load({ ...options, signal });
    while (branch.list.next !== undefined && branch.error === undefined && !signal.aborted) {
      if (isEnough()) return this.rows(parent);
      const { list } = branch;
      await branch.readMore({ ...options, signal });
      if (branch.list === list || branch.nextPageError !== undefined) break;
      this.update(parent);
    }
    const error = branch.error ?? branch.nextPageError;
    if (error !== undefined) throw error;
    return this.rows(parent);
  }

  /**
   * Reads the next page of the list below `parent`.
   * @returns the first new row, if any
   */
  async loadMore(parent?: Parent): Promise<StoreRow<Row, Parent> | undefined> {
    const branch = this.add(parent);
    const before = new Set(branch.allRows);
    await (branch.loadingMore ??
      this.#whileLoadingMore(branch, () => branch.readMore({ signal: this.closed })));
    if (this.closed.aborted) return undefined;
    return branch.allRows.find((row) => row.kind !== 'loadMore' && !before.has(row));
  }

  /**
   * Loads all pages of the top-level list. Redraws rarely, because VS Code processes all rows each time.
   * @param onPage called after each page
   */
  async loadAll(signal: AbortSignal, onPage: () => void): Promise<LoadAllResult> {
    await this.children();
    const branch = this.add(undefined);
    await branch.loadingMore;
    const until = AbortSignal.any([signal, this.closed]);
    const loading: Promise<boolean> = this.#whileLoadingMore(branch, async () => {
      const isCurrent = (): boolean => branch.loadingMore === loading;
      let shown = branch.list.rows.length;
      let goesOn = branch.list.next !== undefined;
      while (goesOn && isCurrent() && !until.aborted) {
        await branch.readMore({ signal: until });
        goesOn = branch.list.next !== undefined && branch.nextPageError === undefined;
        onPage();
        if (!goesOn || !isCurrent() || branch.list.rows.length <= 2 * shown) continue;
        shown = branch.list.rows.length;
        this.update();
      }
      return !isCurrent();
    });
    const isReplaced = await loading;
    if (isReplaced) return 'replaced';
    if (branch.readAt === undefined || branch.nextPageError !== undefined) return 'failed';
    if (branch.list.next !== undefined) return 'cancelled';
    return branch.list.cut ?? 'complete';
  }

  /** Runs `read` with the "Load more" row in its loading state, then shows the result. */
  #whileLoadingMore<Result>(branch: Branch<Row, Parent>, read: () => Promise<Result>): Promise<Result> {
    branch.abandon('timer');
    const loading = Promise.resolve()
      .then(read)
      .finally(() => {
        // If the list was refreshed in the meantime, that refresh shows it.
        if (branch.loadingMore !== loading) return;
        branch.loadingMore = undefined;
        this.update(branch.parent);
      });
    branch.loadingMore = loading;
    this.compose(branch);
    this.fire();
    return loading;
  }

  /**
   * Call this when the top-level list has a new source: it is then read from its first page. Its rows stay until then,
   * without "Load more".
   */
  restart(): void {
    const branch = this.add(undefined);
    branch.loadingMore = undefined;
    branch.nextPageError = undefined;
    branch.list = { rows: branch.list.rows, pages: [] };
    branch.markStale();
    this.update();
  }

  /** Retries the read that an error row stands for. */
  async retry({ parent, isNextPage }: ErrorRow<Parent>): Promise<void> {
    await (isNextPage ? this.loadMore(parent) : this.refresh(parent));
  }

  /**
   * Refreshes the list below `parent`, even if it is collapsed, and the expanded rows below. The old rows stay until the new ones
   * arrive. Then those are forgotten that nothing shows.
   */
  async refresh(parent?: Parent): Promise<void> {
    const asked = this.add(parent);
    // Asking for it does not expand it.
    if (parent !== undefined && !asked.hasBeenRead) asked.isExpanded ??= false;
    this.#markStale(asked.id);
    this.fire();
    await this.#refreshLists([asked]);
    this.fire();
  }

  /**
   * Refreshes the expanded rows automatically: only the first pages of each list.
   * @returns whether every read succeeded
   */
  refreshInBackground(signal: AbortSignal): Promise<boolean> {
    return this.#refreshLists(this.#openBelow([undefined]), signal);
  }

  /**
   * Refreshes a row alone, with its list if it can't be read alone.
   * @throws ServiceError if the row itself cannot be read
   */
  async rereadRow(row: Parent, options: CallOptions): Promise<void> {
    if (await this.#readRow(row, options)) return;
    const branch = this.add(this.findParent(parentIdOf(row.id)));
    const pageCount = pagesUpTo(branch.list, row.id);
    if (pageCount === 0) return;
    if (!branch.isStale) branch.markStale();
    await branch.load(undefined, pageCount);
  }

  /** Whether a refresh by the user or a timer is in progress. */
  get isRefreshing(): boolean {
    return this.#refreshes > 0;
  }

  async #refreshLists(branches: readonly Branch<Row, Parent>[], signal?: AbortSignal): Promise<boolean> {
    this.#refreshes++;
    try {
      return await this.#readAgain(branches, requestTime().requestNumber, signal);
    } finally {
      this.#refreshes--;
      this.#onDidEndRefresh.fire(undefined);
    }
  }

  /** Marks the lists at or below `id` as stale. */
  #markStale(id: string): void {
    for (const branch of this.branches.values()) {
      if (!isAtOrBelow(branch.id, id)) continue;
      // It is not read before it is shown, but an error may have passed.
      const mayHavePassed = branch.isExpanded === false && branch.hasFailed;
      const hasChanged = mayHavePassed || branch.loadingMore !== undefined;
      branch.markStale();
      branch.loadingMore = undefined;
      if (mayHavePassed) branch.error = branch.nextPageError = undefined;
      if (hasChanged) this.compose(branch);
      if (mayHavePassed) this.changeAbove(branch);
    }
  }

  /**
   * Forgets what a refresh by the user does not read below a list that it has read, because nothing shows it: the rows of the list
   * tell how they are now. Below a list that could not be read, everything stays.
   * @param since the number of the refresh
   * @param listed the rows of the list; undefined if nothing shows it
   */
  #forgetHidden({ id }: Branch<Row, Parent>, since: number, listed?: readonly TreeRow[]): void {
    if (this.source.keepsHidden?.() === true) return;
    const shown = new Set(listed);
    // What only other reads than that of the list mentioned is forgotten, too.
    const isGone = (row: Row): boolean => !shown.has(row) && this.records.mentionedAt(row) < since;
    this.removeRows(this.records.below(id).filter(isGone));
    for (const row of this.records.below(id)) {
      const below = this.branches.get(row.id);
      if (below?.isExpanded !== false || !below.isStale || below.isBeingRead) continue;
      this.#forgetHidden(below, since);
      if (this.records.below(row.id).length === 0) this.forget(row.id);
      else this.compose(below);
      this.changeAbove(row);
    }
  }

  /**
   * Reads lists again, and what is expanded below them.
   * @param since the number of the refresh; 0 if there is none. A timer does not read what was requested later again
   * @param signal of an automatic refresh; undefined if the user asked for it
   * @returns whether every read succeeded
   */
  async #readAgain(
    branches: readonly Branch<Row, Parent>[],
    since: number,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const succeeded = await Promise.all(branches.map((branch) => this.#readListAgain(branch, since, signal)));
    return succeeded.every(Boolean);
  }

  /** The lists directly below rows that are expanded. */
  #openBelow(parents: readonly (Parent | undefined)[]): readonly Branch<Row, Parent>[] {
    return parents
      .flatMap((parent) => this.branches.get(parent?.id ?? this.rootId) ?? [])
      .filter(({ isExpanded }) => isExpanded !== false);
  }

  async #readListAgain(branch: Branch<Row, Parent>, since: number, signal?: AbortSignal): Promise<boolean> {
    const before = branch.list.rows;
    if (signal === undefined) await branch.load();
    // The user is waiting for the next page of this list.
    else if (branch.loadingMore === undefined && (branch.requestNumber ?? 0) < since) {
      await branch.renew(signal, timerPages);
    }
    if (this.closed.aborted || signal?.aborted === true) return false;
    if (signal === undefined && since > 0 && !branch.hasFailed) {
      // Those that it had may have moved to a page that was not read.
      this.#forgetHidden(branch, since, [...before, ...branch.list.rows, ...branch.allRows]);
    }
    // Rows that are not shown may still be known as expanded.
    const rows = branch.allRows.filter((row) => this.source.isParent(row));
    // A timer reads the rows one by one that are beyond the pages that it reads.
    const others = this.#openBelow(signal === undefined ? [] : rows)
      .flatMap(({ parent }) => parent ?? [])
      .filter(({ id }) => pagesUpTo(branch.list, id) > timerPages);
    const succeeded = await Promise.all([
      this.#readAgain(this.#openBelow(rows), since, signal),
      ...others.map((row) => succeeds(() => this.#readRow(row, { signal, priority: 'timer' }))),
    ]);
    return !branch.hasFailed && succeeded.every(Boolean);
  }

  async #readRow(row: Parent, options: CallOptions): Promise<boolean> {
    const sent = timed(options);
    const fresh = await this.source.readRow?.(row, sent.options);
    if (fresh === undefined) return false;
    const { requestNumber } = sent.time;
    const rows = this.records.take(parentIdOf(row.id), [fresh], requestNumber);
    if (this.isFiltered) this.changedParents.add(undefined);
    this.notifyRows([row]);
    const parent = this.findParent(parentIdOf(row.id));
    this.#onDidRead.fire({ parent, rows, isWhole: false, ...sent.time });
    return true;
  }

  protected readonly reader: ListReader<Row, Parent> = {
    has: (branch) => !this.closed.aborted && this.branches.get(branch.id) === branch,
    read: ({ parent, list }, options) => this.source.read(parent, options, list.rows),
    onRead: (branch, result, time) => {
      this.#takeOver(branch, result, time);
    },
    onPage: ({ id, parent }, rows, time) => {
      const records = this.records.take(id, rows, time.requestNumber);
      this.#onDidRead.fire({ parent, rows: records, isWhole: false, ...time });
      return records;
    },
    onStatus: ({ id }) => {
      this.source.onChange?.(id);
    },
  };

  /** Takes over what a read of a list returned. */
  #takeOver(branch: Branch<Row, Parent>, result: LoadedList<Row> | ServiceError, time: RequestTime): void {
    const { id, parent, hasBeenRead, isRead, failedNumber } = branch;
    const changed = new Set<StoreRow<Row, Parent>>();
    const aged = this.agesOf(() => branch.list.rows);
    let reading: RowReading<Row, Parent> | undefined;
    if (isServiceError(result)) {
      branch.error = result;
      branch.isStale = false;
      branch.failedNumber = time.requestNumber;
    } else {
      const pages = result.pages.map((page) => this.records.take(id, page, time.requestNumber, changed));
      const read = { parent, rows: pages.flat(), isWhole: isWholeList(result), ...time };
      const dropped = branch.replace({ ...result, rows: read.rows, pages }, time);
      this.end(id, read, dropped);
      // Records also have what other reads told. If it failed, it told nothing.
      const told = result.rows.filter((row) => this.find(row.id) !== undefined);
      if (branch.failedNumber === 0) reading = { ...read, rows: told };
    }
    // While a refresh fails, rows show their age.
    for (const row of aged()) changed.add(row);
    this.source.onChange?.(id);
    // Rows below a list that was never read are as outdated as the list above.
    const hasOtherAges = !hasBeenRead || failedNumber > 0 || branch.failedNumber > 0;
    for (const row of hasOtherAges ? this.descendants(parent) : changed) this.source.onChange?.(row.id);
    const hasOtherRows = this.compose(branch, changed);
    const hasChanged = this.showChanges(branch, changed, hasOtherRows, !hasBeenRead) || !hasBeenRead;
    if (hasChanged) this.forgetGone(id);
    const isTold = hasChanged || branch.list.details !== undefined;
    if (isTold) {
      const above = parent && this.findParent(parentIdOf(id));
      if (above !== undefined) this.composeAll([this.add(above)]);
      this.changeAbove(parent);
    }
    if (this.showOutage() || isTold || branch.isRead !== isRead) this.fire();
    if (reading !== undefined) this.#onDidRead.fire(reading);
  }
}
