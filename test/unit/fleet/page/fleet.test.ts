import { describe, expect, it } from 'vitest';
import { fleetAnswer } from '../../../../src/fleet/page/answer';
import { fleetAfter, tileCounts, type PageFleet } from '../../../../src/fleet/page/fleet';
import type { Coverage, Item } from '../../../../src/items/item';
import { allRows, fleetOf, fleetWith, header, item } from './support';

function message(changed: readonly Item[], rest: { isWhole?: boolean; removed?: string[] } = {}) {
  return {
    type: 'fleet' as const,
    header,
    isWhole: rest.isWhole ?? false,
    changed,
    removed: rest.removed ?? [],
  };
}

const clusterIds = ({ clusters }: PageFleet): readonly string[] => clusters.map(({ item: { id } }) => id);

describe('messages', () => {
  it('add, change and remove items', () => {
    const before = fleetAfter(
      undefined,
      message([item('project', 'p'), item('cluster', 'a', 'p'), item('cluster', 'b', 'p')]),
    );
    const fleet = fleetAfter(
      before,
      message([item('cluster', 'b', 'p', { state: 'failed' }), item('cluster', 'c', 'p')], {
        removed: ['a'],
      }),
    );
    expect(clusterIds(fleet)).toEqual(['b', 'c']);
    expect(fleet.clusters[0]?.item.state).toBe('failed');
  });

  it('change the rows of what is in an item, too', () => {
    const machine = item('machine', 'm', 'a-pool');
    const before = fleetAfter(
      undefined,
      message([
        item('project', 'p'),
        item('cluster', 'a', 'p'),
        item('pool', 'a-pool', 'a'),
        machine,
        item('cluster', 'b', 'p'),
      ]),
    );
    const failed = fleetAfter(before, message([{ ...machine, state: 'failed' }]));
    expect(allRows(failed).map(({ item: { state } }) => state)).toEqual(['healthy', 'failed', 'healthy']);
    const renamed = fleetAfter(failed, message([item('project', 'p', undefined, { name: 'q' })]));
    expect(renamed.clusters.map(({ project }) => project?.name)).toEqual(['q', 'q']);
    expect(allRows(renamed).map(({ containers }) => containers[0]?.name)).toEqual(['q', 'q', 'q']);
  });

  it('with all items replace those of another connection', () => {
    const before = fleetAfter(undefined, message([item('project', 'p'), item('cluster', 'a', 'p')]));
    const fleet = fleetAfter(
      before,
      message([item('project', 'q'), item('cluster', 'b', 'q')], { isWhole: true }),
    );
    expect(clusterIds(fleet)).toEqual(['b']);
    expect([...fleet.items.keys()]).toEqual(['q', 'b']);
  });
});

it('a pool that was added to a project has a cell, and its machines count, but no cluster', () => {
  const fleet = fleetOf(
    item('project', 'p'),
    item('pool', 'q', 'p'),
    item('machine', 'm', 'q', { state: 'failed' }),
  );
  expect(fleet.clusters).toMatchObject([
    { item: { id: 'q' }, project: { id: 'p' }, machines: [{ id: 'm' }] },
  ]);
  expect(tileCounts(fleet).find(({ state }) => state === 'failed')).toMatchObject({ machines: 1 });
  expect(tileCounts(fleet).reduce((sum, { clusters }) => sum + clusters, 0)).toBe(0);
  expect(allRows(fleet).map((row) => row.item.id)).toEqual(['m']);
});

describe('a cluster', () => {
  it('has its project, pools and machines', () => {
    const fleet = fleetOf(
      item('project', 'p'),
      item('cluster', 'c', 'p'),
      item('pool', 'q', 'c'),
      item('machine', 'm', 'q'),
      item('machine', 'n', 'c'),
    );
    expect(fleet.clusters).toMatchObject([
      { project: { id: 'p' }, pools: [{ id: 'q' }], machines: [{ id: 'm' }, { id: 'n' }] },
    ]);
  });

  it('is shown without its project, and without pools of unknown clusters', () => {
    const fleet = fleetOf(item('cluster', 'c', 'gone'), item('pool', 'x', 'y'));
    expect(fleet.clusters).toMatchObject([{ project: undefined, pools: [], machines: [] }]);
  });
});

it.each([' ', '\u202e', ''])('a cluster with the name %j has another one', (name) => {
  const [cluster] = fleetOf(item('cluster', 'c', undefined, { name })).clusters;
  expect(cluster?.item.name).toMatch(/\w/);
});

describe('the counts', () => {
  const counts = (fleet: PageFleet): object =>
    Object.fromEntries(
      tileCounts(fleet)
        .filter(({ clusters, machines = 0 }) => clusters + machines > 0)
        .map(({ state, clusters, machines = 0 }) => [state, [clusters, machines]]),
    );
  const covered = (fleet: PageFleet, coverage: Partial<Coverage>): PageFleet => ({
    ...fleet,
    header: { ...header, coverage: { ...header.coverage, ...coverage } },
  });

  it('are not known where nothing was read, and never 0', () => {
    const fleet = covered(fleetOf(item('cluster', 'a', undefined, { state: 'notRead' })), {
      clusters: { read: 0, total: 3 },
    });
    expect(tileCounts(fleet)).toEqual([{ state: 'notRead', clusters: 1, machines: undefined }]);
  });

  it('leave out what does not occur', () => {
    const fleet = covered(fleetOf(item('cluster', 'a')), {
      clusters: { read: 1, total: 1 },
      machines: { read: 2, total: 2 },
    });
    expect(tileCounts(fleet)).toEqual([{ state: 'healthy', clusters: 1, machines: 0 }]);
  });

  it('are of clusters and machines by state', () => {
    const fleet = fleetOf(
      item('cluster', 'a', undefined, { state: 'failed' }),
      item('machine', 'm', 'a', { state: 'unhealthy' }),
      item('cluster', 'b'),
    );
    expect(counts(fleet)).toEqual({ failed: [1, 0], unhealthy: [0, 1], healthy: [1, 0] });
  });

  it('are of what is selected, if not everything is', () => {
    const fleet = covered(
      fleetOf(
        item('cluster', 'a', undefined, { state: 'failed' }),
        item('machine', 'm', 'a', { state: 'unhealthy' }),
        item('cluster', 'b', undefined, { state: 'failed' }),
      ),
      { clusters: { read: 2, total: 5 } },
    );
    const selected = tileCounts(fleet, new Set(['a', 'm'])).filter(({ clusters }) => clusters !== 0);
    expect(selected).toEqual([{ state: 'failed', clusters: 1, machines: 0 }]);
  });

  it('are not read for the other machines that the service counts', () => {
    const fleet = fleetOf(item('cluster', 'a'), item('machine', 'm', 'a'));
    expect(counts(covered(fleet, { machines: { read: 1, total: 5 } }))).toEqual({
      healthy: [1, 1],
      notRead: [0, 4],
    });
  });

  it('agree with the rows of the table, also if projects count clusters that have not been read', () => {
    const fleet = fleetOf(
      item('project', 'p', undefined, { state: 'failed', clusterStates: { failed: 1, healthy: 2 } }),
      ...['a', 'b', 'c', 'd'].map((id) => item('cluster', id, 'p', { state: 'notRead' })),
      item('cluster', 'e', undefined, { state: 'unhealthy' }),
      item('machine', 'm', 'e', { state: 'unhealthy' }),
    );
    expect(counts(fleet)).toEqual({ unhealthy: [1, 1], notRead: [4, 0] });
    for (const { state, clusters, machines = 0 } of tileCounts(fleet)) {
      const answer = fleetAnswer(fleet, `state:${state}`);
      const rows = allRows(fleet).filter((row) => answer.selected.has(row.item.id));
      expect(rows).toHaveLength(clusters + machines);
      expect(answer.clusters).toHaveLength(clusters);
    }
  });
});

describe('the favorites of a fleet', () => {
  it.each([
    ['p', ['p/a', 'p/b']],
    ['p/a', ['p/a']],
    ['p/b/pool', ['p/b']],
    ['p/b/pool/machine', ['p/b']],
    ['q', []],
  ])('are the clusters of %s', (favorite, clusters) => {
    const fleet = fleetWith(
      { favorites: [favorite] },
      item('project', 'p'),
      item('cluster', 'p/a', 'p'),
      item('cluster', 'p/b', 'p'),
      item('pool', 'p/b/pool', 'p/b'),
      item('machine', 'p/b/pool/machine', 'p/b/pool'),
      item('cluster', 'r/c', 'r'),
    );
    expect(fleetAnswer(fleet, 'is:favorite').clusters.map(({ item: { id } }) => id)).toEqual(clusters);
  });
});
