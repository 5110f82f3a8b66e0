import { Inventory } from '../../src/items/inventory';
import { describe, expect, it } from 'vitest';
import { ProjectsModel } from '../../src/projects/model';
import { isRow, type ViewRow, type ParentRow } from '../../src/items/kinds';
import { listProjects } from '../../src/service/projectListing';
import { atEnd, sourceOf } from '../unit/support/service';
import {
  describedEndpoints,
  describedService,
  isDescribed,
  isOwnDescription,
  smallestService,
  undescribedQuery,
  waysOfAnswering,
  type Answers,
} from './support/prism';

async function shown(answers: Answers) {
  const service = await describedService(answers);
  const model = new ProjectsModel(new Inventory(sourceOf(service.client)));
  atEnd(() => {
    model.inventory.dispose();
  });
  return { ...service, model };
}

/** All rows below `parent`, parents first. */
async function walk(model: ProjectsModel, parent?: ParentRow): Promise<readonly ViewRow[]> {
  const rows: ViewRow[] = [];
  for (const node of await model.store.children(parent)) {
    rows.push(node, ...(isRow(node, 'project', 'cluster', 'pool') ? await walk(model, node) : []));
  }
  return rows;
}

/** The first project. The first pages may be empty. */
async function firstProject(model: ProjectsModel) {
  for (;;) {
    const rows = await model.store.children();
    const project = rows.find((node) => node.kind === 'project');
    if (project !== undefined) return project;
    if (rows.every(({ kind }) => kind !== 'loadMore')) throw new Error('There are no projects');
    await model.store.loadMore();
  }
}

/** Whether `request`, such as `GET /v1/teams/team-1?limit=5`, goes to `endpoint`, such as `GET /v1/teams/{uid}`. */
function isRequestOf(endpoint: string, request: string): boolean {
  const segments = request.split('?')[0]?.split('/') ?? [];
  const wanted = endpoint.split('/');
  return (
    segments.length === wanted.length &&
    wanted.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}

function idsOf(rows: readonly ViewRow[]): readonly string[] {
  return rows.map(({ id }) => id);
}

describe.each(waysOfAnswering)('a service that responds $way', ({ seed }) => {
  it('is shown down to its machines, without duplicates or errors', async () => {
    const { model, complaints } = await shown({ seed, vary: seed !== undefined });
    const project = await firstProject(model);
    // A pool that does not depend on the cloud types of the clusters.
    const projectUid = project.project.metadata?.uid ?? '';
    await model.pin(
      { projectUid, cloudType: 'openstack', configUid: 'config-1', poolName: 'pool-1' },
      project,
    );
    const rows = await walk(model);
    expect(rows.filter(({ kind }) => kind === 'error')).toEqual([]);
    expect(new Set(idsOf(rows)).size).toBe(rows.length);
    expect(new Set(rows.map(({ kind }) => kind))).toContain('machine');
    expect(complaints.filter((complaint) => !complaint.includes('NO_METHOD_MATCHED_ERROR'))).toEqual([]);
  });

  it.runIf(isOwnDescription)('is asked for its clusters, their pools and their machines', async () => {
    const { model, records, sent } = await shown({ seed, vary: seed !== undefined });
    await firstProject(model);
    while (!records.some(({ operation }) => operation === 'listMachines')) {
      await walk(model);
      // A generated page may be empty.
      await model.store.loadMore();
    }
    expect(records.filter(({ failure }) => failure !== undefined)).toEqual([]);
    expect(new Set(records.map(({ operation }) => operation))).toEqual(
      new Set(['listProjects', 'searchClusters', 'readCloudConfig', 'listMachines']),
    );
    for (const request of sent) {
      const endpoint = describedEndpoints.find((candidate) => isRequestOf(candidate, request)) ?? '';
      expect(undescribedQuery(endpoint, [request]), request).toEqual([]);
    }
  });

  it('is read once, however often it is shown', async () => {
    const { model, records } = await shown({ seed });
    const ids = idsOf(await walk(model));
    const requests = records.length;
    expect(idsOf(await walk(model))).toEqual(ids);
    expect(records).toHaveLength(requests);
  });

  it('has the same rows after a refresh', async () => {
    const { model, records } = await shown({ seed });
    const ids = idsOf(await walk(model));
    const requests = records.length;
    await model.inventory.refresh();
    expect(idsOf(await walk(model))).toEqual(ids);
    expect(records).toHaveLength(2 * requests);
  });

  it('is read until a page token is repeated', async () => {
    const { client, records } = await describedService({ seed });
    const method = isDescribed('POST /v1/dashboard/projects') ? 'post' : 'get';
    const pages = listProjects(client, method, { limit: 50 });
    for await (const { items } of pages) expect(items).toBeInstanceOf(Array);
    expect(pages.cut).toBe('repeatedToken');
    expect(records).toHaveLength(2);
  });

  it('is reported as truncated if a page token is repeated', async () => {
    const { model, records } = await shown({ seed });
    await model.store.children();
    await model.store.loadMore();
    expect((await model.store.children()).at(-1)).toMatchObject({
      kind: 'truncated',
      cut: 'repeatedToken',
    });
    await model.store.loadMore();
    expect(records).toHaveLength(2);
  });
});

describe('an endless list', () => {
  it('loads a limited number of pages at a time', async () => {
    const { model, records } = await shown({ seed: '1', vary: true });
    let rows = await model.store.children();
    for (let clicks = 0; clicks < 5; clicks++) {
      const requests = records.length;
      await model.store.loadMore();
      expect(records.length).toBeGreaterThan(requests);
      expect(records.length).toBeLessThanOrEqual(requests + 5);
      const longer = await model.store.children();
      const before = idsOf(rows.filter(({ kind }) => kind === 'project'));
      expect(idsOf(longer).slice(0, before.length)).toEqual(before);
      expect(longer.at(-1)?.kind).toBe('loadMore');
      rows = longer;
    }
  });
});

describe('the minimal service', () => {
  it.runIf(isOwnDescription)('shows the machines of a pinned pool', async () => {
    const { model, records } = await shown({ has: (endpoint) => smallestService.includes(endpoint) });
    const project = await firstProject(model);
    const [cluster] = (await model.store.children(project)).filter((node) => node.kind === 'cluster');
    if (cluster === undefined) throw new Error('The project has no cluster');
    expect(await model.store.children(cluster)).toMatchObject([
      { kind: 'note', note: { about: 'poolsNotListed' } },
    ]);
    await model.pin(
      {
        projectUid: project.project.metadata?.uid ?? '',
        clusterUid: cluster.usage.uid ?? '',
        cloudType: 'openstack',
        configUid: 'config-1',
        poolName: 'pool-1',
      },
      cluster,
    );
    expect((await walk(model, cluster)).map(({ kind }) => kind)).toEqual(['pool', 'machine', 'note']);
    expect(records.slice(0, 2)).toMatchObject([
      { method: 'POST', status: 405 },
      { method: 'GET', status: 200 },
    ]);
  });
});
