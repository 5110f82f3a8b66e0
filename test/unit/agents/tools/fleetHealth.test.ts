import { attentionIn } from '../../../../src/items/attention';
import { describe, expect, it } from 'vitest';
import { tools } from '../../../../src/agents/toolRunner';
import type { ToolItem } from '../../../../src/agents/tools/item';
import { failureOf } from '../../support/service';
import { startTools, wholeList, type Listed } from '../support';

interface Health extends Listed<ToolItem> {
  readonly clusters: Readonly<Record<string, number>>;
  readonly summarized?: Readonly<Record<string, number>>;
  readonly machines: Readonly<Record<string, number>>;
  readonly needAttention: number;
  readonly notKnown: object;
  readonly coverage: Readonly<Record<'projects' | 'clusters' | 'machines', { read: number; total?: number }>>;
}

const name = 'poolview_get_fleet_health';
const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

describe('poolview_get_fleet_health', () => {
  it.each(['full', 'current'] as const)(
    'reads all clusters of profile %s, and which wait for approval, with the 2 requests that it states',
    async (profile) => {
      const { call, asked, clusters, of } = await startTools({ profile });
      const { data } = await call<Health>(name, {});
      expect(asked()).toEqual({ searchClusterMetadata: 1, listPendingRepaves: 1 });
      expect(tools[name].description).toContain(
        'It takes 2 requests if the service lists all clusters at once',
      );
      expect(sum(data.clusters)).toBe(clusters().length);
      expect(data.coverage.clusters).toEqual({ read: clusters().length, total: clusters().length });
      expect(of('cluster')).toHaveLength(clusters().length);
    },
  );

  it.each(['interface', 'classic'] as const)(
    'takes the project summaries of profile %s, and does not repeat refused requests',
    async (profile) => {
      const { call, asked, clusters, of } = await startTools({ profile });
      const { data, notes } = await call<Health>(name, {});
      expect(notes?.[0]).toContain('The service does not list clusters (searchClusters: unsupported).');
      expect(sum(data.clusters)).toBe(clusters().length);
      // Each cluster is in one state, the same as in its item. The counts of summaries are not mixed with them.
      const states = new Set(of('cluster').map(({ state }) => state));
      expect([Object.keys(data.clusters), states]).toEqual([['notRead'], new Set(['notRead'])]);
      expect(sum(data.summarized ?? {})).toBeGreaterThan(0);
      expect(data.summarized).not.toHaveProperty('notRead');
      expect(data.items.map(({ kind }) => kind)).toContain('project');
      asked();
      await call<Health>(name, {});
      expect(Object.keys(asked())).toEqual(['listProjectsGet']);
    },
  );

  it('asks for refused operations again after the user refreshed the view', async () => {
    const { call, asked, model } = await startTools({ profile: 'classic' });
    await call<Health>(name, {});
    await model.inventory.refresh();
    asked();
    await call<Health>(name, {});
    // The demo service does not know these paths.
    expect(asked()['unknown']).toBeGreaterThanOrEqual(2);
  });

  it('lists each item that needs attention once, the worst first, and reads only for its start', async () => {
    const { call, asked, of, model } = await startTools({ projects: 300 });
    const items = await wholeList((skip) => call<Health>(name, { skip }));
    expect(asked()).toEqual({ searchClusterMetadata: 1, listPendingRepaves: 1 });
    expect(items.length).toBeGreaterThan(60);
    expect(items.map(({ id }) => id).sort()).toEqual(
      attentionIn(model.inventory)
        .rows.map(({ id }) => id)
        .sort(),
    );
    const order = ['failed', 'unhealthy', 'lateHeartbeat', 'maintenance'];
    const ranks = items.map(({ state }) => order.indexOf(state));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    expect(of('machine')).toEqual([]);
  });

  it('counts the machines that were read, and says that others may be missing', async () => {
    const { call, of } = await startTools();
    const first = await call<Health>(name, {});
    expect(first.data.notKnown).toMatchObject({ machinesOf: of('cluster').length });
    await call('poolview_find', { query: 'kind:machine', id: first.data.items[0]?.id, readMachines: true });
    const { data } = await call<Health>(name, {});
    expect(sum(data.machines)).toBe(of('machine').length);
    expect(data.coverage.machines.read).toBeGreaterThan(0);
  });

  it('counts and lists only what a query selects', async () => {
    const { call, asked, of } = await startTools();
    const { data } = await call<Health>(name, { query: 'cloud:aws' });
    expect(asked()).toEqual({ searchClusterMetadata: 1, listPendingRepaves: 1 });
    const clusters = of('cluster').filter(({ cloudType }) => cloudType === 'aws');
    expect(sum(data.clusters)).toBe(clusters.length);
    expect(data.items.length).toBeGreaterThan(0);
    expect(data.needAttention).toBeLessThan((await call<Health>(name, {})).data.needAttention);
    for (const { cloudType } of data.items) expect(cloudType).toBe('aws');
    expect(data.notKnown).toEqual({ machinesOf: clusters.length });
  });

  it('says that it is not known which clusters wait for approval if that could not be read', async () => {
    const { call, service } = await startTools();
    service.faults.add({ operation: 'listPendingRepaves', kind: 'status', status: 403 });
    const { notes } = await call<Health>(name, {});
    expect(notes?.[0]).toBe(
      'Which clusters wait for approval was not read (listPendingRepaves: forbidden (403)): others than those marked as waiting may wait.',
    );
  });

  it('ends when the call is canceled', async () => {
    const { call, service } = await startTools();
    service.faults.add({ operation: 'searchClusterMetadata', kind: 'hang' });
    const controller = new AbortController();
    const health = call(name, {}, { signal: controller.signal });
    controller.abort();
    await expect(health).rejects.toThrow();
  });

  it('fails if no list can be read', async () => {
    const { call, service } = await startTools();
    service.faults.add({ kind: 'status', status: 401, times: Infinity });
    expect((await failureOf(call(name, {}))).kind).toBe('unauthorized');
  });
});
