import { describe, expect, it } from 'vitest';
import type { GrantRow } from '../../../src/review/messages';
import {
  anyChange,
  anyFinding,
  cellText,
  columns,
  filterGrants,
  groupGrants,
  noFilter,
  sortGrants,
  viewOf,
  type View,
} from '../../../src/review/page/grants';

const plain: GrantRow = {
  id: '',
  who: { kind: 'team', id: 'platform', name: 'Platform', members: 12 },
  kind: 'resource',
  role: 'Resource Cluster Admin',
  allows: 'delete clusters',
  permissions: ['cluster.delete'],
  reach: 'payments · filter pci-dss',
  projects: ['payments'],
  findings: [],
  isRemovable: true,
};
const rows: readonly GrantRow[] = [
  { ...plain, id: 'plain' },
  { ...plain, id: 'unread', allows: 'not read', permissions: undefined, projects: ['atlas'] },
  { ...plain, id: 'viewer', role: 'Viewer', permissions: ['cluster.get'], projects: ['atlas'] },
  { ...plain, id: 'tenant', kind: 'tenant', projects: undefined, decision: { choice: 'keep' } },
  {
    ...plain,
    id: 'ann',
    who: { kind: 'user', id: 'ann', name: 'Ann' },
    findings: [{ finding: 'roleDisabled', isKnown: false, text: 'Role is disabled' }],
    decision: { note: 'asks Bo' },
    change: 'added',
  },
];

describe('the filter of a review', () => {
  it.each<[Partial<View['filter']>, readonly string[]]>([
    [{}, ['plain', 'unread', 'viewer', 'tenant', 'ann']],
    // What was not read may give the permission.
    [{ permission: 'cluster.delete' }, ['plain', 'unread', 'tenant', 'ann']],
    // A tenant role reaches all projects.
    [{ project: 'atlas' }, ['unread', 'viewer', 'tenant']],
    [{ permission: 'CLUSTER.GET' }, ['unread', 'viewer']],
    [{ permission: 'cluster.create' }, ['unread']],
    [{ kind: 'tenant' }, ['tenant']],
    [{ finding: 'roleDisabled' }, ['ann']],
    [{ finding: anyFinding }, ['ann']],
    [{ finding: anyChange }, ['ann']],
    [{ finding: 'matchesNoCluster' }, []],
    [{ decision: 'keep' }, ['tenant']],
    [{ decision: 'none', project: 'atlas' }, ['unread', 'viewer']],
    [{ text: 'PLATFORM viewer' }, ['viewer']],
    [{ text: 'asks' }, ['ann']],
    [{ text: 'not known' }, ['ann']],
  ])('%j shows %j', (part, ids) => {
    expect(filterGrants(rows, { ...noFilter, ...part }).map(({ id }) => id)).toEqual(ids);
  });
});

it('shows grants whose users have not signed in for some days, also if that is not known', () => {
  const now = Date.UTC(2026, 0, 1);
  const daysAgo = (days: number) => now - days * 86_400_000;
  const signedIn = { recent: daysAgo(89), old: daysAgo(91), never: 0, unread: undefined };
  const users = Object.entries(signedIn).map(([id, time]) => ({ ...plain, id, signedIn: time }));
  const found = (notSignedIn: string) =>
    filterGrants(users, { ...noFilter, notSignedIn }, now).map(({ id }) => id);
  expect(found('90')).toEqual(['old', 'never', 'unread']);
  expect(found('180')).toEqual(['never', 'unread']);
  expect(found('')).toHaveLength(4);
});

it('marks inactive users wherever they count', () => {
  const textOf = (who: GrantRow['who']) => cellText({ ...plain, who }, 'who');
  expect(textOf({ ...plain.who, inactive: 2 })).toBe('Platform · 12 members · 2 inactive');
  expect(textOf({ kind: 'user', id: 'ann', name: 'Ann', inactive: 1 })).toBe('Ann · inactive');
  expect(textOf({ ...plain.who, inactive: 0 })).toBe('Platform · 12 members');
});

it('never shows a finding that is not known like one that is', () => {
  const finding = { finding: 'roleDisabled', text: 'Role is disabled' } as const;
  const textOf = (isKnown: boolean) =>
    cellText({ ...plain, findings: [{ ...finding, isKnown }] }, 'findings');
  expect(textOf(true)).toBe('Role is disabled');
  expect(textOf(false)).toBe('Not known: Role is disabled');
});

it('sorts numbers by their value, in both directions, and keeps the order of what is the same', () => {
  const teams = ['Team 10', 'Team 9', 'Team 10'].map((name, index) => ({
    ...plain,
    id: `${index}`,
    who: { ...plain.who, name },
  }));
  const order = (isDescending: boolean) =>
    sortGrants(teams, { column: 'who', isDescending }).map(({ id }) => id);
  expect(order(false)).toEqual(['1', '0', '2']);
  expect(order(true)).toEqual(['0', '2', '1']);
});

it('groups by who has a grant, and by role', () => {
  const titles = (grouping: 'who' | 'role') => groupGrants(rows, grouping).map(({ title }) => title);
  expect(titles('who')).toEqual(['Platform · 12 members · 4 grants', 'Ann · 1 grant']);
  expect(titles('role')).toEqual(['Resource Cluster Admin · 4 grants', 'Viewer · 1 grant']);
});

it('who, role and decision fit into the narrowest tab', () => {
  expect(columns.fitting([], 276)).toEqual(['who', 'role', 'decision']);
});

describe('the view of a review', () => {
  it('is kept for its connection', () => {
    const view: View = { ...viewOf('a', undefined), grouping: 'role', filter: { ...noFilter, text: 'x' } };
    expect(viewOf('a', view)).toEqual(view);
    expect(viewOf('a', JSON.parse(JSON.stringify(view)))).toEqual(view);
  });

  it('has no filter of another connection, but its columns', () => {
    const table = { sort: { column: 'role', isDescending: true }, hidden: ['note'], widths: {} } as const;
    const view = viewOf('b', { ...viewOf('a', undefined), table, filter: { ...noFilter, text: 'x' } });
    expect(view.filter).toEqual(noFilter);
    expect(view.table).toEqual(table);
  });

  it.each([undefined, null, 7, {}, { connection: 'a' }, { ...viewOf('a', undefined), tab: 'other' }])(
    'is the default for %j, which another version may have stored',
    (stored) => {
      expect(viewOf('a', stored)).toEqual(viewOf('a', undefined));
    },
  );
});
