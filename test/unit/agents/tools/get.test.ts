import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolItem } from '../../../../src/agents/tools/item';
import { ToolError } from '../../../../src/agents/tools/answer';
import { startTools, type Listed } from '../support';

interface Got extends Listed<ToolItem> {
  readonly item: ToolItem;
  readonly worst: { readonly severity: string; readonly cause?: string; readonly message?: string };
  readonly details?: Readonly<Record<string, unknown>>;
  readonly omittedDetails?: number;
  readonly contains: number;
}

const name = 'poolview_get';

/** The tools of a demo service of which all clusters are known. */
async function startGet(...options: Parameters<typeof startTools>) {
  const started = await startTools(...options);
  await started.call('poolview_get_fleet_health', {});
  const cluster = started.of('cluster').find((one) => one.name.includes('payments-eu'));
  if (cluster === undefined) throw new Error('The cluster is missing');
  started.asked();
  const get = (id: string, others: object = {}) => started.call<Got>(name, { id, ...others });
  return { ...started, cluster, get };
}

describe('poolview_get', () => {
  it('reads the pools of a cluster, and then the machines of a pool, once', async () => {
    const { asked, get, cluster } = await startGet();
    const { data } = await get(cluster.id);
    expect(asked()).toEqual({ readCluster: 1, readCloudConfig: 1 });
    expect(data.items.map(({ kind, name: own }) => [kind, own])).toEqual([
      ['pool', 'control-plane'],
      ['pool', 'workers'],
    ]);
    expect(data.items.map(({ state }) => state)).toEqual(['notRead', 'notRead']);
    const workers = data.items[1]?.id ?? '';
    const pool = (await get(workers)).data;
    expect(asked()).toEqual({ listMachines: 1 });
    expect(pool.worst).toMatchObject({ severity: 'unhealthy', cause: 'DiskPressure: 1 machine' });
    expect(pool.contains).toBe(12);
    await get(workers);
    expect(asked()).toEqual({});
  });

  it('returns everything about a machine without a request, and reads it again if asked to', async () => {
    const { asked, call, get, cluster } = await startGet();
    const { data: list } = await call<Listed<ToolItem>>('poolview_find', {
      query: 'kind:machine',
      id: cluster.id,
      readMachines: true,
    });
    const machine = list.items[0]?.id ?? '';
    asked();
    const { data } = await get(machine);
    expect(asked()).toEqual({});
    expect(data.worst).toEqual({
      severity: 'unhealthy',
      cause: 'DiskPressure',
      message: 'kubelet has disk pressure: /var/lib/containerd is 93% full',
    });
    expect(Object.keys(data.details ?? {}).slice(0, 3)).toEqual(['status', 'spec', 'metadata']);
    expect(data.item).toMatchObject({ kind: 'machine', path: ['payments', 'payments-eu', 'workers'] });
    await get(machine, { refresh: true });
    expect(asked()).toEqual({ listMachines: 1 });
  });

  it('reads a cluster and its pools again if asked to, and keeps what is below', async () => {
    const { asked, call, get, cluster, of } = await startGet();
    await call('poolview_find', { query: 'kind:machine', id: cluster.id, readMachines: true });
    asked();
    const { data } = await get(cluster.id, { refresh: true });
    expect(asked()).toEqual({ searchClusters: 1, readCluster: 1, readCloudConfig: 1 });
    expect(data.item.cpuCores?.total).toBe(60);
    expect(of('machine')).toHaveLength(15);
  });

  it('returns the clusters of a project without a request if they are known', async () => {
    const { asked, get, cluster } = await startGet();
    const { data } = await get(cluster.parent ?? '');
    expect(asked()).toEqual({});
    expect(data.contains).toBe(6);
    expect(data.items[0]?.state).toBe('unhealthy');
  });

  it('says so if the service cannot read an item alone', async () => {
    const { asked, get, cluster } = await startGet({ profile: 'interface' });
    const { notes } = await get(cluster.parent ?? '', { refresh: true });
    expect(asked()).toEqual({});
    expect(notes).toEqual([
      'The service cannot read this item alone. poolview_get_fleet_health reads all again.',
    ]);
  });

  it('looks for an unknown id with the first page of each list that leads to it, and never reads a list again', async () => {
    const { asked, get, model, of } = await startGet({
      projects: 1,
      clustersPerProject: { exactly: 120 },
      machinesPerPool: { exactly: 120 },
    });
    await model.inventory.refresh();
    await model.rows.children();
    const expectUnknown = async (id: string, requests: object): Promise<void> => {
      asked();
      await expect(get(id)).rejects.toThrow(ToolError);
      expect(asked()).toEqual(requests);
    };
    const idOf = (kind: ToolItem['kind']) => of(kind)[0]?.id ?? '';
    await expectUnknown(`${idOf('project')}/cluster:made-up`, { searchClusters: 1 });
    await expectUnknown(`${idOf('project')}/cluster:made-up`, {});
    await expectUnknown(`${idOf('cluster')}/pool:made-up`, { readCloudConfig: 1 });
    await expectUnknown(`${idOf('cluster')}/pool:made-up/machine:made-up`, {});
    await expectUnknown(`${idOf('pool')}/machine:made-up`, { listMachines: 1 });
    await expectUnknown(`${idOf('pool')}/machine:made-up`, {});
    await expectUnknown('Test/project:made-up/cluster:made-up', {});
  });

  it('looks again for an unknown id after the list could not be read', async () => {
    const { asked, get, model, of, service } = await startGet({ projects: 1 });
    await model.inventory.refresh();
    await model.rows.children();
    const id = `${of('project')[0]?.id ?? ''}/cluster:made-up`;
    service.faults.add({ operation: 'searchClusters', kind: 'status', status: 400 });
    await expect(get(id)).rejects.toMatchObject({ kind: 'invalidRequest' });
    asked();
    await expect(get(id)).rejects.toThrow(ToolError);
    expect(asked()).toEqual({ searchClusters: 1 });
  });

  it('refuses an id that several items have because a secret in their names is hidden', async () => {
    const { get, cluster, service } = await startGet();
    const pools = ['password:a', 'password:b'].map((pool) => ({ name: pool, size: 1 }));
    const body = { spec: { machinePoolConfig: pools } };
    service.faults.add({ operation: 'readCloudConfig', kind: 'wrongJson', body });
    const { data } = await get(cluster.id);
    const ids = data.items.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    await expect(get(ids[0] ?? '')).rejects.toThrow(/^Several items have this id/);
  });

  it('returns what is known if a read fails, and says so', async () => {
    const { get, cluster, service } = await startGet();
    service.faults.add({ operation: 'readCluster', kind: 'status', status: 500 });
    const { data, notes } = await get(cluster.id);
    expect(data.item.name).toBe('payments-eu');
    expect(notes).toEqual([
      'Not everything could be read (readCluster: serviceFault (500)): the rest is from earlier reads.',
    ]);
  });

  it.each(['', 'Test', 'Test/', 'Other/project:1', 'Test/project:1', '../..', 'x'.repeat(6000)])(
    'rejects the unknown id "%.20s"',
    async (id) => {
      const { asked, get } = await startGet();
      await expect(get(id)).rejects.toThrow(ToolError);
      expect(asked()).toEqual({});
    },
  );

  it('hides secrets and keeps the most important fields of large data', async () => {
    const { get, cluster, model, service } = await startGet();
    const body = {
      metadata: { name: 'payments-eu', uid: cluster.uid, labels: {} },
      password: 'hunter2',
      spec: { cloudType: 'openstack', kubeconfig: 'hunter2', big: Array<string>(500).fill('x'.repeat(500)) },
      status: { state: 'Failed', deep: { tokens: ['hunter2'] } },
    };
    service.faults.add({ operation: 'readCluster', kind: 'wrongJson', body });
    const { data, notes } = await get(cluster.id);
    expect(notes ?? []).toContain(
      'The service does not list the machine pools of this cluster, or the API key may not list them.',
    );
    const text = JSON.stringify(data);
    expect(text).not.toContain('hunter2');
    expect(text).toContain('(hidden)');
    expect(data.omittedDetails).toBeGreaterThan(400);
    expect(Object.keys(data.details ?? {})[0]).toBe('status');
    expect(model.inventory.session.connection.isDemo === true).toBe(false);
  });

  it('ends when the call is canceled', async () => {
    const { call, cluster, service } = await startGet();
    let release = (): void => undefined;
    onTestFinished(() => {
      release();
    });
    const until = new Promise<void>((resolve) => (release = resolve));
    service.faults.add({ operation: 'readCluster', kind: 'hold', until });
    const controller = new AbortController();
    const got = call(name, { id: cluster.id }, { signal: controller.signal });
    controller.abort();
    await expect(got).rejects.toThrow();
  });
});
