import { canAddPools } from '../../../src/items/listState';
import { describe, expect, it } from 'vitest';
import { ProjectsModel, newProjectsTree } from '../../../src/projects/model';
import { Inventory } from '../../../src/items/inventory';
import { recordChanges } from '../support/changes';
import { connected, sourceOf, unhurried } from '../support/service';
import { paged, rowBelow, scriptedModel, wordsBelow, type Script } from '../support/scripted';

const project = (name: string, clusters: readonly string[]) => ({
  metadata: { uid: name, name },
  status: { usage: { clusters: clusters.map((cluster) => ({ uid: cluster, name: cluster })) } },
});

const projects = [project('p', ['a', 'b', 'c']), project('q', ['d'])];

const found = (name: string, cloudType: string) => ({
  metadata: { uid: name, name },
  specSummary: { cloudConfig: { uid: `config of ${name}`, cloudType } },
});

/** Lists two projects; the first has three clusters. */
function named(script: Script = {}): Script {
  return { listProjects: () => ({ items: projects }), ...script };
}

const answered = [
  { status: 403, kind: 'forbidden' },
  { status: 404, kind: 'unsupported' },
  { status: 501, kind: 'unsupported' },
  { status: 500, kind: 'serviceFault' },
];

describe.each(answered)('a search for clusters that is answered with $status', ({ status, kind }) => {
  const isMissing = kind === 'unsupported';
  const isNoted = isMissing || kind === 'forbidden';

  it('shows the clusters listed in the project, and says why details are missing', async () => {
    const { model, count } = await scriptedModel(named({ searchClusters: () => status }));
    const p = await rowBelow(model, undefined, 'project', 'p');
    expect(await wordsBelow(model, p)).toEqual(
      isNoted ? ['a', 'b', 'c', '(clustersNotSearched)'] : [`(${kind})`, 'a', 'b', 'c'],
    );
    // A 404 may be about the project: the probe tells.
    const sent = status === 404 ? 2 : 1;
    expect(count('searchClusters')).toBe(sent);

    // Showing the row again sends no request.
    await wordsBelow(model, p);
    expect(count()).toBe(0);

    const q = await rowBelow(model, undefined, 'project', 'q');
    expect(await wordsBelow(model, q)).toEqual(isNoted ? ['d', '(clustersNotSearched)'] : [`(${kind})`, 'd']);
    expect(count()).toBe(isMissing ? 0 : 1);
  });

  it('is requested again after a refresh, and its results are shown', async () => {
    const script = named({ searchClusters: () => status });
    const { model, count } = await scriptedModel(script);
    const p = await rowBelow(model, undefined, 'project', 'p');
    const before = await wordsBelow(model, p);
    await model.inventory.refresh(p);
    expect(await wordsBelow(model, p)).toEqual(before);
    expect(count('searchClusters')).toBe(status === 404 ? 4 : 2);

    script.searchClusters = () => ({ items: [found('a', 'aws'), found('new', 'aws')] });
    await model.inventory.refresh(p);
    expect(await wordsBelow(model, p)).toEqual(['a', 'new']);
  });

  it('keeps showing the previous results', async () => {
    const script = named({ searchClusters: () => ({ items: [found('a', 'aws'), found('new', 'aws')] }) });
    const { model } = await scriptedModel(script);
    const p = await rowBelow(model, undefined, 'project', 'p');
    await wordsBelow(model, p);
    script.searchClusters = () => status;
    await model.inventory.refresh(p);
    // The search said later than the summary of the project that it has no others.
    const isGone = status === 404;
    expect(await wordsBelow(model, p)).toEqual(
      isNoted && !isGone
        ? ['a', 'new', '(clustersNotSearched)']
        : [isGone ? '(notFound)' : `(${kind})`, 'a', 'new'],
    );
    const ids = (await model.rows.children(p)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a project without a UID', () => {
  it.each([{}, { uid: '' }])('is not searched, because that would find all clusters: %j', async (uid) => {
    const { model, asked } = await scriptedModel({
      listProjects: () => ({ items: [{ ...project('p', ['a']), metadata: { name: 'p', ...uid } }] }),
      searchClusters: () => ({ items: [found('of another project', 'aws')] }),
    });
    expect(await wordsBelow(model, await rowBelow(model, undefined, 'project', 'p'))).toEqual(['a']);
    expect(asked.map(({ operation }) => operation)).toEqual(['listProjects']);
  });
});

describe.each(answered)('a request for a cluster that is answered with $status', ({ status, kind }) => {
  it('shows that its pools are not listed, or the reason', async () => {
    const { model, count } = await scriptedModel(named({ readCluster: () => status }));
    const p = await rowBelow(model, undefined, 'project', 'p');
    const isNoted = kind === 'unsupported' || kind === 'forbidden';
    const expected = [isNoted ? '(poolsNotListed)' : `(${kind})`];
    const asks = async (name: string): Promise<number> => {
      const cluster = await rowBelow(model, p, 'cluster', name);
      count();
      expect(await wordsBelow(model, cluster)).toEqual(expected);
      return count('readCluster');
    };
    expect(await asks('a')).toBe(1);
    expect(await asks('a')).toBe(0);
    // A 404 may mean a deleted cluster.
    for (const name of ['b', 'c']) expect(await asks(name)).toBe(status === 501 ? 0 : 1);

    count();
    await model.inventory.refresh(p);
    expect(count('readCluster')).toBeGreaterThan(0);
  });
});

describe.each(answered)('a request for a cloud config that is answered with $status', ({ status, kind }) => {
  const isNoted = kind === 'unsupported' || kind === 'forbidden';
  const config = { spec: { machinePoolConfig: [{ name: 'pool' }] } };
  const clusters = [found('a', 'aws'), found('b', 'aws'), found('c', 'aws'), found('other', 'vsphere')];

  it('shows that the pools are not listed, or the reason, and does not affect other cloud types', async () => {
    const { model, count } = await scriptedModel(
      named({
        searchClusters: () => ({ items: clusters }),
        readCloudConfig: ({ path }) => (path[1] === 'aws' ? status : config),
      }),
    );
    const p = await rowBelow(model, undefined, 'project', 'p');
    const asks = async (name: string, expected = [isNoted ? '(poolsNotListed)' : `(${kind})`]) => {
      const cluster = await rowBelow(model, p, 'cluster', name);
      count();
      expect(await wordsBelow(model, cluster)).toEqual(expected);
      return count('readCloudConfig');
    };
    expect(await asks('a')).toBe(1);
    expect(await asks('a')).toBe(0);
    for (const name of ['b', 'c']) expect(await asks(name)).toBe(status === 501 ? 0 : 1);
    expect(await asks('other', ['pool'])).toBe(1);

    count();
    await model.inventory.refresh(p);
    expect(count('readCloudConfig')).toBeGreaterThan(0);
  });

  it('still allows adding pools by name, and shows their machines', async () => {
    const { model } = await scriptedModel(
      named({
        searchClusters: () => ({ items: clusters }),
        readCloudConfig: () => status,
        listMachines: () => ({ items: [{ metadata: { name: 'm' } }] }),
      }),
    );
    const p = await rowBelow(model, undefined, 'project', 'p');
    const a = await rowBelow(model, p, 'cluster', 'a');
    await wordsBelow(model, a);
    expect(canAddPools(a, model.store)).toBe(isNoted);
    await model.pin(
      { projectUid: 'p', clusterUid: 'a', cloudType: 'aws', configUid: 'c', poolName: 'pinned' },
      a,
    );
    expect(await wordsBelow(model, a)).toEqual(
      isNoted ? ['pinned', '(poolsNotListed)'] : [`(${kind})`, 'pinned'],
    );
    const pool = await rowBelow(model, a, 'pool', 'pinned');
    expect(await wordsBelow(model, pool)).toEqual(['m']);
  });
});

describe('a cluster without a reference to its cloud config', () => {
  it('is requested, and its pools can be added by name if the response has no reference either', async () => {
    const { model, asked } = await scriptedModel(
      named({
        searchClusters: () => ({ items: [{ metadata: { uid: 'a', name: 'a' } }] }),
        readCluster: () => ({ spec: { cloudType: 'aws' } }),
      }),
    );
    const p = await rowBelow(model, undefined, 'project', 'p');
    const a = await rowBelow(model, p, 'cluster', 'a');
    expect(await wordsBelow(model, a)).toEqual(['(poolsNotListed)']);
    expect(canAddPools(a, model.store)).toBe(true);
    expect(asked.map(({ operation }) => operation)).toEqual([
      'listProjects',
      'searchClusters',
      'readCluster',
    ]);
  });

  it('is treated as having the cloud type that every service supports', async () => {
    const { model, asked } = await scriptedModel(
      named({ searchClusters: () => ({ items: [found('a', '')] }), readCloudConfig: () => ({}) }),
    );
    const p = await rowBelow(model, undefined, 'project', 'p');
    expect(await wordsBelow(model, await rowBelow(model, p, 'cluster', 'a'))).toEqual(['(no pool)']);
    expect(asked.at(-1)?.path).toEqual(['cloudconfigs', 'openstack', 'config of a']);
  });

  it('shows its pools of other cloud types with their own type', async () => {
    const { model } = await scriptedModel(
      named({
        searchClusters: paged([found('a', 'aws')], 1),
        readCloudConfig: () => ({
          spec: {
            machinePoolConfig: [{ name: 'one' }],
            hybridMachinePools: [{ poolName: 'edge' }, { poolName: 'edge' }, {}],
          },
        }),
      }),
    );
    const p = await rowBelow(model, undefined, 'project', 'p');
    const rows = await model.rows.children(await rowBelow(model, p, 'cluster', 'a'));
    expect(rows).toMatchObject([
      { kind: 'pool' },
      { note: { about: 'hybridPool', pool: { poolName: 'edge' } } },
      { note: { about: 'hybridPool' } },
      { note: { about: 'hybridPool' } },
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });
});

describe('a project that was deleted, or that the key cannot access', () => {
  it.each(['ResourceNotFound', 'ProjectNotFoundInTenant', 'ResourceAccessDenied'])(
    'says so, and hides nothing of the next one, although it is expanded first: %s',
    async (code) => {
      const { service, client } = await connected({}, {}, unhurried());
      const model = new ProjectsModel(new Inventory(sourceOf(client)));
      const tree = newProjectsTree();
      tree.show(model);
      const [first, second] = await model.rows.children();
      if (first?.kind !== 'project' || second?.kind !== 'project') return expect.fail();
      const { looks } = recordChanges(model.rows);
      const scope = { operation: 'searchClusters' } as const;
      service.faults.add({ ...scope, kind: 'status', status: 404, body: { code, message: 'Not found' } });
      const rows = await model.rows.children(first);
      expect(rows[0]).toMatchObject({ kind: 'error', error: { kind: 'notFound' } });
      expect(looks).toContain(first);
      expect(tree.getTreeItem(first.id).description).toMatch(/^deleted, or not accessible with this API key/);
      expect(tree.getTreeItem((rows[0] ?? first).id).tooltip).toContain(
        "The project doesn't exist, or the API key can't access it",
      );
      const clusters = await model.rows.children(second);
      expect(clusters.every((row) => row.kind === 'cluster' && row.readings.search)).toBe(true);
      expect(tree.getTreeItem(second.id).description).not.toContain('deleted');
    },
  );
});

describe('a cluster search that worked before', () => {
  it('is used for the next project, even if one project was not found', async () => {
    const { model, count } = await scriptedModel(
      named({
        searchClusters: ({ projectUid }) => (projectUid === 'q' ? 404 : { items: [found('a', 'aws')] }),
      }),
    );
    const p = await rowBelow(model, undefined, 'project', 'p');
    expect(await wordsBelow(model, p)).toEqual(['a']);
    const q = await rowBelow(model, undefined, 'project', 'q');
    expect(await wordsBelow(model, q)).toEqual(['(notFound)', 'd']);
    await model.inventory.refresh(p);
    expect(await wordsBelow(model, p)).toEqual(['a']);
    expect(count('searchClusters')).toBe(3);
  });
});

describe('a project whose clusters are unknown', () => {
  it.each([403, 404])('allows adding pools, and is not shown as empty (%i)', async (status) => {
    const { model } = await scriptedModel({
      listProjects: () => ({ items: [{ metadata: { uid: 'p', name: 'p' } }] }),
      searchClusters: () => status,
    });
    const p = await rowBelow(model, undefined, 'project', 'p');
    expect(await wordsBelow(model, p)).toEqual(['(poolsNotListed)']);
    expect(canAddPools(p, model.store)).toBe(true);
  });
});

describe('machines of a cloud type that the service does not list', () => {
  it('are requested once, and those of other types are still requested', async () => {
    const types = ['aws', 'aws', 'gcp'];
    const { model, count } = await scriptedModel(
      named({
        searchClusters: () => ({ items: types.map((type, index) => found(`${index}`, type)) }),
        readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'x' }, { name: 'y' }] } }),
        listMachines: ({ path }) => (path[1] === 'aws' ? 501 : { items: [{ metadata: { name: 'm' } }] }),
      }),
    );
    const p = await rowBelow(model, undefined, 'project', 'p');
    const words: string[] = [];
    for (const name of ['0', '1', '2']) {
      const cluster = await rowBelow(model, p, 'cluster', name);
      for (const pool of await model.rows.children(cluster)) {
        if (pool.kind === 'pool') words.push(...(await wordsBelow(model, pool)));
      }
    }
    expect(words).toEqual([...Array.from({ length: 4 }, () => '(unsupported)'), 'm', 'm']);
    expect(count('listMachines')).toBe(1 + 2);
  });
});

describe('rows that are kept after a failed refresh', () => {
  it('are passed to VS Code as the current rows, even after their parent was reloaded', async () => {
    const names = ['a', 'b', 'c'];
    const page = paged(
      names.map((name) => found(name, 'aws')),
      1,
    );
    const script = named({
      searchClusters: page,
      readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'x' }] } }),
    });
    const { model } = await scriptedModel(script);
    await model.rows.children(await rowBelow(model, undefined, 'project', 'p'));
    script.searchClusters = () => 500;
    await model.inventory.refresh();
    const p = await rowBelow(model, undefined, 'project', 'p');
    const kept = await rowBelow(model, p, 'cluster', 'a');
    expect(kept.parent).toBe(p);
    script.searchClusters = page;
    const told: unknown[] = [];
    model.rows.onDidChange(({ parents }) => {
      told.push(...parents);
    });
    model.rows.onDidChange(({ rows }) => {
      told.push(...rows);
    });
    await model.rows.loadMore(p);
    expect(told).toContain(p);
  });
});
