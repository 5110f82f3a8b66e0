import { Inventory } from '../../../src/items/inventory';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProjectsModel } from '../../../src/projects/model';
import type { ProjectRow } from '../../../src/items/kinds';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError } from '../../../src/service/errors';
import type { CallOptions } from '../../../src/service/operations';
import { AutoRefresh } from '../../../src/tree/autoRefresh';
import { cloudConfigFrom, foundClusterFrom, machineFrom, projectFrom } from '../support/resources';
import {
  machinesNeedingAttention,
  paged,
  rowBelow,
  scriptedModel,
  wordFor,
  wordsBelow,
  type Script,
} from '../support/scripted';
import { sourceOf } from '../support/service';
import { recordChanges } from '../support/changes';
import { EventEmitter, focusWindow } from '../support/vscode';

const never = new AbortController().signal;
const minute = 60_000;

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });
const cluster = (name: string) =>
  named(name, { specSummary: { cloudConfig: { uid: `config-${name}`, cloudType: 'aws' } } });
const machine = (name: string, status: object = { instanceState: 'Running' }) => named(name, { status });
const pools = (...all: readonly string[]) => ({ spec: { machinePoolConfig: all.map((name) => ({ name })) } });

/** Two projects, each with a cluster that has a pool with two machines; all of the first is expanded. */
async function start(changes: Script = {}) {
  const script: Script = {
    listProjects: () => ({ items: [named('one'), named('two')] }),
    searchClusters: ({ projectUid }) => ({ items: [cluster(`${projectUid ?? ''}-eu`)] }),
    readCloudConfig: () => pools('workers'),
    listMachines: () => ({ items: [machine('m1'), machine('m2')] }),
    ...changes,
  };
  const the = await scriptedModel(script);
  const { model } = the;
  const project = await rowBelow(model, undefined, 'project', 'one');
  const row = await rowBelow(model, project, 'cluster', 'one-eu');
  const pool = await rowBelow(model, row, 'pool', 'workers');
  await model.rows.children(pool);
  the.count();
  const { reloads, looks } = recordChanges(model.rows);
  return { ...the, script, project, cluster: row, pool, reloads, looks };
}

afterEach(() => vi.useRealTimers());

describe('an auto-refresh', () => {
  it('skips the children of collapsed rows', async () => {
    const { model, count, cluster: row, project } = await start();
    model.rows.setExpanded(row, false);
    await model.rows.refreshInBackground(never);
    expect(count()).toBe(2);
    model.rows.setExpanded(project, false);
    await model.rows.refreshInBackground(never);
    expect(count()).toBe(1);
    model.rows.setExpanded(project, true);
    model.rows.setExpanded(row, true);
    await model.rows.refreshInBackground(never);
    expect(count()).toBe(4);
  });

  it('sends no request before the view is opened', async () => {
    const { model, count } = await scriptedModel({ listProjects: () => ({ items: [] }) });
    expect(await model.rows.refreshInBackground(never)).toBe(true);
    expect(count()).toBe(0);
  });

  it('fires one event for a changed list, and keeps the objects of the other rows', async () => {
    const { model, script, reloads, pool } = await start();
    const [first, second] = await model.rows.children(pool);
    script.listMachines = () => ({
      items: [machine('m0'), machine('m1'), machine('m2', { instanceState: 'Failed' })],
    });
    await model.rows.refreshInBackground(never);
    expect(reloads).toEqual([pool]);
    const [added, kept, changed] = await model.rows.children(pool);
    expect(added && wordFor(added)).toBe('m0');
    expect(kept).toBe(first);
    expect(changed).toBe(second);
    await model.rows.refreshInBackground(never);
    expect(reloads).toHaveLength(1);
  });

  it('fires an event for each changed branch', async () => {
    const { model, script, reloads, cluster: row, pool } = await start();
    script.readCloudConfig = () => pools('workers', 'more');
    script.listMachines = () => ({ items: [] });
    await model.rows.refreshInBackground(never);
    expect(reloads).toEqual([row, pool]);
  });

  it('drops the children of removed rows', async () => {
    const { model, script, count } = await start();
    script.searchClusters = () => ({ items: [] });
    await model.rows.refreshInBackground(never);
    expect(count()).toBe(2);
    expect(model.inventory.rows.map(wordFor)).toEqual(['one', 'two']);
    await model.rows.refreshInBackground(never);
    expect(count()).toBe(2);
  });

  it('shows a missing heartbeat, although the data of the service is unchanged', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const lastHeartBeatTimestamp = new Date().toISOString();
    const status = { instanceState: 'Running', health: { lastHeartBeatTimestamp } };
    const { model, reloads, looks } = await start({
      listMachines: () => ({ items: [machine('m1', status)] }),
    });
    vi.setSystemTime(Date.now() + 10 * minute);
    await model.rows.refreshInBackground(never);
    expect([reloads, machinesNeedingAttention(model)]).toEqual([[], []]);
    vi.setSystemTime(Date.now() + 1);
    await model.rows.refreshInBackground(never);
    expect(looks.slice(-4).map(wordFor)).toEqual(['m1', 'workers', 'one-eu', 'one']);
    expect(machinesNeedingAttention(model).map(wordFor)).toEqual(['m1']);
    expect(reloads).toEqual([]);
  });

  it('fires an event for one changed machine, which keeps its row', async () => {
    const { model, script, reloads, looks, pool } = await start();
    const [first, second] = await model.rows.children(pool);
    script.listMachines = () => ({ items: [machine('m1'), machine('m2', { instanceState: 'Pending' })] });
    await model.rows.refreshInBackground(never);
    expect(reloads).toEqual([]);
    expect(looks.slice(-4).map(wordFor)).toEqual(['m2', 'workers', 'one-eu', 'one']);
    const [same, changed] = await model.rows.children(pool);
    expect([same, changed]).toEqual([first, second]);
    expect(changed).toBe(second);
    expect(changed?.kind === 'machine' && changed.machine.status?.instanceState).toBe('Pending');
  });

  it('causes no memory leak warning, however many branches there are', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const names = Array.from({ length: 12 }, (_, index) => `pool-${index}`);
    const { model, cluster: row, count } = await start({ readCloudConfig: () => pools('workers', ...names) });
    for (const pool of await model.rows.children(row))
      if (pool.kind === 'pool') await model.rows.children(pool);
    count();
    await model.rows.refreshInBackground(new AbortController().signal);
    expect(count()).toBe(3 + 1 + names.length);
    await setImmediate();
    expect(warnings).toEqual([]);
  });

  it('updates a changed cluster whose pools are unchanged', async () => {
    let state = 'Running';
    const { model, reloads, looks } = await start({
      listProjects: () => ({
        items: [named('one', { status: { usage: { clusters: [{ uid: 'c', name: 'one-eu' }] } } })],
      }),
      searchClusters: () => 405,
      readCluster: () => ({
        ...named('one-eu'),
        spec: { cloudType: 'aws', cloudConfigRef: { uid: 'x' } },
        status: { state },
      }),
    });
    state = 'Error';
    await model.rows.refreshInBackground(never);
    expect(reloads).toEqual([]);
    expect(looks.slice(0, 2).map(wordFor)).toEqual(['one-eu', 'one']);
  });
});

describe('an unavailable service', () => {
  it('keeps the rows, marked as stale, until it is available again', async () => {
    const { model, script, reloads, pool } = await start();
    const before = await model.rows.children(pool);
    const ages = before.map((row) => row.readAt);
    const good = script.listMachines;
    script.listMachines = () => 503;
    expect(await model.rows.refreshInBackground(never)).toBe(false);
    expect(model.store.isFailing).toBe(true);
    expect(reloads).toEqual([pool]);
    const [error, ...rows] = await model.rows.children(pool);
    expect(error && wordFor(error)).toBe('(serviceFault)');
    expect(rows).toEqual(before);
    expect(rows.every((row, index) => row === before[index] && model.store.isOutdated(row))).toBe(true);
    expect(model.store.isOutdated(pool)).toBe(false);
    expect(before.map((row) => row.readAt)).toEqual(ages);
    // Repeating the same failure fires no event.
    expect(await model.rows.refreshInBackground(never)).toBe(false);
    expect(reloads).toHaveLength(1);
    if (good !== undefined) script.listMachines = good;
    expect(await model.rows.refreshInBackground(never)).toBe(true);
    expect(model.store.isFailing).toBe(false);
    expect(reloads).toEqual([pool, pool]);
    const after = await model.rows.children(pool);
    expect(after.every((row, index) => row === before[index] && !model.store.isOutdated(row))).toBe(true);
  });

  it('fails the refresh also if the error is only a row next to known names', async () => {
    const { model } = await scriptedModel({
      listProjects: () => ({
        items: [named('one', { status: { usage: { clusters: [{ uid: 'c', name: 'c' }] } } })],
      }),
      searchClusters: () => 503,
    });
    const project = await rowBelow(model, undefined, 'project', 'one');
    expect(await wordsBelow(model, project)).toEqual(['(serviceFault)', 'c']);
    expect(model.store.isFailing).toBe(true);
    expect(await model.rows.refreshInBackground(never)).toBe(false);
  });
});

describe('a canceled auto-refresh', () => {
  it.each([
    ['of the projects', 'listProjects'],
    ['of clusters', 'searchClusters'],
    ['of machines', 'listMachines'],
  ] as const)('%s sends no more requests and keeps all rows unchanged', async (_, operation) => {
    const { model, script, asked, reloads } = await start();
    const before = model.inventory.rows;
    const controller = new AbortController();
    const good = script[operation];
    script[operation] = () => {
      controller.abort();
      return 'hang';
    };
    expect(await model.rows.refreshInBackground(controller.signal)).toBe(false);
    expect(asked.at(-1)?.operation).toBe(operation);
    asked.length = 0;
    expect(reloads).toEqual([]);
    expect(model.store.isFailing).toBe(false);
    const after = model.inventory.rows;
    expect(after.map(wordFor)).toEqual(before.map(wordFor));
    expect(after.every((row) => !model.store.isOutdated(row))).toBe(true);
    expect(asked).toEqual([]);
    // It can be started again.
    if (good !== undefined) script[operation] = good;
    expect(await model.rows.refreshInBackground(never)).toBe(true);
    expect(asked).toHaveLength(4);
  });

  it('leaves nothing behind after a change of connections', async () => {
    const { model, script, asked, reloads } = await start();
    script.searchClusters = () => {
      model.inventory.dispose();
      return 'hang';
    };
    await model.rows.refreshInBackground(never);
    expect(asked.map(({ operation }) => operation)).toEqual(['listProjects', 'searchClusters']);
    expect(reloads).toEqual([]);
    await model.rows.refreshInBackground(never);
    expect(asked).toHaveLength(2);
  });
});

describe('a user action during an auto-refresh', () => {
  it('can expand a row without waiting for the auto-refresh', async () => {
    const { model, script, asked } = await start();
    script.listProjects = async () => {
      const two = (await model.rows.children()).find((row) => wordFor(row) === 'two') as ProjectRow;
      expect(await wordsBelow(model, two)).toEqual(['two-eu']);
      return { items: [named('one'), named('two')] };
    };
    await model.rows.refreshInBackground(never);
    expect(asked.filter(({ projectUid }) => projectUid === 'two').length).toBeGreaterThan(0);
  });

  it('can load more rows below the existing ones', async () => {
    const items = ['a', 'b', 'c', 'd', 'e'].map((name) => named(name));
    const page = paged(items, 2);
    const script: Script = { listProjects: page };
    const { model } = await scriptedModel(script);
    await model.rows.children();
    let more: Promise<unknown> = Promise.resolve();
    script.listProjects = () => {
      script.listProjects = page;
      more = model.rows.loadMore();
      return 'hang';
    };
    await model.rows.refreshInBackground(never);
    await more;
    expect(await wordsBelow(model)).toEqual(['a', 'b', 'c', 'd', '(4 of 5)']);
  });
});

/** A service in this process that responds at once, and records its requests and their callers. */
function inProcess() {
  const asked: string[] = [];
  const priorities = new Set<string | undefined>();
  const state = { isAway: false };
  const answer = <Answer>(operation: string, { priority }: CallOptions = {}, value: () => Answer) => {
    asked.push(operation);
    priorities.add(priority);
    return state.isAway
      ? Promise.reject(new ServiceError({ kind: 'unreachable', operation: 'listProjects' }))
      : Promise.resolve(value());
  };
  const client: Partial<ServiceClient> = {
    listProjects: (_, options) =>
      answer('listProjects', options, () => ({ items: [projectFrom(named('one'))] })),
    searchClusters: (_, options) =>
      answer('searchClusters', options, () => ({
        items: [foundClusterFrom(cluster('a')), foundClusterFrom(cluster('b'))],
      })),
    readCloudConfig: (_, options) =>
      answer('readCloudConfig', options, () => cloudConfigFrom(pools('workers', 'others'))),
    listMachines: (_, options) =>
      answer('listMachines', options, () => ({ items: [machineFrom(machine('m1'))] })),
  };
  return { client: client as ServiceClient, asked, priorities, state };
}

describe('an hour of auto-refreshes every 30 seconds', () => {
  it('requests the expanded rows while the view is visible, and leaves nothing behind', async () => {
    vi.useFakeTimers();
    const { client, asked, priorities, state } = inProcess();
    const model = new ProjectsModel(new Inventory(sourceOf(client)));
    const project = await rowBelow(model, undefined, 'project', 'one');
    const a = await rowBelow(model, project, 'cluster', 'a');
    await model.rows.children(await rowBelow(model, a, 'pool', 'workers'));
    const b = await rowBelow(model, project, 'cluster', 'b');
    await model.rows.children(await rowBelow(model, b, 'pool', 'workers'));
    model.rows.setExpanded(b, false);
    const reloads: unknown[] = [];
    model.rows.onDidChange(({ parents }) => {
      reloads.push(...parents);
    });

    const visibility = new EventEmitter<{ visible: boolean }>();
    const view = { visible: true, onDidChangeVisibility: visibility.event };
    const autoRefresh = new AutoRefresh(() => minute / 2);
    autoRefresh.register(view).show(model);
    /** The number of requests, and the rows, after this many minutes. */
    const during = async (minutes: number): Promise<number> => {
      asked.length = 0;
      await vi.advanceTimersByTimeAsync(minutes * minute);
      return asked.length;
    };
    priorities.clear();
    const rows = model.inventory.rows;
    expect(await during(20)).toBe(40 * 4);
    expect(new Set(asked)).toEqual(
      new Set(['listProjects', 'searchClusters', 'readCloudConfig', 'listMachines']),
    );
    expect([...priorities]).toEqual(['timer']);
    expect(reloads).toEqual([]);
    view.visible = false;
    visibility.fire(view);
    expect(await during(10)).toBe(0);
    view.visible = true;
    focusWindow(false);
    visibility.fire(view);
    expect(await during(10)).toBe(0);
    focusWindow(true);
    state.isAway = true;
    // Immediately, and after pauses of 1, 2, 4 and 8 minutes.
    expect(await during(16)).toBe(5 * 4);
    expect(model.inventory.rows).toEqual(rows);
    // The children of the collapsed row were not requested.
    expect(rows.filter((row) => !model.store.isOutdated(row)).map(wordFor)).toEqual([
      'workers',
      'm1',
      'others',
    ]);
    state.isAway = false;
    expect(await during(10)).toBeGreaterThan(4);
    expect(
      model.inventory.rows.every((row, index) => row === rows[index] && !model.store.isOutdated(row)),
    ).toBe(true);

    autoRefresh.dispose();
    model.inventory.dispose();
    expect(await during(60)).toBe(0);
    focusWindow(true);
    visibility.fire(view);
    expect(vi.getTimerCount()).toBe(0);
    expect(await during(60)).toBe(0);
  });
});

describe('a list of several pages', () => {
  it('stays complete if one page cannot be loaded', async () => {
    const items = Array.from({ length: 6 }, (_, index) => named(`p${index}`));
    const page = paged(items, 2);
    const script: Script = { listProjects: page };
    const { model } = await scriptedModel(script);
    await model.rows.children();
    await model.rows.loadMore();
    script.listProjects = (asked) => (asked.query.has('continue') ? 503 : page(asked));
    expect(await model.rows.refreshInBackground(never)).toBe(false);
    expect(await wordsBelow(model)).toEqual(['(serviceFault)', 'p0', 'p1', 'p2', 'p3', '(4 of 6)']);
    script.listProjects = page;
    await model.rows.loadMore();
    await model.rows.refreshInBackground(never);
    expect(await wordsBelow(model)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5']);
  });
});
