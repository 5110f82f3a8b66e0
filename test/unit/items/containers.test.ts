import { expect, it } from 'vitest';
import { isOpenProblem } from '../../../src/items/item';
import { requestTime } from '../../../src/service/requestTime';
import { foundClusterFrom } from '../support/resources';
import { rowBelow, scriptedModel } from '../support/scripted';

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });

async function start(pools: object, status: object, config: object = {}) {
  const found = named('eu', {
    specSummary: { projectMeta: { uid: 'one' }, cloudConfig: { uid: 'cc', cloudType: 'aws', ...pools } },
    status: { state: 'Running', health: { state: 'Healthy' } },
  });
  const { model } = await scriptedModel({
    listProjects: () => ({ items: [named('one')] }),
    searchClusters: () => ({ items: [found] }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }], ...config } }),
    listMachines: () => ({ items: [named('m', { status })] }),
  });
  const project = await rowBelow(model, undefined, 'project', 'one');
  const cluster = await rowBelow(model, project, 'cluster', 'eu');
  await model.rows.children(await rowBelow(model, cluster, 'pool', 'pool'));
  const searchAgain = () => model.inventory.takeClusters([foundClusterFrom(found)], requestTime(), false);
  return { searchAgain, item: () => model.inventory.itemOf(cluster) };
}

it('a count stands while a pool of another cloud, which has no list, was not read', async () => {
  const machinePools = [{ size: 1, healthy: 1 }];
  const hybrid = { hybridMachinePools: [{ poolName: 'h', poolUid: 'h', poolCloudType: 'edge-native' }] };
  const pools = { machinePools, hybridMachinePools: [{ size: 2, healthy: 1 }] };
  const { item } = await start(pools, { instanceState: 'Running' }, hybrid);
  expect(item()).toMatchObject({ state: 'unhealthy', cause: '1 of 3 machines unhealthy' });
});

it.each([
  ['lateHeartbeat', { health: { lastHeartBeatTimestamp: '2020-01-01T00:00:00Z' } }, { healthy: 1 }],
  ['maintenance', { maintenanceStatus: { action: 'cordon' } }, { healthy: 0, maintenanceMode: 1 }],
])('a later count says nothing of a machine that it does not look at: %s', async (state, status, pool) => {
  const pools = { machinePools: [{ size: 1, ...pool }] };
  const { searchAgain, item } = await start(pools, { instanceState: 'Running', ...status });
  await searchAgain();
  expect(item()).toMatchObject({ state, isStale: false, disagreement: undefined });
  expect(isOpenProblem({ ...item(), known: undefined })).toBe(true);
});
