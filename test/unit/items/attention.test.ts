import { attentionIn } from '../../../src/items/attention';
import { describe, expect, it } from 'vitest';
import { requestTime } from '../../../src/service/requestTime';
import { rowBelow, scriptedModel, wordFor, type Script } from '../support/scripted';

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });

const project = (name: string, clustersHealth: object) =>
  named(name, { status: { clustersHealth, usage: { clusters: [{ uid: `${name}-1`, name: `${name}-1` }] } } });

const cluster = (name: string, state: string, health: string) =>
  named(name, {
    specSummary: { cloudConfig: { uid: name, cloudType: 'aws' } },
    status: { state, health: { state: health } },
  });

const machine = (name: string, instanceState: string) => named(name, { status: { instanceState } });

async function start(changes: Script = {}) {
  const { model } = await scriptedModel({
    listProjects: () => ({
      items: [
        project('one', { unhealthy: 1, healthy: 2 }),
        project('two', { errored: 2 }),
        project('well', { healthy: 1 }),
      ],
    }),
    searchClusters: () => ({
      items: [
        cluster('a', 'Running', 'Healthy'),
        cluster('b', 'Running', 'Unhealthy'),
        cluster('c', 'Failed', ''),
      ],
    }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
    listMachines: () => ({
      items: [machine('m1', 'Running'), machine('m2', 'Failed'), machine('m3', 'Odd')],
    }),
    ...changes,
  });
  await model.rows.children();
  const attention = () => {
    const { rows, counted, ...counts } = attentionIn(model.inventory);
    return { ...counts, rows: rows.map(wordFor), counted: counted.map(wordFor) };
  };
  return { model, attention };
}

describe('what needs attention', () => {
  it('is counted at each level where it is known', async () => {
    const { model, attention } = await start();
    expect(attention()).toEqual({
      count: 3,
      clusters: 3,
      machines: 0,
      known: 0,
      rows: ['two', 'one'],
      counted: ['two', 'one'],
    });
    // Once clusters are loaded, they count instead of the summary of their project.
    const one = await rowBelow(model, undefined, 'project', 'one');
    const a = await rowBelow(model, one, 'cluster', 'a');
    expect(attention()).toEqual({
      count: 4,
      clusters: 4,
      machines: 0,
      known: 0,
      rows: ['c', 'two', 'b'],
      counted: ['c', 'two', 'b'],
    });
    // A healthy cluster is counted because of its machines. Unknown states are not counted.
    await model.rows.children(await rowBelow(model, a, 'pool', 'pool'));
    expect(attention()).toEqual({
      count: 5,
      clusters: 5,
      machines: 1,
      known: 0,
      rows: ['a', 'm2', 'c', 'two', 'b'],
      counted: ['a', 'c', 'two', 'b'],
    });
  });

  it('is a machine itself if its pool is in no cluster', async () => {
    const { model, attention } = await start();
    const well = await rowBelow(model, undefined, 'project', 'well');
    const pool = { projectUid: 'well', cloudType: 'aws', configUid: 'config', poolName: 'added' };
    await model.pin(pool, well);
    const row = await rowBelow(model, well, 'pool', 'added');
    const { count } = attention();
    await model.rows.children(row);
    expect(attention()).toMatchObject({ count: count + 1, clusters: count, machines: 1 });
  });

  it('comes from the project summary if only cluster names are known', async () => {
    const { model, attention } = await start({ searchClusters: () => 404 });
    await model.rows.children(await rowBelow(model, undefined, 'project', 'one'));
    expect(attention()).toEqual({
      count: 3,
      clusters: 3,
      machines: 0,
      known: 0,
      rows: ['two', 'one'],
      counted: ['two', 'one'],
    });
  });
});

describe('what is worst', () => {
  it('comes first among projects, and at every level if only what needs attention is shown', async () => {
    let requests = 0;
    const { model } = await start({
      listProjects: () => {
        requests++;
        return {
          items: [
            project('well', { healthy: 1 }),
            project('one', { unhealthy: 1 }),
            project('two', { errored: 2 }),
          ],
        };
      },
    });
    const one = await rowBelow(model, undefined, 'project', 'one');
    const names = async (parent?: typeof one) => (await model.rows.children(parent)).map(wordFor);
    expect(await names(one)).toEqual(['a', 'b', 'c']);
    model.reorder();
    // A cluster of the first one failed as well.
    expect(await names()).toEqual(['one', 'two', 'well']);
    expect(await names(one)).toEqual(['a', 'b', 'c']);
    await model.find('is:problem');
    expect(await names(one)).toEqual(['c', 'b']);
    expect(requests).toBe(1);
    // What is read of a single cluster puts it among those that need attention, and moves no other.
    const certificateAuthorities = [{ name: 'etcd', expiry: Date.now() - 1 }];
    const certificates = { machineCertificates: [{ certificateAuthorities }] };
    model.inventory.clusterReads.take('certificates', 'a', certificates, requestTime());
    expect(await names(one)).toEqual(['c', 'b', 'a']);
    model.reorder();
    expect(await names(one)).toEqual(['c', 'a', 'b']);
    await model.find('');
    expect(await names(one)).toEqual(['a', 'b', 'c']);
  });
});
