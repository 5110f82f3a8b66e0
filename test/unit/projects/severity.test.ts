import { renderHover } from '../support/markdown';
import type { MarkdownString, ThemeIcon } from 'vscode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ParentRow } from '../../../src/items/kinds';
import { type ProjectsModel, newProjectsTree } from '../../../src/projects/model';
import { atEnd } from '../support/service';
import {
  machinesNeedingAttention,
  rowBelow,
  scriptedModel,
  wordFor,
  wordsBelow,
  type Script,
} from '../support/scripted';

const minute = 60_000;

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });
const running = (name: string, heartbeat = Date.now()) =>
  named(name, {
    status: {
      instanceState: 'Running',
      health: { state: 'Healthy', lastHeartBeatTimestamp: new Date(heartbeat).toISOString() },
    },
  });
const cluster = (name: string, status: object = { state: 'Running', health: { state: 'Healthy' } }) =>
  named(name, { specSummary: { cloudConfig: { uid: name, cloudType: 'aws' } }, status });

/** A project with two clusters, each with a pool. */
async function start(changes: Script = {}) {
  const { model } = await scriptedModel({
    listProjects: () => ({ items: [named('project', { status: { clustersHealth: { healthy: 2 } } })] }),
    searchClusters: () => ({ items: [cluster('one'), cluster('two')] }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
    listMachines: () => ({ items: [running('a'), running('b')] }),
    ...changes,
  });
  const tree = newProjectsTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
  });
  const poolOf = async (name: string) => {
    const project = await rowBelow(model, undefined, 'project', 'project');
    return rowBelow(model, await rowBelow(model, project, 'cluster', name), 'pool', 'pool');
  };
  return { model, poolOf, looks: (parent?: ParentRow) => looksBelow(model, tree, parent) };
}

/** The icon, its color and the description of each child of `parent`, by row name. */
async function looksBelow(
  model: ProjectsModel,
  tree: ReturnType<typeof newProjectsTree>,
  parent?: ParentRow,
) {
  const rows = await model.rows.children(parent);
  return Object.fromEntries(
    rows.map((row) => {
      const { iconPath, description } = tree.getTreeItem(row.id);
      const { id, color } = iconPath as ThemeIcon;
      return [wordFor(row), [id, color?.id ?? 'neutral', description].join(' ')];
    }),
  );
}

describe('the health of a machine', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  it('is its state at load time, however long ago, everywhere it is shown', async () => {
    const { model, poolOf, looks } = await start();
    const pool = await poolOf('one');
    const tree = newProjectsTree();
    tree.show(model);
    const [machine] = await model.rows.children(pool);
    const seen = async () => {
      if (machine === undefined) throw new Error('There is no machine');
      const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(machine.id), machine.id);
      return {
        machines: await looks(pool),
        pools: await looks(pool.parent),
        badge: machinesNeedingAttention(model).map(wordFor),
        isHealthyInHover: (tooltip as MarkdownString).value.startsWith('**Healthy**'),
      };
    };
    const before = await seen();
    expect(before).toEqual({
      machines: {
        a: 'vm-running poolview.healthyForeground ',
        b: 'vm-running poolview.healthyForeground ',
      },
      pools: { pool: 'layers poolview.healthyForeground 2 machines' },
      badge: [],
      isHealthyInHover: true,
    });
    vi.setSystemTime(Date.now() + 16 * minute);
    expect(await seen()).toEqual(before);
    // Loading other rows does not change it.
    await model.rows.children(await poolOf('two'));
    expect(await seen()).toEqual(before);
    await model.find('is:problem');
    expect(await wordsBelow(model)).toEqual(['(allWell)']);
    tree.dispose();
  });

  it('is late if its heartbeat was late when it was loaded', async () => {
    const { model, poolOf, looks } = await start({
      listMachines: () => ({
        items: [running('on-time', Date.now() - 9 * minute), running('late', Date.now() - 11 * minute)],
      }),
    });
    const pool = await poolOf('one');
    expect(await looks(pool)).toEqual({
      'on-time': 'vm-running poolview.healthyForeground ',
      late: 'pulse poolview.lateHeartbeatForeground No heartbeat for 11 min',
    });
    expect(await looks(pool.parent)).toEqual({
      pool: 'pulse poolview.lateHeartbeatForeground No heartbeat: 1 machine · 1 of 2 healthy',
    });
    expect(machinesNeedingAttention(model).map(wordFor)).toEqual(['late']);
  });
});

describe('the severity of a project', () => {
  it.each([
    [{ unhealthy: 1 }, { state: 'Running', health: { state: 'UnHealthy' } }, 'unhealthy'],
    [{ errored: 1 }, { state: 'Error' }, 'failed'],
    [{ healthy: 1 }, { state: 'Running', health: { state: 'Healthy' } }, 'healthy'],
  ])('with %j is the same before and after it is expanded', async (clustersHealth, status, severity) => {
    const { model } = await start({
      listProjects: () => ({ items: [named('project', { status: { clustersHealth } })] }),
      searchClusters: () => ({ items: [cluster('one', status)] }),
    });
    const project = await rowBelow(model, undefined, 'project', 'project');
    expect(model.inventory.itemOf(project).state).toBe(severity);
    await model.rows.children(project);
    expect(model.inventory.itemOf(project).state).toBe(severity);
  });

  it('is that of its clusters once they are read, whatever its summary counted before', async () => {
    const { model } = await start({
      listProjects: () => ({ items: [named('project', { status: { clustersHealth: { healthy: 1 } } })] }),
      searchClusters: () => ({ items: [cluster('one', { state: 'Provisioning' })] }),
    });
    const project = await rowBelow(model, undefined, 'project', 'project');
    expect(model.inventory.itemOf(project).state).toBe('healthy');
    await model.rows.children(project);
    expect(model.inventory.itemOf(project).state).toBe('inTransition');
  });

  it('does not change when its clusters cannot be loaded', async () => {
    const { model } = await start({ searchClusters: () => 500 });
    const project = await rowBelow(model, undefined, 'project', 'project');
    expect(await wordsBelow(model, project)).toEqual(['(serviceFault)']);
    expect(model.inventory.itemOf(project).state).toBe('healthy');
    // The error stays visible when healthy rows are hidden.
    await model.find('is:problem');
    expect(await wordsBelow(model)).toEqual(['project']);
  });
});

describe('machines in different states', () => {
  const status = (name: string, instanceState: string, more: object = {}) =>
    named(name, { status: { instanceState, health: { state: 'Healthy' }, ...more } });

  it('look different, and only running ones are counted as healthy', async () => {
    const { model, poolOf, looks } = await start({
      listMachines: () => ({
        items: [
          status('well', 'Running'),
          status('pending', 'Pending'),
          status('hibernating', 'Hibernating'),
          status('deleting', 'Deleting'),
          status('peculiar', 'Running', { health: { state: 'Peculiar' } }),
          status('cordoned', 'Running', { maintenanceStatus: { action: 'cordon' } }),
          status('broken', 'Failed'),
          named('silent'),
        ],
      }),
    });
    const pool = await poolOf('one');
    expect(await looks(pool)).toEqual({
      well: 'vm-running poolview.healthyForeground ',
      pending: 'sync neutral Pending',
      hibernating: 'question neutral Hibernating',
      deleting: 'sync neutral Deleting',
      peculiar: 'question neutral Peculiar',
      cordoned: 'tools disabledForeground Maintenance',
      broken: 'error poolview.failedForeground Failed',
      silent: 'question neutral ',
    });
    expect(await looks(pool.parent)).toEqual({
      pool: 'error poolview.failedForeground 1 failed machine · 1 of 8 healthy',
    });
    expect(machinesNeedingAttention(model).map(wordFor)).toEqual(['broken']);
  });

  it('do not color a healthy cluster, and leave their pool neutral, while being created or deleted', async () => {
    const { poolOf, looks } = await start({
      listMachines: () => ({ items: [status('well', 'Running'), status('pending', 'Pending')] }),
    });
    const pool = await poolOf('one');
    await looks(pool);
    expect(await looks(pool.parent)).toEqual({
      pool: 'sync neutral In transition: 1 machine · 1 of 2 healthy',
    });
    expect((await looks(pool.parent.parent))['one']).toMatch(
      /^server-environment poolview.healthyForeground/,
    );
  });
});

describe('a cluster with machines in maintenance', () => {
  it('shows the maintenance before it is expanded', async () => {
    const { model, looks } = await start({
      searchClusters: () => ({
        items: [
          named('one', {
            specSummary: {
              cloudConfig: {
                uid: 'one',
                cloudType: 'aws',
                machinePools: [{ size: 3, healthy: 3, maintenanceMode: 1 }],
              },
            },
            status: { state: 'Running', health: { state: 'Healthy' } },
          }),
        ],
      }),
    });
    const project = await rowBelow(model, undefined, 'project', 'project');
    expect(await looks(project)).toEqual({
      one: 'tools disabledForeground In maintenance: 1 machine · 1 pool · 3 machines',
    });
    expect(model.inventory.itemOf(project).state).toBe('maintenance');
  });
});

describe('a row without a reported state', () => {
  it('is shown among items needing attention until all rows below it are loaded', async () => {
    const { model, poolOf } = await start({
      listProjects: () => ({ items: [named('project')] }),
      searchClusters: () => ({ items: [cluster('one', {})] }),
      listMachines: () => ({ items: [named('silent')] }),
    });
    const pool = await poolOf('one');
    await model.find('is:problem');
    expect(await wordsBelow(model)).toEqual(['project']);
    expect(await wordsBelow(model, pool.parent)).toEqual(['pool']);
    await model.rows.children(pool);
    expect(await wordsBelow(model)).toEqual(['(allWell)']);
  });
});

describe('impossible numbers', () => {
  it.each([-944_225.4, -1, 1e300])('such as %d are not shown as facts', async (value) => {
    const { looks, poolOf, model } = await start({
      listProjects: () => ({
        items: [
          named('project', {
            status: {
              clustersHealth: { errored: value, healthy: value, running: value, unhealthy: value },
              usage: { alloyCpuCores: value, pureCpuCores: value },
            },
          }),
        ],
        listmeta: { count: value },
      }),
      searchClusters: () => ({
        items: [
          named('one', {
            specSummary: {
              cloudConfig: {
                uid: 'one',
                cloudType: 'openstack',
                machinePools: [{ size: value, healthy: value, maintenanceMode: value }],
              },
            },
            status: { metrics: { cpu: { total: value, usage: value, unit: 'Core' } } },
          }),
        ],
      }),
      readCloudConfig: () => ({
        spec: {
          machinePoolConfig: [{ name: 'pool', size: value, minSize: value, maxSize: 5, diskGiB: value }],
        },
      }),
      listMachines: () => ({
        items: [
          named('a', {
            spec: {
              instanceType: { numCPUs: value, memoryMiB: value, diskGiB: value },
              nics: [{ index: value, networkName: 'net' }],
            },
          }),
        ],
      }),
    });
    const pool = await poolOf('one');
    expect(await looks()).toEqual({ project: 'question neutral ' });
    expect(await looks(pool.parent.parent)).toEqual({
      one: 'question neutral 1 pool',
    });
    expect(await looks(pool.parent)).toEqual({ pool: 'circle-outline neutral ' });
    expect(await looks(pool)).toEqual({ a: 'question neutral ' });
    const tree = newProjectsTree();
    tree.show(model);
    for (const row of model.inventory.rows) {
      const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(row.id), row.id);
      const facts = renderHover((tooltip as MarkdownString).value).text;
      expect(facts).not.toMatch(/\d{3}|\d,\d|E\d|CPU|[Mm]emory|disk|healthy/);
    }
    tree.dispose();
  });

  it('of clusters are not shown as fractions', async () => {
    const { looks } = await start({
      listProjects: () => ({
        items: [named('project', { status: { clustersHealth: { unhealthy: 1.5, healthy: 2 } } })],
      }),
    });
    expect(await looks()).toEqual({ project: 'project poolview.healthyForeground ' });
  });
});
