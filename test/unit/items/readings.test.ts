import { describe, expect, it } from 'vitest';
import type { ItemReading, ListReading } from '../../../src/items/changes/change';
import { locate, stepsTo } from '../../../src/items/find/locate';
import { Inventory } from '../../../src/items/inventory';
import { ProjectsModel } from '../../../src/projects/model';
import type { ParentRow } from '../../../src/items/kinds';
import { requestTime } from '../../../src/service/requestTime';
import type { ScriptedOptions } from '../../support/demo/service';
import { rowBelow } from '../support/scripted';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

/** The Projects view of a demo service, and what its reads told. */
async function start(options: Partial<ScriptedOptions> = {}) {
  const { service, client } = await connected({ projects: 3, ...options }, {}, unhurried());
  const fleet = new Inventory(sourceOf(client, {}, service.baseUrl));
  const model = new ProjectsModel(fleet);
  atEnd(() => {
    fleet.dispose();
  });
  const readings: ListReading[] = [];
  fleet.onDidReadItems((reading) => {
    readings.push(reading);
  });
  return { service, client, model, fleet, told: () => readings.splice(0) };
}

/** The same, with a pool and the rows above it expanded. */
async function expanded(options: Partial<ScriptedOptions> = {}) {
  const the = await start(options);
  const { store } = the.model;
  const open = async (parent: ParentRow): Promise<void> => {
    store.setExpanded(parent, true);
    await store.children(parent);
  };
  const project = await rowBelow(the.model, undefined, 'project', 'payments');
  await open(project);
  const cluster = await rowBelow(the.model, project, 'cluster', 'payments-eu');
  await open(cluster);
  const pool = await rowBelow(the.model, cluster, 'pool', 'workers');
  await open(pool);
  return { ...the, project, cluster, pool };
}

const named = (readings: readonly ListReading[], name: string): ItemReading | undefined =>
  readings.flatMap(({ items }) => items).find((item) => item.name === name);

describe('the readings of the Projects view', () => {
  it('tell the values of each item, and where it is', async () => {
    const { told, project, cluster, pool } = await expanded();
    const readings = told();
    expect(readings.map(({ parent, isWhole }) => [parent, isWhole])).toEqual([
      [undefined, true],
      [project.id, true],
      [cluster.id, true],
      [pool.id, true],
    ]);
    expect(named(readings, 'payments')).toEqual({
      kind: 'project',
      id: project.id,
      name: 'payments',
      uid: project.project.metadata?.uid,
      path: [],
      severity: 'unhealthy',
      values: { state: 'Enabled', health: '1 unhealthy cluster', size: '6 clusters' },
    });
    expect(named(readings, 'payments-eu')).toMatchObject({
      kind: 'cluster',
      path: ['payments'],
      severity: 'unhealthy',
      values: {
        state: 'Running',
        health: 'Unhealthy',
        size: '1 of 15 machines unhealthy',
      },
    });
    expect(named(readings, 'workers')).toMatchObject({
      kind: 'pool',
      path: ['payments', 'payments-eu'],
      values: { size: expect.stringMatching(/^\d+ machines$/) as string },
    });
    expect(named(readings, 'payments-eu-workers-5')).toMatchObject({
      kind: 'machine',
      path: ['payments', 'payments-eu', 'workers'],
      severity: 'unhealthy',
      values: { state: 'Running', health: 'DiskPressure', maintenance: '' },
    });
  });

  it('tell what changed in the service, and the time of the request', async () => {
    const { service, model, told, pool } = await expanded();
    told();
    const { pool: workers } = service.fleet.pool('payments-eu', 'workers');
    workers.situations.set(0, 'failed');
    workers.situations.set(1, 'cordoned');
    const before = Date.now();
    await model.store.refreshInBackground(new AbortController().signal);
    const readings = told();
    expect(named(readings, 'payments-eu-workers-1')).toMatchObject({
      severity: 'failed',
      // The state says it all.
      values: { state: 'Failed', maintenance: '' },
    });
    expect(named(readings, 'payments-eu-workers-1')?.values).not.toHaveProperty('health');
    expect(named(readings, 'payments-eu-workers-2')).toMatchObject({
      severity: 'maintenance',
      values: { state: 'Running', health: 'Healthy', maintenance: 'cordon Completed' },
    });
    const { readAt = 0 } = readings.find(({ parent }) => parent === pool.id) ?? {};
    expect(readAt).toBeGreaterThanOrEqual(before);
    expect(readAt).toBeLessThanOrEqual(Date.now());
  });

  it('tell only what their own request returned', async () => {
    const { client, fleet, told, project } = await expanded();
    told();
    const time = requestTime();
    const { items } = await client.searchClusterMetadata();
    await fleet.addClusters(items, time, true);
    const readings = told();
    expect(readings.map(({ isWhole }) => isWhole)).toEqual([true, true, true]);
    expect(readings.map(({ parent }) => parent)).toContain(project.id);
    // Which pools the cluster has is known, but was not read now.
    expect(named(readings, 'payments-eu')?.values).toEqual({ state: 'Running', health: 'Unhealthy' });
  });

  it('tell the state of a cluster that is read by itself', async () => {
    const { told, project, cluster } = await expanded({ profile: 'classic' });
    const readings = told();
    const clusters = readings.filter(({ parent }) => parent === project.id);
    // The service does not search clusters, so there may be others.
    expect(clusters.map(({ isWhole }) => isWhole)).toEqual([false, false]);
    expect(clusters[0]?.items.find(({ id }) => id === cluster.id)?.values).toEqual({});
    expect(clusters[1]?.items).toMatchObject([{ id: cluster.id, values: { state: 'Running' } }]);
  });

  it('do not tell which projects there are while the service filters them', async () => {
    const { model, told } = await expanded();
    told();
    await model.find({ query: 'pay' });
    await model.store.children();
    expect(told()).toMatchObject([{ parent: undefined, isWhole: false }]);
    await model.find({});
    await model.store.children();
    expect(told()).toMatchObject([{ parent: undefined, isWhole: true }]);
  });

  it('are safe to show on one line', async () => {
    const { model, told } = await start({ hostile: true });
    await model.store.children();
    const texts = told().flatMap(({ items }) =>
      items.flatMap(({ name, path, values }) => [name, ...path, ...Object.values(values)]),
    );
    expect(texts).not.toEqual([]);
    expect(texts.filter((text) => /[\p{Cc}\u202e]/u.test(text) || text.length > 200)).toEqual([]);
  });
});

describe('an item of a reading', () => {
  it('is found even if a refresh has forgotten the list that it was in', async () => {
    const { model, told, project } = await expanded();
    const machine = named(told(), 'payments-eu-workers-5');
    model.store.setExpanded(project, false);
    await model.inventory.refresh();
    expect(model.store.find(machine?.id ?? '')).toBeUndefined();
    const found = await locate(model.inventory, stepsTo(machine?.id ?? ''), {});
    expect(found).toMatchObject({ row: { id: machine?.id } });
  });
});
