import { describe, expect, it } from 'vitest';
import { AskedRows } from '../../../src/tree/askedRows';
import type { TreeNode } from '../../../src/tree/nodes';

const row = (id: string, kind = 'row', parent?: TreeNode): TreeNode => ({ kind, id, parent });
const ids = (rows: readonly TreeNode[]): readonly string[] => rows.map(({ id }) => id);

const folder = row('f');
const asked = (...rows: readonly TreeNode[]): AskedRows<TreeNode> => {
  const all = new AskedRows<TreeNode>(({ kind }) => kind === 'empty');
  for (const one of rows) all.add(one);
  return all;
};

describe('rows that were asked for and are not loaded', () => {
  it.each([
    ['at the end of a whole list', [row('a'), row('b')], ['a', 'b', 'x']],
    ['before the row that loads more', [row('a'), row('more', 'loadMore')], ['a', 'x', 'more']],
    ['before a note', [row('a'), row('note', 'note')], ['a', 'x', 'note']],
    ['before the failure of the next page', [row('a'), row('failed', 'error')], ['a', 'x', 'failed']],
    [
      'after the failure of the list, which comes first',
      [row('failed', 'error'), row('a')],
      ['failed', 'a', 'x'],
    ],
    ['in the place of a row that says that there is nothing', [row('none', 'empty')], ['x']],
    ['nowhere, where they are listed', [row('x')], ['x']],
  ])('stand %s', (_where, rows, expected) => {
    expect(ids(asked(row('x')).among(undefined, rows))).toEqual(expected);
  });

  it('stand below their own parent only', () => {
    const all = asked(row('f/x', 'row', folder), row('y'));
    expect(ids(all.among('f', [row('f/a')]))).toEqual(['f/a', 'f/x']);
    expect(ids(all.among(undefined, [row('a')]))).toEqual(['a', 'y']);
    const others = [row('g/a'), row('none', 'empty')];
    expect(all.among('g', others)).toBe(others);
  });

  it('leave a list as it is where there are none', () => {
    const rows = [row('a')];
    expect(asked().among(undefined, rows)).toBe(rows);
  });

  it('are found by their ID until they are listed or all of them are forgotten', () => {
    const [x, y] = [row('x'), row('y')];
    const all = asked(x, y);
    expect(all.find('x')).toBe(x);
    expect(all.find('z')).toBeUndefined();
    all.dropListed([row('x'), row('a')]);
    expect(all.find('x')).toBeUndefined();
    expect(ids(all.among(undefined, [row('a')]))).toEqual(['a', 'y']);
    all.clear();
    expect(all.find('y')).toBeUndefined();
  });
});
