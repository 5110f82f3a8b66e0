import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { start } from '../fleet/support';

const texts = (problems: readonly { readonly text: string }[]) => problems.map(({ text }) => text);

describe('clusters that were read before', () => {
  const hour = 3_600_000;

  /** What a fleet says about its clusters an hour after they were read. */
  async function hourLater(isExpanded: boolean) {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const all = await start({ projects: 6 });
    const { reader, model, of } = all;
    await reader.clusters.read();
    if (isExpanded) {
      for (const row of await model.rows.children()) {
        if (row.kind === 'project') await model.rows.children(row);
      }
    }
    const readAt = Date.now();
    vi.setSystemTime(readAt + hour);
    const clusters = () =>
      of('cluster').map(({ id, state, isStale, readAt: at = 0 }) => ({
        id,
        state,
        isStale,
        age: at - readAt,
      }));
    return { ...all, clusters, before: clusters() };
  }

  it.each([
    ['collapsed', false],
    ['expanded', true],
  ])(
    'keep their age and are outdated if both searches fail, and only summaries of %s projects are read',
    async (_how, isExpanded) => {
      const { reader, service, model, clusters, before } = await hourLater(isExpanded);
      expect(before.some(({ state }) => state === 'healthy')).toBe(true);
      for (const operation of ['searchClusterMetadata', 'searchClusters'] as const) {
        service.faults.add({ kind: 'status', operation, status: 500, times: 100 });
      }
      // As *Refresh* does, with the overview open.
      await Promise.all([model.inventory.refresh(), reader.clusters.read()]);
      expect(clusters()).toEqual(before.map((cluster) => ({ ...cluster, isStale: true })));
      service.faults.clear();
      await Promise.all([model.inventory.refresh(), reader.clusters.read()]);
      // Only the search of an expanded project tells how many machines are in maintenance.
      const isOld = ({ state, age }: (typeof before)[number]) => state !== 'maintenance' && age < hour;
      expect(clusters().filter((one) => one.isStale || isOld(one))).toEqual([]);
      expect(clusters()).toHaveLength(before.length);
    },
  );

  it('are outdated if the service cannot be reached, but not if the user cancels', async () => {
    const { reader, service, clusters, before } = await hourLater(false);
    service.faults.add({ kind: 'hang', operation: 'searchClusterMetadata' });
    const { length } = service.requests;
    const reading = reader.clusters.read();
    await expect.poll(() => service.requests.length).toBeGreaterThan(length);
    reader.reads.cancel();
    await reading;
    expect(clusters()).toEqual(before);
    service.faults.add({ kind: 'status', status: 401 });
    await reader.clusters.read();
    expect(clusters()).toEqual(before.map((cluster) => ({ ...cluster, isStale: true })));
  });

  it('are not outdated on a service that only names them', async () => {
    const { reader, of } = await start({ projects: 6, profile: 'interface' });
    await reader.clusters.read();
    const [{ readAt: first = 0 } = {}] = of('cluster');
    await expect.poll(() => Date.now()).toBeGreaterThan(first);
    await reader.clusters.read();
    const [{ readAt: second = 0 } = {}] = of('cluster');
    expect(second).toBeGreaterThan(first);
    expect(of('cluster').some(({ isStale }) => isStale)).toBe(false);
  });
});

describe('the machines of a fleet', () => {
  it('of a pool that fails are a problem of this pool, which can be read again', async () => {
    const { reader, of, asked, service } = await start({ projects: 6 });
    await reader.clusters.read();
    await reader.readSearch();
    service.faults.add(
      { kind: 'status', operation: 'listMachines', status: 500 },
      { kind: 'status', operation: 'readCloudConfig', status: 500 },
    );
    expect(await reader.machines.read({ kind: 'all' })).toBe('failed');
    const { problems } = reader.state;
    expect(
      texts(problems)
        .map((text) => text.replace(/^.*: /, ''))
        .sort(),
    ).toEqual(["Couldn't load machine pools", "Couldn't load machines"]);
    const pool = problems.find(({ text }) => text.includes(' › ')) ?? expect.fail();
    const item = of('pool').find(({ id }) => id === pool.id);
    expect(pool.text).toMatch(new RegExp(`^.+ › ${item?.name ?? ''}: `));
    expect(item?.state).toBe('notRead');
    asked();
    await reader.retry(pool.id);
    expect(asked()).toEqual({ listMachines: 1 });
    expect(texts(reader.state.problems)).toHaveLength(1);
    await reader.retry();
    expect(asked()).toMatchObject({ readCloudConfig: 1 });
    expect(reader.state.problems).toEqual([]);
    expect(reader.state.canReadMachines).toBe(false);
  });

  it('of a pool are not read completely if its second page fails, until it is read again', async () => {
    const { reader, of, service, fleet } = await start({ projects: 4, machinesPerPool: { exactly: 60 } });
    await reader.clusters.read();
    service.faults.add({ kind: 'status', operation: 'listMachines', match: /continue=/, status: 500 });
    expect(await reader.machines.read({ kind: 'all' })).toBe('failed');
    expect(reader.state.problems).toHaveLength(1);
    const id = reader.state.problems[0]?.id ?? '';
    const machines = () => of('machine').filter(({ parent }) => parent === id).length;
    expect(fleet.isRead(id)).toBe(false);
    expect(machines()).toBe(50);
    await reader.retry(id);
    expect(machines()).toBe(60);
    expect(fleet.isRead(id)).toBe(true);
    expect(reader.state.problems).toEqual([]);
  });

  it('are no problem any more when the user has read them in the Projects view', async () => {
    const { reader, service, fleet } = await start({ projects: 6 });
    await reader.clusters.read();
    service.faults.add({ kind: 'status', operation: 'listMachines', status: 500 });
    await reader.machines.read({ kind: 'all' });
    await fleet.readBelow(reader.state.problems[0]?.id ?? '', {});
    expect(reader.state.problems).toEqual([]);
  });

  it('that fail alike are one problem', async () => {
    const { reader, service, asked } = await start({ projects: 6 });
    await reader.clusters.read();
    service.faults.add({ kind: 'status', operation: 'listMachines', status: 403, times: 1000 });
    expect(await reader.machines.read({ kind: 'all' })).toBe('failed');
    const pools = asked()['listMachines'] ?? 0;
    expect(reader.state.problems).toEqual([
      {
        text: `Couldn't load machines (${pools} times)`,
        detail: expect.stringContaining('machine.list') as string,
        canRetry: true,
      },
    ]);
  });

  it.each([
    ['rejects the API key', { kind: 'status', status: 401 }, 'The service rejected the API key'],
    ['cannot be reached', { kind: 'reset' }, "The service can't be reached"],
    ['is down', { kind: 'status', status: 503 }, 'The service reported an internal error'],
    ['asks to wait', { kind: 'status', status: 429 }, 'Rate limit reached'],
    [
      'asks to wait for long',
      { kind: 'status', status: 429, headers: { 'retry-after': '3600' } },
      'Rate limit reached',
    ],
  ] as const)('are not read on when the service %s', async (_, fault, why) => {
    const { reader, service } = await start({ projects: 6 });
    await reader.clusters.read();
    await reader.readSearch();
    service.clearRequests();
    service.faults.add({ ...fault, times: 1000 });
    expect(await reader.machines.read({ kind: 'all' })).toBe('failed');
    expect(service.requests.length).toBeLessThan(16);
    expect(reader.state.problems).toEqual([
      {
        text: 'Not all machines were read',
        detail: expect.stringContaining(why) as string,
        canRetry: true,
      },
    ]);
    expect(reader.reads.progress).toBeUndefined();
  });

  it('are read on by a retry after the service has recovered', async () => {
    const { reader, service } = await start({ projects: 6 });
    await reader.clusters.read();
    await reader.readSearch();
    service.faults.add({ kind: 'status', status: 401 });
    await reader.machines.read({ kind: 'all' });
    expect(texts(reader.state.problems)).toEqual(['Not all machines were read']);
    await reader.retry();
    expect(reader.state.problems).toEqual([]);
    expect(reader.state.canReadMachines).toBe(false);
  });
});
