import { rowItem } from '../support/rowItem';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Item } from '../../../src/items/item';
import type { ItemKind } from '../../../src/items/kinds/levels';
import { Inventory } from '../../../src/items/inventory';
import { ProjectsModel } from '../../../src/projects/model';
import type { ParentRow } from '../../../src/items/kinds';
import { revealItem } from '../../../src/projects/find/goTo';
import type { ServiceClient } from '../../../src/service/client';
import { Pages } from '../../../src/service/pages';
import { requestTime } from '../../../src/service/requestTime';
import type { ClusterSummary } from '../../../src/service/resources/cluster';
import type { ScriptedOptions } from '../../support/demo/service';
import { rowBelow } from '../support/scripted';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';
import { viewOf } from '../support/treeView';

async function start(options: Partial<ScriptedOptions> = {}) {
  const { service, client } = await connected({ projects: 60, ...options }, {}, unhurried());
  const fleet = new Inventory(sourceOf(client, {}, service.baseUrl));
  const model = new ProjectsModel(fleet);
  atEnd(() => {
    model.inventory.dispose();
  });
  const { view } = viewOf();
  const of = (kind: ItemKind) => fleet.items().filter((item) => item.kind === kind);
  const asked = () => service.requests.map(({ operation }) => operation);
  return { service, client, model, fleet, view, of, asked };
}

/** Reads the clusters of all projects with one request. */
async function learnMetadata(fleet: Inventory, client: ServiceClient): Promise<readonly ClusterSummary[]> {
  const time = requestTime();
  const { items } = await client.searchClusterMetadata();
  await fleet.takeClusters(items, time, true, 'metadata');
  return items;
}

/** Reads the clusters of all projects, with their pools and capacity. */
async function learnClusters(fleet: Inventory, client: ServiceClient): Promise<void> {
  const time = requestTime();
  const pages = new Pages<ClusterSummary>((token, options) =>
    client.searchClusters({ continue: token }, options),
  );
  const found: ClusterSummary[] = [];
  while (!pages.done) found.push(...((await pages.next()).value?.items ?? []));
  await fleet.takeClusters(found, time, true);
}

const machineUid = ({ uid = '' }: Item): string => uid;

describe('what was read of a single cluster', () => {
  it('redraws its row and that of its project, and nothing else', async () => {
    const { client, model, fleet, of } = await start();
    const [project] = await model.rows.children();
    await learnMetadata(fleet, client);
    await model.rows.children(project as ParentRow);
    const [cluster] = of('cluster').filter(({ parent }) => parent === project?.id);
    const before = fleet.items();
    const changed: (string | undefined)[] = [];
    model.rows.onDidChange(({ parents, rows }) => {
      changed.push(...parents.map(() => 'children'), ...rows.map(({ id }) => id));
    });
    const certificateAuthorities = [{ name: 'etcd', expiry: Date.now() - 1 }];
    const certificates = { machineCertificates: [{ certificateAuthorities }] };
    fleet.clusterReads.take('certificates', cluster?.uid ?? '', certificates, requestTime());
    expect(changed).toEqual([cluster?.id, project?.id]);
    const items = fleet.items();
    const others = items.filter((item, index) => item !== before[index]).map(({ id }) => id);
    expect(others.every((id) => changed.includes(id))).toBe(true);
    expect(items.find(({ id }) => id === cluster?.id)?.state).toBe('unhealthy');
  });
});

describe('clusters that were read for the whole fleet', () => {
  it('are known, counted and found, but shown only when the user expands their projects', async () => {
    const { client, model, fleet, of, asked, view } = await start();
    const shown = await model.rows.children();
    const clusters = await learnMetadata(fleet, client);
    expect(asked()).toEqual(['listProjectsPost', 'searchClusterMetadata']);
    expect(
      of('cluster')
        .map(({ uid }) => uid)
        .sort(),
    ).toEqual(clusters.map(({ metadata }) => metadata?.uid).sort());
    expect(await model.rows.children()).toBe(shown);
    expect(fleet.coverage()).toMatchObject({
      projects: { read: 60, total: 60 },
      clusters: { read: clusters.length, total: clusters.length },
      machines: { read: 0, total: undefined },
    });

    // A project on a page that is not loaded.
    const listed = new Set(shown.map(({ id }) => id));
    const other = of('cluster').find(({ parent = '' }) => !listed.has(parent)) ?? expect.fail();
    await revealItem({ id: other.id, names: [] }, view, model);
    const project = (await model.rows.children()).find(({ id }) => id === other.parent);
    expect(project?.kind).toBe('project');
    expect(view.selection).toEqual([other.id]);
  });

  it.each([
    ['MiB', { total: 64, used: 12 }],
    ['GiB', { total: 65_536, used: 12_288 }],
    ['GB', undefined],
    [undefined, undefined],
  ])('have their memory in MiB if the unit of the service is known: %s', async (unit, memoryMiB) => {
    const { client, fleet, of } = await start({ projects: 1 });
    const { items } = await client.searchClusterMetadata();
    const metrics = { memory: { total: 64, usage: 12, unit } };
    const measured = items.map((item) => ({ ...item, status: { ...item.status, metrics } }));
    await fleet.takeClusters(measured, requestTime(), true);
    expect(of('cluster').map((cluster) => cluster.memoryMiB)).toEqual(items.map(() => memoryMiB));
    expect(items.length).toBeGreaterThan(0);
  });

  it('take one request when their project is expanded, and are then the same rows', async () => {
    const { client, model, fleet, of, asked, service } = await start();
    await model.rows.children();
    await learnMetadata(fleet, client);
    const before = of('cluster')
      .map(({ id }) => id)
      .sort();
    service.clearRequests();
    const project = await rowBelow(model, undefined, 'project', 'payments');
    expect((await model.rows.children(project)).length).toBeGreaterThan(1);
    expect(asked()).toEqual(['searchClusters']);
    expect(
      of('cluster')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(before);
  });

  it('keep what cluster search said about them until their state changes', async () => {
    const { client, fleet, of } = await start();
    await learnClusters(fleet, client);
    const before = of('cluster');
    const { total } = fleet.coverage().machines;
    expect(total).toBeGreaterThan(100);
    const clusters = await learnMetadata(fleet, client);
    const same = of('cluster');
    expect(same.map(({ cores, machines, cause }) => [cores, machines, cause])).toEqual(
      before.map(({ cores, machines, cause }) => [cores, machines, cause]),
    );

    const failed = clusters.map((cluster) => ({ ...cluster, status: { state: 'Failed' } }));
    await fleet.takeClusters(failed, requestTime(), true, 'metadata');
    expect(new Set(of('cluster').map(({ state }) => state))).toEqual(new Set(['failed']));
    expect(fleet.coverage().machines.total).toBe(total);
  });

  it('are gone if a later read of all clusters does not have them, but not if they were read later', async () => {
    const { client, model, fleet, of } = await start();
    const before = requestTime();
    const project = await rowBelow(model, undefined, 'project', 'payments');
    model.rows.setExpanded(project, true);
    await model.rows.children(project);
    const clusters = await learnMetadata(fleet, client);
    const count = of('cluster').length;
    const [first, ...others] = clusters.filter(
      ({ specSummary }) => specSummary?.projectMeta?.name === 'payments',
    );
    const without = clusters.filter((cluster) => cluster !== first);
    await fleet.takeClusters(without, before, true, 'metadata');
    expect(of('cluster')).toHaveLength(count);
    await fleet.takeClusters(without, requestTime(), true, 'metadata');
    expect(of('cluster')).toHaveLength(count - 1);
    expect(model.store.rows(project).filter(({ kind }) => kind === 'cluster')).toHaveLength(others.length);
  });

  it('keep their tags in lists without them, and have those of the latest reading of each source', async () => {
    const { client, model, fleet, of } = await start({ projects: 6 });
    const [first] = await learnMetadata(fleet, client);
    const tagsOf = (): Item['tags'] => of('cluster').find(({ uid }) => uid === first?.metadata?.uid)?.tags;
    const tags = tagsOf();
    expect(tags).toContain('env:prod');
    const search = client.searchClusters.bind(client);
    const spy = vi.spyOn(client, 'searchClusters');
    const answerWith = (tags: Item['tags']): void => {
      spy.mockImplementation(async (...query) => {
        const page = await search(...query);
        return { ...page, items: page.items.map((found) => ({ ...found, tags })) };
      });
    };
    answerWith(undefined);
    const { name = '' } = first?.specSummary?.projectMeta ?? {};
    const project = await rowBelow(model, undefined, 'project', name);
    model.rows.setExpanded(project, true);
    await model.rows.children(project);
    expect(tagsOf()).toEqual(tags);
    answerWith(['env:dr']);
    await fleet.refreshProject(project);
    expect(tagsOf()).toEqual(['env:dr']);
    // The latest cluster search tells none any more, but the search for metadata did.
    answerWith(undefined);
    await fleet.refreshProject(project);
    expect(tagsOf()).toEqual(tags);
    answerWith(['env:dr']);
    await fleet.refreshProject(project);
    await learnMetadata(fleet, client);
    expect(tagsOf()).toEqual(tags);
  });

  it('have no tags that were read until a service without a search for clusters shows their labels', async () => {
    const { model, of } = await start({ projects: 6, profile: 'classic' });
    const project = await rowBelow(model, undefined, 'project', 'payments');
    const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
    const tagsOf = (): Item['tags'] => of('cluster').find(({ id }) => id === cluster.id)?.tags;
    expect(tagsOf()).toBeUndefined();
    await model.rows.children(cluster);
    expect(tagsOf()).toContain('env:prod');
  });

  it('that no search finds are as old as their own read, whatever names them later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { model, fleet, of, service, client } = await start({ projects: 6, profile: 'classic' });
    const project = await rowBelow(model, undefined, 'project', 'payments');
    const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
    model.rows.setExpanded(project, true);
    model.rows.setExpanded(cluster, true);
    const readAt = Date.now();
    await model.rows.children(cluster);
    const known = () => {
      const item = of('cluster').find(({ id }) => id === cluster.id) ?? expect.fail();
      return { age: (item.readAt ?? 0) - readAt, isStale: item.isStale, state: item.state };
    };
    const { state } = known();
    expect(known()).toEqual({ age: 0, isStale: false, state });
    vi.setSystemTime(readAt + 60_000);
    const { items } = await client.listProjects({ method: 'get', limit: 50 });
    fleet.takeProjects(items, requestTime(), false);
    expect(known()).toEqual({ age: 0, isStale: false, state });
    service.faults.add({ kind: 'status', operation: 'readCluster', status: 500 });
    await model.inventory.refresh();
    expect(known()).toEqual({ age: 0, isStale: true, state });
    expect(rowItem(cluster, model).description).toContain('as of');
    await model.inventory.refresh();
    expect(known()).toEqual({ age: 60_000, isStale: false, state });
  });

  it('are dropped if their project is not known', async () => {
    const { fleet } = await start();
    await fleet.takeClusters([{ metadata: { uid: 'a', name: 'a' }, source: {} }], requestTime(), true);
    expect(fleet.items()).toEqual([]);
  });

  it('are still known when the projects are filtered by the service', async () => {
    const { client, model, fleet, of } = await start();
    await model.rows.children();
    const clusters = await learnMetadata(fleet, client);
    await model.find('payments');
    await model.rows.children();
    expect(of('cluster')).toHaveLength(clusters.length);
    expect(fleet.coverage().projects.total).toBeUndefined();
  });
});

describe('a refresh', () => {
  it('forgets nothing', async () => {
    const { client, model, fleet, of } = await start();
    await model.rows.children();
    await learnClusters(fleet, client);
    const [cluster] = of('cluster');
    const pools = await fleet.readBelow(cluster?.id ?? '', {});
    for (const pool of pools) await fleet.readBelow(pool, {});
    const before = fleet.items();
    expect(of('machine')).not.toEqual([]);
    const coverage = fleet.coverage();
    await model.inventory.refresh();
    expect(fleet.items().map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(of('machine')).toEqual(before.filter(({ kind }) => kind === 'machine'));
    expect(fleet.coverage()).toEqual(coverage);
    // They can be read again.
    expect([cluster?.id ?? '', ...pools].map((id) => fleet.isRead(id))).toContain(false);
    await fleet.readBelow(cluster?.id ?? '', {});
    for (const pool of pools) await fleet.readBelow(pool, {});
    expect([cluster?.id ?? '', ...pools].every((id) => fleet.isRead(id))).toBe(true);
  });

  it('ends what a later whole list lacks', async () => {
    const { client, model, fleet, of } = await start({ profile: 'interface', projects: 12 });
    await model.rows.children();
    const { items } = await client.listProjects({ method: 'get', limit: 50 });
    fleet.takeProjects(items, requestTime(), true);
    const [gone, ...others] = of('cluster');
    const earlier = requestTime();
    await model.inventory.refresh();
    // What was requested before the refresh says nothing about what is there after it.
    fleet.takeProjects([], earlier, true);
    expect(of('cluster')).toHaveLength(others.length + 1);
    const later = items.map((project) => {
      const { status } = project;
      const clusters = status?.usage?.clusters?.filter(({ uid }) => uid !== gone?.uid);
      return { ...project, status: { ...status, usage: { clusters } } };
    });
    // A page of them says nothing about the others.
    fleet.takeProjects(later.slice(1), requestTime(), false);
    expect(of('cluster')).toHaveLength(others.length + 1);
    fleet.takeProjects(later, requestTime(), true);
    expect(of('cluster').map(({ uid }) => uid)).toEqual(others.map(({ uid }) => uid));
  });
});

describe('the clusters that project summaries name', () => {
  it('are known, and the project says how many are in which state', async () => {
    const { client, fleet, of } = await start({ profile: 'interface' });
    const { items } = await client.listProjects({ method: 'get', limit: 50 });
    fleet.takeProjects(items, requestTime(), false);
    const named = items.flatMap(({ status }) => status?.usage?.clusters ?? []);
    expect(of('cluster')).toHaveLength(named.length);
    expect(new Set(of('cluster').map(({ state }) => state))).toEqual(new Set(['notRead']));
    const { clustersHealth } = items[0]?.status ?? {};
    expect(of('project')[0]?.clusterStates).toEqual({
      failed: clustersHealth?.errored,
      unhealthy: clustersHealth?.unhealthy,
      healthy: clustersHealth?.healthy,
    });
    expect(fleet.coverage().clusters).toEqual({ read: 0, total: undefined });
  });
});

describe('machines that are read for the fleet', () => {
  it('take one request for each cluster and each pool, and are found like others', async () => {
    const { client, model, fleet, of, asked, service, view } = await start({ projects: 3 });
    await learnClusters(fleet, client);
    const { total } = fleet.coverage().machines;
    service.clearRequests();
    let pools = 0;
    for (const { id } of of('cluster')) {
      expect(fleet.isRead(id)).toBe(false);
      for (const pool of await fleet.readBelow(id, { priority: 'timer' })) {
        await fleet.readBelow(pool, { priority: 'timer' });
        pools++;
      }
      expect(fleet.isRead(id)).toBe(true);
    }
    expect(asked().filter((operation) => operation === 'readCloudConfig')).toHaveLength(of('cluster').length);
    expect(asked().filter((operation) => operation === 'listMachines').length).toBeGreaterThanOrEqual(pools);
    expect(fleet.coverage().machines).toEqual({ read: of('machine').length, total });
    // Those of pools in other clouds are not listed.
    expect(of('machine').length / (total ?? NaN)).toBeCloseTo(1, 1);

    // Reading them again sends nothing.
    service.clearRequests();
    await Promise.all([...of('cluster'), ...of('pool')].map(({ id }) => fleet.readBelow(id, {})));
    expect(asked()).toEqual([]);
    const [machine] = of('machine');
    await revealItem({ id: machine?.id ?? '', names: [] }, view, model);
    expect(view.selection).toEqual([machine?.id]);
    expect(new Set(of('machine').map(machineUid)).size).toBe(of('machine').length);
  });

  it('are not waited for by a click', async () => {
    const { client, model, fleet, of, service } = await start({ projects: 3 });
    await learnClusters(fleet, client);
    const [cluster] = of('cluster');
    const id = cluster?.id ?? '';
    service.faults.add({ operation: 'readCloudConfig', kind: 'hang' });
    const background = fleet.readBelow(id, { priority: 'timer' });
    await expect
      .poll(() => service.requests.some(({ operation }) => operation === 'readCloudConfig'))
      .toBeTruthy();
    const row = model.store.find(id);
    if (row?.kind !== 'cluster') return expect.fail();
    const clicked = await model.rows.children(row);
    expect(clicked.some(({ kind }) => kind === 'pool')).toBe(true);
    expect(await background).toHaveLength(clicked.filter(({ kind }) => kind === 'pool').length);
  });

  it('are read no further after a cancellation', async () => {
    const { client, fleet, of, service } = await start({ projects: 3 });
    await learnClusters(fleet, client);
    const id = of('cluster')[0]?.id ?? '';
    const controller = new AbortController();
    service.faults.add({ operation: 'readCloudConfig', kind: 'hang' });
    const reading = fleet.readBelow(id, { priority: 'timer', signal: controller.signal });
    await expect
      .poll(() => service.requests.some(({ operation }) => operation === 'readCloudConfig'))
      .toBeTruthy();
    controller.abort();
    expect(await reading).toEqual([]);
    expect(fleet.isRead(id)).toBe(false);
    expect((await fleet.readBelow(id, {})).length).toBeGreaterThan(0);
  });
});

describe('the items', () => {
  it('stay the same objects while nothing about them changes, and a pool is as old as its machines', async () => {
    const { client, fleet, of } = await start({ projects: 3 });
    await learnClusters(fleet, client);
    const cluster = of('cluster').find(({ state }) => state === 'healthy');
    const [pool = ''] = await fleet.readBelow(cluster?.id ?? '', {});
    await fleet.readBelow(pool, {});
    const before = fleet.items();
    const others = () => fleet.items().filter((item) => !before.includes(item));
    await fleet.readBelow(pool, {}, true);
    const again = others().filter(({ parent }) => parent !== pool);
    const known = before.find(({ id }) => id === pool);
    expect(again).toEqual([{ ...known, readAt: again[0]?.readAt }]);
    const { items } = await client.searchClusterMetadata();
    const failed = items.find(({ metadata }) => metadata?.uid === cluster?.uid) ?? expect.fail();
    await fleet.takeClusters([{ ...failed, status: { state: 'Failed' } }], requestTime(), false);
    expect(others().find(({ id }) => id === cluster?.id)).toMatchObject({ state: 'failed' });
    const changed = others().filter(({ kind }) => kind === 'cluster' || kind === 'pool');
    expect(changed.map(({ id }) => id)).toEqual([cluster?.id, pool]);
  });

  it('of thousands of clusters are added in several turns of the event loop', async () => {
    const { client, fleet, of } = await start({ projects: 40, clustersPerProject: { exactly: 16 } });
    const reading = learnMetadata(fleet, client);
    const counts = new Set<number>();
    fleet.store.onDidChange(() => counts.add(of('cluster').length));
    await reading;
    expect(counts.size).toBeGreaterThan(2);
    expect(of('cluster')).toHaveLength(640);
    expect(fleet.coverage().clusters.total).toBe(640);
  });
});
