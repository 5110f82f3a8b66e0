import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageTabs } from '../../../../src/fleet/messages';
import {
  needsSearch,
  readView,
  savedPart,
  shownView,
  viewOf,
  withSaved,
  type ChosenView,
  type View,
} from '../../../../src/fleet/page/viewState';

const first = readView(undefined);
const initial = shownView(first);
const used = {
  ...first,
  connection: 'a',
  queries: { overview: 'state:failed disk', capacity: 'cpu:>90%' },
  grouping: 'cloud',
  table: { ...initial.table, isGrouped: true, widths: { name: 3 } },
} as const;

describe('a view needs cluster search', () => {
  const tableWith = (table: Partial<View['table']>): View => ({
    ...initial,
    table: { ...initial.table, ...table },
  });
  it.each<[boolean, string, View]>([
    [false, 'as it is at first', initial],
    [true, 'grouped by version', { ...initial, grouping: 'kubernetes' }],
    [true, 'sorted by version', tableWith({ sort: { column: 'kubernetes', isDescending: true } })],
    [true, 'with the profile', tableWith({ hidden: ['os'] })],
    [true, 'with a version in its query', { ...initial, query: 'K8s:<1.33' }],
    [true, 'with a size in its query', { ...initial, query: 'disk -cpu:>90%' }],
    [false, 'with another query', { ...initial, query: 'k8s env:os state:failed' }],
    [false, 'without any version', tableWith({ hidden: ['kubernetes', 'os', 'profile'] })],
  ])('%s: %s', (expected, _, view) => {
    expect(needsSearch(view)).toBe(expected);
  });
});

describe('the query', () => {
  const queryOf = (view: ChosenView): string => shownView(view).query;
  it('selects what needs attention in the overview, and everything in other tabs, until the user chooses one', () => {
    const inTab = (view: ChosenView) => pageTabs.map((tab) => queryOf({ ...view, tab }));
    expect(inTab(first)).toEqual(['is:problem', '', '']);
    expect(inTab(used)).toEqual(['state:failed disk', 'cpu:>90%', '']);
    expect(queryOf({ ...first, queries: { overview: '' } })).toBe('');
    expect(queryOf(readView({ ...first, queries: { overview: '' } }))).toBe('');
  });

  it('belongs to its connection', () => {
    expect(queryOf(viewOf('a', used))).toBe('state:failed disk');
    expect(queryOf(viewOf('b', used))).toBe('is:problem');
  });
});

describe('a saved view', () => {
  it('brings back everything but the connection, the tab, the queries of others and what follows from the fleet', () => {
    const capacity = 'cpu:<10%';
    const shown = withSaved({ ...first, connection: 'b', queries: { capacity } }, savedPart(shownView(used)));
    const { queries, table, grouping } = used;
    expect(shown).toEqual({ ...first, connection: 'b', queries: { ...queries, capacity }, table, grouping });
  });

  it('leaves the query as it is if it has none', () => {
    const sort = { column: 'certificate', isDescending: false } as const;
    const { queries, table } = withSaved(used, { table: { sort } });
    expect({ queries, table }).toEqual({ queries: used.queries, table: { ...used.table, sort } });
  });

  it('leaves out what this version cannot read, and shows the rest', () => {
    const saved = {
      query: 5,
      grouping: 'galaxy',
      table: { isGrouped: false, hidden: 'all', rows: 'machine' },
      tab: 'capacity',
      connection: 'other',
    };
    expect(withSaved(used, saved)).toEqual({
      ...used,
      queries: { ...used.queries, overview: '' },
      table: { ...used.table, isGrouped: false },
    });
  });

  it('is always a valid view, whatever was saved', () => {
    const part = fc.dictionary(
      fc.constantFrom('isGrouped', 'hidden', 'widths', 'sort', '__proto__'),
      fc.json(),
    );
    const saved = fc.dictionary(
      fc.constantFrom('query', 'grouping', 'table', '__proto__'),
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
