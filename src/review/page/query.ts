import { l10n } from 'vscode';
import { grantKinds, type Answer } from '../../access/access';
import { and, not, some } from '../../access/answer';
import { findings } from '../../access/findings';
import { everyPermission } from '../../access/reach';
import { conditionsOf } from '../../items/query/answer';
import { distinct, suggestionsAmong, type Suggestion } from '../../items/query/suggest';
import { patternOf, wordTest } from '../../items/query/questions';
import type { GrantRow } from '../messages';
import { rowFields, shownRole } from '../rowFields';

type Test = (row: GrantRow) => Answer;

/** What can be asked of a grant with a key. */
interface Term {
  /** Undefined if it does not take the value. */
  readonly test: (value: string) => Test | undefined;
  /** What can be asked for to find a grant. */
  readonly values: (row: GrantRow) => readonly string[];
  /** What it takes, for errors. */
  readonly takes?: () => string;
}

/** @param textsOf in which `*` of a value stands for any characters; undefined if they were not read */
function named(textsOf: (row: GrantRow) => readonly string[] | 'all' | undefined): Term {
  return {
    test: (value) => {
      const isLike = patternOf(value);
      return (row) => {
        const texts = textsOf(row);
        if (texts === undefined) return 'unknown';
        return texts === 'all' || texts.some(isLike) ? 'yes' : 'no';
      };
    },
    values: (row) => [textsOf(row) ?? []].flat().filter((text) => text !== 'all'),
  };
}

function oneOf<Value extends string>(
  all: readonly Value[],
  answer: (row: GrantRow, value: Value) => Answer,
): Term {
  return {
    test: (given) => {
      const value = all.find((one) => one.toLowerCase() === given.toLowerCase());
      return value && ((row) => answer(row, value));
    },
    values: (row) => all.filter((value) => answer(row, value) === 'yes'),
    takes: () => all.join(', '),
  };
}

const is = (isSo: boolean): Answer => (isSo ? 'yes' : 'no');

const terms: ReadonlyMap<string, Term> = new Map(
  Object.entries<Term>({
    role: { ...named((row) => [shownRole(row), row.role]), values: (row) => [shownRole(row)] },
    team: named(({ who }) => (who.kind === 'team' ? [who.name] : [])),
    user: named(({ who }) => (who.kind === 'user' ? [who.name] : [])),
    project: named(({ kind, projects }) => (kind === 'tenant' ? 'all' : projects)),
    kind: oneOf(grantKinds, ({ kind }, value) => is(kind === value)),
    allows: named(({ permissions }) => (permissions?.includes(everyPermission) ? 'all' : permissions)),
    finding: oneOf(['any', ...findings], ({ findings: own }, value) => {
      const found = own.filter(({ finding }) => value === 'any' || finding === value);
      return some(found, ({ isKnown }) => (isKnown ? 'yes' : 'unknown'));
    }),
    decision: oneOf(['undecided', 'keep', 'remove'], ({ choice }, value) =>
      is(value === (choice === 'none' ? 'undecided' : choice)),
    ),
    // Also what was removed in this review.
    change: oneOf(['added', 'gone'], ({ change, isGone }, value) =>
      is(value === (isGone === true ? 'gone' : change)),
    ),
    'signed-in': {
      test: (value) => (/^(never|[<>]\d+)$/.test(value) ? (row) => hasSignedIn(row, value) : undefined),
      values: (row) =>
        ['never', '>30', '>60', '>90', '>180', '>365'].filter((value) => hasSignedIn(row, value) === 'yes'),
      takes: () => l10n.t('never, or a number of days such as >90 or <30'),
    },
  }),
);

/** @param value `never`, or for how many days, such as `>90` */
function hasSignedIn({ signedIn: time }: GrantRow, value: string): Answer {
  if (time === undefined) return 'unknown';
  if (value === 'never') return is(time === 0);
  const isBefore = time < Date.now() - Number(value.slice(1)) * 86_400_000;
  return is(isBefore === value.startsWith('>'));
}

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
      const isIn = isInGrant(value);
      return (row) => is(isIn(row));
    }
    const term = terms.get(key.toLowerCase());
    const test = term?.test(value);
    if (term === undefined)
      problems.push(l10n.t('No term is called {0}. Terms: {1}', key, [...terms.keys()].join(', ')));
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
    rows: candidates.filter((_, at) => answers[at] !== 'no'),
    notKnown: answers.filter((answer) => answer === 'unknown').length,
    problems,
  };
}

const isInGrant = wordTest((row: GrantRow) => Object.values(rowFields).map(({ text }) => text(row)));

export function suggestGrants(line: string, caret: number, rows: readonly GrantRow[]): readonly Suggestion[] {
  const valuesOf = (key: string): readonly string[] =>
    distinct(rows.flatMap((row) => terms.get(key.toLowerCase())?.values(row) ?? []));
  return suggestionsAmong(line, caret, () => [...terms.keys()], valuesOf);
}
