import { describe, expect, it } from 'vitest';
import { searchClusterMetadata } from '../../../src/service/resources/cluster';
import { connected } from '../support/service';

const { read } = searchClusterMetadata();

describe('a search for cluster metadata', () => {
  it('has its fields where cluster search has them', () => {
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
    expect(read({ items: [sent], listmeta: { count: 1 } })).toEqual({
      items: [
        {
          metadata: { name: 'one', uid: 'c1' },
          specSummary: {
            cloudConfig: { cloudType: 'aws' },
            cloudRegion: 'eu-west-1',
            projectMeta: { name: 'payments', uid: 'p1' },
            tags: ['team:a'],
          },
          tags: ['team:a'],
          status: { location, state: 'Running', health: { state: 'UnHealthy', isHeartBeatFailed: true } },
          source: sent,
        },
      ],
      total: 1,
    });
  });

  it('keeps clusters that have fields of other types, or none', () => {
    const items = read({ items: [{}, { specSummary: 7, status: { health: 'bad' } }, 'no cluster'] })?.items;
    expect(items?.map(({ specSummary, status }) => [specSummary?.cloudConfig, status?.health])).toEqual([
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

  it('fails if it has no list', () => {
    expect(read({ listmeta: {} })).toBeUndefined();
  });
});
