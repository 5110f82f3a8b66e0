import { describe, expect, it } from 'vitest';
import { Branch } from '../../../../src/items/store/branch';
import { composeRows } from '../../../../src/items/store/compose';
import type { RowPage } from '../../../../src/items/store/loadedList';
import {
  itemRow,
  listOf,
  never,
  readerOf,
  serviceFault,
  wordsFor,
  type ItemRow,
  type PageScript,
} from '../../support/lists';

interface Options {
  readonly pages?: readonly PageScript[];
  /** Whether to read the next page, too. */
  readonly more?: boolean;
  /** Overrides parts of each page. */
  readonly page?: Partial<RowPage<ItemRow>>;
  /** Whether the list fails to refresh. */
  readonly fails?: boolean;
  readonly isLoading?: boolean;
  readonly revealed?: string;
  readonly extra?: string;
  readonly hidden?: string;
}

const rowsOf = (names = ''): readonly ItemRow[] =>
  names === '' ? [] : names.split(' ').map((name) => itemRow(name));
const parent = itemRow('p');

/** A branch that was read, and its rows. */
async function rowsWith(options: Options) {
  const branch = new Branch<ItemRow, ItemRow>();
  const list = listOf(...(options.pages ?? ['a b']));
  const reading = {
    read: async (call: object) => ({ ...(await readerOf(list)(call)), ...options.page }),
    onRead: () => undefined,
  };
  await branch.load(reading);
  if (options.more === true) await branch.readMore({ signal: never });
  if (options.fails === true) {
    list.pages = [serviceFault];
    await branch.renew(reading, never);
  }
  if (options.isLoading === true) branch.loadingMore = Promise.resolve();
  for (const row of rowsOf(options.revealed)) branch.revealed.set(row.id, row);
  const hidden = new Set(options.hidden?.split(' ').map((name) => `root/${name}`));
  const rows = composeRows(branch, {
    parentId: parent.id,
    parent,
    listed: branch.list.rows.filter(({ id }) => !hidden.has(id)),
    extraRows: rowsOf(options.extra),
    emptyRow: (loaded) => itemRow(`!empty=${loaded}`),
    outage: undefined,
  });
  return { branch, rows, words: wordsFor(rows) };
}

describe('the rows of a list', () => {
  it.each<[string, Options, string]>([
    ['all of it', {}, 'a b'],
    ['a part of it', { pages: ['a', 'b'] }, 'a (1 of 100)'],
    ['more of it', { pages: ['a', 'b', 'c'], more: true }, 'a b (2 of 101)'],
    ['its error', { pages: [serviceFault] }, '(serviceFault)'],
    ['its error above the rows of before', { fails: true }, '(serviceFault) a b'],
    ['what its error leaves', { page: { error: serviceFault } }, '(serviceFault) a b'],
    ['the error of its next page', { pages: ['a', serviceFault], more: true }, 'a (serviceFault)'],
    ['where it is cut', { pages: ['a', 'b again', 'c'], more: true }, 'a b (truncated)'],
    ['nothing', { pages: [''] }, '!empty=0'],
    ['nothing that is shown', { hidden: 'a b' }, '!empty=2'],
    ['nothing so far that is shown', { pages: ['a', 'b'], hidden: 'a' }, '!empty=1 (1 of 100)'],
    ['nothing loaded yet', { pages: ['', '', '', '', '', 'a'] }, '(0 of 104)'],
    ['nothing, and still nothing after an error', { pages: [''], fails: true }, '(serviceFault) !empty=0'],
    ['nothing but an error', { pages: [''], page: { error: serviceFault } }, '(serviceFault)'],
    ['nothing but a note', { pages: [''], page: { note: itemRow('!why') } }, '!why'],
    ['a note behind the items', { page: { note: itemRow('!why') }, extra: 'x' }, 'a b x !why'],
  ])('show %s', async (_what, options, words) => {
    expect((await rowsWith(options)).words).toBe(words);
  });

  it.each<[string, Options, string]>([
    ['at the end', { revealed: 'r', extra: 'x' }, 'a b r x'],
    ['before the row that loads more', { pages: ['a', 'b'], extra: 'x' }, 'a x (1 of 100)'],
    [
      'before the error of the next page',
      { pages: ['a', serviceFault], more: true, revealed: 'r' },
      'a r (serviceFault)',
    ],
    ['before notes about items', { pages: ['a !n !m'], extra: 'x' }, 'a x !n !m'],
    ['behind the error of the list', { pages: [serviceFault], extra: 'x' }, '(serviceFault) x'],
    ['in the place of an empty list', { pages: [''], extra: 'x' }, 'x'],
    ['in the place of hidden rows', { hidden: 'a b', revealed: 'a' }, 'a'],
    ['nowhere if they are listed', { revealed: 'a', extra: 'b' }, 'a b'],
  ])('include unlisted rows %s', async (_where, options, words) => {
    expect((await rowsWith(options)).words).toBe(words);
  });

  it.each<[string, Options, object]>([
    [
      'that more can be loaded',
      { pages: ['a', 'b'] },
      { kind: 'loadMore', id: 'root/p/more', parent, loaded: 1, total: 100, isLoading: false },
    ],
    [
      'that more is being loaded',
      { pages: ['a', 'b'], isLoading: true },
      { kind: 'loadMore', isLoading: true },
    ],
    [
      'that it is cut',
      { pages: ['a', 'again', 'b'], more: true },
      { kind: 'truncated', id: 'root/p/truncated', parent, cut: 'repeatedToken', loaded: 1 },
    ],
    [
      'that the next page failed, and is being loaded',
      { pages: ['a', serviceFault], more: true, isLoading: true },
      { kind: 'error', id: 'root/p/moreError', parent, isNextPage: true, isLoading: true },
    ],
    [
      'that it cannot be read',
      { pages: [serviceFault], isLoading: true },
      { kind: 'error', id: 'root/p/error', parent, isNextPage: false, isLoading: false },
    ],
  ])('end with a row that says %s', async (_what, options, row) => {
    expect((await rowsWith(options)).rows.at(-1)).toMatchObject(row);
  });
});

it('an unread branch has no rows, not even an empty message', () => {
  const rows = composeRows(new Branch<ItemRow, ItemRow>(), {
    parentId: 'root',
    parent: undefined,
    listed: [],
    extraRows: [],
    emptyRow: () => itemRow('!empty'),
    outage: undefined,
  });
  expect(rows).toEqual([]);
});
