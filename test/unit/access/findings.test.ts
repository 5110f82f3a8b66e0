import { describe, expect, it } from 'vitest';
import type { Access, Grant } from '../../../src/access/access';
import { findingLabel, findingsOf } from '../../../src/access/findings';
import { accessWith, cluster, grant } from './support';

const holder = { kind: 'team', uid: 'team-1', name: 'Platform' } as const;
const [projects, filters] = [['payments', 'ledger'], ['pci-dss']];
const viewer: Grant = { ...grant('resource', 'Viewer', projects, filters), holder };

/** What is said about a grant if the team has these, too. */
function sameness(of: Grant, ...others: readonly Grant[]): readonly string[] {
  const found = findingsOf(of, accessWith([of, ...others], {}));
  return found.flatMap(({ finding, isKnown, text }) => (finding === 'sameAsOther' && isKnown ? text : []));
}

const textsOf = (of: Grant, access: Access): readonly string[] => findingsOf(of, access).map(findingLabel);

describe('a team', () => {
  it('has a finding for each member who never signed in, or is inactive', () => {
    const users = new Map(
      ['Linh', 'Bo', 'Cy'].map((name, at) => {
        const activity = { isActive: at !== 2, lastSignIn: at === 1 ? 5 : undefined };
        return [name, { uid: name, name, activity }];
      }),
    );
    const members = new Map([['team-1', [...users.keys()]]]);
    expect(textsOf(viewer, accessWith([], { Viewer: 'cluster.get' }, [], { users, members }))).toEqual([
      'Linh never signed in',
      'Cy never signed in',
      'Cy not active',
      'Not known: Matches no cluster',
    ]);
  });
});

describe('a grant that reaches all', () => {
  const roles = { Viewer: 'cluster.get machine.list', Editor: 'cluster.get cluster.update', Admin: '*' };
  const members = new Map([['team-1', []]]);
  const found = (of: Grant, known: Readonly<Record<string, string>> = roles) =>
    textsOf({ ...of, holder }, accessWith([], known, [cluster('payments', 'eu')], { members }));

  it.each([
    [grant('tenant', 'Viewer'), []],
    [grant('tenant', 'Editor'), ['Reaches all clusters: all projects']],
    [grant('tenant', 'Admin'), ['Reaches all clusters: all projects']],
    [grant('resource', 'Viewer', ['payments']), []],
    [grant('resource', 'Editor', ['payments']), ['Reaches all clusters: payments']],
    [grant('project', 'Editor', ['payments']), []],
  ])('is found unless it only views: $id', (of, texts) => {
    expect(found(of)).toEqual(texts);
  });

  it('is not known if what it allows was not read', () => {
    for (const of of [grant('tenant', 'Viewer'), grant('resource', 'Viewer', ['payments'])])
      expect(found(of, {})).toEqual(['Not known: Reaches all clusters', 'Not known: Role is disabled']);
  });

  it('never matches no cluster at the same time, also on an empty project', () => {
    const empty = accessWith([], roles, [], {
      members,
      clusters: new Map([['uid-ledger', { all: [], isComplete: true }]]),
      filters: new Map([['uid-prod', { conjunction: 'and', filters: [] }]]),
    });
    const shown = (...filters: string[]) =>
      textsOf({ ...grant('resource', 'Editor', ['ledger'], filters), holder }, empty);
    expect(shown()).toEqual(['Reaches all clusters: ledger']);
    expect(shown('prod')).toEqual(['Matches no cluster']);
  });
});

describe('a resource role of a team that has another one', () => {
  it('names the other one if it has the same roles, projects and filters, in any order', () => {
    const other = grant('resource', 'Viewer', ['ledger', 'payments'], filters);
    expect(sameness(viewer, other)).toEqual([
      'Same as: resource role Viewer on ledger, payments · filter pci-dss',
    ]);
    expect(sameness(viewer)).toEqual([]);
  });

  it.each([
    ['another role', grant('resource', 'Editor', projects, filters)],
    ['another project', grant('resource', 'Viewer', ['payments'], filters)],
    ['no filter', grant('resource', 'Viewer', projects)],
    ['the same role on one of its projects', grant('project', 'Viewer', ['payments'])],
  ])('is not the same as %s', (_name, other) => {
    expect(sameness(viewer, other)).toEqual([]);
    expect(sameness(other, viewer)).toEqual([]);
  });

  it('is never the same if a part of one of them was not read', () => {
    const limited = {
      ...viewer,
      id: 'other',
      resourceRole: { content: undefined, unknownFields: ['until'] },
    };
    expect(sameness(viewer, limited)).toEqual([]);
    expect(sameness(limited, viewer)).toEqual([]);
  });
});
