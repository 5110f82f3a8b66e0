import type { ServiceError } from '../../service/errors';
import type { Cut, Pages } from '../../service/pages';
import { timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';
import type { TreeRow } from './row';

/** One page of a list of rows. */
export interface RowPage<Row, Details = undefined> {
  readonly rows: readonly Row[];
  /** How many items the whole list has, if known. */
  readonly total?: number | undefined;
  /** Reads the next page; undefined on the last one. After an error, it can be called again. */
  readonly next?: ReadPage<Row, Details> | undefined;
  /** Why Poolview stops reading the list here. */
  readonly cut?: Cut | undefined;
  /** A row at the end of the list that says what is missing. */
  readonly note?: Row | undefined;
  /** Whether the service was asked for a part of the list only, by a filter. */
  readonly isFiltered?: boolean | undefined;
  /** Whether the service told nothing of the rows, which are known from before. */
  readonly isOutdated?: boolean | undefined;
  /** Why the rows are incomplete. */
  readonly error?: ServiceError | undefined;
  /** What this read revealed about the parent. */
  readonly details?: Details | undefined;
}

/** @throws ServiceError */
export type ReadPage<Row, Details = undefined> = (options: CallOptions) => Promise<RowPage<Row, Details>>;

/** The loaded pages of a list. */
export interface LoadedList<Row, Details = undefined> extends RowPage<Row, Details> {
  /** The number of rows on each page. */
  readonly pageSizes: readonly number[];
}

/** The most pages without new rows that are read for one click. */
const maxEmptyPages = 5;

/** Reads a paginated list as rows; `toRows` also gets the time of the request. */
export function readPages<Item, Row>(
  pages: Pages<Item>,
  toRows: (items: readonly Item[], time: RequestTime) => readonly Row[],
): ReadPage<Row, never> {
  const read: ReadPage<Row, never> = async (options) => {
    const sent = timed(options);
    const { value: page } = await pages.next(sent.options);
    return {
      rows: toRows(page?.items ?? [], page?.requestedAt ?? sent.time),
      total: page?.total,
      next: pages.done ? undefined : read,
      cut: pages.cut,
    };
  };
  return read;
}

/**
 * Reads the first pages of a list.
 * @param pageCount how many; may change during the read. If none of them has rows, a few more are read, and none after an error.
 */
export async function readList<Row extends TreeRow, Details>(
  read: ReadPage<Row, Details>,
  options: CallOptions,
  pageCount: () => number,
): Promise<LoadedList<Row, Details>> {
  let list = append({ rows: [], pageSizes: [] }, await read(options));
  while (
    list.next !== undefined &&
    list.error === undefined &&
    (list.pageSizes.length < pageCount() || needsAnotherPage(list))
  ) {
    list = append(list, await list.next(options));
  }
  return list;
}

/** `list` with the new rows of one more page. */
export function append<Row extends TreeRow, Details>(
  list: LoadedList<Row, Details>,
  page: RowPage<Row, Details>,
): LoadedList<Row, Details> {
  const ids = new Set(list.rows.map(({ id }) => id));
  const rows = page.rows.filter(({ id }) => !ids.has(id) && ids.add(id));
  return {
    ...page,
    details: page.details ?? list.details,
    rows: [...list.rows, ...rows],
    pageSizes: [...list.pageSizes, rows.length],
  };
}

/** Whether the pages from index `from` on have no rows, and another page is worth reading. */
export function needsAnotherPage({ pageSizes }: LoadedList<unknown, unknown>, from = 0): boolean {
  const sizes = pageSizes.slice(from);
  return sizes.length < maxEmptyPages && sizes.every((size) => size === 0);
}

/**
 * `list` with its first pages replaced by those of `start`. Rows after the last one still present may have moved to the
 * next page, which was not read, so they stay.
 */
export function replaceStart<Row extends TreeRow, Details>(
  list: LoadedList<Row, Details>,
  start: LoadedList<Row, Details>,
): LoadedList<Row, Details> {
  const ids = new Set(start.rows.map(({ id }) => id));
  const count = start.pageSizes.length;
  const end = sum(list.pageSizes.slice(0, count));
  const lastKept = list.rows.slice(0, end).findLastIndex(({ id }) => ids.has(id));
  // The moved rows become part of the first page that was not read.
  let from = lastKept + 1;
  let to = end;
  const pages = list.pageSizes.slice(count).map((size) => {
    to += size;
    const page = list.rows.slice(from, to).filter(({ id }) => !ids.has(id));
    from = to;
    return page;
  });
  return {
    ...list,
    total: start.total,
    rows: [...start.rows, ...pages.flat()],
    pageSizes: [...start.pageSizes, ...pages.map(({ length }) => length)],
  };
}

/** `list` without some of its rows. */
export function keptOf<Row, Details>(
  list: LoadedList<Row, Details>,
  isKept: (row: Row) => boolean,
): LoadedList<Row, Details> {
  let end = 0;
  const pageSizes = list.pageSizes.map((size) => list.rows.slice(end, (end += size)).filter(isKept).length);
  return { ...list, rows: list.rows.filter(isKept), pageSizes };
}

/** How many pages to read to refresh the row at `index`. */
export function pagesUpTo({ pageSizes }: LoadedList<unknown, unknown>, index: number): number {
  let end = 0;
  return 1 + pageSizes.findIndex((size) => (end += size) > index);
}

/** Whether a list that was read at once has all rows that the service has. A note says that some may be missing. */
export function isWholeList({ isFiltered, next, cut, note, error }: LoadedList<unknown, unknown>): boolean {
  return isFiltered !== true && [next, cut, note, error].every((rest) => rest === undefined);
}

/** How many rows are loaded. */
export function loadedCount({ pageSizes }: LoadedList<unknown, unknown>): number {
  return sum(pageSizes);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
