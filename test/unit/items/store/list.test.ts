import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { requestTime } from '../../../../src/service/requestTime';
import type { RowPage } from '../../../../src/items/store/loadedList';
import { Lists } from '../../../../src/items/store/lists';
import {
  cancelled,
  heldPage,
  itemRow,
  itemStore,
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
  readonly revealed?: string;
  readonly extra?: string;
  readonly hidden?: string;
}

const rowsOf = (names = ''): readonly ItemRow[] =>
  names === '' ? [] : names.split(' ').map((name) => itemRow(name));

describe('a list', () => {
  it.each<[string, Options, string]>([
    ['its error above the rows of before', { fails: true }, '(serviceFault) a b'],
    ['what its error leaves', { page: { error: serviceFault } }, '(serviceFault) a b'],
    ['the error of its next page', { pages: ['a', serviceFault], more: true }, 'a (serviceFault)'],
    ['where it is cut', { pages: ['a', 'b again', 'c'], more: true }, 'a b (truncated)'],
    ['each row once', { pages: ['a b a', 'b c'], more: true }, 'a b c'],
    ['nothing', { pages: [''] }, '!empty=0'],
    ['nothing that is not hidden', { hidden: 'a b' }, '!empty=2'],
    ['nothing so far that is not hidden', { pages: ['a', 'b'], hidden: 'a' }, '!empty=1 (1 of 100)'],
    ['nothing loaded yet', { pages: ['', '', '', '', '', 'a'] }, '(0 of 104)'],
    ['nothing, and still nothing after an error', { pages: [''], fails: true }, '(serviceFault) !empty=0'],
    ['nothing but an error', { pages: [''], page: { error: serviceFault } }, '(serviceFault)'],
    ['nothing but a note', { pages: [''], page: { note: itemRow('!why') } }, '!why'],
    ['a note behind the items', { page: { note: itemRow('!why') }, extra: 'x' }, 'a b x !why'],
    ['added rows before the rest', { pages: ['a', 'b'], extra: 'x' }, 'a x (1 of 100)'],
    ['added rows before notes about items', { pages: ['a !n !m'], revealed: 'r' }, 'a r !n !m'],
    ['added rows behind its error', { pages: [serviceFault], extra: 'x' }, '(serviceFault) x'],
    ['added rows in the place of hidden ones', { hidden: 'a b', revealed: 'a' }, 'a'],
    ['added rows once if they are listed', { revealed: 'a', extra: 'b' }, 'a b'],
  ])('shows %s', async (_what, { pages = ['a b'], page, more, fails, revealed, extra, hidden }, expected) => {
    const list = listOf(...pages);
    const hiddenIds = new Set(rowsOf(hidden).map(({ id }) => id));
    const { view, words } = itemStore(
      {},
      {
        read: async (_parent, options) => ({ ...(await readerOf(list)(options)), ...page }),
        arrange: (rows) => rows.filter(({ id }) => !hiddenIds.has(id)),
        extraRows: () => rowsOf(extra),
      },
    );
    await words();
    if (more === true) await view.loadMore();
    if (fails === true) list.pages = [serviceFault];
    if (fails === true) await view.refresh();
    for (const row of rowsOf(revealed)) view.reveal(row);
    expect(await words()).toBe(expected);
  });
});

/** A store of one list, which has been read. */
async function listStore(...pages: readonly PageScript[]) {
  const list = listOf(...pages);
  const the = itemStore({ root: list });
  await the.words();
  list.requests.length = 0;
  return { ...the, list, requests: list.requests };
}

describe('reading a list', () => {
  it.each<[string, (held: ReturnType<typeof heldPage>) => void]>([
    [
      'arrives',
      (held) => {
        held.arrive('old');
      },
    ],
    [
      'fails',
      (held) => {
        held.fail(serviceFault);
      },
    ],
    [
      'fails unexpectedly',
      (held) => {
        held.fail(new Error('a bug'));
      },
    ],
  ])('discards a response that %s after the list was read again', async (_what, respond) => {
    const { store, view, list, words } = await listStore('a');
    const held = heldPage();
    list.pages = [held.page];
    const refreshing = view.refreshInBackground(never);
    list.pages = ['new'];
    await view.refresh();
    respond(held);
    await refreshing;
    expect([await words(), store.isFailing]).toEqual(['new', false]);
  });

  it('reads again after an unexpected error, which is no row', async () => {
    const { words, store, view, list } = await listStore('a');
    list.pages = [new Error('a bug')];
    await expect(view.refresh()).rejects.toThrow('a bug');
    expect(store.isFailing).toBe(false);
    list.pages = ['b'];
    expect(await words()).toBe('b');
  });

  it('for the user does not wait for a timer, and a timer does not read what the user is waiting for', async () => {
    const [slow, held] = [heldPage(), heldPage()];
    const below = listOf(slow.page);
    const { store, view, item, words } = itemStore({ root: listOf('a'), 'root/a': below });
    const a = await item('a');
    const forTimer = store.readToEnd(a, { priority: 'timer' });
    below.pages = [held.page];
    const forUser = words(a);
    const renewing = view.refreshInBackground(never);
    await setImmediate();
    expect(below.requests.map(({ options }) => [options?.priority, options?.signal?.aborted])).toEqual([
      ['timer', true],
      ['user', false],
    ]);
    slow.arrive('old');
    held.arrive('x');
    expect([await forUser, wordsFor(await forTimer), await renewing]).toEqual(['x', 'x', true]);
    expect(below.requests).toHaveLength(2);
  });

  it('by a timer can be canceled, which changes nothing', async () => {
    const { view, list, words } = await listStore('a');
    const held = heldPage();
    list.pages = [held.page];
    const controller = new AbortController();
    const renewing = view.refreshInBackground(controller.signal);
    // It is not read twice at a time.
    await view.refreshInBackground(never);
    controller.abort();
    held.arrive('b');
    expect([await renewing, await words(), list.requests.length]).toEqual([false, 'a', 1]);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('keeps the details of its parent from an earlier page, and tells nothing of a list with an error', async () => {
    const told: unknown[] = [];
    const details = { gatheredFrom: { loaded: 1, total: 2 } };
    const store = new Lists<ItemRow, never>({
      rootId: 'root',
      isParent: (row): row is never => row === undefined,
      read: () =>
        Promise.resolve({
          rows: [],
          details,
          next: () => Promise.resolve({ rows: [itemRow('a')], error: serviceFault }),
        }),
    });
    store.onDidRead(({ rows }) => told.push(rows));
    await store.load();
    expect([store.listOf()?.loaded.details, told]).toEqual([details, []]);
  });
});

describe('the next page of a list', () => {
  it('is read once for two callers who do not know of each other', async () => {
    const below = listOf('x', 'y', 'z');
    const { store, view, item, words } = itemStore({ root: listOf('a'), 'root/a': below });
    const a = await item('a');
    await words(a);
    await Promise.all([view.loadMore(a), store.readToEnd(a, {})]);
    expect([await words(a), below.requests.map(({ page }) => page)]).toEqual(['x y z', [0, 1, 2]]);
  });

  it.each(['arrives', 'fails'])('is discarded if it %s after the list was read again', async (how) => {
    const held = heldPage();
    const { store, view, words } = await listStore('a', held.page);
    const more = view.loadMore();
    await setImmediate();
    await view.refresh();
    if (how === 'arrives') held.arrive('b');
    else held.fail(serviceFault);
    await more;
    view.update();
    expect([await words(), store.isFailing]).toEqual(['a (1 of 100)', false]);
  });

  it('is not waited for by a timer, which does not read its list meanwhile', async () => {
    const held = heldPage();
    const { view, words, requests } = await listStore('a', held.page, 'c');
    const renewing = view.refreshInBackground(never);
    const loading = view.loadMore();
    await renewing;
    expect(requests[0]?.options?.signal?.aborted).toBe(true);
    await view.refreshInBackground(never);
    expect(requests).toHaveLength(2);
    held.arrive('b');
    await loading;
    expect(await words()).toBe('a b (2 of 101)');
  });

  it('is no row of a disposed store', async () => {
    const held = heldPage();
    const { store, view } = await listStore('a', held.page);
    const more = view.loadMore();
    await setImmediate();
    store.dispose();
    held.arrive('b');
    expect(await more).toBeUndefined();
  });

  it('shows no error if it was canceled or failed unexpectedly, and the one that it had until it is read', async () => {
    const { store, view, list, words } = await listStore('a', cancelled);
    await view.loadMore();
    expect(store.isFailing).toBe(false);
    list.pages = ['a', new Error('a bug')];
    await expect(view.loadMore()).rejects.toThrow('a bug');
    expect(store.isFailing).toBe(false);
    list.pages = ['a', serviceFault];
    await view.loadMore();
    expect(await words()).toBe('a (serviceFault)');
    list.pages = ['a', 'b'];
    await view.refresh();
    expect(await words()).toBe('a (1 of 100)');
  });
});

it('removed rows do not count as loaded', async () => {
  const { store, view, words } = await listStore('a b', 'c d', 'e');
  await view.loadMore();
  store.remove(undefined, ({ id }) => id === 'root/a' || id === 'root/c', requestTime());
  expect(await words()).toBe('b d (2 of 101)');
  await view.loadMore();
  expect(await words()).toBe('b d e');
});
