import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/service/errors';
import {
  errorNode,
  idPart,
  idsBelow,
  isNodeOf,
  reuseUnchangedRows,
  type TreeNode,
} from '../../../src/tree/nodes';

interface Row extends TreeNode {
  readonly says: unknown;
}

const row = (id: string, says: unknown): Row => ({ kind: 'row', id, parent: undefined, says });

describe('rows that are read again', () => {
  it('stay the same where they say the same, in whatever order they come', () => {
    const before = [row('a', { text: 'x', map: new Map([['k', 'v']]) }), row('b', [1, 2])];
    const fresh = [row('b', [1, 2]), row('c', 3), row('a', { text: 'x', map: new Map([['k', 'v']]) })];
    const rows = reuseUnchangedRows(before, fresh);
    expect(rows.map((one) => before.indexOf(one))).toEqual([1, -1, 0]);
    expect(reuseUnchangedRows(before, [...before])).toBe(before);
  });

  it('are others where anything in them is', () => {
    const before = [row('a', { map: new Map([['k', 'v']]) }), row('b', { constructor: null })];
    const fresh = [row('a', { map: new Map([['k', 'w']]) }), row('b', { constructor: 1 })];
    expect(reuseUnchangedRows(before, fresh)).toEqual(fresh);
    expect(reuseUnchangedRows(before, fresh).some((one) => before.includes(one))).toBe(false);
  });

  it('are others where they are nested more deeply than can be compared', () => {
    const deep = (): unknown => {
      let value: unknown = [];
      for (let level = 0; level < 200_000; level++) value = [value];
      return value;
    };
    const fresh = [row('a', deep())];
    expect(reuseUnchangedRows([row('a', deep())], fresh)[0]).toBe(fresh[0]);
  });

  it('stay the same where they can take over what the fresh ones say', () => {
    const before = [row('a', 1), row('b', 2)];
    const taken: [unknown, unknown][] = [];
    const rows = reuseUnchangedRows(before, [row('a', 1), row('b', 3)], (old, { says }) => {
      taken.push([old.says, says]);
      return true;
    });
    expect(rows).toBe(before);
    expect(taken).toEqual([[2, 3]]);
  });
});

describe('IDs below a row', () => {
  it('are made of the UID, or else the name, and are unique', () => {
    const idOf = idsBelow('p');
    expect([
      idOf('cluster', 'u1', 'name'),
      idOf('cluster', undefined, 'name'),
      idOf('cluster', '', 'name'),
      idOf('cluster', 'u1'),
      idOf('cluster', 'u1'),
      idOf('pool', 'u1'),
      idOf('cluster', undefined),
      // A name may look like the UID of another.
      idOf('cluster', 'name'),
    ]).toEqual([
      'p/cluster:u1',
      'p/cluster~name',
      'p/cluster~name#1',
      'p/cluster:u1#1',
      'p/cluster:u1#2',
      'p/pool:u1',
      'p/cluster~',
      'p/cluster:name',
    ]);
  });

  it('keep what separates their parts out of the parts', () => {
    expect(idPart('a/b:c#1')).not.toMatch(/[/:#]/);
    expect(idPart('\ud800')).toBe(idPart('\ufffd'));
    expect(idsBelow('p')('cluster', 'a/b')).toBe('p/cluster:a%2Fb');
  });

  it('tell the failure of a list from that of its next page', () => {
    const error = new ServiceError({ kind: 'timedOut', operation: 'listTeams' });
    const parent = row('p', 0);
    expect(errorNode('p', parent, error)).toEqual({
      kind: 'error',
      id: 'p/error',
      parent,
      error,
      more: false,
    });
    expect(errorNode('p', parent, error, true)).toMatchObject({ id: 'p/moreError', more: true });
  });
});

describe('what a command is given', () => {
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
  ])('%j is a row of one of the kinds: %s', (value, isRow) => {
    expect(isNodeOf(value, ['pool', 'machine'])).toBe(isRow);
  });
});
