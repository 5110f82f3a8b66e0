import { parseQuery, printQuery, printTerm } from './query';
import { distinct, keysIn, termFor, type TermTable } from './termTable';

export interface Suggestion {
  /** A key with a colon, or a value. */
  readonly label: string;
  /** An example of a key. */
  readonly detail?: string | undefined;
  readonly line: string;
  /** The end of the condition in it. */
  readonly caret: number;
}

/** More than anyone would scroll through. */
const maxSuggestions = 100;

/** The keys that the word at the caret may become, or the values of its key that occur. */
export function suggestionsFor<Asked, Subject>(
  line: string,
  caret: number,
  subjects: readonly Subject[],
  table: TermTable<Asked, Subject>,
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
    return keysIn(table, subjects)
      .filter((key) => key.toLowerCase().startsWith(start))
      .slice(0, maxSuggestions)
      .map((key) => {
        const { example } = table.terms.get(key) ?? {};
        return { label: `${key}:`, detail: example && printTerm(key, example), ...written(key, []) };
      });
  }
  const isOpen = /[:,]$/.test(line.slice(0, caret));
  const chosen = isOpen ? typed.values : typed.values.slice(0, -1);
  const part = isOpen ? '' : (typed.values.at(-1) ?? '').toLowerCase();
  return valuesOf(table, typed.key, subjects)
    .filter((value) => value.toLowerCase().includes(part) && !chosen.includes(value))
    .slice(0, maxSuggestions)
    .map((label) => ({ label, ...written(typed.key, [...chosen, label]) }));
}

/** The values that occur, each once, in the order of names. */
function valuesOf<Asked, Subject>(
  table: TermTable<Asked, Subject>,
  key: string,
  subjects: readonly Subject[],
): readonly string[] {
  const { choices = [], question, values } = termFor(table, key) ?? {};
  const isChosen = (choice: string): boolean => {
    const asked = question?.(choice, false);
    return asked !== undefined && subjects.some((subject) => table.answer(asked, subject, key));
  };
  return distinct([...choices.filter(isChosen), ...subjects.flatMap((subject) => values?.(subject) ?? [])]);
}
