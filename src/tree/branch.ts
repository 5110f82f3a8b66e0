import { setMaxListeners } from 'node:events';
import { isServiceError, type ServiceError } from '../service/errors';
import type { Priority } from '../service/schedule';
import {
  append,
  needsAnotherPage,
  pagesUpTo,
  readList,
  replaceStart,
  type LoadedList,
  type ReadPage,
} from './loadedList';
import { reuseRows, type StoreRow, type TreeRow } from './row';

/** How the list of a branch is read. */
export interface Reading<Row, Details> {
  readonly read: ReadPage<Row, Details>;
  /** The most pages to read again. If there are more, the later ones stay as they are. */
  readonly maxPages?: number | undefined;
  /** Called after each reading that was not given up, with the rows whose content changed. */
  readonly onRead: (changed: ReadonlySet<Row>, isFirst: boolean) => void;
}

interface CurrentReading {
  readonly controller: AbortController;
  readonly priority: Priority;
  readonly done: Promise<void>;
}

/**
 * The list below one row. It is read when it is first shown, kept, and read again in the background. The last good rows stay
 * until new ones arrive, and below the error if a reading fails.
 */
export class Branch<Row extends TreeRow, Parent extends Row, Details = undefined> {
  #list: LoadedList<Row, Details> = { rows: [], pageSizes: [] };
  #error: ServiceError | undefined;
  #nextPageError: ServiceError | undefined;
  #readAt: number | undefined;
  #isOutdated = false;
  #hasBeenRead = false;
  #isStale = true;
  #isClosed = false;
  #reading: CurrentReading | undefined;
  #readingMore: { readonly next: ReadPage<Row, Details>; readonly done: Promise<boolean> } | undefined;

  /** Whether its rows are in sight; undefined if that is not known, as for those that VS Code asked for just now. */
  isExpanded: boolean | undefined;
  /** The reading of further pages. */
  loadingMore: Promise<unknown> | undefined;
  /** Rows that the source adds to the list. */
  extraRows: readonly Row[] = [];
  /** Rows that a user went to and that no page has yet. */
  revealedRows: readonly Row[] = [];
  /** The IDs of rows that a user went to, which no filter hides. */
  readonly keptIds = new Set<string>();
  /** All of these rows in the order of the tree, with those that the store adds. */
  allRows: readonly StoreRow<Row, Parent>[] = [];

  /** The pages of the last good reading. */
  get list(): LoadedList<Row, Details> {
    return this.#list;
  }

  /** Why the last reading failed, or has fewer rows than it could. */
  get error(): ServiceError | undefined {
    return this.#error;
  }

  /** Why the next page could not be read. */
  get nextPageError(): ServiceError | undefined {
    return this.#nextPageError;
  }

  /** When the list was requested, in milliseconds since 1970; undefined before the first good reading. */
  get readAt(): number | undefined {
    return this.#readAt;
  }

  /** Whether a reading has ended, successfully or not. */
  get hasBeenRead(): boolean {
    return this.#hasBeenRead;
  }

  /** Whether the list must be read again. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Whether a response is outstanding: it may have the state before a change that was made in the meantime. */
  get isBeingRead(): boolean {
    return this.#reading !== undefined;
  }

  /** Whether the last reading, of the list or its next page, failed. */
  get hasFailed(): boolean {
    return this.#error !== undefined || this.#nextPageError !== undefined;
  }

  /** Whether the rows are from before a failed reading. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Waits until the list is current or its reading has failed. Concurrent calls share one reading. */
  async load(reading: Reading<Row, Details>): Promise<void> {
    while (this.#isStale && !this.#isClosed) {
      this.#reading ??= this.#start(reading, 'user');
      await this.#reading.done;
    }
  }

  /** Reads the list again for a timer, in the background. A reading for a user takes precedence. */
  async renew(reading: Reading<Row, Details>, signal: AbortSignal): Promise<void> {
    if (this.#isStale || this.#isClosed || this.isBeingRead || signal.aborted) return;
    this.#reading = this.#start(reading, 'timer');
    const stop = (): void => {
      this.stopRenewing();
    };
    // There is a listener for each branch, which Node would report as a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', stop);
    try {
      await this.#reading.done;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Gives up a reading for a timer, but none for a user. */
  stopRenewing(): void {
    if (this.#reading?.priority === 'timer') this.#giveUp();
  }

  /**
   * Reads the next page. If it has no new rows, it reads on, for some pages. A ServiceError becomes `nextPageError`.
   * Concurrent calls share one reading: the service would seem to repeat the token of a page that is read twice.
   * @returns whether anything changed; false if the list was read again in the meantime
   */
  async readMore(signal: AbortSignal): Promise<boolean> {
    const { next } = this.#list;
    if (next === undefined) return false;
    if (this.#readingMore?.next !== next) this.#readingMore = { next, done: this.#readOn(next, signal) };
    const reading = this.#readingMore;
    try {
      return await reading.done;
    } finally {
      if (this.#readingMore === reading) this.#readingMore = undefined;
    }
  }

  async #readOn(next: ReadPage<Row, Details>, signal: AbortSignal): Promise<boolean> {
    const firstPage = this.#list.pageSizes.length;
    this.#nextPageError = undefined;
    try {
      do {
        const page = await next({ signal });
        if (this.#list.next !== next) return false;
        this.#list = append(this.#list, page);
      } while (this.#list.next === next && needsAnotherPage(this.#list, firstPage));
      return true;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (this.#list.next !== next || error.kind === 'cancelled') return false;
      this.#nextPageError = error;
      return true;
    }
  }

  /** Removes a row that the service no longer has. */
  remove(row: Row): void {
    const { rows, pageSizes } = this.#list;
    const index = rows.indexOf(row);
    if (index === -1) return;
    const page = pagesUpTo(this.#list, index) - 1;
    this.#list = {
      ...this.#list,
      rows: rows.toSpliced(index, 1),
      pageSizes: pageSizes.map((size, place) => (place === page ? size - 1 : size)),
    };
  }

  /** The list must be read again. A reading in progress is given up. */
  markStale(): void {
    this.#isStale = true;
    this.#giveUp();
  }

  /** The list must be read again from its first page. Its rows stay until then, but the list does not continue. */
  restart(): void {
    this.#list = { rows: this.#list.rows, pageSizes: [] };
    this.#nextPageError = undefined;
    this.markStale();
  }

  /** Ends all waiting. Nothing is read any more. */
  close(): void {
    this.#isClosed = true;
    this.markStale();
  }

  #giveUp(): void {
    this.#reading?.controller.abort();
    this.#reading = undefined;
  }

  #start(reading: Reading<Row, Details>, priority: Priority): CurrentReading {
    const controller = new AbortController();
    const { signal } = controller;
    const requestedAt = Date.now();
    const loadedPages = (): number => Math.min(reading.maxPages ?? Infinity, this.#list.pageSizes.length);
    const done = readList(reading.read, { signal, priority }, loadedPages).then(
      (list) => {
        if (!signal.aborted) this.#finish(reading, requestedAt, list);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        this.#reading = undefined;
        if (!isServiceError(error)) throw error;
        this.#finish(reading, requestedAt, error);
      },
    );
    return { controller, priority, done };
  }

  #finish(
    { onRead }: Reading<Row, Details>,
    requestedAt: number,
    result: LoadedList<Row, Details> | ServiceError,
  ): void {
    const isFirst = !this.#hasBeenRead;
    const wasOutdated = this.#isOutdated;
    const changed = new Set<Row>();
    this.#reading = undefined;
    this.#hasBeenRead = true;
    this.#isStale = false;
    if (isServiceError(result)) {
      this.#error = result;
      this.#isOutdated = true;
    } else {
      this.#replace({ ...result, rows: reuseRows(this.#list.rows, result.rows, changed) });
      this.#error = result.error;
      this.#isOutdated = false;
      this.#readAt = requestedAt;
    }
    // Rows say how old they are while they cannot be read again.
    if (this.#isOutdated !== wasOutdated) for (const row of this.#list.rows) changed.add(row);
    onRead(changed, isFirst);
  }

  #replace(list: LoadedList<Row, Details>): void {
    const isWhole = list.next === undefined || list.pageSizes.length >= this.#list.pageSizes.length;
    if (isWhole) this.#nextPageError = undefined;
    this.#list = isWhole ? list : replaceStart(this.#list, list);
  }
}
