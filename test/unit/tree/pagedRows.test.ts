import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceError } from '../../../src/service/errors';
import { Pages } from '../../../src/service/pages';
import type { CallOptions } from '../../../src/service/schedule';
import type { TreeNode } from '../../../src/tree/nodes';
import { PagedRows, rowsOfList, type PagedSource } from '../../../src/tree/pagedRows';

const error = new ServiceError({ kind: 'serviceFault', operation: 'listTeams' });

/** A page is its items, by UID; `-` has none. Something else fails or waits. */
type Script = string | Error | Promise<string>;

/** A list whose pages are scripted: the token of each is its place. */
function list(...script: readonly Script[]) {
  const pages = [...script];
  const asked: number[] = [];
  const options: (CallOptions | undefined)[] = [];
  const source: PagedSource<string, TreeNode> = {
    open: () =>
      Promise.resolve(
        new Pages<string>(async (token, given) => {
          const place = Number(token ?? 0);
          asked.push(place);
          options.push(given);
          const page = await pages[place];
          if (page instanceof Error) throw page;
          const items = page === undefined || page === '' ? [] : page.split(' ');
          return { items, total: 100 + place, continue: place + 1 < pages.length ? String(place + 1) : '' };
        }),
      ),
    uidOf: (item) => (item === '-' ? undefined : item),
    nodesOf: (items) => items.map((id) => ({ kind: 'row', id, parent: undefined })),
  };
  return { pages, asked, options, source };
}

const idsOf = (rows: readonly TreeNode[]): string => rows.map(({ id }) => id).join(' ');
const signal = new AbortController().signal;

async function loaded(pageCount: number, ...script: readonly Script[]) {
  const the = list(...script);
  const rows = new PagedRows<string, TreeNode>();
  await rows.read(the.source, {});
  for (let page = 1; page < pageCount; page++) await rows.readMore(signal);
  the.asked.length = 0;
  return { ...the, rows };
}

describe('a list that is read', () => {
  it('has nothing at first', async () => {
    const rows = new PagedRows<string, TreeNode>();
    expect(rows).toMatchObject({
      nodes: [],
      hidden: [],
      loaded: 0,
      total: undefined,
      rest: { kind: 'none' },
    });
    expect(await rows.readMore(signal)).toBe(false);
  });

  it('has one page, and one more each time, without UIDs that came before', async () => {
    const { rows, asked, options } = await loaded(1, 'a b', 'b c', 'd');
    expect(idsOf(rows.nodes)).toBe('a b');
    expect(rows).toMatchObject({ loaded: 2, total: 100, rest: { kind: 'more' } });
    expect(await rows.readMore(signal)).toBe(true);
    expect(idsOf(rows.nodes)).toBe('a b c');
    expect(asked).toEqual([1]);
    expect(options.at(-1)?.signal).toBe(signal);
    expect(await rows.readMore(signal)).toBe(true);
    expect(rows).toMatchObject({ loaded: 4, total: 102, rest: { kind: 'none' } });
    expect(await rows.readMore(signal)).toBe(false);
    expect(asked).toEqual([1, 2]);
  });

  it('reads on past pages that have nothing new, five at a time', async () => {
    const { rows, asked } = await loaded(1, '', '', 'a', 'a', '', 'a', '', '', 'b');
    expect(idsOf(rows.nodes)).toBe('a');
    expect(await rows.readMore(signal)).toBe(true);
    expect(asked).toEqual([3, 4, 5, 6, 7]);
    expect(rows.rest).toEqual({ kind: 'more' });
    await rows.readMore(signal);
    expect(idsOf(rows.nodes)).toBe('a b');
  });

  it('reads no more than five pages without rows at first, either', async () => {
    const the = list('', '', '', '', '', 'a');
    const rows = new PagedRows<string, TreeNode>();
    expect(await rows.read(the.source, {})).toBe(true);
    expect(the.asked).toEqual([0, 1, 2, 3, 4]);
    expect(rows).toMatchObject({ loaded: 0, rest: { kind: 'more' } });
  });

  it('tells why its next page is missing, and reads it again', async () => {
    const { rows, pages } = await loaded(1, 'a', error);
    expect(await rows.readMore(signal)).toBe(true);
    expect(rows.rest).toEqual({ kind: 'failed', error });
    expect(idsOf(rows.nodes)).toBe('a');
    pages[1] = 'b';
    await rows.readMore(signal);
    expect(idsOf(rows.nodes)).toBe('a b');
    expect(rows.rest).toEqual({ kind: 'none' });
  });

  it('does not take it for a failure that reading was canceled', async () => {
    const { rows } = await loaded(1, 'a', new ServiceError({ kind: 'cancelled', operation: 'listTeams' }));
    expect(await rows.readMore(signal)).toBe(false);
    expect(rows.rest).toEqual({ kind: 'more' });
  });

  it('does not hide a failure that nobody foresaw', async () => {
    const { rows } = await loaded(1, 'a', new Error('a bug'));
    await expect(rows.readMore(signal)).rejects.toThrow('a bug');
  });

  it('says where it was cut', async () => {
    const source: PagedSource<string, TreeNode> = {
      ...list().source,
      open: () =>
        Promise.resolve(new Pages<string>(() => Promise.resolve({ items: ['a'], continue: 'same' }))),
    };
    const rows = new PagedRows<string, TreeNode>();
    await rows.read(source, {});
    await rows.readMore(signal);
    expect(rows.rest).toEqual({ kind: 'cut', cut: 'repeatedToken' });
  });

  it('shows what its source arranges', async () => {
    const the = list('b a c');
    const arranged: PagedSource<string, TreeNode> = {
      ...the.source,
      arrange: (nodes) => nodes.filter(({ id }) => id !== 'a').toReversed(),
    };
    const rows = new PagedRows<string, TreeNode>();
    await rows.read(arranged, {});
    expect(idsOf(rows.nodes)).toBe('c b');
    expect(idsOf(rows.hidden)).toBe('a');
    expect(rows.loaded).toBe(3);
  });
});

describe('a list that is read again', () => {
  it('has as many pages as before, and the rows that stay the same', async () => {
    const { rows, pages, asked, source } = await loaded(2, 'a b', 'c', 'd');
    pages[1] = 'e';
    const before: string[] = [];
    expect(
      await rows.read(source, {}, (old, fresh) => {
        before.push(idsOf(old));
        return fresh;
      }),
    ).toBe(true);
    expect(before).toEqual(['a b c']);
    expect(asked).toEqual([0, 1]);
    expect(idsOf(rows.nodes)).toBe('a b e');
    await rows.readMore(signal);
    expect(idsOf(rows.nodes)).toBe('a b e d');
  });

  it('keeps its rows if that fails or is given up', async () => {
    const { rows, pages, source } = await loaded(2, 'a', 'b');
    await expect(rows.read(source, { signal: AbortSignal.abort(new Error('given up')) })).rejects.toThrow(
      'given up',
    );
    pages[1] = error;
    await expect(rows.read(source, {})).rejects.toBe(error);
    expect(idsOf(rows.nodes)).toBe('a b');
    expect(rows.rest).toEqual({ kind: 'none' });
  });

  it('has no failure of the next page any more', async () => {
    const { rows, source } = await loaded(2, 'a', error);
    await rows.read(source, {});
    expect(rows.rest).toEqual({ kind: 'more' });
  });

  it.each(['comes', 'fails'])('drops a next page of the reading before, which %s afterwards', async (how) => {
    let end: () => void = () => undefined;
    const late = new Promise<string>((resolve, reject) => {
      end = () => {
        if (how === 'comes') resolve('b');
        else reject(error);
      };
    });
    const { rows, source } = await loaded(1, 'a', late);
    const more = rows.readMore(signal);
    await rows.read(source, {});
    end();
    expect(await more).toBe(false);
    expect(idsOf(rows.nodes)).toBe('a');
    expect(rows.rest).toEqual({ kind: 'more' });
  });

  it('ends where the list has become shorter', async () => {
    const { rows, pages, source } = await loaded(3, 'a', 'b', 'c');
    void pages.splice(1);
    expect(await rows.read(source, {}, undefined, 5)).toBe(true);
    expect(idsOf(rows.nodes)).toBe('a');
    expect(rows.rest).toEqual({ kind: 'none' });
  });
});

describe('the start of a list that is read again', () => {
  it.each<[string, readonly string[], string]>([
    ['nothing has changed', ['a b', 'c d'], 'a b c d e f'],
    ['a row is new: the last one may have moved on', ['n a', 'b c'], 'n a b c d e f'],
    ['a row is gone: the first ones behind have moved up', ['a c', 'd e'], 'a c d e f'],
    ['the last ones are gone: they may have moved on', ['a b', 'c x'], 'a b c x d e f'],
    ['all are others', ['v w', 'x y'], 'v w x y a b c d e f'],
  ])('keeps the rest if %s', async (_what, fresh, expected) => {
    const { rows, pages, asked, source } = await loaded(3, 'a b', 'c d', 'e f', 'g');
    void pages.splice(0, 2, ...fresh);
    expect(await rows.read(source, {}, undefined, 2)).toBe(false);
    expect(asked).toEqual([0, 1]);
    expect(idsOf(rows.nodes)).toBe(expected);
    // The list continues where it did before.
    expect(rows).toMatchObject({ rest: { kind: 'more' }, total: 101 });
    await rows.readMore(signal);
    expect(idsOf(rows.nodes)).toBe(`${expected} g`);
  });

  it('does not take a row for a new one that the rest has', async () => {
    const { rows, pages, source } = await loaded(2, 'a', 'b', 'b c');
    pages[0] = 'n';
    await rows.read(source, {}, undefined, 1);
    expect(idsOf(rows.nodes)).toBe('n a b');
    await rows.readMore(signal);
    expect(idsOf(rows.nodes)).toBe('n a b c');
  });

  it('does not add a row without a UID whose ID is in use', async () => {
    const { rows, pages, source } = await loaded(2, 'a', 'b', '- c');
    pages[0] = '-';
    await rows.read(source, {}, undefined, 1);
    await rows.readMore(signal);
    expect(idsOf(rows.nodes)).toBe('- a b c');
  });
});

describe('a row of a list', () => {
  it('is as old as the request for its page', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
    onTestFinished(() => void vi.useRealTimers());
    const { rows } = await loaded(1, 'a b', 'c');
    vi.setSystemTime(2000);
    await rows.readMore(signal);
    expect(rows.nodes.map((node) => rows.readAt(node))).toEqual([1000, 1000, 2000]);
    const [first] = rows.nodes;
    if (first === undefined) throw new Error('There is no row');
    rows.wasRead(first, 3000);
    expect(rows.readAt(first)).toBe(3000);
    expect(rows.readAt({ ...first })).toBeUndefined();
  });

  it('takes as many pages to be read again as come before it, and its own', async () => {
    const { rows } = await loaded(3, 'a b', 'c', 'd e');
    expect(rows.nodes.map((node) => rows.pagesUpTo(node))).toEqual([1, 1, 2, 3, 3]);
    expect(rows.pagesUpTo({ kind: 'row', id: 'a', parent: undefined })).toBeUndefined();
  });

  it('stays where it was found after it was read by itself', async () => {
    const { rows, pages, source } = await loaded(2, 'a', 'b', 'a c');
    const [first] = rows.nodes;
    if (first !== undefined) rows.wasRead(first, 1);
    pages[1] = 'b';
    await rows.read(source, {}, (before) => before.slice(0, 1), 1);
    await rows.readMore(signal);
    expect(idsOf(rows.nodes)).toBe('a b c');
  });
});

describe('the rows of a list', () => {
  const node: TreeNode = { kind: 'row', id: 'a', parent: undefined };
  const empty: TreeNode = { kind: 'note', id: 'empty', parent: undefined };
  const cut: TreeNode = { kind: 'note', id: 'cut', parent: undefined };
  const rowsWith = (
    nodes: readonly TreeNode[],
    rest: PagedRows<string, TreeNode>['rest'],
    count = nodes.length,
  ) =>
    idsOf(
      rowsOfList<TreeNode, TreeNode>(
        'p',
        undefined,
        { nodes, rest, loaded: count, total: 9 },
        { empty: () => empty, cut: () => cut },
      ),
    );

  it.each<[string, readonly TreeNode[], PagedRows<string, TreeNode>['rest'], string, number?]>([
    ['all of it', [node], { kind: 'none' }, 'a'],
    ['nothing', [], { kind: 'none' }, 'empty'],
    ['a part', [node], { kind: 'more' }, 'a p/more'],
    ['nothing yet', [], { kind: 'more' }, 'p/more'],
    ['nothing that is shown', [], { kind: 'more' }, 'empty p/more', 3],
    ['a failure', [node], { kind: 'failed', error }, 'a p/moreError'],
    ['a cut', [node], { kind: 'cut', cut: 'tooManyPages' }, 'a cut'],
  ])('are those of %s', (_what, nodes, rest, expected, count) => {
    expect(rowsWith(nodes, rest, count)).toBe(expected);
  });

  it('say how far it is loaded', () => {
    const [, more] = rowsOfList<TreeNode, TreeNode>(
      'p',
      node,
      { nodes: [node], rest: { kind: 'more' }, loaded: 1, total: 9 },
      { empty: () => empty, cut: () => cut },
    );
    expect(more).toEqual({ kind: 'loadMore', id: 'p/more', parent: node, loaded: 1, total: 9 });
  });
});
