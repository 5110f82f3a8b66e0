import { takeFoundRow } from '../../../src/find/search';
import { foundClusterRow } from '../../../src/items/kinds/cluster';
import { foundProjectRow, referredProjectRow } from '../../../src/items/kinds/project';
import type { ProjectsModel } from '../../../src/projects/model';
import { describe, expect, it } from 'vitest';
import { requestTime } from '../../../src/service/requestTime';
import type { ItemStoreRow, ParentRow } from '../../../src/items/kinds';
import { foundClusterFrom, projectFrom } from '../support/resources';
import {
  machinesNeedingAttention,
  paged,
  rowBelow,
  scriptedModel,
  wordFor,
  wordsBelow,
  type Script,
} from '../support/scripted';

const never = new AbortController().signal;

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });
const project = (name: string, clustersHealth: object, more: object = {}) =>
  named(name, { status: { clustersHealth, ...more } });
const cluster = (name: string, state: string) =>
  named(name, {
    specSummary: { cloudConfig: { uid: name, cloudType: 'aws' } },
    status: { state, health: { state: 'Healthy' } },
  });
const machine = (name: string, instanceState = 'Running') => named(name, { status: { instanceState } });

const well = project('well', { healthy: 2 });
const ill = project('ill', { unhealthy: 1 });
const quiet = named('quiet');
const empty = named('empty', { status: { usage: { clusters: [] } } });

async function start(changes: Script = {}, kept = new Map<string, unknown>()) {
  const script: Script = {
    listProjects: () => ({ items: [well, ill, quiet, empty] }),
    searchClusters: () => ({ items: [cluster('good', 'Running'), cluster('bad', 'Failed')] }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
    listMachines: () => ({ items: [machine('m1'), machine('m2', 'Failed'), machine('m3')] }),
    ...changes,
  };
  const the = await scriptedModel(script, { kept });
  const reloads: (ParentRow | undefined)[] = [];
  the.model.rows.onDidChange(({ parents }) => {
    reloads.push(...parents);
  });
  return { ...the, script, reloads };
}

describe('the filter for items needing attention', () => {
  it('hides healthy rows, but not rows whose children are not loaded', async () => {
    const { model, count, reloads } = await start();
    const row = await rowBelow(model, undefined, 'project', 'ill');
    await model.rows.children(row);
    count();
    await model.find('is:problem');
    expect(await wordsBelow(model)).toEqual(['ill', 'quiet']);
    expect(await wordsBelow(model, row)).toEqual(['bad']);
    expect(reloads).toEqual([undefined]);
    await model.find('');
    // What needs attention first, and all others as the service lists them.
    expect(await wordsBelow(model)).toEqual(['ill', 'well', 'quiet', 'empty']);
    expect(count()).toBe(0);
  });

  it('is restored at the next start', async () => {
    const kept = new Map<string, unknown>();
    const { model } = await start({}, kept);
    expect(model.query).toBe('');
    await model.find('is:problem');
    const { model: next } = await start({}, kept);
    expect(next.query).toBe('is:problem');
    expect(await wordsBelow(next)).toEqual(['ill', 'quiet']);
  });

  it('counts all loaded machines', async () => {
    const { model } = await start();
    await model.find('is:problem');
    const row = await rowBelow(model, undefined, 'project', 'ill');
    const bad = await rowBelow(model, row, 'cluster', 'bad');
    const pool = await rowBelow(model, bad, 'pool', 'pool');
    expect(await wordsBelow(model, pool)).toEqual(['m2']);
    expect(machinesNeedingAttention(model).map(wordFor)).toEqual(['m2']);
    expect(model.inventory.rows.map(wordFor)).toEqual([
      ...['well', 'ill', 'good', 'bad', 'pool', 'm1', 'm2', 'm3', 'quiet', 'empty'],
    ]);
  });

  it('shows that everything is healthy, above the remaining actions', async () => {
    const { model } = await start({
      listProjects: paged(
        [well, well, quiet].map((one, index) => ({ ...one, metadata: named(`${index}`).metadata })),
        2,
      ),
    });
    await model.rows.children();
    await model.find('is:problem');
    expect(await wordsBelow(model)).toEqual(['(allWell)', '(2 of 3)']);
    await model.rows.loadMore();
    expect(await wordsBelow(model)).toEqual(['2']);
  });

  it('keeps notes and errors', async () => {
    const { model, script } = await start({ searchClusters: () => ({ items: [] }) });
    await model.find('is:problem');
    const row = await rowBelow(model, undefined, 'project', 'ill');
    expect(await wordsBelow(model, row)).toEqual(['(no cluster)']);
    script.listProjects = () => 503;
    await model.inventory.refresh();
    // The ill clusters that its summary counted are gone: it has none.
    expect(await wordsBelow(model)).toEqual(['(serviceFault)', 'quiet']);
  });

  it('does not treat a pool as healthy before all of its machines are loaded', async () => {
    const { model } = await start({ listMachines: paged([machine('a'), machine('b')], 1) });
    const row = await rowBelow(model, undefined, 'project', 'ill');
    const bad = await rowBelow(model, row, 'cluster', 'bad');
    const pool = await rowBelow(model, bad, 'pool', 'pool');
    await model.rows.children(pool);
    await model.find('is:problem');
    expect(await wordsBelow(model, bad)).toEqual(['pool']);
    expect(await wordsBelow(model, pool)).toEqual(['(allWell)', '(1 of 2)']);
    await model.rows.loadMore(pool);
    expect(await wordsBelow(model, bad)).toEqual(['(allWell)']);
  });

  it('shows a row and its parents when a refresh finds it unhealthy', async () => {
    const { model, script, reloads } = await start({
      searchClusters: () => ({ items: [cluster('good', 'Running')] }),
      listProjects: () => ({ items: [well] }),
      listMachines: () => ({ items: [machine('m1')] }),
    });
    const row = await rowBelow(model, undefined, 'project', 'well');
    const good = await rowBelow(model, row, 'cluster', 'good');
    await model.rows.children(await rowBelow(model, good, 'pool', 'pool'));
    await model.find('is:problem');
    expect(await wordsBelow(model)).toEqual(['(allWell)']);
    script.listMachines = () => ({ items: [machine('m1', 'Failed')] });
    reloads.length = 0;
    await model.rows.refreshInBackground(never);
    expect(reloads).toEqual([undefined]);
    expect(await wordsBelow(model)).toEqual(['well']);
  });

  it('shows the target of Go to… and its parents until the view is refreshed', async () => {
    const { model } = await start();
    const row = await rowBelow(model, undefined, 'project', 'well');
    const good = await rowBelow(model, row, 'cluster', 'good');
    await model.find('is:problem');
    model.rows.reveal(good);
    expect(await wordsBelow(model)).toEqual(['well', 'ill', 'quiet']);
    expect(await wordsBelow(model, row)).toEqual(['bad', 'good']);
    await model.rows.refreshInBackground(never);
    expect(await wordsBelow(model)).toContain('well');
    await model.inventory.refresh();
    expect(await wordsBelow(model)).not.toContain('good');
  });
});

describe('a target of Go to… that is not loaded', () => {
  const all = ['a', 'b', 'c', 'd'].map((name) => named(name));
  const reveal = async ({ inventory, store, rows }: ProjectsModel, found: object | undefined) => {
    const row = foundProjectRow(projectFrom(found), store.rootId, requestTime());
    return rows.reveal(await takeFoundRow(inventory, row));
  };

  it('is shown above "Load more", and only once after its page is loaded', async () => {
    const { model, reloads, count } = await start({ listProjects: paged(all, 2) });
    const row = await reveal(model, all[3]);
    expect(await wordsBelow(model)).toEqual(['a', 'b', 'd', '(2 of 4)']);
    expect(reloads).toEqual([undefined]);
    expect(model.store.find(row.id)).toBe(row);
    expect(await reveal(model, all[3])).toBe(row);
    expect(reloads).toHaveLength(1);
    expect(count()).toBe(1);
    await model.rows.loadMore();
    expect(await wordsBelow(model)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is the existing row if its list contains it', async () => {
    const { model, reloads } = await start({ listProjects: paged(all, 2) });
    const [, second] = await model.rows.children();
    expect(await reveal(model, all[1])).toBe(second);
    expect(reloads).toEqual([]);
  });

  it('is dropped when the whole view is refreshed or filtered, but not when a part of it is', async () => {
    const { model } = await start({ listProjects: paged(all, 2) });
    await reveal(model, all[3]);
    await model.inventory.refresh(await rowBelow(model, undefined, 'project', 'a'));
    expect(await wordsBelow(model)).toContain('d');
    await model.inventory.refresh();
    expect(await wordsBelow(model)).toEqual(['a', 'b', '(2 of 4)']);
    await reveal(model, all[3]);
    await model.find('x');
    expect(await wordsBelow(model)).toEqual(['a', 'b', '(2 of 4)']);
  });

  it('is removed with the list that contained it', async () => {
    const { model, script } = await start({ listProjects: paged(all, 2) });
    await reveal(model, all[3]);
    await model.rows.loadMore();
    script.listProjects = paged(all.slice(0, 3), 2);
    await model.rows.refreshInBackground(never);
    expect(await wordsBelow(model)).toEqual(['a', 'b', 'c']);
  });

  it('can be a cluster, shown below its project with its own children', async () => {
    const found = ['x', 'y', 'z'].map((name) => cluster(name, 'Running'));
    const { model, count } = await start({ listProjects: paged(all, 2), searchClusters: paged(found, 1) });
    const parent = referredProjectRow({ uid: 'd', name: 'd' }, model.store.rootId, requestTime());
    const row = await takeFoundRow(
      model.inventory,
      foundClusterRow(parent, foundClusterFrom(found[2]), requestTime()),
    );
    if (row.kind !== 'cluster') return expect.fail();
    model.rows.reveal(row);
    // The list of projects, the project by its name, and its clusters.
    expect(count()).toBe(3);
    expect(wordFor(row.parent)).toBe('d');
    expect(await wordsBelow(model, row.parent)).toEqual(['x', 'z', '(1 of 3)']);
    expect(await wordsBelow(model, row)).toEqual(['pool']);
    await model.rows.refreshInBackground(never);
    expect((await model.rows.children(row.parent))[1]).toBe(row);
    await model.rows.loadMore(row.parent);
    await model.rows.loadMore(row.parent);
    const rows: readonly ItemStoreRow[] = await model.rows.children(row.parent);
    expect(rows.map(wordFor)).toEqual(['x', 'y', 'z']);
    expect(await wordsBelow(model, row)).toEqual(['pool']);
  });

  it('is the only row if the list is empty or cannot be loaded', async () => {
    const { model, script } = await start({ listProjects: () => ({ items: [] }) });
    await model.rows.children();
    await reveal(model, all[3]);
    expect(await wordsBelow(model)).toEqual(['d']);
    script.listProjects = () => 503;
    await model.rows.refreshInBackground(never);
    expect(await wordsBelow(model)).toEqual(['(serviceFault)', 'd']);
  });
});
