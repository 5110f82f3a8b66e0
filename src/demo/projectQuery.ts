import { badRequest } from './answers';
import type { Project } from './fleet/projects';
import { fields, list, type Fields } from './requestBody';

/** The operators of name filters. */
export const nameTests = new Map<unknown, (name: string, text: string) => boolean>([
  ['contains', (name, text) => name.includes(text)],
  ['beginsWith', (name, text) => name.startsWith(text)],
  ['eq', (name, text) => name === text],
  ['ne', (name, text) => name !== text],
]);

/** What can be searched and sorted. */
interface Dated {
  readonly name: string;
  readonly created: number;
}

const sortKeys = new Map<unknown, (one: Dated) => string | number>([
  ['name', ({ name }) => name],
  ['creationTimestamp', ({ created }) => created],
  ['lastModifiedTimestamp', ({ created }) => created],
]);

/** Runs a project search, whose body is `{ filter: { name: {…} }, sort: [{ field, order }] }`, each part optional. */
export const searchProjects = (all: readonly Project[], search: unknown): Project[] =>
  searchTexts(all, search, { name: ({ name }) => name });

/** The same with filters by other texts. */
export function searchTexts<T extends Dated>(
  all: readonly T[],
  search: unknown,
  texts: Readonly<Record<string, (one: T) => string>>,
): T[] {
  const { filter, sort } = fields(search, 'The body');
  const filters = Object.entries(texts).map(([key, textOf]) => {
    const matches = textFilter(fields(fields(filter, 'filter')[key], `filter.${key}`), key);
    return (one: T) => matches(textOf(one));
  });
  const orders = list(sort, 'sort').map(comparison);
  return all
    .filter((one) => filters.every((matches) => matches(one)))
    .sort((a, b) => orders.reduce((order, compare) => order || compare(a, b), 0));
}

function textFilter({ ignoreCase = true, ...wanted }: Fields, what: string): (text: string) => boolean {
  if (typeof ignoreCase !== 'boolean') {
    throw badRequest(`filter.${what}.ignoreCase must be true or false.`);
  }
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const tests = Object.entries(wanted).map(([key, text]) => {
    const test = nameTests.get(key);
    if (!test || typeof text !== 'string') {
      throw badRequest(`filter.${what}.${key} is not something that a text can be filtered by.`);
    }
    return (name: string) => test(fold(name), fold(text));
  });
  return (name) => tests.every((test) => test(name));
}

function comparison(given: unknown): (a: Dated, b: Dated) => number {
  const { field, order = 'asc' } = fields(given, 'sort');
  const key = sortKeys.get(field);
  if (!key || (order !== 'asc' && order !== 'desc')) {
    throw badRequest(
      'sort takes a field (name, creationTimestamp, lastModifiedTimestamp) and an order (asc, desc).',
    );
  }
  const direction = order === 'asc' ? 1 : -1;
  return (a, b) => (key(a) < key(b) ? -direction : key(a) > key(b) ? direction : 0);
}
