import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageTabs } from '../../../../src/fleet/messages';
import {
  needsSearch,
  readView,
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

describe('a saved query', () => {
  it('is brought back in the tab that is shown, and nothing else of what an earlier version saved with it', () => {
    const saved = { query: 'env:prod', grouping: 'galaxy', tab: 'capacity', connection: 'other' };
    for (const tab of ['overview', 'capacity'] as const) {
      const shown = withSaved({ ...used, tab }, saved);
      expect(shown).toEqual({ ...used, tab, queries: { ...used.queries, [tab]: 'env:prod' } });
    }
    expect(shownView(withSaved(used, { query: 5 })).query).toBe('');
    expect(withSaved(used, {})).toBe(used);
  });

  it('is always shown in a valid view, whatever was saved', () => {
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
