import { expect, it } from 'vitest';
import { takeTurns } from '../../../src/text/format';

it.each<[readonly string[], number, string]>([
  [['aaaa', 'b', 'cc'], 4, 'abca'],
  [['aaaa', 'b', 'cc'], 9, 'abcacaa'],
  [['abc', 'd'], 1, 'a'],
  [[], 3, ''],
])('the first of %j, %i in all, are of each list before any gets a second: %s', (lists, max, first) => {
  const taken = takeTurns(
    lists.map((list) => [...list]),
    max,
  );
  expect(taken.join('')).toBe(first);
});
