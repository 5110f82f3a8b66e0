import { hasValue, parseQuery, printQuery } from '../../query/query';
import { lastOf } from '../../webPage/remember';
import { answerOf } from './answer';
import type { PageFleet } from './fleet';
import type { View } from './view';

const nothing: ReadonlySet<string> = new Set();

const answerOfKnown = lastOf((fleet: PageFleet, query: string): ReadonlySet<string> => {
  const conditions = parseQuery(query).map((condition) => {
    const isProblem = condition.key.toLowerCase() === 'is' && !condition.isNegated;
    return isProblem ? { ...condition, values: ['known'] } : condition;
  });
  return answerOf(fleet, printQuery(conditions)).selected;
});

/** The known problems beside what needs attention, where causes are shown: they have one heading, and are counted nowhere else. */
export function knownOf(fleet: PageFleet, { query, group, tab }: Pick<View, 'query' | 'group' | 'tab'>) {
  return tab === 'overview' && group === 'cause' && hasValue(query, 'is', 'problem')
    ? answerOfKnown(fleet, query)
    : nothing;
}
