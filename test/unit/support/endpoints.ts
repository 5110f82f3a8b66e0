import { AxiosHeaders } from 'axios';
import type { Endpoint } from '../../../src/service/endpoint';
import type { Operation } from '../../../src/service/operations';
import { Redactor } from '../../../src/service/redaction';
import { listAudits, listEvents } from '../../../src/service/resources/logs';
import {
  readCertificates,
  readClusterOverview,
  listPendingRepaves,
  readRepave,
  listMachineMetrics,
} from '../../../src/service/resources/clusterFacts';
import {
  readCloudConfig,
  readCluster,
  searchClusters,
  searchClusterMetadata,
} from '../../../src/service/resources/cluster';
import {
  listProjectRoles,
  listTenantRoles,
  listUserResourceRoles,
  listWorkspaceRoles,
} from '../../../src/service/resources/grants';
import { listMachines } from '../../../src/service/resources/machine';
import { listProjects, listProjectUids } from '../../../src/service/resources/project';
import { listRoles, readRole, listFilters, readTagFilter } from '../../../src/service/resources/role';
import {
  addTeamResourceRole,
  listTeamResourceRoles,
  listTeams,
  removeTeamResourceRole,
} from '../../../src/service/resources/team';
import {
  listApiKeys,
  listUserActivity,
  listUserNames,
  readOwnUser,
} from '../../../src/service/resources/user';
import { parseJson, readResponse } from '../../../src/service/response';

const config = { cloudType: 'openstack', configUid: 'config' };
const cluster = ['cluster', 'project'] as const;
const inCluster = { projectUid: 'project', clusterUid: 'cluster' };
const team = { kind: 'team', uid: 'team' } as const;
const anHour = { start: 0, end: 3_600_000 };

const all = {
  listProjects: listProjects({ method: 'post', limit: 50 }),
  listProjectUids: listProjectUids(),
  searchClusters: searchClusters({ projectUid: 'project' }),
  searchClusterMetadata: searchClusterMetadata(),
  readCluster: readCluster(...cluster),
  readCloudConfig: readCloudConfig(config),
  listMachines: listMachines({ ...config, poolName: 'pool' }),
  listEvents: listEvents(inCluster),
  listAudits: listAudits({ startTime: anHour.start, endTime: anHour.end }),
  readClusterOverview: readClusterOverview(...cluster),
  listPendingRepaves: listPendingRepaves(undefined),
  readRepave: readRepave(...cluster),
  readCertificates: readCertificates(...cluster),
  listMachineMetrics: listMachineMetrics({ ...inCluster, ...anHour, period: 1 }),
  listTeams: listTeams(undefined),
  listTeamResourceRoles: listTeamResourceRoles('team'),
  listTenantRoles: listTenantRoles(team),
  listProjectRoles: listProjectRoles(team),
  listWorkspaceRoles: listWorkspaceRoles(team),
  listUserResourceRoles: listUserResourceRoles('user'),
  listRoles: listRoles(undefined),
  readRole: readRole('role'),
  listFilters: listFilters(undefined),
  readTagFilter: readTagFilter('filter'),
  listUserNames: listUserNames(),
  listUserActivity: listUserActivity(),
  readOwnUser: readOwnUser(),
  listApiKeys: listApiKeys(),
  addTeamResourceRole: addTeamResourceRole('team', { roles: ['role'], projectUids: [], filterRefs: [] }),
  removeTeamResourceRole: removeTeamResourceRole('team', 'role'),
} satisfies Readonly<Record<Operation, Endpoint>>;

/** A request of each operation. */
export const endpoints = Object.fromEntries(
  Object.entries<Endpoint>(all).map(([operation, endpoint]) => [operation, { ...endpoint, operation }]),
) as { readonly [Name in Operation]: (typeof all)[Name] & { readonly operation: Name } };

/** The key that was sent with each request. */
export const sentKey = 'Sentinel/0f3c+9a7d&51e2=4b68';

const redactor = new Redactor(sentKey);

/** Reads a response as the client does. @throws ServiceError */
export function readAnswer<Result>(
  endpoint: Endpoint<Result> & { readonly operation?: Operation },
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Result {
  const response = {
    data: undefined,
    status,
    statusText: '',
    headers,
    config: { headers: new AxiosHeaders() },
  };
  return readResponse(
    { operation: 'listProjects', ...endpoint },
    response,
    body,
    parseJson(body, redactor),
    redactor,
  );
}
