import { isDeepStrictEqual } from 'node:util';
import { badRequest } from './answers';
import type { Cluster } from './fleet/cluster';
import type { Project } from './fleet/projects';
import { fields, list, type Fields } from './requestBody';

/** Runs a project search, whose body is `{ filter: { name: {…} }, sort: [{ field, order }] }`, each part optional. */
export function searchProjects(all: readonly Project[], search: unknown): readonly Project[] {
  const { filter, sort } = fields(search, 'The body');
  const given = fields(filter, 'filter');
  const { contains } = fields(given['name'], 'filter.name');
  const text = partOfName(given, contains, { name: { contains, ignoreCase: true } });
  const orders = list(sort, 'sort').map(comparison);
  return all
    .filter(({ name }) => name.toLowerCase().includes(text))
    .sort((a, b) => orders.reduce((order, compare) => order || compare(a, b), 0));
}

/** The clusters in `projects` that match the body of a cluster search, each with its project. */
export function searchClusters(
  projects: readonly Project[],
  search: unknown,
): readonly { readonly project: Project; readonly cluster: Cluster }[] {
  const { filter } = fields(search, 'The body');
  const given = fields(filter, 'filter');
  const group = first(given['filterGroups'], 'filterGroups');
  const { condition } = first(group['filters'], 'filters');
  const { match } = fields(fields(condition, 'condition')['string'], 'string');
  const [value] = list(fields(match, 'match')['values'], 'values');
  const text = partOfName(given, value, filterByName(value));
  return projects.flatMap((project) =>
    project.clusters
      .filter(({ name }) => name.toLowerCase().includes(text))
      .map((cluster) => ({ project, cluster })),
  );
}

/** The real service has many filters. This one refuses those that it does not know, rather than find too many. */
function partOfName(filter: Fields, text: unknown, known: object): string {
  if (Object.keys(filter).length === 0) return '';
  if (typeof text !== 'string' || !isDeepStrictEqual(filter, known)) {
    throw badRequest('The demo service filters only by a part of the name, in any case.');
  }
  return text.toLowerCase();
}

const first = (value: unknown, what: string) => fields(list(value, what)[0], what);

function filterByName(value: unknown): object {
  const match = { conjunction: 'or', values: [value] };
  const condition = { string: { operator: 'contains', ignoreCase: true, match } };
  const filters = [{ property: 'clusterName', type: 'string', condition }];
  return { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters }] };
}

function comparison(given: unknown): (a: Project, b: Project) => number {
  const { field, order } = fields(given, 'sort');
  if (field !== 'name' || (order !== 'asc' && order !== 'desc')) {
    throw badRequest('sort takes a field (name) and an order (asc, desc).');
  }
  const direction = order === 'asc' ? 1 : -1;
  return (a, b) => (a.name < b.name ? -direction : a.name > b.name ? direction : 0);
}
