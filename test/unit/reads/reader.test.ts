import { describe, expect, it, vi } from 'vitest';
import { Pages } from '../../../src/service/pages';
import { projectFrom } from '../support/resources';
import { start } from '../fleet/support';

const texts = (problems: readonly { readonly text: string }[]) => problems.map(({ text }) => text);

describe('the clusters of a fleet', () => {
  it('take one request, and one for those that wait for approval', async () => {
    const { reader, asked, of, clusters, fleet } = await start();
    expect(reader.state.readAt).toBeUndefined();
    const before = Date.now();
    await reader.clusters.read();
    expect(asked()).toEqual({ searchClusterMetadata: 1, listPendingRepaves: 1 });
    expect(of('cluster')).toHaveLength(clusters().length);
    expect(fleet.coverage().clusters).toEqual({ read: clusters().length, total: clusters().length });
    expect(reader.state.readAt).toBeGreaterThanOrEqual(before);
    expect(reader.state.problems).toEqual([]);
    expect(reader.reads.progress).toBeUndefined();
  });

  it('are as old as the page of projects, if that was requested before', async () => {
    const { reader, of, fleet } = await start({ profile: 'interface' });
    const page = {
      items: [projectFrom({ metadata: { uid: 'p', name: 'P' } })],
      requestedAt: { readAt: 5, requestNumber: 1 },
    };
    vi.spyOn(fleet.session, 'projects').mockResolvedValue(new Pages(() => Promise.resolve(page)));
    await reader.clusters.read();
    expect(of('project').map(({ readAt }) => readAt)).toEqual([5]);
  });

  it('are read once if they are requested twice at the same time', async () => {
    const { reader, asked } = await start();
    await Promise.all([reader.clusters.read(), reader.clusters.read()]);
    expect(asked()).toEqual({ searchClusterMetadata: 1, listPendingRepaves: 1 });
    await reader.clusters.read();
    expect(asked()).toEqual({ searchClusterMetadata: 1, listPendingRepaves: 1 });
  });

  it.each([404, 403, 500, 400])(
    'come from cluster search if the one request fails with %i',
    async (status) => {
      const { reader, asked, of, clusters, service } = await start();
      service.faults.add({ kind: 'status', operation: 'searchClusterMetadata', status });
      await reader.clusters.read();
      const pages = Math.ceil(clusters().length / 50);
      expect(pages).toBeGreaterThan(1);
      expect(asked()).toEqual({ searchClusterMetadata: 1, searchClusters: pages, listPendingRepaves: 1 });
      expect(of('cluster')).toHaveLength(clusters().length);
      expect(reader.state.problems).toEqual([]);
      // Everything is known.
      expect(reader.state.canReadSearch).toBe(false);
    },
  );

  it.each([
    ['a smaller list than it counts', { listmeta: { count: 3 } }],
    ['a page token', { listmeta: { count: 1, continue: 'more' } }],
  ])('come from cluster search if the response has %s', async (_, more) => {
    const { reader, asked, of, clusters, service, client } = await start();
    const [first] = (await client.searchClusterMetadata()).items;
    asked();
    service.faults.add({
      kind: 'wrongJson',
      operation: 'searchClusterMetadata',
      body: { items: [first?.source], ...more },
    });
    await reader.clusters.read();
    expect(Object.keys(asked())).toEqual(['searchClusterMetadata', 'searchClusters', 'listPendingRepaves']);
    expect(of('cluster')).toHaveLength(clusters().length);
    expect(reader.state.problems).toEqual([]);
  });

  it.each(['interface', 'classic'] as const)('are those that the projects name, with %s', async (profile) => {
    const { reader, asked, of, clusters } = await start({ profile });
    await reader.clusters.read();
    // Both searches and the newer listing are unknown paths.
    expect(asked()).toEqual({ unknown: 3, listProjectsGet: 2 });
    expect(of('cluster')).toHaveLength(clusters().length);
    expect(of('cluster').every(({ state }) => state === 'notRead')).toBe(true);
    // A retry would not help.
    expect(reader.state.problems).toEqual([
      { text: 'This service lists only the names of clusters', detail: '', canRetry: false },
    ]);
    expect(reader.state.canReadSearch).toBe(false);
  });

  it('are those that the projects name if both searches find none', async () => {
    const { reader, of, clusters, service } = await start();
    for (const operation of ['searchClusterMetadata', 'searchClusters'] as const) {
      service.faults.add({ kind: 'wrongJson', operation, body: { items: [] } });
    }
    await reader.clusters.read();
    expect(of('cluster')).toHaveLength(clusters().length);
    expect(reader.state.problems).toMatchObject([
      { detail: expect.stringContaining('The service returned no clusters.') as string },
    ]);
    // Those that are known do not go because an empty list says so.
    service.faults.add({ kind: 'wrongJson', operation: 'searchClusterMetadata', body: { items: [] } });
    await reader.clusters.read();
    expect(of('cluster')).toHaveLength(clusters().length);
    expect(reader.state.problems).toEqual([]);
  });

  it('are none in a service without clusters', async () => {
    const { reader, of } = await start({ projects: 12, clustersPerProject: { exactly: 0 } });
    await reader.clusters.read();
    expect(of('cluster')).toEqual([]);
    expect(of('project')).toHaveLength(12);
    expect(reader.state.problems).toEqual([]);
  });

  it('stay when a later page fails, until it is read again', async () => {
    const { reader, of, clusters, service, asked } = await start({ without: ['searchClusterMetadata'] });
    service.faults.add({ kind: 'status', operation: 'searchClusters', match: /continue=/, status: 500 });
    await reader.clusters.read();
    expect(of('cluster')).toHaveLength(50);
    expect(texts(reader.state.problems)).toEqual(['Not all clusters were read']);
    expect(reader.state.problems[0]).toMatchObject({
      detail: expect.stringContaining('The service reported an internal error (500') as string,
      canRetry: true,
    });
    asked();
    await reader.retry();
    expect(of('cluster')).toHaveLength(clusters().length);
    expect(reader.state.problems).toEqual([]);
  });

  it.each([401, 503])('are missing if the service fails with %i, which needs one request', async (status) => {
    const { reader, of, service, asked } = await start();
    service.faults.add({ kind: 'status', status, times: 3 });
    await reader.clusters.read();
    expect(Object.values(asked())).toEqual(status === 401 ? [1] : [1, 1, 1]);
    expect(of('cluster')).toEqual([]);
    expect(reader.state.readAt).toBeUndefined();
    expect(texts(reader.state.problems)).toEqual([
      status === 401 ? "Couldn't load clusters" : "Couldn't load projects",
    ]);
  });

  it('stay when the read is canceled', async () => {
    const { reader, of, service, changes } = await start({ without: ['searchClusterMetadata'] });
    service.faults.add({ kind: 'hang', operation: 'searchClusters', match: /continue=/ });
    const reading = reader.clusters.read();
    await expect.poll(() => of('cluster')).toHaveLength(50);
    expect(reader.reads.progress).toEqual({ what: 'clusters', done: 1, total: expect.any(Number) as number });
    expect(reader.reads.progress?.total).toBeGreaterThan(1);
    const before = changes();
    reader.reads.cancel();
    await reading;
    expect(changes()).toBeGreaterThan(before);
    expect(reader.reads.progress).toBeUndefined();
    expect(of('cluster')).toHaveLength(50);
    expect(reader.state.problems).toEqual([
      { text: 'Not all clusters were read', detail: 'Canceled.', canRetry: true },
    ]);
  });

  it('are no longer read when the connection is closed', async () => {
    const { reader, service, model } = await start();
    service.faults.add({ kind: 'hang', operation: 'searchClusterMetadata' });
    const reading = reader.clusters.read();
    await expect.poll(() => service.requests).toHaveLength(1);
    model.inventory.dispose();
    await reading;
    expect(reader.reads.progress).toBeUndefined();
  });

  it('that have no project are counted, because there is no row to show them below', async () => {
    const { reader, service, of } = await start();
    const item = (uid: string) => ({ metadata: { uid, name: uid }, status: { state: 'Running' } });
    service.faults.add({
      kind: 'wrongJson',
      operation: 'searchClusterMetadata',
      body: { items: [item('a'), item('b')] },
    });
    await reader.clusters.read();
    expect(of('cluster')).toEqual([]);
    expect(texts(reader.state.problems)).toEqual(["2 clusters aren't shown because they have no project"]);
  });

  it('end with a repeated page token, and are then not all', async () => {
    const { reader, service, fleet, of, clusters } = await start({ without: ['searchClusterMetadata'] });
    expect(clusters().length).toBeGreaterThan(100);
    service.faults.add({ kind: 'repeatToken', operation: 'searchClusters', times: 2 });
    await reader.clusters.read();
    expect(of('cluster')).toHaveLength(100);
    expect(fleet.coverage().clusters).toEqual({ read: 100, total: undefined });
    expect(reader.state.problems).toEqual([
      {
        text: 'Not all clusters were read',
        detail: 'The service returned a repeated page token.',
        canRetry: true,
      },
    ]);
  });

  it('stay known when a later list of them is truncated', async () => {
    const { reader, service, of, clusters } = await start({ without: ['searchClusterMetadata'] });
    await reader.clusters.read();
    service.faults.add({ kind: 'repeatToken', operation: 'searchClusters', times: 2 });
    await reader.clusters.read();
    expect(of('cluster')).toHaveLength(clusters().length);
  });
});

describe('the first read of a fleet', () => {
  it('is pending until all clusters are read', async () => {
    const { reader, service, of } = await start({ without: ['searchClusterMetadata'] });
    expect(reader.state.firstRead).toBe('pending');
    service.faults.add({ kind: 'hang', operation: 'searchClusters', match: /continue=/ });
    const reading = reader.clusters.read();
    await expect.poll(() => of('cluster')).toHaveLength(50);
    expect(reader.state.firstRead).toBe('pending');
    reader.reads.cancel();
    await reading;
    expect(reader.state.firstRead).toBe('failed');
    const again = reader.clusters.read();
    expect(reader.state.firstRead).toBe('pending');
    await again;
    expect(reader.state.firstRead).toBe('succeeded');
  });

  it('has succeeded, even if a later one fails', async () => {
    const { reader, service } = await start();
    await reader.clusters.read();
    service.faults.add({ kind: 'status', status: 401, times: 3 });
    await reader.clusters.read();
    expect(reader.state.problems).not.toEqual([]);
    expect(reader.state.firstRead).toBe('succeeded');
  });
});

describe('the capacity of a fleet', () => {
  it('takes one request for 50 clusters', async () => {
    const { reader, of, asked, clusters } = await start();
    expect(reader.state.canReadSearch).toBe(false);
    await reader.clusters.read();
    expect(reader.state.canReadSearch).toBe(true);
    expect(of('cluster').every(({ cores }) => cores === undefined)).toBe(true);
    asked();
    await Promise.all([reader.readSearch(), reader.readSearch()]);
    expect(asked()).toEqual({ searchClusters: Math.ceil(clusters().length / 50) });
    expect(of('cluster').every(({ cores, memoryMiB, machines }) => cores && memoryMiB && machines)).toBe(
      true,
    );
    expect(of('cluster').every(({ packs, profiles }) => packs?.length && profiles?.length)).toBe(true);
    expect(reader.state.canReadSearch).toBe(false);
    // A refresh keeps it.
    await reader.clusters.read();
    expect(of('cluster').every(({ packs, isUpdatable }) => packs && isUpdatable !== undefined)).toBe(true);
    expect(reader.state.canReadSearch).toBe(false);
  });

  it('is a problem of its own if it fails', async () => {
    const { reader, service, of } = await start();
    await reader.clusters.read();
    service.faults.add({ kind: 'status', operation: 'searchClusters', status: 500 });
    await reader.readSearch();
    expect(texts(reader.state.problems)).toEqual(["Couldn't load cores, memory and versions"]);
    expect(reader.state.canReadSearch).toBe(true);
    await reader.retry();
    expect(reader.state.problems).toEqual([]);
    expect(of('cluster').some(({ cores }) => cores === undefined)).toBe(false);
  });

  it('cannot be read while the API key may not search clusters', async () => {
    const { reader, service } = await start();
    await reader.clusters.read();
    service.faults.add({ kind: 'status', operation: 'searchClusters', status: 403 });
    await reader.readSearch();
    expect(reader.state.canReadSearch).toBe(false);
    expect(texts(reader.state.problems)).toEqual(["Couldn't load cores, memory and versions"]);
    // Until the user tries again.
    await reader.retry();
    expect(reader.state.problems).toEqual([]);
  });
});

describe('the reader of an inventory', () => {
  it('reads clusters until none who wait for them want them any more', async () => {
    const { reader, service, records } = await start();
    service.faults.add({ kind: 'hang', operation: 'searchClusterMetadata' });
    const [page, search] = [new AbortController(), new AbortController()];
    const reads = [page, search].map(({ signal }) => reader.clusters.read({ signal }));
    await expect.poll(() => service.requests).toHaveLength(1);
    search.abort();
    expect(await reads[1]).toBeUndefined();
    expect(reader.reads.progress).toBeDefined();
    page.abort();
    expect(await reads[0]).toBeUndefined();
    await expect.poll(() => records[0]?.failure?.kind).toBe('cancelled');
    expect(reader.reads.progress).toBeUndefined();
    // The next one is not joined to the one that was canceled.
    service.faults.clear();
    expect(await reader.clusters.read()).toEqual([]);
  });

  it('reads machines for one while another cancels its read of them', async () => {
    const { reader, of, clusters } = await start({ projects: 8 });
    await reader.clusters.read();
    const controller = new AbortController();
    const onProgress = (done: number) => {
      if (done > 10) controller.abort();
    };
    const results = await Promise.all([
      reader.machines.read({ kind: 'all' }, { signal: controller.signal, onProgress }),
      reader.machines.read({ kind: 'all' }),
    ]);
    expect(results).toEqual(['cancelled', 'complete']);
    expect(new Set(of('pool').map(({ parent }) => parent)).size).toBe(clusters().length);
    expect(reader.state.problems).toEqual([]);
  });

  it('tells those who wait why the clusters could not be read', async () => {
    const { reader, service } = await start();
    service.faults.add({ kind: 'status', status: 401, times: 3 });
    expect(await reader.clusters.read()).toMatchObject({ kind: 'unauthorized' });
  });

  it('keeps what it has read when the Projects view is refreshed, without errors that may have passed', async () => {
    const { reader, service, fleet } = await start({ projects: 6 });
    await reader.clusters.read();
    await reader.readSearch();
    service.faults.add({ kind: 'status', operation: 'listMachines', status: 500 });
    await reader.machines.read({ kind: 'all' });
    await fleet.refresh();
    // The error may have passed.
    expect([reader.state.firstRead, reader.state.problems.length]).toEqual(['succeeded', 0]);
  });
});
