import { describe, expect, it } from 'vitest';
import { Records } from '../../../../src/items/store/records';
import type { TreeRow } from '../../../../src/items/store/row';

interface Row extends TreeRow {
  readonly content: unknown;
}

const row = (name: string, content: unknown, requestNumber?: number): Row => {
  return { kind: 'row', id: `root/${name}`, parent: undefined, content, requestNumber };
};

function newRecords() {
  const touched: string[] = [];
  const records = new Records<Row>({ onChange: (id) => touched.push(id) });
  const take = (requestNumber: number, ...rows: readonly Row[]) => {
    const changed = new Set<Row>();
    const taken = records.take('root', rows, requestNumber, changed);
    return { taken, changed: [...changed].map(({ id }) => id) };
  };
  return { records, take, touched };
}

describe('records', () => {
  it('stay the same objects, whatever order they arrive in', () => {
    const { records, take, touched } = newRecords();
    const before = take(1, row('a', new Map([['k', 'v']])), row('b', [1, 2])).taken;
    const { taken, changed } = take(2, row('b', [1, 2]), row('c', 3), row('a', new Map([['k', 'v']])));
    expect(taken.map((one) => before.indexOf(one))).toEqual([1, -1, 0]);
    expect(changed).toEqual([]);
    expect(records.below('root').map(({ id }) => id)).toEqual(['root/a', 'root/b', 'root/c']);
    expect(touched).toEqual(['a', 'b', 'b', 'c', 'a'].map((name) => `root/${name}`));
  });

  it('are updated in place and reported if their content changed', () => {
    const { take } = newRecords();
    const before = take(1, row('a', new Map([['k', 'v']])), row('b', { constructor: null })).taken;
    const { taken, changed } = take(2, row('a', new Map([['k', 'w']])), row('b', { constructor: 1 }));
    expect(taken.map((one) => before.indexOf(one))).toEqual([0, 1]);
    expect(taken.map(({ content }) => content)).toEqual([new Map([['k', 'w']]), { constructor: 1 }]);
    expect(changed).toEqual(['root/a', 'root/b']);
  });

  it('are not reported if only the read time or the parent object changed', () => {
    const { take } = newRecords();
    take(1, { ...row('a', 1), readAt: 1 });
    const parent = row('p', 0);
    const { taken, changed } = take(2, { ...row('a', 1), parent, readAt: 2 });
    expect([taken[0]?.parent, taken[0]?.readAt, changed]).toEqual([parent, 2, []]);
  });

  it('are reported as changed if they are nested too deeply to compare', () => {
    const deep = (): unknown => {
      let value: unknown = [];
      for (let level = 0; level < 200_000; level++) value = [value];
      return value;
    };
    const { take } = newRecords();
    const content = deep();
    take(1, row('a', deep()));
    const { taken, changed } = take(2, row('a', content));
    expect([changed, taken[0]?.content === content]).toEqual([['root/a'], true]);
  });

  it('keep what a later request returned', () => {
    const { take } = newRecords();
    take(2, row('a', 'later', 2));
    expect(take(1, row('a', 'earlier', 1)).taken[0]?.content).toBe('later');
  });

  it('do not come back with an earlier request than a complete list without them', () => {
    const { records, take } = newRecords();
    const [b] = take(1, row('b', 0)).taken;
    records.setComplete('root', { readAt: 3, requestNumber: 3 });
    records.remove(b === undefined ? [] : [b]);
    expect([take(2, row('b', 0)).taken, records.find('root/b')]).toEqual([[], undefined]);
    expect(take(4, row('b', 0)).taken).toHaveLength(1);
  });

  it('are gone with everything below them', () => {
    const { records, take } = newRecords();
    const { taken } = take(1, row('a', 0), row('b', 0));
    records.take('root/a', [row('a/x', 0)], 1, new Set());
    records.take('root/a/x', [row('a/x/y', 0)], 1, new Set());
    const gone = records.remove(taken.slice(0, 1));
    expect(gone.map(({ id }) => id)).toEqual(['root/a', 'root/a/x', 'root/a/x/y']);
    expect([records.find('root/a/x/y'), records.below('root').length]).toEqual([undefined, 1]);
  });
});
