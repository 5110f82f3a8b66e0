import { projectProgress } from '../../../src/items/listState';
import { describe, expect, it } from 'vitest';
import { paged, scriptedModel, wordFor, wordsBelow } from '../support/scripted';

const projects = ['beta', 'Alpha', 'alphabet', 'gamma'].map((name) => ({ metadata: { uid: name, name } }));

/** A service with only the deprecated listing, which can neither filter nor sort. */
async function unsorted(size: number, kept = new Map<string, unknown>()) {
  const page = paged(projects, size);
  return scriptedModel(
    { listProjects: (asked) => (asked.method === 'post' ? 405 : page(asked)) },
    { kept, listing: 'get' },
  );
}

describe('a service that cannot search', () => {
  it.each<[string, readonly string[]]>([
    ['', ['beta', 'Alpha', 'alphabet', 'gamma']],
    ['ALPHA', ['Alpha', 'alphabet']],
    ['a', ['beta', 'Alpha', 'alphabet', 'gamma']],
    ['nobody', ['(noMatches)']],
  ])('has its loaded projects searched by Poolview: %j', async (search, expected) => {
    const { model, asked } = await unsorted(50);
    expect(model.inventory.searchesInService).toBe(false);
    await model.find(search);
    expect(await wordsBelow(model)).toEqual(expected);
    expect(asked.map(({ method, body }) => [method, body])).toEqual([['get', undefined]]);
  });

  it('has only its loaded projects searched, and more of them with each page', async () => {
    const { model } = await unsorted(2);
    await model.find('alphabet');
    expect(await wordsBelow(model)).toEqual(['(noMatches)', '(2 of 4)']);
    expect(projectProgress(model.store)).toMatchObject({ loaded: 2, total: 4, isAll: false });
    await model.rows.loadMore();
    expect(await wordsBelow(model)).toEqual(['alphabet']);
    expect(projectProgress(model.store)).toMatchObject({ loaded: 4, total: 4, isAll: true });
  });
});

describe('another search among loaded projects', () => {
  it('sends no request and keeps all loaded rows', async () => {
    const { model, asked } = await unsorted(2);
    await model.rows.children();
    await model.rows.loadMore();
    const rows = await model.rows.children();
    await model.find('alphabet');
    expect(await wordsBelow(model)).toEqual(['alphabet']);
    await model.find('');
    // These are the same rows, so they keep their expanded children.
    expect(await model.rows.children()).toEqual(rows);
    expect(asked).toHaveLength(2);
  });
});

describe('a service that cannot search and fails temporarily', () => {
  it('is still searched by Poolview', async () => {
    const page = paged(projects, 2);
    let isDown = false;
    const { model } = await scriptedModel(
      { listProjects: (one) => (isDown ? 500 : one.method === 'post' ? 405 : page(one)) },
      { listing: 'get' },
    );
    await model.find('alpha');
    await model.rows.children();
    isDown = true;
    void model.inventory.refresh();
    await model.rows.children();
    isDown = false;
    await model.rows.loadMore();
    expect(model.inventory.searchesInService).toBe(false);
    expect(await wordsBelow(model)).toEqual(['(serviceFault)', 'Alpha', 'alphabet']);
  });
});

describe('a service that can search', () => {
  it.each<[string, unknown]>([
    ['', {}],
    ['Pay', { filter: { name: { contains: 'Pay', ignoreCase: true } } }],
  ])('receives %j for every page, and its results are shown unchanged', async (search, body) => {
    const { model, asked } = await scriptedModel({ listProjects: paged(projects, 2) });
    expect(model.inventory.searchesInService).toBe(true);
    await model.find(search);
    await model.rows.children();
    await model.rows.loadMore();
    expect(await wordsBelow(model)).toEqual(['beta', 'Alpha', 'alphabet', 'gamma']);
    expect(asked.map((one) => one.body)).toEqual([body, body]);
  });

  it('starts each search from the first page, without an earlier page token', async () => {
    const { model, asked } = await scriptedModel({ listProjects: paged(projects, 2) });
    await model.rows.children();
    await model.rows.loadMore();
    await model.find('a');
    expect(await wordsBelow(model)).toEqual(['beta', 'Alpha', '(2 of 4)']);
    expect(asked.map(({ query }) => query.get('continue'))).toEqual([null, '2', null]);
  });

  it('keeps a page that is loaded during a refresh', async () => {
    let release = (): void => undefined;
    let held: Promise<void> | undefined;
    const page = paged(projects, 2);
    const { model, asked } = await scriptedModel({
      listProjects: async (one) => {
        const until = held;
        held = undefined;
        await until;
        return page(one);
      },
    });
    await model.rows.children();
    held = new Promise((resolve) => (release = resolve));
    void model.inventory.refresh();
    const refreshed = model.rows.children();
    await expect.poll(() => asked.length).toBe(2);
    await model.rows.loadMore();
    release();
    await refreshed;
    expect(await wordsBelow(model)).toEqual(['beta', 'Alpha', 'alphabet', 'gamma']);
    // No request was canceled and repeated.
    expect(asked.map(({ query }) => query.get('continue'))).toEqual([null, null, '2', '2']);
  });

  it('has no "Load more" after a failed search', async () => {
    const { model, asked } = await scriptedModel({
      listProjects: (one) => (JSON.stringify(one.body) === '{}' ? paged(projects, 2)(one) : 500),
    });
    await model.rows.children();
    await model.find('a');
    expect(await wordsBelow(model)).toEqual(['(serviceFault)', 'beta', 'Alpha']);
    expect(asked).toHaveLength(2);
  });

  it('has a page discarded that was requested for another search', async () => {
    const page = paged(projects, 2);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { model, asked } = await scriptedModel({
      listProjects: async (one) => {
        if (one.query.has('continue')) await held;
        return page(one);
      },
    });
    await model.rows.children();
    const more = model.rows.loadMore();
    await expect.poll(() => asked.length).toBe(2);
    await model.find('a');
    expect(await wordsBelow(model)).toEqual(['beta', 'Alpha', '(2 of 4)']);
    release();
    expect(await more).toBeUndefined();
    expect(await wordsBelow(model)).toEqual(['beta', 'Alpha', '(2 of 4)']);
  });

  it('stops loading more of a list that another search replaced', async () => {
    const { model, asked } = await scriptedModel({
      listProjects: (one) => (one.query.has('continue') ? 'hang' : paged(projects, 2)(one)),
    });
    await model.rows.children();
    void model.rows.loadMore();
    await expect.poll(() => asked.length).toBe(2);
    expect(model.store.listOf()?.loadingMore !== undefined).toBe(true);
    await model.find('a');
    expect(model.store.listOf()?.loadingMore !== undefined).toBe(false);
  });

  it('keeps the previous rows, without "Load more", until the new ones arrive', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { model } = await scriptedModel({
      listProjects: async (one) => {
        if (JSON.stringify(one.body) !== '{}') await held;
        return paged(projects, 2)(one);
      },
    });
    await model.rows.children();
    await model.find('a');
    expect(model.rows.known()?.map(wordFor)).toEqual(['beta', 'Alpha']);
    release();
    await expect.poll(() => model.rows.known()?.map(wordFor)).toEqual(['beta', 'Alpha', '(2 of 4)']);
  });

  it('reports that nothing matches, not that there are no projects', async () => {
    const { model } = await scriptedModel({ listProjects: () => ({ items: [] }) });
    expect(await wordsBelow(model)).toEqual(['(no project)']);
    await model.find('x');
    expect(await wordsBelow(model)).toEqual(['(noMatches)']);
  });
});

describe('the saved search', () => {
  it('is restored at the next start', async () => {
    const kept = new Map<string, unknown>();
    await (await unsorted(50, kept)).model.find('alpha');
    const next = await unsorted(50, kept);
    expect(next.model.query).toBe('alpha');
    expect(await wordsBelow(next.model)).toEqual(['Alpha', 'alphabet']);
  });

  it.each<[unknown, string]>([
    [undefined, ''],
    [null, ''],
    ['name', ''],
    [5, ''],
    [[], ''],
    [{ query: 5 }, ''],
    // As earlier versions kept it.
    [{ query: 'a', sort: { field: 'name', order: 'desc' }, isUnhealthyFirst: true }, 'a'],
  ])('contains only the valid parts of the saved value: %j', async (value, search) => {
    const { model } = await unsorted(50, new Map([['projectSearch', value]]));
    expect(model.query).toBe(search);
    expect(await model.rows.children()).not.toEqual([]);
  });
});
