import { expect, it } from 'vitest';
import { givenId, givenRow } from '../../../src/tree/givenRows';

const store = { find: (id: string) => (id === 'here' ? 'the row' : undefined) };

it.each([
  ['a menu, a button or a link', 'here', 'here', 'the row'],
  ['the menu of a page', { webviewSection: 'cluster', ids: ['here'] }, 'here', 'the row'],
  ['a menu of a row that is gone', 'gone', 'gone', undefined],
  ['a page that means none', { ids: [] }, undefined, undefined],
  ['anyone else', { kind: 'cluster', id: 'here' }, undefined, undefined],
  ['anyone else', { ids: [{ id: 'here' }] }, undefined, undefined],
  ['anyone else', 42, undefined, undefined],
])('a command for one row gets its ID from %s: %j', (_who, argument, id, row) => {
  expect(givenId(argument)).toBe(id);
  expect(givenRow(store, argument)).toBe(row);
});
