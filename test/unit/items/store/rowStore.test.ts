import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { requestTime } from '../../../../src/service/requestTime';
import type { RowStore } from '../../../../src/items/store/rowStore';
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

type Store = RowStore<ItemRow, ItemRow>;

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
async function refreshRow(store: Store, row: ItemRow): Promise<void> {
  await Promise.all([store.rereadRow(row, { signal: never }), store.refresh(row)]);
}

describe('the events of a store', () => {
  it('redraw nothing for the first rows but their ancestors', async () => {
    const { store, reloads, looks, item } = itemStore({ root: listOf('a'), 'root/a': listOf('x') });
    let events = 0;
    store.onDidChange(() => events++);
    const a = await item('a');
    expect([reloads, looks, events]).toEqual([[], [], 1]);
    await item('x', a);
    expect([reloads, looks.map(wordForItem), events]).toEqual([[], ['a'], 2]);
  });

  it('are one for everything that changes at a time, which names each row once', async () => {
    const { store, a, x, lists, item } = await expanded();
    const events: string[] = [];
    store.onDidChange((changes) => {
      const rows = changes.map((change) => (change.type === 'row' ? change.row : change.parent));
      events.push(ids(rows as ItemRow[]).join(' '));
    });
    await store.peek(await item('y', a));
    store.setExpanded(x, false);
    events.length = 0;
    await store.refresh();
    expect(events.filter((event) => event !== '')).toEqual(['root/a/x root/a root/a/y']);
    store.setExpanded(a, false);
    await store.refresh();
    await store.peek(a);
    events.length = 0;
    lists['root/a'].pages = ['x=new y=new'];
    await store.refreshInBackground(never);
    expect(events).toEqual([]);
    const time = requestTime();
    const rows = ['x=1', 'y=1'].map((text) => itemRow(text, a, time));
    store.learn([{ parent: a, rows, isWhole: true }], time.requestNumber);
    expect(events).toEqual(['root/a/x root/a/y root/a']);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['nothing if nothing is new', 'x y', '', []],
    ['a row whose content changed, and those above it', 'x y=new', '', ['y=new', 'a']],
    ['the children of a row if there are others, and the rows above', 'x', 'root/a', ['a']],
    ['their children if they have another order, and the rows above', 'y x', 'root/a', ['a']],
  ])('update %s', async (_what, page, reloaded, looked) => {
    const { store, lists, reloads, looks } = await expanded();
    lists['root/a'].pages = [page];
    await store.refreshInBackground(never);
    expect(ids(reloads)).toEqual(reloaded === '' ? [] : [reloaded]);
    expect(looks.map(wordForItem)).toEqual(looked);
  });

  it('name the row that another read told of and those above it, without arranging its list again', async () => {
    let arranged = 0;
    let isSorted = false;
    const arrange = (rows: readonly ItemRow[]): readonly ItemRow[] => {
      arranged++;
      return isSorted ? rows.toReversed() : rows;
    };
    const { store, a, reloads, looks, words } = await expanded({ arrange, isSorted: () => isSorted });
    const learn = (text: string): void => {
      const time = requestTime();
      store.learn([{ parent: a, rows: [itemRow(text, a, time)], isWhole: false }], time.requestNumber);
    };
    arranged = 0;
    learn('x=new');
    expect([arranged, reloads, looks.map(wordForItem)]).toEqual([0, [], ['x=new', 'a']]);
    isSorted = true;
    learn('x=newer');
    expect([arranged, ids(reloads), await words(a)]).toEqual([1, ['root/a'], 'y x=newer']);
  });

  it('are not fired after dispose, and no rows are returned', async () => {
    const { store, reloads, looks, requested, words, item, a, x } = await expanded();
    const b = await item('b');
    const refreshing = store.refresh();
    requested();
    reloads.length = looks.length = 0;
    store.dispose();
    await refreshing;
    store.notifyRows([a]);
    store.update();
    expect([await words(), await words(x), await words(b), store.known()]).toEqual(['', '', '', []]);
    expect([await store.loadMore(), await store.refreshInBackground(never)]).toEqual([undefined, false]);
    expect([reloads, looks, requested()]).toEqual([[], [], []]);
  });
});

describe('known rows', () => {
  it('are returned without waiting, and refreshed in the background if stale', async () => {
    const lists = { root: listOf('a', 'b') };
    const { store, item } = itemStore(lists);
    expect(store.known()).toBeUndefined();
    const a = await item('a');
    expect(store.known()?.[0]).toBe(a);
    expect(store.known(a)).toBeUndefined();
    store.restart();
    expect(wordsFor(store.known() ?? [])).toBe('a');
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
    const { store, requested } = await expanded();
    const other = { ...itemRow('a'), id: 'rooted/a' };
    store.setExpanded(other, true);
    expect([await store.children(other), store.known(other), store.branchOf(other)]).toEqual([
      [],
      [],
      undefined,
    ]);
    expect(requested()).toEqual([]);
  });
});

describe('rows that another read told about', () => {
  it('are known and found, but not shown, until their list has them or they are revealed, and gone once it lacks them', async () => {
    const { store, lists, reloads, words, requested } = await expanded();
    const rows = [itemRow('b=new'), itemRow('c'), itemRow('d')];
    store.learn([{ parent: undefined, rows, isWhole: false }], requestTime().requestNumber);
    expect([await words(), wordsFor(store.rows()), requested()]).toEqual(['a b=new', 'a b=new c d', []]);
    expect(store.find('root/c')).toBe(rows[1]);
    store.learn(
      [{ parent: undefined, rows: [itemRow('c=new')], isWhole: false }],
      requestTime().requestNumber,
    );
    expect([store.find('root/c'), rows[1]?.text]).toEqual([rows[1], 'new']);
    expect(reloads).toEqual([]);
    store.reveal(itemRow('c'));
    expect(await words()).toBe('a b=new c=new');
    lists.root = listOf('a b d');
    await store.refreshInBackground(never);
    expect([await words(), wordsFor(store.rows())]).toEqual(['a b d', 'a b d']);
  });

  it('are forgotten by a refresh of the user, which does not read below them', async () => {
    const { store, requested, item } = await expanded();
    const b = await item('b');
    store.learn([{ parent: b, rows: [itemRow('z', b)], isWhole: true }], 1);
    const parent = itemRow('c');
    store.learn([{ parent: undefined, rows: [parent], isWhole: false }], requestTime().requestNumber);
    store.learn([{ parent, rows: [itemRow('y', parent)], isWhole: false }], requestTime().requestNumber);
    expect(wordsFor(store.descendants())).toBe('a x 1 y b z c y');
    await store.refresh();
    expect(requested()).toEqual(['root', 'root/a', 'root/a/x']);
    expect(wordsFor(store.descendants())).toBe('a x 1 y b');
  });
});

describe('rows that another read failed to read', () => {
  it('are outdated, and are current again with a later read of any kind', async () => {
    const { store, a, x, looks, lists } = await expanded();
    store.setExpanded(a, true);
    const outdated = () => wordsFor(store.descendants().filter((row) => store.isOutdated(row)));
    store.learn([{ parent: a, rows: [itemRow('u', a)], isWhole: false }], requestTime().requestNumber);
    const failed = requestTime();
    const late = requestTime();
    store.learn([{ parent: a, rows: [itemRow('v', a, late)], isWhole: false }], late.requestNumber);
    looks.length = 0;
    store.markOutdated(
      store.rows(a).filter((row) => row.kind === 'item'),
      failed.requestNumber,
    );
    expect([outdated(), wordsFor(looks)]).toEqual(['x y u', 'x y u']);
    looks.length = 0;
    const again = requestTime();
    store.learn([{ parent: a, rows: [itemRow('x', a, again)], isWhole: false }], again.requestNumber);
    expect([outdated(), looks.includes(x)]).toEqual(['y u', true]);
    lists['root/a'].pages = ['x y'];
    await store.refreshInBackground(never);
    expect(outdated()).toBe('');
  });
});

describe('of two reads of the same row', () => {
  it('the one that was requested last counts, whichever arrives last', async () => {
    const held = heldPage();
    const lists = { root: listOf('a=before b') };
    const { store, words } = itemStore(lists);
    await words();
    const early = requestTime();
    lists.root.pages = [held.page];
    const refresh = store.refresh();
    const late = requestTime();
    store.learn(
      [{ parent: undefined, rows: [itemRow('a=late', undefined, late)], isWhole: false }],
      late.requestNumber,
    );
    held.arrive('a=refreshed b=refreshed');
    await refresh;
    expect(await words()).toBe('a=late b=refreshed');
    const rows = ['a=early', 'b=early'].map((text) => itemRow(text, undefined, early));
    store.learn([{ parent: undefined, rows, isWhole: false }], early.requestNumber);
    expect(await words()).toBe('a=late b=refreshed');
  });

  it('the last one counts, and a row that it does not have is gone, although the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store, words } = itemStore({ root: listOf('a=before gone') });
    await words();
    vi.setSystemTime(Date.now() - 3_600_000);
    const time = requestTime();
    store.learn(
      [{ parent: undefined, rows: [itemRow('a=after', undefined, time)], isWhole: true }],
      time.requestNumber,
    );
    expect(await words()).toBe('a=after');
  });
});

describe('a refresh of a store', () => {
  it('keeps what the tree does not show while something else shows it, and reads that when it is expanded', async () => {
    const { store, lists, a, x, item, words, requested } = await expanded({ keepsHidden: () => true });
    const b = await item('b');
    store.learn([{ parent: b, rows: [itemRow('y', b)], isWhole: false }], requestTime().requestNumber);
    store.setExpanded(x, false);
    const known = wordsFor(store.descendants());
    expect(known).toBe('a x 1 y b y');
    await store.refresh();
    expect([requested(), wordsFor(store.descendants())]).toEqual([['root', 'root/a'], known]);
    lists['root/a/x'].pages = ['2'];
    expect(wordsFor(store.known(x) ?? [])).toBe('1');
    expect([await words(x), requested()]).toEqual(['2', ['root/a/x']]);
    expect(store.hasFailed(a)).toBe(false);
  });

  it('drops the errors of kept lists, which may have passed, and never shows one as an empty list', async () => {
    const changed: string[] = [];
    const { store, lists, item, words, requested } = await expanded({
      keepsHidden: () => true,
      onChange: (id) => changed.push(id),
    });
    const b = await item('b');
    lists['root/b'].pages = [serviceFault];
    await store.peek(b);
    store.learn([{ parent: b, rows: [itemRow('w', b)], isWhole: false }], requestTime().requestNumber);
    expect(store.hasFailed(b)).toBe(true);
    requested();
    changed.length = 0;
    const refreshed = store.refresh();
    // Those that are to be read again, and that of the error.
    expect(changed).toEqual(['root', 'root/a', 'root/a/x', b.id]);
    await refreshed;
    expect([store.hasFailed(b), store.known(b), wordsFor(store.rows(b))]).toEqual([
      false,
      undefined,
      expect.stringContaining('w'),
    ]);
    lists['root/b'].pages = ['z'];
    expect(await words(b)).toBe('z');
  });

  it('does not read below rows that are not shown', async () => {
    let hidden = '';
    const { store, requested } = await expanded({
      arrange: (rows) => rows.filter(({ id }) => id !== hidden),
    });
    hidden = 'root/a';
    store.update();
    await store.refresh();
    await store.refreshInBackground(never);
    expect(requested()).toEqual(['root', 'root']);
  });

  it('keeps the lists below hidden rows and rows that the source adds', async () => {
    const added = itemRow('n');
    const hidden = new Set<string>();
    const { store, a, words, lists } = await expanded({
      arrange: (rows) => rows.filter(({ id }) => !hidden.has(id)),
      extraRows: (parent) => (parent === undefined ? [added] : []),
    });
    await words(added);
    hidden.add(a.id);
    lists.root.pages = ['a c'];
    await store.refreshInBackground(never);
    expect(await words()).toBe('c n');
    expect([store.branchOf(a), store.branchOf(added)]).not.toContain(undefined);
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
    const { store, a, reloads } = await expanded({
      isFiltered: () => true,
      readRow: (row) => Promise.resolve({ ...row, text: 'new' }),
    });
    await refreshRow(store, a);
    expect(reloads).toEqual([undefined]);
  });

  it('reads only what is below it if the row is in no list', async () => {
    const { store, requested } = await expanded();
    const revealed = itemRow('r');
    store.reveal(revealed);
    await refreshRow(store, revealed);
    expect(requested()).toEqual(['root/r']);
  });

  it('works for a row that was revealed before it was listed', async () => {
    const lists = { root: listOf('a', 'b', 'c') };
    const { store, words } = itemStore(lists);
    await words();
    const b = itemRow('b');
    store.reveal(b);
    await store.loadMore();
    lists.root.requests.length = 0;
    lists.root.pages = ['a', 'b=new', 'c'];
    await refreshRow(store, b);
    expect([await words(), lists.root.requests.length]).toEqual(['a b=new (2 of 101)', 2]);
    expect(store.find('root/b')).toBe(b);
  });
});

describe('loading all pages', () => {
  it('waits for a page that is already loading, and shows the rows whenever their number has doubled', async () => {
    const lists = { root: listOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h') };
    const { store, words, reloads } = itemStore(lists);
    await words();
    const more = store.loadMore();
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
    const { store, words, reloads } = await expanded();
    store.reveal(itemRow('q', itemRow('gone')));
    expect([await words(), reloads]).toEqual(['a b', []]);
  });

  it('are discarded with everything below them', async () => {
    const lists = { root: listOf('a'), 'root/p': listOf('x', serviceFault), 'root/p/q': listOf('1') };
    const { store, words, reloads } = itemStore(lists);
    await words();
    const p = itemRow('p');
    const q = itemRow('q', p);
    store.reveal(p);
    store.reveal(q);
    await words(p);
    await store.loadMore(p);
    expect([await words(p), await words(q), store.isFailing]).toEqual(['x q (serviceFault)', '1', true]);
    reloads.length = 0;
    store.forgetRevealed();
    expect(reloads).toEqual([undefined]);
    expect([wordsFor(store.descendants()), store.find(q.id), store.isFailing]).toEqual([
      'a',
      undefined,
      false,
    ]);
    store.forgetRevealed();
    expect(reloads).toHaveLength(1);
  });
});

describe('removed rows', () => {
  it('disappear at once with the lists below them, without a request', async () => {
    const { store, a, x, words, reloads, looks, requested } = await expanded();
    store.remove(a, ({ id }) => id === x.id);
    expect([await words(a), reloads, looks, requested()]).toEqual(['y', [a], [a], []]);
    expect(store.branchOf(x)).toBeUndefined();
    store.remove(itemRow('b'), () => true);
    expect(reloads).toHaveLength(1);
  });

  it('take all lists below them with them', async () => {
    const { store, a, x, lists } = await expanded();
    lists['root/a/x'].pages = [serviceFault];
    await store.refreshInBackground(never);
    expect(store.isFailing).toBe(true);
    store.remove(undefined, ({ id }) => id === a.id);
    expect([store.branchOf(x), store.isFailing]).toEqual([undefined, false]);
  });

  it.each<[string, (store: Store) => Promise<unknown>, number]>([
    ['a user, who waits for another one', (store) => store.refresh(), 2],
    ['a timer', (store) => store.refreshInBackground(never), 1],
  ])('do not come back with a pending response for %s', async (_who, read, requests) => {
    const { store, a, x, words, lists } = await expanded();
    const held = heldPage();
    lists['root/a'].pages = [held.page];
    lists['root/a'].requests.length = 0;
    const reading = read(store);
    await expect.poll(() => lists['root/a'].requests.length).toBe(1);
    store.remove(a, ({ id }) => id === x.id);
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
    const { store, item, words } = itemStore({ root: listOf('a'), 'root/a': below });
    const a = await item('a');
    const answer = words(a);
    store.setExpanded(a, false);
    await store.refresh();
    below.pages = ['x'];
    held.arrive('old');
    expect(await answer).toBe('x');
  });
});
