import type { ServiceClient } from '../../../src/service/client';
import { builtInCloudTypes } from '../../../src/service/cloudTypes';
import { withoutContent } from '../../unit/support/roles';
import type { decisions } from '../decisions';
import { described } from './description';

interface Item {
  readonly metadata?: {
    readonly uid?: unknown;
    readonly name?: unknown;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** The parts of responses around the client's results. */
export interface Sent {
  readonly items?: readonly Item[] | undefined;
  readonly listmeta?: { readonly count: unknown; readonly continue: unknown };
  readonly resourceRoles?: unknown;
}

type Send = (client: ServiceClient) => Promise<unknown>;

/**
 * The part of the response that the client returns: all of it if missing; `converted` if it gets another form, which unit
 * tests check.
 */
type Given = ((sent: Sent) => unknown) | 'converted' | undefined;

/** A request of the client. */
export interface Call {
  readonly endpoint: string;
  /** What `decisions` has about its response; missing if that is the same as of another call. */
  readonly kind?: keyof typeof decisions;
  /** What is special about it. */
  readonly how?: string;
  readonly cloudType?: string;
  readonly send: Send;
  readonly given?: Given;
}

const token = 'a b/c+d';
const everyQuery = { limit: 7, continue: token, periodMinutes: 15 };
const page = ({ items, listmeta }: Sent) => ({ items, total: listmeta?.count, continue: listmeta?.continue });

/** A cluster with its tags, which are its labels. */
function withTags(cluster: Item): object {
  const labels = cluster.metadata?.labels;
  const tagOf = ([key, value]: readonly [string, string]) =>
    value.endsWith('__tag') ? key : `${key}:${value}`;
  return { ...cluster, source: cluster, tags: labels && Object.entries(labels).map(tagOf) };
}

const taggedPage = (sent: Sent) => ({ ...page(sent), items: sent.items?.map(withTags) });

const [start, end] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 1)];

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

const read = (endpoint: string, kind: keyof typeof decisions, send: Send, given?: Given): Call => ({
  endpoint,
  kind,
  send,
  given,
});

/** The same with another query or body. */
const alike = (endpoint: string, how: string, send: Send, given?: Given): Call => ({
  endpoint,
  how,
  send,
  given,
});

/** A list that is read a page at a time. */
const inPages = (
  endpoint: string,
  kind: keyof typeof decisions,
  send: (client: ServiceClient, next: { readonly continue?: string }) => Promise<unknown>,
  given: Given = page,
): readonly [Call, Call] => [
  read(endpoint, kind, (client) => send(client, {}), given),
  alike(endpoint, 'for the next page', (client) => send(client, { continue: token }), given),
];

const ofCloud = (cloudType: string): readonly Call[] => {
  const ref = { cloudType, configUid: 'config 1', projectUid: 'project-1' };
  const endpoint = describedMachines(cloudType);
  const [first, next] = inPages(endpoint, 'machines', (client, more) =>
    client.listMachines({ ...ref, poolName: 'プール?', ...more }),
  );
  const isPaged = described(endpoint).parameters.some(({ name }) => name === 'continue');
  const config = read(describedConfig(cloudType), 'cloudConfig', (client) => client.readCloudConfig(ref));
  return [config, first, ...(isPaged ? [next] : [])].map((call) => ({ ...call, cloudType }));
};

const ofHolder = (kind: 'team' | 'user'): readonly Call[] => {
  const holder = { kind, uid: 'a/b' };
  const inWorkspaces = `GET /v1/workspaces/${kind}s/{${kind}Uid}/roles`;
  return [
    read(
      `GET /v1/${kind}s/{uid}/roles`,
      'tenantRoles',
      (client) => client.listTenantRoles(holder),
      'converted',
    ),
    read(
      `GET /v1/${kind}s/{uid}/projects`,
      'projectRoles',
      (client) => client.listProjectRoles(holder),
      'converted',
    ),
    read(inWorkspaces, 'workspaceRoles', (client) => client.listWorkspaceRoles(holder), 'converted'),
  ];
};

const projects = (method: 'get' | 'post') => `${method.toUpperCase()} /v1/dashboard/projects`;
const clusters = '/v1/dashboard/spectroclusters';
const events = 'GET /v1/events/components';
const grants = '/v1/teams/{uid}/resourceRoles';
const ofProject = { projectUid: 'project-1' };
const cluster = ['cluster/1', 'project-1'] as const;
const role = { roles: ['role-1'], projectUids: [], filterRefs: [] };

export const calls: readonly Call[] = [
  ...(['get', 'post'] as const).flatMap((method) => [
    read(projects(method), 'projects', (client) => client.listProjects({ method, limit: 50 }), page),
    alike(projects(method), 'in full', (client) => client.listProjects({ method, ...everyQuery }), page),
  ]),
  alike(
    projects('post'),
    'by name and in order',
    (client) => client.listProjects({ method: 'post', limit: 50, name: 'a' }),
    page,
  ),
  read(
    'GET /v1/dashboard/projects/metadata',
    'projectUids',
    (client) => client.listProjectUids(),
    ({ items }) => items?.map(({ metadata }) => ({ name: metadata?.name, uid: metadata?.uid })),
  ),
  read(
    'GET /v1/spectroclusters/{uid}',
    'cluster',
    (client) => client.readCluster(...cluster),
    (sent) => withTags(sent as Item),
  ),
  ...inPages(
    `POST ${clusters}/search`,
    'foundClusters',
    (client, next) => client.searchClusters({ ...ofProject, ...next }),
    taggedPage,
  ),
  alike(
    `POST ${clusters}/search`,
    'by name in all projects',
    (client) => client.searchClusters({ name: 'eu', continue: token }),
    taggedPage,
  ),
  read(
    `POST ${clusters}/metadata/search`,
    'clusterMetadata',
    (client) => client.searchClusterMetadata(),
    'converted',
  ),
  ...cloudTypes.flatMap(ofCloud),
  ...inPages(events, 'events', (client, next) => client.listEvents({ ...ofProject, ...next })),
  ...inPages(`${events}/{objectKind}/{objectUid}`, 'events', (client, next) =>
    client.listEvents({ ...ofProject, clusterUid: 'cluster/1', ...next }),
  ),
  ...inPages(
    'GET /v1/audits',
    'audits',
    (client, next) =>
      client.listAudits({ resourceUid: 'cluster/1', startTime: start, endTime: end, ...next }),
    'converted',
  ),
  alike(
    'GET /v1/audits',
    'of a project',
    (client) => client.listAudits({ ...ofProject, startTime: start, endTime: end }),
    'converted',
  ),
  alike(
    'GET /v1/audits',
    'of everything',
    (client) => client.listAudits({ startTime: start, endTime: end }),
    'converted',
  ),
  ...inPages(`GET ${clusters}/repaveStatus`, 'pendingRepaves', (client, next) =>
    client.listPendingRepaves(next.continue),
  ),
  read(`GET ${clusters}/{uid}/overview`, 'overview', (client) => client.readClusterOverview(...cluster)),
  read('GET /v1/spectroclusters/{uid}/repave/status', 'repave', (client) => client.readRepave(...cluster)),
  read('GET /v1/spectroclusters/{uid}/k8certificates', 'certificates', (client) =>
    client.readCertificates(...cluster),
  ),
  read(
    'GET /v1/metrics/{resourceKind}/values',
    'metrics',
    (client) => client.listMachineMetrics({ ...ofProject, clusterUid: 'cluster/1', start, end, period: 2 }),
    'converted',
  ),
  ...inPages('GET /v1/teams', 'teams', (client, next) => client.listTeams(next.continue)),
  read(
    `GET ${grants}`,
    'roles',
    async (client) => (await client.listTeamResourceRoles('team-1')).map(withoutContent),
    ({ resourceRoles }) => resourceRoles,
  ),
  ...(['team', 'user'] as const).flatMap(ofHolder),
  read(
    'GET /v1/users/{uid}/resourceRoles',
    'userResourceRoles',
    async (client) => (await client.listUserResourceRoles('user-1')).map(withoutContent),
    ({ resourceRoles }) => resourceRoles,
  ),
  ...inPages('GET /v1/roles', 'allRoles', (client, next) => client.listRoles(next.continue)),
  ...inPages('GET /v1/filters', 'filters', (client, next) => client.listFilters(next.continue)),
  read('GET /v1/roles/{uid}', 'role', (client) => client.readRole('a/b')),
  read('GET /v1/filters/tag/{uid}', 'filter', (client) => client.readTagFilter('a/b')),
  read('GET /v1/users/meta', 'userNames', (client) => client.listUserNames(), page),
  read('POST /v1/users/summary', 'userActivity', (client) => client.listUserActivity(), page),
  read('GET /v1/users/info', 'ownUser', (client) => client.readOwnUser()),
  read('GET /v1/apiKeys', 'apiKeys', (client) => client.listApiKeys(), page),
  alike(`POST ${grants}`, '', async (client) => {
    await client.addTeamResourceRole('team-1', {
      ...role,
      projectUids: ['project-1'],
      filterRefs: ['filter-1'],
    });
  }),
  alike(`POST ${grants}`, 'in all projects', async (client) => {
    await client.addTeamResourceRole('team-1', role);
  }),
  alike(`DELETE ${grants}/{resourceRoleUid}`, '', async (client) => {
    await client.removeTeamResourceRole('team-1', 'role-1');
  }),
];
