import { describe, expect, it } from 'vitest';
import { Pages, type PageAnswer } from '../../../src/service/pages';
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

  it('goes on past an empty page that has a token', async () => {
    const { pages } = scripted({ items: [], continue: 'a' }, { items: [2] });
    expect(await read(pages)).toEqual([2]);
  });

  it('ends on a token that came before, and says so', async () => {
    const { pages, tokens } = scripted(
      { items: [1], continue: 'a' },
      { items: [2], continue: 'b' },
      { items: [3], continue: 'a' },
    );
    expect(await read(pages)).toEqual([1, 2, 3]);
    expect(tokens).toHaveLength(3);
    expect(pages.cut).toBe('repeatedToken');
  });

  it('ends where the tokens never do, and says so', async () => {
    let count = 0;
    const pages = new Pages<number>(() => Promise.resolve({ items: [], continue: String(count++) }));
    await read(pages);
    expect(count).toBe(1000);
    expect(pages.cut).toBe('tooManyPages');
  });

  it('asks for the same page again after a failure', async () => {
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

  it.each([1, 7, 50])('visits every project of the demo service once, %i at a time', async (limit) => {
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
