import { machineSeverities } from '../../../src/items/listState';
import { describe, expect, it } from 'vitest';
import { newCommands } from '../../../src/projects/commands';
import { PinnedPools, type PinnedPool } from '../../../src/projects/pinnedPools';
import { nextQuickPick } from '../support/quickPick';
import { paged, rowBelow, scriptedModel, wordsBelow, type Script } from '../support/scripted';

const pin = (poolName: string, clusterUid?: string): PinnedPool => ({
  projectUid: 'p',
  ...(clusterUid === undefined ? {} : { clusterUid }),
  cloudType: 'aws',
  configUid: 'config',
  poolName,
});

function pinned(kept = new Map<string, unknown>()) {
  const pools = new PinnedPools({
    read: (name) => kept.get(name),
    write: (name, value) => Promise.resolve(void kept.set(name, value)),
  });
  return { pools, names: () => pools.all.map(({ poolName }) => poolName) };
}

describe('pinned pools', () => {
  it('are saved in the order in which they were added, without duplicates', async () => {
    const kept = new Map<string, unknown>();
    const { pools } = pinned(kept);
    for (const name of ['a', 'b', 'c', 'a']) await pools.add(pin(name));
    // A pool that is added again moves to the end.
    expect(pinned(kept).names()).toEqual(['b', 'c', 'a']);
  });

  it.each<[string, PinnedPool]>([
    ['project', { ...pin('a'), projectUid: 'other' }],
    ['cloud config', { ...pin('a'), configUid: 'other' }],
    ['name', pin('other')],
  ])('with another %s are different pools', async (_part, other) => {
    const { pools } = pinned();
    await pools.add(pin('a'));
    await pools.add(other);
    expect(pools.all).toEqual([pin('a'), other]);
    await pools.remove(other);
    expect(pools.all).toEqual([pin('a')]);
  });

  it('are the same pools whatever row and cloud type they were added with', async () => {
    const { pools } = pinned();
    await pools.add(pin('a'));
    await pools.add(pin('a', 'cluster'));
    expect(pools.all).toEqual([pin('a', 'cluster')]);
    // The cloud type that was entered last replaces the previous one.
    await pools.add({ ...pin('a'), cloudType: 'openstack' });
    expect(pools.all).toEqual([{ ...pin('a'), cloudType: 'openstack' }]);
  });

  it('keep their position when renamed', async () => {
    const { pools, names } = pinned();
    for (const name of ['a', 'b', 'c']) await pools.add(pin(name));
    await pools.replace(pin('b'), pin('B'));
    expect(names()).toEqual(['a', 'B', 'c']);
  });

  it('are not duplicated when renamed to an existing name', async () => {
    const { pools, names } = pinned();
    for (const name of ['a', 'b', 'c']) await pools.add(pin(name));
    await pools.replace(pin('c'), pin('a'));
    expect(names()).toEqual(['b', 'a']);
    await pools.replace(pin('a'), pin('a'));
    expect(names()).toEqual(['b', 'a']);
  });

  it('saved before cloud types existed have the original cloud type', () => {
    const { pools } = pinned(
      new Map([['pinnedPools', [{ projectUid: 'p', configUid: 'c', poolName: 'old' }]]]),
    );
    expect(pools.all).toEqual([{ projectUid: 'p', cloudType: 'openstack', configUid: 'c', poolName: 'old' }]);
  });

  it.each([
    undefined,
    'pools',
    { 0: pin('a') },
    [null, 1, 'x', [], {}, { ...pin('a'), poolName: 5 }],
    [{ ...pin('a'), cloudType: 7 }],
    [{ ...pin('a'), projectUid: undefined }],
  ])('are empty if the saved value is invalid: %j', (kept) => {
    expect(pinned(new Map([['pinnedPools', kept]])).pools.all).toEqual([]);
  });
});

describe('a pinned pool in the view', () => {
  const found = (name: string) => ({
    metadata: { uid: name, name },
    specSummary: { cloudConfig: { uid: `config of ${name}`, cloudType: 'aws' } },
  });
  const start = async (kept: readonly PinnedPool[], changes: Script = {}) => {
    const clusters = ['a', 'b'];
    const script: Script = {
      listProjects: () => ({ items: [{ metadata: { uid: 'p', name: 'p' } }] }),
      searchClusters: () => ({ items: clusters.map(found) }),
      readCloudConfig: () => 403,
      listMachines: () => ({ items: [] }),
      ...changes,
    };
    const { model, asked, count } = await scriptedModel(script, { kept: new Map([['pinnedPools', kept]]) });
    const project = await rowBelow(model, undefined, 'project', 'p');
    return { model, asked, count, clusters, script, project };
  };

  it('is below its cluster, and moves to the project when the cluster is removed', async () => {
    const { model, clusters, project } = await start([pin('mine', 'b'), pin('other', 'a')]);
    expect(await wordsBelow(model, project)).toEqual(['a', 'b']);
    const b = await rowBelow(model, project, 'cluster', 'b');
    expect(await wordsBelow(model, b)).toEqual(['mine', '(poolsNotListed)']);
    clusters.pop();
    await model.inventory.refresh(project);
    expect(await wordsBelow(model, project)).toEqual(['a', 'mine']);
  });

  it('is requested with its own cloud type, and can be renamed and removed after it moved', async () => {
    const { model, asked, project } = await start([pin('mine', 'gone')]);
    const pool = await rowBelow(model, project, 'pool', 'mine');
    expect(await wordsBelow(model, pool)).toEqual(['(no machine)']);
    expect(asked.at(-1)?.path).toEqual(['cloudconfigs', 'aws', 'config', 'machinePools', 'mine', 'machines']);
    expect(asked.at(-1)?.projectUid).toBe('p');
    await model.renamePin(pool, 'renamed');
    expect(await wordsBelow(model, project)).toEqual(['a', 'b', 'renamed']);
    const renamed = await rowBelow(model, project, 'pool', 'renamed');
    expect(await model.unpin(renamed)).toEqual(pin('renamed', 'gone'));
    expect(await wordsBelow(model, project)).toEqual(['a', 'b']);
    expect(await model.unpin(renamed)).toBeUndefined();
  });

  it('is added, removed and renamed without a request', async () => {
    const { model, count, project } = await start([]);
    const a = await rowBelow(model, project, 'cluster', 'a');
    await model.rows.children(a);
    count();
    for (const name of ['x', 'y', 'z']) await model.pin(pin(name, 'a'), a);
    await model.unpin(await rowBelow(model, a, 'pool', 'y'));
    await model.renamePin(await rowBelow(model, a, 'pool', 'x'), 'X');
    expect(await wordsBelow(model, a)).toEqual(['X', 'z', '(poolsNotListed)']);
    expect(count()).toBe(0);
  });

  it('can be removed while the service fails', async () => {
    const { model, project } = await start([pin('mine', 'gone')], { searchClusters: () => 500 });
    expect(await wordsBelow(model, project)).toEqual(['(serviceFault)']);
    const { model: other, project: p } = await start([pin('mine')], { searchClusters: () => 500 });
    expect(await wordsBelow(other, p)).toEqual(['(serviceFault)', 'mine']);
    await other.unpin(await rowBelow(other, p, 'pool', 'mine'));
    expect(await wordsBelow(other, p)).toEqual(['(serviceFault)']);
  });

  it('is shown once, below the cluster whose cloud config it is in', async () => {
    const mine = { ...pin('mine'), configUid: 'config of a' };
    const { model, script, project } = await start([mine], { searchClusters: () => 404 });
    expect(await wordsBelow(model, project)).toEqual(['mine', '(poolsNotListed)']);
    script.searchClusters = () => ({ items: ['a', 'b'].map(found) });
    script.readCloudConfig = () => ({ spec: { machinePoolConfig: [{ name: 'mine' }, { name: 'other' }] } });
    await model.inventory.refresh(project);
    expect(await wordsBelow(model, project)).toEqual(['a', 'b']);
    const a = await rowBelow(model, project, 'cluster', 'a');
    expect(await wordsBelow(model, a)).toEqual(['mine', 'other']);
  });

  it('is not shown below the project until all clusters are loaded', async () => {
    const clusters = Array.from({ length: 4 }, (_, index) => found(`c${index}`));
    const { model, project } = await start([pin('mine', 'c3')], { searchClusters: paged(clusters, 2) });
    expect(await wordsBelow(model, project)).toEqual(['c0', 'c1', '(2 of 4)']);
    await model.rows.loadMore(project);
    expect(await wordsBelow(model, project)).toEqual(['c0', 'c1', 'c2', 'c3']);
    const c3 = await rowBelow(model, project, 'cluster', 'c3');
    expect(await wordsBelow(model, c3)).toEqual(['mine', '(poolsNotListed)']);
  });

  it('is requested with the cloud type that was entered last', async () => {
    const { model, asked, project } = await start([pin('mine', 'b')]);
    const b = await rowBelow(model, project, 'cluster', 'b');
    await model.rows.children(await rowBelow(model, b, 'pool', 'mine'));
    await model.pin({ ...pin('mine', 'b'), cloudType: 'openstack' }, b);
    const pool = await rowBelow(model, b, 'pool', 'mine');
    await model.rows.children(pool);
    expect(asked.at(-1)?.path[1]).toBe('openstack');
    expect(await model.unpin(pool)).toMatchObject({ cloudType: 'openstack' });
  });

  it('moves from the project to its cluster once the cloud config of the cluster is known', async () => {
    const mine = { ...pin('mine'), configUid: 'config of a' };
    const clusters = [{ uid: 'a', name: 'a' }];
    const { model, script, project } = await start([mine], {
      listProjects: () => ({
        items: [{ metadata: { uid: 'p', name: 'p' }, status: { usage: { clusters } } }],
      }),
      searchClusters: () => 404,
      readCluster: () => ({ spec: { cloudType: 'aws', cloudConfigRef: { uid: 'config of a' } } }),
      readCloudConfig: () => ({ spec: { machinePoolConfig: [] } }),
    });
    const reloads: (string | undefined)[] = [];
    model.rows.onDidChange(({ parents }) => {
      reloads.push(...parents.map((parent) => parent?.kind));
    });
    expect(await wordsBelow(model, project)).toEqual(['a', 'mine', '(clustersNotSearched)']);
    const a = await rowBelow(model, project, 'cluster', 'a');
    expect(await wordsBelow(model, a)).toEqual(['mine']);
    expect(reloads).toEqual(['project']);
    expect(await wordsBelow(model, project)).toEqual(['a', '(clustersNotSearched)']);
    // It stays there while the cloud config is unknown again.
    script.readCluster = () => 500;
    model.rows.setExpanded(a, false);
    await model.inventory.refresh(project);
    expect(await wordsBelow(model, project)).toEqual(['a', '(clustersNotSearched)']);
  });

  it('leaves nothing behind after it is renamed or removed', async () => {
    const { model, count, project } = await start([pin('mine', 'a')]);
    const a = await rowBelow(model, project, 'cluster', 'a');
    const mine = await rowBelow(model, a, 'pool', 'mine');
    await model.rows.children(mine);
    await model.renamePin(mine, 'renamed');
    expect(model.store.find(mine.id)).toBeUndefined();
    expect(machineSeverities(mine, model.store)).toBeUndefined();
    const renamed = await rowBelow(model, a, 'pool', 'renamed');
    await model.rows.children(renamed);
    count();
    await model.rows.refreshInBackground(new AbortController().signal);
    expect(count('listMachines')).toBe(1);
    await model.unpin(renamed);
    expect(model.store.find(renamed.id)).toBeUndefined();
    expect(machineSeverities(renamed, model.store)).toBeUndefined();
    await model.rows.refreshInBackground(new AbortController().signal);
    expect(count('listMachines')).toBe(0);
  });

  it('stays below its known cluster, even if another cluster gets its cloud config', async () => {
    const kept = new Map<string, unknown>([
      ['pinnedPools', [{ ...pin('mine', 'b'), configUid: 'config of a' }]],
    ]);
    const { model } = await scriptedModel(
      {
        listProjects: () => ({ items: [{ metadata: { uid: 'p', name: 'p' } }] }),
        searchClusters: () => ({ items: ['a', 'b'].map(found) }),
        readCloudConfig: () => 403,
      },
      { kept },
    );
    const project = await rowBelow(model, undefined, 'project', 'p');
    await model.rows.children(await rowBelow(model, project, 'cluster', 'a'));
    expect(kept.get('pinnedPools')).toMatchObject([{ poolName: 'mine', clusterUid: 'b' }]);
  });

  it('can be added from the Command Palette where the service does not list pools', async () => {
    const { model, project } = await start([]);
    await model.rows.children(await rowBelow(model, project, 'cluster', 'a'));
    const list = nextQuickPick();
    const { table } = newCommands({} as never);
    const adding = table['addMachinePool']?.(model);
    expect(list.items.map(({ label }) => label)).toEqual(['a']);
    list.hidden.fire();
    await adding;
  });

  it('disappears when it is removed in another window', async () => {
    const { model, project } = await start([pin('mine')]);
    const pool = await rowBelow(model, project, 'pool', 'mine');
    for (const one of model.pinnedPools.all) await model.pinnedPools.remove(one);
    const reloads: unknown[] = [];
    model.rows.onDidChange(({ parents }) => {
      reloads.push(...parents);
    });
    expect(await model.unpin(pool)).toBeUndefined();
    await model.renamePin(pool, 'other');
    expect(reloads).toEqual([project]);
    expect(await wordsBelow(model, project)).toEqual(['a', 'b']);
  });
});
