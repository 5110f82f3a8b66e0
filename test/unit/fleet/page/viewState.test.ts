import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needsSearch, readView, savedPart, withSaved, type View } from '../../../../src/fleet/page/viewState';

const initial = readView(undefined);
const used = {
  ...initial,
  connection: 'a',
  filter: { ...initial.filter, states: ['failed'], cloud: 'aws' },
  text: 'disk',
  order: { grouping: 'cloud', readAt: 7, keys: ['aws'] },
  table: { ...initial.table, rows: 'machine', isGrouped: true, widths: { name: 3 } },
  tab: 'timeline',
} as const;

describe('a view needs cluster search', () => {
  const tableWith = (table: Partial<View['table']>): View => ({
    ...initial,
    table: { ...initial.table, ...table },
  });
  it.each<[boolean, string, View]>([
    [false, 'as it is at first', initial],
    [true, 'grouped by version', { ...initial, order: { ...initial.order, grouping: 'kubernetes' } }],
    [true, 'sorted by version', tableWith({ sort: { column: 'kubernetes', isDescending: true } })],
    [true, 'with the profile', tableWith({ hidden: ['os'] })],
    [false, 'without any version', tableWith({ hidden: ['kubernetes', 'os', 'profile'] })],
  ])('%s: %s', (expected, _, view) => {
    expect(needsSearch(view)).toBe(expected);
  });
});

describe('a saved view', () => {
  it('brings back everything but the connection, the tab and what follows from the fleet', () => {
    const shown = withSaved({ ...initial, connection: 'b' }, savedPart(used));
    const { filter, text, table } = used;
    const order = { grouping: 'cloud', readAt: 0, keys: [] };
    expect(shown).toEqual({ ...initial, connection: 'b', filter, text, table, order });
  });

  it('leaves out what this version cannot read, and shows the rest', () => {
    const saved = {
      filter: { states: ['exploded'], cloud: 'aws', constellation: 'x' },
      text: 5,
      order: { grouping: 'galaxy' },
      table: { rows: 'machine', hidden: 'all' },
      tab: 'capacity',
      connection: 'other',
    };
    expect(withSaved(used, saved)).toEqual({
      ...used,
      filter: { ...initial.filter, cloud: 'aws' },
      text: '',
      order: initial.order,
      table: { ...used.table, rows: 'machine' },
    });
  });

  it('is always a valid view, whatever was saved', () => {
    const part = fc.dictionary(
      fc.constantFrom('states', 'cloud', 'project', 'rows', 'sort', '__proto__'),
      fc.json(),
    );
    const saved = fc.dictionary(
      fc.constantFrom('filter', 'text', 'order', 'table', '__proto__'),
      fc.oneof(part, fc.jsonValue()),
    );
    fc.assert(
      fc.property(saved, (json) => {
        const shown = withSaved(used, json);
        expect(readView(shown)).toEqual(shown);
      }),
    );
  });
});
