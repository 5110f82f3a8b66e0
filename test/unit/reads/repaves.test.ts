import { describe, expect, it } from 'vitest';
import { start } from '../fleet/support';

/** The names of the clusters that wait for approval. */
async function startFleet(options: Parameters<typeof start>[0] = {}) {
  const the = await start({ projects: 12, ...options });
  const waiting = () => the.of('cluster').flatMap((item) => (item.isWaiting === true ? [item.name] : []));
  const isPending = () => the.clusters().filter(({ isRepavePending }) => isRepavePending);
  return { ...the, waiting, isPending };
}

describe('the clusters that wait for approval', () => {
  it('are known when all clusters have been read, and no longer wait once they are approved', async () => {
    const { reader, waiting, isPending } = await startFleet();
    await reader.clusters.read();
    const names = isPending().map(({ name }) => name);
    expect(names).toHaveLength(1);
    expect(waiting()).toEqual(names);
    for (const cluster of isPending()) cluster.isRepavePending = false;
    await reader.clusters.read();
    expect(waiting()).toEqual([]);
  });

  it('take a request for every 50', async () => {
    const { reader, waiting, clusters, asked } = await startFleet({ projects: 80 });
    const all = clusters().slice(0, 101);
    for (const cluster of clusters()) cluster.isRepavePending = all.includes(cluster);
    await reader.clusters.read();
    expect(waiting()).toHaveLength(101);
    expect(asked()).toMatchObject({ listPendingRepaves: 3 });
  });

  it('are what cluster search says if that is later', async () => {
    const { reader, waiting, isPending, model, fleet } = await startFleet();
    await reader.clusters.read();
    const [name] = waiting();
    const item = fleet.items().find((each) => each.name === name);
    for (const cluster of isPending()) cluster.isRepavePending = false;
    const project = model.store.find(item?.parent ?? '');
    if (project?.kind !== 'project') expect.fail();
    await model.rows.children(project);
    expect(waiting()).toEqual([]);
  });

  it('are not read by a timer, or if the service does not tell the state of clusters', async () => {
    const { reader, asked } = await startFleet();
    await reader.clusters.read();
    asked();
    await reader.clusters.refreshInBackground(new AbortController().signal);
    expect(asked()).toEqual({ searchClusterMetadata: 1 });
    const simple = await startFleet({ profile: 'interface' });
    await simple.reader.clusters.read();
    expect(Object.keys(simple.asked())).not.toContain('listPendingRepaves');
  });

  it.each([
    { kind: 'status', status: 404 },
    { kind: 'status', status: 405 },
    { kind: 'wrongJson', body: { items: [{ metadata: { uid: 7 } }, null, 'x'], listmeta: 3 } },
  ] as const)('are not known if the service does not tell: %j, which is no problem', async (fault) => {
    const { reader, waiting, service, of, clusters } = await startFleet();
    service.faults.add({ ...fault, operation: 'listPendingRepaves' });
    await reader.clusters.read();
    expect(waiting()).toEqual([]);
    expect(of('cluster')).toHaveLength(clusters().length);
    expect(reader.state.problems).toEqual([]);
  });

  it.each([{ kind: 'status', status: 403 }, { kind: 'status', status: 500 }, { kind: 'notJson' }] as const)(
    'are said to be not read if that fails with %j, until it succeeds',
    async (fault) => {
      const { reader, waiting, service, of, clusters, isPending } = await startFleet();
      service.faults.add({ ...fault, operation: 'listPendingRepaves' });
      await reader.clusters.read();
      expect(waiting()).toEqual([]);
      expect(of('cluster')).toHaveLength(clusters().length);
      expect(reader.state.firstRead).toBe('succeeded');
      const text = "Couldn't load which clusters wait for approval";
      expect(reader.state.problems).toMatchObject([{ text, canRetry: true }]);
      expect(reader.reads.problems.clusters).toEqual([]);
      // A timer reads the clusters, but not these.
      await reader.clusters.refreshInBackground(new AbortController().signal);
      expect(reader.state.problems).toHaveLength(1);
      await reader.retry();
      expect(reader.state.problems).toEqual([]);
      expect(waiting()).toEqual(isPending().map(({ name }) => name));
    },
  );

  it('stay as they were read if reading them again fails', async () => {
    const { reader, waiting, service } = await startFleet();
    await reader.clusters.read();
    const before = waiting();
    service.faults.add({ kind: 'status', status: 500, operation: 'listPendingRepaves' });
    await reader.clusters.read();
    expect(waiting()).toEqual(before);
    expect(reader.state.problems).toHaveLength(1);
  });
});
