import { machineSeverities } from '../../../src/items/listState';
import { Inventory } from '../../../src/items/inventory';
import { describe, expect, it } from 'vitest';
import type { DemoOptions } from '../../../src/demo/server';
import { ProjectsModel } from '../../../src/projects/model';
import {
  kindOf,
  type ClusterRow,
  type MachineRow,
  type ItemStoreRow,
  type ParentRow,
  type PoolRow,
  type ProjectRow,
} from '../../../src/items/kinds';
import type { ErrorRow } from '../../../src/items/store/row';
import { recordChanges } from '../support/changes';
import { atEnd, connected, sourceOf } from '../support/service';

/** A service that cannot search clusters. */
const withoutSearch: Partial<DemoOptions> = { without: ['searchClusters'] };

async function view(options: Partial<DemoOptions> = {}, limit = 50, kept = new Map<string, unknown>()) {
  const harness = await connected(options);
  const model = new ProjectsModel(new Inventory(sourceOf(harness.client, { limit, kept })));
  atEnd(() => {
    model.inventory.dispose();
  });
  const { reloads, looks } = recordChanges(model.rows);
  const operations = (): readonly (string | undefined)[] =>
    harness.service.requests.map(({ operation, path }) =>
      path.includes('/spectroclusters/search') ? 'searchClusters' : operation,
    );
  return { ...harness, model, reloads, looks, operations, kept };
}

type View = Awaited<ReturnType<typeof view>>;

function nameOf(node: ItemStoreRow): string | undefined {
  switch (node.kind) {
    case 'note':
      return node.note.about;
    case 'loadMore':
    case 'truncated':
    case 'error':
      return node.kind;
    default:
      return kindOf(node).name(node);
  }
}

/** The child of `parent` with this name. */
async function child<Kind extends ItemStoreRow>(
  { model }: View,
  parent: ParentRow | undefined,
  name: string,
): Promise<Kind> {
  const found = (await model.rows.children(parent)).find((node) => nameOf(node) === name);
  if (found === undefined) throw new Error(`There is no row ${name}`);
  return found as Kind;
}

/** Expands all rows from the view down to the pool `workers` of the cluster `payments-eu`. */
async function expandToWorkers(the: View) {
  const project = await child<ProjectRow>(the, undefined, 'payments');
  const cluster = await child<ClusterRow>(the, project, 'payments-eu');
  const pool = await child<PoolRow>(the, cluster, 'workers');
  const machines = (await the.model.rows.children(pool)) as readonly MachineRow[];
  return { project, cluster, pool, machines };
}

describe('loading rows', () => {
  it('loads the first 50 projects with one request', async () => {
    const { model, operations } = await view();
    const nodes = await model.rows.children();
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
    await Promise.all([the.model.rows.children(), the.model.rows.children()]);
    const { project, cluster, pool } = await expandToWorkers(the);
    await Promise.all([pool, cluster, project, undefined].map((node) => the.model.rows.children(node)));
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
});

describe('a collapsed row', () => {
  it('is skipped by a refresh, and its children are no longer counted', async () => {
    const the = await view();
    const { pool: workers } = the.service.fleet.pool('payments-uk', 'workers');
    workers.usual = 'failed';
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const cluster = await child<ClusterRow>(the, project, 'payments-uk');
    const pool = await child<PoolRow>(the, cluster, 'workers');
    await the.model.rows.children(pool);
    workers.usual = 'running';
    workers.situations.clear();
    the.model.rows.setExpanded(pool, false);
    the.model.rows.setExpanded(cluster, false);
    the.service.clearRequests();
    await the.model.inventory.refresh(project);
    const again = await child<ClusterRow>(the, project, 'payments-uk');
    expect(the.model.inventory.itemOf(again).state).toBe('healthy');
    expect(the.operations()).toEqual(['searchClusters']);
    // Expanding it again loads the current data.
    the.model.rows.setExpanded(again, true);
    await the.model.rows.children(await child<PoolRow>(the, again, 'workers'));
    expect(the.operations()).toEqual(['searchClusters', 'readCloudConfig', 'listMachines']);
  });

  it('has no counted rows below it at any depth', async () => {
    const the = await view();
    const { pool: workers } = the.service.fleet.pool('payments-uk', 'workers');
    workers.usual = 'failed';
    const project = await child<ProjectRow>(the, undefined, 'payments');
    const cluster = await child<ClusterRow>(the, project, 'payments-uk');
    await the.model.rows.children(await child<PoolRow>(the, cluster, 'workers'));
    workers.usual = 'running';
    workers.situations.clear();
    the.model.rows.setExpanded(project, false);
    await the.model.inventory.refresh();
    const again = await child<ProjectRow>(the, undefined, 'payments');
    expect(the.model.inventory.itemOf(await child<ClusterRow>(the, again, 'payments-uk')).state).toBe(
      'healthy',
    );
  });

  it('can have been loaded by a command without being expanded', async () => {
    const the = await view();
    const { pool: workers } = the.service.fleet.pool('checkout-eu', 'workers');
    const look = () => child<ProjectRow>(the, undefined, 'checkout');
    workers.usual = 'failed';
    await the.model.store.load(await look());
    expect(the.model.inventory.itemOf(await look()).state).toBe('unhealthy');
    workers.usual = 'running';
    await the.model.inventory.refresh();
    expect(the.model.inventory.itemOf(await look()).state).toBe('healthy');
    // An expanded row keeps its children.
    the.model.rows.setExpanded(await look(), true);
    await the.model.store.load(await look());
    const before = await the.model.rows.children(await look());
    await the.model.inventory.refresh(await look());
    expect(the.model.store.find(before[0]?.id ?? '')).toBe(before[0]);
  });

  it('keeps its children until the next refresh', async () => {
    const the = await view();
    const { pool } = await expandToWorkers(the);
    the.model.rows.setExpanded(pool, false);
    expect(machineSeverities(pool, the.model.store)).toHaveLength(12);
  });
});

describe('a failure', () => {
  it('is shown in place of the rows, and can be retried', async () => {
    const { model, service } = await view();
    service.faults.add({ kind: 'status', status: 500 });
    const nodes = await model.rows.children();
    expect(nodes).toMatchObject([{ kind: 'error', error: { kind: 'serviceFault' } }]);
    expect(await model.rows.children()).toEqual(nodes);
    await model.retry(nodes[0] as ErrorRow<ParentRow>);
    expect(await model.rows.children()).toHaveLength(51);
  });
});

describe('an empty list', () => {
  it('is shown as a note for projects, clusters, pools and machines', async () => {
    const the = await view({ projects: 1 });
    const { project, cluster, pool } = await expandToWorkers(the);
    const empty = async (body: object, parent?: ParentRow): Promise<ItemStoreRow[]> => {
      the.service.faults.add({ kind: 'wrongJson', body });
      await the.model.inventory.refresh(parent);
      return [...(await the.model.rows.children(parent))];
    };
    expect(await empty({ items: [] }, pool)).toMatchObject([{ note: { about: 'empty', of: 'machine' } }]);
    expect(await empty({ spec: { machinePoolConfig: [] } }, cluster)).toMatchObject([
      { note: { about: 'empty', of: 'pool' } },
    ]);
    expect(await empty({ items: [] }, project)).toMatchObject([{ note: { about: 'empty', of: 'cluster' } }]);
    expect(await empty({ items: [] })).toMatchObject([{ note: { about: 'empty', of: 'project' } }]);
  });
});
