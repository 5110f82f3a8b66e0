import { describe, expect, it } from 'vitest';
import {
  idPart,
  textOfPart,
  idsBelow,
  isAtOrBelow,
  isRowOf,
  parentIdOf,
  reuseRows,
  type TreeRow,
} from '../../../../src/items/store/row';

interface Row extends TreeRow {
  readonly content: unknown;
}

const row = (id: string, content: unknown, kind = 'row'): Row => ({ kind, id, parent: undefined, content });

/** Reuses rows, and lists the IDs of those that changed. */
function reuse(before: readonly Row[], fresh: readonly Row[]) {
  const changed = new Set<Row>();
  const rows = reuseRows(before, fresh, changed);
  return { rows, changed: [...changed].map(({ id }) => id) };
}

describe('refreshed rows', () => {
  it('stay the same objects, whatever order they arrive in', () => {
    const before = [row('a', { text: 'x', map: new Map([['k', 'v']]) }), row('b', [1, 2])];
    const fresh = [row('b', [1, 2]), row('c', 3), row('a', { text: 'x', map: new Map([['k', 'v']]) })];
    const { rows, changed } = reuse(before, fresh);
    expect(rows.map((one) => before.indexOf(one))).toEqual([1, -1, 0]);
    expect(changed).toEqual([]);
    expect(reuse(before, [...before]).rows).toBe(before);
  });

  it('are updated in place and reported if their content changed', () => {
    const before = [
      row('a', { map: new Map([['k', 'v']]) }),
      row('b', { constructor: null }),
      row('c', 'same'),
    ];
    const fresh = [row('a', { map: new Map([['k', 'w']]) }), row('b', { constructor: 1 }), row('c', 'same')];
    const { rows, changed } = reuse(before, fresh);
    expect(rows).toBe(before);
    expect(rows).toEqual(fresh);
    expect(changed).toEqual(['a', 'b']);
  });

  it('are not reported if only the read time or the parent object changed', () => {
    const before = [{ ...row('a', 1), readAt: 1 }];
    const parent = row('p', 0);
    const { rows, changed } = reuse(before, [{ ...row('a', 1), parent, readAt: 2 }]);
    expect(changed).toEqual([]);
    expect(rows[0]).toBe(before[0]);
    expect(rows[0]).toMatchObject({ parent, readAt: 2 });
  });

  it('are reported as changed if they are nested too deeply to compare', () => {
    const deep = (): unknown => {
      let value: unknown = [];
      for (let level = 0; level < 200_000; level++) value = [value];
      return value;
    };
    const content = deep();
    const { rows, changed } = reuse([row('a', deep())], [row('a', content)]);
    expect(changed).toEqual(['a']);
    expect(rows[0]?.content).toBe(content);
  });

  it('are new objects if their kind changed', () => {
    const fresh = [row('a', 1, 'other')];
    expect(reuse([row('a', 1)], fresh).rows[0]).toBe(fresh[0]);
  });
});

describe('IDs below a row', () => {
  it('are built from the UID, or else from the name and a number', () => {
    const idOf = idsBelow('p');
    expect([
      idOf('cluster', 'u1', 'name'),
      idOf('cluster', undefined, 'name'),
      idOf('cluster', '', 'name'),
      idOf('cluster', 'u1'),
      idOf('cluster', 'u1'),
      idOf('pool', 'u1'),
      idOf('cluster', undefined),
      // A name can look like another row's UID.
      idOf('cluster', 'name'),
    ]).toEqual([
      'p/cluster:u1',
      'p/cluster~name',
      'p/cluster~name#1',
      'p/cluster:u1',
      'p/cluster:u1',
      'p/pool:u1',
      'p/cluster~',
      'p/cluster:name',
    ]);
  });

  it('escape their separators within names', () => {
    expect(idPart('a/b:c#1')).not.toMatch(/[/:#]/);
    const parts = ['\ud800', '\udfff', '\ufffd', '%ud800', '%'].map(idPart);
    expect(new Set(parts).size).toBe(parts.length);
    expect(idsBelow('p')('cluster', 'a/b')).toBe('p/cluster:a%2Fb');
  });

  it('have parts that can be read again, and no others', () => {
    for (const text of ['', 'a/b:c#1', '\ud800', 'a\udfff\udfffb', '\ufffd', '%ud800', '%', "~!'()*", '🙂']) {
      expect(textOfPart(idPart(text))).toBe(text);
    }
    const others = [
      '%',
      '%zz',
      '%2f',
      '%u0041',
      '%ud800x/',
      '%ud83d%ude00',
      '%F0%9F',
      'a b',
      'ä',
      '%41',
      '\ud800',
    ];
    expect(others.map(textOfPart)).toEqual(others.map(() => undefined));
  });

  it('tell which row is below which', () => {
    expect(['a/b/c', 'a/b', 'a', ''].map(parentIdOf)).toEqual(['a/b', 'a', '', '']);
    expect(['a/b', 'a/b/c', 'a/bc', 'a'].map((id) => isAtOrBelow(id, 'a/b'))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the argument of a command', () => {
  it.each([
    [{ kind: 'pool', id: 'a' }, true],
    [{ kind: 'machine', id: 'a' }, true],
    [{ kind: 'cluster', id: 'a' }, false],
    [{ kind: 'pool', id: 7 }, false],
    [{ kind: 'pool' }, false],
    [{ id: 'a' }, false],
    ['pool', false],
    [null, false],
    [undefined, false],
  ])('%j is a row of the given kinds: %s', (value, isRow) => {
    expect(isRowOf(value, ['pool', 'machine'])).toBe(isRow);
  });
});
