import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../src/service/client';
import { withoutContent } from '../unit/support/roles';
import { failureOf } from '../unit/support/service';
import { misread } from './support/misread';
import {
  cloudTypes,
  describedConfig,
  describedEndpoints,
  describedFailures,
  describedMachines,
  describedQuery,
  describedService,
  isDescribed,
  isOwnDescription,
  undescribedQuery,
  waysOfAnswering,
} from './support/prism';

interface Item {
  readonly metadata?: { readonly uid?: unknown; readonly labels?: Readonly<Record<string, string>> };
  readonly specSummary?: Readonly<Record<string, unknown>>;
  readonly spec?: AuditSpec;
  readonly status?: object;
  readonly source?: unknown;
  readonly tags?: unknown;
  readonly metrics?: readonly {
    readonly points?: readonly {
      readonly timestamp?: number;
      readonly value?: number;
      readonly avg?: number;
    }[];
  }[];
}

/** The parts of responses around the client's results. */
interface Sent {
  readonly items?: readonly Item[] | undefined;
  readonly listmeta?: { readonly count: unknown; readonly continue: unknown };
  readonly resourceRoles?: unknown;
  readonly roles?: unknown;
  readonly projects?: readonly (RolesAtPlace & { readonly workspaces?: readonly RolesAtPlace[] })[];
}

interface RolesAtPlace {
  readonly uid?: unknown;
  readonly name?: unknown;
  readonly roles?: unknown;
}

interface Call {
  readonly call: string;
  readonly endpoint: string;
  readonly send: (client: ServiceClient) => Promise<unknown>;
  /** The part of the response that the client returns. */
  readonly given: (sent: Sent) => unknown;
  /** The kind of error if the service does not have the path. */
  readonly absence: 'unsupported' | 'notFound';
}

const everyQuery = { limit: 7, offset: 14, continue: 'a b/c+d', periodMinutes: 15, projectUid: 'project-1' };
const page = ({ items, listmeta }: Sent) => ({ items, total: listmeta?.count, continue: listmeta?.continue });

/** A cluster with its tags, which are its labels where it has none. */
function withTags(cluster: Item): Item {
  const { labels } = cluster.metadata ?? {};
  const ofLabels =
    labels &&
    Object.entries(labels).map(([key, value]) => (value.endsWith('__tag') ? key : `${key}:${value}`));
  return { ...cluster, source: cluster, tags: cluster.specSummary?.['tags'] ?? ofLabels };
}

const taggedPage = (sent: Sent) => page({ ...sent, items: (sent.items ?? []).map(withTags) });

interface AuditSpec {
  readonly actionMsg?: string;
  readonly actionType?: string;
  readonly actor?: {
    readonly actorType?: string;
    readonly serviceName?: string;
    readonly user?: { readonly emailId?: string; readonly firstName?: string; readonly lastName?: string };
  };
  readonly resource?: {
    readonly kind?: string;
    readonly name?: string;
    readonly label?: string;
    readonly uid?: string;
  };
}

/** An audit entry as an event, with the one who did it. */
function asEvent({ metadata, spec = {} }: Item): object {
  const { actor = {}, resource: { label, ...resource } = {} } = spec;
  const { emailId: mail, firstName = '', lastName = '' } = actor.user ?? {};
  const names = [`${firstName} ${lastName}`.trim(), actor.serviceName, mail];
  return {
    metadata,
    message: spec.actionMsg,
    reason: spec.actionType,
    involvedObject: { ...resource, name: [resource.name, label].find(Boolean) },
    actor: { name: names.find(Boolean), type: actor.actorType, mail },
  };
}

const lastHour = {
  clusterUid: 'cluster/1',
  projectUid: 'project-1',
  start: Date.UTC(2026, 0, 1),
  end: Date.UTC(2026, 0, 1, 1),
  period: 2,
};

/** A machine with the points of its metrics in the order of time, in milliseconds. */
function withSortedPoints({ metrics = [], ...machine }: Item): object {
  const inOrder = metrics.map(({ points = [], ...metric }) => ({
    ...metric,
    points: points
      .map(({ timestamp = 0, value, avg }) => ({
        time: timestamp < 1e11 ? timestamp * 1000 : timestamp,
        value: value ?? avg,
      }))
      .filter(({ time, value }) => time > 0 && value !== undefined)
      .sort((one, other) => one.time - other.time),
  }));
  return { ...machine, metrics: inOrder };
}

/** The metadata of a cluster, with its fields in the places where cluster search has them. */
function asSummary(source: Item): Item {
  const { specSummary: { archType, cloudType, location, ...spec } = {}, status } = source;
  return {
    ...source,
    specSummary: { ...spec, archTypes: archType, cloudConfig: { cloudType } },
    status: { ...status, location },
    source,
  };
}

const calls: readonly Call[] = [
  ...(['get', 'post'] as const).flatMap((method): Call[] => [
    {
      call: `listProjects by ${method}`,
      endpoint: `${method.toUpperCase()} /v1/dashboard/projects`,
      send: (client) => client.listProjects({ method, limit: 50 }),
      given: page,
      absence: 'unsupported',
    },
    {
      call: `listProjects by ${method} in full`,
      endpoint: `${method.toUpperCase()} /v1/dashboard/projects`,
      send: (client) => client.listProjects({ method, ...everyQuery }),
      given: page,
      absence: 'unsupported',
    },
  ]),
  {
    call: 'listProjectUids',
    endpoint: 'GET /v1/dashboard/projects/metadata',
    send: (client) => client.listProjectUids(),
    given: ({ items }) => items?.map(({ metadata }) => metadata?.uid),
    absence: 'unsupported',
  },
  {
    call: 'readCluster',
    endpoint: 'GET /v1/spectroclusters/{uid}',
    send: (client) => client.readCluster('cluster/1', 'project-1'),
    given: (sent) => withTags(sent as Item),
    absence: 'unsupported',
  },
  {
    call: 'searchClusters',
    endpoint: 'POST /v1/dashboard/spectroclusters/search',
    send: (client) => client.searchClusters({ projectUid: 'project-1' }),
    given: taggedPage,
    absence: 'unsupported',
  },
  {
    call: 'searchClusters for the next page',
    endpoint: 'POST /v1/dashboard/spectroclusters/search',
    send: (client) => client.searchClusters({ projectUid: 'project-1', continue: 'a b/c+d' }),
    given: taggedPage,
    absence: 'unsupported',
  },
  {
    call: 'searchClusters by name in all projects',
    endpoint: 'POST /v1/dashboard/spectroclusters/search',
    send: (client) => client.searchClusters({ name: 'eu', continue: 'a b/c+d' }),
    given: taggedPage,
    absence: 'unsupported',
  },
  {
    call: 'searchClusterMetadata',
    endpoint: 'POST /v1/dashboard/spectroclusters/metadata/search',
    send: (client) => client.searchClusterMetadata(),
    given: (sent) =>
      page({ ...sent, items: (sent.items ?? []).map((each) => ({ ...withTags(each), ...asSummary(each) })) }),
    absence: 'unsupported',
  },
  ...cloudTypes.flatMap((cloudType): Call[] => {
    const ref = { cloudType, configUid: 'config 1', projectUid: 'project-1' };
    const endpoint = describedMachines(cloudType);
    const isPaged = describedQuery(endpoint).includes('continue');
    const listing: Omit<Call, 'call' | 'send'> = { endpoint, given: page, absence: 'notFound' };
    return [
      {
        call: `readCloudConfig of ${cloudType}`,
        endpoint: describedConfig(cloudType),
        send: (client) => client.readCloudConfig(ref),
        given: (sent) => sent,
        absence: 'unsupported',
      },
      {
        ...listing,
        call: `listMachines of ${cloudType}`,
        send: (client) => client.listMachines({ ...ref, poolName: 'プール?' }),
      },
      ...(isPaged
        ? [
            {
              ...listing,
              call: `listMachines of ${cloudType} for the next page`,
              send: (client: ServiceClient) =>
                client.listMachines({ ...ref, poolName: 'プール?', continue: 'a b/c+d' }),
            },
          ]
        : []),
    ];
  }),
  {
    call: 'listEvents of a project',
    endpoint: 'GET /v1/events/components',
    send: (client) => client.listEvents({ projectUid: 'project-1' }),
    given: page,
    absence: 'unsupported',
  },
  {
    call: 'listEvents of a project for the next page',
    endpoint: 'GET /v1/events/components',
    send: (client) => client.listEvents({ projectUid: 'project-1', continue: 'a b/c+d' }),
    given: page,
    absence: 'unsupported',
  },
  {
    call: 'listEvents of a cluster',
    endpoint: 'GET /v1/events/components/{objectKind}/{objectUid}',
    send: (client) => client.listEvents({ projectUid: 'project-1', clusterUid: 'cluster/1' }),
    given: page,
    // Those of the project are offered.
    absence: 'notFound',
  },
  {
    call: 'listEvents of a cluster for the next page',
    endpoint: 'GET /v1/events/components/{objectKind}/{objectUid}',
    send: (client) =>
      client.listEvents({ projectUid: 'project-1', clusterUid: 'cluster/1', continue: 'a b/c+d' }),
    given: page,
    // Those of the project are offered.
    absence: 'notFound',
  },
  ...[undefined, 'a b/c+d'].map((token): Call => ({
    call: `listAudits with the token ${token}`,
    endpoint: 'GET /v1/audits',
    send: (client) =>
      client.listAudits({
        resourceUid: 'cluster/1',
        startTime: lastHour.start,
        endTime: lastHour.end,
        continue: token,
      }),
    given: (sent) => ({ ...page(sent), items: sent.items?.map(asEvent) }),
    absence: 'unsupported',
  })),
  ...[undefined, 'a b/c+d'].map((token): Call => ({
    call: `listPendingRepaves with the token ${token}`,
    endpoint: 'GET /v1/dashboard/spectroclusters/repaveStatus',
    send: (client) => client.listPendingRepaves(token),
    given: page,
    absence: 'unsupported',
  })),
  {
    call: 'readClusterOverview',
    endpoint: 'GET /v1/dashboard/spectroclusters/{uid}/overview',
    send: (client) => client.readClusterOverview('cluster/1', 'project-1'),
    given: (sent) => sent,
    absence: 'unsupported',
  },
  {
    call: 'readRepave',
    endpoint: 'GET /v1/spectroclusters/{uid}/repave/status',
    send: (client) => client.readRepave('cluster/1', 'project-1'),
    given: (sent) => sent,
    absence: 'unsupported',
  },
  {
    call: 'readCertificates',
    endpoint: 'GET /v1/spectroclusters/{uid}/k8certificates',
    send: (client) => client.readCertificates('cluster/1', 'project-1'),
    given: (sent) => sent,
    absence: 'unsupported',
  },
  {
    call: 'listMachineMetrics',
    endpoint: 'GET /v1/metrics/{resourceKind}/values',
    send: (client) => client.listMachineMetrics(lastHour),
    given: ({ items }) => ({ items: items?.map(withSortedPoints) }),
    absence: 'unsupported',
  },
  {
    call: 'listTeams',
    endpoint: 'GET /v1/teams',
    send: (client) => client.listTeams(undefined),
    given: page,
    absence: 'unsupported',
  },
  {
    call: 'listTeams for the next page',
    endpoint: 'GET /v1/teams',
    send: (client) => client.listTeams('a b/c+d'),
    given: page,
    absence: 'unsupported',
  },
  {
    call: 'listTeamResourceRoles',
    endpoint: 'GET /v1/teams/{uid}/resourceRoles',
    send: async (client) => (await client.listTeamResourceRoles('team-1')).map(withoutContent),
    given: ({ resourceRoles }) => resourceRoles,
    absence: 'unsupported',
  },
  ...(['team', 'user'] as const).flatMap((kind): Call[] => [
    {
      call: `listTenantRoles of a ${kind}`,
      endpoint: `GET /v1/${kind}s/{uid}/roles`,
      send: (client) => client.listTenantRoles({ kind, uid: 'a/b' }),
      given: (sent) => [{ roles: sent.roles }],
      absence: 'unsupported',
    },
    {
      call: `listProjectRoles of a ${kind}`,
      endpoint: `GET /v1/${kind}s/{uid}/projects`,
      send: (client) => client.listProjectRoles({ kind, uid: 'a/b' }),
      given: ({ projects = [] }) =>
        projects.map(({ roles, name, uid }) => ({ roles, project: { name, uid } })),
      absence: 'unsupported',
    },
    {
      call: `listWorkspaceRoles of a ${kind}`,
      endpoint: `GET /v1/workspaces/${kind}s/{${kind}Uid}/roles`,
      send: (client) => client.listWorkspaceRoles({ kind, uid: 'a/b' }),
      given: ({ projects = [] }) =>
        projects.flatMap((project) =>
          (project.workspaces ?? []).map(({ roles, name, uid }) => ({
            roles,
            project: { name: project.name, uid: project.uid },
            workspace: { name, uid },
          })),
        ),
      absence: 'unsupported',
    },
  ]),
  {
    call: 'listUserResourceRoles',
    endpoint: 'GET /v1/users/{uid}/resourceRoles',
    send: async (client) => (await client.listUserResourceRoles('user-1')).map(withoutContent),
    given: ({ resourceRoles }) => resourceRoles,
    absence: 'unsupported',
  },
  ...[undefined, 'a b/c+d'].flatMap((token): Call[] => [
    {
      call: `listRoles with the token ${token}`,
      endpoint: 'GET /v1/roles',
      send: (client) => client.listRoles(token),
      given: page,
      absence: 'unsupported',
    },
    {
      call: `listFilters with the token ${token}`,
      endpoint: 'GET /v1/filters',
      send: (client) => client.listFilters(token),
      given: page,
      absence: 'unsupported',
    },
  ]),
  {
    call: 'readRole',
    endpoint: 'GET /v1/roles/{uid}',
    send: (client) => client.readRole('a/b'),
    given: (sent) => sent,
    absence: 'unsupported',
  },
  {
    call: 'readTagFilter',
    endpoint: 'GET /v1/filters/tag/{uid}',
    send: (client) => client.readTagFilter('a/b'),
    given: (sent) => sent,
    absence: 'unsupported',
  },
  {
    call: 'listUserNames',
    endpoint: 'GET /v1/users/meta',
    send: (client) => client.listUserNames(),
    given: page,
    absence: 'unsupported',
  },
  {
    call: 'listUserActivity',
    endpoint: 'POST /v1/users/summary',
    send: (client) => client.listUserActivity(),
    given: page,
    absence: 'unsupported',
  },
  {
    call: 'addTeamResourceRole',
    endpoint: 'POST /v1/teams/{uid}/resourceRoles',
    send: (client) =>
      client.addTeamResourceRole('team-1', {
        roles: ['role-1', 'role-2'],
        projectUids: ['project-1'],
        filterRefs: ['filter-1'],
      }),
    given: (sent) => sent,
    absence: 'notFound',
  },
  {
    call: 'addTeamResourceRole without projects and filters',
    endpoint: 'POST /v1/teams/{uid}/resourceRoles',
    send: (client) =>
      client.addTeamResourceRole('team-1', { roles: ['role-1'], projectUids: [], filterRefs: [] }),
    given: (sent) => sent,
    absence: 'notFound',
  },
  {
    call: 'removeTeamResourceRole',
    endpoint: 'DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}',
    send: (client) => client.removeTeamResourceRole('team-1', 'role-1'),
    given: (sent) => sent,
    absence: 'notFound',
  },
];
const describedCalls = calls.filter(({ endpoint }) => isDescribed(endpoint));

/** A read, a list and a change. */
const oneOfEachKind = new Set(['readCluster', 'listTeams', 'removeTeamResourceRole']);

describe.each(waysOfAnswering)('a service that responds $way', ({ seed }) => {
  it.each(describedCalls)(
    'accepts $call, and its response is read completely',
    async ({ endpoint, send, given }) => {
      const { client, complaints, sent, lastAnswer } = await describedService({ seed });
      const read = await send(client);
      expect(complaints).toEqual([]);
      expect(sent).toHaveLength(1);
      expect(undescribedQuery(endpoint, sent)).toEqual([]);
      const answer = await lastAnswer();
      expect(misread(answer === undefined ? undefined : given(answer as Sent), read)).toEqual([]);
    },
  );

  // How an error is read does not depend on the operation: invented errors are tested with one of each kind.
  const rejected =
    seed === undefined ? describedCalls : describedCalls.filter(({ call }) => oneOfEachKind.has(call));
  it.each(rejected.filter(({ endpoint }) => describedFailures(endpoint).length > 0))(
    'rejects $call with an error that contains its message',
    async ({ endpoint, send }) => {
      // After a 404 for a cluster, a probe is sent, for which none is described.
      const isProbed = (status: number): boolean =>
        status === 404 && endpoint.includes('/events/components/');
      for (const status of describedFailures(endpoint).filter((one) => !isProbed(one))) {
        const { client, complaints, lastAnswer } = await describedService({ seed, status });
        const { failure } = await failureOf(send(client));
        expect(complaints).toEqual([]);
        const sent = await lastAnswer();
        const { code, serviceMessage: message, ref } = failure;
        expect(misread(sent, { code, message, ref })).toEqual([]);
        expect(failure).toMatchObject({ status, code: expect.any(String) as string });
      }
    },
  );
});

describe('a service without', () => {
  it.each(calls)('the endpoint of $call fails', async ({ endpoint, send, absence }) => {
    const { client, complaints } = await describedService({ has: (other) => other !== endpoint });
    const { kind, failure } = await failureOf(send(client));
    // If another operation has the same path, only the method is unknown.
    expect(kind).toBe(failure.status === 405 ? 'unsupported' : absence);
    // A search and events of a project are followed by a probe for those of everything.
    expect(complaints.length).toBeGreaterThan(0);
    expect(complaints.filter((one) => !/NO_(PATH|METHOD)_MATCHED_ERROR/.test(one))).toEqual([]);
  });
});

describe('these tests', () => {
  it.runIf(isOwnDescription)('send a request to every documented endpoint, and to no other', () => {
    expect([...new Set(calls.map(({ endpoint }) => endpoint))].sort()).toEqual(
      [...describedEndpoints].sort(),
    );
  });

  it('detect an undocumented query parameter', async () => {
    const endpoint = 'GET /v1/dashboard/projects';
    const { client, sent } = await describedService();
    await client.listProjects({ method: 'get', limit: 5 });
    expect(sent).toEqual(['GET /v1/dashboard/projects?limit=5']);
    expect(undescribedQuery(endpoint, sent)).toEqual([]);
    expect(undescribedQuery(endpoint, [`${sent[0] ?? ''}&colour=red`])).toEqual(['colour']);
  });
});

describe('the server of these tests', () => {
  it('rejects and reports a body with an undocumented field', async () => {
    const { client, complaints } = await describedService();
    const role = { roles: ['role-1'], projectUids: [], filterRefs: [], colour: 'red' };
    expect((await failureOf(client.addTeamResourceRole('team-1', role))).kind).toBe('invalidRequest');
    expect(complaints).toContainEqual(expect.stringContaining('colour'));
  });

  it('rejects and reports an invalid request', async () => {
    const { complaints, ask } = await describedService();
    expect((await ask('POST', '/v1/dashboard/projects?limit=many')).status).toBeGreaterThanOrEqual(400);
    expect(complaints).toContainEqual(expect.stringContaining('limit must be integer'));
  });

  it.runIf(isOwnDescription)('requires the API key', async () => {
    const { complaints, ask } = await describedService();
    expect((await ask('POST', '/v1/dashboard/projects', '')).status).toBe(401);
    expect(complaints).not.toEqual([]);
  });
});
