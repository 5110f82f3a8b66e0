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

const sortKeys = new Map<unknown, (project: Project) => string | number>([
  ['name', ({ name }) => name],
  ['creationTimestamp', ({ created }) => created],
  ['lastModifiedTimestamp', ({ created }) => created],
]);

/** Runs a project search, whose body is `{ filter: { name: {…} }, sort: [{ field, order }] }`, each part optional. */
export function searchProjects(all: readonly Project[], search: unknown): Project[] {
  const { filter, sort } = fields(search, 'The body');
  const matches = nameFilter(fields(fields(filter, 'filter')['name'], 'filter.name'));
  const orders = list(sort, 'sort').map(comparison);
  return all
    .filter(({ name }) => matches(name))
    .sort((a, b) => orders.reduce((order, compare) => order || compare(a, b), 0));
}

function nameFilter({ ignoreCase = true, ...wanted }: Fields): (name: string) => boolean {
  if (typeof ignoreCase !== 'boolean') {
    throw badRequest('filter.name.ignoreCase must be true or false.');
  }
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const tests = Object.entries(wanted).map(([key, text]) => {
    const test = nameTests.get(key);
    if (!test || typeof text !== 'string') {
      throw badRequest(`filter.name.${key} is not something that a name can be filtered by.`);
    }
    return (name: string) => test(fold(name), fold(text));
  });
  return (name) => tests.every((test) => test(name));
}

function comparison(given: unknown): (a: Project, b: Project) => number {
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
