import { expect, it } from 'vitest';
import { menuContext } from '../../../../src/fleet/page/menuContext';
import { item } from './support';

/** What VS Code passes on for a row: it adds what the table around it has, which is that of the active row. */
function merged(table: string, row: string): unknown {
  return { ...(JSON.parse(table) as object), ...(JSON.parse(row) as object) };
}

const failed = item('cluster', 'c', undefined, { state: 'failed', cause: 'broken' });
const ofTable = menuContext(failed, [failed]);

it('the menu of a row without a problem is not that of the active row', () => {
  const healthy = item('machine', 'm');
  expect(merged(ofTable, menuContext(healthy, [healthy]))).toMatchObject({
    webviewSection: 'machine',
    problem: '',
    ids: ['m'],
  });
});

it('a row without an item has no menu', () => {
  expect(merged(ofTable, menuContext(undefined, undefined))).toMatchObject({
    webviewSection: '',
    problem: '',
    ids: [],
    listMultiSelection: false,
  });
});

it('the menu of a selected row acts on all that are selected', () => {
  const healthy = item('machine', 'm');
  const table = menuContext(failed, [failed, healthy]);
  expect(merged(table, menuContext(healthy, undefined))).toMatchObject({
    webviewSection: 'machine',
    ids: ['c', 'm'],
    listMultiSelection: true,
  });
});
