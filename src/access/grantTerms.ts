import { l10n } from 'vscode';
import { patternOf } from '../items/query/questions';
import { some, type Verdict } from '../query/verdict';
import { findings, isLikeFinding, type FindingOf } from './findings';
import type { Who } from './holderText';

/** What a query can ask of a grant with a key. `Value` is what has the answer. */
export interface Term<Value> {
  /** Undefined if it does not take the value that is asked for. */
  readonly test: (asked: string) => ((value: Value) => Verdict) | undefined;
  /** What can be asked for to find a grant. */
  readonly values: (value: Value) => readonly string[];
  /** What it takes, for errors. */
  readonly takes?: () => string;
}

/** `*` of what is asked for stands for any characters. @param textsOf undefined if they were not read */
export function named<Value>(textsOf: (value: Value) => readonly string[] | 'all' | undefined): Term<Value> {
  return {
    test: (asked) => {
      const isLike = patternOf(asked);
      return (value) => {
        const texts = textsOf(value);
        return texts === 'all' || texts?.some(isLike);
      };
    },
    values: (value) => [textsOf(value) ?? []].flat().filter((text) => text !== 'all'),
  };
}

/** @param textOf the one of `all` that a grant has */
export function oneOf<Value>(
  all: readonly string[],
  textOf: (value: Value) => string | undefined,
): Term<Value> {
  return {
    test: (given) => {
      const asked = all.find((one) => one.toLowerCase() === given.toLowerCase());
      return asked === undefined ? undefined : (value) => textOf(value) === asked;
    },
    values: (value) => [textOf(value) ?? []].flat(),
    takes: () => all.join(', '),
  };
}

/** A kind of findings, any of them, or the text of one. */
export const findingTerm: Term<readonly FindingOf[]> = {
  test: (asked) => {
    const isLike = patternOf(asked);
    const kind = ['any', ...findings].find((one) => one.toLowerCase() === asked.toLowerCase());
    const answer = ({ finding, isKnown, text }: FindingOf): Verdict => {
      if (kind === 'any' || kind === finding || isLike(text)) return isKnown || undefined;
      return !isKnown && isLikeFinding(finding, asked) ? undefined : false;
    };
    return (found) => some(found, answer);
  },
  values: (found) => ['any', ...found.flatMap(({ finding, text }) => [finding, text])],
};

/** `never`, or for how many days nobody signed in, such as `>90`. */
export const signedInTerm: Term<Pick<Who, 'signedIn'>> = {
  test: (asked) => (/^(never|[<>]\d+)$/.test(asked) ? (who) => hasSignedIn(who, asked) : undefined),
  values: (who) =>
    ['never', '>30', '>60', '>90', '>180', '>365'].filter((asked) => hasSignedIn(who, asked) === true),
  takes: () => l10n.t('never, or a number of days such as >90 or <30'),
};

function hasSignedIn({ signedIn: time }: Pick<Who, 'signedIn'>, asked: string): Verdict {
  if (time === undefined) return undefined;
  if (asked === 'never') return time === 0;
  const isBefore = time < Date.now() - Number(asked.slice(1)) * 86_400_000;
  return isBefore === asked.startsWith('>');
}
