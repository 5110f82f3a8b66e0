import { describe, expect, it, vi } from 'vitest';
import { profiles } from '../../../src/demo/server';
import { isOpenProblem } from '../../../src/items/item';
import { projectRequests, requestsFor } from '../../../src/reads/machinePlan';
import { Schedule } from '../../../src/service/schedule';
import { start } from '../fleet/support';

describe('the machines of a fleet', () => {
  it('are all read, with as many requests as planned', async () => {
    const { reader, of, asked, clusters, fleet } = await start({ projects: 8 });
    expect(reader.state.canReadMachines).toBe(false);
    await reader.clusters.read();
    await reader.readSearch();
    expect(reader.state.canReadMachines).toBe(true);
    const pools = clusters().flatMap((cluster) => [...cluster.pools, ...cluster.hybridPools]).length;
    expect(requestsFor(reader.inventory, { kind: 'all' })).toBe(clusters().length + pools);
    asked();
    const progress = vi.fn();
    expect(await reader.machines.read({ kind: 'all' }, { onProgress: progress })).toBe('complete');
    const counts = asked();
    expect(counts['readCloudConfig']).toBe(clusters().length);
    // Hybrid pools are in another cloud, and pools of some clouds have several pages.
    expect(counts['listMachines']).toBeGreaterThanOrEqual(of('pool').length);
    expect(of('machine').length).toBeGreaterThan(100);
    expect(fleet.coverage().machines.read).toBe(of('machine').length);
    expect(progress).toHaveBeenLastCalledWith(
      clusters().length + of('pool').length,
      clusters().length + of('pool').length,
    );
    for (const [done, total] of progress.mock.calls) expect(done).toBeLessThanOrEqual(total as number);
    expect(reader.state.problems).toEqual([]);
    expect(reader.reads.progress).toBeUndefined();
    expect(reader.state.canReadMachines).toBe(false);

    expect(requestsFor(reader.inventory, { kind: 'all' })).toBe(0);
    expect(projectRequests(reader.inventory).size).toBe(0);
    expect(await reader.machines.read({ kind: 'all' })).toBe('complete');
    expect(asked()).toEqual({});
  });

  it('need cluster search first where it finds more cloud configs than it takes requests', async () => {
    const { reader, asked, clusters, of } = await start({ projects: 8 });
    await reader.clusters.read();
    const pages = Math.ceil(clusters().length / 50);
    // Two pools for each, because the number is not known.
    expect(requestsFor(reader.inventory, { kind: 'all' })).toBe(pages + 3 * clusters().length);
    asked();
    expect(await reader.machines.read({ kind: 'all' })).toBe('complete');
    expect(asked()).toMatchObject({ searchClusters: pages, readCloudConfig: clusters().length });
    expect(asked()).not.toHaveProperty('readCluster');
    expect(of('machine').length).toBeGreaterThan(100);
  });

  it('are read cluster by cluster if cluster search fails', async () => {
    const { reader, asked, clusters, service } = await start({ projects: 8 });
    await reader.clusters.read();
    asked();
    service.faults.add({ kind: 'status', operation: 'searchClusters', status: 403 });
    expect(await reader.machines.read({ kind: 'all' })).toBe('complete');
    expect(asked()).toMatchObject({
      searchClusters: 1,
      readCluster: clusters().length,
      readCloudConfig: clusters().length,
    });
  });

  it('of clusters that need attention are read alone', async () => {
    const { reader, of, asked } = await start();
    await reader.clusters.read();
    const needingAttention = () => of('cluster').filter((cluster) => isOpenProblem(cluster));
    const planned = needingAttention().length;
    expect(planned).toBeGreaterThan(3);
    expect(planned).toBeLessThan(of('cluster').length / 2);
    // Each has two pools, as far as that is known.
    const searches = Math.ceil(of('cluster').length / 50);
    expect(requestsFor(reader.inventory, { kind: 'attention' })).toBe(
      3 * planned + Math.min(planned, searches),
    );
    asked();
    expect(await reader.machines.read({ kind: 'attention' })).toBe('complete');
    // Cluster search finds machines in maintenance, which nobody has to look at.
    expect(of('cluster').some(({ state }) => state === 'maintenance')).toBe(true);
    const ill = needingAttention();
    expect(ill).toHaveLength(planned);
    expect(asked()['readCloudConfig']).toBe(planned);
    const read = new Set(of('pool').map(({ parent }) => parent));
    expect(read).toEqual(new Set(ill.map(({ id }) => id)));
  });

  it('of a project are read alone, after one search in this project', async () => {
    const { reader, of, asked, service } = await start();
    await reader.clusters.read();
    const project = of('project').find(({ name }) => name === 'payments') ?? expect.fail();
    const own = of('cluster').filter(({ parent }) => parent === project.id);
    const scope = { kind: 'clusters', ids: new Set([project.id]) } as const;
    expect(projectRequests(reader.inventory).get(project.id)).toBe(requestsFor(reader.inventory, scope));
    service.clearRequests();
    expect(await reader.machines.read(scope)).toBe('complete');
    expect(service.requests.find(({ operation }) => operation === 'searchClusters')?.headers).toMatchObject({
      projectuid: project.uid,
    });
    expect(asked()).toMatchObject({ searchClusters: 1, readCloudConfig: own.length });
    expect(new Set(of('pool').map(({ parent }) => parent))).toEqual(new Set(own.map(({ id }) => id)));
  });

  it.each(profiles)('are read as far as the service lists them: %s', async (profile) => {
    const { reader, of, asked, clusters } = await start({ profile, projects: 5 });
    await reader.clusters.read();
    asked();
    const result = await reader.machines.read({ kind: 'all' });
    if (profile === 'interface') {
      expect(result).toBe('failed');
      expect(reader.state.problems).toContainEqual({
        text: `Machines of ${clusters().length} clusters unavailable`,
        detail: expect.stringContaining('add machine pools') as string,
        canRetry: false,
      });
      expect(reader.state.canReadMachines).toBe(false);
      // That some clusters are not found says nothing about the others.
      expect(asked()).toEqual({ unknown: clusters().length });
    } else {
      expect(result).toBe('complete');
      expect(of('machine').length).toBeGreaterThan(50);
      expect(asked()).toMatchObject({ readCloudConfig: clusters().length });
    }
  });

  it('of projects that need attention are read where nothing is known about the clusters', async () => {
    const { reader, of } = await start({ profile: 'classic' });
    await reader.clusters.read();
    const ill = of('project').filter(({ state }) => ['failed', 'unhealthy'].includes(state));
    const below = new Set(ill.map(({ id }) => id));
    const expected = of('cluster').filter(({ parent = '' }) => below.has(parent));
    expect(expected.length).toBeGreaterThan(3);
    expect(expected.length).toBeLessThan(of('cluster').length);
    expect(requestsFor(reader.inventory, { kind: 'attention' })).toBe(4 * expected.length);
  });

  it('are read until the one that is searched for', async () => {
    const { reader, of } = await start({ projects: 8 });
    await reader.clusters.read();
    const isFound = () => of('machine').length > 30;
    expect(await reader.machines.read({ kind: 'all' }, { until: isFound })).toBe('found');
    expect(of('machine').length).toBeGreaterThan(30);
    expect(reader.state.canReadMachines).toBe(true);
  });

  it.each(['cancel', 'signal', 'closed'] as const)(
    'stay when the read is canceled, and are not read again: %s',
    async (how) => {
      const { reader, of, asked, model, clusters } = await start({ projects: 8 });
      await reader.clusters.read();
      const controller = new AbortController();
      const progress = vi.fn((done: number) => {
        if (done !== 20) return;
        if (how === 'cancel') reader.reads.cancel();
        else if (how === 'signal') controller.abort();
        else model.inventory.dispose();
      });
      const options = { signal: controller.signal, onProgress: progress };
      expect(await reader.machines.read({ kind: 'all' }, options)).toBe('cancelled');
      const before = of('machine').length;
      expect(before).toBeGreaterThan(0);
      expect(reader.state.problems).toEqual([]);
      if (how === 'closed') return;
      const first = asked();
      expect(await reader.machines.read({ kind: 'all' })).toBe('complete');
      const second = asked();
      expect(of('machine').length).toBeGreaterThan(before);
      // At most the requests in flight are repeated.
      const both = (first['readCloudConfig'] ?? 0) + (second['readCloudConfig'] ?? 0);
      expect(both).toBeGreaterThanOrEqual(clusters().length);
      expect(both).toBeLessThanOrEqual(clusters().length + 8);
    },
  );

  it('wait for what the user clicks', async () => {
    const { reader, service, client, of } = await start({ projects: 8 }, new Schedule());
    await reader.clusters.read();
    await reader.readSearch();
    const reading = reader.machines.read({ kind: 'all' });
    await expect.poll(() => of('machine').length, { timeout: 10_000 }).toBeGreaterThan(0);
    service.clearRequests();
    const [team] = service.fleet.directory.teams;
    await client
      .readCloudConfig({ cloudType: 'openstack', configUid: team?.uid ?? '' })
      .catch(() => undefined);
    // Those that had been sent, and at most as many as are sent at once.
    expect(service.requests.findIndex(({ path }) => path.includes(team?.uid ?? ''))).toBeLessThan(8);
    reader.reads.cancel();
    await reading;
  });
});
