import { describe, expect, it } from 'vitest';
import { unknownHealth } from '../../../../src/items/health';
import { matchRank, namesOf, RowMatches } from '../../../../src/items/find/matches';
import { kindOf } from '../../../../src/items/kinds';
import type { ResourceRow } from '../../../../src/items/kinds';
import { machineFrom, projectFrom } from '../../support/resources';

const project = (name: string, uid: string): ResourceRow => ({
  kind: 'project',
  id: uid,
  parent: undefined,
  project: projectFrom({ metadata: { name, uid } }),
});

const machine = (name: string, nic: object, addresses: readonly object[] = []): ResourceRow => ({
  kind: 'machine',
  id: name,
  parent: undefined as never,
  readAt: 0,
  health: unknownHealth,
  machine: machineFrom({
    metadata: { name, uid: `uid-${name}` },
    spec: { nics: [nic] },
    status: { addresses },
  }),
});

const cluster = (name: string, tags?: readonly string[]): ResourceRow => ({
  kind: 'cluster',
  id: name,
  parent: undefined as never,
  usage: { name, uid: `uid-${name}` },
  found: { tags, source: {} },
  readings: {},
});

const rows = [
  project('my-web-shop', 'p1'),
  project('webshop', 'p2'),
  project('web', 'p3'),
  project('', 'p4-web'),
  machine('worker-1', { privateIPs: ['10.0.0.11', ''], publicIp: '203.0.113.9' }),
  machine('worker-2', { privateIPs: ['10.0.0.1'] }, [{ type: 'ExternalIP', address: '198.51.100.7' }]),
];

const found = (text: string, limit = 100) =>
  new RowMatches(rows).find(text, limit).map((row) => kindOf(row).name(row) ?? '');

describe('a row is found', () => {
  it.each([
    ['', rows.map((row) => kindOf(row).name(row) ?? '')],
    // The whole name, its beginning, a part of it, a part of the UID.
    ['web', ['web', 'webshop', 'my-web-shop', '']],
    [' WEB ', ['web', 'webshop', 'my-web-shop', '']],
    ['uid-worker-2', ['worker-2']],
    // A complete address comes before a longer one with the same beginning.
    ['10.0.0.1', ['worker-2', 'worker-1']],
    ['203.0.113', ['worker-1']],
    ['198.51.100.7', ['worker-2']],
    ['nobody', []],
  ])('by %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('at each step while a user types, corrects and deletes text', () => {
    const matches = new RowMatches(rows);
    const typed = ['w', 'webs', 'web', 'work', 'worker-2', 'worker-1', '', 'my'];
    for (const text of typed) {
      expect(matches.find(text, 100).map((row) => kindOf(row).name(row) ?? '')).toEqual(found(text));
    }
  });

  it('among many, and only the best matches are returned', () => {
    expect(found('web', 2)).toEqual(['web', 'webshop']);
  });
});

describe('clusters are found by their tags', () => {
  const tagged = [
    project('env:prod', 'p1'),
    cluster('shop-eu', ['env:prod', 'tier:gold']),
    cluster('shop-us', ['env:production', 'internal-only']),
    cluster('shop-ap', ['env:test']),
    cluster('unread'),
    cluster('prod', []),
    machine('worker-1', { privateIPs: ['fd00::25'] }),
  ];
  const names = (text: string): string => {
    const ids = new RowMatches(tagged).find(text, 100).map(({ id }) => id);
    // Agents find the same.
    const ranked = tagged.filter((row) => matchRank(namesOf(row), text) !== undefined);
    expect(ranked.map(({ id }) => id).sort()).toEqual([...ids].sort());
    return ids.join(' ');
  };

  it.each([
    // What is called like that comes first.
    ['env:prod', 'p1 shop-eu shop-us'],
    ['ENV:Prod', 'p1 shop-eu shop-us'],
    // A colon ends the tag.
    ['env:prod:', 'shop-eu'],
    ['env:prod eu', 'shop-eu'],
    ['us env:prod', 'shop-us'],
    ['env:', 'p1 shop-eu shop-us shop-ap'],
    ['internal-only:', 'shop-us'],
    // Alternatives of one key, and two keys.
    ['env:prod: env:test', 'shop-eu shop-ap'],
    ['env:prod tier:gold', 'shop-eu'],
    // Without a colon, only names count.
    ['gold', ''],
    ['prod', 'prod p1'],
    ['fd00::25', 'worker-1'],
  ])('%j', (text, expected) => {
    expect(names(text)).toBe(expected);
  });

  it('at each step while a user types', () => {
    const matches = new RowMatches(tagged);
    for (const text of ['e', 'env:t', 'env:test', 'env:test env:p', 'env:test env:prod:', 'env:test']) {
      expect(matches.find(text, 100)).toEqual(new RowMatches(tagged).find(text, 100));
    }
  });
});
