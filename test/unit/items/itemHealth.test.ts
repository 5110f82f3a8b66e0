import { causeText } from '../../../src/items/itemText';
import { healthOf } from '../support/health';
import { describe, expect, it } from 'vitest';
import { rowBelow, scriptedModel } from '../support/scripted';

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });

const cluster = (name: string, health: object) =>
  named(name, {
    specSummary: { cloudConfig: { uid: name, cloudType: 'aws' } },
    status: { state: 'Running', health },
  });

const full = {
  state: 'Unhealthy',
  conditions: [{ type: 'DiskPressure', status: 'True', message: '/var is full' }],
};

const machine = (name: string, health: object) =>
  named(name, { status: { instanceState: 'Running', health } });

/** A cluster whose two machines have failed with these messages. */
async function withFailed(...messages: readonly string[]) {
  const { model } = await scriptedModel({
    listProjects: () => ({ items: [named('project')] }),
    searchClusters: () => ({ items: [cluster('one', {})] }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
    listMachines: () => ({
      items: messages.map((message, index) => {
        const conditions = [{ type: 'Ready', status: 'False', message }];
        return named('ba'.charAt(index), { status: { instanceState: 'Failed', health: { conditions } } });
      }),
    }),
  });
  const project = await rowBelow(model, undefined, 'project', 'project');
  const one = await rowBelow(model, project, 'cluster', 'one');
  await model.rows.children(await rowBelow(model, one, 'pool', 'pool'));
  if (one.kind !== 'cluster') throw new Error('Expected a cluster');
  return { model, cluster: one };
}

describe('the health of a row with children', () => {
  it('names what is wrong with the loaded machines, and the cluster', async () => {
    const { model } = await scriptedModel({
      listProjects: () => ({ items: [named('project', { status: { clustersHealth: { healthy: 2 } } })] }),
      searchClusters: () => ({
        items: [cluster('one', { state: 'Unhealthy' }), cluster('two', { state: 'Healthy' })],
      }),
      readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
      listMachines: () => ({ items: [machine('a', full), machine('b', { state: 'Healthy' })] }),
    });
    const project = await rowBelow(model, undefined, 'project', 'project');
    expect(healthOf(project, model)).toEqual({ state: 'healthy', cause: '' });
    const one = await rowBelow(model, project, 'cluster', 'one');
    expect(healthOf(project, model)).toEqual({ state: 'unhealthy', cause: 'one: Unhealthy' });
    expect(healthOf(one, model)).toEqual({ state: 'unhealthy', cause: 'Unhealthy' });
    const pool = await rowBelow(model, one, 'pool', 'pool');
    expect(healthOf(pool, model)).toEqual({ state: 'notRead', cause: '' });
    await model.rows.children(pool);
    const below = { state: 'unhealthy', cause: 'DiskPressure: 1 machine', message: '/var is full' };
    expect(healthOf(pool, model)).toEqual(below);
    expect(healthOf(one, model)).toEqual(below);
    expect(healthOf(project, model)).toEqual({ ...below, cause: 'one: DiskPressure: 1 machine' });
  });

  it('is the state of a failed cluster, whatever the states of its machines', async () => {
    const { model } = await scriptedModel({
      listProjects: () => ({ items: [named('project')] }),
      searchClusters: () => ({
        items: [named('one', { ...cluster('one', {}), status: { state: 'Error' } })],
      }),
      readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
      listMachines: () => ({ items: [named('a', { status: { instanceState: 'Failed' } })] }),
    });
    const project = await rowBelow(model, undefined, 'project', 'project');
    const one = await rowBelow(model, project, 'cluster', 'one');
    await model.rows.children(await rowBelow(model, one, 'pool', 'pool'));
    expect(healthOf(one, model)).toMatchObject({ state: 'failed', cause: 'Error' });
    expect(healthOf(project, model)).toMatchObject({ state: 'failed', cause: 'one: Error' });
  });

  it('is the message that all failed machines have, without the name of the row, and how many they are', async () => {
    const { model, cluster: one } = await withFailed(
      'No host was found. Ask for more.',
      'a: No host was found. Ask for more.',
    );
    const pool = await rowBelow(model, one, 'pool', 'pool');
    const failed = { state: 'failed', cause: 'No host was found… · 2 machines' };
    for (const row of [pool, one]) {
      expect(healthOf(row, model)).toEqual({ ...failed, message: 'No host was found. Ask for more.' });
      expect(causeText(model.inventory.itemOf(row))).toBe('No host was found. Ask for more. · 2 machines');
    }
    expect(causeText(model.inventory.itemOf(one.parent))).toBe('one: No host was found. Ask for more.');
    expect(healthOf(await rowBelow(model, pool, 'machine', 'a'), model).message).toBe(
      'No host was found. Ask for more.',
    );
  });

  it('counts failed machines with several messages', async () => {
    const { model, cluster } = await withFailed('No host', 'No quota');
    expect(healthOf(cluster, model)).toEqual({ state: 'failed', cause: '2 failed machines' });
  });

  it('of a project names two of the clusters that are as bad, and their causes if these are few', async () => {
    const causeWith = async (...healths: readonly object[]): Promise<string> => {
      const { model } = await scriptedModel({
        listProjects: () => ({ items: [named('p')] }),
        searchClusters: () => ({
          items: healths.map(({ pools, ...health }: { pools?: object }, index) => ({
            ...cluster(`p-${index}`, { state: 'Unhealthy', ...health }),
            specSummary: { cloudConfig: { uid: 'u', cloudType: 'aws', machinePools: pools } },
          })),
        }),
      });
      const project = await rowBelow(model, undefined, 'project', 'p');
      await model.rows.children(project);
      return healthOf(project, model).cause;
    };
    const counted = (healthy: number) => ({ pools: [{ size: 5, healthy }] });
    expect(await causeWith({ state: 'Healthy' }, {})).toBe('1: Unhealthy');
    expect(await causeWith(counted(4))).toBe('0: 1 unhealthy machine');
    expect(await causeWith(counted(4), { state: 'Healthy' }, counted(3), counted(2))).toBe(
      '0, 2 +1: 6 unhealthy machines',
    );
    expect(await causeWith(counted(4), {})).toBe('0, 1: Unhealthy');
  });

  it('is healthy for a pool whose machines are all healthy', async () => {
    const { model } = await scriptedModel({
      listProjects: () => ({ items: [named('project')] }),
      searchClusters: () => ({ items: [cluster('one', {})] }),
      readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
      listMachines: () => ({ items: [machine('a', { state: 'Healthy' })] }),
    });
    const project = await rowBelow(model, undefined, 'project', 'project');
    const pool = await rowBelow(model, await rowBelow(model, project, 'cluster', 'one'), 'pool', 'pool');
    await model.rows.children(pool);
    expect(healthOf(pool, model)).toEqual({ state: 'healthy', cause: '' });
  });

  it('counts machines if their cluster reports a better state', async () => {
    const { model } = await scriptedModel({
      listProjects: () => ({ items: [named('project', { status: { clustersHealth: { unhealthy: 1 } } })] }),
      searchClusters: () => ({ items: [cluster('one', { state: 'Unhealthy' })] }),
      readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
      listMachines: () => ({ items: [named('a', { status: { instanceState: 'Failed' } })] }),
    });
    const project = await rowBelow(model, undefined, 'project', 'project');
    const one = await rowBelow(model, project, 'cluster', 'one');
    await model.rows.children(await rowBelow(model, one, 'pool', 'pool'));
    expect([project, one].map((row) => healthOf(row, model).cause)).toEqual([
      'one: 1 failed machine',
      '1 failed machine',
    ]);
  });
});
