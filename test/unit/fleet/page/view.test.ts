import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageTabs } from '../../../../src/fleet/messages';
import {
  needsSearch,
  readPageView,
  shownView,
  pageViewOf,
  type ChosenView,
  type PageView,
} from '../../../../src/fleet/page/view';

const first = readPageView(undefined);
const initial = shownView(first);
const used = {
  ...first,
  connection: 'a',
  queries: { overview: 'state:failed disk', capacity: 'cpu:>90%' },
  group: 'cloud',
  table: { ...initial.table, widths: { name: 3 } },
} as const;

describe('a view needs cluster search', () => {
  const tableWith = (table: Partial<PageView['table']>): PageView => ({
    ...initial,
    table: { ...initial.table, ...table },
  });
  it.each<[boolean, string, PageView]>([
    [false, 'as it is at first', initial],
    [true, 'grouped by version', { ...initial, group: 'kubernetes' }],
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
    expect(queryOf(readPageView({ ...first, queries: { overview: '' } }))).toBe('');
  });

  it('belongs to its connection', () => {
    expect(queryOf(pageViewOf('a', used))).toBe('state:failed disk');
    expect(queryOf(pageViewOf('b', used))).toBe('is:problem');
  });
});

describe('the groups', () => {
  const groupOf = (view: ChosenView): string => shownView(view).group;
  it('are those of causes until the user chose others, which survive a reload', () => {
    expect([groupOf(first), groupOf(used), groupOf(readPageView(used))]).toEqual(['cause', 'cloud', 'cloud']);
  });

  it('by a tag belong to their connection', () => {
    const tagged = { ...used, group: 'tag:env' } as const;
    expect([
      groupOf(pageViewOf('a', tagged)),
      groupOf(pageViewOf('b', tagged)),
      groupOf(pageViewOf('b', used)),
    ]).toEqual(['tag:env', 'cause', 'cloud']);
  });
});

it('a view that an earlier version kept is read, but for its groups', () => {
  const table = { ...initial.table, isGrouped: false };
  const { group, ...others } = used;
  const kept = { ...others, grouping: group, table, capacity: { ...first.capacity, isGrouped: false } };
  expect(shownView(readPageView(kept))).toMatchObject({ query: 'state:failed disk', group: 'cause' });
});

it('a view of anything is a valid one', () => {
  const part = fc.dictionary(fc.constantFrom('hidden', 'widths', 'sort', '__proto__'), fc.json());
  const kept = fc.dictionary(
    fc.constantFrom('queries', 'group', 'table', 'tab', '__proto__'),
    fc.oneof(part, fc.jsonValue()),
  );
  fc.assert(
    fc.property(kept, (json) => {
      const shown = readPageView({ ...used, ...json });
      expect(readPageView(shown)).toEqual(shown);
    }),
  );
});
