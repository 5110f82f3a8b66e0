import type { Item, ItemKind } from '../item';
import { tagKey } from '../tags';
import { parseQuery, printQuery } from './query';
import { ownerOf, tagTerm, type QueryContext, type Term } from './questions';
import { termKeys, termOf } from './terms';

/** What the condition at the caret may become. */
export interface Suggestion {
  /** A key with a colon, or a value. */
  readonly label: string;
  /** How many items have the value, or clusters the tag. */
  readonly count?: number;
  /** The whole line with it. */
  readonly line: string;
  /** The end of the condition in it. */
  readonly caret: number;
}

/** More than anyone would scroll through. */
const maxSuggestions = 100;

/** The keys that the word at the caret may become, or the values of its key that occur, the most frequent first. */
export function suggestionsFor(
  line: string,
  caret: number,
  items: readonly Item[],
  context: QueryContext,
): readonly Suggestion[] {
  const keys = (): readonly (readonly [string, number?])[] => {
    const tags = countsOf(items, tagTerm(), context, tagKey);
    const others = tags.filter(([key]) => !termKeys.includes(key.toLowerCase()));
    return [...termKeys.map((key) => [key] as const), ...others];
  };
  return suggestionsAmong(line, caret, keys, (key) => countsOf(items, termOf(key), context));
}

/** @param keys all that there are, with the number of those that have one. @param valuesOf those of a key */
export function suggestionsAmong(
  line: string,
  caret: number,
  keys: () => readonly (readonly [key: string, count?: number])[],
  valuesOf: (key: string) => readonly (readonly [value: string, count: number])[],
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
      .filter(([key]) => key.toLowerCase().startsWith(start))
      .slice(0, maxSuggestions)
      .map(([key, count]) => ({ label: `${key}:`, ...(count && { count }), ...written(key, []) }));
  }
  const isOpen = /[:,]$/.test(line.slice(0, caret));
  const chosen = isOpen ? typed.values : typed.values.slice(0, -1);
  const part = isOpen ? '' : (typed.values.at(-1) ?? '').toLowerCase();
  return valuesOf(typed.key)
    .filter(([value]) => value.toLowerCase().includes(part) && !chosen.includes(value))
    .slice(0, maxSuggestions)
    .map(([label, count]) => ({ label, count, ...written(typed.key, [...chosen, label]) }));
}

/** What is counted, the last that has a value: as tiles count, machines only where no cluster has it. */
const countedKinds: readonly ItemKind[] = ['project', 'pool', 'machine', 'cluster'];

/** How many items have each value, the most frequent first. A project counts its clusters. */
export function countsOf(
  items: readonly Item[],
  { of, values }: Term,
  context: QueryContext,
  shown: (value: string) => string = String,
): readonly (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const kind of of === undefined ? countedKinds : [of === 'project' ? 'cluster' : of]) {
    const ofKind = new Map<string, number>();
    for (const item of items) {
      const isCounted = item.kind === kind;
      if (!isCounted && item.kind !== of) continue;
      const owner = of === undefined ? item : ownerOf(item, of, context);
      const own = new Set((owner && values?.(owner, context))?.map(shown));
      for (const value of own) ofKind.set(value, (ofKind.get(value) ?? 0) + Number(isCounted));
    }
    for (const [value, count] of ofKind) counts.set(value, count);
  }
  return mostFrequentFirst(counts);
}

/** The values that were counted. */
export function mostFrequentFirst(counts: ReadonlyMap<string, number>): ReturnType<typeof countsOf> {
  return [...counts].toSorted(
    ([value, count], [other, otherCount]) => otherCount - count || names.compare(value, other),
  );
}

const names = new Intl.Collator(undefined, { numeric: true });
