import { healthOf, machineSeverities, severityOf } from '../../../src/items/known';
import { Inventory } from '../../../src/items/inventory';
import { describe, expect, it } from 'vitest';
import type { DemoOptions } from '../../../src/demo/server';
import { ProjectsModel } from '../../../src/projects/model';
import {
  kindOf,
  type ClusterRow,
  type MachineRow,
  type ViewRow,
  type ParentRow,
  type PoolRow,
  type ProjectRow,
} from '../../../src/items/kinds';
import type { ErrorRow } from '../../../src/items/store/row';
import { projectFrom } from '../support/resources';
import { recordChanges } from '../support/changes';
import { knownCluster } from '../../../src/items/kinds/cluster';
import { atEnd, connected, sourceOf } from '../support/service';

/** A service that cannot search clusters. */
const withoutSearch: Partial<DemoOptions> = { without: ['searchClusters'] };

async function view(options: Partial<DemoOptions> = {}, limit = 50, kept = new Map<string, unknown>()) {
  const harness = await connected(options);
  const model = new ProjectsModel(new Inventory(sourceOf(harness.client, { limit, kept })));
  atEnd(() => {
    model.inventory.dispose();
  });
  const { reloads, looks } = recordChanges(model.store);
  const operations = (): readonly (string | undefined)[] =>
    harness.service.requests.map(({ operation, path }) =>
      path.includes('/spectroclusters/search') ? 'searchClusters' : operation,
    );
  return { ...harness, model, reloads, looks, operations, kept };
}

type View = Awaited<ReturnType<typeof view>>;

function nameOf(node: ViewRow): string | undefined {
  switch (node.kind) {
    case 'note':
      return node.note.about;
    case 'loadMore':
    case 'truncated':
    case 'error':
    case 'favorites':
    case 'favorite':
      return node.kind;
    default:
      return kindOf(node).name(node);
  }
}

/** The child of `parent` with this name. */
async function child<Kind extends ViewRow>(
  { model }: View,
  parent: ParentRow | undefined,
  name: string,
): Promise<Kind> {
  const found = (await model.store.children(parent)).find((node) => nameOf(node) === name);
  if (found === undefined) throw new Error(`There is no row ${name}`);
  return found as Kind;
}

/** Expands all rows from the view down to the pool `workers` of the cluster `payments-eu`. */
async function expandToWorkers(the: View) {
  const project = await child<ProjectRow>(the, undefined, 'payments');
  const cluster = await child<ClusterRow>(the, project, 'payments-eu');
  const pool = await child<PoolRow>(the, cluster, 'workers');
  const machines = (await the.model.store.children(pool)) as readonly MachineRow[];
  return { project, cluster, pool, machines };
}

describe('loading rows', () => {
  it('loads the first 50 projects with one request', async () => {
    const { model, operations } = await view();
    const nodes = await model.store.children();
    expect(nodes.filter(({ kind }) => kind === 'project')).toHaveLength(50);
    expect(nodes.at(-1)).toMatchObject({ kind: 'loadMore', loaded: 50, total: 128 });
    expect(operations()).toEqual(['listProjectsPost']);
  });

  it('takes two requests for the first project, two for a cluster and one for a pool', async () => {
    const the = await view(withoutSearch);
    await expandToWorkers(the);
    expect(the.operations()).toEqual([
      'listProjectsPost',
      'searchClusters',
      // Once, for everything: it tells whether the service has the operation.
      'searchClusters',
      'readCluster',
      'readCloudConfig',
      'listMachines',
    ]);
  });

  it('tries the cluster search in one project only if it is not supported', async () => {
    const the = await view(withoutSearch);
    const projects = (await the.model.store.children()).filter((node) => node.kind === 'project');
    for (const project of projects) {
      const rows = await the.model.store.children(project);
      const about = rows[0]?.kind === 'cluster' ? 'clustersNotSearched' : 'noClusters';
      expect(rows.at(-1)).toMatchObject({ note: { about } });
    }
    expect(the.operations()).toEqual(['listProjectsPost', 'searchClusters', 'searchClusters']);
  });

  it('takes one request each for a project, a cluster and a pool if the search is supported', async () => {
    const the = await view();
    await expandToWorkers(the);
    expect(the.operations()).toEqual([
      'listProjectsPost',
      'searchClusters',
      'readCloudConfig',
      'listMachines',
    ]);
  });

  it('sends one request for repeated and concurrent calls', async () => {
    const the = await view(withoutSearch);
    await Promise.all([the.model.store.children(), the.model.store.children()]);
    const { project, cluster, pool } = await expandToWorkers(the);
    await Promise.all([pool, cluster, project, undefined].map((node) => the.model.store.children(node)));
    expect(the.operations()).toHaveLength(6);
  });

  it('sends requests with the project of the row', async () => {
    const the = await view(withoutSearch);
    const { project } = await expandToWorkers(the);
    const { uid } = project.project.metadata ?? {};
    expect(the.service.requests.slice(1).map(({ headers }) => headers['projectuid'])).toEqual([
      uid,
      // The probe is for everything.
      undefined,
      uid,
      uid,
      uid,
    ]);
  });
});

describe('"Load more"', () => {
  it('loads exactly one page below the others', async () => {
    const { model, operations, service } = await view({ projects: 25 }, 10);
    await model.store.children();
    await Promise.all([model.store.loadMore(), model.store.loadMore()]);
    expect(operations()).toHaveLength(2);
    expect((await model.store.children()).at(-1)).toMatchObject({ kind: 'loadMore', loaded: 20, total: 25 });
    await model.store.loadMore();
    await model.store.loadMore();
    expect(operations()).toHaveLength(3);
    expect((await model.store.children()).map(nameOf)).toEqual(
      service.fleet.projects.map((project) => service.fleet.summarize(project).metadata.name),
    );
  });

  it('keeps the objects of the existing rows', async () => {
    const { model } = await view({ projects: 25 }, 10);
    const before = (await model.store.children()).slice(0, 10);
    await model.store.loadMore();
    const after = await model.store.children();
    expect(before.every((node, index) => after[index] === node)).toBe(true);
  });

  it('shows a project that moved to the next page only once', async () => {
    const { model, service } = await view({ projects: 25 }, 10);
    await model.store.children();
    service.faults.add({
      kind: 'wrongJson',
      body: { items: service.fleet.projects.slice(8, 12).map((project) => service.fleet.summarize(project)) },
    });
    await model.store.loadMore();
    const nodes = await model.store.children();
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
    expect(nodes).toHaveLength(12);
  });

  it('returns the first new row, or none if the view has changed in the meantime', async () => {
    const { model, service } = await view({ projects: 25 }, 10);
    await model.store.children();
    const first = await model.store.loadMore();
    expect(first).toBe((await model.store.children())[10]);
    service.faults.add({ kind: 'hang' });
    const more = model.store.loadMore();
    await expect.poll(() => service.requests.length).toBe(3);
    model.inventory.dispose();
    expect(await more).toBeUndefined();
  });

  it('shows an error below the existing rows, and continues from there', async () => {
    const { model, service } = await view({ projects: 25 }, 10);
    await model.store.children();
    service.faults.add({ kind: 'status', status: 500 });
    await model.store.loadMore();
    const failed = await model.store.children();
    expect(failed).toHaveLength(11);
    const error = failed.at(-1) as ErrorRow<ParentRow>;
    expect(error).toMatchObject({ kind: 'error', isNextPage: true });
    await model.inventory.retry(error);
    expect((await model.store.children()).at(-1)).toMatchObject({ kind: 'loadMore', loaded: 20 });
  });

  it('reports a service that repeats the same page token', async () => {
    const { model, service } = await view();
    const page = { items: [{ metadata: { uid: 'a' } }], listmeta: { continue: 'string' } };
    service.faults.add({ kind: 'wrongJson', body: page, times: 2 });
    await model.store.children();
    await model.store.loadMore();
    expect((await model.store.children()).at(-1)).toMatchObject({
      kind: 'truncated',
      cut: 'repeatedToken',
      loaded: 1,
    });
  });
});

describe('a refresh', () => {
  it('of a row reloads only the rows below it', async () => {
    const the = await view();
    const { pool } = await expandToWorkers(the);
    the.service.clearRequests();
    the.looks.length = 0;
    the.service.fleet.pool('payments-eu', 'workers').pool.size--;
    await the.model.inventory.refresh(pool);
    expect(the.operations()).toEqual(['listMachines']);
    expect(the.reloads).toEqual([pool]);
    expect(the.looks.at(-1)?.kind).toBe('project');
  });

  it('keeps every row ID when all other data changes', async () => {
    const the = await view();
    const before = await expandToWorkers(the);
    const { cluster, pool } = the.service.fleet.pool('payments-eu', 'workers');
    pool.usual = 'failed';
    cluster.state = 'Error';
    await the.model.inventory.refresh();
    const after = await expandToWorkers(the);
    expect(after.project.id).toBe(before.project.id);
    expect(after.cluster.id).toBe(before.cluster.id);
    expect(after.pool.id).toBe(before.pool.id);
    expect(after.machines.map(({ id }) => id)).toEqual(before.machines.map(({ id }) => id));
    expect(after.machines[0]?.machine.status?.instanceState).toBe('Failed');
  });

  it('sets the current rows as parents', async () => {
    const the = await view();
    await expandToWorkers(the);
    await the.model.inventory.refresh();
    const { project, cluster, pool, machines } = await expandToWorkers(the);
    expect(cluster.parent).toBe(project);
    expect(pool.parent).toBe(cluster);
    expect(machines.every(({ parent }) => parent === pool)).toBe(true);
  });

  it('keeps as many projects as were loaded', async () => {
    const { model, operations, service } = await view({ projects: 35 }, 10);
    await model.store.children();
    await model.store.loadMore();
    service.clearRequests();
    await model.inventory.refresh();
    const nodes = await model.store.children();
    expect(nodes.at(-1)).toMatchObject({ kind: 'loadMore', loaded: 20, total: 35 });
    expect(operations()).toHaveLength(2);
  });

  it('shows added rows and drops removed ones', async () => {
    const { model, service } = await view({ projects: 5 });
    await model.store.children();
    const [first] = service.fleet.projects;
    if (first !== undefined) service.fleet.removeProject(first);
    service.fleet.addProject('brand-new');
    await model.inventory.refresh();
    const names = (await model.store.children()).map(nameOf);
    expect(names).toHaveLength(5);
    expect(names).not.toContain('payments');
    expect(names.at(-1)).toBe('brand-new');
  });

  it('discards a late response', async () => {
    const the = await view();
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    the.service.faults.add({ kind: 'hold', until });
    const first = the.model.store.children();
    await expect.poll(() => the.service.requests.length).toBe(1);
    the.service.fleet.addProject('late');
    await the.model.inventory.refresh();
    const second = await the.model.store.children();
    release();
    expect(await first).toEqual(second);
    expect(the.operations()).toHaveLength(2);
  });

  it('discards the next page if the list was reloaded in the meantime', async () => {
    const the = await view({ projects: 25 }, 10);
    await the.model.store.children();
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    the.service.faults.add({ kind: 'hold', until });
    const more = the.model.store.loadMore();
    await expect.poll(() => the.service.requests.length).toBe(2);
    await the.model.inventory.refresh();
    await the.model.store.children();
    release();
    await more;
    expect((await the.model.store.children()).at(-1)).toMatchObject({ loaded: 10 });
  });
});

describe('a collapsed row', () => {
  it('is skipped by a refresh, and its children are no longer counted', async () => {
    const the = await view();
    const { pool: workers } = the.service.fleet.pool('payments-uk', 'workers');
    workers.usual = 'failed';
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const cluster = await child<ClusterRow>(the, project, 'payments-uk');
    const pool = await child<PoolRow>(the, cluster, 'workers');
    await the.model.store.children(pool);
    workers.usual = 'running';
    workers.situations.clear();
    the.model.store.setExpanded(pool, false);
    the.model.store.setExpanded(cluster, false);
    the.service.clearRequests();
    await the.model.inventory.refresh(project);
    const again = await child<ClusterRow>(the, project, 'payments-uk');
    expect(severityOf(again, the.model.store)).toBe('healthy');
    expect(knownCluster(again, the.model.store).config).toBeUndefined();
    expect(the.operations()).toEqual(['searchClusters']);
    // Expanding it again loads the current data.
    the.model.store.setExpanded(again, true);
    await the.model.store.children(await child<PoolRow>(the, again, 'workers'));
    expect(the.operations()).toEqual(['searchClusters', 'readCloudConfig', 'listMachines']);
  });

  it('has no counted rows below it at any depth', async () => {
    const the = await view();
    const { pool: workers } = the.service.fleet.pool('payments-uk', 'workers');
    workers.usual = 'failed';
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const cluster = await child<ClusterRow>(the, project, 'payments-uk');
    await the.model.store.children(await child<PoolRow>(the, cluster, 'workers'));
    workers.usual = 'running';
    workers.situations.clear();
    the.model.store.setExpanded(project, false);
    await the.model.inventory.refresh();
    const again = await child<ProjectRow>(the, undefined, 'payments');
    expect(severityOf(await child<ClusterRow>(the, again, 'payments-uk'), the.model.store)).toBe('healthy');
  });

  it('can have been loaded by a command without being expanded', async () => {
    const the = await view();
    const { pool: workers } = the.service.fleet.pool('checkout-eu', 'workers');
    const look = () => child<ProjectRow>(the, undefined, 'checkout');
    workers.usual = 'failed';
    await the.model.store.peek(await look());
    expect(severityOf(await look(), the.model.store)).toBe('unhealthy');
    workers.usual = 'running';
    await the.model.inventory.refresh();
    expect(severityOf(await look(), the.model.store)).toBe('healthy');
    // An expanded row keeps its children.
    the.model.store.setExpanded(await look(), true);
    await the.model.store.peek(await look());
    const before = await the.model.store.children(await look());
    await the.model.inventory.refresh(await look());
    expect(the.model.store.find(before[0]?.id ?? '')).toBe(before[0]);
  });

  it('keeps its children until the next refresh', async () => {
    const the = await view();
    const { pool } = await expandToWorkers(the);
    the.model.store.setExpanded(pool, false);
    expect(machineSeverities(pool, the.model.store)).toHaveLength(12);
  });

  it('is removed with all rows below it when the service no longer has it', async () => {
    const the = await view({ projects: 2 });
    const { pool } = await expandToWorkers(the);
    const [first] = the.service.fleet.projects;
    if (first !== undefined) the.service.fleet.removeProject(first);
    await the.model.inventory.refresh();
    await the.model.store.children();
    expect(machineSeverities(pool, the.model.store)).toBeUndefined();
    expect(the.model.store.find(pool.id)).toBeUndefined();
  });
});

describe('rows of another connection', () => {
  it('have no children', async () => {
    const the = await view();
    const project = await child<ProjectRow>(the, undefined, 'payments');
    expect(await the.model.store.children({ ...project, id: `Other/${project.id}` })).toEqual([]);
    expect(the.operations()).toEqual(['listProjectsPost']);
  });
});

describe('finding a row by its ID', () => {
  it('returns the current row', async () => {
    const the = await view();
    const { cluster } = await expandToWorkers(the);
    expect(the.model.store.find(cluster.id)).toBe(cluster);
    await the.model.inventory.refresh();
    const { cluster: now } = await expandToWorkers(the);
    expect(the.model.store.find(cluster.id)).toBe(now);
    expect(the.model.store.find('x')).toBeUndefined();
  });
});

describe('a failure', () => {
  it('is shown in place of the rows, and can be retried', async () => {
    const { model, service } = await view();
    service.faults.add({ kind: 'status', status: 500 });
    const nodes = await model.store.children();
    expect(nodes).toMatchObject([{ kind: 'error', error: { kind: 'serviceFault' } }]);
    expect(await model.store.children()).toEqual(nodes);
    await model.inventory.retry(nodes[0] as ErrorRow<ParentRow>);
    expect(await model.store.children()).toHaveLength(51);
  });

  it('keeps the last loaded rows', async () => {
    const { model, service } = await view();
    const good = await model.store.children();
    await service.close();
    await model.inventory.refresh();
    const nodes = await model.store.children();
    expect(nodes[0]).toMatchObject({ kind: 'error', error: { kind: 'unreachable' } });
    expect(nodes.slice(1)).toEqual(good);
  });

  it('of one branch does not affect other branches', async () => {
    const the = await view();
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const [one, other] = (await the.model.store.children(project)) as readonly ClusterRow[];
    the.service.faults.add({ kind: 'status', status: 500 });
    expect(await the.model.store.children(one)).toMatchObject([
      { kind: 'error', error: { kind: 'serviceFault' } },
    ]);
    expect((await the.model.store.children(other)).every(({ kind }) => kind === 'pool')).toBe(true);
  });
});

describe('an empty list', () => {
  it('is shown as a note for projects, clusters, pools and machines', async () => {
    const the = await view({ projects: 1 });
    const { project, cluster, pool } = await expandToWorkers(the);
    const empty = async (body: object, parent?: ParentRow): Promise<ViewRow[]> => {
      the.service.faults.add({ kind: 'wrongJson', body });
      await the.model.inventory.refresh(parent);
      return [...(await the.model.store.children(parent))];
    };
    expect(await empty({ items: [] }, pool)).toMatchObject([{ note: { about: 'noMachines' } }]);
    expect(await empty({ spec: { machinePoolConfig: [] } }, cluster)).toMatchObject([
      { note: { about: 'noPools' } },
    ]);
    expect(
      await the.model.store.children({ ...project, project: projectFrom({}), id: `${project.id}x` }),
    ).toMatchObject([{ note: { about: 'noClusters' } }]);
    expect(await empty({ items: [] })).toMatchObject([{ note: { about: 'noProjects' } }]);
  });
});

describe('a project without a UID', () => {
  it.each([{}, { uid: '' }])('does not match all projects: %j', async (metadata) => {
    const the = await view();
    const clusters = [{ name: 'one', uid: 'c-1' }];
    the.service.faults.add({
      kind: 'wrongJson',
      body: { items: [{ metadata: { name: 'p', ...metadata }, status: { usage: { clusters } } }] },
    });
    const project = await child<ProjectRow>(the, undefined, 'p');
    expect((await the.model.store.children(project)).map(nameOf)).toEqual(['one']);
    expect(the.operations()).toEqual(['listProjectsPost']);
  });
});

describe('unusual responses', () => {
  it('give every row a unique ID, with or without a UID', async () => {
    const { model, service } = await view();
    const items = [
      {},
      {},
      { metadata: { name: 'a' } },
      { metadata: { name: 'a' } },
      { metadata: { uid: '' } },
      { metadata: { uid: 'a' } },
    ];
    service.faults.add({ kind: 'wrongJson', body: { items } });
    const nodes = await model.store.children();
    expect(nodes).toHaveLength(items.length);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(items.length);
  });
});

describe('health', () => {
  it('of a loaded machine sets the color of its pool, cluster and project', async () => {
    const the = await view(withoutSearch);
    const { pool: workers } = the.service.fleet.pool('payments-uk', 'workers');
    workers.usual = 'running';
    workers.situations.clear();
    workers.situations.set(1, 'silent');
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const cluster = await child<ClusterRow>(the, project, 'payments-uk');
    expect(severityOf(cluster, the.model.store)).toBe('unknown');
    const pool = await child<PoolRow>(the, cluster, 'workers');
    // The cluster itself reports only that it is running.
    expect(healthOf(cluster, the.model.store)).toEqual({
      severity: 'unknown',
      cause: '',
      message: 'The service reports no health.',
    });
    expect(machineSeverities(pool, the.model.store)).toBeUndefined();
    const machines = await the.model.store.children(pool);
    expect(
      machines
        .map((machine) => severityOf(machine, the.model.store))
        .filter((health) => health !== 'healthy'),
    ).toEqual(['lateHeartbeat']);
    expect(severityOf(pool, the.model.store)).toBe('lateHeartbeat');
    expect(severityOf(cluster, the.model.store)).toBe('lateHeartbeat');
    // The rows above are updated.
    expect(the.looks.at(-1)).toBe(project);
  });

  it('of a cluster is known before it is expanded if clusters are searched', async () => {
    const the = await view();
    const { pool: workers } = the.service.fleet.pool('payments-uk', 'workers');
    workers.usual = 'running';
    workers.situations.clear();
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const health = async (): Promise<string> =>
      severityOf(await child<ClusterRow>(the, project, 'payments-uk'), the.model.store);
    expect(await health()).toBe('healthy');
    workers.situations.set(1, 'notReady');
    await the.model.inventory.refresh(project);
    expect(await health()).toBe('unhealthy');
  });
});

describe('pinned pools', () => {
  const without = ['readCluster', 'readCloudConfig'] as const;

  it('replace a list of pools that the service does not support', async () => {
    const the = await view({ without });
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const cluster = await child<ClusterRow>(the, project, 'payments-eu');
    expect(await the.model.store.children(cluster)).toMatchObject([{ note: { about: 'poolsNotListed' } }]);

    const { configUid } = the.service.fleet.pool('payments-eu', 'workers').cluster;
    const projectUid = project.project.metadata?.uid ?? '';
    await the.model.pin(
      {
        projectUid,
        clusterUid: cluster.usage.uid ?? '',
        cloudType: 'openstack',
        configUid,
        poolName: 'workers',
      },
      cluster,
    );
    const pool = await child<PoolRow>(the, cluster, 'workers');
    expect(await the.model.store.children(pool)).toHaveLength(12);

    // It is restored at the next start.
    const next = await view({ without }, 50, the.kept);
    const again = await child<PoolRow>(
      next,
      await child<ClusterRow>(next, await child<ProjectRow>(next, undefined, 'payments'), 'payments-eu'),
      'workers',
    );
    expect(again.id).toBe(pool.id);

    await the.model.unpin(pool);
    expect((await the.model.store.children(cluster)).map(({ kind }) => kind)).toEqual(['note']);
  });

  it('appear below the project if no cluster is known', async () => {
    const the = await view();
    const project = await child<ProjectRow>(the, undefined, 'payments');
    await the.model.pin(
      {
        projectUid: project.project.metadata?.uid ?? '',
        cloudType: 'openstack',
        configUid: 'c',
        poolName: 'p',
      },
      project,
    );
    expect(
      (await the.model.store.children(project)).filter(({ kind }) => kind === 'pool').map(nameOf),
    ).toEqual(['p']);
  });

  it('are shown once, as listed pools, if the service also lists them', async () => {
    const the = await view();
    const { project, cluster, pool } = await expandToWorkers(the);
    const projectUid = project.project.metadata?.uid ?? '';
    await the.model.pin({ ...pool.ref, projectUid, clusterUid: cluster.usage.uid ?? '' }, cluster);
    const pools = (await the.model.store.children(cluster)).map(nameOf);
    expect(pools.filter((name) => name === 'workers')).toHaveLength(1);
  });

  it('stay visible when the service fails', async () => {
    const the = await view();
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const cluster = await child<ClusterRow>(the, project, 'payments-eu');
    const projectUid = project.project.metadata?.uid ?? '';
    await the.model.pin(
      {
        projectUid,
        clusterUid: cluster.usage.uid ?? '',
        cloudType: 'openstack',
        configUid: 'c',
        poolName: 'p',
      },
      cluster,
    );
    the.service.faults.add({ kind: 'status', status: 500 });
    expect((await the.model.store.children(cluster)).map(({ kind }) => kind)).toEqual(['error', 'pool']);
  });

  it('can also be added and removed next to an error', async () => {
    const the = await view();
    const { project, cluster } = await expandToWorkers(the);
    const projectUid = project.project.metadata?.uid ?? '';
    the.service.faults.add({ kind: 'status', status: 500 });
    await the.model.inventory.refresh(cluster);
    const pin = {
      projectUid,
      clusterUid: cluster.usage.uid ?? '',
      cloudType: 'openstack',
      configUid: 'c',
      poolName: 'p',
    };
    await the.model.pin(pin, cluster);
    const kinds = async (): Promise<readonly string[]> =>
      (await the.model.store.children(cluster)).map((node) =>
        node.kind === 'pool' ? node.ref.poolName : node.kind,
      );
    expect(await kinds()).toEqual(['error', 'control-plane', 'workers', 'p']);
    const pool = await child<PoolRow>(the, cluster, 'p');
    await the.model.unpin(pool);
    expect(await kinds()).toEqual(['error', 'control-plane', 'workers']);
    // Pinning a pool sends no request; only the refresh did.
    expect(the.operations().filter((operation) => operation === 'readCloudConfig')).toHaveLength(2);
  });

  it('ignore invalid saved values', async () => {
    const kept = new Map<string, unknown>([['pinnedPools', [null, 1, { projectUid: 1 }, 'x']]]);
    const the = await view({}, 50, kept);
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const rows = await the.model.store.children(project);
    expect(rows.filter(({ kind }) => kind === 'cluster')).not.toEqual([]);
    expect(rows.filter(({ kind }) => kind === 'pool')).toEqual([]);
  });
});

describe('disposing a model', () => {
  it('cancels running requests and sends no more', async () => {
    const { model, service } = await view();
    service.faults.add({ kind: 'hang' });
    const nodes = model.store.children();
    await expect.poll(() => service.requests.length).toBe(1);
    model.inventory.dispose();
    expect(await nodes).toEqual([]);
    expect(await model.store.children()).toEqual([]);
    expect(service.requests).toHaveLength(1);
  });
});
