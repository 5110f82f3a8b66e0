import { describe, expect, it, test } from 'vitest';
import { isWaiting, machineCountsOf, tagsOf } from '../../../src/items/cluster';
import { clusterRow, mergeCluster } from '../../../src/items/kinds/cluster';
import { foundProjectRow } from '../../../src/items/kinds/project';
import { clusterHealth } from '../../../src/items/kinds/clusterHealth';
import { requestTime } from '../../../src/service/requestTime';
import { searchClusters, type ClusterSummary } from '../../../src/service/resources/cluster';
import { clusterWith } from '../support/clusters';

/** A cluster as a search returns it. */
function summary(json: object): ClusterSummary {
  return searchClusters({}).read({ items: [json] })?.items[0] ?? expect.fail();
}

const labels = (map: Readonly<Record<string, string>>): object => ({ metadata: { labels: map } });
const tagged = (...tags: string[]): object => ({ specSummary: { tags } });
const tagsIn = (json: object): readonly string[] | undefined =>
  tagsOf(clusterWith({ search: summary(json) }));

describe('the tags of a cluster', () => {
  it('are those of the search for metadata, or else its labels', () => {
    const found = labels({ env: 'prod', 'internal-only': 'spectro__tag', note: '' });
    expect(tagsIn(found)).toEqual(['env:prod', 'internal-only', 'note:']);
    expect(tagsIn({ ...found, ...tagged('env:test') })).toEqual(['env:test']);
    expect(tagsOf(clusterWith({ own: summary(labels({ env: 'dr' })) }))).toEqual(['env:dr']);
  });

  it('are not read where neither was read, which is not the same as none', () => {
    expect(tagsOf(clusterWith({}))).toBeUndefined();
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
      const row = read('search', { ...earlier, ...status });
      mergeCluster(row, read('metadata', latest, 2));
      expect(tagsOf(row)).toEqual(expected);
    }
  });
});

const project = foundProjectRow({ metadata: { uid: 'p' }, source: {} }, 'root', requestTime());

/** A cluster as one search returned it at a minute, which is also the number of its request. */
function read(source: 'search' | 'metadata', json: object, minute = 1) {
  const time = { readAt: minute * 60_000, requestNumber: minute };
  return clusterRow(project, { [source]: { value: summary(json), ...time } });
}

const running = { state: 'Running', health: { state: 'Healthy' } };
const counted = {
  status: running,
  specSummary: { cloudConfig: { machinePools: [{ size: 10, healthy: 8, maintenanceMode: 0 }] } },
};

describe('a search that does not tell how the machines are', () => {
  it.each([
    ['soon, and the cluster is as it was', 5, running, '2 of 10 machines unhealthy', 1],
    // As long as the service says the same of the cluster, its count counts. How old it is, is told.
    ['hours later', 180, running, '2 of 10 machines unhealthy', 1],
    ['soon, and the cluster has changed', 5, { ...running, state: 'Deleting' }, 'Deleting', 5],
    [
      'soon, and its health is not known',
      5,
      { ...running, health: { state: 'Unknown' } },
      '2 of 10 machines unhealthy',
      1,
    ],
  ])('leaves what an earlier one said: %s', (_, minute, status, cause, at) => {
    const row = read('search', counted);
    mergeCluster(row, read('metadata', { status }, minute));
    expect(clusterHealth(row)).toMatchObject({ cause, at: { requestNumber: at } });
    expect(row.requestNumber).toBe(minute);
    expect(machineCountsOf(row)).toMatchObject({ requestNumber: 1, value: { size: 10 } });
  });

  it('is older than a search that was requested later, whichever arrives first', () => {
    const row = read('metadata', { status: { ...running, state: 'Failed' } }, 2);
    mergeCluster(row, read('search', counted, 3));
    mergeCluster(row, read('metadata', { status: { ...running, state: 'Failed' } }, 2));
    expect([clusterHealth(row).cause, row.requestNumber]).toEqual(['2 of 10 machines unhealthy', 3]);
  });
});

test('a cluster waits for approval if the latest read that tells says so', () => {
  const row = read('search', { status: { ...running, repave: { state: 'Pending' } } });
  const tell = (readings: object): boolean => {
    mergeCluster(row, { ...row, readings });
    return isWaiting(row);
  };
  const approvals = (value: boolean, requestNumber: number) => ({
    approvals: { value, readAt: 0, requestNumber },
  });
  expect(tell({})).toBe(true);
  expect(tell(approvals(false, 2))).toBe(false);
  expect(tell(read('metadata', { status: running }, 3).readings)).toBe(false);
  expect(tell(approvals(true, 4))).toBe(true);
  expect(tell(read('search', { status: running }, 5).readings)).toBe(false);
});
