import { answerTo } from '../../find/matcher';
import { hasValue, parseQuery, printQuery } from '../../query/query';
import { lastOf } from '../../webPage/remember';
import { queryContext } from './answer';
import type { PageFleet } from './fleet';
import type { View } from './view';

const nothing: ReadonlySet<string> = new Set();

const answerOfKnown = lastOf((fleet: PageFleet, query: string): ReadonlySet<string> => {
  const conditions = parseQuery(query).map((condition) => {
    const isProblem = condition.key.toLowerCase() === 'is' && !condition.isNegated;
    return isProblem ? { ...condition, values: ['known'] } : condition;
  });
  const known = [...fleet.items.values()].filter((item) => item.known !== undefined);
  const { items } = answerTo(printQuery(conditions), known, queryContext(fleet));
  return new Set(items.map(({ id }) => id));
});

/** The known problems beside what needs attention, where causes are shown: they have one heading, and are counted nowhere else. */
export function knownOf(fleet: PageFleet, { query, group, tab }: Pick<View, 'query' | 'group' | 'tab'>) {
  return tab === 'overview' && group === 'cause' && hasValue(query, 'is', 'problem')
    ? answerOfKnown(fleet, query)
    : nothing;
}
