import { describe, expect, it } from 'vitest';
import { situationNames } from '../../../src/demo/fleet/situations';
import type { ScriptedService } from '../../support/demo/service';
import { answer, ask, errorBody, listMachines, listPage, start } from './helper';

const configPath = (uid: string) => `/v1/cloudconfigs/openstack/${uid}`;

/** The first project's first cluster, which the documentation of the demo service shows. */
function paymentsEu({ fleet }: ScriptedService) {
  return fleet.pool('payments-eu', 'workers').cluster;
}

describe('from a project to its machines', () => {
  it('works with the UIDs in the responses', async () => {
    const service = await start();
    const [payments] = (await listPage(service, 'limit=1')).items;
    const usage = payments?.status.usage.clusters[0];
    const cluster = (await answer(service, `/v1/spectroclusters/${usage?.uid ?? ''}`)).body as {
      spec: { cloudType: string; cloudConfigRef: { uid: string } };
    };
    const { uid } = cluster.spec.cloudConfigRef;
    const config = (await answer(service, configPath(uid))).body;
    const controlPlane = await listMachines(service, uid, 'control-plane');

    expect([payments?.metadata.name, usage?.name, cluster.spec.cloudType]).toEqual([
      'payments',
      'payments-eu',
      'openstack',
    ]);
    expect(config).toMatchObject({
      spec: {
        machinePoolConfig: [
          { name: 'control-plane', size: 3, isControlPlane: true },
          { name: 'workers', size: 12, minSize: 3, maxSize: 20, isControlPlane: false },
        ],
      },
    });
    expect(controlPlane).toMatchObject([
      {
        metadata: { name: 'payments-eu-cp-1' },
        spec: { az: 'az1', instanceType: { name: 'm1.large' }, nics: [{ privateIPs: ['10.0.0.11'] }] },
        status: { instanceState: 'Running', health: { state: 'healthy' } },
      },
      { metadata: { name: 'payments-eu-cp-2' }, spec: { az: 'az2' } },
      { metadata: { name: 'payments-eu-cp-3' }, spec: { az: 'az3' } },
    ]);
  });

  it("lists the pool's number of machines, each with a unique UID", async () => {
    const service = await start();
    const { configUid, pools } = paymentsEu(service);
    const machines = (
      await Promise.all(pools.map(({ name }) => listMachines(service, configUid, name)))
    ).flat();
    expect(machines).toHaveLength(15);
    expect(new Set(machines.map(({ metadata }) => metadata.uid)).size).toBe(15);
    expect(machines.every(({ metadata }) => /^[0-9a-f]{24}$/.test(metadata.uid))).toBe(true);
  });

  it('finds pools with names that need encoding', async () => {
    const service = await start();
    for (const [cluster, name] of [
      ['data-platform-eu', 'spot / batch 50%'],
      ['kessai-tokyo', 'ワーカー'],
    ] as const) {
      const { configUid } = service.fleet.pool(cluster, name).cluster;
      expect((await listMachines(service, configUid, name)).length).toBeGreaterThan(0);
    }
  });

  it('includes a cluster of another cloud', async () => {
    const service = await start();
    const { cluster } = service.fleet.pool('data-platform-lake', 'control-plane');
    expect((await answer(service, `/v1/spectroclusters/${cluster.uid}`)).body).toMatchObject({
      spec: { cloudType: 'aws' },
    });
    expect((await ask(service, configPath(cluster.configUid))).status).toBe(404);
  });
});

describe('the scope of a request', () => {
  const scoped = async (service: ScriptedService, path: string, uid: string) =>
    (await ask(service, path, { headers: { ProjectUid: uid } })).status;

  it('excludes the clusters, configs and machines of other projects', async () => {
    const service = await start();
    const [payments, ledger] = service.fleet.projects;
    const { uid, configUid } = paymentsEu(service);
    for (const path of [
      `/v1/spectroclusters/${uid}`,
      configPath(configUid),
      `${configPath(configUid)}/machinePools/workers/machines`,
    ]) {
      expect(await scoped(service, path, payments?.uid ?? '')).toBe(200);
      expect(await scoped(service, path, ledger?.uid ?? '')).toBe(404);
      expect(await scoped(service, path, 'nonsense')).toBe(404);
    }
  });

  it('limits the list of projects', async () => {
    const service = await start();
    const uid = service.fleet.projects[1]?.uid ?? '';
    const { body } = await answer(service, '/v1/dashboard/projects', { headers: { ProjectUid: uid } });
    expect(body).toMatchObject({
      items: [{ metadata: { name: 'ledger' } }],
      listmeta: { count: 1, continue: '' },
    });
    expect(await scoped(service, '/v1/dashboard/projects', 'nonsense')).toBe(404);
  });
});

describe('a resource that does not exist', () => {
  it('returns 404', async () => {
    const service = await start();
    const { uid, configUid } = paymentsEu(service);
    for (const path of [
      '/v1/spectroclusters/nonsense',
      `/v1/spectroclusters/${configUid}`,
      configPath('nonsense'),
      configPath(uid),
      `${configPath(configUid)}/machinePools/nonsense/machines`,
    ]) {
      expect(await answer(service, path)).toEqual({ status: 404, body: errorBody('ResourceNotFound') });
    }
  });
});

describe('a machine', () => {
  it('can be in every situation, with the values of the service', async () => {
    const service = await start();
    const { cluster } = service.fleet.pool('chaos-lab-eu', 'victims');
    const machines = await listMachines(service, cluster.configUid, 'victims');
    expect(machines).toHaveLength(situationNames.length);
    expect(new Set(machines.map(({ status }) => status.instanceState))).toEqual(
      new Set([
        'Pending',
        'Provisioning',
        'Provisioned',
        'Running',
        'Deleting',
        'Deleted',
        'Failed',
        'Unknown',
      ]),
    );
  });

  it('sends a heartbeat every minute while it is healthy', async () => {
    let now = new Date('2030-01-01T12:00:00Z');
    const service = await start({ now: () => now });
    const { cluster } = service.fleet.pool('chaos-lab-eu', 'victims');
    const beats = async () => {
      const machines = await listMachines(service, cluster.configUid, 'victims');
      return new Map(
        machines.map(({ status }, place) => [situationNames[place], status.health?.lastHeartBeatTimestamp]),
      );
    };
    const before = await beats();
    now = new Date('2030-01-01T13:00:00Z');
    const after = await beats();
    expect(Date.parse(after.get('running') ?? '')).toBe(Date.parse(before.get('running') ?? '') + 3_600_000);
    expect(after.get('silent')).toBe(before.get('silent'));
    expect(after.get('pending')).toBeUndefined();
  });
});
