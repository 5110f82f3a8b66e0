import ipaddr from 'ipaddr.js';

// The grammar of the query: the line with which all boxes, links, saved queries and agents select items. Used by the extension
// and by the fleet page.

/** A word, or a term such as `state:failed,unhealthy`. An item matches a line if it matches all of its conditions. */
export interface QueryCondition {
  /** Empty for a word. */
  readonly key: string;
  /** Alternatives. None while the user has typed only the key. */
  readonly values: readonly string[];
  readonly isNegated: boolean;
}

/** A condition, and where it is in its line. */
interface PlacedCondition extends QueryCondition {
  readonly start: number;
  readonly end: number;
}

/** Room for a hundred clusters that were selected in the status grid. */
export const maxLineLength = 5000;

// The end of a quotation may be missing while the user is typing.
const quotation = /"((?:\\.|[^"\\])*)(?:"|\\?$)/gs;
const token = new RegExp(String.raw`(?:${quotation.source}|[^\s"])+`, 'gs');

/** The conditions of a line, which may be any text. */
export function parseQuery(line: string): readonly PlacedCondition[] {
  return [...line.matchAll(token)].flatMap(({ 0: text, index: start }) => {
    const isNegated = text.length > 1 && text.startsWith('-');
    const [key, values] = keyAndValues(isNegated ? text.slice(1) : text);
    const isEmpty = key === '' && values.length === 0;
    return isEmpty ? [] : { key, values, isNegated, start, end: start + text.length };
  });
}

function keyAndValues(text: string): readonly [key: string, values: readonly string[]] {
  // What is in quotes separates nothing.
  const separators = text.replace(quotation, (quoted) => '"'.repeat(quoted.length));
  const colon = ipaddr.IPv6.isValid(text) ? -1 : separators.indexOf(':');
  const key = withoutQuotes(text.slice(0, Math.max(0, colon)));
  const values: string[] = [];
  // A word may have commas.
  for (let start = key === '' ? 0 : colon + 1; start < text.length;) {
    const comma = key === '' ? -1 : separators.indexOf(',', start);
    const end = comma < 0 ? text.length : comma;
    values.push(withoutQuotes(text.slice(start, end)));
    start = end + 1;
  }
  return [key, values.filter((value) => value !== '')];
}

function withoutQuotes(text: string): string {
  return text.replace(quotation, (_, inside: string) => inside.replace(/\\(.)/gs, '$1'));
}

/** The line of conditions: parsing it gives the same conditions. */
export function printQuery(conditions: readonly QueryCondition[]): string {
  return conditions.map(printed).join(' ');
}

/** Such as `state:failed`. */
export function printTerm(key: string, ...values: readonly string[]): string {
  return printed({ key, values, isNegated: false });
}

function printed({ key, values, isNegated }: QueryCondition): string {
  const plain = values.map((value) => withQuotes(value, key)).join(',');
  const text = key !== '' && ipaddr.IPv6.isValid(`${key}:${plain}`) ? `"${plain}"` : plain;
  return `${isNegated ? '-' : ''}${key === '' ? text : `${withQuotes(key, '')}:${text}`}`;
}

function withQuotes(text: string, key: string): string {
  const needsQuotes = key === '' ? /[\s":]|^-/ : /[\s",]/;
  return needsQuotes.test(text) ? `"${text.replace(/["\\]/g, String.raw`\$&`)}"` : text;
}

export function valuesIn(line: string, key: string): readonly string[] {
  return termsOf(line, key).flatMap(({ values }) => values);
}

/** The line with other values of a key: no other condition changes. Without values, the key is not in it. */
export function withValues(line: string, key: string, values: readonly string[]): string {
  const [first] = termsOf(line, key);
  const term = values.length === 0 ? '' : printTerm(key, ...values);
  const texts = parseQuery(line).map((condition) => {
    if (!isTermOf(condition, key)) return printed(condition);
    return condition.start === first?.start ? term : '';
  });
  return [...texts, first === undefined ? term : ''].filter(Boolean).join(' ');
}

export function hasValue(line: string, key: string, value: string): boolean {
  return valuesIn(line, key).some((other) => isSame(other, value));
}

/** The line with one more value of a key, or without it. */
export function toggledValue(line: string, key: string, value: string): string {
  const before = valuesIn(line, key);
  const others = before.filter((other) => !isSame(other, value));
  return withValues(line, key, others.length < before.length ? others : [...before, value]);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The longest of the words in a line, which a service can search for by name; empty if there are only terms. */
export function searchableWord(line: string): string {
  const words = parseQuery(line).filter(({ key, isNegated }) => key === '' && !isNegated);
  return words
    .flatMap(({ values }) => values)
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

function termsOf(line: string, key: string): readonly PlacedCondition[] {
  return parseQuery(line).filter((condition) => isTermOf(condition, key));
}

function isTermOf({ key, isNegated }: QueryCondition, wanted: string): boolean {
  return !isNegated && isSame(key, wanted);
}
