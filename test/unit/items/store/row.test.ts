import { describe, expect, it } from 'vitest';
import {
  idPart,
  textOfPart,
  idsBelow,
  isAtOrBelow,
  parentIdOf,
  isRowOf,
} from '../../../../src/items/store/row';

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
