import { describe, expect, it } from 'vitest';
import type { LoadAllResult } from '../../../src/items/store/lists';
import type { ItemStoreRow } from '../../../src/items/kinds';
import { newProjectsTree, type ProjectsModel } from '../../../src/projects/model';
import {
  paged,
  rowBelow,
  scriptedModel,
  wordFor,
  wordsBelow,
  type Asked,
  type Script,
} from '../support/scripted';

const never = new AbortController().signal;

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });
const projects = (count: number) => Array.from({ length: count }, (_, index) => named(`p${index}`));

/** A promise that is resolved by calling `open`. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    opened,
    open: () => {
      open();
    },
  };
}

/** A list of projects that can be searched by name. */
function searchable(items: readonly { metadata: { name: string } }[], size: number) {
  return (asked: Asked): object => {
    const { filter } = (asked.body ?? {}) as { filter?: { name?: { contains?: string } } };
    const part = filter?.name?.contains ?? '';
    return paged(
      items.filter(({ metadata }) => metadata.name.includes(part)),
      size,
    )(asked);
  };
}

const filterOf = ({ body }: Asked): unknown => (body as { filter?: unknown }).filter;

describe('a manual refresh', () => {
  async function start() {
    const script: Script = {
      listProjects: searchable([named('one'), named('two')], 50),
      searchClusters: ({ projectUid }) => ({ items: [named(`${projectUid ?? ''}-eu`)] }),
    };
    const { model, asked } = await scriptedModel(script);
    const tree = newProjectsTree();
    tree.show(model);
    const rows = await tree.getChildren();
    // As VS Code does: a row that looks as before is then not reported.
    for (const row of rows) tree.getTreeItem(row);
    await tree.getChildren(rows[0]);
    const isOutdated = (id: string): boolean => {
      const row = model.store.find(id);
      return row !== undefined && model.store.isOutdated(row);
    };
    return { model, asked, script, tree, isOutdated };
  }

  const wordsOf = ({ store }: ProjectsModel, ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => store.find(id) ?? []).map(wordFor);

  it('keeps all rows usable until the new ones arrive', async () => {
    const { model, script, tree, isOutdated } = await start();
    const { opened, open } = gate();
    script.listProjects = async (asked) => {
      await opened;
      return searchable([named('one'), named('three')], 50)(asked);
    };
    const fired: unknown[] = [];
    tree.onDidChangeTreeData((rows) => fired.push(rows));
    const refresh = model.inventory.refresh();
    // Rows that VS Code is told to drop lose their hovers and commands.
    expect(fired).toEqual([]);
    const rows = await tree.getChildren();
    expect(wordsOf(model, rows)).toEqual(['one', 'two']);
    expect(rows.some(isOutdated)).toBe(false);
    expect(wordsOf(model, await tree.getChildren(rows[0]))).toEqual(['one-eu']);
    // A row that was never expanded is loaded immediately.
    expect(wordsOf(model, await tree.getChildren(rows[1]))).toEqual(['two-eu']);
    open();
    await refresh;
    expect(fired).toHaveLength(1);
    expect(wordsOf(model, await tree.getChildren())).toEqual(['one', 'three']);
    tree.dispose();
  });

  it('that fails keeps the rows, marked as stale, below the error', async () => {
    const { model, script, tree, isOutdated } = await start();
    script.listProjects = () => 500;
    await model.inventory.refresh();
    const [error = '', ...rows] = await tree.getChildren();
    expect(model.rows.find(error)?.kind).toBe('error');
    expect(wordsOf(model, rows)).toEqual(['one', 'two']);
    expect(rows.every(isOutdated)).toBe(true);
    tree.dispose();
  });

  it('is replaced by the next one, whose response is used', async () => {
    const { model, script, asked, tree } = await start();
    script.listProjects = () => 'hang';
    const first = model.inventory.refresh();
    await expect.poll(() => asked.filter(({ operation }) => operation === 'listProjects')).toHaveLength(2);
    script.listProjects = searchable([named('new')], 50);
    await Promise.all([first, model.inventory.refresh()]);
    expect(wordsOf(model, await tree.getChildren())).toEqual(['new']);
    tree.dispose();
  });

  it('continues when the auto-refresh that it replaced is canceled', async () => {
    const { model, script, asked } = await start();
    const timer = new AbortController();
    script.listProjects = () => 'hang';
    const renewal = model.rows.refreshInBackground(timer.signal);
    await expect.poll(() => asked.at(-1)?.operation).toBe('listProjects');
    const { opened, open } = gate();
    script.listProjects = async (one) => {
      await opened;
      return searchable([named('new')], 50)(one);
    };
    const refresh = model.inventory.refresh();
    timer.abort();
    open();
    await Promise.all([renewal, refresh]);
    expect(await wordsBelow(model)).toEqual(['new']);
    expect(asked.filter(({ operation }) => operation === 'listProjects')).toHaveLength(3);
  });
});

describe('an auto-refresh of long lists', () => {
  it('reloads the first pages, and keeps the age of the others', async () => {
    const items = projects(30);
    const script: Script = { listProjects: searchable(items, 3) };
    const { model, count } = await scriptedModel(script);
    await model.store.loadAll(never, () => undefined);
    count();
    const before = await model.rows.children();
    const ages = before.map((row) => row.readAt ?? 0);
    await expect.poll(() => Date.now()).toBeGreaterThan(Math.max(...ages));
    expect(await model.rows.refreshInBackground(never)).toBe(true);
    expect(count()).toBe(4);
    expect(await model.rows.children()).toEqual(before);
    const renewed = before.map((row, index) => (row.readAt ?? 0) > (ages[index] ?? 0));
    expect(renewed).toEqual([...Array<boolean>(12).fill(true), ...Array<boolean>(18).fill(false)]);
  });

  it('reloads an expanded project on a later page by its name', async () => {
    const items = projects(30);
    const script: Script = { listProjects: searchable(items, 3), searchClusters: () => ({ items: [] }) };
    const { model, asked } = await scriptedModel(script);
    await model.store.loadAll(never, () => undefined);
    const row = await rowBelow(model, undefined, 'project', 'p25');
    await model.rows.children(row);
    asked.length = 0;
    Object.assign(items[25] ?? {}, { status: { clustersHealth: { errored: 1 } } });
    await model.rows.refreshInBackground(never);
    expect(asked).toHaveLength(4 + 2);
    expect(asked.filter((one) => filterOf(one) !== undefined)).toHaveLength(1);
    expect(row.project.status?.clustersHealth?.errored).toBe(1);
    script.listProjects = (one) => (filterOf(one) === undefined ? searchable(items, 3)(one) : 500);
    expect(await model.rows.refreshInBackground(never)).toBe(false);
  });
});

describe('a refresh of one project', () => {
  it('reloads that project by its name, and the rows below it', async () => {
    const items = projects(30);
    const { model, asked } = await scriptedModel({
      listProjects: searchable(items, 3),
      searchClusters: () => ({ items: [named('eu')] }),
    });
    await model.store.loadAll(never, () => undefined);
    const row = await rowBelow(model, undefined, 'project', 'p25');
    await model.rows.children(row);
    asked.length = 0;
    Object.assign(items[25] ?? {}, { status: { clustersHealth: { errored: 1 } } });
    const looks: ItemStoreRow[] = [];
    model.rows.onDidChange(({ rows }) => {
      looks.push(...rows);
    });
    await model.inventory.refreshProject(row);
    expect(asked.map(({ operation }) => operation).sort()).toEqual(['listProjects', 'searchClusters']);
    expect(asked.map(filterOf)).toContainEqual({ name: { contains: 'p25', ignoreCase: true } });
    expect(row.project.status?.clustersHealth?.errored).toBe(1);
    expect(looks).toContain(row);
  });

  it('reloads the pages up to it if the service cannot search', async () => {
    const items = projects(30);
    const page = paged(items, 3);
    const { model, asked } = await scriptedModel(
      { listProjects: (one) => (one.method === 'get' ? page(one) : 405) },
      { listing: 'get' },
    );
    await model.store.loadAll(never, () => undefined);
    const row = await rowBelow(model, undefined, 'project', 'p7');
    asked.length = 0;
    items.splice(7, 1);
    await model.inventory.refreshProject(row);
    expect(asked.filter(({ operation }) => operation === 'listProjects')).toHaveLength(3);
    expect(await wordsBelow(model)).not.toContain('p7');
    expect(await wordsBelow(model)).toHaveLength(29);
  });

  it('shows an error if it cannot be reloaded', async () => {
    const script: Script = { listProjects: searchable(projects(1), 3) };
    const { model } = await scriptedModel(script);
    const row = await rowBelow(model, undefined, 'project', 'p0');
    script.listProjects = () => 500;
    await expect(model.inventory.refreshProject(row)).rejects.toMatchObject({ kind: 'serviceFault' });
  });
});

describe('loading all projects', () => {
  /** Numbered pages. Each has a token for the next page, and the last page has `last`. */
  const pages =
    (all: readonly (readonly string[])[], last = '') =>
    ({ query }: Asked): object => {
      const page = Number(query.get('continue') ?? 0);
      const items = (all[page] ?? []).map((name) => named(name));
      return { items, listmeta: { continue: page + 1 < all.length ? String(page + 1) : last } };
    };
  const load = async (script: Script): Promise<[LoadAllResult, readonly string[]]> => {
    const { model } = await scriptedModel(script);
    return [await model.store.loadAll(never, () => undefined), await wordsBelow(model)];
  };

  it('continues after any number of pages without new projects', async () => {
    const all = [['a'], ...Array.from({ length: 12 }, () => ['a']), [], ['b']];
    expect(await load({ listProjects: pages(all) })).toEqual(['complete', ['a', 'b']]);
  });

  it('reports a repeated page token', async () => {
    expect(await load({ listProjects: pages([['a'], ['b']], '1') })).toEqual([
      'repeatedToken',
      ['a', 'b', '(truncated)'],
    ]);
  });

  it('reports a failed page', async () => {
    const script: Script = {
      listProjects: (asked) => (asked.query.get('continue') === '1' ? 500 : pages([['a'], ['b']])(asked)),
    };
    expect(await load(script)).toEqual(['failed', ['a', '(serviceFault)']]);
    expect(await load({ listProjects: () => 500 })).toEqual(['failed', ['(serviceFault)']]);
  });

  it('reports that it was canceled, that the list was replaced, or that the user disconnected', async () => {
    const { model } = await scriptedModel({ listProjects: searchable(projects(30), 3) });
    const controller = new AbortController();
    expect(
      await model.store.loadAll(controller.signal, () => {
        controller.abort();
      }),
    ).toBe('cancelled');
    let refresh: Promise<void> | undefined;
    expect(
      await model.store.loadAll(never, () => {
        refresh ??= model.inventory.refresh();
      }),
    ).toBe('replaced');
    await refresh;
    expect(
      await model.store.loadAll(never, () => {
        model.inventory.dispose();
      }),
    ).toBe('cancelled');
  });
});

describe('a cluster found by a search', () => {
  it('keeps the data from the summary of its project', async () => {
    const usage = { uid: 'eu', name: 'eu', cpuCores: 60, isAlloy: true };
    const { model } = await scriptedModel({
      listProjects: () => ({ items: [named('one', { status: { usage: { clusters: [usage] } } })] }),
      searchClusters: () => ({ items: [named('eu')] }),
    });
    const project = await rowBelow(model, undefined, 'project', 'one');
    const cluster = await rowBelow(model, project, 'cluster', 'eu');
    expect(cluster.readings.search).toBeDefined();
    expect(cluster.readings.summary?.value).toEqual(usage);
  });
});
