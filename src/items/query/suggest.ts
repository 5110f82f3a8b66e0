import type { Item } from '../item';
import { tagKey, type QueryContext, type Term } from './questions';
import { parseQuery, printQuery } from './query';
import { termKeys, termOf } from './terms';

export interface Suggestion {
  /** A key with a colon, or a value. */
  readonly label: string;
  readonly line: string;
  /** The end of the condition in it. */
  readonly caret: number;
}

/** More than anyone would scroll through. */
const maxSuggestions = 100;

/** The keys that the word at the caret may become, or the values of its key that occur. */
export function suggestionsFor(
  line: string,
  caret: number,
  items: readonly Item[],
  context: QueryContext,
): readonly Suggestion[] {
  const tags = (): readonly string[] =>
    tagKeysOf(items).filter((key) => !termKeys.includes(key.toLowerCase()));
  return suggestionsAmong(
    line,
    caret,
    () => [...termKeys, ...tags()],
    (key) => valuesOf(items, termOf(key), context),
  );
}

/** @param keys all that there are. @param valuesOf those of a key */
export function suggestionsAmong(
  line: string,
  caret: number,
  keys: () => readonly string[],
  valuesOf: (key: string) => readonly string[],
): readonly Suggestion[] {
  const current = parseQuery(line).find(({ start, end }) => start <= caret && caret <= end);
  const place = current ?? { key: '', values: [], isNegated: false, start: caret, end: caret };
  // What follows the caret is replaced.
  const [typed = place] = parseQuery(line.slice(place.start, caret));
  const written = (key: string, values: readonly string[]): Pick<Suggestion, 'line' | 'caret'> => {
    const text = printQuery([{ key, values, isNegated: place.isNegated }]);
    return {
      line: `${line.slice(0, place.start)}${text}${line.slice(place.end)}`,
      caret: place.start + text.length,
    };
  };
  if (typed.key === '') {
    const start = (typed.values[0] ?? '').toLowerCase();
    return keys()
      .filter((key) => key.toLowerCase().startsWith(start))
      .slice(0, maxSuggestions)
      .map((key) => ({ label: `${key}:`, ...written(key, []) }));
  }
  const isOpen = /[:,]$/.test(line.slice(0, caret));
  const chosen = isOpen ? typed.values : typed.values.slice(0, -1);
  const part = isOpen ? '' : (typed.values.at(-1) ?? '').toLowerCase();
  return valuesOf(typed.key)
    .filter((value) => value.toLowerCase().includes(part) && !chosen.includes(value))
    .slice(0, maxSuggestions)
    .map((label) => ({ label, ...written(typed.key, [...chosen, label]) }));
}

/** The values that occur, each once, in the order of names. */
function valuesOf(items: readonly Item[], { of, values }: Term, context: QueryContext): readonly string[] {
  const owners = items.filter(({ kind }) => of === undefined || kind === of);
  return distinct(owners.flatMap((item) => values?.(item, context) ?? []));
}

export function tagKeysOf(items: readonly Item[]): readonly string[] {
  return distinct(items.flatMap(({ tags = [] }) => tags.map(tagKey)));
}

/** Each text once, in the order of names. */
export function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort(names.compare);
}

const names = new Intl.Collator(undefined, { numeric: true });
