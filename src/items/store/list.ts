import { isServiceError, type ServiceError } from '../../service/errors';
import { timed, type RequestTime } from '../../service/requestTime';
import type { Priority, CallOptions } from '../../service/operations';
import {
  append,
  droppedFrom,
  isWholeList,
  keptOf,
  needsAnotherPage,
  readList,
  replaceStart,
  type LoadedList,
  type ReadPage,
  type RowPage,
} from './loadedList';
import type { TreeRow } from './row';

export interface ListReader<Row extends TreeRow> {
  /** Whether a list may be read: it is not forgotten. */
  has(list: List<Row>): boolean;
  read(list: List<Row>, options: CallOptions): Promise<RowPage<Row>>;
  /** Called with what each read returned that was not abandoned. */
  onRead(list: List<Row>, result: LoadedList<Row> | ServiceError, time: RequestTime): void;
  /** Called with the rows of each further page. @returns their records */
  onPage(list: List<Row>, rows: readonly Row[], time: RequestTime): readonly Row[];
  onEnd(list: List<Row>): void;
  /** Called when `isRead` may have changed, except by `onRead`. */
  onStatus(list: List<Row>): void;
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
export class List<Row extends TreeRow> {
  /** The pages of the last successful read. */
  loaded: LoadedList<Row> = { rows: [], pages: [] };
  /** Why the last read failed or is incomplete. */
  error: ServiceError | undefined;
  nextPageError: ServiceError | undefined;
  /** When the list was requested; undefined before the first successful read. */
  requested: RequestTime | undefined;
  /** When the last read failed; undefined if it succeeded. */
  failed: RequestTime | undefined;
  isStale = true;
  /** The pending read of the next pages that the user waits for. */
  loadingMore: Promise<unknown> | undefined;

  #pending: PendingRead | undefined;
  readonly #readingMore = new Map<ReadPage<Row>, Promise<void>>();

  /** @param id of the row above, or of the view */
  constructor(
    readonly id: string,
    private readonly reader: ListReader<Row>,
  ) {}

  /** In milliseconds since 1970. */
  get readAt(): number | undefined {
    return this.requested?.readAt;
  }

  get requestNumber(): number | undefined {
    return this.requested?.requestNumber;
  }

  /** Rows that were requested before this number are outdated. */
  get failedNumber(): number {
    return this.failed?.requestNumber ?? 0;
  }

  /** Whether a read has ended, successfully or not. */
  get hasBeenRead(): boolean {
    return this.readAt !== undefined || this.error !== undefined;
  }

  /** Whether it has been read to its end, and no refresh has outdated it since. */
  get isRead(): boolean {
    return this.readAt !== undefined && this.loaded.next === undefined && !this.hasFailed && !this.isStale;
  }

  /** Whether a read, however old, returned all that the service has. */
  get isWhole(): boolean {
    return this.requested !== undefined && isWholeList(this.loaded);
  }

  /** Whether a request is pending: its response may predate a change made in the meantime. */
  get isBeingRead(): boolean {
    return this.#pending !== undefined;
  }

  /** Whether the last read of the list or its next page failed. */
  get hasFailed(): boolean {
    return this.error !== undefined || this.nextPageError !== undefined;
  }

  /**
   * Waits until the list is current or reading it has failed. Concurrent calls share one read, but the user does not wait
   * for a timer.
   * @param maxPages the most pages to refresh; later ones are kept as they are
   */
  async load(options: CallOptions = {}, maxPages = Infinity): Promise<void> {
    while (this.isStale && this.reader.has(this) && options.signal?.aborted !== true) {
      if (options.priority !== 'timer') this.abandon('timer');
      this.#pending ??= this.#start(options, maxPages);
      await this.#pending.done;
    }
  }

  /** Refreshes the list for a timer. A read that the user asked for takes precedence. */
  async renew(signal: AbortSignal, maxPages: number): Promise<void> {
    if (this.isStale || !this.reader.has(this) || this.isBeingRead || signal.aborted) return;
    this.#pending = this.#start({ signal, priority: 'timer' }, maxPages);
    await this.#pending.done;
  }

  /** A read that the user asked for does not end with `signal`: others may wait for it. */
  #start({ signal: given, priority = 'user' }: CallOptions, maxPages: number): PendingRead {
    const controller = new AbortController();
    const isTimer = priority === 'timer' && given !== undefined;
    const signal = isTimer ? AbortSignal.any([controller.signal, given]) : controller.signal;
    const sent = timed<CallOptions>({ signal, priority });
    const pageCount = (): number => Math.min(maxPages, this.loaded.pages.length);
    const done = readList((options) => this.reader.read(this, options), sent.options, pageCount)
      .catch((error: unknown) => {
        if (isServiceError(error)) return error;
        if (!signal.aborted) throw error;
        return undefined;
      })
      .finally(() => {
        if (this.#pending?.controller === controller) this.#pending = undefined;
      })
      .then((result) => {
        if (result !== undefined && !signal.aborted) this.reader.onRead(this, result, sent.time);
      });
    return { controller, priority, done };
  }

  fail(error: ServiceError, time: RequestTime): void {
    this.error = error;
    this.isStale = false;
    this.failed = time;
  }

  /** Reads the list from its first page when it is loaded next, as another one. Its rows stay until then. */
  restart(): void {
    this.loadingMore = undefined;
    this.nextPageError = undefined;
    this.loaded = { rows: this.loaded.rows, pages: [] };
    this.markStale();
  }

  /**
   * Takes over what a read returned.
   * @returns the earlier rows that are gone
   */
  replace(list: LoadedList<Row>, time: RequestTime): readonly Row[] {
    const before = this.loaded;
    const hasAllPages = list.next === undefined || list.pages.length >= before.pages.length;
    if (hasAllPages) this.nextPageError = undefined;
    this.loaded = hasAllPages ? list : replaceStart(before, list);
    this.error = list.error;
    this.isStale = false;
    this.requested = time;
    // Otherwise, the rows are from an earlier read of another list.
    const isCurrent = list.error === undefined && list.isOutdated !== true;
    if (!isCurrent) this.failed = time;
    // What is on later pages was not read again.
    else if (hasAllPages) this.failed = undefined;
    return droppedFrom(before, this.loaded);
  }

  /**
   * Reads the next page, and a few more if it has no new rows. A ServiceError becomes `nextPageError`. Concurrent calls
   * share one read: reading a page twice would look like a repeated page token.
   */
  async readMore(options: CallOptions): Promise<void> {
    const { next } = this.loaded;
    if (next === undefined) return;
    const reading =
      this.#readingMore.get(next) ??
      this.#readOn(next, options).finally(() => this.#readingMore.delete(next));
    this.#readingMore.set(next, reading);
    await reading;
  }

  async #readOn(next: ReadPage<Row>, options: CallOptions): Promise<void> {
    const firstPage = this.loaded.pages.length;
    this.nextPageError = undefined;
    try {
      do {
        const sent = timed(options);
        const page = await next(sent.options);
        if (this.loaded.next !== next) return;
        this.loaded = append(this.loaded, { ...page, rows: this.reader.onPage(this, page.rows, sent.time) });
        this.nextPageError = page.error;
      } while (this.loaded.next === next && needsAnotherPage(this.loaded, firstPage));
      if (this.isWhole) this.reader.onEnd(this);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      // The list was refreshed in the meantime.
      if (this.loaded.next !== next || error.kind === 'cancelled') return;
      this.nextPageError = error;
    } finally {
      this.reader.onStatus(this);
    }
  }

  drop(isGone: (row: Row) => boolean): void {
    this.loaded = keptOf(this.loaded, (row) => !isGone(row));
  }

  /** Removes rows from the list that the service no longer has. Drops a pending response, which may still contain them. */
  remove(isGone: (row: Row) => boolean): void {
    this.drop(isGone);
    this.abandon('timer');
    if (this.isBeingRead) this.markStale();
  }

  /** Marks the list for a refresh. Abandons a read in progress. */
  markStale(): void {
    this.isStale = true;
    this.reader.onStatus(this);
    this.abandon();
  }

  /** Abandons the pending read. @param priority only one of this priority */
  abandon(priority = this.#pending?.priority): void {
    if (this.#pending?.priority !== priority) return;
    this.#pending?.controller.abort();
    this.#pending = undefined;
  }
}
