import { setMaxListeners } from 'node:events';
import { isServiceError, type ServiceError } from '../../service/errors';
import { timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions, Priority } from '../../service/schedule';
import {
  append,
  isWholeList,
  keptOf,
  needsAnotherPage,
  readList,
  replaceStart,
  type LoadedList,
  type ReadPage,
} from './loadedList';
import { isListRow, type StoreRow, type TreeRow } from './row';
import type { RowReading } from './rowSource';

/** What one read of a branch returned. */
type ListReading<Row extends TreeRow> = Omit<RowReading<Row, Row>, 'parent'>;

/** How the list of a branch is read. */
export interface ReadRequest<Row extends TreeRow, Details> {
  readonly read: ReadPage<Row, Details>;
  /** Turns the rows of a page into records. @param changed collects those that changed */
  readonly take: (rows: readonly Row[], time: RequestTime, changed: Set<Row>) => readonly Row[];
  /** The most pages to refresh; later ones are kept as they are. */
  readonly maxPages?: number | undefined;
  /** Called after each read that was not abandoned. */
  readonly onRead: (result: ReadResult<Row>) => void;
}

/** What a read of a list has changed. */
export interface ReadResult<Row extends TreeRow> {
  /** The rows whose content changed, or whether they are outdated. */
  readonly changed: ReadonlySet<Row>;
  readonly isFirst: boolean;
  /** Undefined if the read failed. */
  readonly reading: ListReading<Row> | undefined;
  /** The rows of the list of before that it lacks now. */
  readonly dropped: readonly Row[];
  /** Whether rows are outdated now, or no longer are. */
  readonly hasOtherAges: boolean;
}

interface PendingRead {
  readonly controller: AbortController;
  readonly priority: Priority;
  readonly done: Promise<void>;
}

/**
 * The list below one row. It is read when first shown, kept, and refreshed in the background. Old rows stay until new ones
 * arrive; if a read fails, they stay below the error.
 */
export class Branch<Row extends TreeRow, Parent extends Row, Details = undefined> {
  #list: LoadedList<Row, Details> = { rows: [], pageSizes: [] };
  #error: ServiceError | undefined;
  #nextPageError: ServiceError | undefined;
  #requested: RequestTime | undefined;
  /** The number of the last request, if it failed. */
  #failedNumber = 0;
  #hasBeenRead = false;
  /** Whether the next read is of another list, so that a row that it lacks may still exist. */
  #isReplaced = false;
  #isStale = true;
  #isClosed = false;
  #pending: PendingRead | undefined;
  #allRows: readonly StoreRow<Row, Parent>[] = [];
  #listRows: readonly StoreRow<Row, Parent>[] = [];
  #readingMore: { readonly next: ReadPage<Row, Details>; readonly done: Promise<void> } | undefined;

  /** Whether its rows are visible; undefined if not known, as for rows that VS Code has just requested. */
  isExpanded: boolean | undefined;
  /** The pending read of the next pages. */
  loadingMore: Promise<unknown> | undefined;
  /** The IDs of revealed rows, which filters don't hide. */
  readonly revealed = new Set<string>();
  /** The rows to show, in display order, unless a filter hides them: with those that the source and the store add. */
  get allRows(): readonly StoreRow<Row, Parent>[] {
    return this.#allRows;
  }

  /** Those of `allRows` that only say how the list is. */
  get listRows(): readonly StoreRow<Row, Parent>[] {
    return this.#listRows;
  }

  /** The pages of the last successful read. */
  get list(): LoadedList<Row, Details> {
    return this.#list;
  }

  /** Why the last read failed or is incomplete. */
  get error(): ServiceError | undefined {
    return this.#error;
  }

  /** Why the next page could not be read. */
  get nextPageError(): ServiceError | undefined {
    return this.#nextPageError;
  }

  /** When the list was requested, in milliseconds since 1970; undefined before the first successful read. */
  get readAt(): number | undefined {
    return this.#requested?.readAt;
  }

  /** The number of that request: see `RequestTime`. */
  get requestNumber(): number | undefined {
    return this.#requested?.requestNumber;
  }

  /** Whether a read has ended, successfully or not. */
  get hasBeenRead(): boolean {
    return this.#hasBeenRead;
  }

  /** Whether the list must be refreshed. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Whether a request is pending: its response may predate a change made in the meantime. */
  get isBeingRead(): boolean {
    return this.#pending !== undefined;
  }

  /** Whether the last read of the list or its next page failed. */
  get hasFailed(): boolean {
    return this.#error !== undefined || this.#nextPageError !== undefined;
  }

  /** Whether a row is older than a read that failed. */
  isOutdated({ requestNumber = 0 }: TreeRow): boolean {
    return requestNumber < this.#failedNumber;
  }

  /** Marks the rows as outdated that were requested before another read of them, which failed. */
  markOutdated(requestNumber: number): void {
    this.#failedNumber = Math.max(this.#failedNumber, requestNumber);
  }

  /** Sets the rows to show. The array stays the same if they do. */
  show(rows: readonly StoreRow<Row, Parent>[]): void {
    const before = this.#allRows;
    if (rows.length === before.length && rows.every((row, index) => row === before[index])) return;
    this.#allRows = rows;
    this.#listRows = rows.filter(isListRow);
  }

  /**
   * Waits until the list is current or reading it has failed. Concurrent calls share one read, but the user does not wait
   * for a timer.
   */
  async load(
    request: ReadRequest<Row, Details>,
    { signal, priority = 'user' }: CallOptions = {},
  ): Promise<void> {
    while (this.#isStale && !this.#isClosed && signal?.aborted !== true) {
      if (priority === 'user') this.stopRenewing();
      this.#pending ??= this.#start(request, priority);
      await this.#doneUnless(signal, this.#pending);
    }
  }

  /** Refreshes the list automatically. A read that the user asked for takes precedence. */
  async renew(request: ReadRequest<Row, Details>, signal: AbortSignal): Promise<void> {
    if (this.#isStale || this.#isClosed || this.isBeingRead || signal.aborted) return;
    this.#pending = this.#start(request, 'timer');
    await this.#doneUnless(signal, this.#pending);
  }

  /** Waits for a read. If `signal` is aborted, abandons the read unless the user asked for it. */
  async #doneUnless(signal: AbortSignal | undefined, { done }: PendingRead): Promise<void> {
    if (signal === undefined) {
      await done;
      return;
    }
    const stop = (): void => {
      this.stopRenewing();
    };
    // With one listener per branch, Node would warn about a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', stop);
    try {
      await done;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Abandons a read by a timer, but no read that the user asked for. */
  stopRenewing(): void {
    if (this.#pending?.priority === 'timer') this.#giveUp();
  }

  /**
   * Reads the next page, and a few more if it has no new rows. A ServiceError becomes `nextPageError`. Concurrent calls
   * share one read: reading a page twice would look like a repeated page token.
   * @param onRead called after each page, unless another call already reads it
   */
  async readMore(
    { take }: Pick<ReadRequest<Row, Details>, 'take'>,
    options: CallOptions,
    onRead: (reading: ListReading<Row>) => void,
  ): Promise<void> {
    const { next } = this.#list;
    if (next === undefined) return;
    if (this.#readingMore?.next !== next)
      this.#readingMore = { next, done: this.#readOn(next, take, options, onRead) };
    const reading = this.#readingMore;
    try {
      await reading.done;
    } finally {
      if (this.#readingMore === reading) this.#readingMore = undefined;
    }
  }

  async #readOn(
    next: ReadPage<Row, Details>,
    take: ReadRequest<Row, Details>['take'],
    options: CallOptions,
    onRead: (reading: ListReading<Row>) => void,
  ): Promise<void> {
    const firstPage = this.#list.pageSizes.length;
    this.#nextPageError = undefined;
    try {
      do {
        const sent = timed(options);
        const page = await next(sent.options);
        if (this.#list.next !== next) return;
        const { length } = this.#list.rows;
        this.#list = append(this.#list, { ...page, rows: take(page.rows, sent.time, new Set()) });
        this.#nextPageError = page.error;
        onRead({ rows: this.#list.rows.slice(length), isWhole: false, ...sent.time });
      } while (this.#list.next === next && needsAnotherPage(this.#list, firstPage));
    } catch (error) {
      if (!isServiceError(error)) throw error;
      // The list was refreshed in the meantime.
      if (this.#list.next !== next || error.kind === 'cancelled') return;
      this.#nextPageError = error;
    }
  }

  /** Removes rows from the list that the service no longer has. Drops a pending response, which may still contain them. */
  remove(isGone: (row: Row) => boolean): void {
    this.#list = keptOf(this.#list, (row) => !isGone(row));
    this.stopRenewing();
    if (this.isBeingRead) this.markStale();
  }

  /** Marks the list for a refresh. Abandons a read in progress. */
  markStale(): void {
    this.#isStale = true;
    this.#giveUp();
  }

  /** Like `markStale`, for a list that is not reread before it is shown: its rows stay, but an error may have passed. */
  setAside(): void {
    this.markStale();
    // Otherwise, a list that could not be read would look empty.
    this.#hasBeenRead = this.#requested !== undefined;
    this.#error = undefined;
    this.#nextPageError = undefined;
  }

  /** Marks the list to be reread from its first page. Its rows stay until then, without "Load more". */
  restart(): void {
    this.#list = { rows: this.#list.rows, pageSizes: [] };
    this.#isReplaced = true;
    this.#nextPageError = undefined;
    this.markStale();
  }

  /** Ends all pending reads. Nothing is read afterwards. */
  close(): void {
    this.#isClosed = true;
    this.markStale();
  }

  #giveUp(): void {
    this.#pending?.controller.abort();
    this.#pending = undefined;
  }

  #start(request: ReadRequest<Row, Details>, priority: Priority): PendingRead {
    const controller = new AbortController();
    const { signal } = controller;
    const sent = timed<CallOptions>({ signal, priority });
    const loadedPages = (): number => Math.min(request.maxPages ?? Infinity, this.#list.pageSizes.length);
    const done = readList(request.read, sent.options, loadedPages).then(
      (list) => {
        if (!signal.aborted) this.#finish(request, sent.time, list);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        this.#pending = undefined;
        if (!isServiceError(error)) throw error;
        this.#finish(request, sent.time, error);
      },
    );
    return { controller, priority, done };
  }

  #finish(
    { take, onRead }: ReadRequest<Row, Details>,
    time: RequestTime,
    result: LoadedList<Row, Details> | ServiceError,
  ): void {
    const isFirst = !this.#hasBeenRead;
    const wereOutdated = new Set(this.#list.rows.filter((row) => this.isOutdated(row)));
    const changed = new Set<Row>();
    let reading: ListReading<Row> | undefined;
    let dropped: readonly Row[] = [];
    this.#pending = undefined;
    this.#hasBeenRead = true;
    this.#isStale = false;
    if (isServiceError(result)) {
      this.#error = result;
      this.#failedNumber = time.requestNumber;
    } else {
      const before = this.#list.rows;
      const rows = take(result.rows, time, changed);
      reading = { rows, isWhole: isWholeList(result), ...time };
      const taken = new Set(rows.map(({ id }) => id));
      this.#replace({ ...keptOf(result, ({ id }) => taken.has(id)), rows });
      const listed = new Set(this.#list.rows);
      if (!this.#isReplaced) dropped = before.filter((row) => !listed.has(row));
      this.#isReplaced = false;
      this.#error = result.error;
      // Then, the rows are from an earlier read of another list.
      const isCurrent = result.error === undefined && result.isOutdated !== true;
      this.#failedNumber = isCurrent ? 0 : time.requestNumber;
      this.#requested = time;
    }
    // While a refresh fails, rows show their age.
    for (const row of this.#list.rows) if (this.isOutdated(row) !== wereOutdated.has(row)) changed.add(row);
    const hasOtherAges = wereOutdated.size > 0 || this.#failedNumber > 0;
    onRead({ changed, isFirst, reading, dropped, hasOtherAges });
  }

  #replace(list: LoadedList<Row, Details>): void {
    const hasAllPages = list.next === undefined || list.pageSizes.length >= this.#list.pageSizes.length;
    if (hasAllPages) this.#nextPageError = undefined;
    this.#list = hasAllPages ? list : replaceStart(this.#list, list);
  }
}
