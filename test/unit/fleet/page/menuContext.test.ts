import { expect, it } from 'vitest';
import type { Item } from '../../../../src/items/item';
import { menuContext } from '../../../../src/fleet/page/menuContext';
import { fleetOf, item } from './support';

const failed = item('cluster', 'c', undefined, { state: 'failed', cause: 'broken' });
const healthy = item('machine', 'm');

/** What the menu of a row knows, which acts on these. */
function contextOf(row: Item | undefined, ...meant: readonly (Item | undefined)[]): unknown {
  return JSON.parse(menuContext((each: Item | undefined) => each)(row, meant, { fleet: fleetOf() }));
}

it('the menu of a row without a problem has none', () => {
  expect(contextOf(healthy, healthy)).toMatchObject({
    webviewSection: 'machine',
    problem: '',
    ids: ['m'],
  });
});

it('a row without an item has no menu', () => {
  expect(contextOf(undefined, undefined)).toMatchObject({
    webviewSection: '',
    problem: '',
    ids: [],
    listMultiSelection: false,
  });
});

it('the menu of a selected row acts on all that are selected', () => {
  expect(contextOf(healthy, failed, healthy)).toMatchObject({
    webviewSection: 'machine',
    ids: ['c', 'm'],
    listMultiSelection: true,
  });
});
