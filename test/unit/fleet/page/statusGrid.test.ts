import { describe, expect, it } from 'vitest';
import { cellAfterKey } from '../../../../src/fleet/page/cells';
import { answerOf } from '../../../../src/fleet/page/answer';
import {
  clusterGroups,
  groupKey,
  orderOf,
  shownGrouping,
  type Grouping,
} from '../../../../src/fleet/page/clusterGroups';
import { clusterLines, spokenCluster } from '../../../../src/fleet/page/describe';
import type { PageFleet } from '../../../../src/fleet/page/fleet';
import { readView, type ChosenView } from '../../../../src/fleet/page/viewState';
import type { Item } from '../../../../src/items/item';
import { withValues } from '../../../../src/items/query/query';
import { fleetOf, item } from './support';

type Order = ReturnType<typeof orderOf>;

function texts(fleet: PageFleet, order: Order): readonly string[] {
  return clusterGroups(fleet, order).map(
    (group) =>
      `${group.name.replace('\u200e', '')}: ${group.clusters.map(({ item: { id } }) => id).join(' ')}`,
  );
}

/** The order of groups when they are first shown. */
function firstOrder(fleet: PageFleet, grouping: Grouping = 'project'): Order {
  return orderOf(undefined, fleet, grouping);
}

function at(fleet: PageFleet, header: Partial<PageFleet['header']>): PageFleet {
  return { ...fleet, header: { ...fleet.header, ...header } };
}

/** A fleet of which all clusters have been read. */
function read(...items: readonly Item[]): PageFleet {
  return at(fleetOf(...items), { readAt: 1 });
}

describe('the groups of the status grid', () => {
  const fleet = read(
    item('project', 'p'),
    item('project', 'q'),
    item('cluster', 'a', 'p', { cloudType: 'aws', region: 'east' }),
    item('cluster', 'b', 'p', { cloudType: 'azure' }),
    item('cluster', 'c', 'q', { cloudType: 'aws', state: 'failed' }),
    item('cluster', 'd', 'q', { cloudType: 'aws' }),
  );

  it.each<[Grouping, string[]]>([
    ['project', ['q: c d', 'p: a b']],
    ['cloud', ['aws: a c d', 'azure: b']],
    ['region', ['Unknown region: b c d', 'east: a']],
  ])('by %s have the worst first', (grouping, expected) => {
    expect(texts(fleet, firstOrder(fleet, grouping))).toEqual(expected);
  });

  const tagged = (...clusters: (readonly string[] | undefined)[]): PageFleet =>
    read(
      item('project', 'p'),
      ...clusters.map((tags, index) => item('cluster', String.fromCharCode(97 + index), 'p', { tags })),
    );

  it('by a tag key have its values, and tell none from not read', () => {
    const grouped = tagged(
      ['env:prod', 'tier:gold'],
      ['env:test'],
      ['environment:x'],
      undefined,
      ['env', 'env:prod'],
      ['env:prod'],
    );
    expect(texts(grouped, firstOrder(grouped, 'tag:env'))).toEqual([
      'env:prod: a f',
      'env:test: b',
      'No tag env: c',
      'Tags not read: d',
      'env, env:prod: e',
    ]);
  });

  it('by Kubernetes version have the oldest first, all with their names, and what was not read last', () => {
    const withVersion = (id: string, version: string | undefined, rest: Partial<Item> = {}): Item =>
      item('cluster', id, 'p', { packs: [{ layer: 'k8s', name: 'kubernetes', version }], ...rest });
    const minors = Array.from({ length: 12 }, (_, index) => withVersion(`m${index}`, `1.${20 + index}.1`));
    const versions = read(
      item('project', 'p'),
      item('cluster', 'a', 'p', { state: 'failed' }),
      withVersion('b', '1.32.4', { state: 'failed' }),
      withVersion('c', '1.9.9'),
      withVersion('d', 'v1.32.1-rke2'),
      withVersion('e', undefined),
      withVersion('f', 'latest'),
      withVersion('g', '1.31.x'),
      ...minors,
    );
    const order = firstOrder(versions, 'kubernetes');
    expect(texts(versions, order)).toEqual([
      '1.9: c',
      ...minors.slice(0, 11).map(({ id }, index) => `1.${20 + index}: ${id}`),
      '1.31: g m11',
      '1.32: b d',
      'Unknown version: e f',
      'Version not read: a',
    ]);
    // Whatever is read later.
    const some = read(item('project', 'p'), item('cluster', 'a', 'p'), withVersion('b', '1.32.4'));
    expect(texts(some, order)).toEqual(['1.32: b', 'Version not read: a']);
  });

  it('are those of projects again if the key of a tag is gone, but not before the clusters were read', () => {
    const groupingOf = (shown: PageFleet): Grouping => shownGrouping('tag:env', shown);
    const gone = at(tagged(['tier:gold']), { readAt: 2 });
    const whileReading = at(gone, { reading: { what: 'clusters', done: 1 } });
    expect(groupingOf(at(fleetOf(), { readAt: undefined }))).toBe('tag:env');
    expect(groupingOf(whileReading)).toBe('tag:env');
    expect(groupingOf(at(tagged(undefined), { readAt: 2 }))).toBe('tag:env');
    expect(groupingOf(gone)).toBe('project');
  });

  it.each<[Grouping, string[]]>([
    ['project', ['project:p', 'project:u-q', 'project:u-r']],
    ['cloud', ['cloud:aws', 'cloud:"my cloud"', '-']],
    ['region', ['region:"Ashburn, VA"', '-']],
    ['kubernetes', ['k8s:1.29', 'k8s:1.31', '-', '-']],
    ['tag:env', ['env:prod', 'env:"two words"', '-', '-', '-', '-']],
    ['tag:state', ['tag:state:on', '-', '-', '-']],
  ])('by %s are selected by a term, which selects no other cluster: %j', (grouping, terms) => {
    const k8s = (version?: string) => [{ name: 'kubernetes', layer: 'k8s', version }];
    const all = read(
      item('project', 'p'),
      item('project', 'q', undefined, { name: 'same', uid: 'u-q' }),
      item('project', 'r', undefined, { name: 'Same', uid: 'u-r' }),
      item('cluster', 'a', 'p', {
        cloudType: 'aws',
        region: 'Ashburn, VA',
        tags: ['env:prod', 'state:on'],
        packs: k8s('1.31.2'),
      }),
      item('cluster', 'b', 'q', { cloudType: 'my cloud', tags: ['env:two words'], packs: k8s('1.29.9') }),
      item('cluster', 'c', 'r', { tags: ['env', 'state'], packs: k8s() }),
      item('cluster', 'd', 'p', { tags: ['env:prod', 'env:b'], packs: k8s('1.31.8') }),
      item('cluster', 'e', 'p', { tags: [] }),
      item('cluster', 'f', 'p'),
    );
    const shown = clusterGroups(all, firstOrder(all, grouping)).map((group) => {
      const { value } = group;
      if (value === undefined) return '-';
      const line = withValues('', groupKey(grouping), [value]);
      const selected = answerOf(all, line).clusters;
      // Those with several tags are in a group of their own.
      expect(selected).toEqual(expect.arrayContaining([...group.clusters]));
      if (!grouping.startsWith('tag:')) expect(selected).toHaveLength(group.clusters.length);
      return line;
    });
    expect(shown.toSorted()).toEqual(terms.toSorted());
  });

  it('are stored with the view', () => {
    const view = readView(undefined);
    const stored = (grouping: string): ChosenView => readView({ ...view, tab: 'capacity', grouping });
    expect(stored('tag:env').grouping).toBe('tag:env');
    expect(stored('tag:').tab).toBe('capacity');
    expect(stored('team')).toEqual(view);
  });

  const projects = Array.from({ length: 30 }, (_, index) => item('project', `p${index}`));
  const many = (...changed: readonly Item[]): PageFleet =>
    read(...projects, ...projects.map(({ id }, index) => item('cluster', `c${index}`, id)), ...changed);
  const others = (...without: readonly number[]): string =>
    projects.flatMap((_, index) => (without.includes(index) ? [] : `c${index}`)).join(' ');

  it('are one group without names, which no term selects, where nothing needs attention', () => {
    const fine = many(item('cluster', 'c3', 'p3', { state: 'inTransition' }));
    expect(texts(fine, firstOrder(fine))).toEqual([`30 projects: ${others()}`]);
    expect(clusterGroups(fine, firstOrder(fine))).toMatchObject([{ isRest: true }]);
    expect(clusterGroups(fine, firstOrder(fine))[0]?.value).toBeUndefined();
  });

  const first = many(item('cluster', 'c5', 'p5', { state: 'unhealthy' }));
  const order = firstOrder(first);

  it('stay where they are until the clusters are read again, and are only added when machines are read', () => {
    expect(texts(first, order)).toEqual(['p5: c5', `29 other projects: ${others(5)}`]);
    const machinesRead = at(
      many(item('cluster', 'c5', 'p5'), item('cluster', 'c2', 'p2', { state: 'failed' })),
      { readAt: 1, reading: { what: 'machines', done: 1 } },
    );
    expect(texts(machinesRead, orderOf(order, machinesRead, 'project'))).toEqual([
      'p5: c5',
      'p2: c2',
      `28 other projects: ${others(2, 5)}`,
    ]);
    const refreshed = at(machinesRead, { readAt: 2, reading: undefined });
    expect(texts(refreshed, orderOf(order, refreshed, 'project'))).toEqual([
      'p2: c2',
      `29 other projects: ${others(2)}`,
    ]);
  });

  it('are only added while clusters are read', () => {
    const reading = at(many(item('cluster', 'c2', 'p2', { state: 'failed' }), item('cluster', 'c5', 'p5')), {
      readAt: 2,
      reading: { what: 'clusters', done: 1 },
    });
    expect(texts(reading, orderOf(order, reading, 'project')).slice(0, 2)).toEqual(['p5: c5', 'p2: c2']);
  });

  it('need attention also if only their project says so', () => {
    const summarized = many(
      ...projects.map(({ id }, index) => item('cluster', `c${index}`, id, { state: 'notRead' })),
      item('project', 'p7', undefined, { clusterStates: { failed: 1, healthy: 2 } }),
    );
    const [group] = texts(summarized, firstOrder(summarized));
    expect(group).toBe('p7 · Failed 1, Healthy 2: c7');
  });
});

describe('the cells', () => {
  const corner = (x: number, y: number) => ({ x, y });
  const corners = [corner(0, 0), corner(14, 0), corner(60, 0), corner(0, 18), corner(14, 18), corner(0, 32)];

  it.each([
    ['ArrowRight', 1, 2],
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 2, 4],
    ['ArrowUp', 5, 3],
    ['ArrowLeft', 0, undefined],
    ['ArrowDown', 5, undefined],
    ['Home', 3, 0],
    ['End', 0, 5],
    ['x', 0, undefined],
  ])('%s goes from cell %i to %s', (key, from, expected) => {
    expect(cellAfterKey(key, corners, from)).toBe(expected);
  });
});

it('a cluster is described by its state, place, machines and times', () => {
  const [cluster] = fleetOf(
    item('project', 'prod'),
    item('cluster', 'alpha', 'prod', {
      state: 'unhealthy',
      cause: 'Node not ready',
      cloudType: 'aws',
      machines: 3,
      cores: { total: 8, used: 2 },
      heartbeat: 0,
    }),
    item('machine', 'm', 'alpha', { state: 'failed' }),
  ).clusters;
  expect(cluster && clusterLines(cluster, 300_000)).toEqual([
    'alpha',
    'Unhealthy: Node not ready',
    'prod · aws',
    '3 machines: Failed 1 · 2 of 8 CPU cores used',
    'heartbeat 5 min ago',
  ]);
  // Screen readers start again with each cell.
  expect(cluster && spokenCluster(cluster)).toBe(
    'Unhealthy, Node not ready, Cluster, alpha, prod, aws, 3 machines: Failed 1, 2 of 8 CPU cores used',
  );
});
