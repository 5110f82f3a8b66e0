import { describe, expect, it } from 'vitest';
import { tools } from '../../../../src/agents/toolRunner';
import { selectItems } from '../../../../src/agents/tools/query';
import { termKeys } from '../../../../src/find/terms';
import { startTools } from '../support';

describe('what has not been read', () => {
  it('is counted by clusters and pools, and nothing is said once all has been read', async () => {
    const { call, fleet, of } = await startTools({ projects: 2 });
    const unread = (query = '-kind:project') => selectItems(query, fleet).notKnown;
    expect(unread('kind:project')).toEqual({ projects: 'others' });
    await call('poolview_get_fleet_health', {});
    const clusters = of('cluster');
    expect(unread()).toEqual({ machinesOf: clusters.length });
    expect(unread('kind:cluster')).toEqual({});
    const [first = expect.fail(), ...others] = clusters;
    const pools = await fleet.readBelow(first.id, {});
    expect(unread()).toEqual({ machinesOf: others.length + pools.length });
    for (const pool of pools) await fleet.readBelow(pool, {});
    expect(unread()).toEqual({ machinesOf: others.length });
    for (const { id } of others) await fleet.readBelow(id, {});
    expect(unread()).toEqual({ machinesOf: of('pool').length - pools.length });
    for (const { id } of of('pool')) await fleet.readBelow(id, {});
    expect(unread()).toEqual({});
  });

  it('is that in an item, if only what is in it is wanted', async () => {
    const { call, fleet, of } = await startTools({ projects: 3 });
    await call('poolview_get_fleet_health', {});
    const [first = expect.fail(), second = expect.fail()] = of('cluster');
    const within = (id: string, query = '') =>
      selectItems(
        query,
        fleet,
        of('cluster').find((one) => one.id === id),
      );
    expect(within(first.id)).toMatchObject({ items: [], notKnown: { machinesOf: 1 } });
    // What is asked of the cluster itself does not count.
    expect(within(first.id, 'state:failed').notKnown).toEqual({ machinesOf: 1 });
    for (const pool of await fleet.readBelow(first.id, {})) await fleet.readBelow(pool, {});
    expect(within(first.id).notKnown).toEqual({});
    expect(within(first.id).items).toHaveLength(of('pool').length + of('machine').length);
    expect(within(second.id)).toMatchObject({ items: [], notKnown: { machinesOf: 1 } });
    const project = of('project').find(({ id }) => id === first.parent);
    const clusters = of('cluster').filter(({ parent }) => parent === project?.id);
    const { items, notKnown } = selectItems('kind:cluster', fleet, project);
    expect([items, notKnown]).toEqual([clusters, {}]);
  });

  it('does not count what other projects have, before all clusters are known', async () => {
    const { call, fleet, of, model } = await startTools({ projects: 3 });
    await model.rows.children();
    const [project = expect.fail()] = of('project');
    const unread = (query = '') => selectItems(query, fleet, project).notKnown;
    expect(unread()).toEqual({ clustersOf: 1 });
    expect(unread('kind:project')).toEqual({});
    await call('poolview_get', { id: project.id });
    expect(unread('kind:cluster')).toEqual({});
    expect(selectItems('kind:cluster', fleet).notKnown).toEqual({ clustersOf: of('project').length - 1 });
  });

  it('is counted by the value that was not read', async () => {
    const { fleet, model, of } = await startTools({ profile: 'interface', projects: 2 });
    await model.rows.children();
    for (const { id } of of('project')) await fleet.readBelow(id, {});
    const clusters = of('cluster').length;
    const unread = (query: string) => selectItems(query, fleet).notKnown;
    expect(unread('kind:cluster env:prod')).toMatchObject({ tags: clusters });
    expect(unread('kind:cluster k8s:1.32 -env:prod')).toMatchObject({ versions: clusters, tags: clusters });
    expect(unread('kind:cluster')).not.toHaveProperty('tags');
  });
});

describe('the query of a tool', () => {
  it('is described with all keys', () => {
    const text = JSON.stringify(tools.poolview_find.inputSchema);
    for (const key of termKeys) expect(text).toMatch(new RegExp(String.raw`\b${key}\b`));
  });

  it.each(['poolview_find', 'poolview_get_fleet_health'] as const)(
    '%s says which conditions are not possible, what is, and reads nothing',
    async (name) => {
      const { call, asked } = await startTools();
      await expect(call(name, { query: 'pay state:bad ip:x env:prod' })).rejects.toThrow(
        /state: takes failed, unhealthy.*\n.*ip: takes .*\n.*call the tool again/,
      );
      await expect(call(name, { query: '' })).rejects.toThrow(/at query/);
      await expect(call(name, { query: 'a'.repeat(2000) })).rejects.toThrow(/at query/);
      expect(asked()).toEqual({});
    },
  );
});
