import { isDeepStrictEqual } from 'node:util';
import { badRequest } from './answers';
import type { Cluster } from './fleet/cluster';
import type { Project } from './fleet/projects';
import { nameTests } from './projectQuery';
import { fields, list } from './requestBody';

/** The clusters in `projects` that match the body of a cluster search, each with its project. */
export function searchClusters(
  projects: readonly Project[],
  search: unknown,
): readonly { readonly project: Project; readonly cluster: Cluster }[] {
  const matches = nameFilter(search);
  return projects.flatMap((project) =>
    project.clusters.filter(({ name }) => matches(name)).map((cluster) => ({ project, cluster })),
  );
}

/** The real service has many filters. This one refuses those that it does not know, rather than find too many. */
function nameFilter(search: unknown): (name: string) => boolean {
  const { filter, sort } = fields(search ?? [], 'The body');
  const given = fields(filter, 'filter');
  const isSorted = list(sort, 'sort').length > 0;
  if (!isSorted && Object.keys(given).length === 0) {
    return () => true;
  }
  const group = first(given['filterGroups'], 'filter.filterGroups');
  const { condition } = first(group['filters'], 'filters');
  const { operator, ignoreCase, match } = fields(fields(condition, 'condition')['string'], 'string');
  const values = list(fields(match, 'match')['values'], 'values').filter(
    (value) => typeof value === 'string',
  );
  const test = operator === 'ne' ? undefined : nameTests.get(operator);
  if (isSorted || !test || !isDeepStrictEqual(given, filterByName(operator, ignoreCase === true, values))) {
    throw badRequest('The demo service filters clusters by one name and does not sort them.');
  }
  const fold = (text: string) => (ignoreCase === true ? text.toLowerCase() : text);
  return (name) => values.some((value) => test(fold(name), fold(value)));
}

const first = (value: unknown, what: string) => fields(list(value, what)[0], what);

/** The only filter that the demo service knows. */
function filterByName(operator: unknown, ignoreCase: boolean, values: readonly string[]): object {
  const condition = { string: { operator, ignoreCase, match: { conjunction: 'or', values } } };
  const filters = [{ property: 'clusterName', type: 'string', condition }];
  return { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters }] };
}
