import { l10n } from 'vscode';
import { formatNumber } from '../text/format';
import { maxLineLength, parseQuery, printTerm } from './query';
import { not, some, type Verdict } from './verdict';
import { perObject } from '../service/remember';

/** What a line can ask with a key. `Asked` is what a value asks. */
export interface Term<Asked, Subject> {
  /** A value, for those who do not know the key. */
  readonly example: string;
  /** Values that are suggested if something is what they ask for. Without `takes`, there are no others. */
  readonly choices?: readonly string[];
  /** What it takes, for errors. */
  readonly takes?: () => string;
  /** Undefined if it does not take the value. */
  readonly question: (value: string, isNegated: boolean) => Asked | undefined;
  /** Other values that find a subject. */
  readonly values?: (subject: Subject) => readonly string[];
}

/** All that a line can ask of subjects. */
export interface TermTable<Asked, Subject> {
  /** By key. */
  readonly terms: ReadonlyMap<string, Term<Asked, Subject>>;
  readonly word: (word: string, isNegated: boolean) => Asked;
  /** All other keys. Without it, there are none. */
  readonly tag?: (key: string) => Omit<Term<Asked, Subject>, 'example'>;
  readonly tagKeysOf?: (subject: Subject) => readonly string[];
  readonly answer: (asked: Asked, subject: Subject, key: string) => Verdict;
}

type Terms<Subject, Asked = unknown> = Omit<TermTable<Asked, Subject>, 'answer'>;

/** One of several values, in any case. */
export function oneOf<const Value extends string, Asked>(
  choices: readonly [Value, ...Value[]],
  questionOf: (value: Value) => Asked,
) {
  const question = (given: string): Asked | undefined => {
    const value = choices.find((one) => one.toLowerCase() === given.toLowerCase());
    return value && questionOf(value);
  };
  return { example: choices[0], choices, question };
}

export function termFor<Asked, Subject>({ terms, tag }: Terms<Subject, Asked>, key: string) {
  return terms.get(key.toLowerCase()) ?? tag?.(key);
}

/** The keys of terms, then the others that occur. */
export function keysIn<Subject>(
  { terms, tagKeysOf = () => [] }: Terms<Subject>,
  subjects: readonly Subject[],
): readonly string[] {
  const others = distinct(subjects.flatMap(tagKeysOf)).filter((key) => !terms.has(key.toLowerCase()));
  return [...terms.keys(), ...others];
}

/** Each text once, in the order of names. */
export function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort(nameOrder.compare);
}

/** The order of names. */
export const nameOrder = new Intl.Collator(undefined, { numeric: true });

/** A condition of a line. */
export interface Check<Asked> {
  /** Empty for a word. */
  readonly key: string;
  /** Alternatives. */
  readonly questions: readonly Asked[];
  readonly isNegated: boolean;
}

/** What a line asks of subjects. */
export class Query<Asked, Subject> {
  readonly checks: readonly Check<Asked>[];
  /** What is wrong with the line: a sentence each. What a key does not take is left out. */
  readonly problems: readonly string[];

  constructor(
    line: string,
    protected readonly table: TermTable<Asked, Subject>,
  ) {
    const problems: string[] = [];
    this.problems = problems;
    if (line.length > maxLineLength) {
      const most = formatNumber(maxLineLength);
      problems.push(l10n.t('The line is longer than {0} characters, so it selects nothing', most));
      // Without an alternative, nothing matches.
      this.checks = [{ key: '', questions: [], isNegated: false }];
      return;
    }
    const checks = parseQuery(line).map(({ key, values, isNegated }) => {
      const questions = values.flatMap((value) => {
        const { word } = table;
        const asked = key === '' ? word(value, isNegated) : termFor(table, key)?.question(value, isNegated);
        if (asked === undefined) problems.push(problemWith(table, key, value));
        return asked ?? [];
      });
      return { key, questions, isNegated };
    });
    this.checks = checks.filter(({ questions }) => questions.length > 0);
  }

  get isEmpty(): boolean {
    return this.checks.length === 0;
  }

  /** Whether a subject is selected. */
  match(subject: Subject): Verdict {
    return not(some(this.checks, (check) => not(this.verdict(check, subject))));
  }

  protected verdict({ key, questions, isNegated }: Check<Asked>, subject: Subject): Verdict {
    const verdict = some(questions, (asked) => this.table.answer(asked, subject, key));
    return isNegated ? not(verdict) : verdict;
  }
}

/** Why a key and a value ask nothing. */
function problemWith<Subject>(table: Terms<Subject>, key: string, value: string): string {
  const term = termFor(table, key);
  if (term === undefined) {
    const keys = [...table.terms.keys()];
    const problem = l10n.t('No term is called {0}', key);
    return withHelp(problem, nearest(key, keys)) ?? l10n.t('{0}. Terms: {1}', problem, keys.join(', '));
  }
  const { choices = [], takes = () => choices.join(', ') } = term;
  const near = nearest(value, choices);
  const problem = l10n.t("{0}: doesn't take {1}", key, value);
  return (near && withHelp(problem, key, near)) ?? l10n.t('{0}: takes {1}', key, takes());
}

/** What is wrong, with the term that may be meant, if any. */
export function withHelp(problem: string, key: string | undefined, ...value: string[]): string | undefined {
  return key === undefined ? key : l10n.t('{0} (did you mean {1}?)', problem, printTerm(key, ...value));
}

/** Tells whether a text is like a value. Each part is looked for once: a regular expression may try long texts for seconds. */
export function patternOf(value: string): (text: string) => boolean {
  const [start = '', ...others] = value.toLowerCase().split('*');
  return (text) => {
    const lower = text.toLowerCase();
    let at = start.length;
    if (!lower.startsWith(start) || (others.length === 0 && lower.length > at)) return false;
    return others.every((part, index) => {
      const isLast = index === others.length - 1;
      const found = isLast ? lower.lastIndexOf(part) : lower.indexOf(part, at);
      const isThere = found >= at && (!isLast || found + part.length === lower.length);
      at = found + part.length;
      return isThere;
    });
  };
}

/** Tells whether a word is in one of the texts of something, which are joined once. */
export function wordTest<Of extends object>(
  textsOf: (of: Of) => readonly string[],
): (word: string) => (of: Of) => boolean {
  const joined = perObject((of: Of) => textsOf(of).join('\n').toLowerCase());
  return (word) => {
    const isLike = patternOf(`*${word}*`);
    return (of) => isLike(joined(of));
  };
}

/** The first of other texts that may be meant: it differs by one letter, or one of the two begins with the other. */
export function nearest(text: string, others: readonly string[]): string | undefined {
  const wanted = text.toLowerCase();
  const isStart = (other: string): boolean =>
    other.length > 2 && (other.startsWith(wanted) || wanted.startsWith(other));
  const find = (isNear: (other: string) => boolean): string | undefined =>
    others.find((other) => isNear(other.toLowerCase()));
  // Most short texts are alike.
  return wanted.length < 3 ? undefined : (find((other) => isOneLetterOff(wanted, other)) ?? find(isStart));
}

/** Whether a letter is missing, added or another one, or two are swapped. */
function isOneLetterOff(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [a = '', b = ''] = [one, other].map((text) => text.slice(start));
  const swapped = `${a.charAt(1)}${a.charAt(0)}${a.slice(2)}`;
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || swapped === b;
}
