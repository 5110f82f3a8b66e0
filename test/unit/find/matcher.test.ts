import { describe, expect, it, test } from 'vitest';
import type { Coverage, Item } from '../../../src/items/item';
import { answerTo, notKnownText } from '../../../src/find/matcher';

const known: Coverage = {
  projects: { read: 1, total: 1 },
  clusters: { read: 3, total: undefined },
  machines: { read: 2 },
};

function item(kind: Item['kind'], name: string, parent?: string, more: Partial<Item> = {}): Item {
  const isListRead = kind === 'machine' ? undefined : true;
  const common = { state: 'healthy', cause: '', addresses: [], isStale: false } as const;
  return { kind, id: name, name, parent, isListRead, ...common, ...more };
}

const packs = [
  { layer: 'k8s', name: 'kubernetes', version: '1.31.8' },
  { layer: 'addon', name: 'k8s-dashboard', version: '2.7.0' },
];

/** One cluster of which everything was read, one of which little was, and one whose machines were not. */
const fleet: readonly Item[] = [
  item('project', 'payments'),
  item('cluster', 'eu', 'payments', {
    ...{
      cloudType: 'aws',
      region: 'Frankfurt',
      regionCode: 'eu-central-1',
      tags: ['env:prod', 'pci'],
      packs,
    },
    ...{ profiles: [{ name: 'base', version: '2.0.0' }], isUpdatable: true, isWaiting: true, machines: 2 },
    ...{ cores: { total: 64, used: 32 }, memoryMiB: { total: 65_536, used: 60_000 } },
  }),
  item('pool', 'workers', 'eu', { machines: 2 }),
  item('machine', 'eu-1', 'workers', { addresses: ['10.2.0.25'], state: 'unhealthy', cause: 'DiskPressure' }),
  item('machine', 'eu-2', 'workers', { addresses: ['10.20.0.25', 'fd00:10::15'] }),
  item('cluster', 'little', 'payments', { cloudType: 'azure', region: 'London', state: 'failed' }),
  item('pool', 'little-pool', 'little', { machines: 2 }),
  item('machine', 'little-1', 'little-pool', { addresses: ['10.3.0.25'] }),
  item('machine', 'little-2', 'little-pool', { addresses: ['10.3.0.26'] }),
  item('cluster', 'unread', 'payments', {
    ...{ cloudType: 'gcp', region: 'London', tags: ['env:test'], packs: [], profiles: [], machines: 0 },
    ...{ isListRead: false, isUpdatable: false, cores: { total: 8 }, memoryMiB: { total: 8192 } },
  }),
];

function ask(line: string, coverage = known, areApprovalsKnown = true, items = fleet) {
  const itemOf = (id: string) => items.find((one) => one.id === id);
  const context = { itemOf, items, favorites: new Set(['workers']), areApprovalsKnown, coverage };
  const { items: found, notKnown } = answerTo(line, items, context);
  return [found.map(({ name }) => name).join(' '), notKnownText(notKnown)] as const;
}

describe('an answer', () => {
  test.each<readonly [line: string, found: string, notKnown: string]>([
    ['kind:cluster', 'eu little unread', ''],
    // Counted at the cluster, though its pool and its machines have no answer either.
    ['env:prod', 'eu workers eu-1 eu-2', 'Not known: tags of 1 cluster'],
    ['-env:prod kind:machine', '', 'Not known: tags of 1 cluster · machines of 1 cluster'],
    ['pci', '', 'Not known: machines of 1 cluster'],
    ['tag:pci kind:cluster', 'eu', 'Not known: tags of 1 cluster'],
    ['tag:pc kind:cluster', '', 'Not known: tags of 1 cluster'],
    // That of the cluster without packs is none of them.
    ['k8s:1.31 kind:cluster', 'eu', 'Not known: versions of 2 clusters'],
    ['k8s:v1.31.8 kind:cluster', 'eu', 'Not known: versions of 2 clusters'],
    ['k8s:2.7.0 kind:cluster', '', 'Not known: versions of 2 clusters'],
    ['pack:k8s=2.7 kind:cluster', 'eu', 'Not known: versions of 1 cluster'],
    ['profile:base>=2 kind:cluster', 'eu', 'Not known: versions of 1 cluster'],
    ['is:updatable kind:cluster', 'eu', 'Not known: updates of 1 cluster'],
    ['is:waiting kind:cluster', 'eu', ''],
    ['is:favorite', 'workers eu-1 eu-2', ''],
    ['state:unhealthy kind:machine cluster:eu', 'eu-1', ''],
    ['state:unhealthy kind:cluster', '', 'Not known: machines of 1 cluster'],
    ['cause:disk kind:cluster', '', 'Not known: causes of 1 cluster · machines of 1 cluster'],
    ['cpu:50% kind:cluster', 'eu', 'Not known: sizes of 2 clusters'],
    ['cpu:>=64', 'eu', 'Not known: sizes of 1 cluster'],
    ['memory:>90%', 'eu', 'Not known: sizes of 2 clusters'],
    ['memory:64', 'eu', 'Not known: sizes of 1 cluster'],
    ['machines:2 kind:cluster', 'eu', 'Not known: sizes of 1 cluster'],
    ['machines:2 kind:pool -cluster:unread', 'workers little-pool', ''],
    ['region:frankfurt kind:cluster', 'eu', ''],
    ['region:eu-* kind:cluster', 'eu', ''],
    ['region:eu kind:cluster', '', ''],
    ['ip:10.2. cluster:eu', 'eu-1', ''],
    ['ip:10.2.0.0/16 cluster:eu', 'eu-1', ''],
    ['ip:10.2.0.25 cluster:eu', 'eu-1', ''],
    ['ip:FD00:10::/64 cluster:eu', 'eu-2', ''],
    ['ip:fd00:0010:0:0::15 cluster:eu', 'eu-2', ''],
    ['ip:0.0.0.0/0 cluster:eu', 'eu-1 eu-2', ''],
    // A cluster that can be ruled out is not counted.
    ['cloud:aws kind:machine', 'eu-1 eu-2', ''],
    ['cloud:gcp kind:machine', '', 'Not known: machines of 1 cluster'],
    ['env:prod kind:machine -state:healthy', 'eu-1', ''],
    ['cluster:eu', 'eu workers eu-1 eu-2', ''],
    ['-cluster:unread kind:pool', 'workers little-pool', ''],
    ['project:other', '', ''],
    ['project:pay*', fleet.map(({ name }) => name).join(' '), 'Not known: machines of 1 cluster'],
    ['project:pay*s kind:project', 'payments', ''],
    ['project:*pay*men*ts* kind:project', 'payments', ''],
    ['project:pay kind:project', 'payments', ''],
    ['project:pay* kind:project', 'payments', ''],
    ['project:ments* kind:project', '', ''],
    ['project:payments*payments kind:project', '', ''],
  ])('%s', (line, found, notKnown) => {
    expect(ask(line)).toEqual([found, notKnown]);
  });

  describe('of values that are older than the states', () => {
    const readAt = new Date(2026, 10, 20, 9).getTime();
    const hour = 3_600_000;
    const at = (name: string, used: number, age?: number): Item =>
      item('cluster', name, 'p', {
        readAt,
        cores: { total: 100, used },
        machines: 3,
        ages: age === undefined ? undefined : { usage: readAt - age },
      });
    const clusters = [at('eu', 4, hour), at('us', 95, 2 * hour), at('de', 95), at('uk', 4, 50_000)];
    const older = (line: string) => ask(line, known, true, [item('project', 'p'), ...clusters])[1];

    it.each([
      ['cpu:>90%', '2 clusters judged by values as of Nov 20, 07:00'],
      ['-cpu:>90%', '2 clusters judged by values as of Nov 20, 07:00'],
      ['cpu:>90% eu', '1 cluster judged by values as of Nov 20, 08:00'],
      // What decides is that its name is another one.
      ['cpu:>90% de', ''],
      ['machines:3', ''],
      ['state:healthy', ''],
    ])('says when they were read, if they decide: %s', (line, expected) => {
      expect(older(line)).toBe(expected);
    });
  });

  it('says that approvals are not known', () => {
    expect(ask('is:waiting kind:cluster', known, false)).toEqual([
      'eu',
      'Not known: approvals of 2 clusters',
    ]);
  });

  it('says that other projects are not known, and how many if the service tells', () => {
    const projects = (total: number | undefined) => ({ ...known, projects: { read: 1, total } });
    expect(ask('kind:project', projects(3))).toEqual(['payments', 'Not known: 2 projects']);
    expect(ask('kind:project', projects(undefined))).toEqual(['payments', 'Not known: other projects']);
    expect(ask('cluster:eu kind:cluster', projects(3))).toEqual(['eu', 'Not known: 2 projects']);
    // Then, no other project has clusters.
    const clusters = { ...projects(3), clusters: { read: 3, total: 3 } };
    expect(ask('kind:cluster', clusters)).toEqual(['eu little unread', '']);
    expect(ask('kind:project', clusters)).toEqual(['payments', 'Not known: 2 projects']);
  });

  it('says of which projects the clusters are not known', () => {
    const items = [item('project', 'a', undefined, { isListRead: false }), item('project', 'b')];
    expect(ask('kind:cluster', known, true, items)).toEqual(['', 'Not known: clusters of 1 project']);
    expect(ask('project:b kind:cluster', known, true, items)).toEqual(['', '']);
    const all = { ...known, projects: { read: 2, total: 2 }, clusters: { read: 0, total: 0 } };
    expect(ask('kind:cluster', all, true, items)).toEqual(['', '']);
  });

  it('names a favorite that was not read, and only the list that it is in', () => {
    const itemOf = (id: string) => fleet.find((one) => one.id === id);
    const inUnread = new Set(['unread/machine']);
    const context = { itemOf, items: fleet, favorites: inUnread, areApprovalsKnown: true, coverage: known };
    expect(notKnownText(answerTo('is:favorite', fleet, context).notKnown)).toBe(
      'Not known: machines of 1 cluster',
    );
    const elsewhere = { ...context, favorites: new Set(['eu/pool']) };
    expect(notKnownText(answerTo('is:favorite', fleet, elsewhere).notKnown)).toBe('');
  });
});
