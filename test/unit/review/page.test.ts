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
