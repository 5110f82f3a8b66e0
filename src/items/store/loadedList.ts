import type { ServiceError } from '../../service/errors';
import type { Cut, Pages } from '../../service/pages';
import { timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/operations';
import type { TreeRow } from './row';

/** What the reads of a list tell besides its rows. */
export interface ListDetails {
  /** How many items were read that the rows are gathered from; undefined if the service lists the rows themselves. */
  readonly gatheredFrom: { readonly loaded: number; readonly total: number | undefined } | undefined;
}

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  /** How many items the whole list has, if known. */
  readonly total?: number | undefined;
  /** Reads the next page; undefined on the last one. After an error, it can be called again. */
  readonly next?: ReadPage<Row> | undefined;
  /** Why Poolview stops reading the list here. */
  readonly cut?: Cut | undefined;
  /** A row at the end of the list that says what is missing. */
  readonly note?: Row | undefined;
  /** Whether the service was asked for a part of the list only, by a filter. */
  readonly isFiltered?: boolean | undefined;
  /** Whether the service told nothing of the rows, which are known from before. */
  readonly isOutdated?: boolean | undefined;
  readonly error?: ServiceError | undefined;
  readonly details?: ListDetails | undefined;
}

/** @throws ServiceError */
export type ReadPage<Row> = (options: CallOptions) => Promise<RowPage<Row>>;

export interface LoadedList<Row> extends RowPage<Row> {
  /** The rows of each page; none if they are from an earlier read of another list. */
  readonly pages: readonly (readonly Row[])[];
}

/** The most pages without new rows that are read for one click. */
const maxEmptyPages = 5;

/** Reads a paginated list as rows; `toRows` also gets the time of the request. */
export function readPages<Item, Row>(
  pages: Pages<Item>,
  toRows: (items: readonly Item[], time: RequestTime) => readonly Row[],
): ReadPage<Row> {
  const read: ReadPage<Row> = async (options) => {
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
export async function readList<Row extends TreeRow>(
  read: ReadPage<Row>,
  options: CallOptions,
  pageCount: () => number,
): Promise<LoadedList<Row>> {
  let list = append({ rows: [], pages: [] }, await read(options));
  while (
    list.next !== undefined &&
    list.error === undefined &&
    (list.pages.length < pageCount() || needsAnotherPage(list))
  ) {
    list = append(list, await list.next(options));
  }
  return list;
}

/** `list` with the new rows of one more page. */
export function append<Row extends TreeRow>(list: LoadedList<Row>, page: RowPage<Row>): LoadedList<Row> {
  const ids = new Set(list.rows.map(({ id }) => id));
  const rows = page.rows.filter(({ id }) => !ids.has(id) && ids.add(id));
  return {
    ...page,
    details: page.details ?? list.details,
    rows: [...list.rows, ...rows],
    pages: [...list.pages, rows],
  };
}

/** Whether the pages from index `from` on have no rows, and another page is worth reading. */
export function needsAnotherPage(list: LoadedList<unknown>, from = 0): boolean {
  const pages = list.pages.slice(from);
  return pages.length < maxEmptyPages && pages.every(({ length }) => length === 0);
}

/**
 * `list` with its first pages replaced by those of `start`. Rows after the last one still present may have moved to the
 * next page, which was not read, so they stay.
 */
export function replaceStart<Row extends TreeRow>(
  list: LoadedList<Row>,
  start: LoadedList<Row>,
): LoadedList<Row> {
  const ids = new Set(start.rows.map(({ id }) => id));
  const count = start.pages.length;
  const replaced = list.pages.slice(0, count).flat();
  const moved = replaced.slice(replaced.findLastIndex(({ id }) => ids.has(id)) + 1);
  // They become part of the first page that was not read.
  const [next = [], ...others] = list.pages.slice(count);
  const rest = [[...moved, ...next], ...others].map((page) => page.filter(({ id }) => !ids.has(id)));
  const pages = [...start.pages, ...rest];
  return { ...list, total: start.total, rows: pages.flat(), pages };
}

/**
 * The rows that a list has lost, read again as `now`. Those after the last one still present may have moved to a page that was
 * not read.
 */
export function droppedFrom<Row extends TreeRow>(
  before: LoadedList<Row>,
  { rows, next }: LoadedList<Row>,
): readonly Row[] {
  // They are from an earlier read of another list, which may have had another order.
  if (before.pages.length === 0 || (before.isOutdated === true && next !== undefined)) return [];
  const ids = new Set(rows.map(({ id }) => id));
  const end = next === undefined ? Infinity : before.rows.findLastIndex(({ id }) => ids.has(id));
  return before.rows.filter(({ id }, index) => index < end && !ids.has(id));
}

export function keptOf<Row>(list: LoadedList<Row>, isKept: (row: Row) => boolean): LoadedList<Row> {
  const pages = list.pages.map((page) => page.filter(isKept));
  return { ...list, rows: list.rows.filter(isKept), pages };
}

/** How many pages to read to refresh a row; 0 if it is on none. */
export function pagesUpTo({ pages }: LoadedList<TreeRow>, id: string): number {
  return 1 + pages.findIndex((page) => page.some((row) => row.id === id));
}

/** Whether a list that was read at once has all rows that the service has. A note says that some may be missing. */
export function isWholeList({ isFiltered, next, cut, note, error }: LoadedList<unknown>): boolean {
  return isFiltered !== true && [next, cut, note, error].every((rest) => rest === undefined);
}

export function loadedCount({ pages }: LoadedList<unknown>): number {
  return pages.reduce((count, { length }) => count + length, 0);
}
