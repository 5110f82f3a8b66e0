import type { Answer } from './answers';
import { keysOf } from '../service/readers';
import { cloudTypes, customTypes, type CloudType } from './fleet/clouds/cloudTypes';

/** All routes. A name in braces stands for one path segment. */
const routes = {
  listProjectsGet: ['GET /v1/dashboard/projects'],
  listProjectsPost: ['POST /v1/dashboard/projects'],
  listProjectNames: ['GET /v1/dashboard/projects/metadata'],
  searchClusters: ['POST /v1/dashboard/spectroclusters/search'],
  searchClusterMetadata: ['POST /v1/dashboard/spectroclusters/metadata/search'],
  readCluster: ['GET /v1/spectroclusters/{uid}'],
  readCloudConfig: [
    'GET /v1/cloudconfigs/{cloudType}/{configUid}',
    'GET /v1/cloudconfigs/cloudTypes/{customType}/{configUid}',
  ],
  listMachines: [
    'GET /v1/cloudconfigs/{cloudType}/{configUid}/machinePools/{machinePoolName}/machines',
    'GET /v1/cloudconfigs/cloudTypes/{customType}/{configUid}/machinePools/{machinePoolName}/machines',
  ],
  listEvents: ['GET /v1/events/components', 'GET /v1/events/components/spectrocluster/{uid}'],
  listAudits: ['GET /v1/audits'],
  readClusterOverview: ['GET /v1/dashboard/spectroclusters/{uid}/overview'],
  listPendingRepaves: ['GET /v1/dashboard/spectroclusters/repaveStatus'],
  readRepave: ['GET /v1/spectroclusters/{uid}/repave/status'],
  readCertificates: ['GET /v1/spectroclusters/{uid}/k8certificates'],
  listMachineMetrics: ['GET /v1/metrics/machine/values'],
  listTeams: ['GET /v1/teams'],
  listTeamResourceRoles: ['GET /v1/teams/{uid}/resourceRoles'],
  listTeamTenantRoles: ['GET /v1/teams/{uid}/roles'],
  listTeamProjectRoles: ['GET /v1/teams/{uid}/projects'],
  listTeamWorkspaceRoles: ['GET /v1/workspaces/teams/{teamUid}/roles'],
  listUserTenantRoles: ['GET /v1/users/{uid}/roles'],
  listUserProjectRoles: ['GET /v1/users/{uid}/projects'],
  listUserWorkspaceRoles: ['GET /v1/workspaces/users/{userUid}/roles'],
  listUserResourceRoles: ['GET /v1/users/{uid}/resourceRoles'],
  listUserNames: ['GET /v1/users/meta'],
  listUserActivity: ['POST /v1/users/summary'],
  readOwnUser: ['GET /v1/users/info'],
  listApiKeys: ['GET /v1/apiKeys'],
  listRoles: ['GET /v1/roles'],
  readRole: ['GET /v1/roles/{uid}'],
  listFilters: ['GET /v1/filters'],
  readTagFilter: ['GET /v1/filters/tag/{uid}'],
  addTeamResourceRole: ['POST /v1/teams/{uid}/resourceRoles'],
  removeTeamResourceRole: ['DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}'],
} as const;

export type Operation = keyof typeof routes;

/** The parts of a request that an operation depends on. */
export interface Call {
  /** The segments of the path that differ from request to request. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  /** From the header that scopes a request to one project. */
  readonly projectUid: string | undefined;
  readonly body: string;
}

export type Operations<Name extends Operation = Operation> = Readonly<Record<Name, (call: Call) => Answer>>;

/** The operations and cloud types of a service. */
export interface Offer {
  readonly operations: readonly Operation[];
  readonly cloudTypes: readonly CloudType[];
}

export const operationNames = keysOf(routes);

export interface Route {
  readonly operation: Operation;
  /** The path segments in the places of the braces, percent-encoded. */
  readonly parameters: readonly string[];
}

const table = operationNames.flatMap((operation) =>
  routes[operation].map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return { operation, method, segments: path.split('/') };
  }),
);

/**
 * The route, or otherwise the methods of the path: none if the path is unknown or not offered.
 * @param without operations that answer 404, as an unknown path does
 */
export function findRoute(
  method: string,
  path: string,
  { operations, cloudTypes: offered }: Offer,
  without: readonly Operation[],
): Route | { readonly allowed: readonly string[] } {
  const given = path.split('/');
  const there = table.filter(
    ({ operation, segments }) => operations.includes(operation) && fits(segments, given, offered),
  );
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

const fits = (segments: readonly string[], given: readonly string[], offered: readonly CloudType[]) =>
  segments.length === given.length &&
  segments.every((segment, index) => segmentFits(segment, given[index] ?? '', offered));

function segmentFits(segment: string, given: string, offered: readonly string[]): boolean {
  switch (segment) {
    case '{cloudType}':
      return isOneOf(cloudTypes, given) && offered.includes(given);
    case '{customType}':
      return isOneOf(customTypes, given) && offered.includes(given);
    default:
      return isParameter(segment) ? given !== '' : given === segment;
  }
}

const isOneOf = (list: readonly string[], text: string) => list.includes(text);
