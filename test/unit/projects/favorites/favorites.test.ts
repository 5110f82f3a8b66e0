import { describe, expect, it, vi } from 'vitest';
import { TreeItemCollapsibleState } from 'vscode';
import { memoryFiles } from '../../../../src/connections/storedFiles';
import { interfaceCloudType } from '../../../../src/items/cluster';
import { Inventory } from '../../../../src/items/inventory';
import {
  isResourceRow,
  shownName,
  type ItemStoreRow,
  type ResourceRow,
  pathOfRow,
  pathTo,
} from '../../../../src/items/kinds';
import { foundProjectRow } from '../../../../src/items/kinds/project';
import { Marks } from '../../../../src/items/marks/marks';
import { storedMarks } from '../../../../src/items/marks/stored';
import { newProjectsTree, ProjectsModel } from '../../../../src/projects/model';
import { favoriteCommands } from '../../../../src/projects/favorites/commands';
import type { ServiceClient } from '../../../../src/service/client';
import { requestTime } from '../../../../src/service/requestTime';
import type { CallOptions } from '../../../../src/service/operations';
import type { ScriptedOptions } from '../../../support/demo/service';
import { eventually } from '../../support/eventually';
import { atEnd, connected, sourceOf, unhurried } from '../../support/service';

/** What is kept on this computer. */
const nothingKept = () => ({ stored: storedMarks(memoryFiles(), 'Test'), state: new Map<string, unknown>() });

/** A window with the Projects view of a demo service. */
async function start(options: Partial<ScriptedOptions> = {}, kept = nothingKept()) {
  const { service, client } = await connected({ projects: 60, ...options }, {}, unhurried());
  const marks = new Marks(kept.stored);
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
  const session = sourceOf(watched, { listing: undefined, kept: kept.state }, service.baseUrl);
  const model = new ProjectsModel(new Inventory(session, marks));
  const tree = newProjectsTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
    model.inventory.dispose();
  });
  const view = { selection: [] as string[] };
  const run = favoriteCommands(view);
  const asked = (): readonly string[] => {
    const operations = service.requests.map(({ operation }) => operation ?? 'unknown');
    service.clearRequests();
    return operations;
  };
  const rowsBelow = async (parent?: string): Promise<readonly ItemStoreRow[]> =>
    (await tree.getChildren(parent)).flatMap((id) => model.store.find(id) ?? []);
  /** The row that names lead to. */
  const row = async (...names: readonly string[]): Promise<ResourceRow> => {
    let found: ResourceRow | undefined;
    for (const name of names) {
      const rows = (await rowsBelow(found?.id)).filter(isResourceRow);
      found = rows.find((each) => shownName(each) === name) ?? expect.fail(`There is no ${name}`);
    }
    return found ?? expect.fail('No name');
  };
  /** Rows as they are shown, with those below the ones that are expanded at first. */
  const outline = async (parent?: string, indent = ''): Promise<readonly string[]> => {
    const lines: string[] = [];
    for (const each of await tree.getChildren(parent)) {
      const { label = '', description, collapsibleState } = tree.getTreeItem(each);
      const text = typeof label === 'string' ? label : label.label;
      lines.push(
        `${indent}${text}${isResourceRow(model.store.find(each)) ? '' : ` · ${String(description)}`}`,
      );
      if (collapsibleState === TreeItemCollapsibleState.Expanded)
        lines.push(...(await outline(each, `${indent}  `)));
    }
    return lines.filter((line) => !line.includes('Load more'));
  };
  /** The same once all that is missing was read. */
  const settled = (): Promise<readonly string[]> =>
    eventually(async () => {
      const lines = await outline();
      expect(lines.join()).not.toMatch('Reading…');
      return lines;
    });
  const star = (...rows: readonly ResourceRow[]) =>
    marks.set(rows.map((each) => ({ kind: 'favorite', key: each.id, value: pathOfRow(each) })));
  const rowOf = (id: string) => model.store.find(id);
  const refresh = () => model.refreshInBackground(new AbortController().signal);
  return {
    service,
    model,
    tree,
    marks,
    kept,
    view,
    run,
    asked,
    sent,
    row,
    rowsBelow,
    outline,
    settled,
    star,
    rowOf,
    refresh,
  };
}

type Window = Awaited<ReturnType<typeof start>>;

/** The favorites that another window has added, and the filter. */
async function filtered(...favorites: readonly (readonly [key: string, ...names: string[]])[]) {
  const kept = nothingKept();
  kept.state.set('projectSearch', { query: 'is:favorite' });
  await kept.stored.append(
    favorites.map(([key, ...names]) => {
      const [kind, id] = [key.includes('/') ? 'cluster' : 'project', `Test/${key}`] as const;
      return { kind: 'favorite', key: id, value: { kind, id, names } } as const;
    }),
  );
  return kept;
}

/** A window that is opened with favorites which no list has read: `choose` chooses them in another window. */
async function reopened(
  choose: (window: Window) => Promise<readonly ResourceRow[]>,
  options: Partial<ScriptedOptions> = {},
) {
  const first = await start(options);
  const rows = await choose(first);
  await first.star(...rows);
  await first.run.showFavoritesOnly(first.model);
  const window = await start(options, first.kept);
  await window.outline();
  return { ...window, rows, ids: rows.map(({ id }) => id) };
}

/** A project with clusters that is not on the first page. */
async function lastProject({ model }: Window, clusters = 1) {
  await model.store.loadAll(new AbortController().signal, () => undefined);
  const hasClusters = (row: ItemStoreRow): boolean =>
    row.kind === 'project' && (row.project.status?.usage?.clusters?.length ?? 0) >= clusters;
  const row = model.store.rows().findLast(hasClusters);
  return isResourceRow(row) ? row : expect.fail();
}

describe('favorites come first among their siblings, with a star', () => {
  it.each([[[]], [['payments']], [['payments', 'payments-eu']], [['payments', 'payments-eu', 'workers']]])(
    'below %j',
    async (names: readonly string[]) => {
      const { model, run, row, tree } = await start({ projects: 10 });
      const parent = names.length === 0 ? undefined : (await row(...names)).id;
      const before = await tree.getChildren(parent);
      const starred = [...new Set([before[1] ?? expect.fail(), before.at(-1) ?? expect.fail()])];
      await run.addToFavorites(model, starred[0], starred);
      const others = before.filter((each) => !starred.includes(each));
      expect(await tree.getChildren(parent)).toEqual([...starred, ...others]);
      const stars = (await tree.getChildren(parent)).map((each) => tree.getTreeItem(each));
      expect(stars.filter(({ label }) => String(label).startsWith('★ '))).toHaveLength(starred.length);
      expect(stars[0]?.accessibilityInformation?.label).toMatch(/, favorite$/);
      await run.removeFromFavorites(model, starred[0], starred);
      expect(await tree.getChildren(parent)).toEqual(before);
    },
  );

  it('although an earlier version kept another order', async () => {
    const kept = nothingKept();
    const first = await start({}, kept);
    const [payments, ledger] = [await first.row('payments'), await first.row('ledger')];
    const keyOf = ({ id }: ResourceRow) => id.slice('Test/'.length);
    const keys = [keyOf(ledger), keyOf(payments)];
    const files = memoryFiles();
    await files.create(
      'marks.jsonl',
      [payments, ledger]
        .map((each): object => {
          const value = { kind: each.kind, names: pathTo(each) };
          return { kind: 'favorite', key: keyOf(each), value };
        })
        .concat({ kind: 'order', key: 'favorites', value: { by: 'own', keys } })
        .map((line) => `\n${JSON.stringify(line)}`)
        .join(''),
    );
    const { outline } = await start({}, { ...kept, stored: storedMarks(files, 'Test') });
    const isBefore =
      first.model.inventory.rows.indexOf(payments) < first.model.inventory.rows.indexOf(ledger);
    expect((await outline()).slice(0, 2)).toEqual(
      isBefore ? ['★ payments', '★ ledger'] : ['★ ledger', '★ payments'],
    );
  });
});

describe('only favorites', () => {
  it('are shown with what contains them, and with all that is in them', async () => {
    const { model, run, row, outline, tree, star } = await start();
    const machine = await row('payments', 'payments-eu', 'workers', 'payments-eu-workers-5');
    const cluster = await row('payments', 'payments-us');
    await star(machine, cluster, await row('ledger'));
    await run.showFavoritesOnly(model);
    expect((await outline()).toSorted()).toEqual(
      [
        '    workers',
        '      ★ …workers-5',
        '  payments-eu',
        '  ★ payments-us',
        'payments',
        '★ ledger',
      ].toSorted(),
    );
    // As it is without the filter.
    const pools = await tree.getChildren(cluster.id);
    expect(pools.length).toBeGreaterThan(1);
    await model.find('');
    expect(await tree.getChildren(cluster.id)).toEqual(pools);
    expect((await outline()).slice(0, 2)).toEqual(['★ ledger', 'payments']);
  });

  it('are shown after a reload of the window, also a machine that was never loaded', async () => {
    const { settled, asked } = await reopened(async ({ row }) => [
      await row('payments', 'payments-eu', 'workers', 'payments-eu-workers-5'),
    ]);
    expect(await settled()).toEqual(['payments', '  payments-eu', '    workers', '      ★ …workers-5']);
    // One of the machines is sent again for the user, who does not wait for what is read in the background.
    expect(asked().length).toBeLessThanOrEqual(6);
  });

  it('are shown of a service with three operations, down to a machine of an added pool', async () => {
    const { settled } = await reopened(
      async ({ model, row, service }) => {
        const project = service.fleet.projects.find(({ name }) => name === 'payments') ?? expect.fail();
        const { configUid } = project.clusters[0] ?? expect.fail();
        const pool = {
          projectUid: project.uid,
          cloudType: interfaceCloudType,
          configUid,
          poolName: 'workers',
        };
        const parent = await row('payments');
        if (parent.kind === 'project') await model.pin(pool, parent);
        const machines = await model.rows.children(model.inventory.rows.find((each) => each.kind === 'pool'));
        const machine = machines.find(isResourceRow) ?? expect.fail();
        return [machine];
      },
      { profile: 'interface' },
    );
    expect((await settled()).map((line) => line.replace(/\S+workers-\d+$/, 'machine'))).toEqual([
      'payments',
      '  workers',
      '    ★ machine',
      "  Cluster details unavailable · this service can't search clusters",
    ]);
  });

  it('of projects that are not loaded are read by their own paths', async () => {
    const { settled, asked, rows } = await reopened(async (window) => {
      const project = await lastProject(window);
      const name = shownName(project);
      const clusters = (await window.rowsBelow(project.id)).filter(isResourceRow);
      return [await window.row(name), clusters[0] ?? expect.fail()];
    });
    expect((await settled()).slice(0, 2)).toEqual(
      rows.map((row, at) => `${'  '.repeat(at)}★ ${shownName(row)}`),
    );
    expect(asked().length).toBeLessThanOrEqual(5);
  });

  it('are found among many with longer names', async () => {
    const kept = await filtered();
    const window = await start({ projects: 130 }, kept);
    const { projects } = window.service.fleet;
    for (const [index, project] of projects.entries()) Object.assign(project, { name: `prod-${index}` });
    const last = Object.assign(projects.at(-1) ?? {}, { name: 'prod' });
    const { rootId } = window.model.store;
    await window.star(foundProjectRow({ metadata: last, source: {} }, rootId, requestTime()));
    expect(await window.settled()).toEqual(['★ prod']);
  });

  it('that no longer exist say so and can be removed, and only they', async () => {
    const kept = await filtered(['project:none', 'gone'], ['project:none/cluster:none', 'gone', 'gone-eu']);
    const { settled, tree, run, model, outline } = await start({}, kept);
    const gone = 'no longer exists, or was renamed';
    expect(await settled()).toEqual([`gone · ${gone}`, `gone › gone-eu · ${gone}`]);
    const [first, second] = await tree.getChildren();
    await run.removeFromFavorites(model, first);
    expect(await eventually(async () => (await outline()).length === 1 || expect.fail())).toBe(true);
    expect(await outline()).toEqual([`gone › gone-eu · ${gone}`]);
    await run.removeFromFavorites(model, second);
    expect(await settled()).toEqual(['No matching projects · click to clear the filter']);
  });

  it.each(['project:%', 'project:%zz/cluster:c', 'project:%ud800', 'project:%u0041', 'project:%F0%9F'])(
    'with the key %s, which others may have stored, are read once',
    async (key) => {
      const { settled, asked } = await start({}, await filtered([key, 'gone', 'gone-eu']));
      expect((await settled()).join()).toMatch('no longer exists, or was renamed');
      asked();
      await settled();
      expect(asked()).toEqual([]);
    },
  );

  it('of pages that a service cannot search are not read', async () => {
    const { settled, asked } = await start(
      { profile: 'interface' },
      await filtered(['project:late', 'late']),
    );
    expect(await settled()).toEqual(['late · not read: load more projects']);
    expect(asked()).toEqual(['unknown', 'listProjectsGet']);
  });

  it('that an outage keeps from being read have one row, and are read by the next refresh', async () => {
    const kept = await filtered(['project:1', 'lost-1'], ['project:2', 'lost-2'], ['project:3', 'lost-3']);
    kept.state.clear();
    const { outline, settled, service, model, run } = await start({}, kept);
    await outline();
    service.faults.add({ kind: 'status', operation: 'listProjectsPost', status: 503, times: 100 });
    await run.showFavoritesOnly(model);
    expect(await settled()).toEqual([expect.stringMatching(/^lost-1, and 2 more · .*503/)]);
    service.faults.clear();
    await model.inventory.refresh();
    expect((await settled()).join()).toMatch(/lost-1 · no longer exists.*lost-2 · no longer exists/);
  });

  it('are not read on once the filter is cleared, and again when it is set', async () => {
    const { settled, sent, model, service, outline, run } = await reopened(async ({ row }) => [
      await row('payments', 'payments-eu', 'workers', 'payments-eu-workers-5'),
    ]);
    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => (answer = resolve));
    service.faults.add({ kind: 'hold', operation: 'readCloudConfig', until });
    await model.find('');
    await outline();
    await run.showFavoritesOnly(model);
    answer();
    expect((await settled()).at(-1)).toBe('      ★ …workers-5');
    // The view may send one of its own, because the user does not wait for what is read in the background.
    const inBackground = sent.filter(({ priority }) => priority === 'timer');
    const machines = inBackground.filter(({ operation }) => operation === 'listMachines');
    expect(machines.length).toBeLessThanOrEqual(1);
  });

  it('200 that are not known are read with one request for the clusters, and never before the user', async () => {
    const { marks, rowOf, sent } = await reopened(
      async (window) => {
        await lastProject(window);
        const projects = window.model.store.rows().filter((row) => row.kind === 'project');
        await window.marks.set(
          projects.slice(60, 260).flatMap((row) =>
            (row.project.status?.usage?.clusters ?? []).slice(0, 1).map(({ uid = '', name = '' }) => {
              const id = `${row.id}/cluster:${uid}`;
              const value = { kind: 'cluster', id, names: [shownName(row), name] } as const;
              return { kind: 'favorite', key: id, value } as const;
            }),
          ),
        );
        return projects.slice(60, 160);
      },
      { projects: 300 },
    );
    expect(marks.values.favorite.size).toBeGreaterThan(200);
    await eventually(() => {
      expect([...marks.values.favorite.keys()].filter((id) => rowOf(id) === undefined)).toEqual([]);
    });
    const byUser = sent.filter(({ priority }) => priority === 'user').map(({ operation }) => operation);
    expect(byUser).toEqual(['listProjects']);
    expect(sent.filter(({ operation }) => operation === 'searchClusterMetadata')).toHaveLength(1);
  });
});

describe('auto-refresh', () => {
  /** Favorite projects that are not on the first page. */
  async function unloaded(count: number) {
    const window = await reopened(
      async (first) => {
        await lastProject(first);
        return first.model.store
          .rows()
          .filter(isResourceRow)
          .slice(60, 60 + count);
      },
      { projects: 150 },
    );
    await window.settled();
    window.asked();
    const numbers = () => window.ids.map((id) => window.rowOf(id)?.requestNumber ?? 0);
    return { ...window, numbers };
  }

  it('reads at most 20 favorites one by one in each round, in turn', async () => {
    const { asked, refresh, numbers } = await unloaded(30);
    const before = numbers();
    expect(await refresh()).toBe(true);
    // One is the page that is shown.
    expect(asked().filter((operation) => operation === 'listProjectsPost').length).toBeLessThanOrEqual(21);
    await refresh();
    expect(numbers().every((number, index) => number > (before[index] ?? 0))).toBe(true);
  });

  it('reads none while something else is shown', async () => {
    const { asked, refresh, model } = await unloaded(3);
    await model.find('');
    await refresh();
    expect(asked()).toEqual(['listProjectsPost']);
  });

  it('reads favorites after the clock was set back by an hour', async () => {
    const { refresh, numbers } = await unloaded(1);
    const [before = 0] = numbers();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    await refresh();
    now.mockRestore();
    expect(numbers()[0]).toBeGreaterThan(before);
  });

  it('shows the age of a favorite that could not be read again, until it is', async () => {
    const { service, tree, rowsBelow, refresh } = await unloaded(1);
    const age = async () =>
      tree.getTreeItem((await rowsBelow()).find(isResourceRow)?.id ?? expect.fail()).description;
    service.faults.add({ kind: 'status', operation: 'listProjectsPost', status: 503, times: 100 });
    expect(await refresh()).toBe(false);
    expect(await age()).toMatch(/as of|not up to date/);
    service.faults.clear();
    expect(await refresh()).toBe(true);
    expect(await age()).not.toMatch(/as of|not up to date/);
  });

  it('warns of no leak, however many favorites there are', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const { refresh } = await unloaded(20);
    await refresh();
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});

describe('a favorite that the service does not have any more', () => {
  /** Favorites of clusters of a project that is not on the first page. */
  async function clusters(profile: ScriptedOptions['profile'], count: number) {
    const window = await reopened(
      async (first) => {
        const project = await lastProject(first, count);
        return (await first.rowsBelow(project.id)).filter(isResourceRow).slice(0, count);
      },
      { profile },
    );
    await window.settled();
    const [favorite = expect.fail()] = window.rows;
    const [projectName] = pathTo(favorite);
    const all = window.service.fleet.projects.find(({ name }) => name === projectName)?.clusters ?? [];
    const index = all.findIndex(({ name }) => name === shownName(favorite));
    expect((await window.outline()).join()).toMatch(`★ ${shownName(favorite)}`);
    return { ...window, favorite, all, index };
  }

  it.each([
    ['full', 1],
    ['full', 2],
    ['current', 1],
  ] as const)(
    'is gone after an automatic refresh of profile %s, with %i favorites',
    async (profile, count) => {
      const { refresh, settled, asked, favorite, all, index } = await clusters(profile, count);
      (all as unknown[]).splice(index, 1);
      await refresh();
      const lines = await settled();
      expect(lines.filter((line) => line.endsWith('no longer exists, or was renamed'))).toHaveLength(1);
      expect(lines.join()).not.toMatch(`★ ${shownName(favorite)}`);
      expect(lines.filter((line) => line.includes('★'))).toHaveLength(count - 1);
      // It is not asked for again until the user refreshes the view.
      asked();
      await refresh();
      expect(asked()).not.toContain('readCluster');
    },
  );

  it.each([1, 2])('stays if it was renamed, with its new name, of %i favorites', async (count) => {
    const { refresh, settled, all, index } = await clusters('full', count);
    Object.assign(all[index] ?? {}, { name: 'renamed' });
    await refresh();
    expect((await settled()).join()).toMatch('★ renamed');
  });
});
