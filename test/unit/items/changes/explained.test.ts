import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/items/changes/change';
import { withExplanations } from '../../../../src/items/changes/changeLog';
import type { ItemKind } from '../../../../src/items/kinds/levels';

const kinds: readonly ItemKind[] = ['project', 'cluster', 'pool', 'machine'];
let last = 0;

/** A change between minute 0 and 5 of the item at a path, such as `p/c/w/m`. */
function change(path: string, what: Change['what'], rest: Partial<Change> = {}): Change {
  const names = path.split('/');
  const id = ['v', ...names].join('/');
  const item = {
    kind: kinds[names.length - 1] ?? 'machine',
    id,
    names,
  };
  return { number: ++last, item, what, after: 0, before: 5, ...rest };
}

const worse = { severityBefore: 'healthy', severityAfter: 'unhealthy' } as const;
const better = { severityBefore: 'unhealthy', severityAfter: 'healthy' } as const;
const ill = { severityBefore: 'unhealthy', severityAfter: 'unhealthy' } as const;

/** Each change with the one that explains it, in the order in which they were found. */
function explained(...changes: readonly Change[]): readonly string[] {
  const textOf = ({ item, what }: Change): string => `${item.names.at(-1) ?? ''} ${what}`;
  const all = withExplanations(changes.toReversed()).toReversed();
  return all.flatMap((one) => {
    const part = all.find(({ number }) => number === one.explainedBy);
    return part === undefined ? [] : `${textOf(one)} < ${textOf(part)}`;
  });
}

describe('what a machine did to what contains it', () => {
  it('is explained by the machine: all of its cluster, and how many clusters of the project are ill', () => {
    expect(
      explained(
        change('p', 'health', ill),
        change('p/c', 'health', worse),
        change('p/c', 'size', worse),
        change('p/c/w/m', 'health', worse),
      ),
    ).toEqual(['p health < m health', 'c health < m health', 'c size < m health']);
  });

  it('is explained by the word of the cluster if no machine was read', () => {
    const cluster = [change('p/c', 'state', worse), change('p/c', 'health', worse)];
    expect(explained(change('p', 'health', worse), ...cluster)).toEqual([
      'p health < c state',
      'c health < c state',
    ]);
  });

  it('is also that there is one more, or one less', () => {
    expect(explained(change('p/c/w', 'size'), change('p/c/w/m', 'appeared'))).toEqual([
      'w size < m appeared',
    ]);
    expect(explained(change('p', 'size'), change('p/c', 'disappeared'))).toEqual(['p size < c disappeared']);
  });

  it.each<[string, Change, Change]>([
    [
      'happened at another time',
      change('p/c', 'health', { ...worse, after: 5, before: 9 }),
      change('p/c/w/m', 'health', worse),
    ],
    ['got better, by a problem', change('p/c', 'health', better), change('p/c/w/m', 'health', worse)],
    ['got worse, by a recovery', change('p/c', 'health', worse), change('p/c/w/m', 'health', better)],
    [
      'is how many machines there are, by a problem',
      change('p/c/w', 'size'),
      change('p/c/w/m', 'health', worse),
    ],
    ['is of another cluster', change('p/d', 'health', worse), change('p/c/w/m', 'health', worse)],
    ['is that it is there', change('p/c', 'appeared'), change('p/c/w/m', 'appeared')],
    ['needs attention again', change('p/c', 'health', worse), change('p/c/w/m', 'reopened', worse)],
  ])('is news of its own if it %s', (_, whole, part) => {
    expect(explained(whole, part)).toEqual([]);
  });
});
