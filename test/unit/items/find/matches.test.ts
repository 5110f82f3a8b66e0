import { describe, expect, it } from 'vitest';
import { unknownHealth } from '../../../../src/presentation/health';
import { RowMatches } from '../../../../src/items/find/matches';
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
