import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  needsSearch,
  readView,
  savedPart,
  shownView,
  viewOf,
  withSaved,
  type View,
} from '../../../../src/fleet/page/viewState';

const initial = shownView(readView(undefined));
const used = {
  ...initial,
  connection: 'a',
  query: 'state:failed disk',
  grouping: 'cloud',
  table: { ...initial.table, isGrouped: true, widths: { name: 3 } },
  tab: 'timeline',
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
  const queryOf = (view: Parameters<typeof shownView>[0]): string => shownView(view).query;
  it('selects what needs attention in the overview, and everything in other tabs, until the user chooses one', () => {
    const first = readView(undefined);
    expect([first, { ...first, tab: 'timeline' as const }].map(queryOf)).toEqual(['is:problem', '']);
    expect([used, { ...used, tab: 'overview' as const }].map(queryOf)).toEqual([used.query, used.query]);
    expect(queryOf({ ...first, query: '' })).toBe('');
    expect(queryOf(readView({ ...first, query: '' }))).toBe('');
  });

  it('belongs to its connection', () => {
    expect(queryOf(viewOf('a', used))).toBe(used.query);
    expect(queryOf(viewOf('b', { ...used, tab: 'overview' }))).toBe('is:problem');
  });
});

describe('a saved view', () => {
  it('brings back everything but the connection, the tab and what follows from the fleet', () => {
    const shown = withSaved({ ...initial, connection: 'b' }, savedPart(used));
    const { query, table, grouping } = used;
    expect(shown).toEqual({ ...initial, connection: 'b', query, table, grouping });
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
      query: '',
      grouping: initial.grouping,
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
