import { describe, expect, it, vi } from 'vitest';
import { isResourceRow, type ViewRow } from '../../../../src/items/kinds';
import { foundProjectRow } from '../../../../src/items/kinds/project';
import { Inventory } from '../../../../src/items/inventory';
import { Marks, markKey } from '../../../../src/items/marks/marks';
import { StoredMarks } from '../../../../src/items/marks/stored';
import { memoryFiles } from '../../../../src/connections/storedFiles';
import { attentionIn } from '../../../../src/items/attention';
import { isParentRow } from '../../../../src/items/kinds';
import { newProjectsTree } from '../../../../src/projects/appearance';
import { favoriteCommands } from '../../../../src/projects/favorites/commands';
import { favoritesKey } from '../../../../src/projects/favorites/order';
import { FavoriteRows } from '../../../../src/projects/favorites/rows';
import { rowOf, rowsOf } from '../../../../src/projects/rowArguments';
import { storedId } from '../../../../src/items/store/row';
import { ProjectsModel } from '../../../../src/projects/model';
import type { ScriptedOptions } from '../../../support/demo/service';
import { eventually } from '../../support/eventually';
import { connected, sourceOf, unhurried } from '../../support/service';
import { wordFor } from '../../support/scripted';

/** The Projects view of a demo service, with favorites. */
async function start(options: Partial<ScriptedOptions> = {}, stored = new StoredMarks(memoryFiles())) {
  const { service, client } = await connected({ projects: 60, ...options }, {}, unhurried());
  const marks = new Marks(stored);
  await marks.read();
  const session = sourceOf(client, { listing: undefined }, service.baseUrl);
  const model = new ProjectsModel(new Inventory(session, undefined, marks));
  const rows = new FavoriteRows(model);
  const tree = newProjectsTree();
  tree.show(rows);
  const view = { selection: [] as ViewRow[] };
  const run = favoriteCommands({ view: view as never });
  const asked = (): readonly string[] => {
    const operations = service.requests.map(({ operation }) => operation ?? 'unknown');
    service.clearRequests();
    return operations;
  };
  const top = () => tree.getChildren();
  const favorites = async () => {
    const [group] = await top();
    return group?.kind === 'favorites' ? tree.getChildren(group) : [];
  };
  const named = async (name: string, parent?: ViewRow): Promise<ViewRow> => {
    const found = (await tree.getChildren(parent)).find((row) => wordFor(row) === name);
    return found ?? expect.fail(`There is no ${name}`);
  };
  const description = (row: ViewRow) => tree.getTreeItem(row).description;
  return { service, model, rows, tree, run, asked, top, favorites, named, description, stored, marks, view };
}

/** Waits until all favorites have been read. */
async function settled({ favorites, tree }: Awaited<ReturnType<typeof start>>): Promise<readonly ViewRow[]> {
  return eventually(async () => {
    const rows = await favorites();
    for (const row of rows) expect(tree.getTreeItem(row).description).not.toMatch(/^Reading/);
    return rows;
  });
}

/** A project with clusters that is not on the first page. */
async function lastProject({ model, top }: Awaited<ReturnType<typeof start>>): Promise<ViewRow> {
  await model.store.loadAll(new AbortController().signal, () => undefined);
  const hasClusters = (row: ViewRow): boolean =>
    row.kind === 'project' && (row.project.status?.usage?.clusters?.length ?? 0) > 0;
  return (await top()).findLast(hasClusters) ?? expect.fail();
}

describe('favorites', () => {
  it('are hidden while there are none, then come first with their paths', async () => {
    const view = await start();
    expect((await view.top())[0]?.kind).toBe('project');
    const payments = await view.named('payments');
    const cluster = await view.named('payments-eu', payments);
    await view.run.addToFavorites(view.model, cluster);
    await view.run.addToFavorites(view.model, payments);
    const rows = await view.favorites();
    expect(rows.map(wordFor)).toEqual(['payments-eu', 'payments']);
    expect(rows[0] && view.tree.getTreeItem(rows[0]).label).toBe('payments › payments-eu');
    expect(rows[0]?.id).not.toBe(cluster.id);
  });

  it('show the same rows below them, read once and counted once', async () => {
    const view = await start();
    const payments = await view.named('payments');
    const cluster = await view.named('payments-eu', payments);
    const before = attentionIn(view.model.inventory);
    await view.run.addToFavorites(view.model, cluster);
    const [favorite] = await view.favorites();
    view.asked();
    const pools = await view.tree.getChildren(favorite);
    expect(view.asked()).toEqual(['readCloudConfig']);
    expect((await view.tree.getChildren(cluster)).map(wordFor)).toEqual(pools.map(wordFor));
    expect(view.asked()).toEqual([]);
    expect(new Set([...pools, ...(await view.tree.getChildren(cluster))].map(({ id }) => id)).size).toBe(
      2 * pools.length,
    );
    expect(attentionIn(view.model.inventory).count).toBe(before.count);
    expect(
      view.model.inventory.rows.filter((row) => row.kind === 'cluster' && row.id === cluster.id),
    ).toHaveLength(1);
  });

  it('of projects that are not loaded are read by their own paths, when they are shown', async () => {
    const first = await start();
    const project = await lastProject(first);
    const cluster =
      (await first.tree.getChildren(project)).find((row) => row.kind === 'cluster') ?? expect.fail();
    const pool = (await first.tree.getChildren(cluster)).find((row) => row.kind === 'pool') ?? expect.fail();
    for (const row of [project, cluster, pool]) await first.run.addToFavorites(first.model, row);

    const view = await start({}, first.stored);
    await view.top();
    expect(view.asked()).toEqual(['listProjectsPost']);
    const rows = await settled(view);
    expect(rows.map(wordFor)).toEqual([wordFor(project), wordFor(cluster), wordFor(pool)]);
    expect(rows.every(isResourceRow)).toBe(true);
    expect(view.asked().length).toBeLessThanOrEqual(6);
    // They are not in the list of projects.
    expect(
      (await view.top()).some((row) => row.kind === 'project' && markKey(row.id) === markKey(project.id)),
    ).toBe(false);
  });

  it('stay while everything is refreshed, and are read again', async () => {
    const first = await start();
    const project = await lastProject(first);
    await first.run.addToFavorites(first.model, project);
    const view = await start({}, first.stored);
    const before = await settled(view);
    view.asked();
    await view.model.inventory.refresh();
    expect((await view.favorites()).map(wordFor)).toEqual(before.map(wordFor));

    await vi.waitUntil(
      () => view.service.requests.filter(({ operation }) => operation === 'listProjectsPost').length === 2,
    );
    expect((await settled(view)).every(isResourceRow)).toBe(true);
  });

  it('are found among many with longer names', async () => {
    const view = await start({ projects: 130 });
    const { projects } = view.service.fleet;
    for (const [index, project] of projects.entries()) Object.assign(project, { name: `prod-${index}` });
    const last = Object.assign(projects.at(-1) ?? {}, { name: 'prod' });
    const key = markKey(foundProjectRow({ metadata: last, source: undefined }, view.model.store.rootId).id);
    await view.stored.set([{ kind: 'favorite', key, value: { kind: 'project', names: ['prod'] } }]);
    await view.marks.read();
    expect((await settled(view)).map((row) => row.kind)).toEqual(['project']);
  });

  it('that no longer exist say so and can be removed', async () => {
    const stored = new StoredMarks(memoryFiles());
    await stored.set([
      { kind: 'favorite', key: 'project:none', value: { kind: 'project', names: ['gone'] } },
      {
        kind: 'favorite',
        key: 'project:none/cluster:none',
        value: { kind: 'cluster', names: ['gone', 'gone-eu'] },
      },
    ]);
    const view = await start({}, stored);
    const rows = await settled(view);
    expect(rows.map((row) => view.tree.getTreeItem(row).label)).toEqual(['gone', 'gone › gone-eu']);
    for (const row of rows) expect(view.description(row)).toBe('no longer exists, or was renamed');
    for (const row of rows) await view.run.removeFromFavorites(view.model, row);
    expect((await view.top())[0]?.kind).toBe('project');
  });

  it.each(['project:%', 'project:%zz/cluster:c', 'project:%ud800', 'project:%u0041', 'project:%F0%9F'])(
    'with the key %s, which others may have stored, are read once',
    async (key) => {
      const stored = new StoredMarks(memoryFiles());
      const kind = key.includes('cluster') ? 'cluster' : 'project';
      await stored.set([{ kind: 'favorite', key, value: { kind, names: ['gone', 'gone-eu'] } }]);
      const view = await start({}, stored);
      const [row = expect.fail()] = await settled(view);
      expect(view.description(row)).toBe('no longer exists, or was renamed');
      view.asked();
      await settled(view);
      expect(view.asked()).toEqual([]);
    },
  );

  it('of pages that a service cannot search are not read', async () => {
    const stored = new StoredMarks(memoryFiles());
    await stored.set([
      { kind: 'favorite', key: 'project:late', value: { kind: 'project', names: ['late'] } },
    ]);
    const view = await start({ profile: 'interface' }, stored);
    await view.top();
    view.asked();
    const [row = expect.fail()] = await settled(view);
    expect(view.description(row)).toBe('not read: load more projects');
    expect(view.asked()).toEqual([]);
  });

  it('stay expanded for a refresh as long as one of the two rows is', async () => {
    const view = await start();
    const payments = await view.named('payments');
    await view.run.addToFavorites(view.model, payments);
    const [favorite] = await view.favorites();
    if (!isParentRow(favorite) || !isParentRow(payments)) return expect.fail();
    await view.tree.getChildren(favorite);
    await view.tree.getChildren(payments);
    view.rows.setExpanded(favorite, false);
    expect(view.model.store.branchOf(payments)?.isExpanded).toBe(true);
    view.rows.setExpanded(payments, false);
    expect(view.model.store.branchOf(payments)?.isExpanded).toBe(false);
  });
});

it('commands of favorites work on their items', async () => {
  const view = await start();
  const payments = await view.named('payments');
  await view.run.addToFavorites(view.model, await view.named('payments-eu', payments));
  const [favorite = expect.fail()] = await view.favorites();
  const [pool = expect.fail()] = await view.tree.getChildren(favorite);
  const stored = (row: ViewRow) => view.model.store.find(storedId(row.id));
  const selection = { selection: [pool] };
  expect(await rowsOf(selection, view.model, [favorite])).toEqual([stored(favorite)]);
  expect(await rowsOf(selection, view.model, [])).toEqual([stored(pool)]);
  expect(rowOf(view.model, pool)).toBe(stored(pool));
});

describe('the order of favorites', () => {
  async function ordered() {
    const view = await start();
    for (const name of ['payments', 'ledger', 'checkout']) {
      await view.run.addToFavorites(view.model, await view.named(name));
    }
    const names = async () => (await view.favorites()).map(wordFor);
    const favorite = async (name: string) =>
      (await view.favorites()).find((row) => wordFor(row) === name) ?? expect.fail();
    return { ...view, names, favorite };
  }

  it('is that of the user, who can move them', async () => {
    const { run, model, names, favorite } = await ordered();
    expect(await names()).toEqual(['payments', 'ledger', 'checkout']);
    await run.moveFavoriteUp(model, await favorite('checkout'));
    expect(await names()).toEqual(['payments', 'checkout', 'ledger']);
    await run.moveFavoriteDown(model, await favorite('payments'));
    expect(await names()).toEqual(['checkout', 'payments', 'ledger']);
    await run.moveFavoriteUp(model, await favorite('checkout'));
    await run.moveFavoriteDown(model, await favorite('ledger'));
    expect(await names()).toEqual(['checkout', 'payments', 'ledger']);
  });

  it('changes where rows are dropped: before a favorite, or last', async () => {
    const { run, model, names, favorite, named, top } = await ordered();
    await run.insertFavorites(model, await favorite('payments'), [
      await favorite('checkout'),
      await named('atlas'),
    ]);
    expect(await names()).toEqual(['checkout', 'atlas', 'payments', 'ledger']);
    await run.insertFavorites(model, (await top())[0], [await favorite('checkout')]);
    expect(await names()).toEqual(['atlas', 'payments', 'ledger', 'checkout']);
    // Nothing else takes rows.
    await run.insertFavorites(model, await named('identity'), [await favorite('checkout')]);
    await run.insertFavorites(model, undefined, 'checkout');
    expect(await names()).toEqual(['atlas', 'payments', 'ledger', 'checkout']);
  });

  it('can be by name or by severity', async () => {
    const { marks, names } = await ordered();
    const set = (by: 'name' | 'severity') =>
      marks.set([{ kind: 'order', key: favoritesKey, value: { by, keys: [] } }]);
    await set('name');
    expect(await names()).toEqual(['checkout', 'ledger', 'payments']);
    await set('severity');
    expect((await names()).at(-1)).toBe('checkout');
  });
});

describe('auto-refresh', () => {
  /** Favorites of projects and clusters that are not on the first page. */
  async function unloaded(count: number, options: Partial<ScriptedOptions> = {}) {
    const first = await start({ projects: 150, ...options });
    await first.model.store.loadAll(new AbortController().signal, () => undefined);
    const projects = (await first.top()).slice(60, 60 + count);
    for (const row of projects) await first.run.addToFavorites(first.model, row);
    const view = await start({ projects: 150, ...options }, first.stored);
    await settled(view);
    view.asked();
    return view;
  }

  it('reads at most 20 favorites one by one in each round, in turn', async () => {
    const { rows, asked, model, marks } = await unloaded(30);
    const { signal } = new AbortController();
    const numbers = () =>
      [...marks.values.favorite.keys()].map(
        (key) => model.store.find(`${model.store.rootId}/${key}`)?.requestNumber ?? 0,
      );
    const before = numbers();
    expect(await rows.refreshInBackground(signal)).toBe(true);
    const perRound = asked().filter((operation) => operation === 'listProjectsPost').length;
    // One is the page that is shown.
    expect(perRound).toBeLessThanOrEqual(21);
    await rows.refreshInBackground(signal);
    expect(numbers().every((number, index) => number > (before[index] ?? 0))).toBe(true);
  });

  it('reads clusters with the one request for the fleet, where there is one', async () => {
    const first = await start();
    const project = await lastProject(first);
    const clusters = (await first.tree.getChildren(project)).filter((row) => row.kind === 'cluster');
    for (const row of clusters) await first.run.addToFavorites(first.model, row);
    const view = await start({}, first.stored);
    await settled(view);
    view.asked();
    expect(await view.rows.refreshInBackground(new AbortController().signal)).toBe(true);
    expect(view.asked().toSorted()).toEqual(['listProjectsPost', 'searchClusterMetadata']);
  });
});
