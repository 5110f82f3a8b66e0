import { describe, expect, it } from 'vitest';
import { filterClusters, noFilter, type Filter } from '../../../../src/fleet/page/filter';
import { allRows, filterRows } from '../../../../src/fleet/page/rows';
import { fields, sortedBy, type TableColumn } from '../../../../src/items/fields';
import { fleetOf, item } from './support';

const fleet = fleetOf(
  item('project', 'prod'),
  item('project', 'test', undefined, { clusterStates: { failed: 2, healthy: 1 } }),
  item('cluster', 'alpha', 'prod', {
    cloudType: 'aws',
    heartbeat: 3,
    cause: 'Node not ready',
    state: 'unhealthy',
  }),
  item('pool', 'workers', 'alpha'),
  item('machine', 'alpha-10', 'workers', { addresses: ['10.0.0.25'], heartbeat: 2, state: 'failed' }),
  item('machine', 'alpha-9', 'workers', { uid: 'abc-123', addresses: ['10.0.0.3'] }),
  item('cluster', 'beta', 'prod', { cloudType: 'azure', heartbeat: 1 }),
  item('cluster', 'gamma', 'test', { state: 'notRead' }),
);
const rows = allRows(fleet);
const ids = (shown: readonly { readonly item: { readonly id: string } }[]): readonly string[] =>
  shown.map(({ item: { id } }) => id);

it('the rows are clusters and machines with the names of what contains them', () => {
  expect(rows.map((row) => `${row.item.id}: ${fields.path.text(row)}`)).toEqual([
    'alpha: prod',
    'alpha-10: prod › alpha › workers',
    'alpha-9: prod › alpha › workers',
    'beta: prod',
    'gamma: test',
  ]);
});

describe('sorting', () => {
  it.each<[TableColumn, boolean, string[]]>([
    ['state', false, ['alpha-10', 'alpha', 'alpha-9', 'beta', 'gamma']],
    ['name', false, ['alpha', 'alpha-9', 'alpha-10', 'beta', 'gamma']],
    ['name', true, ['gamma', 'beta', 'alpha-10', 'alpha-9', 'alpha']],
    ['addresses', true, ['alpha-10', 'alpha-9', 'alpha', 'beta', 'gamma']],
    ['heartbeat', false, ['beta', 'alpha-10', 'alpha', 'alpha-9', 'gamma']],
  ])('by %s, descending: %s', (column, isDescending, expected) => {
    expect(ids(sortedBy(rows, column, isDescending))).toEqual(expected);
  });
});

describe('filtering', () => {
  it.each([
    ['10.0.0.25', ['alpha-10']],
    ['ABC-1', ['alpha-9']],
    ['node alpha', ['alpha']],
    ['ALPHA', ['alpha', 'alpha-10', 'alpha-9']],
    ['  ', ['alpha', 'alpha-10', 'alpha-9', 'beta', 'gamma']],
    ['nothing', []],
  ])('rows by %j', (text, expected) => {
    expect(ids(filterRows(rows, noFilter, text))).toEqual(expected);
  });

  it.each<[Partial<Filter>, string[], string[]]>([
    [{ cloud: 'aws' }, ['alpha', 'alpha-10', 'alpha-9'], ['alpha']],
    [{ project: 'test' }, ['gamma'], ['gamma']],
    [{ clusters: ['beta', 'alpha'], states: ['healthy'] }, ['alpha-9', 'beta'], ['alpha', 'beta']],
    [{ states: ['unhealthy'] }, ['alpha'], ['alpha']],
    // A cluster is shown for its machines, but never for what its project counts without names.
    [{ states: ['failed'] }, ['alpha-10'], ['alpha']],
    [{ states: ['notRead'] }, ['gamma'], ['gamma']],
    [{ states: ['failed', 'unhealthy'], cloud: 'azure' }, [], []],
  ])('rows and clusters by %j', (part, expectedRows, expectedClusters) => {
    const filter = { ...noFilter, ...part };
    expect(ids(filterRows(rows, filter, ''))).toEqual(expectedRows);
    expect(ids(filterClusters(fleet.clusters, filter))).toEqual(expectedClusters);
  });
});
