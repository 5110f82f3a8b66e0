import { describe, expect, it } from 'vitest';
import type { ToolItem } from '../../../../src/agents/tools/item';
import { ToolError } from '../../../../src/agents/tools/answer';
import { failureOf } from '../../support/service';
import { startTools, wholeList, type Listed } from '../support';

interface Machines extends Listed<ToolItem> {
  readonly item: ToolItem;
  readonly machines: Readonly<Record<string, number>>;
  readonly found: number;
  readonly counts?: readonly object[];
  readonly notReadPools?: readonly { readonly id: string; readonly name: string; readonly error: string }[];
}

const name = 'poolview_find';
const ofMachines = { query: 'kind:machine', readMachines: true };

/** The tools of a demo service of which all clusters are known. */
async function startMachines(...options: Parameters<typeof startTools>) {
  const started = await startTools(...options);
  await started.call('poolview_get_fleet_health', {});
  const cluster = started.of('cluster').find((one) => one.name.includes('payments-eu'));
  if (cluster === undefined) throw new Error('The cluster is missing');
  started.asked();
  const list = (input: object = {}, signal?: AbortSignal) =>
    started.call<Machines>(
      name,
      { ...ofMachines, id: cluster.id, ...input },
      signal === undefined ? {} : { signal },
    );
  return { ...started, cluster, list };
}

describe('poolview_find with readMachines', () => {
  it.each(['full', 'current', 'classic'] as const)(
    'reads the pools of a cluster of profile %s and their machines, once',
    async (profile) => {
      const { asked, list, of } = await startMachines({ profile });
      const { data } = await list();
      expect(asked()).toEqual({ readCluster: 1, readCloudConfig: 1, listMachines: 2 });
      expect(data.items.map(({ state }) => state)).toEqual([
        'unhealthy',
        ...Array<string>(14).fill('healthy'),
      ]);
      expect(data.machines).toEqual({ unhealthy: 1, healthy: 14 });
      expect(data.items[0]?.path).toEqual(['payments', 'payments-eu', 'workers']);
      expect(of('machine')).toHaveLength(15);
      await list();
      expect(asked()).toEqual({});
    },
  );

  it('reads the machines of a pool with 1 request, and again if asked to', async () => {
    const { asked, call, fleet, cluster, of } = await startMachines();
    const [pool = ''] = await fleet.readBelow(cluster.id, {});
    asked();
    const { data } = await call<Machines>(name, { ...ofMachines, id: pool });
    expect(asked()).toEqual({ listMachines: 1 });
    expect(data.item.state).toBe('healthy');
    await call<Machines>(name, { query: 'kind:machine', id: pool, refresh: true });
    expect(asked()).toEqual({ listMachines: 1 });
    expect(of('machine')).toHaveLength(data.items.length);
  });

  it('filters by state and by attention, and counts all', async () => {
    const { list } = await startMachines();
    const { data } = await list({ query: 'kind:machine is:problem' });
    expect(data).toMatchObject({ found: 1, machines: { unhealthy: 1, healthy: 14 } });
    expect(data.items.map(({ cause }) => cause)).toEqual(['DiskPressure']);
    expect((await list({ query: 'kind:machine state:healthy' })).data.found).toBe(14);
    expect((await list({ query: 'kind:machine state:healthy is:problem' })).data.items).toEqual([]);
  });

  it('joins the reads of another call', async () => {
    const { asked, list } = await startMachines();
    await Promise.all([list(), list()]);
    expect(asked()).toEqual({ readCluster: 1, readCloudConfig: 1, listMachines: 2 });
  });

  it('returns each machine of large pools once on all pages', async () => {
    const { call, of } = await startMachines({ projects: 30, machinesPerPool: { exactly: 600 } });
    const cluster = of('cluster').at(-1);
    const items = await wholeList((skip) => call<Machines>(name, { ...ofMachines, id: cluster?.id, skip }));
    expect(items.length).toBeGreaterThan(100);
    expect(items.map(({ id }) => id).sort()).toEqual(
      of('machine')
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('names the pools that could not be read, and keeps the others', async () => {
    const { list, service } = await startMachines();
    service.faults.add({ operation: 'listMachines', match: /workers/, kind: 'status', status: 500 });
    const { data, notes } = await list();
    expect(data.notReadPools).toEqual([
      expect.objectContaining({ name: 'workers', error: 'listMachines: serviceFault (500)' }),
    ]);
    expect(data.items).toHaveLength(3);
    expect(notes).toEqual(['The machines of 1 pools could not be read: see notReadPools.']);
  });

  it('fails if nothing could be read', async () => {
    const { list, service } = await startMachines();
    service.faults.add({ operation: 'listMachines', kind: 'status', status: 500, times: Infinity });
    expect((await failureOf(list())).kind).toBe('serviceFault');
    service.faults.add({ operation: 'readCloudConfig', kind: 'status', status: 500, times: Infinity });
    expect((await failureOf(list({ refresh: true }))).kind).toBe('serviceFault');
  });

  it('says that the service does not list pools', async () => {
    const { list } = await startMachines({ profile: 'interface' });
    const { data, notes } = await list();
    expect(data.items).toEqual([]);
    expect(notes?.[0]).toContain('The service does not list the machine pools of this cluster');
  });

  it('rejects other ids with what to do next', async () => {
    const { call, of } = await startMachines();
    const clusters = /the id of a cluster or a machine pool\. poolview_get of a project lists its clusters/;
    await expect(call(name, { ...ofMachines, id: of('project')[0]?.id })).rejects.toThrow(clusters);
    await expect(call(name, ofMachines)).rejects.toThrow(clusters);
    await expect(call(name, { ...ofMachines, id: 'Test/project:1/cluster:2' })).rejects.toThrow(
      /poolview_find/,
    );
    await expect(call(name, { ...ofMachines, id: 'x', query: 'state:bad' })).rejects.toThrow(ToolError);
  });

  it('ends when the call is canceled, but not for another call that waits for the same', async () => {
    const { asked, list, service } = await startMachines();
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    service.faults.add({ operation: 'listMachines', kind: 'hold', until, times: 2 });
    const controller = new AbortController();
    const canceled = list({}, controller.signal);
    const other = list();
    controller.abort();
    await expect(canceled).rejects.toThrow();
    release();
    expect((await other).data.found).toBe(15);
    expect(asked()).toEqual({ readCluster: 1, readCloudConfig: 1, listMachines: 2 });
  });
});
