import { describe, expect, it } from 'vitest';
import { allCloudTypes, isManaged } from '../../../src/demo/fleet/clouds/cloudTypes';
import type { Cluster } from '../../../src/demo/fleet/cluster';
import type { ScriptedService } from '../../support/demo/service';
import {
  answer,
  ask,
  clusterNamed,
  configPath,
  errorBody,
  machinesPath,
  start,
  type Machine,
} from './helper';
import { fieldsOf, parseFields, publishedFields } from './publishedFields';

interface Config {
  readonly spec: { readonly machinePoolConfig: readonly object[] };
  readonly status?: object;
}

const atlas = (service: ScriptedService, cloudType: string) => clusterNamed(service, `atlas-${cloudType}`);

/** All responses of the service for a cluster's machines. */
async function machinesOf(service: ScriptedService, cluster: Cluster): Promise<Machine[]> {
  const lists = cluster.pools.map(
    async ({ name }) => (await answer(service, machinesPath(cluster, name))).body,
  );
  return (await Promise.all(lists)).flatMap((page) => (page as { items: Machine[] }).items);
}

describe('the project atlas', () => {
  it('is third, and has one cluster in every cloud', async () => {
    const { fleet } = await start();
    const project = fleet.projects[2];
    expect([project?.name, project?.plan.description]).toEqual(['atlas', 'One cluster in every cloud']);
    expect(project?.clusters.map(({ cloudType }) => cloudType).sort()).toEqual([...allCloudTypes].sort());
    expect(project?.clusters.every(({ name, cloudType }) => name === `atlas-${cloudType}`)).toBe(true);
  });

  it('has two or three pools of a few machines in each of them', async () => {
    const { fleet } = await start();
    for (const { pools } of fleet.projects[2]?.clusters ?? []) {
      expect([2, 3]).toContain(pools.length);
      expect(pools.every(({ size }) => size >= 1 && size <= 6)).toBe(true);
    }
  });
});

describe.each(Object.entries(publishedFields))('a cluster in %s', (cloudType, published) => {
  it('has machines with every published field, and no others', async () => {
    const service = await start();
    const machines = await machinesOf(service, atlas(service, cloudType));
    expect(fieldsOf(machines.map(({ spec }) => spec))).toEqual(parseFields(published.machine));
    const head = published.machineHead ?? 'apiVersion kind metadata';
    for (const machine of machines) {
      expect(Object.keys(machine).sort()).toEqual(`${head} spec status`.split(' '));
      expect(machine.status).toMatchObject({
        instanceState: expect.any(String) as string,
        instanceStateLastUpdate: expect.any(String) as string,
        ready: expect.any(Boolean) as boolean,
        addresses: expect.any(Array) as unknown[],
      });
    }
  });

  it('has a cloud config with every published field, and no others', async () => {
    const service = await start();
    const config = (await answer(service, configPath(atlas(service, cloudType)))).body as Config;
    const { machinePoolConfig, ...spec } = config.spec;
    expect(fieldsOf(machinePoolConfig)).toEqual(parseFields(published.pool));
    expect(fieldsOf([spec])).toEqual(parseFields(published.spec));
    expect(fieldsOf([config.status])).toEqual(parseFields(published.status ?? ''));
    const heads = `${published.config} spec${published.status === undefined ? '' : ' status'}`;
    expect(Object.keys(config).sort()).toEqual(heads.split(' '));
  });

  it('has the same pools and machines everywhere', async () => {
    const service = await start();
    const cluster = atlas(service, cloudType);
    const { body } = await answer(service, configPath(cluster));
    expect((body as Config).spec.machinePoolConfig).toMatchObject(
      cluster.pools.map(({ name, size, isControlPlane }) => ({ name, size, isControlPlane })),
    );
    const machines = await machinesOf(service, cluster);
    expect(machines).toHaveLength(cluster.pools.reduce((sum, { size }) => sum + size, 0));
    for (const { spec, status } of machines) {
      const { nics } = spec as { nics?: { privateIPs: string[]; publicIp?: string }[] };
      if (nics) {
        const [first] = nics;
        const inner = first?.privateIPs.map((address) => ({ address, type: 'InternalIP' })) ?? [];
        const outer = first?.publicIp === undefined ? [] : [{ address: first.publicIp, type: 'ExternalIP' }];
        expect(status.addresses).toEqual([...inner, ...outer]);
      }
    }
  });

  it('has no control plane only if the cloud runs it', async () => {
    const { pools } = atlas(await start(), cloudType);
    expect(pools.some(({ isControlPlane }) => isControlPlane)).toBe(
      !['aks', 'eks', 'gke'].includes(cloudType),
    );
  });

  it('is found under its own cloud type only', async () => {
    const service = await start();
    const cluster = atlas(service, cloudType);
    for (const other of allCloudTypes.filter((name) => name !== cloudType)) {
      for (const path of [
        configPath({ ...cluster, cloudType: other }),
        machinesPath({ ...cluster, cloudType: other }, cluster.pools[0]?.name ?? ''),
      ]) {
        expect((await ask(service, path)).status).toBe(404);
      }
    }
  });
});

describe('the path of a cloud config', () => {
  it('is one segment longer for custom cloud types only', async () => {
    const service = await start();
    const { configUid } = atlas(service, 'nutanix');
    const { configUid: published } = atlas(service, 'aws');
    for (const path of [
      `/v1/cloudconfigs/nutanix/${configUid}`,
      `/v1/cloudconfigs/nutanix/${configUid}/machinePools/workers/machines`,
      `/v1/cloudconfigs/cloudTypes/aws/${published}`,
      `/v1/cloudconfigs/cloudTypes/proxmox/${configUid}`,
      '/v1/cloudconfigs/cloudTypes/nutanix',
      `/v1/cloudconfigs/proxmox/${configUid}`,
    ]) {
      expect(await answer(service, path)).toEqual({ status: 404, body: errorBody('ResourceNotFound') });
    }
    expect(service.requests.map(({ operation }) => operation)).toEqual(Array.from({ length: 6 }));
  });

  it('leads to the same operations for all cloud types', async () => {
    const service = await start();
    for (const cloudType of ['openstack', 'eks', 'nutanix']) {
      const cluster = atlas(service, cloudType);
      service.clearRequests();
      await ask(service, configPath(cluster));
      await ask(service, machinesPath(cluster, 'workers'));
      expect(service.requests.map(({ operation }) => operation)).toEqual(['readCloudConfig', 'listMachines']);
    }
  });
});

describe('the hybrid machine pools', () => {
  it('belong to one cluster in AWS', async () => {
    const service = await start();
    const { body } = await answer(service, configPath(atlas(service, 'aws')));
    expect(body).toMatchObject({
      spec: { hybridMachinePools: [{ poolName: 'stores', poolCloudType: 'edge-native' }] },
    });
  });
});

describe('generated projects', () => {
  it('have clusters in various clouds, most of them in OpenStack', async () => {
    const { fleet } = await start({ projects: 300 });
    const generated = fleet.projects.slice(30).flatMap(({ clusters }) => clusters);
    const inOpenStack = generated.filter(({ cloudType }) => cloudType === 'openstack');
    expect(inOpenStack.length / generated.length).toBeGreaterThan(0.6);
    expect(new Set(generated.map(({ cloudType }) => cloudType)).size).toBe(allCloudTypes.length);
    for (const { cloudType, pools } of generated) {
      expect(pools.some(({ isControlPlane }) => isControlPlane)).toBe(!isManaged(cloudType));
    }
  });

  it('leave the featured projects in OpenStack, except atlas and the data lake', async () => {
    const { fleet } = await start({ projects: 21 });
    const others = fleet.projects.flatMap(({ name, clusters }) =>
      name === 'atlas' ? [] : clusters.filter(({ cloudType }) => cloudType !== 'openstack'),
    );
    expect(others.map(({ name, cloudType }) => [name, cloudType])).toEqual([['data-platform-lake', 'aws']]);
  });
});
