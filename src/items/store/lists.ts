import { EventEmitter } from 'vscode';
import { anySignal } from '../../service/abort';
import { isServiceError, type ServiceError } from '../../service/errors';
import type { Cut } from '../../service/pages';
import { timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/operations';
import { areSame, isSameJson, timeOf } from '../record';
import { List, type ListReader } from './list';
import { isWholeList, pagesUpTo, type LoadedList, type RowPage } from './loadedList';
import { Records, type RecordRules } from './records';
import { isAtOrBelow, parentIdOf, type HasId, type TreeRow } from './row';

/** Why loading all pages stopped. `replaced`: the list was refreshed or filtered in the meantime. */
export type LoadAllResult = 'complete' | 'cancelled' | 'failed' | 'replaced' | Cut;

/** A row, or undefined for the top level. */
type At = HasId | undefined;

/**
 * The records of one tree and the lists of them: what is known, gone and outdated. Lists are read when first asked for, read only
 * once, and kept until they are refreshed. How views show them is not their concern.
 */
export class Lists<Row extends TreeRow, Parent extends Row> {
  readonly #records: Records<Row>;
  /** By the IDs of the rows above them, or of the view. */
  readonly #lists = new Map<string, List<Row>>();
  /** Rows of which another read than that of their list failed, with the number of that request. */
  readonly #failedRows = new WeakMap<Row, number>();
  readonly #closed = new AbortController();
  readonly #onDidRead = new EventEmitter<RowReading<Row, Parent>>();
  /** Fires with what each successful read of a list or a row returned, even if nothing changed. */
  readonly onDidRead = this.#onDidRead.event;
  readonly #onDidChange = new EventEmitter<StoreChanges<Row>>();
  /** Fires once for all that changed at a time, even by a failed read. */
  readonly onDidChange = this.#onDidChange.event;
  #changedLists = new Set<string>();
  #isReordered = false;
  #changedRows = new Set<Row>();

  constructor(private readonly source: ListSource<Row, Parent>) {
    this.#records = new Records(source);
  }

  get rootId(): string {
    return this.source.rootId;
  }

  /** Aborted when nothing may be read any more. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  dispose(): void {
    this.#closed.abort();
    for (const list of this.all) list.markStale();
    this.#onDidRead.dispose();
    this.#onDidChange.dispose();
  }

  /** The row with this ID, as it is now. */
  find(id: string): Row | undefined {
    return this.#records.find(id);
  }

  /** The row with this ID, if there is a list below it. */
  findParent(id: string): Parent | undefined {
    const row = this.find(id);
    return row !== undefined && this.source.isParent(row) ? row : undefined;
  }

  /** All known rows below `parent`, without reading. Those that no list has come last. */
  rows(parent?: At): readonly Row[] {
    const listed = this.listOf(parent)?.loaded.rows ?? [];
    const known = this.#records.below(parent?.id ?? this.rootId);
    if (listed.length === 0) return known;
    const isListed = new Set<Row>(listed);
    return [...listed, ...known.filter((row) => !isListed.has(row))];
  }

  /** All known rows below `parent` at every level, each before those below it. */
  descendants(parent?: At): readonly Row[] {
    const all: Row[] = [];
    const add = (row: Row): void => {
      all.push(row);
      if (this.source.isParent(row)) this.rows(row).forEach(add);
    };
    this.rows(parent).forEach(add);
    return all;
  }

  /** Those that were requested, or of which another read told something. */
  get all(): readonly List<Row>[] {
    return [...this.#lists.values()];
  }

  /** The list below `parent`; undefined if nothing is known of it. */
  listOf(parent?: At): Readonly<List<Row>> | undefined {
    return this.#lists.get(parent?.id ?? this.rootId);
  }

  /** The list with an ID, which is new if nothing is known of it. */
  add(id: string): List<Row> {
    const list = this.#lists.get(id) ?? new List<Row>(id, this.#reader);
    this.#lists.set(id, list);
    return list;
  }

  get isFailing(): boolean {
    return this.all.some(({ hasFailed }) => hasFailed);
  }

  /** Whether the last read of any list at or below `parent` failed. */
  hasFailed(parent: TreeRow): boolean {
    return this.listOf(parent)?.hasFailed === true || this.rows(parent).some((row) => this.hasFailed(row));
  }

  /** The latest request for a complete list of what is below `parent`, whichever read it was. */
  completeAt(parent: HasId): RequestTime | undefined {
    return this.#records.completeAt(parent.id);
  }

  /** Whether a later read of the row failed. */
  isOutdated(row: TreeRow): boolean {
    const hasData = row.readAt !== undefined || this.source.isParent(row);
    return hasData && (row.requestNumber ?? 0) < this.#failedNumber(row);
  }

  /** The number of the last request for a row, if it failed; else an earlier one, or 0. */
  #failedNumber(row: TreeRow): number {
    const list = this.listOf(row.parent);
    const known = this.find(row.id);
    const own = Math.max(list?.failedNumber ?? 0, (known && this.#failedRows.get(known)) ?? 0);
    // The rows of a list that was never read are known from lists above it.
    const isKnownFromAbove = list?.readAt === undefined && row.parent !== undefined;
    return isKnownFromAbove ? Math.max(own, this.#failedNumber(row.parent)) : own;
  }

  /** @returns a function that tells which of the rows have become outdated or current in the meantime */
  #agesOf(rows: () => readonly Row[]): () => readonly Row[] {
    const outdated = new Set(rows().filter((row) => this.isOutdated(row)));
    return () => rows().filter((row) => this.isOutdated(row) !== outdated.has(row));
  }

  /** Reads the first page of the list below `parent`, or the pages that it has if it is outdated. */
  async load(parent?: At, options: CallOptions = {}): Promise<void> {
    if (!this.closed.aborted) await this.add(parent?.id ?? this.rootId).load(options);
  }

  /**
   * Reads all pages of the list below `parent`, in the background.
   * @param isReread whether a list that has been read is read again; its old rows stay until the new ones arrive
   * @param isEnough called after each page: whether to read no others
   * @throws ServiceError if a page cannot be read
   */
  async readToEnd(
    parent: At,
    options: CallOptions,
    isReread = false,
    isEnough: () => boolean = () => false,
  ): Promise<readonly Row[]> {
    const signal = anySignal(this.closed, options.signal);
    const list = this.add(parent?.id ?? this.rootId);
    // Otherwise, a list that failed would never be read again.
    if ((isReread || list.error !== undefined) && !list.isBeingRead) list.markStale();
    await list.load({ ...options, signal });
    while (list.loaded.next !== undefined && list.error === undefined && !signal.aborted) {
      if (isEnough()) return this.rows(parent);
      const { loaded } = list;
      await list.readMore({ ...options, signal });
      if (list.loaded === loaded || list.nextPageError !== undefined) break;
      this.#report(list);
    }
    const error = list.error ?? list.nextPageError;
    if (error !== undefined) throw error;
    return this.rows(parent);
  }

  async loadMore(parent?: At): Promise<void> {
    const list = this.add(parent?.id ?? this.rootId);
    await (list.loadingMore ?? this.#whileLoadingMore(list, () => list.readMore({ signal: this.closed })));
  }

  /**
   * Loads all pages of the top-level list. Reports them rarely, because VS Code processes all rows each time.
   * @param onPage called after each page
   */
  async loadAll(signal: AbortSignal, onPage: () => void): Promise<LoadAllResult> {
    await this.load();
    const list = this.add(this.rootId);
    await list.loadingMore;
    const until = AbortSignal.any([signal, this.closed]);
    const loading: Promise<boolean> = this.#whileLoadingMore(list, async () => {
      const isCurrent = (): boolean => list.loadingMore === loading;
      let shown = list.loaded.rows.length;
      while (list.loaded.next !== undefined && isCurrent() && !until.aborted) {
        await list.readMore({ signal: until });
        onPage();
        if (list.nextPageError !== undefined) break;
        if (!isCurrent() || list.loaded.rows.length <= 2 * shown) continue;
        shown = list.loaded.rows.length;
        this.#report(list);
      }
      return !isCurrent();
    });
    const isReplaced = await loading;
    if (isReplaced) return 'replaced';
    if (list.readAt === undefined || list.nextPageError !== undefined) return 'failed';
    if (list.loaded.next !== undefined) return 'cancelled';
    return list.loaded.cut ?? 'complete';
  }

  /** Runs `read` while the list is loading more, then reports the result. */
  #whileLoadingMore<Result>(list: List<Row>, read: () => Promise<Result>): Promise<Result> {
    list.abandon('timer');
    const loading = Promise.resolve()
      .then(read)
      .finally(() => {
        // If the list was refreshed in the meantime, that refresh shows it.
        if (list.loadingMore !== loading) return;
        list.loadingMore = undefined;
        this.#report(list);
      });
    list.loadingMore = loading;
    this.#report(list);
    return loading;
  }

  /** Call this when the top-level list has a new source: it is then read from its first page. Its rows stay until then. */
  restart(): void {
    const list = this.add(this.rootId);
    list.restart();
    this.#report(list);
  }

  /**
   * Refreshes a row alone, with its list if it can't be read alone.
   * @throws ServiceError if the row itself cannot be read
   */
  async rereadRow(row: Parent, options: CallOptions): Promise<void> {
    if (await this.readRow(row, options)) return;
    const list = this.add(parentIdOf(row.id));
    const pageCount = pagesUpTo(list.loaded, row.id);
    if (pageCount === 0) return;
    if (!list.isStale) list.markStale();
    await list.load(undefined, pageCount);
  }

  /** Reads a row alone. @returns whether that is possible @throws ServiceError */
  async readRow(row: Parent, options: CallOptions): Promise<boolean> {
    const sent = timed(options);
    const fresh = await this.source.readRow?.(row, sent.options);
    if (fresh === undefined) return false;
    const list = this.add(parentIdOf(row.id));
    const rows = this.#records.take(list.id, [fresh], sent.time.requestNumber);
    this.updateRows(rows);
    this.#reportRead(list.id, rows, [], this.#records.completeAt(list.id), sent.time);
    return true;
  }

  /**
   * Takes over what another read than those of the lists returned.
   * @param time of their request: rows that are not in a whole list are gone, unless they were requested later
   */
  take(told: readonly RowList<Row, Parent>[], time: RequestTime): void {
    if (this.closed.aborted) return;
    const reports: (() => void)[] = [];
    for (const { parent, rows, isWhole } of told) {
      const list = this.add(parent?.id ?? this.rootId);
      const known = rows.flatMap(({ id }) => this.find(id) ?? []);
      const aged = this.#agesOf(() => known);
      const [below, changed] = [this.#records.below(list.id), new Set<Row>()];
      const records = this.#records.take(list.id, rows, time.requestNumber, changed);
      const wholeBefore = this.#records.completeAt(list.id);
      const gone = this.#end(list.id, records, isWhole, time);
      reports.push(() => {
        this.#reportRead(list.id, records, gone, wholeBefore, time);
      });
      for (const row of [...changed, ...aged()]) this.#changedRows.add(row);
      if (changed.size > 0 || this.#records.below(list.id) !== below) this.#changed(list);
    }
    this.fire();
    for (const report of reports) report();
  }

  /** Makes a row known that another read found, unless what contains it is gone. @returns its record */
  takeRow(row: Row): Row {
    const known = this.find(row.id);
    const isGone = row.parent !== undefined && this.find(row.parent.id) === undefined;
    if (known !== undefined || isGone) return known ?? row;
    const [record = row] = this.#records.take(parentIdOf(row.id), [row], 0);
    this.updateRows([record]);
    return record;
  }

  /**
   * Call this when another read than those of the lists failed: what was requested before is outdated.
   * @param requestNumber of the failed request
   */
  markOutdated(rows: readonly Row[], requestNumber: number): void {
    const all = rows.flatMap((row) => [row, ...this.descendants(row)]);
    const aged = this.#agesOf(() => all);
    for (const row of rows) {
      this.#failedRows.set(row, Math.max(requestNumber, this.#failedRows.get(row) ?? 0));
    }
    const changed = aged();
    for (const { id } of changed) this.source.onChange?.(id);
    this.notifyRows(changed);
  }

  /**
   * Removes rows that the service no longer has. Drops pending responses, which may still contain them.
   * @param time of the request that found that
   */
  remove(parent: At, isGone: (row: Row) => boolean, time: RequestTime): void {
    const list = this.#lists.get(parent?.id ?? this.rootId);
    if (list === undefined) return;
    // Even if it has no such row yet.
    list.remove(isGone);
    const removed = this.#records.below(list.id).filter(isGone);
    const gone = this.#removeRows(removed, time.requestNumber);
    this.#report(list);
    if (gone.length > 0) this.#reportRead(list.id, [], gone, this.#records.completeAt(list.id), time);
  }

  /** Call this when the user has added or removed something below `parent`. */
  updateAdded(parent: At): void {
    const list = this.add(parent?.id ?? this.rootId);
    this.#takeAdded(list.id);
    this.#report(list);
  }

  /** Reports rows that have changed, so that their lists may have to show them in another place. */
  updateRows(rows: readonly Row[]): void {
    for (const { id } of rows) this.#changedLists.add(parentIdOf(id));
    this.notifyRows(rows);
  }

  /** Reports rows that have to be drawn again. */
  notifyRows(rows: readonly Row[]): void {
    for (const row of rows) this.#changedRows.add(row);
    this.fire();
  }

  forget(id: string): void {
    this.#lists.get(id)?.markStale();
    this.#lists.delete(id);
  }

  /** Marks the lists at or below `id` as stale. @param isOpen whether a list is read at once */
  markStale(id: string, isOpen: (id: string) => boolean): void {
    for (const list of this.all) {
      if (!isAtOrBelow(list.id, id)) continue;
      const before = listEnd(list);
      list.markStale();
      list.loadingMore = undefined;
      // It is not read before it is shown, but an error may have passed.
      if (!isOpen(list.id)) list.error = list.nextPageError = undefined;
      if (!isSameJson(before, listEnd(list))) this.#changed(list);
    }
    this.fire();
  }

  readonly #reader: ListReader<Row> = {
    has: (list) => !this.closed.aborted && this.#lists.get(list.id) === list,
    read: ({ id, loaded }, options) => this.source.read(this.findParent(id), options, loaded.rows),
    onRead: (list, result, time) => {
      this.#takeOver(list, result, time);
    },
    onPage: ({ id }, rows, time) => {
      const records = this.#records.take(id, rows, time.requestNumber);
      this.#reportRead(id, records, [], this.#records.completeAt(id), time);
      return records;
    },
    onEnd: ({ id, loaded: { rows }, requested }) => {
      if (requested === undefined) return;
      const wholeBefore = this.#records.completeAt(id);
      const gone = this.#end(id, rows, true, requested);
      if (gone.length > 0) this.#reportRead(id, [], gone, wholeBefore, requested);
    },
    onStatus: ({ id }) => {
      this.source.onChange?.(id);
    },
  };

  /** Takes over what a read of a list returned. */
  #takeOver(list: List<Row>, result: LoadedList<Row> | ServiceError, time: RequestTime): void {
    const { id, hasBeenRead, isRead, failedNumber, loaded: before } = list;
    const [parent, end] = [this.findParent(id), listEnd(list)];
    const changed = new Set<Row>();
    const aged = this.#agesOf(() => list.loaded.rows);
    const wholeBefore = this.#records.completeAt(id);
    let rows: readonly Row[] = [];
    let gone: readonly Row[] = [];
    if (isServiceError(result)) list.fail(result, time);
    else {
      const pages = result.pages.map((page) => this.#records.take(id, page, time.requestNumber, changed));
      rows = pages.flat();
      const dropped = list.replace({ ...result, rows, pages }, time);
      gone = this.#end(id, rows, isWholeList(result), time, dropped);
    }
    // While a refresh fails, rows show their age.
    for (const row of aged()) changed.add(row);
    this.source.onChange?.(id);
    // Rows below a list that was never read are as outdated as the list above.
    const hasOtherAges = !hasBeenRead || failedNumber > 0 || list.failedNumber > 0;
    for (const row of hasOtherAges ? this.descendants(parent) : changed) this.source.onChange?.(row.id);
    const hasOtherRows = !areSame(list.loaded.rows, before.rows);
    this.#isReordered ||= hasOtherRows;
    const hasChanged = !hasBeenRead || hasOtherRows || changed.size > 0 || !isSameJson(end, listEnd(list));
    for (const row of changed) this.#changedRows.add(row);
    if (hasChanged || list.loaded.details !== undefined) this.#changed(list);
    // An error that concerned all lists may be over.
    if (hasChanged || list.isRead !== isRead || this.isFailing) this.fire();
    // One that failed told nothing.
    if (list.failedNumber === 0) this.#reportRead(id, rows, gone, wholeBefore, time);
  }

  #reportRead(
    id: string,
    rows: readonly Row[],
    gone: readonly Row[],
    wholeBefore: RequestTime | undefined,
    time: RequestTime,
  ): void {
    this.#onDidRead.fire({ parent: this.findParent(id), rows, gone, wholeBefore, ...timeOf(time) });
  }

  /**
   * Forgets what a read no longer returned of what is below the row with this ID.
   * @param dropped the rows that the list lacks now; without a complete list, no others are gone
   * @returns what a complete list does not have, with all below it
   */
  #end(
    id: string,
    rows: readonly Row[],
    isWhole: boolean,
    time: RequestTime,
    dropped: readonly Row[] = [],
  ): readonly Row[] {
    if (isWhole) this.#records.setComplete(id, time);
    const there = new Set(rows);
    const missing = isWhole ? this.#records.below(id).filter((row) => !there.has(row)) : dropped;
    // Whether requests mentioned it, the last time before this one.
    const isGone = (row: Row): boolean => {
      const mentionedAt = this.#records.mentionedAt(row);
      return mentionedAt > 0 && mentionedAt < time.requestNumber;
    };
    const gone = this.#removeRows(missing.filter(isGone));
    this.#takeAdded(id);
    return isWhole ? gone : [];
  }

  /** Takes over what the user added below the row with this ID, and forgets what the user removed. */
  #takeAdded(id: string): void {
    if (this.source.added === undefined) return;
    const added = new Set(
      this.#records.take(id, this.source.added(this.findParent(id)), 0, this.#changedRows),
    );
    const isOver = (row: Row): boolean => this.#records.mentionedAt(row) === 0 && !added.has(row);
    this.#removeRows(this.#records.below(id).filter(isOver));
  }

  /** Forgets rows with the same parent, with the lists below them: see `remove` of {@link Records}. */
  #removeRows(gone: readonly Row[], requestNumber?: number): readonly Row[] {
    const [first] = gone;
    if (first === undefined) return [];
    const all = this.#records.remove(gone, requestNumber);
    const removed = new Set(all);
    const list = this.#lists.get(parentIdOf(first.id));
    // A pending response from before does not bring them back.
    if (list?.loaded.rows.some((row) => removed.has(row)) === true) list.drop((row) => removed.has(row));
    for (const { id } of all) this.forget(id);
    return all;
  }

  /** Notes that a list changed, and what contains it, which may show that. */
  #changed({ id }: List<Row>): void {
    this.#changedLists.add(id);
    for (let row = this.find(id); row !== undefined; row = this.find(parentIdOf(row.id))) {
      this.#changedRows.add(row);
      this.#changedLists.add(parentIdOf(row.id));
    }
  }

  /** Reports a list that may have other rows. */
  #report(list: List<Row>): void {
    this.#isReordered = true;
    this.#changed(list);
    this.fire();
  }

  fire(): void {
    const changes = { lists: this.#changedLists, isReordered: this.#isReordered, rows: this.#changedRows };
    this.#changedLists = new Set();
    this.#isReordered = false;
    this.#changedRows = new Set();
    if (!this.closed.aborted) this.#onDidChange.fire(changes);
  }
}

/** What a list has besides its rows, as views show it. */
function listEnd({ error, nextPageError, loadingMore, loaded }: List<TreeRow>): readonly unknown[] {
  const { next, total, cut, note } = loaded;
  return [error, nextPageError, loadingMore !== undefined, next !== undefined, total, cut, note];
}

/** Where lists come from. */
export interface ListSource<Row extends TreeRow, Parent extends Row> extends RecordRules<Row> {
  /** The ID of the top-level list. All row IDs start with it. */
  readonly rootId: string;
  readonly isParent: (row: TreeRow) => row is Parent;
  /**
   * Reads the first page of the list below a row.
   * @param before the rows of the last successful read
   * @throws ServiceError
   */
  read(parent: Parent | undefined, options: CallOptions, before: readonly Row[]): Promise<RowPage<Row>>;
  /**
   * Reads a single row. Returns undefined if the service cannot, or no longer has it.
   * @throws ServiceError
   */
  readRow?(row: Parent, options: CallOptions): Promise<Row | undefined>;
  /** What the user added below a row: it is there until the user removes it, whatever lists say. */
  added?(parent: Parent | undefined): readonly Row[];
}

export interface RowList<Row extends TreeRow, Parent extends Row> {
  readonly parent: Parent | undefined;
  readonly rows: readonly Row[];
  /** Whether the parent has no other rows. */
  readonly isWhole: boolean;
}

/** What one read found below a parent; `readAt` and `requestNumber` are those of its first request. */
export interface RowReading<Row extends TreeRow, Parent extends Row> extends RequestTime {
  /** Undefined for the top level. */
  readonly parent: Parent | undefined;
  /** The records that it returned. */
  readonly rows: readonly Row[];
  /** The records that are no longer there, with all below them. */
  readonly gone: readonly Row[];
  /** When the whole list was requested before, so that other records have appeared since. */
  readonly wholeBefore: RequestTime | undefined;
}

/** What has changed at a time. */
export interface StoreChanges<Row extends TreeRow> {
  /** The IDs of the lists in which a row has changed, or which have other rows, another end or another error. */
  readonly lists: ReadonlySet<string>;
  /** Whether a list has other rows, or has them in another order. */
  readonly isReordered: boolean;
  /** The rows to draw again: something about them, or below them, has changed. */
  readonly rows: ReadonlySet<Row>;
}
