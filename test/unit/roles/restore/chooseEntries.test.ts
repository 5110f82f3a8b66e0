import { describe, expect, it } from 'vitest';
import type { QuickPickItem } from 'vscode';
import type { JournalEntry } from '../../../../src/roles/journal/journal';
import type { ConnectionIdentity } from '../../../../src/connections/connection';
import { chooseEntries } from '../../../../src/roles/restore/restoreFlow';
import { nextQuickPick } from '../../support/quickPick';
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

const valueOf = (item: QuickPickItem): unknown => ('value' in item ? item.value : undefined);

/** What the user can choose from. */
async function entryItems(entries: readonly JournalEntry[], connection: ConnectionIdentity) {
  const list = nextQuickPick();
  const chosen = chooseEntries(entries, connection);
  const { items } = list;
  list.hidden.fire();
  expect(await chosen).toEqual([]);
  return items;
}

it('is for looking only if the connection is read-only', async () => {
  const list = nextQuickPick();
  const chosen = chooseEntries([entry(acme)], { ...acme, readOnly: true });
  expect(list).toMatchObject({ title: 'Removed Roles' });
  list.choose(...list.items);
  expect(await chosen).toHaveLength(1);
});

describe('the list of restorable roles', () => {
  it.each([
    ['removed', 'removed · 3 min ago · Acme (https://api.acme.dev/tenant-a)'],
    ['alreadyGone', 'was already removed · 3 min ago · Acme (https://api.acme.dev/tenant-a)'],
    ['unknown', 'removal not confirmed · 3 min ago · Acme (https://api.acme.dev/tenant-a)'],
  ] as const)('shows the outcome, age and connection (%s)', async (outcome, detail) => {
    const one = entry(acme, { outcome });
    expect(await entryItems([one], acme)).toMatchObject([{ value: one, detail }]);
  });

  it.each([
    ['another name', { ...acme, name: 'Beta' }],
    ['another base URL', { ...acme, baseUrl: 'https://api.acme.dev/tenant-b' }],
    ['a base URL that begins like it', { ...acme, baseUrl: 'https://api.acme.dev/tenant-ab' }],
  ])('names a connection with %s, but offers none of its roles', async (_name, other) => {
    const here = entry(acme);
    const items = await entryItems([entry(other), here, entry(other)], acme);
    expect(items.map(valueOf)).toEqual([here, undefined]);
    expect(items[1]).toMatchObject({
      label: '$(info) Removed through another connection',
      description: `${other.name} (${other.baseUrl})`,
      detail: expect.stringContaining('connect again with the same name and base URL') as unknown,
    });
  });

  it('says that there are no removed roles of this connection', async () => {
    expect(await entryItems([], acme)).toEqual([{ label: 'No removed roles to restore' }]);
    const items = await entryItems([entry({ ...acme, name: 'Beta' })], acme);
    expect(items.map(valueOf)).toEqual([undefined, undefined]);
  });
});
