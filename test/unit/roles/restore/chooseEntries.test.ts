import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../../src/roles/journal/journal';
import { entryItems } from '../../../../src/roles/restore/chooseEntries';
import { removal } from '../support/removal';

const now = Date.now();
const acme = { name: 'Acme', baseUrl: 'https://api.acme.dev/tenant-a' };

function entry(connection: JournalEntry['connection'], more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    ...removal,
    connection,
    id: `${connection.name} ${connection.baseUrl}`,
    startedAt: now - 3 * 60_000,
    outcome: 'removed',
    isUnderWay: false,
    restored: undefined,
    ...more,
  };
}

describe('the list of restorable roles', () => {
  it.each([
    ['removed', 'Removed · 3 min ago · Acme (https://api.acme.dev/tenant-a)'],
    ['alreadyGone', 'Already removed · 3 min ago · Acme (https://api.acme.dev/tenant-a)'],
    ['unknown', 'Removal not confirmed · 3 min ago · Acme (https://api.acme.dev/tenant-a)'],
  ] as const)('shows the outcome, age and connection (%s)', (outcome, detail) => {
    const one = entry(acme, { outcome });
    expect(entryItems([one], acme, now)).toMatchObject([{ value: one, detail }]);
  });

  it.each([
    ['another name', { ...acme, name: 'Beta' }],
    ['another base URL', { ...acme, baseUrl: 'https://api.acme.dev/tenant-b' }],
    ['a base URL that begins like it', { ...acme, baseUrl: 'https://api.acme.dev/tenant-ab' }],
  ])('names a connection with %s, but offers none of its roles', (_name, other) => {
    const here = entry(acme);
    const items = entryItems([entry(other), here, entry(other)], acme, now);
    expect(items.map(({ value }) => value)).toEqual([here, undefined]);
    expect(items[1]).toMatchObject({
      label: '$(info) Removed through another connection',
      description: `${other.name} (${other.baseUrl})`,
      detail: expect.stringContaining('connect again with the same name and base URL') as unknown,
    });
  });

  it('says that there are no removed roles of this connection', () => {
    expect(entryItems([], acme, now)).toEqual([{ label: 'No removed roles to restore' }]);
    const items = entryItems([entry({ ...acme, name: 'Beta' })], acme, now);
    expect(items.map(({ value }) => value)).toEqual([undefined, undefined]);
  });
});
