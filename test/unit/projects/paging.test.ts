import { hasMore, machineSeverities } from '../../../src/items/listState';
import { describe, expect, it } from 'vitest';
import { type ProjectsModel, newProjectsTree } from '../../../src/projects/model';
import type { ErrorRow } from '../../../src/items/store/row';
import type { ParentRow } from '../../../src/items/kinds';
import { paged, rowBelow, scriptedModel, wordFor, wordsBelow, type Script } from '../support/scripted';

const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const named = (all: readonly string[]) => all.map((name) => ({ metadata: { uid: name, name } }));
const clusters = (all: readonly string[]) =>
  named(all).map((cluster) => ({
    ...cluster,
    specSummary: { cloudConfig: { uid: 'config', cloudType: 'aws' } },
  }));

/** Each list that is loaded in pages, with three items per page. */
const lists: readonly {
  list: string;
  operation: 'listProjects' | 'searchClusters' | 'listMachines';
  items: (all: readonly string[]) => readonly object[];
  parent: (model: ProjectsModel) => Promise<ParentRow | undefined>;
}[] = [
  {
    list: 'of projects',
    operation: 'listProjects',
    items: named,
    parent: () => Promise.resolve(undefined),
  },
  {
    list: 'of clusters below a project',
    operation: 'searchClusters',
    items: clusters,
    parent: (model) => rowBelow(model, undefined, 'project', 'project'),
  },
  {
    list: 'of machines below a pool',
    operation: 'listMachines',
    items: named,
    parent: async (model) => {
      const project = await rowBelow(model, undefined, 'project', 'project');
      return rowBelow(model, await rowBelow(model, project, 'cluster', 'cluster'), 'pool', 'pool');
    },
  },
];

describe.each(lists)('a list $list', ({ operation, items, parent }) => {
  async function start(all: readonly string[]) {
    const script: Script = {
      listProjects: () => ({ items: named(['project']) }),
      searchClusters: () => ({ items: clusters(['cluster']) }),
      readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
    };
    const { model, count } = await scriptedModel(script);
    // The rows above the list are already loaded.
    const row = await parent(model);
    count();
    const answer = (one: NonNullable<Script[typeof operation]>): void => {
      script[operation] = one;
    };
    answer(paged(items(all), 3));
    return { model, row, count, answer, words: () => wordsBelow(model, row) };
  }

  it('grows by exactly one page for each "Load more", up to its end', async () => {
    const all = names(7, 'x');
    const { model, row, words, count } = await start(all);
    expect(await words()).toEqual([...all.slice(0, 3), '(3 of 7)']);
    const before = (await model.rows.children(row)).slice(0, 3);
    const [first] = await Promise.all([model.rows.loadMore(row), model.rows.loadMore(row)]);
    expect(first && wordFor(first)).toBe('x3');
    expect(await words()).toEqual([...all.slice(0, 6), '(6 of 7)']);
    // VS Code identifies rows by their objects.
    expect((await model.rows.children(row)).slice(0, 3).every((node, index) => node === before[index])).toBe(
      true,
    );
    expect(count(operation)).toBe(2);
    await model.rows.loadMore(row);
    expect(await words()).toEqual(all);
    expect(await model.rows.loadMore(row)).toBeUndefined();
    expect(count(operation)).toBe(1);
  });

  it.each([
    { status: 500, kind: 'serviceFault' },
    { status: 404, kind: operation === 'listProjects' ? 'unsupported' : 'notFound' },
  ])(
    'shows an error below its rows if the next page fails ($status), and continues from there',
    async ({ status, kind }) => {
      const all = names(5, 'x');
      const { model, row, words, answer } = await start(all);
      await words();
      answer(() => status);
      await model.rows.loadMore(row);
      expect(await words()).toEqual([...all.slice(0, 3), `(${kind})`]);
      const failed = (await model.rows.children(row)).at(-1) as ErrorRow<ParentRow>;
      expect(failed).toMatchObject({ kind: 'error', isNextPage: true });
      // The first retry fails as well.
      await model.retry(failed);
      expect(await words()).toEqual([...all.slice(0, 3), `(${kind})`]);
      answer(paged(items(all), 3));
      await model.retry(failed);
      if ((await words()).length < all.length) await model.rows.loadMore(row);
      expect(await words()).toEqual(all);
    },
  );

  it('keeps the number of loaded pages after a refresh', async () => {
    const { model, row, words, answer, count } = await start(names(10, 'x'));
    await words();
    await model.rows.loadMore(row);
    count();
    answer(paged(items(names(10, 'y')), 3));
    await model.inventory.refresh(row);
    expect(await words()).toEqual([...names(6, 'y'), '(6 of 10)']);
    expect(count(operation)).toBe(2);
  });

  it('keeps its rows if the next page fails, and then the whole list does', async () => {
    const all = names(10, 'x');
    const { model, row, words, answer } = await start(all);
    await words();
    await model.rows.loadMore(row);
    answer(() => 500);
    await model.rows.loadMore(row);
    expect(await words()).toEqual([...all.slice(0, 6), '(serviceFault)']);
    await model.inventory.refresh(row);
    expect(await words()).toEqual(['(serviceFault)', ...all.slice(0, 6), '(serviceFault)']);
    const rows = await model.rows.children(row);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);

    answer(paged(items(all), 3));
    await model.rows.loadMore(row);
    expect((await model.rows.children(row)).map(wordFor).slice(-10)).toEqual([
      ...all.slice(0, 9),
      '(9 of 10)',
    ]);
  });

  it('is shorter after a refresh if the service has fewer items', async () => {
    const { model, row, words, answer } = await start(names(10, 'x'));
    await words();
    await model.rows.loadMore(row);
    answer(paged(items(['y']), 3));
    await model.inventory.refresh(row);
    expect(await words()).toEqual(['y']);
  });

  it('is shown as truncated if the service repeats a page token', async () => {
    const { model, row, words, answer } = await start([]);
    answer(() => ({ items: items(['x']), listmeta: { continue: 'again' } }));
    await model.inventory.refresh(row);
    expect(await words()).toEqual(['x', '(1 of ?)']);
    await model.rows.loadMore(row);
    expect(await words()).toEqual(['x', '(truncated)']);
    expect((await model.rows.children(row)).at(-1)).toMatchObject({
      cut: 'repeatedToken',
      loaded: 1,
    });
  });

  it('shows an item once that is repeated on a later page', async () => {
    const { model, row, words } = await start(['a', 'b', 'c', 'b', 'd']);
    await words();
    await model.rows.loadMore(row);
    expect(await words()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('skips a limited number of pages that are empty or have nothing new', async () => {
    const { model, row, words, answer, count } = await start([]);
    const rest = [[], ['x'], ['x'], [], ['x', 'y'], [], [], [], [], [], [], ['z']];
    answer(({ query }) => {
      const page = Number(query.get('continue') ?? 0);
      return {
        items: items(rest[page] ?? []),
        listmeta: { continue: page + 1 < rest.length ? String(page + 1) : '' },
      };
    });
    await model.inventory.refresh(row);
    expect(await words()).toEqual(['x', '(1 of ?)']);
    expect(count(operation)).toBe(2);
    const first = await model.rows.loadMore(row);
    expect(first && wordFor(first)).toBe('y');
    expect(await words()).toEqual(['x', 'y', '(2 of ?)']);
    expect(count(operation)).toBe(3);
    // The user can click again to continue.
    expect(await model.rows.loadMore(row)).toBeUndefined();
    expect(await words()).toEqual(['x', 'y', '(2 of ?)']);
    expect(count(operation)).toBe(5);
    await model.rows.loadMore(row);
    expect(await words()).toEqual(['x', 'y', 'z']);
  });

  it('is not shown as empty while there are more pages', async () => {
    const { model, row, words, answer, count } = await start([]);
    let next = 0;
    answer(() => ({ items: [], listmeta: { continue: String(++next) } }));
    await model.inventory.refresh(row);
    expect(await words()).toEqual(['(0 of ?)']);
    expect(count(operation)).toBe(5);
    answer(() => ({ items: [] }));
    await model.rows.loadMore(row);
    expect(await words()).toEqual([expect.stringMatching(/^\(no/)]);
  });
});

it('a list is shown as truncated if the service sends too many items at once', async () => {
  const { model } = await scriptedModel({
    listProjects: () => ({ items: named(names(50_001, 'x')), listmeta: { continue: 'more' } }),
  });
  const last = (await model.rows.children()).at(50_000);
  const tree = newProjectsTree();
  tree.show(model);
  expect(last && tree.getTreeItem(last.id)).toMatchObject({
    label: 'List truncated',
    description: '50,000 loaded. Poolview reads at most 50,000 items of a list.',
  });
  tree.dispose();
});

describe('a partly loaded pool', () => {
  it('is known to be incomplete until all of its machines are loaded', async () => {
    const { model } = await scriptedModel({
      listProjects: () => ({ items: named(['project']) }),
      searchClusters: () => ({ items: clusters(['cluster']) }),
      readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
      listMachines: paged(named(names(4, 'm')), 3),
    });
    const project = await rowBelow(model, undefined, 'project', 'project');
    const pool = await rowBelow(model, await rowBelow(model, project, 'cluster', 'cluster'), 'pool', 'pool');
    expect([machineSeverities(pool, model.store), hasMore(pool, model.store)]).toEqual([undefined, false]);
    await model.rows.children(pool);
    expect([machineSeverities(pool, model.store)?.length, hasMore(pool, model.store)]).toEqual([3, true]);
    await model.rows.loadMore(pool);
    expect([machineSeverities(pool, model.store)?.length, hasMore(pool, model.store)]).toEqual([4, false]);
  });
});
