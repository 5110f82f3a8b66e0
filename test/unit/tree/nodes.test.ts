import { describe, expect, it } from 'vitest';
import { keepSameRows, type TreeNode } from '../../../src/tree/nodes';

interface Row extends TreeNode {
  readonly says: unknown;
}

const row = (id: string, says: unknown): Row => ({ kind: 'row', id, parent: undefined, says });

describe('rows that are read again', () => {
  it('stay the same where they say the same, in whatever order they come', () => {
    const before = [row('a', { text: 'x', map: new Map([['k', 'v']]) }), row('b', [1, 2])];
    const fresh = [row('b', [1, 2]), row('c', 3), row('a', { text: 'x', map: new Map([['k', 'v']]) })];
    const rows = keepSameRows(before, fresh);
    expect(rows.map((one) => before.indexOf(one))).toEqual([1, -1, 0]);
    expect(keepSameRows(before, [...before])).toBe(before);
  });

  it('are others where anything in them is', () => {
    const before = [row('a', { map: new Map([['k', 'v']]) }), row('b', { constructor: null })];
    const fresh = [row('a', { map: new Map([['k', 'w']]) }), row('b', { constructor: 1 })];
    expect(keepSameRows(before, fresh)).toEqual(fresh);
    expect(keepSameRows(before, fresh).some((one) => before.includes(one))).toBe(false);
  });

  it('are others where they are nested more deeply than can be compared', () => {
    const deep = (): unknown => {
      let value: unknown = [];
      for (let level = 0; level < 200_000; level++) value = [value];
      return value;
    };
    const fresh = [row('a', deep())];
    expect(keepSameRows([row('a', deep())], fresh)[0]).toBe(fresh[0]);
  });

  it('stay the same where they can take over what the fresh ones say', () => {
    const before = [row('a', 1), row('b', 2)];
    const taken: [unknown, unknown][] = [];
    const rows = keepSameRows(before, [row('a', 1), row('b', 3)], (old, { says }) => {
      taken.push([old.says, says]);
      return true;
    });
    expect(rows).toBe(before);
    expect(taken).toEqual([[2, 3]]);
  });
});
