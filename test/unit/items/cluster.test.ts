import { describe, expect, it } from 'vitest';
import { latestSummary, tagsOf } from '../../../src/items/cluster';
import { searchClusters, type ClusterSummary } from '../../../src/service/resources/cluster';

/** A cluster as a search returns it. */
function summary(json: object): ClusterSummary {
  return searchClusters({}).read({ items: [json] })?.items[0] ?? expect.fail();
}

const labels = (map: Readonly<Record<string, string>>): object => ({ metadata: { labels: map } });
const tagged = (...tags: string[]): object => ({ specSummary: { tags } });
const tagsIn = (json: object): readonly string[] | undefined =>
  tagsOf({ found: summary(json), read: undefined });

describe('the tags of a cluster', () => {
  it('are those of the search for metadata, or else its labels', () => {
    const found = labels({ env: 'prod', 'internal-only': 'spectro__tag', note: '' });
    expect(tagsIn(found)).toEqual(['env:prod', 'internal-only', 'note:']);
    expect(tagsIn({ ...found, ...tagged('env:test') })).toEqual(['env:test']);
    expect(tagsOf({ found: undefined, read: summary(labels({ env: 'dr' })) })).toEqual(['env:dr']);
  });

  it('are not read where neither was read, which is not the same as none', () => {
    expect(tagsOf({ found: undefined, read: undefined })).toBeUndefined();
    expect(tagsIn({ metadata: { name: 'payments-eu' } })).toBeUndefined();
    expect(tagsIn({ metadata: { labels: null }, specSummary: { tags: 'env:prod' } })).toBeUndefined();
    expect(tagsIn(labels({}))).toEqual([]);
    expect(tagsIn(tagged())).toEqual([]);
  });

  const pools = { specSummary: { cloudConfig: { machinePools: [{ size: 3 }] } } };
  it.each<[string, object, object, readonly string[] | undefined]>([
    ['in another search', tagged('env:prod'), tagged('env:test'), ['env:test']],
    ['after labels', labels({ env: 'prod' }), tagged('env:test'), ['env:test']],
    ['as labels', tagged('env:prod'), labels({ env: 'test' }), ['env:test']],
    ['that are none', tagged('env:prod'), { ...labels({}), ...pools }, []],
    ['in a search without them', tagged('env:prod'), pools, ['env:prod']],
    ['in neither search', {}, {}, undefined],
  ])('are those that were read last: %s', (_, earlier, latest, expected) => {
    // What a read says about the pools depends on the state.
    for (const status of [{}, { status: { state: 'Failed' } }]) {
      const found = latestSummary(summary({ ...earlier, ...status }), summary(latest));
      expect(tagsOf({ found, read: undefined })).toEqual(expected);
    }
  });
});
