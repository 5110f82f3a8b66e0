import { answerTo } from '../../find/matcher';
import { hasValue, toggledValue, valuesIn, withValues, parseQuery, printQuery } from '../../query/query';
import type { QueryContext } from '../../find/questions';
import type { Item } from '../../items/item';
import { isUnread } from '../../items/unread';
import type { PageFleet } from './fleet';
import { lastOf } from '../../service/remember';

/** What the query selects of the fleet. */
export type FleetAnswer = ReturnType<typeof fleetAnswer>;

export function fleetAnswer(fleet: PageFleet, query: string) {
  const { items, ...answer } = answerTo(query, [...fleet.items.values()], fleetContext(fleet));
  /** The IDs of the items. */
  const selected: ReadonlySet<string> = new Set(items.map(({ id }) => id));
  const isSelected = ({ id }: Item): boolean => selected.has(id);
  /** Those that are selected, or of which a machine pool or a machine is. */
  const clusters = fleet.clusters.filter(
    ({ item, pools, machines }) => isSelected(item) || pools.some(isSelected) || machines.some(isSelected),
  );
  const unread = clusters.filter(({ item, pools }) => [item, ...pools].some((one) => isUnread(one, true)));
  return {
    ...answer,
    selected,
    clusters,
    /** The IDs of those in which machines were not read. */
    unread: unread.map(({ item }) => item.id),
  };
}

export function fleetContext({ items, header }: PageFleet): QueryContext {
  return {
    ...header,
    itemOf: (id) => items.get(id),
    items: [...items.values()],
    favorites: new Set(header.favorites),
  };
}

/**
 * The line with a term for a state, or without it. What needs attention, `is:problem`, is a choice of states, too: they
 * replace each other.
 */
export function toggledState(line: string, key: 'is' | 'state', value: string): string {
  const others = withoutFlag(line, 'problem');
  if (value !== 'problem') return toggledValue(others, key, value);
  return hasValue(line, key, value) ? others : toggledValue(withValues(others, 'state', []), key, value);
}

/** The line without `is:` and this value. */
export function withoutFlag(line: string, flag: string): string {
  const flags = valuesIn(line, 'is').filter((value) => value.toLowerCase() !== flag);
  return withValues(line, 'is', flags);
}

const nothing: ReadonlySet<string> = new Set();

const answerOfKnown = lastOf((fleet: PageFleet, query: string): ReadonlySet<string> => {
  const conditions = parseQuery(query).map((condition) => {
    const isProblem = condition.key.toLowerCase() === 'is' && !condition.isNegated;
    return isProblem ? { ...condition, values: ['known'] } : condition;
  });
  const known = [...fleet.items.values()].filter((item) => item.known !== undefined);
  const { items } = answerTo(printQuery(conditions), known, fleetContext(fleet));
  return new Set(items.map(({ id }) => id));
});

/** The known problems beside what needs attention, where causes are shown: they have one heading, and are counted nowhere else. */
export function knownOf(
  fleet: PageFleet,
  { query, group, tab }: Readonly<Record<'query' | 'group' | 'tab', string>>,
) {
  return tab === 'overview' && group === 'cause' && hasValue(query, 'is', 'problem')
    ? answerOfKnown(fleet, query)
    : nothing;
}
