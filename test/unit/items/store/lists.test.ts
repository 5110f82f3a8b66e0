import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { requestTime } from '../../../../src/service/requestTime';
import {
  heldPage,
  itemRow,
  itemStore,
  listOf,
  never,
  serviceFault,
  wordForItem,
  wordsFor,
  type ItemRow,
} from '../../support/lists';

type Store = ReturnType<typeof itemStore>;

/** Two rows; the first one and its first child are expanded. */
async function expanded(more: Parameters<typeof itemStore>[1] = {}) {
  const lists = {
    root: listOf('a b'),
    'root/a': listOf('x y'),
    'root/a/x': listOf('1'),
    'root/b': listOf('z'),
  };
  const the = itemStore(lists, more);
  const a = await the.item('a');
  const x = await the.item('x', a);
  await the.words(x);
  const requested = (): readonly string[] =>
    Object.entries(lists).flatMap(([id, { requests }]) => requests.splice(0).map(() => id));
  requested();
  the.reloads.length = 0;
  the.looks.length = 0;
  return { ...the, lists, a, x, requested };
}

const ids = (rows: readonly (ItemRow | undefined)[]): readonly (string | undefined)[] =>
  rows.map((row) => row?.id);

/** Refreshes a row and its children. */
async function refreshRow({ store, view }: Pick<Store, 'store' | 'view'>, row: ItemRow): Promise<void> {
  await Promise.all([store.rereadRow(row, { signal: never }), view.refresh(row)]);
}

describe('the events of a store', () => {
  it('redraw nothing for the first rows but their ancestors', async () => {
    const { view, reloads, looks, item } = itemStore({ root: listOf('a'), 'root/a': listOf('x') });
    let events = 0;
    view.onDidChange(() => events++);
    const a = await item('a');
    expect([reloads, looks, events]).toEqual([[], [], 1]);
    await item('x', a);
    expect([reloads, looks.map(wordForItem), events]).toEqual([[], ['a'], 2]);
  });

  it('are one for everything that changes at a time, which names each row once', async () => {
    const { store, view, a, x, lists, item } = await expanded();
    const events: string[] = [];
    view.onDidChange(({ parents, rows }) => {
      events.push(ids([...parents, ...rows] as ItemRow[]).join(' '));
    });
    await store.load(await item('y', a));
    view.setExpanded(x, false);
    events.length = 0;
    await view.refresh();
    expect(events.filter((event) => event !== '')).toEqual([]);
    view.setExpanded(a, false);
    await view.refresh();
    await store.load(a);
    events.length = 0;
    lists['root/a'].pages = ['x=new y=new'];
    await view.refreshInBackground(never);
    expect(events).toEqual([]);
    const time = requestTime();
    const rows = ['x=1', 'y=1'].map((text) => itemRow(text, a, time));
    store.take([{ parent: a, rows, isWhole: true }], time);
    expect(events).toEqual(['root/a/x root/a/y root/a']);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['nothing if nothing is new', 'x y', '', []],
    ['a row whose content changed, and those above it', 'x y=new', '', ['y=new', 'a']],
    ['the children of a row if there are others, and the rows above', 'x', 'root/a', ['a']],
    ['their children if they have another order, and the rows above', 'y x', 'root/a', ['a']],
  ])('update %s', async (_what, page, reloaded, looked) => {
    const { view, lists, reloads, looks } = await expanded();
    lists['root/a'].pages = [page];
    await view.refreshInBackground(never);
    expect(ids(reloads)).toEqual(reloaded === '' ? [] : [reloaded]);
    expect(looks.map(wordForItem)).toEqual(looked);
  });

  it('name the row that another read told of and those above it, and its list if that has another order now', async () => {
    let isSorted = false;
    const arrange = (rows: readonly ItemRow[], parent?: ItemRow): readonly ItemRow[] =>
      isSorted && parent !== undefined ? rows.toReversed() : rows;
    const { store, a, reloads, looks, words } = await expanded({ arrange });
    const learn = (text: string): void => {
      const time = requestTime();
      store.take([{ parent: a, rows: [itemRow(text, a, time)], isWhole: false }], time);
    };
    learn('x=new');
    expect([reloads, looks.map(wordForItem)]).toEqual([[], ['x=new', 'a']]);
    isSorted = true;
    learn('x=newer');
    expect([ids(reloads), await words(a)]).toEqual([['root/a'], 'y x=newer']);
  });

  it('are not fired after dispose, and no rows are returned', async () => {
    const { store, view, reloads, looks, requested, words, item, a, x } = await expanded();
    const b = await item('b');
    const refreshing = view.refresh();
    requested();
    reloads.length = looks.length = 0;
    store.dispose();
    await refreshing;
    store.notifyRows([a]);
    view.update();
    expect([await words(), await words(x), await words(b), view.known()]).toEqual(['', '', '', []]);
    expect([await view.loadMore(), await view.refreshInBackground(never)]).toEqual([undefined, false]);
    expect([reloads, looks, requested()]).toEqual([[], [], []]);
  });
});

describe('known rows', () => {
  it('are returned without waiting, and refreshed in the background if stale', async () => {
    const lists = { root: listOf('a', 'b') };
    const { store, view, item } = itemStore(lists);
    expect(view.known()).toBeUndefined();
    const a = await item('a');
    expect(view.known()?.[0]).toBe(a);
    expect(view.known(a)).toBeUndefined();
    store.restart();
    expect(wordsFor(view.known() ?? [])).toBe('a');
    expect(lists.root.requests).toHaveLength(2);
  });

  it('are found by ID and listed in tree order', async () => {
    const { store, a, x } = await expanded();
    expect([store.find('root/a/x'), store.find('root/b/z'), store.find('root')]).toEqual([
      x,
      undefined,
      undefined,
    ]);
    expect(wordsFor(store.descendants())).toBe('a x 1 y b');
    expect(wordsFor(store.descendants(a))).toBe('x 1 y');
    expect(store.rows(itemRow('b'))).toEqual([]);
  });

  it('do not include rows of another view', async () => {
    const { store, view, requested } = await expanded();
    const other = { ...itemRow('a'), id: 'rooted/a' };
    view.setExpanded(other, true);
    expect([await view.children(other), view.known(other), store.listOf(other)]).toEqual([[], [], undefined]);
    expect(requested()).toEqual([]);
  });
});

describe('rows that another read told about', () => {
  it('are known and found, but not shown, until their list has them or they are revealed, and gone once it lacks them', async () => {
    const { store, view, lists, reloads, words, requested } = await expanded();
    const rows = [itemRow('b=new'), itemRow('c'), itemRow('d')];
    store.take([{ parent: undefined, rows, isWhole: false }], requestTime());
    expect([await words(), wordsFor(store.rows()), requested()]).toEqual(['a b=new', 'a b=new c d', []]);
    expect(store.find('root/c')).toBe(rows[1]);
    store.take([{ parent: undefined, rows: [itemRow('c=new')], isWhole: false }], requestTime());
    expect([store.find('root/c'), rows[1]?.text]).toEqual([rows[1], 'new']);
    expect(reloads).toEqual([]);
    view.reveal(itemRow('c'));
    expect(await words()).toBe('a b=new c=new');
    lists.root = listOf('a b d');
    await view.refreshInBackground(never);
    expect([await words(), wordsFor(store.rows())]).toEqual(['a b d', 'a b d']);
  });
});

describe('rows that another read failed to read', () => {
  it('are outdated, and are current again with a later read of any kind', async () => {
    const { store, view, a, x, looks, lists } = await expanded();
    view.setExpanded(a, true);
    const outdated = () => wordsFor(store.descendants().filter((row) => store.isOutdated(row)));
    store.take([{ parent: a, rows: [itemRow('u', a)], isWhole: false }], requestTime());
    const failed = requestTime();
    const late = requestTime();
    store.take([{ parent: a, rows: [itemRow('v', a, late)], isWhole: false }], late);
    looks.length = 0;
    store.markOutdated(
      store.rows(a).filter((row) => row.kind === 'item'),
      failed.requestNumber,
    );
    expect([outdated(), wordsFor(looks)]).toEqual(['x y u', 'x y u']);
    looks.length = 0;
    const again = requestTime();
    store.take([{ parent: a, rows: [itemRow('x', a, again)], isWhole: false }], again);
    expect([outdated(), looks.includes(x)]).toEqual(['y u', true]);
    lists['root/a'].pages = ['x y'];
    await view.refreshInBackground(never);
    expect(outdated()).toBe('');
  });
});

describe('of two reads of the same row', () => {
  it('the one that was requested last counts, whichever arrives last', async () => {
    const held = heldPage();
    const lists = { root: listOf('a=before b') };
    const { store, view, words } = itemStore(lists);
    await words();
    const early = requestTime();
    lists.root.pages = [held.page];
    const refresh = view.refresh();
    const late = requestTime();
    store.take([{ parent: undefined, rows: [itemRow('a=late', undefined, late)], isWhole: false }], late);
    held.arrive('a=refreshed b=refreshed');
    await refresh;
    expect(await words()).toBe('a=late b=refreshed');
    const rows = ['a=early', 'b=early'].map((text) => itemRow(text, undefined, early));
    store.take([{ parent: undefined, rows, isWhole: false }], early);
    expect(await words()).toBe('a=late b=refreshed');
  });

  it('the last one counts, and a row that it does not have is gone, although the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store, words } = itemStore({ root: listOf('a=before gone') });
    await words();
    vi.setSystemTime(Date.now() - 3_600_000);
    const time = requestTime();
    store.take([{ parent: undefined, rows: [itemRow('a=after', undefined, time)], isWhole: true }], time);
    expect(await words()).toBe('a=after');
  });
});

describe('a refresh of a store', () => {
  it('keeps what the tree does not show, and reads that when it is expanded', async () => {
    const { store, view, lists, a, x, item, words, requested } = await expanded();
    const b = await item('b');
    store.take([{ parent: b, rows: [itemRow('y', b)], isWhole: false }], requestTime());
    view.setExpanded(x, false);
    const known = wordsFor(store.descendants());
    expect(known).toBe('a x 1 y b y');
    await view.refresh();
    expect([requested(), wordsFor(store.descendants())]).toEqual([['root', 'root/a'], known]);
    lists['root/a/x'].pages = ['2'];
    expect(wordsFor(view.known(x) ?? [])).toBe('1');
    expect([await words(x), requested()]).toEqual(['2', ['root/a/x']]);
    expect(store.hasFailed(a)).toBe(false);
  });

  it('drops the errors of kept lists, which may have passed, and never shows one as an empty list', async () => {
    const changed: string[] = [];
    const { store, view, lists, item, words, requested } = await expanded({
      onChange: (id) => changed.push(id),
    });
    const b = await item('b');
    lists['root/b'].pages = [serviceFault];
    await store.load(b);
    store.take([{ parent: b, rows: [itemRow('w', b)], isWhole: false }], requestTime());
    expect(store.hasFailed(b)).toBe(true);
    requested();
    changed.length = 0;
    const refreshed = view.refresh();
    // Those that are to be read again, and that of the error.
    expect(changed).toEqual(['root', 'root/a', 'root/a/x', b.id]);
    await refreshed;
    expect([store.hasFailed(b), view.known(b), wordsFor(store.rows(b))]).toEqual([
      false,
      undefined,
      expect.stringContaining('w'),
    ]);
    lists['root/b'].pages = ['z'];
    expect(await words(b)).toBe('z');
  });

  it('does not read below rows that are not shown', async () => {
    let hidden = '';
    const { view, requested } = await expanded({
      arrange: (rows) => rows.filter(({ id }) => id !== hidden),
    });
    hidden = 'root/a';
    view.update();
    await view.refresh();
    await view.refreshInBackground(never);
    expect(requested()).toEqual(['root', 'root']);
  });

  it('keeps the lists below hidden rows and rows that the user added', async () => {
    const added = itemRow('n');
    const hidden = new Set<string>();
    const { store, view, a, words, lists } = await expanded({
      arrange: (rows) => rows.filter(({ id }) => !hidden.has(id)),
      added: (parent) => (parent === undefined ? [added] : []),
      extraRows: (parent) => (parent === undefined ? [added] : []),
    });
    await words(added);
    hidden.add(a.id);
    lists.root.pages = ['a c'];
    await view.refreshInBackground(never);
    expect(await words()).toBe('c n');
    expect([store.listOf(a), store.listOf(added)]).not.toContain(undefined);
  });
});

describe('reading a list to its end', () => {
  it('reads a list that has been read only if asked to, and keeps what is below it', async () => {
    const { store, a, requested } = await expanded();
    await store.readToEnd(a, {});
    expect(requested()).toEqual([]);
    const rows = store.descendants();
    await Promise.all([store.readToEnd(a, {}, true), store.readToEnd(a, {}, true)]);
    expect(requested()).toEqual(['root/a']);
    expect(store.descendants()).toEqual(rows);
  });
});

describe('refreshing a single row', () => {
  it('reloads the view if a filter may now hide the row', async () => {
    const { store, view, a, reloads } = await expanded({
      isFiltered: () => true,
      readRow: (row) => Promise.resolve({ ...row, text: 'new' }),
    });
    await refreshRow({ store, view }, a);
    expect(reloads).toEqual([undefined]);
  });

  it('reads only what is below it if the row is in no list', async () => {
    const { store, view, requested } = await expanded();
    const revealed = itemRow('r');
    view.reveal(revealed);
    await refreshRow({ store, view }, revealed);
    expect(requested()).toEqual(['root/r']);
  });

  it('works for a row that was revealed before it was listed', async () => {
    const lists = { root: listOf('a', 'b', 'c') };
    const { store, view, words } = itemStore(lists);
    await words();
    const b = itemRow('b');
    view.reveal(b);
    await view.loadMore();
    lists.root.requests.length = 0;
    lists.root.pages = ['a', 'b=new', 'c'];
    await refreshRow({ store, view }, b);
    expect([await words(), lists.root.requests.length]).toEqual(['a b=new (2 of 101)', 2]);
    expect(store.find('root/b')).toBe(b);
  });
});

describe('loading all pages', () => {
  it('waits for a page that is already loading, and shows the rows whenever their number has doubled', async () => {
    const lists = { root: listOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h') };
    const { store, view, words, reloads } = itemStore(lists);
    await words();
    const more = view.loadMore();
    const pages: number[] = [];
    await store.loadAll(never, () => pages.push(reloads.length));
    await more;
    // The rows are shown after two rows, after five, and at the end.
    expect(pages).toEqual([1, 1, 1, 2, 2, 2]);
    expect([reloads.length, lists.root.requests.length]).toEqual([3, 8]);
    expect(await words()).toBe('a b c d e f g h');
  });

  it('reads each page once even if started twice', async () => {
    const lists = { root: listOf('a', 'b', 'c') };
    const { store, words } = itemStore(lists);
    const load = () => store.loadAll(never, () => undefined);
    expect((await Promise.all([load(), load()])).sort()).toEqual(['complete', 'replaced']);
    expect([await words(), lists.root.requests.length]).toEqual(['a b c', 3]);
  });
});

describe('revealed rows', () => {
  it('are not shown if their parent is gone', async () => {
    const { view, words, reloads } = await expanded();
    view.reveal(itemRow('q', itemRow('gone')));
    expect([await words(), reloads]).toEqual(['a b', []]);
  });

  it('are no longer shown once they are forgotten', async () => {
    const lists = { root: listOf('a'), 'root/p': listOf('x', serviceFault), 'root/p/q': listOf('1') };
    const { store, view, words, reloads } = itemStore(lists);
    await words();
    const p = itemRow('p');
    const q = itemRow('q', p);
    view.reveal(p);
    view.reveal(q);
    await words(p);
    await view.loadMore(p);
    expect([await words(p), await words(q), store.isFailing]).toEqual(['x q (serviceFault)', '1', true]);
    reloads.length = 0;
    view.forgetRevealed();
    expect(ids(reloads)).toEqual([undefined, 'root/p']);
    expect(await words()).toBe('a');
    view.forgetRevealed();
    expect(reloads).toHaveLength(2);
  });
});

describe('removed rows', () => {
  it('disappear at once with the lists below them, without a request', async () => {
    const { store, a, x, words, reloads, looks, requested } = await expanded();
    store.remove(a, ({ id }) => id === x.id, requestTime());
    expect([await words(a), reloads, looks, requested()]).toEqual(['y', [a], [a], []]);
    expect(store.listOf(x)).toBeUndefined();
    store.remove(itemRow('b'), () => true, requestTime());
    expect(reloads).toHaveLength(1);
  });

  it('are no rows for commands any more, and neither is what was below them', async () => {
    let isFiltered = false;
    const { store, view, a, x, lists } = await expanded({ isFiltered: () => isFiltered });
    lists['root/a/x'].pages = ['1', '2'];
    await view.refresh(x);
    expect(view.find('root/a/x/more')?.kind).toBe('loadMore');
    store.remove(undefined, ({ id }) => id === a.id, requestTime());
    expect([a.id, x.id, 'root/a/x/1', 'root/a/x/more'].map((id) => view.find(id))).toEqual(Array(4));
    isFiltered = true;
    store.remove(undefined, ({ id }) => id === 'root/b', requestTime());
    expect(view.find('root/b')).toBeUndefined();
  });

  it('take all lists below them with them', async () => {
    const { store, view, a, x, lists } = await expanded();
    lists['root/a/x'].pages = [serviceFault];
    await view.refreshInBackground(never);
    expect(store.isFailing).toBe(true);
    store.remove(undefined, ({ id }) => id === a.id, requestTime());
    expect([store.listOf(x), store.isFailing]).toEqual([undefined, false]);
  });

  it.each<[string, (the: Pick<Store, 'view'>) => Promise<unknown>, number]>([
    ['a user, who waits for another one', ({ view }) => view.refresh(), 2],
    ['a timer', ({ view }) => view.refreshInBackground(never), 1],
  ])('do not come back with a pending response for %s', async (_who, read, requests) => {
    const { store, view, a, x, words, lists } = await expanded();
    const held = heldPage();
    lists['root/a'].pages = [held.page];
    lists['root/a'].requests.length = 0;
    const reading = read({ view });
    await expect.poll(() => lists['root/a'].requests.length).toBe(1);
    store.remove(a, ({ id }) => id === x.id, requestTime());
    lists['root/a'].pages = ['y'];
    held.arrive('x y');
    await reading;
    expect([await words(a), lists['root/a'].requests.length]).toEqual(['y', requests]);
  });
});

describe('a row collapsed while its children are loading', () => {
  it('still gets them after a refresh, because VS Code would keep an empty list', async () => {
    const held = heldPage();
    const below = listOf(held.page);
    const { view, item, words } = itemStore({ root: listOf('a'), 'root/a': below });
    const a = await item('a');
    const answer = words(a);
    view.setExpanded(a, false);
    await view.refresh();
    below.pages = ['x'];
    held.arrive('old');
    expect(await answer).toBe('x');
  });
});
