import { describe, expect, it } from 'vitest';
import { connected, createTestClient, failureOf, serve } from '../support/service';

/** What the client reads of a response with these items. */
async function read(items: readonly unknown[], listmeta?: object) {
  const { baseUrl } = await serve((_request, response) => response.end(JSON.stringify({ items, listmeta })));
  return createTestClient(baseUrl).client.searchClusterMetadata();
}

describe('a search for cluster metadata', () => {
  it('has its fields where cluster search has them', async () => {
    const location = { regionCode: 'eu-west-1', regionName: 'Dublin' };
    const sent = {
      metadata: { name: 'one', uid: 'c1' },
      specSummary: {
        cloudType: 'aws',
        cloudRegion: 'eu-west-1',
        location,
        projectMeta: { name: 'payments', uid: 'p1' },
        tags: ['team:a'],
      },
      status: { state: 'Running', health: { state: 'UnHealthy', isHeartBeatFailed: true } },
    };
    expect(await read([sent], { count: 1 })).toEqual({
      items: [
        {
          metadata: { name: 'one', uid: 'c1' },
          specSummary: {
            cloudConfig: { cloudType: 'aws' },
            cloudRegion: 'eu-west-1',
            projectMeta: { name: 'payments', uid: 'p1' },
          },
          tags: ['team:a'],
          status: { location, state: 'Running', health: { state: 'UnHealthy', isHeartBeatFailed: true } },
          source: sent,
        },
      ],
      total: 1,
    });
  });

  it('keeps clusters that have fields of other types, or none', async () => {
    const { items } = await read([{}, { specSummary: 7, status: { health: 'bad' } }, 'no cluster']);
    expect(items.map(({ specSummary, status }) => [specSummary?.cloudConfig, status?.health])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('has all clusters of the demo, with the total', async () => {
    const { client, service } = await connected();
    const { items, total } = await client.searchClusterMetadata();
    const all = service.fleet.projects.flatMap(({ clusters }) => clusters);
    expect(items.map(({ metadata }) => metadata?.uid)).toEqual(all.map(({ uid }) => uid));
    expect(total).toBe(all.length);
  });

  it('may have 10,000 clusters', async () => {
    const { service, client } = await connected();
    const [first] = (await client.searchClusterMetadata()).items;
    service.faults.add({ kind: 'wrongJson', body: { items: Array(10_000).fill(first?.source) } });
    expect((await client.searchClusterMetadata()).items).toHaveLength(10_000);
  });

  it('fails if it has no list', async () => {
    const { baseUrl } = await serve((_request, response) => response.end('{"listmeta":{}}'));
    const { failure } = await failureOf(createTestClient(baseUrl).client.searchClusterMetadata());
    expect(failure).toMatchObject({ kind: 'invalidResponse', operation: 'searchClusterMetadata' });
  });
});
