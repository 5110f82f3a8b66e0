import { describe, expect, it } from 'vitest';
import type { ToolItem } from '../../../../src/agents/tools/item';
import { ToolError } from '../../../../src/agents/tools/answer';
import { startTools, wholeList, type Listed } from '../support';

interface Found extends Listed<ToolItem> {
  readonly item?: ToolItem;
  readonly found: number;
  readonly counts?: readonly object[];
  readonly notKnown: Readonly<Record<string, number | string>>;
}

/** The tools of a demo service, and one of its clusters. */
async function startFind(...options: Parameters<typeof startTools>) {
  const started = await startTools(...options);
  const [cluster] = started.clusters();
  if (cluster === undefined) throw new Error('There are no clusters');
  const find = (query: string, others: object = {}, signal?: AbortSignal) =>
    started.call<Found>('poolview_find', { query, ...others }, signal === undefined ? {} : { signal });
  return { ...started, cluster, find };
}

describe('poolview_find', () => {
  it('lets the service search projects and clusters with 2 requests, after which they are known', async () => {
    const { asked, fleet, cluster, find } = await startFind();
    const { data } = await find(cluster.name);
    expect(data.items[0]).toMatchObject({ kind: 'cluster', name: cluster.name, uid: cluster.uid });
    expect(asked()).toEqual({ listProjectsPost: 1, searchClusters: 1 });
    expect(fleet.items().map(({ id }) => id)).toContain(data.items[0]?.id);
  });

  it.each(['name', 'uid'] as const)('sends no request for the exact %s of a known item', async (field) => {
    const { asked, cluster, find } = await startFind();
    await find(cluster.name);
    asked();
    const { data, notes } = await find(cluster[field].toUpperCase());
    expect(data.items[0]?.uid).toBe(cluster.uid);
    expect(notes?.join()).toContain('The service was not searched');
    expect(asked()).toEqual({});
  });

  it('finds a machine by its address without a request once it has been read, and says so before', async () => {
    const { asked, fleet, of, cluster, find } = await startFind();
    const { data } = await find(cluster.name);
    asked();
    expect((await find('10.9.8.7')).data.notKnown).toMatchObject({ machinesOf: of('cluster').length });
    expect(asked()).toEqual({});
    for (const pool of await fleet.readBelow(data.items[0]?.id ?? '', {})) await fleet.readBelow(pool, {});
    const address = of('machine')[0]?.addresses[0] ?? '';
    asked();
    const { items } = (await find(address)).data;
    expect(items).toMatchObject([
      { kind: 'machine', addresses: expect.arrayContaining([address]) as unknown },
    ]);
    expect(items[0]?.path).toHaveLength(3);
    expect(asked()).toEqual({});
  });

  it.each(['pool', 'machine'] as const)(
    'sends no request for kind %s, which no service searches',
    async (kind) => {
      const { asked, find } = await startFind();
      expect((await find(`pay kind:${kind}`)).data.items).toEqual([]);
      expect(asked()).toEqual({});
    },
  );

  it('returns every match once, and only those of the kind, also if the list is cut', async () => {
    const { asked, call, of } = await startFind();
    const items = await wholeList((skip) => call<Found>('poolview_find', { query: 'kind:cluster a', skip }));
    const wanted = of('cluster').filter(({ name, uid = '' }) => `${name} ${uid}`.includes('a'));
    expect(items.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
    expect(items.length).toBeGreaterThan(40);
    // The service is searched for the start of the list only.
    expect(asked()).toEqual({ listProjectsPost: 1, searchClusters: 1 });
  });

  it('finds with words and conditions, the worst first, and searches the service only for words', async () => {
    const { asked, call, of, find } = await startFind();
    await call('poolview_get_fleet_health', {});
    asked();
    const { data } = await find('kind:cluster payments state:unhealthy,healthy');
    expect(asked()).toEqual({ listProjectsPost: 1, searchClusters: 1 });
    const wanted = of('cluster').filter(
      ({ name, state }) => name.includes('payments') && ['unhealthy', 'healthy'].includes(state),
    );
    expect(data.items.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
    expect(data.items[0]?.state).toBe('unhealthy');
    expect(data.items.at(-1)?.state).toBe('healthy');
    await find('kind:cluster state:failed');
    expect(asked()).toEqual({});
  });

  it('finds only what is in an item, which it returns, too', async () => {
    const { call, of, find } = await startFind();
    await call('poolview_get_fleet_health', {});
    const [project = expect.fail()] = of('project');
    const { data } = await find('kind:cluster,project', { id: project.id });
    expect(data.item?.id).toBe(project.id);
    const wanted = of('cluster').filter(({ parent }) => parent === project.id);
    expect(data.items.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
  });

  it('counts by state, version and cloud, and what was not read apart', async () => {
    const { call, of, find } = await startFind();
    await call('poolview_get_fleet_health', {});
    const [project = expect.fail()] = of('project');
    // Only cluster search tells versions.
    const clusters = of('cluster').filter(({ parent }) => parent === project.id);
    await call('poolview_get', { id: clusters[0]?.id, refresh: true });
    const totals = new Map<string, number>();
    for (const countBy of ['state', 'version', 'cloud']) {
      const { data } = await find('kind:cluster,project', { countBy });
      const counts = (data.counts ?? []) as readonly { kind: string; count: number }[];
      const ofClusters = counts.filter(({ kind }) => kind === 'cluster');
      totals.set(
        countBy,
        ofClusters.reduce((sum, { count }) => sum + count, 0),
      );
      expect(counts.some(({ kind }) => kind === 'project')).toBe(countBy === 'state');
      if (countBy !== 'version') continue;
      const unread = of('cluster').filter(({ packs }) => packs === undefined).length;
      expect(counts).toContainEqual({ kind: 'cluster', version: 'notRead', count: unread });
      expect(unread).toBeLessThan(of('cluster').length);
      for (const one of counts)
        expect(one).toHaveProperty('version', expect.stringMatching(/^1\.\d+$|^notRead$/));
    }
    const all = of('cluster').length;
    expect([...totals]).toEqual([
      ['state', all],
      ['version', all],
      ['cloud', all],
    ]);
  });

  it('never says that what has not been read is healthy', async () => {
    const { find } = await startFind({ profile: 'interface' });
    const { data } = await find('a');
    for (const { kind, state } of data.items) if (kind === 'cluster') expect(state).toBe('notRead');
  });

  it('names a search that failed, without text of the service', async () => {
    const { service, cluster, find } = await startFind();
    service.faults.add({ operation: 'searchClusters', kind: 'status', status: 500 });
    const { notes } = await find(cluster.name);
    expect(notes?.[0]).toBe(
      'The service could not be searched: searchClusters failed with serviceFault. Only what has been read was searched there.',
    );
  });

  it('ends when the call is canceled', async () => {
    const { service, fleet, find } = await startFind();
    service.faults.add({ operation: 'searchClusters', kind: 'hang' });
    const controller = new AbortController();
    const found = find('pay', {}, controller.signal);
    controller.abort();
    await expect(found).rejects.toThrow();
    expect(fleet.items()).toEqual([]);
  });

  it.each(['key-of-the-service', '-key-of-the-service'])(
    'does not send an API key to the service: %s',
    async (key) => {
      const { fleet, asked, call } = await startFind();
      Object.assign(fleet.session, { containsApiKey: (text: string) => Promise.resolve(text.includes(key)) });
      await expect(call('poolview_find', { query: key })).rejects.toThrow(ToolError);
      expect(asked()).toEqual({});
    },
  );
});
