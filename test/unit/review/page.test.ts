import { describe, expect, it } from 'vitest';
import { fieldText } from '../../../src/access/grantFields';
import { grantTerms, selectGrants } from '../../../src/access/grantTerms';
import { suggestionsFor } from '../../../src/query/suggest';
import type { GrantRow } from '../../../src/review/messages';
import { columns, textIn } from '../../../src/review/page/columns';
import { readView, viewOf, type View } from '../../../src/review/page/view';

const plain: GrantRow = {
  id: '',
  who: { kind: 'team', id: 'platform', name: 'Platform', members: 12 },
  kind: 'resource',
  role: 'Resource Cluster Admin',
  allows: 'delete clusters',
  permissions: ['cluster.delete'],
  reach: 'payments · filter pci-dss',
  projectNames: ['payments'],
  findings: [],
  isRemovable: true,
  choice: 'none',
  note: '',
  outcome: undefined,
  isGone: undefined,
  change: undefined,
  decidedAt: undefined,
  notNow: undefined,
};
const rows: readonly GrantRow[] = [
  { ...plain, id: 'plain' },
  { ...plain, id: 'unread', allows: 'not read', permissions: undefined, projectNames: ['atlas'] },
  { ...plain, id: 'viewer', role: 'Viewer', permissions: ['cluster.get'], projectNames: ['atlas'] },
  { ...plain, id: 'tenant', kind: 'tenant', projectNames: 'all', choice: 'keep' },
  {
    ...plain,
    id: 'ann',
    who: { kind: 'user', id: 'ann', name: 'Ann' },
    findings: [{ finding: 'roleDisabled', isKnown: false, text: 'Role is disabled' }],
    note: 'asks Bo',
    change: 'added',
  },
  { ...plain, id: 'gone', isGone: true, change: 'gone' },
  {
    ...plain,
    id: 'removed',
    role: 'Viewer',
    isGone: true,
    change: 'removed',
    outcome: 'removed',
    choice: 'remove',
  },
];

describe('the query of a review', () => {
  it.each<[string, readonly string[]]>([
    // What is gone since the last review is only shown to those who ask for it.
    ['', ['plain', 'unread', 'viewer', 'tenant', 'ann', 'removed']],
    ['change:gone', ['gone', 'removed']],
    ['CHANGE:Added', ['ann']],
    ['change:added,gone', ['ann', 'gone', 'removed']],
    // What was not read may give the permission.
    ['allows:cluster.delete', ['plain', 'unread', 'tenant', 'ann', 'removed']],
    ['-allows:cluster.delete', ['unread', 'viewer']],
    // A tenant role reaches all projects.
    ['project:atlas', ['unread', 'viewer', 'tenant']],
    ['allows:CLUSTER.GET', ['unread', 'viewer']],
    ['allows:cluster.*', ['plain', 'unread', 'viewer', 'tenant', 'ann', 'removed']],
    ['allows:cluster.create', ['unread']],
    ['kind:tenant', ['tenant']],
    ['-kind:Tenant', ['plain', 'unread', 'viewer', 'ann', 'removed']],
    ['finding:roleDisabled', ['ann']],
    ['finding:any', ['ann']],
    ['finding:matchesNoCluster', []],
    ['decision:keep', ['tenant']],
    ['decision:undecided project:atlas', ['unread', 'viewer']],
    ['decision:remove', ['removed']],
    ['role:viewer', ['viewer', 'removed']],
    ['role:"Cluster Admin"', ['plain', 'unread', 'tenant', 'ann']],
    ['role:"Resource Cluster Admin" kind:tenant', ['tenant']],
    ['team:plat*', ['plain', 'unread', 'viewer', 'tenant', 'removed']],
    ['user:ann', ['ann']],
    ['PLATFORM viewer', ['viewer', 'removed']],
    ['asks', ['ann']],
    ['"not known"', ['ann']],
  ])('%j shows %j', (line, ids) => {
    const { rows: found, problems } = selectGrants(line, rows);
    expect([found.map(({ id }) => id), problems]).toEqual([ids, []]);
  });

  it('says of how many grants the answer is not known', () => {
    expect(selectGrants('allows:cluster.create', rows).notKnown).toBe(1);
    expect(selectGrants('-allows:cluster.create', rows).notKnown).toBe(1);
    expect(selectGrants('finding:roleDisabled', rows).notKnown).toBe(1);
    expect(selectGrants('kind:tenant', rows).notKnown).toBe(0);
  });

  it.each([
    ['kind:other', 'kind: takes tenant, project, workspace, resource'],
    ['decision:none', 'decision: takes undecided, keep, remove'],
    ['signed-in:recently', 'signed-in: takes never, or a number of days such as >90 or <30'],
    ['kind:tenat', "kind: doesn't take tenat (did you mean kind:tenant?)"],
    ['signed-in:nevr', "signed-in: doesn't take nevr (did you mean signed-in:never?)"],
    ['rol:Viewer', 'No term is called rol (did you mean role:?)'],
    [
      'env:prod',
      'No term is called env. Terms: team, user, signed-in, kind, role, allows, project, finding, change, decision',
    ],
  ])('says what is wrong with %s, and leaves it out', (line, problem) => {
    const { rows: found, problems } = selectGrants(line, rows);
    expect([found.length, problems]).toEqual([rows.length - 1, [problem]]);
  });

  it('selects nothing by a line that is too long, and says so', () => {
    expect(selectGrants(`user:${'ann,'.repeat(2000)}`, rows)).toEqual({
      rows: [],
      notKnown: 0,
      problems: ['The line is longer than 5,000 characters, so it selects nothing'],
    });
  });

  it('suggests an example of each key, which can be asked for', () => {
    const examples = suggestionsFor('', 0, rows, grantTerms).map(({ detail }) => detail);
    expect(examples).toContain('role:Viewer');
    expect(examples).not.toContain(undefined);
    expect(selectGrants(examples.join(' '), rows).problems).toEqual([]);
  });

  it('suggests keys, and the values of a key that occur', () => {
    const labels = (line: string) =>
      suggestionsFor(line, line.length, rows, grantTerms).map(({ label }) => label);
    expect(labels('de')).toEqual(['decision:']);
    expect(labels('role:')).toEqual(['Cluster Admin', 'Resource Cluster Admin', 'Viewer']);
    expect(labels('project:')).toEqual(['atlas', 'payments']);
    expect(suggestionsFor('role:clu', 8, rows, grantTerms)[0]?.line).toBe('role:"Cluster Admin"');
  });
});

it('shows grants whose users have not signed in for some days, also if that is not known', () => {
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  const signedIn = { recent: daysAgo(89), old: daysAgo(91), never: 0, unread: undefined };
  const users = Object.entries(signedIn).map(([id, time]) => ({
    ...plain,
    id,
    who: { ...plain.who, signedIn: time },
  }));
  const found = (line: string) => selectGrants(line, users).rows.map(({ id }) => id);
  expect(found('signed-in:>90')).toEqual(['old', 'never', 'unread']);
  expect(found('signed-in:>180')).toEqual(['never', 'unread']);
  expect(found('signed-in:<90')).toEqual(['recent', 'unread']);
  expect(found('signed-in:never')).toEqual(['never', 'unread']);
  expect(found('')).toHaveLength(4);
});

describe('a finding', () => {
  const neverSignedIn = (isKnown: boolean, text: string) =>
    ({ finding: 'memberNeverSignedIn', isKnown, text }) as const;
  const some: readonly GrantRow[] = [
    { ...plain, id: 'linh', findings: [neverSignedIn(true, 'Linh Nguyễn never signed in')] },
    { ...plain, id: 'bo', findings: [neverSignedIn(true, 'Bo never signed in')] },
    { ...plain, id: 'unread', findings: [neverSignedIn(false, 'Member never signed in')] },
    {
      ...plain,
      id: 'other',
      findings: [{ finding: 'roleDisabled', isKnown: true, text: 'Role is disabled' }],
    },
  ];
  it.each([
    // Linh may be in the team whose members were not read.
    ['finding:"Linh Nguyễn never signed in"', ['linh', 'unread'], 1],
    ['finding:linh*', ['linh'], 0],
    ['finding:"* never signed in"', ['linh', 'bo', 'unread'], 1],
    ['finding:memberneversignedin', ['linh', 'bo', 'unread'], 1],
    ['finding:any', ['linh', 'bo', 'unread', 'other'], 1],
    ['finding:"Role is disabled"', ['other'], 0],
    ['finding:"Nobody has this"', [], 0],
  ])('is asked for by its kind or its text: %s', (line, ids, notKnown) => {
    const { rows: found, ...answer } = selectGrants(line, some);
    expect([found.map(({ id }) => id), answer]).toEqual([ids, { notKnown, problems: [] }]);
  });

  it('is suggested', () => {
    const labels = suggestionsFor('finding:"never s', 16, some, grantTerms).map(({ label }) => label);
    expect(labels).toEqual(['Bo never signed in', 'Linh Nguyễn never signed in', 'Member never signed in']);
  });
});

it('drops "Resource" from a role only where the icon says it', () => {
  const shown = (kind: GrantRow['kind'], role: string) => textIn('role', { ...plain, kind, role });
  expect(shown('resource', 'Resource Cluster Admin, Resource Viewer')).toBe('Cluster Admin, Viewer');
  expect(shown('project', 'Resource Cluster Admin')).toBe('Resource Cluster Admin');
});

it('marks inactive users wherever they count', () => {
  const textOf = (who: GrantRow['who']) => textIn('who', { ...plain, who });
  expect(textOf({ ...plain.who, inactive: 2 })).toBe('Platform · 12 members · 2 inactive');
  expect(textOf({ kind: 'user', id: 'ann', name: 'Ann', inactive: 1 })).toBe('Ann · inactive');
  expect(textOf({ ...plain.who, inactive: 0 })).toBe('Platform · 12 members');
});

it('never shows a finding that is not known like one that is', () => {
  const finding = { finding: 'roleDisabled', text: 'Role is disabled' } as const;
  const shown = (isKnown: boolean) =>
    fieldText('findings', { ...plain, findings: [{ ...finding, isKnown }] });
  expect(shown(true)).toBe('Role is disabled');
  expect(shown(false)).toBe('Not known: Role is disabled');
});

it('what a grant is, who has it, what was found and the decision fit into the narrowest tab', () => {
  expect(columns.fitting([], 276)).toEqual(['role', 'who', 'reach', 'findings', 'choice']);
});

describe('the view of a review', () => {
  const first = readView(undefined);
  const used: View = { ...viewOf('a', first), query: 'role:Viewer' };

  it('is kept for its connection', () => {
    expect(viewOf('a', used)).toBe(used);
    expect(readView(JSON.parse(JSON.stringify(used)))).toEqual(used);
  });

  it('is read as the version before stored it, with groups', () => {
    expect(readView({ ...used, grouping: 'role' })).toEqual(used);
  });

  it('has no query of another connection, but its columns', () => {
    const table = { ...used.table, sort: { column: 'role', isDescending: true } } as const;
    expect(viewOf('b', { ...used, table })).toEqual({ ...first, connection: 'b', table });
  });

  it.each([undefined, null, 7, {}, { connection: 'a' }, { ...used, tab: 'leaving' }])(
    'is the first one for %j, which another version may have stored',
    (stored) => {
      expect(readView(stored)).toEqual(first);
    },
  );
});
