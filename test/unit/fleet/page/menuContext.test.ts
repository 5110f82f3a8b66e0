import { expect, it } from 'vitest';
import { menuContext } from '../../../../src/fleet/page/menuContext';
import { item } from './support';

const failed = item('cluster', 'c', undefined, { state: 'failed', cause: 'broken' });
const healthy = item('machine', 'm');

it('the menu of a row without a problem has none', () => {
  expect(JSON.parse(menuContext(healthy, [healthy]))).toMatchObject({
    webviewSection: 'machine',
    problem: '',
    ids: ['m'],
  });
});

it('a row without an item has no menu', () => {
  expect(JSON.parse(menuContext(undefined, [undefined]))).toMatchObject({
    webviewSection: '',
    problem: '',
    ids: [],
    listMultiSelection: false,
  });
});

it('the menu of a selected row acts on all that are selected', () => {
  expect(JSON.parse(menuContext(healthy, [failed, healthy]))).toMatchObject({
    webviewSection: 'machine',
    ids: ['c', 'm'],
    listMultiSelection: true,
  });
});
