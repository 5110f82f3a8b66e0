import type { ServiceClient } from '../../../src/service/client';
import { builtInCloudTypes } from '../../../src/service/cloudTypes';
import { withoutContent } from '../../unit/support/roles';
import type { decisions } from '../decisions';
import { described } from './description';

interface Item {
  readonly metadata?: { readonly uid?: unknown; readonly labels?: Readonly<Record<string, string>> };
}

/** The parts of responses around the client's results. */
export interface Sent {
  readonly items?: readonly Item[] | undefined;
  readonly listmeta?: { readonly count: unknown; readonly continue: unknown };
  readonly resourceRoles?: unknown;
}

/** A request of the client. */
export interface Call {
  readonly call: string;
  readonly endpoint: string;
  /** What `decisions` has about its response. */
  readonly kind?: keyof typeof decisions;
  readonly cloudType?: string;
  readonly send: (client: ServiceClient) => Promise<unknown>;
  /**
   * The part of the response that the client returns: all of it if missing; `converted` if it gets another form, which unit
   * tests check.
   */
  readonly given?: ((sent: Sent) => unknown) | 'converted';
  /** Whether the same reader reads the response to another call. */
  readonly isReadElsewhere?: true;
}

const token = 'a b/c+d';
const everyQuery = { limit: 7, offset: 14, continue: token, periodMinutes: 15, projectUid: 'project-1' };
const page = ({ items, listmeta }: Sent) => ({ items, total: listmeta?.count, continue: listmeta?.continue });

/** A cluster with its tags, which are its labels. */
function withTags(cluster: Item): object {
  const labels = cluster.metadata?.labels;
  const tagOf = ([key, value]: readonly [string, string]) =>
    value.endsWith('__tag') ? key : `${key}:${value}`;
  return { ...cluster, source: cluster, tags: labels && Object.entries(labels).map(tagOf) };
}

const taggedPage = (sent: Sent) => ({ ...page(sent), items: sent.items?.map(withTags) });

const lastHour = {
  clusterUid: 'cluster/1',
  projectUid: 'project-1',
  start: Date.UTC(2026, 0, 1),
  end: Date.UTC(2026, 0, 1, 1),
  period: 2,
};

/** The documented path of the cloud configs of a type. */
export function describedConfig(cloudType: string): string {
  const type = builtInCloudTypes.includes(cloudType) ? cloudType : 'cloudTypes/{cloudType}';
  return `GET /v1/cloudconfigs/${type}/{configUid}`;
}

/** The documented path of the machines of a pool of a type. */
export function describedMachines(cloudType: string): string {
  return `${describedConfig(cloudType)}/machinePools/{machinePoolName}/machines`;
}

/** The built-in cloud types and a custom one. */
const cloudTypes: readonly string[] = [...builtInCloudTypes, 'acme-cloud'];

const search = 'POST /v1/dashboard/spectroclusters/search';
const events = 'GET /v1/events/components';
const roles = 'POST /v1/teams/{uid}/resourceRoles';

/** A list that is read a page at a time. */
const inPages = (
  call: string,
  endpoint: string,
  send: (client: ServiceClient, token: string | undefined) => Promise<unknown>,
  more: Pick<Call, 'kind' | 'cloudType' | 'given'>,
): readonly Call[] => [
  { call, endpoint, send: (client) => send(client, undefined), given: page, ...more },
  {
    call: `${call} for the next page`,
    endpoint,
    send: (client) => send(client, token),
    given: more.given ?? page,
    isReadElsewhere: true,
  },
];

const ofCloud = (cloudType: string): readonly Call[] => {
  const ref = { cloudType, configUid: 'config 1', projectUid: 'project-1' };
  const endpoint = describedMachines(cloudType);
  const machines = inPages(
    `listMachines of ${cloudType}`,
    endpoint,
    (client, next) =>
      client.listMachines({ ...ref, poolName: 'プール?', ...(next === undefined ? {} : { continue: next }) }),
    { kind: 'machines', cloudType },
  );
  const isPaged = described(endpoint).parameters.some(({ name }) => name === 'continue');
  return [
    {
      call: `readCloudConfig of ${cloudType}`,
      endpoint: describedConfig(cloudType),
      kind: 'cloudConfig',
      cloudType,
      send: (client) => client.readCloudConfig(ref),
    },
    ...machines.slice(0, isPaged ? 2 : 1),
  ];
};

const ofHolder = (kind: 'team' | 'user'): readonly Call[] => [
  {
    call: `listTenantRoles of a ${kind}`,
    endpoint: `GET /v1/${kind}s/{uid}/roles`,
    kind: 'tenantRoles',
    send: (client) => client.listTenantRoles({ kind, uid: 'a/b' }),
    given: 'converted',
  },
  {
    call: `listProjectRoles of a ${kind}`,
    endpoint: `GET /v1/${kind}s/{uid}/projects`,
    kind: 'projectRoles',
    send: (client) => client.listProjectRoles({ kind, uid: 'a/b' }),
    given: 'converted',
  },
  {
    call: `listWorkspaceRoles of a ${kind}`,
    endpoint: `GET /v1/workspaces/${kind}s/{${kind}Uid}/roles`,
    kind: 'workspaceRoles',
    send: (client) => client.listWorkspaceRoles({ kind, uid: 'a/b' }),
    given: 'converted',
  },
];

const ofCluster = (
  kind: 'overview' | 'repave' | 'certificates',
  path: string,
  read: 'readClusterOverview' | 'readRepave' | 'readCertificates',
): Call => ({
  call: read,
  endpoint: `GET ${path}`,
  kind,
  send: (client) => client[read]('cluster/1', 'project-1'),
});

export const calls: readonly Call[] = [
  ...(['get', 'post'] as const).flatMap((method): Call[] => {
    const endpoint = `${method.toUpperCase()} /v1/dashboard/projects`;
    return [
      {
        call: `listProjects by ${method}`,
        endpoint,
        kind: 'projects',
        send: (client) => client.listProjects({ method, limit: 50 }),
        given: page,
      },
      {
        call: `listProjects by ${method} in full`,
        endpoint,
        send: (client) => client.listProjects({ method, ...everyQuery }),
        given: page,
        isReadElsewhere: true,
      },
    ];
  }),
  {
    call: 'listProjects by name and in order',
    endpoint: 'POST /v1/dashboard/projects',
    send: (client) =>
      client.listProjects({ method: 'post', limit: 50, name: 'a', sort: { field: 'name', order: 'asc' } }),
    given: page,
    isReadElsewhere: true,
  },
  {
    call: 'listProjectUids',
    endpoint: 'GET /v1/dashboard/projects/metadata',
    kind: 'projectUids',
    send: (client) => client.listProjectUids(),
    given: ({ items }) => items?.map(({ metadata }) => metadata?.uid),
  },
  {
    call: 'readCluster',
    endpoint: 'GET /v1/spectroclusters/{uid}',
    kind: 'cluster',
    send: (client) => client.readCluster('cluster/1', 'project-1'),
    given: (sent) => withTags(sent as Item),
  },
  ...inPages(
    'searchClusters',
    search,
    (client, next) =>
      client.searchClusters({ projectUid: 'project-1', ...(next === undefined ? {} : { continue: next }) }),
    { kind: 'foundClusters', given: taggedPage },
  ),
  {
    call: 'searchClusters by name in all projects',
    endpoint: search,
    send: (client) => client.searchClusters({ name: 'eu', continue: token }),
    given: taggedPage,
    isReadElsewhere: true,
  },
  {
    call: 'searchClusterMetadata',
    endpoint: 'POST /v1/dashboard/spectroclusters/metadata/search',
    kind: 'clusterMetadata',
    send: (client) => client.searchClusterMetadata(),
    given: 'converted',
  },
  ...cloudTypes.flatMap(ofCloud),
  ...inPages(
    'listEvents of a project',
    events,
    (client, next) =>
      client.listEvents({ projectUid: 'project-1', ...(next === undefined ? {} : { continue: next }) }),
    { kind: 'events' },
  ),
  ...inPages(
    'listEvents of a cluster',
    `${events}/{objectKind}/{objectUid}`,
    (client, next) =>
      client.listEvents({
        projectUid: 'project-1',
        clusterUid: 'cluster/1',
        ...(next === undefined ? {} : { continue: next }),
      }),
    { kind: 'events' },
  ),
  ...inPages(
    'listAudits',
    'GET /v1/audits',
    (client, next) =>
      client.listAudits({
        resourceUid: 'cluster/1',
        startTime: lastHour.start,
        endTime: lastHour.end,
        continue: next,
      }),
    { kind: 'audits', given: 'converted' },
  ),
  ...inPages(
    'listPendingRepaves',
    'GET /v1/dashboard/spectroclusters/repaveStatus',
    (client, next) => client.listPendingRepaves(next),
    { kind: 'pendingRepaves' },
  ),
  ofCluster('overview', '/v1/dashboard/spectroclusters/{uid}/overview', 'readClusterOverview'),
  ofCluster('repave', '/v1/spectroclusters/{uid}/repave/status', 'readRepave'),
  ofCluster('certificates', '/v1/spectroclusters/{uid}/k8certificates', 'readCertificates'),
  {
    call: 'listMachineMetrics',
    endpoint: 'GET /v1/metrics/{resourceKind}/values',
    kind: 'metrics',
    send: (client) => client.listMachineMetrics(lastHour),
    given: 'converted',
  },
  ...inPages('listTeams', 'GET /v1/teams', (client, next) => client.listTeams(next), { kind: 'teams' }),
  {
    call: 'listTeamResourceRoles',
    endpoint: 'GET /v1/teams/{uid}/resourceRoles',
    kind: 'roles',
    send: async (client) => (await client.listTeamResourceRoles('team-1')).map(withoutContent),
    given: ({ resourceRoles }) => resourceRoles,
  },
  ...(['team', 'user'] as const).flatMap(ofHolder),
  {
    call: 'listUserResourceRoles',
    endpoint: 'GET /v1/users/{uid}/resourceRoles',
    kind: 'userResourceRoles',
    send: async (client) => (await client.listUserResourceRoles('user-1')).map(withoutContent),
    given: ({ resourceRoles }) => resourceRoles,
  },
  ...inPages('listRoles', 'GET /v1/roles', (client, next) => client.listRoles(next), { kind: 'allRoles' }),
  ...inPages('listFilters', 'GET /v1/filters', (client, next) => client.listFilters(next), {
    kind: 'filters',
  }),
  {
    call: 'readRole',
    endpoint: 'GET /v1/roles/{uid}',
    kind: 'role',
    send: (client) => client.readRole('a/b'),
  },
  {
    call: 'readTagFilter',
    endpoint: 'GET /v1/filters/tag/{uid}',
    kind: 'filter',
    send: (client) => client.readTagFilter('a/b'),
  },
  {
    call: 'listUserNames',
    endpoint: 'GET /v1/users/meta',
    kind: 'userNames',
    send: (client) => client.listUserNames(),
    given: page,
  },
  {
    call: 'listUserActivity',
    endpoint: 'POST /v1/users/summary',
    kind: 'userActivity',
    send: (client) => client.listUserActivity(),
    given: page,
  },
  {
    call: 'addTeamResourceRole',
    endpoint: roles,
    send: (client) =>
      client.addTeamResourceRole('team-1', {
        roles: ['role-1', 'role-2'],
        projectUids: ['project-1'],
        filterRefs: ['filter-1'],
      }),
  },
  {
    call: 'addTeamResourceRole without projects and filters',
    endpoint: roles,
    send: (client) =>
      client.addTeamResourceRole('team-1', { roles: ['role-1'], projectUids: [], filterRefs: [] }),
  },
  {
    call: 'removeTeamResourceRole',
    endpoint: 'DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}',
    send: (client) => client.removeTeamResourceRole('team-1', 'role-1'),
  },
];
