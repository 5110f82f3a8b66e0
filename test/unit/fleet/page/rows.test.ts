import { describe, expect, it } from 'vitest';
import { fleetAnswer } from '../../../../src/fleet/page/answer';
import type { PageFleet } from '../../../../src/fleet/page/fleet';
import { groupItems, heldGroups } from '../../../../src/fleet/page/groups';
import { itemColumns } from '../../../../src/fleet/page/itemColumns';
import { readPageView } from '../../../../src/fleet/page/view';
import { groupByCause } from '../../../../src/items/causeGroups';
import { fields, sortedBy, versionColumns, type TableColumn } from '../../../../src/items/fields';
import type { Item } from '../../../../src/items/item';
import { notKnownText } from '../../../../src/find/matcher';
import { allRows, fleetOf, fleetWith, item } from './support';

const fleet = fleetOf(
  item('project', 'prod'),
  item('project', 'test', undefined, { clusterStates: { failed: 2, healthy: 1 } }),
  item('cluster', 'alpha', 'prod', {
    cloudType: 'aws',
    heartbeat: 3,
    cause: 'Node not ready',
    state: 'unhealthy',
  }),
  item('pool', 'workers', 'alpha'),
  item('machine', 'alpha-10', 'workers', { addresses: ['10.0.0.25'], heartbeat: 2, state: 'failed' }),
  item('machine', 'alpha-9', 'workers', { uid: 'abc-123', addresses: ['10.0.0.3'] }),
  item('cluster', 'beta', 'prod', { cloudType: 'azure', heartbeat: 1 }),
  item('cluster', 'gamma', 'test', { state: 'notRead' }),
);
const rows = allRows(fleet);
const ids = (shown: readonly { readonly item: { readonly id: string } }[]): readonly string[] =>
  shown.map(({ item: { id } }) => id);

function rowsBy(of: PageFleet, query: string): readonly string[] {
  const { selected } = fleetAnswer(of, query);
  return ids(allRows(of)).filter((id) => selected.has(id));
}

it('the rows are clusters and machines with the names of what contains them, unless their own begin with them', () => {
  expect(rows.map((row) => `${row.item.id}: ${fields.path.text(row)}`)).toEqual([
    'alpha: prod',
    'alpha-10: prod › workers',
    'alpha-9: prod › workers',
    'beta: prod',
    'gamma: test',
  ]);
});

describe('tags', () => {
  const tagged = fleetOf(
    item('project', 'p'),
    item('cluster', 'a', 'p', { tags: ['env:prod', 'tier:gold'] }),
    item('machine', 'm', 'a'),
    item('cluster', 'b', 'p', { tags: ['env:prod'] }),
    item('cluster', 'c', 'p', { tags: ['env:test', 'tier:gold', 'env:test'] }),
    item('cluster', 'd', 'p', { tags: [] }),
    item('cluster', 'e', 'p'),
  );

  it.each([
    ['', 'a b c d e'],
    ['env:prod', 'a b'],
    // Alternatives of one key, and then a second key.
    ['env:prod,test', 'a b c'],
    ['env:prod tier:gold', 'a'],
    ['env:prod,test tier:gold', 'a c'],
    ['env:', 'a b c d e'],
    ['env:*', 'a b c'],
    ['ENV:prod', 'a b'],
    ['-env:prod', 'c d'],
  ])('select clusters: %j', (query, expected) => {
    expect(ids(fleetAnswer(tagged, query).clusters).join(' ')).toBe(expected);
  });

  it('select machines by their clusters', () => {
    expect(rowsBy(tagged, 'tier:gold')).toEqual(['a', 'm', 'c']);
  });

  it('that were not read are never taken for none', () => {
    const { unanswered, notKnown } = fleetAnswer(tagged, '-env:prod');
    expect(unanswered.map(({ id }) => id)).toEqual(['e']);
    expect(notKnownText(notKnown)).toContain('Not known: tags of 1 cluster');
  });
});

describe('sorting', () => {
  it.each<[TableColumn, boolean, string[]]>([
    ['state', false, ['alpha-10', 'alpha', 'alpha-9', 'beta', 'gamma']],
    ['name', false, ['alpha', 'alpha-9', 'alpha-10', 'beta', 'gamma']],
    ['name', true, ['gamma', 'beta', 'alpha-10', 'alpha-9', 'alpha']],
    ['addresses', true, ['alpha-10', 'alpha-9', 'alpha', 'beta', 'gamma']],
    ['heartbeat', false, ['beta', 'alpha-10', 'alpha', 'alpha-9', 'gamma']],
  ])('by %s, descending: %s', (column, isDescending, expected) => {
    expect(ids(sortedBy(rows, column, isDescending))).toEqual(expected);
  });
});

describe('versions', () => {
  const packs = (kubernetes: string, os: string): Partial<Item> => ({
    packs: [
      { layer: 'k8s', name: 'kubernetes', version: kubernetes },
      { layer: 'os', name: 'ubuntu', version: os },
    ],
    profiles: [{ name: 'base', version: '3' }, { name: 'services' }],
  });
  const all = allRows(
    fleetOf(
      item('project', 'p'),
      item('cluster', 'none', 'p', { packs: [], profiles: [] }),
      item('cluster', 'new', 'p', packs('v1.31.8', '22.04')),
      item('cluster', 'old', 'p', packs('1.9.3', '24.04')),
      item('pool', 'w', 'old'),
      item('machine', 'm', 'w'),
      item('cluster', 'unread', 'p'),
    ),
  );

  it('of a machine are those of its cluster, and what was not read is said', () => {
    const texts = all.map((row) => [
      row.item.id,
      ...versionColumns.map((column) => fields[column].text(row)),
    ]);
    expect(texts).toEqual([
      ['none', '', '', ''],
      ['new', 'v1.31.8', 'ubuntu 22.04', 'base 3, services'],
      ['old', '1.9.3', 'ubuntu 24.04', 'base 3, services'],
      ['m', '1.9.3', 'ubuntu 24.04', 'base 3, services'],
      ['unread', 'Not read', 'Not read', 'Not read'],
    ]);
  });

  it.each<[TableColumn, string]>([
    ['kubernetes', 'm old new none unread'],
    ['os', 'new m old none unread'],
  ])('sort the oldest first, and what is not known last: %s', (column, expected) => {
    expect(ids(sortedBy(all, column, false)).join(' ')).toBe(expected);
  });
});

it('what is the same in a column stands together by state, cause and name', () => {
  const failing = fleetOf(
    item('project', 'p'),
    item('cluster', 'c', 'p'),
    item('pool', 'w', 'c'),
    item('machine', 'w-10', 'w', {
      state: 'unhealthy',
      cause: 'NotReady',
      message: 'a',
      addresses: ['10.0.0.1'],
    }),
    item('machine', 'w-3', 'w', {
      state: 'unhealthy',
      cause: 'DiskPressure',
      message: 'z',
      addresses: ['10.0.0.1'],
    }),
    item('machine', 'w-9', 'w', {
      state: 'unhealthy',
      cause: 'NotReady',
      message: 'b',
      addresses: ['10.0.0.1'],
    }),
    item('machine', 'w-1', 'w', { state: 'failed', cause: 'Zombie', addresses: ['10.0.0.1'] }),
  );
  const machines = allRows(failing).filter((row) => row.item.kind === 'machine');
  const sorted = ['w-1', 'w-3', 'w-9', 'w-10'];
  expect(ids(sortedBy(machines, 'state', false))).toEqual(sorted);
  expect(ids(sortedBy(machines, 'addresses', true))).toEqual(sorted);
});

describe('groups', () => {
  const ill = { state: 'unhealthy', cause: 'DiskPressure' } as const;
  const grouped = (...others: readonly Item[]): readonly string[] =>
    groupByCause(
      allRows(
        fleetOf(
          item('project', 'p'),
          item('cluster', 'a', 'p', { ...ill, cause: 'DiskPressure on 2 machines' }),
          item('cluster', 'b', 'p', { state: 'failed', cause: 'Failed' }),
          item('pool', 'aw', 'a'),
          item('pool', 'bw', 'b'),
          item('machine', 'aw-1', 'aw', ill),
          item('machine', 'aw-2', 'aw', ill),
          item('machine', 'bw-1', 'bw', ill),
          ...others,
        ),
      ),
    ).map((group) => `${group.cause} · ${group.counts} (${group.rows.map((row) => row.item.id).join(' ')})`);

  it('have the rows with the same cause, the worst first', () => {
    expect(grouped(item('cluster', 'h', 'p'))).toEqual([
      'Failed · 1 cluster (b)',
      'DiskPressure · 1 cluster, 3 machines (a aw-1 aw-2 bw-1)',
      'Healthy · 1 cluster (h)',
    ]);
  });

  it('have what failed together, in whichever state and however many machines of it', () => {
    const cause = 'cni OOMKilled';
    expect(
      grouped(
        item('cluster', 'c', 'p', { ...ill, cause: `${cause} · 1 of 3 machines unhealthy` }),
        item('cluster', 'd', 'p', { ...ill, cause }),
        item('cluster', 'e', 'p', { state: 'failed', cause }),
        item('cluster', 'f', 'p', { state: 'notRead' }),
      ),
    ).toEqual([
      'Failed · 1 cluster (b)',
      `${cause} · 3 clusters (c d e)`,
      'DiskPressure · 1 cluster, 3 machines (a aw-1 aw-2 bw-1)',
      'Not read · 1 cluster (f)',
    ]);
  });

  it('are those of a message, where there is one, without what differs', () => {
    const failed = { state: 'failed', cause: 'Failed', message: 'No valid host was found' } as const;
    const full = (disk: number) => ({ ...ill, message: `/var of node-${disk} is ${disk}% full` });
    expect(
      grouped(
        item('machine', 'bw-2', 'bw', failed),
        item('machine', 'bw-3', 'bw', failed),
        item('machine', 'bw-4', 'bw', { ...failed, message: 'Quota exceeded' }),
        item('cluster', 'd', 'p', { state: 'failed', cause: 'Failed' }),
        item('pool', 'dw', 'd'),
        item('machine', 'dw-1', 'dw', failed),
        item('machine', 'dw-2', 'dw', full(91)),
        item('machine', 'dw-3', 'dw', full(93)),
      ).map((text) => text.replace(/ \(.*/, '')),
    ).toEqual([
      'Failed · 1 cluster',
      'No valid host was found · 1 cluster, 3 machines',
      'Quota exceeded · 1 machine',
      'DiskPressure · 1 cluster, 3 machines',
      'DiskPressure: /var of … is … full · 2 machines',
    ]);
  });

  it('have a cluster by itself if it says more than its machines', () => {
    const cause = 'fluent-bit: CrashLoopBackOff · DiskPressure: 1 machine';
    expect(
      grouped(
        item('cluster', 'd', 'p', { state: 'unhealthy', cause }),
        item('pool', 'dw', 'd'),
        item('machine', 'dw-1', 'dw', ill),
      )[2],
    ).toBe('fluent-bit: CrashLoopBackOff · 1 cluster (d)');
  });

  it('count the clusters that have the cause themselves', () => {
    expect(grouped(item('cluster', 'c', 'p', ill))[1]).toBe(
      'DiskPressure · 2 clusters, 3 machines (a aw-1 aw-2 bw-1 c)',
    );
  });
});

it('what recovers while the user looks stays in its place, but not what another query leaves out', () => {
  const ill = { state: 'unhealthy', cause: 'DiskPressure' } as const;
  const rows = allRows(
    fleetOf(item('project', 'p'), item('cluster', 'a', 'p', ill), item('cluster', 'b', 'p')),
  );
  const shown = (query: string, ...ids: readonly string[]): readonly string[] => {
    const selected = rows.filter(({ id }) => ids.includes(id));
    const rowOf = (id: string) => rows.find((row) => row.id === id);
    const groups = heldGroups(`1 ${query}`, groupItems(selected, 'cause', false) ?? [], rowOf);
    return groups.map(
      ({ title, recovered, isNew }) => `${title}: ${recovered} recovered${isNew ? ', new' : ''}`,
    );
  };
  expect(shown('is:problem', 'a')).toEqual(['DiskPressure: 0 recovered']);
  expect(shown('is:problem', 'b')).toEqual(['DiskPressure: 1 recovered', 'Healthy: 0 recovered, new']);
  expect(shown('state:healthy', 'b')).toEqual(['Healthy: 0 recovered']);
});

describe('columns', () => {
  it.each([
    [300, ['state', 'name', 'cause']],
    [456, ['state', 'name', 'cause']],
    [900, ['state', 'name', 'cause']],
    [920, ['state', 'name', 'cause', 'machines']],
    [1140, ['state', 'name', 'cause', 'machines', 'kubernetes']],
  ])('in %i pixels', (width, expected) => {
    expect(itemColumns.fitting(readPageView(undefined).table.hidden, width)).toEqual(expected);
  });

  it('leave their room to others when they are hidden', () => {
    expect(
      itemColumns.fitting(
        itemColumns.names.filter((name) => !['state', 'name', 'addresses', 'uid'].includes(name)),
        690,
      ),
    ).toEqual(['state', 'name', 'addresses', 'uid']);
  });

  it('leave the cause the most room, in whichever table they fit', () => {
    for (const width of [840, 960, 1010, 1300, 1700]) {
      const shown = itemColumns.fitting(readPageView(undefined).table.hidden, width);
      const [, ...others] = itemColumns.style(shown, {}, width).split('minmax(').slice(1);
      const shares = others.map((track) => Number(/(\d+)fr/.exec(track)?.[1]));
      const sum = shares.reduce((one, other) => one + other, 210);
      expect(((width - 44) * (shares[0] ?? 0)) / sum).toBeGreaterThanOrEqual(560);
    }
  });

  it('show the end of a name in a narrow table, and never need more than there is', () => {
    expect(itemColumns.style(['state', 'name', 'cause'], {}, 330)).toBe(
      '--columns: 44px minmax(120px, 210fr) minmax(120px, 600fr)',
    );
    expect(itemColumns.style(['state', 'name', 'cause', 'cpu'], {}, 330)).toBe(
      '--columns: 44px minmax(34px, 210fr) minmax(34px, 600fr) minmax(210px, 220fr)',
    );
    expect(itemColumns.style(['state', 'name', 'cause', 'memory'], {}, 200)).toContain('minmax(0px, 210fr)');
  });

  it('are shown if the table is sorted by them, even if they are hidden or there is no room', () => {
    expect(itemColumns.fitting(['certificate'], 300, ['certificate'])).toEqual([
      ...['state', 'name', 'cause', 'certificate'],
    ]);
  });

  it('share their width when the border between them is moved, and none disappears', () => {
    const half = itemColumns.resized({}, 'name', 'cause', 0.5);
    expect(half['name']).toBe(half['cause']);
    const least = itemColumns.resized(half, 'name', 'cause', -3);
    expect(least['name']).toBeGreaterThan(50);
    expect(itemColumns.shareOf(least, 'name', 'cause')).toBeCloseTo(0.15);
    expect(itemColumns.style(['state', 'name'], least, 456)).toBe(
      `--columns: 44px minmax(0px, ${least['name']}fr)`,
    );
  });
});

describe('a query', () => {
  it.each([
    ['10.0.0.25', ['alpha-10']],
    ['ABC-1', ['alpha-9']],
    ['node alpha', ['alpha']],
    ['ALPHA', ['alpha', 'alpha-10', 'alpha-9']],
    ['  ', ['alpha', 'alpha-10', 'alpha-9', 'beta', 'gamma']],
    ['nothing', []],
  ])('selects rows by %j', (query, expected) => {
    expect(rowsBy(fleet, query)).toEqual(expected);
  });

  it.each([
    ['cloud:aws', ['alpha', 'alpha-10', 'alpha-9'], ['alpha']],
    ['project:test', ['gamma'], ['gamma']],
    ['cluster:beta,alpha state:healthy', ['alpha-9', 'beta'], ['alpha', 'beta']],
    ['state:unhealthy', ['alpha'], ['alpha']],
    // A cluster is shown for its machines, but never for what its project counts without names.
    ['state:failed', ['alpha-10'], ['alpha']],
    ['state:failed kind:cluster', [], []],
    ['kind:cluster', ['alpha', 'beta', 'gamma'], ['alpha', 'beta', 'gamma']],
    ['kind:machine', ['alpha-10', 'alpha-9'], ['alpha']],
    ['kind:pool', [], ['alpha']],
    ['state:notRead', ['gamma'], ['gamma']],
    ['state:failed,unhealthy cloud:azure', [], []],
  ])('selects rows and clusters by %j', (query, expectedRows, expectedClusters) => {
    expect(rowsBy(fleet, query)).toEqual(expectedRows);
    expect(ids(fleetAnswer(fleet, query).clusters)).toEqual(expectedClusters);
  });

  it('says of which clusters the machines were not read, unless they are ruled out', () => {
    const coverage = {
      projects: { read: 1, total: 1 },
      clusters: { read: 2, total: 2 },
      machines: { read: 0 },
    };
    const partly = fleetWith(
      { coverage },
      item('project', 'p'),
      item('cluster', 'a', 'p', { cloudType: 'aws', isListRead: false }),
      item('cluster', 'b', 'p', { cloudType: 'gcp', isListRead: false }),
    );
    const textOf = (query: string): string => notKnownText(fleetAnswer(partly, query).notKnown);
    expect(textOf('disk')).toBe('Not known: machines of 2 clusters');
    expect(textOf('disk cloud:aws')).toBe('Not known: machines of 1 cluster');
    expect(textOf('kind:cluster')).toBe('');
  });

  it('does not know who waits for approval if that was not read', () => {
    const waiting = (header: Parameters<typeof fleetWith>[0]) => {
      const { selected, unanswered } = fleetAnswer(
        fleetWith(header, item('cluster', 'a', undefined, { isWaiting: true }), item('cluster', 'b')),
        'is:waiting',
      );
      return [[...selected], unanswered.map(({ id }) => id)];
    };
    expect(waiting({})).toEqual([['a'], []]);
    expect(waiting({ areApprovalsKnown: false })).toEqual([['a'], ['b']]);
  });
});
