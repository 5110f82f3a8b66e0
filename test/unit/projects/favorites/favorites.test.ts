import { describe, expect, it, vi } from 'vitest';
import { isResourceRow, type ItemStoreRow } from '../../../../src/items/kinds';
import { foundProjectRow } from '../../../../src/items/kinds/project';
import { Inventory } from '../../../../src/items/inventory';
import { Marks, markKey } from '../../../../src/items/marks/marks';
import { storedMarks } from '../../../../src/items/marks/stored';
import { memoryFiles } from '../../../../src/connections/storedFiles';
import { attentionIn } from '../../../../src/items/attention';
import { isParentRow } from '../../../../src/items/kinds';
import { newProjectsTree } from '../../../../src/projects/appearance';
import { favoriteCommands } from '../../../../src/projects/favorites/commands';
import { Favorites, favoritesKey } from '../../../../src/projects/favorites/favorites';
import { rowOf, rowsOf } from '../../../../src/projects/rowArguments';
import { ProjectsModel } from '../../../../src/projects/model';
import type { ServiceClient } from '../../../../src/service/client';
import type { CallOptions } from '../../../../src/service/schedule';
import type { ScriptedOptions } from '../../../support/demo/service';
import { eventually } from '../../support/eventually';
import { atEnd, connected, sourceOf, unhurried } from '../../support/service';
import { wordFor } from '../../support/scripted';

/** The Projects and Favorites views of a demo service. */
async function start(options: Partial<ScriptedOptions> = {}, stored = storedMarks(memoryFiles())) {
  const { service, client } = await connected({ projects: 60, ...options }, {}, unhurried());
  const marks = new Marks(stored);
  await marks.read();
  const sent: { readonly operation: string; readonly priority: string }[] = [];
  const watched = new Proxy(client, {
    get: (target, operation: keyof ServiceClient): unknown => {
      const method = target[operation] as (...given: readonly unknown[]) => unknown;
      if (typeof method !== 'function') return method;
      return (...given: readonly unknown[]) => {
        const { priority = 'user' } = (given.at(-1) ?? {}) as CallOptions;
        sent.push({ operation, priority });
        return method(...given);
      };
    },
  });
  const session = sourceOf(watched, { listing: undefined }, service.baseUrl);
  const model = new ProjectsModel(new Inventory(session, marks));
  atEnd(() => {
    model.inventory.dispose();
  });
  const rows = new Favorites(model);
  const projects = newProjectsTree();
  projects.show(model);
  const tree = newProjectsTree('favorites');
  tree.show(rows);
  const changed: (readonly string[] | undefined)[] = [];
  tree.onDidChangeTreeData((some) => changed.push(some?.map(({ id }) => id)));
  const view = { selection: [] as ItemStoreRow[] };
  const run = favoriteCommands(() => view);
  const asked = (): readonly string[] => {
    const operations = service.requests.map(({ operation }) => operation ?? 'unknown');
    service.clearRequests();
    return operations;
  };
  const top = () => projects.getChildren();
  const favorites = () => tree.getChildren();
  const named = async (name: string, parent?: ItemStoreRow): Promise<ItemStoreRow> => {
    const found = (await projects.getChildren(parent)).find((row) => wordFor(row) === name);
    return found ?? expect.fail(`There is no ${name}`);
  };
  const description = (row: ItemStoreRow) => tree.getTreeItem(row).description;
  const refresh = () => rows.refreshInBackground(new AbortController().signal);
  return {
    ...{ service, model, rows, projects, tree, run, asked, top, favorites, named, description, refresh },
    ...{ stored, marks, view, sent, changed },
  };
}

type View = Awaited<ReturnType<typeof start>>;

/** Waits until all favorites have been read. */
async function settled({ favorites, tree }: View): Promise<readonly ItemStoreRow[]> {
  return eventually(async () => {
    const rows = await favorites();
    for (const row of rows) expect(tree.getTreeItem(row).description).not.toMatch(/^Reading/);
    return rows;
  });
}

/** A project with clusters that is not on the first page. */
async function lastProject({ model, top }: View, clusters = 1): Promise<ItemStoreRow> {
  await model.store.loadAll(new AbortController().signal, () => undefined);
  const hasClusters = (row: ItemStoreRow): boolean =>
    row.kind === 'project' && (row.project.status?.usage?.clusters?.length ?? 0) >= clusters;
  return (await top()).findLast(hasClusters) ?? expect.fail();
}

describe('favorites', () => {
  it('are the rows of the Projects view, with their paths', async () => {
    const view = await start();
    expect(await view.favorites()).toEqual([]);
    const payments = await view.named('payments');
    const cluster = await view.named('payments-eu', payments);
    await view.run.addToFavorites(view.model, cluster);
    await view.run.addToFavorites(view.model, payments);
    const rows = await view.favorites();
    expect(rows.map(wordFor)).toEqual(['payments-eu', 'payments']);
    expect(rows[0] && view.tree.getTreeItem(rows[0]).label).toBe('payments › payments-eu');
    expect(rows).toEqual([cluster, payments]);
    expect(rows[0]).toBe(cluster);
    // VS Code shows a row once in each view.
    const others = (await view.projects.getChildren(payments)).filter((row) => row !== cluster);
    expect(await view.tree.getChildren(payments)).toEqual(others);
    expect(view.tree.getParent(cluster)).toBeUndefined();
    expect(view.projects.getParent(cluster)).toBe(payments);
    expect(view.projects.getTreeItem(cluster).label).toBe('payments-eu');
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
    const same = await view.projects.getChildren(cluster);
    expect(same.every((row, index) => row === pools[index])).toBe(true);
    expect(view.asked()).toEqual([]);
    expect(attentionIn(view.model.inventory).count).toBe(before.count);
    expect(
      view.model.inventory.rows.filter((row) => row.kind === 'cluster' && row.id === cluster.id),
    ).toHaveLength(1);
  });

  it('of projects that are not loaded are read by their own paths, when they are shown', async () => {
    const first = await start();
    const project = await lastProject(first);
    const cluster =
      (await first.projects.getChildren(project)).find((row) => row.kind === 'cluster') ?? expect.fail();
    const pool =
      (await first.projects.getChildren(cluster)).find((row) => row.kind === 'pool') ?? expect.fail();
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
    const key = markKey(foundProjectRow({ metadata: last, source: {} }, view.model.store.rootId).id);
    await view.stored.append([{ kind: 'favorite', key, value: { kind: 'project', names: ['prod'] } }]);
    await view.marks.read();
    expect((await settled(view)).map((row) => row.kind)).toEqual(['project']);
  });

  it('that no longer exist say so and can be removed', async () => {
    const stored = storedMarks(memoryFiles());
    await stored.append([
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
    expect(await view.favorites()).toEqual([]);
  });

  it.each(['project:%', 'project:%zz/cluster:c', 'project:%ud800', 'project:%u0041', 'project:%F0%9F'])(
    'with the key %s, which others may have stored, are read once',
    async (key) => {
      const stored = storedMarks(memoryFiles());
      const kind = key.includes('cluster') ? 'cluster' : 'project';
      await stored.append([{ kind: 'favorite', key, value: { kind, names: ['gone', 'gone-eu'] } }]);
      const view = await start({}, stored);
      const [row = expect.fail()] = await settled(view);
      expect(view.description(row)).toBe('no longer exists, or was renamed');
      view.asked();
      await settled(view);
      expect(view.asked()).toEqual([]);
    },
  );

  it('of pages that a service cannot search are not read', async () => {
    const stored = storedMarks(memoryFiles());
    await stored.append([
      { kind: 'favorite', key: 'project:late', value: { kind: 'project', names: ['late'] } },
    ]);
    const view = await start({ profile: 'interface' }, stored);
    await view.top();
    view.asked();
    const [row = expect.fail()] = await settled(view);
    expect(view.description(row)).toBe('not read: load more projects');
    expect(view.asked()).toEqual([]);
  });

  it('stay expanded for a refresh as long as one of the views shows what is below them', async () => {
    const view = await start();
    const payments = await view.named('payments');
    await view.run.addToFavorites(view.model, payments);
    if (!isParentRow(payments)) return expect.fail();
    await view.tree.getChildren(payments);
    await view.projects.getChildren(payments);
    view.rows.setExpanded(payments, false);
    expect(view.model.store.branchOf(payments)?.isExpanded).toBe(true);
    view.model.store.setExpanded(payments, false);
    expect(view.model.store.branchOf(payments)?.isExpanded).toBe(false);
  });
});

it('commands of favorites work on their items', async () => {
  const view = await start();
  const payments = await view.named('payments');
  await view.run.addToFavorites(view.model, await view.named('payments-eu', payments));
  const [favorite = expect.fail()] = await view.favorites();
  const [pool = expect.fail()] = await view.tree.getChildren(favorite);
  const selecting = () => ({ selection: [pool] });
  expect(await rowsOf(selecting, view.model, [favorite])).toEqual([favorite]);
  expect(await rowsOf(selecting, view.model, [])).toEqual([pool]);
  expect(rowOf(view.model, pool)).toBe(pool);
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
    const { run, model, names, favorite, named } = await ordered();
    await run.insertFavorites(model, await favorite('payments'), [
      await favorite('checkout'),
      await named('atlas'),
    ]);
    expect(await names()).toEqual(['checkout', 'atlas', 'payments', 'ledger']);
    await run.insertFavorites(model, undefined, [await favorite('checkout')]);
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
    const { asked, model, marks, refresh } = await unloaded(30);
    const numbers = () =>
      [...marks.values.favorite.keys()].map(
        (key) => model.store.find(`${model.store.rootId}/${key}`)?.requestNumber ?? 0,
      );
    const before = numbers();
    expect(await refresh()).toBe(true);
    const perRound = asked().filter((operation) => operation === 'listProjectsPost').length;
    // One is the page that is shown.
    expect(perRound).toBeLessThanOrEqual(21);
    await refresh();
    expect(numbers().every((number, index) => number > (before[index] ?? 0))).toBe(true);
  });

  it('reads clusters with the one request for the fleet, where there is one', async () => {
    const first = await start();
    const project = await lastProject(first, 2);
    const clusters = (await first.projects.getChildren(project)).filter((row) => row.kind === 'cluster');
    for (const row of clusters) await first.run.addToFavorites(first.model, row);
    const view = await start({}, first.stored);
    await settled(view);
    view.asked();
    expect(await view.refresh()).toBe(true);
    expect(view.asked().toSorted()).toEqual(['listProjectsPost', 'searchClusterMetadata']);
  });

  it('reads what is expanded below a favorite, although its project is collapsed', async () => {
    const view = await start();
    const payments = await view.named('payments');
    const cluster = await view.named('payments-eu', payments);
    await view.run.addToFavorites(view.model, cluster);
    if (isParentRow(payments)) view.model.store.setExpanded(payments, false);
    await view.favorites();
    const pool = (await view.tree.getChildren(cluster)).find((row) => wordFor(row) === 'workers');
    const before = (await view.tree.getChildren(pool)).map((row) => row.requestNumber ?? 0);
    view.asked();
    expect(await view.refresh()).toBe(true);
    expect(view.asked()).toContain('listMachines');
    const after = (await view.tree.getChildren(pool)).map((row) => row.requestNumber ?? 0);
    expect(after.every((number, index) => number > (before[index] ?? 0))).toBe(true);

    // So does a refresh by the user.
    view.asked();
    await view.model.inventory.refresh();
    expect(view.asked()).toContain('listMachines');
    expect(view.model.store.find(pool?.id ?? '')).toBe(pool);
  });

  it('reads a list once, although both views show it', async () => {
    const view = await start();
    const payments = await view.named('payments');
    await view.run.addToFavorites(view.model, payments);
    await view.favorites();
    await view.projects.getChildren(payments);
    await view.tree.getChildren(payments);
    view.asked();
    expect(await view.refresh()).toBe(true);
    expect(view.asked().filter((operation) => operation === 'searchClusters')).toHaveLength(1);
  });

  it('reads favorites after the clock was set back by an hour', async () => {
    const { refresh, model, marks } = await unloaded(3);
    const [key = ''] = marks.values.favorite.keys();
    const number = () => model.store.find(`${model.store.rootId}/${key}`)?.requestNumber ?? 0;
    const before = number();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    await refresh();
    now.mockRestore();
    expect(number()).toBeGreaterThan(before);
  });

  it('tries those again that could not be read', async () => {
    const first = await start();
    const project = await lastProject(first);
    await first.run.addToFavorites(first.model, project);
    const view = await start({}, first.stored);
    view.service.faults.add({
      kind: 'status',
      operation: 'listProjectsPost',
      match: /./,
      status: 503,
      times: 2,
    });
    await view.model.store.children();
    const [failed = expect.fail()] = await settled(view);
    expect(view.description(failed)).toMatch(/503/);
    await view.model.inventory.store.refresh();
    await view.refresh();
    expect((await view.favorites()).map(wordFor)).toEqual([wordFor(project)]);
  });

  it('shows the age of a favorite that could not be read again', async () => {
    const view = await unloaded(1);
    const [row = expect.fail()] = await view.favorites();
    expect(view.model.store.isOutdated(row)).toBe(false);
    view.service.faults.add({ kind: 'status', operation: 'listProjectsPost', status: 503, times: 2 });
    expect(await view.refresh()).toBe(false);
    expect(view.description(row)).toMatch(/as of|not up to date/);
    expect(await view.refresh()).toBe(true);
    expect(view.model.store.isOutdated(row)).toBe(false);
  });

  it('warns of no leak, however many favorites there are', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const view = await unloaded(20);
    await view.refresh();
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});

describe('a favorite that the service does not have any more', () => {
  /** Favorites of clusters of a project that is not on the first page. */
  async function clusters(profile: ScriptedOptions['profile'], count: number) {
    const first = await start({ profile });
    const project = await lastProject(first, count);
    const rows = (await first.projects.getChildren(project)).filter((row) => row.kind === 'cluster');
    for (const row of rows.slice(0, count)) await first.run.addToFavorites(first.model, row);
    const view = await start({ profile }, first.stored);
    await settled(view);
    const [favorite] = await view.favorites();
    const { clusters } =
      view.service.fleet.projects.find(({ name }) => name === wordFor(project)) ?? expect.fail();
    const index = clusters.findIndex(({ name }) => favorite !== undefined && name === wordFor(favorite));
    return { view, favorite: favorite ?? expect.fail(), clusters, index };
  }

  it.each([
    ['full', 1],
    ['full', 2],
    ['current', 1],
  ] as const)(
    'is gone after an automatic refresh of profile %s, with %i favorites',
    async (profile, count) => {
      const { view, favorite, clusters: all, index } = await clusters(profile, count);
      expect(isResourceRow(favorite)).toBe(true);
      (all as unknown[]).splice(index, 1);
      await view.refresh();
      const [gone = expect.fail(), ...others] = await view.favorites();
      expect(view.description(gone)).toMatch('no longer exists');
      expect(view.model.store.find(favorite.id)).toBeUndefined();
      expect(others.every(isResourceRow)).toBe(true);
      // It is not asked for again until the user refreshes the view.
      view.asked();
      await view.refresh();
      expect(view.asked()).not.toContain('readCluster');
    },
  );

  it.each([
    ['full', 1],
    ['full', 2],
  ] as const)(
    'stays if it was renamed, with its new name, in profile %s with %i favorites',
    async (profile, count) => {
      const { view, favorite, clusters: all, index } = await clusters(profile, count);
      Object.assign(all[index] ?? {}, { name: 'renamed' });
      await view.refresh();
      expect(wordFor((await view.favorites())[0] ?? favorite)).toBe('renamed');
    },
  );

  it('is gone if its project was deleted, but not if that was renamed', async () => {
    const first = await start();
    await first.run.addToFavorites(first.model, await lastProject(first));
    const view = await start({}, first.stored);
    const [project = expect.fail()] = await settled(view);
    const all = view.service.fleet.projects;
    const index = all.findIndex(({ name }) => name === wordFor(project));
    Object.assign(all[index] ?? {}, { name: 'renamed' });
    await view.refresh();
    expect(wordFor((await view.favorites())[0] ?? project)).toBe('renamed');
    (all as unknown[]).splice(index, 1);
    await view.refresh();
    expect(view.description((await view.favorites())[0] ?? project)).toMatch('no longer exists');
    await view.model.inventory.refresh();
    expect((await settled(view)).map(({ kind }) => kind)).toEqual(['note']);
  });
});

it('200 favorites that are not known are read with one request for the clusters, and never before the user', async () => {
  const first = await start({ projects: 300 });
  await first.model.store.loadAll(new AbortController().signal, () => undefined);
  const rows = (await first.top()).slice(60).filter((row) => row.kind === 'project');
  const favorites = [
    ...rows.slice(0, 100).map(({ id, project: { metadata } }) => ({ id, names: [metadata?.name ?? ''] })),
    ...rows.slice(0, 200).flatMap(({ id, project: { metadata, status } }) =>
      (status?.usage?.clusters ?? []).slice(0, 1).map(({ uid = '', name = '' }) => {
        return { id: `${id}/cluster:${uid}`, names: [metadata?.name ?? '', name] };
      }),
    ),
  ].slice(0, 200);
  expect(favorites).toHaveLength(200);
  await first.marks.set(
    favorites.map(({ id, names }) => {
      const kind = names.length === 1 ? 'project' : 'cluster';
      return { kind: 'favorite', key: markKey(id), value: { kind, names } } as const;
    }),
  );
  const view = await start({ projects: 300 }, first.stored);
  expect((await settled(view)).every(isResourceRow)).toBe(true);
  await eventually(() => {
    expect(view.sent).toHaveLength(102);
  });
  const byUser = view.sent.filter(({ priority }) => priority === 'user').map(({ operation }) => operation);
  expect(byUser).toEqual(['listProjects']);
  expect(view.sent.filter(({ operation }) => operation === 'searchClusterMetadata')).toHaveLength(1);
});

it('a star redraws the row of its item and the favorites, and no others', async () => {
  const view = await start();
  const payments = await view.named('payments');
  await view.favorites();
  for (const row of await view.top()) view.projects.getTreeItem(row);
  const redrawn: (readonly string[] | undefined)[] = [];
  view.projects.onDidChangeTreeData((rows) => redrawn.push(rows?.map(({ id }) => id)));
  await view.run.addToFavorites(view.model, payments);
  await eventually(() => {
    expect(redrawn).toEqual([[payments.id]]);
  });
  expect(view.projects.getTreeItem(payments).contextValue).toMatch(/ favorite$/);
  await view.run.removeFromFavorites(view.model, payments);
  expect(view.projects.getTreeItem(payments).contextValue).not.toContain('favorite');
});

it('a click on a row of the Favorites view works there', async () => {
  const view = await start();
  const payments = await view.named('payments');
  await view.run.addToFavorites(view.model, payments);
  view.service.faults.add({ kind: 'status', operation: 'searchClusters', status: 500 });
  const error = (await view.tree.getChildren(payments)).find(({ kind }) => kind === 'error') ?? expect.fail();
  expect(view.tree.getTreeItem(error).command?.command).toBe('poolview.favorites.click');
  expect(view.projects.getTreeItem(error).command?.command).toBe('poolview.projects.click');
});
