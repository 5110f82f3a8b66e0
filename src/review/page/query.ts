import { l10n } from 'vscode';
import { and, not, some, type Verdict } from '../../query/verdict';
import { fieldsFor, grantTerms, textOf, type GrantRow } from '../../access/grantFields';
import { conditionsOf } from '../../items/query/answer';
import { distinct, suggestionsAmong, type Suggestion } from '../../items/query/suggest';
import { wordTest } from '../../items/query/questions';

type Test = (row: GrantRow) => Verdict;

/** The grants that a line selects. */
export interface GrantAnswer {
  /** Also those of which it is not known: what was not read hides no grant. */
  readonly rows: readonly GrantRow[];
  /** How many these are. */
  readonly notKnown: number;
  /** What a key does not take, or that there is no such key: a sentence each. Such a condition is left out. */
  readonly problems: readonly string[];
}

export function selectGrants(line: string, rows: readonly GrantRow[]): GrantAnswer {
  const problems: string[] = [];
  const testOf = (key: string, value: string): Test | undefined => {
    if (key === '') {
      return isInGrant(value);
    }
    const term = grantTerms.get(key.toLowerCase());
    const test = term?.test(value);
    if (term === undefined)
      problems.push(l10n.t('No term is called {0}. Terms: {1}', key, [...grantTerms.keys()].join(', ')));
    else if (test === undefined && term.takes) problems.push(l10n.t('{0}: takes {1}', key, term.takes()));
    return test;
  };
  const conditions = conditionsOf(line, problems);
  // What is gone since the last review is only shown if the line asks for it.
  const isAsked = conditions.some(({ key }) => key.toLowerCase() === 'change');
  const candidates = isAsked ? rows : rows.filter(({ change }) => change !== 'gone');
  const checks = conditions.flatMap(({ key, values, isNegated }): readonly Test[] => {
    const tests = values.flatMap((value) => testOf(key, value) ?? []);
    const any: Test = (row) => some(tests, (test) => test(row));
    return tests.length === 0 ? [] : [isNegated ? (row) => not(any(row)) : any];
  });
  const answers = candidates.map((row) => and(...checks.map((check) => check(row))));
  return {
    rows: candidates.filter((_, at) => answers[at] !== false),
    notKnown: answers.filter((answer) => answer === undefined).length,
    problems,
  };
}

const words = fieldsFor('words');
const isInGrant = wordTest((row: GrantRow) => words.map((name) => textOf(name, row)));

export function suggestGrants(line: string, caret: number, rows: readonly GrantRow[]): readonly Suggestion[] {
  const valuesOf = (key: string): readonly string[] =>
    distinct(rows.flatMap((row) => grantTerms.get(key.toLowerCase())?.values(row) ?? []));
  return suggestionsAmong(line, caret, () => [...grantTerms.keys()], valuesOf);
}
