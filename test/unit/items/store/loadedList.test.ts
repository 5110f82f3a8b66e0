import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { requestTime, type RequestTime } from '../../../../src/service/requestTime';
import { Pages } from '../../../../src/service/pages';
import {
  append,
  droppedFrom,
  loadedCount,
  pagesUpTo,
  readPages,
  replaceStart,
  type LoadedList,
  type RowPage,
} from '../../../../src/items/store/loadedList';
import { itemRow, wordsFor, type ItemRow } from '../../support/lists';

const page = (names: string): RowPage<ItemRow> => ({
  rows: names === '' ? [] : names.split(' ').map((name) => itemRow(name)),
});
const loaded = (...pages: readonly string[]): LoadedList<ItemRow> =>
  pages.map(page).reduce<LoadedList<ItemRow>>(append, { rows: [], pages: [] });

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
    expect(list.pages.map(({ length }) => length)).toEqual(pageSizes);
    expect(loadedCount(list)).toBe(list.rows.length);
  });

  it('updates the total, and continues at the same page as before', () => {
    const next = () => Promise.resolve(page('g'));
    const list = { ...loaded(...before), next, total: 6 };
    const start = { ...loaded('a b'), next: () => Promise.resolve(page('c d')), total: 7 };
    expect(replaceStart(list, start)).toMatchObject({ next, total: 7 });
  });
});

describe('a list that is read again', () => {
  const more = () => Promise.resolve({ rows: [] });
  it.each<[string, readonly string[], Partial<LoadedList<ItemRow>>, string]>([
    ['without one of its rows', ['a c d'], { next: more }, 'b'],
    ['whose last row may have moved to the next page', ['n a b'], { next: more }, ''],
    ['whose last row is on no other page', ['n a'], {}, 'b c'],
  ])('%s has lost what is gone', (_what, now, rest, words) => {
    const before = { ...loaded('a b c'), next: more };
    const after = { ...loaded(...now), ...rest };
    expect(wordsFor(droppedFrom(before, after))).toBe(words);
    // The rows were those of another list, which had another order.
    expect(droppedFrom({ ...before, pages: [] }, after)).toEqual([]);
    const dropped = droppedFrom({ ...before, isOutdated: true }, after);
    expect(wordsFor(dropped)).toBe(rest.next === undefined ? words : '');
  });
});

it('refreshing a row takes as many pages as there are up to it', () => {
  const list = loaded('a b', '', 'c', 'd e');
  expect(list.rows.map(({ id }) => pagesUpTo(list, id))).toEqual([1, 1, 3, 4, 4]);
});
