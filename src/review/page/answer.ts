import type { GrantRow } from '../../access/grantFields';
import { grantTerms } from '../../access/grantTerms';
import { Query } from '../../query/termTable';

/** The grants that a line selects, and how many of these may be: what was not read hides no grant. */
export function selectGrants(line: string, rows: readonly GrantRow[]) {
  const query = new Query(line, grantTerms);
  // What is gone since the last review is only shown if the line asks for it.
  const isAsked = query.checks.some(({ key }) => key.toLowerCase() === 'change');
  const candidates = isAsked ? rows : rows.filter(({ change }) => change !== 'gone');
  const verdicts = candidates.map((row) => query.match(row));
  return {
    rows: candidates.filter((_, at) => verdicts[at] !== false),
    notKnown: verdicts.filter((verdict) => verdict === undefined).length,
    problems: query.problems,
  };
}
