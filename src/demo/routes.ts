/** What the service offers. A name in braces stands for one path segment. */
const routes = {
  listProjectsGet: 'GET /v1/dashboard/projects',
  listProjectsPost: 'POST /v1/dashboard/projects',
  readCluster: 'GET /v1/spectroclusters/{uid}',
  readCloudConfig: 'GET /v1/cloudconfigs/openstack/{configUid}',
  listMachines: 'GET /v1/cloudconfigs/openstack/{configUid}/machinePools/{machinePoolName}/machines',
  listTeamResourceRoles: 'GET /v1/teams/{uid}/resourceRoles',
  addTeamResourceRole: 'POST /v1/teams/{uid}/resourceRoles',
  removeTeamResourceRole: 'DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}',
} as const;

export type Operation = keyof typeof routes;

export interface Route {
  readonly operation: Operation;
  /** The segments that stand in the places of the braces, still percent-encoded. */
  readonly parameters: readonly string[];
}

const table = Object.entries(routes).map(([operation, route]) => {
  const [method = '', path = ''] = route.split(' ');
  return { operation: operation as Operation, method, segments: path.split('/') };
});

/** The route, or else the methods that the path does know: none where the path is unknown or not to be offered. */
export function findRoute(
  method: string,
  path: string,
  without: readonly Operation[],
): Route | { readonly allowed: readonly string[] } {
  const given = path.split('/');
  const there = table.filter(({ segments }) => fits(segments, given));
  const route = there.find((candidate) => candidate.method === method);
  if (!route) {
    return {
      allowed: there.filter(({ operation }) => !without.includes(operation)).map((other) => other.method),
    };
  }
  return without.includes(route.operation)
    ? { allowed: [] }
    : {
        operation: route.operation,
        parameters: given.filter((_, index) => isParameter(route.segments[index])),
      };
}

const isParameter = (segment = '') => segment.startsWith('{');

const fits = (segments: readonly string[], given: readonly string[]) =>
  segments.length === given.length &&
  segments.every((segment, index) => (isParameter(segment) ? given[index] !== '' : given[index] === segment));
