import { describe, expect, it } from 'vitest';
import { Pages, uidOf, uniqueByUid, type PageAnswer } from '../../../src/service/pages';
import { connected } from '../support/service';

async function read(pages: Pages<number>): Promise<number[]> {
  const items: number[] = [];
  for await (const page of pages) items.push(...page.items);
  return items;
}

function scripted(...answers: readonly PageAnswer<number>[]) {
  const tokens: (string | undefined)[] = [];
  const pages = new Pages<number>((token) => {
    tokens.push(token);
    return Promise.resolve(answers[tokens.length - 1] ?? { items: [] });
  });
  return { pages, tokens };
}

describe('a paginated list', () => {
  it('ends on an empty token', async () => {
    const { pages, tokens } = scripted({ items: [1], continue: 'a' }, { items: [2], continue: '' });
    expect(await read(pages)).toEqual([1, 2]);
    expect(tokens).toEqual([undefined, 'a']);
    expect(pages.cut).toBeUndefined();
  });

  it('ends on a missing token', async () => {
    const { pages } = scripted({ items: [1] });
    expect(await read(pages)).toEqual([1]);
    expect(pages.done).toBe(true);
  });

  it('continues after an empty page with a token', async () => {
    const { pages } = scripted({ items: [], continue: 'a' }, { items: [2] });
    expect(await read(pages)).toEqual([2]);
  });

  it('is truncated at a repeated token', async () => {
    const { pages, tokens } = scripted(
      { items: [1], continue: 'a' },
      { items: [2], continue: 'b' },
      { items: [3], continue: 'a' },
    );
    expect(await read(pages)).toEqual([1, 2, 3]);
    expect(tokens).toHaveLength(3);
    expect(pages.cut).toBe('repeatedToken');
  });

  it('is truncated after 1,000 pages', async () => {
    let count = 0;
    const pages = new Pages<number>(() => Promise.resolve({ items: [], continue: String(count++) }));
    await read(pages);
    expect(count).toBe(1000);
    expect(pages.cut).toBe('tooManyPages');
  });

  it('is truncated after a truncated page, even with a token', async () => {
    const { pages, tokens } = scripted({ items: [1], continue: 'a', cut: 'tooManyItems' });
    expect(await read(pages)).toEqual([1]);
    expect(tokens).toHaveLength(1);
    expect(pages.cut).toBe('tooManyItems');
  });

  it('is truncated after 50,000 items', async () => {
    const items = Array.from({ length: 30_000 }, (_, index) => index);
    const { pages, tokens } = scripted({ items, continue: 'a' }, { items, continue: 'b' }, { items: [1] });
    for await (const page of pages) expect(page.items).toBe(items);
    expect(tokens).toHaveLength(2);
    expect(pages.cut).toBe('tooManyItems');
  });

  it('may have 50,000 items', async () => {
    const { pages } = scripted({ items: Array.from({ length: 50_000 }, () => 1) });
    await pages.next();
    expect(pages.cut).toBeUndefined();
  });

  it('requests the same page again after a failure', async () => {
    const tokens: (string | undefined)[] = [];
    const pages = new Pages<number>((token) => {
      tokens.push(token);
      if (tokens.length === 2) return Promise.reject(new Error('once'));
      return Promise.resolve({ items: [tokens.length], continue: token === undefined ? 'a' : '' });
    });
    await pages.next();
    await expect(pages.next()).rejects.toThrow('once');
    expect(await pages.next()).toMatchObject({ done: false, value: { items: [3] } });
    expect(tokens).toEqual([undefined, 'a', 'a']);
  });

  it.each([7, 50])('visits every project of the demo service once, %i at a time', async (limit) => {
    const { service, client } = await connected({ projects: 60 });
    const pages = new Pages((token, options) =>
      client.listProjects(
        { method: 'get', limit, ...(token === undefined ? {} : { continue: token }) },
        options,
      ),
    );
    const uids: (string | undefined)[] = [];
    for await (const page of pages) {
      expect(page.total).toBe(60);
      uids.push(...page.items.map(({ metadata }) => metadata?.uid));
    }
    expect(uids).toEqual(service.fleet.projects.map(({ uid }) => uid));
    expect(service.requests).toHaveLength(Math.ceil(60 / limit));
  });
});

describe('the items of pages', () => {
  interface Item {
    readonly uid?: string;
    readonly name: string;
  }

  it('have no duplicates', () => {
    const pages: readonly (readonly Item[])[] = [
      [{ uid: 'a', name: '1' }, { name: 'no uid' }, { uid: '', name: 'empty' }],
      [{ uid: 'a', name: '2' }, { name: 'no uid' }, { uid: '', name: 'empty' }, { uid: 'b', name: '3' }],
    ];
    const seen = new Set<string>();
    const unique = pages.flatMap((page) => uniqueByUid(page, ({ uid }) => uid, seen));
    expect(unique.map(({ name }) => name)).toEqual(['1', 'no uid', 'empty', 'no uid', 'empty', '3']);
  });

  it('have items whose UID is in their metadata', () => {
    expect(uidOf({ metadata: { uid: 'a' } })).toBe('a');
    expect(uidOf({})).toBeUndefined();
  });
});
