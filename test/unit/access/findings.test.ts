import { describe, expect, it } from 'vitest';
import type { Grant } from '../../../src/access/access';
import { findingsOf } from '../../../src/access/findings';
import { accessWith, grant } from './support';

const holder = { kind: 'team', uid: 'team-1', name: 'Platform' } as const;
const [projects, filters] = [['payments', 'ledger'], ['pci-dss']];
const viewer: Grant = { ...grant('resource', 'Viewer', projects, filters), holder };

/** What is said about a grant if the team has these, too. */
function sameness(of: Grant, ...others: readonly Grant[]): readonly string[] {
  const found = findingsOf(of, accessWith([of, ...others], {}));
  return found.flatMap(({ finding, isKnown, text }) => (finding === 'sameAsOther' && isKnown ? text : []));
}

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
