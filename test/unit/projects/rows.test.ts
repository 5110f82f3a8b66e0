import { rowItem } from '../support/rowItem';
import { Inventory } from '../../../src/items/inventory';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TreeItem } from 'vscode';
import { ProjectsModel, newProjectsTree } from '../../../src/projects/model';
import type { ItemStoreRow, ParentRow } from '../../../src/items/kinds';
import { readHover } from '../../../src/projects/hover';
import { linkedCommands } from '../../../src/projects/hoverLinks';
import { hoverMarkdown } from '../../../src/tree/treeView';
import { createServiceClient, type ServiceClient } from '../../../src/service/client';
import { builtInCloudTypes } from '../../../src/service/cloudTypes';
import { requestTime } from '../../../src/service/requestTime';
import { foundClusterRow } from '../../../src/items/kinds/cluster';
import { machineRow } from '../../../src/items/kinds/machine';
import { poolRow } from '../../../src/items/kinds/pool';
import { foundProjectRow } from '../../../src/items/kinds/project';
import { anyChangeOf, attacks, hostileText, type Path } from '../support/hostile';
import { foundClusterFrom, machineFrom, projectFrom, resourcesOf } from '../support/resources';
import { expectDecentRow } from '../support/rows';
import { demo, serve, sourceOf, unhurried } from '../support/service';

/** The responses of a small service, by operation. */
interface Answers {
  readonly listProjects: unknown;
  /** The result of every cluster search; undefined if the service does not support the search. */
  readonly searchClusters: unknown;
  readonly readCluster: unknown;
  readonly readCloudConfig: unknown;
  readonly listMachines: unknown;
}
type Operation = keyof Answers;

/**
 * Two projects, the first of which has two clusters; each cluster has the same two pools of two machines. A search finds
 * the same two clusters in either project.
 */
async function goodAnswers(searched: boolean): Promise<Answers> {
  const service = await demo({
    projects: 2,
    clustersPerProject: { exactly: 2 },
    poolsPerCluster: { exactly: 2 },
    machinesPerPool: { exactly: 2 },
  });
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(service.baseUrl + path, { headers: { ApiKey: service.apiKey } });
    expect(response.status).toBe(200);
    return response.json();
  };
  const { cluster, pool } = service.fleet.pool('payments-eu', 'workers');
  const config = `/v1/cloudconfigs/openstack/${cluster.configUid}`;
  const projects = (await read('/v1/dashboard/projects')) as {
    items: { status: { usage: { clusters: unknown[] } } }[];
  };
  projects.items[1]?.status.usage.clusters.splice(0);
  const clusters = service.fleet.projects[0]?.clusters ?? [];
  return {
    listProjects: projects,
    searchClusters: searched
      ? {
          items: clusters.map(({ uid, name, configUid, cloudType }) => ({
            metadata: { uid, name, labels: { tier: 'gold' } },
            specSummary: {
              archTypes: ['amd64'],
              cloudAccountMeta: { uid: 'account', name: 'Account' },
              cloudConfig: { uid: configUid, cloudType, machinePools: [{ size: 2, healthy: 1 }] },
            },
            status: { state: 'Running', health: { state: 'Healthy', conditions: [{ type: 'Ready' }] } },
          })),
          listmeta: { count: clusters.length, continue: '' },
        }
      : undefined,
    readCluster: await read(`/v1/spectroclusters/${cluster.uid}`),
    readCloudConfig: await read(config),
    listMachines: await read(`${config}/machinePools/${pool.name}/machines`),
  };
}

/** A service whose responses can be changed at any time. */
async function scripted() {
  const bodies = new Map<Operation, string>();
  let first: unknown;
  const { baseUrl } = await serve(({ url = '', headers }, response) => {
    const operation = operationOf(url);
    // A cluster is in one project.
    const isOther =
      operation === 'searchClusters' && headers['projectuid'] !== (first ??= headers['projectuid']);
    const body = isOther ? '{"items":[]}' : bodies.get(operation);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  const client = createServiceClient(
    { baseUrl, apiKey: () => Promise.resolve('key'), timeoutMs: () => 10_000 },
    unhurried(),
  );
  const answer = (operation: Operation, body: string): void => void bodies.set(operation, body);
  const answerAll = (answers: Answers): void => {
    bodies.clear();
    for (const [operation, body] of Object.entries(answers)) {
      if (body !== undefined) answer(operation as Operation, JSON.stringify(body));
    }
  };
  return { client, answer, answerAll };
}

function operationOf(url: string): Operation {
  if (url.includes('/machinePools/')) return 'listMachines';
  if (url.includes('/cloudconfigs/')) return 'readCloudConfig';
  if (url.includes('/spectroclusters/search')) return 'searchClusters';
  return url.includes('/spectroclusters/') ? 'readCluster' : 'listProjects';
}

/** A row as passed to VS Code, and its children. */
interface Row {
  readonly node: ItemStoreRow;
  readonly item: TreeItem;
  readonly below: readonly Row[];
}

/** All rows in the view. If they are also refreshed, they must stay the same. */
async function expandAll(client: ServiceClient, isRefreshed = false): Promise<readonly Row[]> {
  const model = new ProjectsModel(new Inventory(sourceOf(client)));
  const tree = newProjectsTree();
  tree.show(model);
  const rowsBelow = async (parent?: ParentRow): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    for (const node of await model.rows.children(parent)) {
      const isParentRow = node.kind === 'project' || node.kind === 'cluster' || node.kind === 'pool';
      const below = isParentRow ? await rowsBelow(node) : [];
      rows.push({ node, item: await tree.resolveTreeItem(tree.getTreeItem(node.id), node.id), below });
    }
    return rows;
  };
  try {
    const rows = await rowsBelow();
    if (isRefreshed) await model.inventory.refresh();
    const ids = (all: readonly Row[]) => flat(all).map(({ node }) => node.id);
    if (isRefreshed) expect(ids(await rowsBelow())).toEqual(ids(rows));
    return rows;
  } finally {
    model.inventory.dispose();
    tree.dispose();
  }
}

function flat(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => [row, ...flat(row.below)]);
}

/** Checks what must hold for every row, whatever the service returned. */
function expectDecent(rows: readonly Row[]): void {
  const ids = rows.map(({ node }) => node.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { node, item, below } of rows) {
    expect(item.id).toBe(node.id);
    expectDecentRow(item, 200);
    expectDecent(below);
  }
}

/** The list in a response that has an item for each row of a kind. */
const sources = {
  project: ['listProjects', ['items']],
  cluster: ['listProjects', ['items', undefined, 'status', 'usage', 'clusters']],
  pool: ['readCloudConfig', ['spec', 'machinePoolConfig']],
  machine: ['listMachines', ['items']],
} as const;

type ItemKind = keyof typeof sources;
type Sources = Readonly<Record<ItemKind, readonly [Operation, Path | readonly unknown[]]>>;

/** The same for a service that searches clusters. */
const searchedSources: Sources = { ...sources, cluster: ['searchClusters', ['items']] };

/** Checks that a change at `path` removed no unrelated row. */
function expectNoneLost(
  before: readonly Row[],
  after: readonly Row[],
  kind: ItemKind,
  operation: Operation,
  path: Path,
  from: Sources,
): void {
  const idsOf = (rows: readonly Row[]) =>
    rows.filter(({ node }) => node.kind === kind).map(({ node }) => node.id);
  const [old, now] = [idsOf(before), idsOf(after)];
  const [source, list] = from[kind];
  const common = path.slice(0, list.length).every((step, index) => (list[index] ?? step) === step);
  if (source !== operation || !common) {
    // The cluster determines which pools are requested.
    if (kind !== 'pool' || !['readCluster', 'searchClusters'].includes(operation)) expect(now).toEqual(old);
  } else if (path.length > list.length) {
    expect(old.filter((id) => !now.includes(id)).length).toBeLessThanOrEqual(1);
    // A change inside an item keeps its row, but a pool without a name cannot be requested.
    const isInside = path.length > list.length + 1 && !(kind === 'pool' && path.at(-1) === 'name');
    if (isInside) expect(now).toHaveLength(old.length);
  }
  const next = ({ project: 'cluster', cluster: 'pool', pool: 'machine', machine: undefined } as const)[kind];
  if (next === undefined) return;
  for (const { node, below } of before) {
    const same = after.find((row) => row.node.id === node.id);
    if (same !== undefined) expectNoneLost(below, same.below, next, operation, path, from);
  }
}

describe('one change anywhere in a valid response', () => {
  const changes = (operations: readonly Operation[], searched: boolean) =>
    operations.map((operation) => ({ operation, searched, of: searched ? 'with search' : 'without search' }));
  it.each([
    ...changes(['listProjects', 'readCluster', 'readCloudConfig', 'listMachines'], false),
    ...changes(['listProjects', 'searchClusters'], true),
  ])('to $operation, of a service $of, removes no unrelated row', async ({ operation, searched }) => {
    const { client, answer, answerAll } = await scripted();
    const answers = await goodAnswers(searched);
    answerAll(answers);
    const before = await expandAll(client, true);
    expect(flat(before).filter(({ node }) => node.kind === 'machine')).toHaveLength(8);
    expectDecent(before);
    await fc.assert(
      fc.asyncProperty(anyChangeOf(answers[operation]), async ({ path, body }) => {
        answerAll(answers);
        answer(operation, body);
        const after = await expandAll(client);
        expectDecent(after);
        expectNoneLost(before, after, 'project', operation, path, searched ? searchedSources : sources);
      }),
      { numRuns: 8 },
    );
  });
});

describe('items with missing, invalid or duplicate UIDs', () => {
  const odd = [
    {},
    {},
    { name: 'a' },
    { name: 'a' },
    { uid: '' },
    { uid: 5, name: 'b' },
    { uid: 'a' },
    { uid: 'a/b#1' },
    { uid: '\ud800' },
    { uid: '\udfff' },
    { uid: '__proto__' },
    { uid: 'constructor' },
  ];
  const twice = [
    { uid: 'twice', name: 'first' },
    { uid: 'twice', name: 'second' },
  ];

  it.each([false, true])(
    'are all shown, except that only the first of those with the same UID is: search %s',
    async (searched) => {
      const { client, answer } = await scripted();
      const items = [...odd, ...twice].map((metadata) => ({ metadata }));
      const clusters = [...odd, ...twice];
      const first = searched ? { metadata: { uid: 'p', name: 'p' } } : { status: { usage: { clusters } } };
      answer('listProjects', JSON.stringify({ items: searched ? [first] : [first, ...items] }));
      if (searched) answer('searchClusters', JSON.stringify({ items }));
      answer('readCluster', '{"spec":{"cloudConfigRef":{"uid":"config"}}}');
      answer('readCloudConfig', '{"spec":{"machinePoolConfig":[{"name":"p"},{},{"name":"p"},{"name":"q"}]}}');
      answer('listMachines', JSON.stringify({ items }));
      const rows = await expandAll(client, true);
      expectDecent(rows);
      const counts = (kind: ItemStoreRow['kind'], below: readonly Row[]) =>
        below.filter(({ node }) => node.kind === kind).length;
      expect(counts('project', rows)).toBe(searched ? 1 : 1 + odd.length + 1);
      const clusterRows = rows[0]?.below ?? [];
      expect(counts('cluster', clusterRows)).toBe(odd.length + 1);
      expect(clusterRows.at(-1)?.item.label).toBe('first');
      // Machines are requested by the name of their pool.
      const pools = clusterRows.at(-1)?.below ?? [];
      expect(pools.map(({ item }) => item.label)).toEqual(['p', '(unnamed machine pool)', 'q']);
      for (const { node, below } of pools)
        if (node.kind === 'pool') expect(counts('machine', below)).toBe(odd.length + 1);
    },
  );
});

describe('text from the service', () => {
  it('with every attack produces well-formed rows and hovers of machines', async () => {
    const model = new ProjectsModel(new Inventory(sourceOf((await scripted()).client)));
    const project = foundProjectRow(projectFrom({ metadata: { uid: 'p' } }), 'view', requestTime());
    const pool = poolRow(
      foundClusterRow(project, foundClusterFrom({ metadata: { uid: 'c' } }), requestTime()),
      {
        ...{ cloudType: 'openstack', configUid: 'config', poolName: 'pool' },
      },
    );
    const { machine } = resourcesOf(fc.oneof(fc.constantFrom(...attacks, 'x'.repeat(5000)), hostileText));
    const machines = fc
      .constantFrom(...builtInCloudTypes)
      .chain((cloudType) => machine(cloudType).map((json) => machineFrom(json, cloudType)));
    await fc.assert(
      fc.asyncProperty(machines, async (read) => {
        const row = machineRow(pool, read, `${pool.id}/machine:m`, requestTime());
        const item = rowItem(row, model);
        item.id = row.id;
        item.tooltip = hoverMarkdown(await readHover(row, model, Date.now()), linkedCommands);
        expectDecentRow(item, 200);
      }),
      { numRuns: 100 },
    );
    model.inventory.dispose();
  });

  it('with an attack produces well-formed rows and hovers of every kind', async () => {
    const attack = '\n$(x) [x](command:x) <b> \u202e|';
    const { project, found, cluster, config, machine } = resourcesOf(fc.constantFrom(attack, `${attack}2`));
    const { client, answerAll } = await scripted();
    // Rows say what distinguishes them from others.
    const listOf = (item: Arbitrary<unknown>) => fc.tuple(item, item).map((items) => ({ items }));
    const answers = fc.constantFrom(...builtInCloudTypes, attack).chain((cloudType) =>
      fc.record<Answers>({
        // Clusters are searched only in projects with a UID.
        listProjects: listOf(project),
        searchClusters: fc.option(listOf(found(fc.constantFrom(cloudType, attack))), { nil: undefined }),
        readCluster: cluster(fc.constant(cloudType)),
        readCloudConfig: config(cloudType),
        listMachines: listOf(machine(cloudType)),
      }),
    );
    await fc.assert(
      fc.asyncProperty(answers, async (all) => {
        answerAll(all);
        // Each case is another service.
        client.refusals.forget();
        expectDecent(await expandAll(client));
      }),
      { numRuns: 20 },
    );
  });
});
