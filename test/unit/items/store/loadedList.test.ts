import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { requestTime, type RequestTime } from '../../../../src/service/requestTime';
import { Pages } from '../../../../src/service/pages';
import {
  append,
  loadedCount,
  pagesUpTo,
  readList,
  readPages,
  replaceStart,
  type LoadedList,
  type RowPage,
} from '../../../../src/items/store/loadedList';
import { itemRow, listOf, readerOf, serviceFault, wordsFor, type ItemRow } from '../../support/lists';

const page = (names: string): RowPage<ItemRow> => ({
  rows: names === '' ? [] : names.split(' ').map((name) => itemRow(name)),
});
const loaded = (...pages: readonly string[]): LoadedList<ItemRow> =>
  pages.map(page).reduce<LoadedList<ItemRow>>(append, { rows: [], pageSizes: [] });

describe('reading a list', () => {
  it.each<[string, readonly string[], number, string, readonly number[]]>([
    ['its first page', ['a b', 'c'], 0, 'a b', [2]],
    ['as many pages as are wanted', ['a', 'b', 'c'], 2, 'a b', [1, 1]],
    ['all pages if it has fewer', ['a', 'b'], 3, 'a b', [1, 1]],
    ['one page more for each wanted one without rows', ['', '', 'a', 'b'], 1, 'a', [0, 0, 1]],
    ['no more than five pages without rows', ['', '', '', '', '', 'a'], 1, '', [0, 0, 0, 0, 0]],
    ['a page without rows behind one that has some', ['a', '', 'b'], 2, 'a', [1, 0]],
    ['each row once', ['a b a', 'b c'], 2, 'a b c', [2, 1]],
  ])('returns %s', async (_what, pages, pageCount, words, pageSizes) => {
    const script = listOf(...pages);
    const list = await readList(readerOf(script), {}, () => pageCount);
    expect(wordsFor(list.rows)).toBe(words);
    expect(list.pageSizes).toEqual(pageSizes);
    expect(script.requests.map((request) => request.page)).toEqual([...pageSizes.keys()]);
    expect(list.total).toBe(99 + pageSizes.length);
    expect(list.next === undefined).toBe(pageSizes.length === pages.length);
  });

  it('passes the options to each request', async () => {
    const script = listOf('a', 'b');
    const options = { priority: 'timer' } as const;
    await readList(readerOf(script), options, () => 2);
    expect(script.requests.map((request) => request.options)).toEqual([options, options]);
  });

  it('fails if a page fails or the read is canceled', async () => {
    await expect(readList(readerOf(listOf('a', serviceFault)), {}, () => 2)).rejects.toBe(serviceFault);
    const signal = AbortSignal.abort(new Error('given up'));
    await expect(readList(readerOf(listOf('a')), { signal }, () => 1)).rejects.toThrow('given up');
  });

  it('gives rows the time of the request for their page, unless the page has its own', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
    onTestFinished(() => void vi.useRealTimers());
    const read = (requestedAt?: RequestTime) =>
      readPages(
        new Pages<string>(() => {
          vi.setSystemTime(2000);
          return Promise.resolve({ items: ['a'], requestedAt });
        }),
        (items, time) => items.map((name) => itemRow(name, undefined, time)),
      );
    const before = requestTime();
    const [row] = (await read()({})).rows;
    expect(row?.readAt).toBe(1000);
    expect(row?.requestNumber).toBeGreaterThan(before.requestNumber);
    expect((await read(before)({})).rows).toMatchObject([before]);
  });

  it('reports where the list is truncated', async () => {
    const list = await readList(readerOf(listOf('a', 'again')), {}, () => 1);
    expect(list.cut).toBeUndefined();
    expect(await list.next?.({})).toMatchObject({ cut: undefined });
    const cut = await readList(readerOf(listOf('a', 'b again', 'c')), {}, () => 3);
    expect(cut).toMatchObject({ cut: 'repeatedToken', next: undefined, pageSizes: [1, 1] });
  });

  it('keeps details of the parent from an earlier page', () => {
    const list = append<ItemRow, string>({ rows: [], pageSizes: [], details: 'told' }, { rows: [] });
    expect(list.details).toBe('told');
    expect(append<ItemRow, string>(list, { rows: [], details: 'new' }).details).toBe('new');
  });
});

describe('refreshing the start of a list', () => {
  const before = ['a b', 'c d', 'e f'];
  it.each<[string, readonly string[], string, readonly number[]]>([
    ['nothing has changed', ['a b', 'c d'], 'a b c d e f', [2, 2, 2]],
    ['a row is new: the last one may have moved on', ['n a', 'b c'], 'n a b c d e f', [2, 2, 3]],
    ['a row is gone: the first one behind has moved up', ['a c', 'd e'], 'a c d e f', [2, 2, 1]],
    ['the last ones are gone: they may have moved on', ['a b', 'c x'], 'a b c x d e f', [2, 2, 3]],
    ['all are others', ['v w', 'x y'], 'v w x y a b c d e f', [2, 2, 6]],
    ['one page is read', ['n'], 'n a b c d e f', [1, 4, 2]],
    ['a row of a later page has moved to the front', ['e'], 'e a b c d f', [1, 4, 1]],
  ])('keeps the rest if %s', (_what, start, words, pageSizes) => {
    const list = replaceStart(loaded(...before), loaded(...start));
    expect(wordsFor(list.rows)).toBe(words);
    expect(list.pageSizes).toEqual(pageSizes);
    expect(loadedCount(list)).toBe(list.rows.length);
  });

  it('updates the total, and continues at the same page as before', () => {
    const next = () => Promise.resolve(page('g'));
    const list = { ...loaded(...before), next, total: 6 };
    const start = { ...loaded('a b'), next: () => Promise.resolve(page('c d')), total: 7 };
    expect(replaceStart(list, start)).toMatchObject({ next, total: 7 });
  });
});

it('refreshing a row takes as many pages as there are up to it', () => {
  const list = loaded('a b', '', 'c', 'd e');
  expect(list.rows.map((_row, index) => pagesUpTo(list, index))).toEqual([1, 1, 3, 4, 4]);
});
