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

describe('the health of a row with children', () => {
  it('names what is wrong with the loaded machines, and counts clusters', async () => {
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
    expect(healthOf(project, model)).toEqual({ state: 'unhealthy', cause: '1 unhealthy cluster' });
    expect(healthOf(one, model)).toEqual({ state: 'unhealthy', cause: 'Unhealthy' });
    const pool = await rowBelow(model, one, 'pool', 'pool');
    expect(healthOf(pool, model)).toEqual({ state: 'notRead', cause: '' });
    await model.store.children(pool);
    const below = { state: 'unhealthy', cause: 'DiskPressure: 1 machine', message: '/var is full' };
    expect(healthOf(pool, model)).toEqual(below);
    expect(healthOf(one, model)).toEqual(below);
    expect(healthOf(project, model).cause).toBe('1 unhealthy cluster');
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
    await model.store.children(await rowBelow(model, one, 'pool', 'pool'));
    expect(healthOf(one, model)).toMatchObject({ state: 'failed', cause: 'Error' });
    expect(healthOf(project, model)).toMatchObject({ state: 'failed', cause: '1 failed cluster' });
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
    await model.store.children(pool);
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
    await model.store.children(await rowBelow(model, one, 'pool', 'pool'));
    for (const row of [project, one]) expect(healthOf(row, model).cause).toBe('1 failed machine');
  });
});
