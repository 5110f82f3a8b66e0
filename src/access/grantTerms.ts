import { l10n } from 'vscode';
import { patternOf, wordTest, oneOf, type Term, type TermTable, Query } from '../query/termTable';
import { some, type Verdict } from '../query/verdict';
import { grantKinds } from './access';
import { findings, isLikeFinding, type FindingOf } from './findings';
import { fieldsFor, fieldText, withoutResource, type GrantRow } from './grantFields';
import { everyPermission } from './reach';
import { dayMs } from '../text/format';

type Test = (row: GrantRow) => Verdict;
type GrantTerm = Term<Test, GrantRow>;

/** `*` of what is asked for stands for any characters. @param textsOf undefined if they were not read */
function namedTerm(
  example: string,
  textsOf: (row: GrantRow) => readonly string[] | 'all' | undefined,
): GrantTerm {
  return {
    example,
    question: (asked) => {
      const isLike = patternOf(asked);
      return (row) => {
        const texts = textsOf(row);
        return texts === 'all' || texts?.some(isLike);
      };
    },
    values: (row) => [textsOf(row) ?? []].flat().filter((text) => text !== 'all'),
  };
}

/** @param textOf the one of `choices` that a grant has */
function choice(
  choices: readonly [string, ...string[]],
  textOf: (row: GrantRow) => string | undefined,
): GrantTerm {
  return oneOf(choices, (asked) => (row) => textOf(row) === asked);
}

const termsOfGrants = {
  team: namedTerm('Platform', ({ who }) => (who.kind === 'team' ? [who.name] : [])),
  user: namedTerm('ann*', ({ who }) => (who.kind === 'user' ? [who.name] : [])),
  /** `never`, or for how many days nobody signed in, such as `>90`. */
  'signed-in': {
    example: '>90',
    choices: ['never', '>30', '>60', '>90', '>180', '>365'],
    takes: () => l10n.t('never, or a number of days such as >90 or <30'),
    question: (asked) => (/^(never|[<>]\d+)$/.test(asked) ? (row) => hasSignedIn(row, asked) : undefined),
  },
  kind: choice(grantKinds, ({ kind }) => kind),
  role: namedTerm('Viewer', ({ role }) => [withoutResource(role), role]),
  allows: namedTerm('cluster.delete', ({ permissions }) =>
    permissions?.includes(everyPermission) ? 'all' : permissions,
  ),
  project: namedTerm('payments', ({ projectNames }) => projectNames),
  /** A kind of findings, any of them, or the text of one. */
  finding: {
    example: 'any',
    question: (asked) => {
      const isLike = patternOf(asked);
      const kind = ['any', ...findings].find((one) => one.toLowerCase() === asked.toLowerCase());
      const verdict = ({ finding, isKnown, text }: FindingOf): Verdict => {
        if (kind === 'any' || kind === finding || isLike(text)) return isKnown || undefined;
        return !isKnown && isLikeFinding(finding, asked) ? undefined : false;
      };
      return (row) => some(row.findings, verdict);
    },
    values: (row) => ['any', ...row.findings.flatMap(({ finding, text }) => [finding, text])],
  },
  // Also what was removed in this review.
  change: choice(['added', 'gone'], ({ change }) => (change === 'removed' ? 'gone' : change)),
  decision: choice(['undecided', 'keep', 'remove'], ({ choice: own }) =>
    own === 'none' ? 'undecided' : own,
  ),
} satisfies Readonly<Record<string, GrantTerm>>;

function hasSignedIn({ who: { signedIn: time } }: GrantRow, asked: string): Verdict {
  if (time === undefined) return undefined;
  if (asked === 'never') return time === 0;
  const isBefore = time < Date.now() - Number(asked.slice(1)) * dayMs;
  return isBefore === asked.startsWith('>');
}

/** What a query can ask of a grant. */
export const grantTerms: TermTable<Test, GrantRow> = {
  terms: new Map(Object.entries<GrantTerm>(termsOfGrants)),
  word: wordTest((row) => fieldsFor('words').map((name) => fieldText(name, row))),
  answer: (isIt, row) => isIt(row),
};

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
