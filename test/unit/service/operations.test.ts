import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../src/service/client';
import { createTestClient, failureOf, serve } from '../support/service';

const config = { cloudType: 'aws', configUid: 'c1', projectUid: 'p1' };
const role = { roles: ['r'], projectUids: ['p'], filterRefs: ['f'] };
const team = { kind: 'team', uid: 'h1' } as const;
const user = { kind: 'user', uid: 'h1' } as const;

/** The request of a call, and what it sends besides its query. */
type Row = [
  sends: string,
  call: (client: ServiceClient) => Promise<unknown>,
  more?: { readonly projectUid?: string; readonly body?: object },
];
const inProject = { projectUid: 'p1' };
const byName = {
  conjunction: 'and',
  filters: [
    {
      property: 'clusterName',
      type: 'string',
      condition: {
        string: { operator: 'contains', ignoreCase: true, match: { conjunction: 'or', values: ['x"y'] } },
      },
    },
  ],
};

const operations: readonly Row[] = [
  [
    'GET /v1/dashboard/projects?limit=5&period=30',
    (client) => client.listProjects({ method: 'get', limit: 5, periodMinutes: 30 }),
  ],
  // The default period.
  [
    'GET /v1/dashboard/projects?limit=5',
    (client) => client.listProjects({ method: 'get', limit: 5, periodMinutes: 60 }),
  ],
  [
    'POST /v1/dashboard/projects?limit=5&continue=a+b%2Fc',
    (client) =>
      client.listProjects({
        method: 'post',
        limit: 5,
        continue: 'a b/c',
        periodMinutes: 30,
        name: 'a',
      }),
    {
      body: {
        filter: { name: { contains: 'a', ignoreCase: true } },
      },
    },
  ],
  ['GET /v1/dashboard/projects/metadata', (client) => client.listProjectUids()],
  [
    'POST /v1/dashboard/spectroclusters/search?limit=50&continue=a+b',
    (client) => client.searchClusters({ ...inProject, continue: 'a b' }),
    { ...inProject, body: {} },
  ],
  [
    'POST /v1/dashboard/spectroclusters/search?limit=50',
    (client) => client.searchClusters({ name: 'x"y' }),
    { body: { filter: { conjunction: 'and', filterGroups: [byName] } } },
  ],
  [
    'POST /v1/dashboard/spectroclusters/search?limit=50',
    (client) => client.searchClusters({ name: '' }),
    { body: {} },
  ],
  [
    'POST /v1/dashboard/spectroclusters/metadata/search',
    (client) => client.searchClusterMetadata(),
    { body: {} },
  ],
  ['GET /v1/spectroclusters/c1', (client) => client.readCluster('c1', 'p1'), inProject],
  ['GET /v1/cloudconfigs/aws/c1', (client) => client.readCloudConfig(config), inProject],
  [
    'GET /v1/cloudconfigs/cloudTypes/own/c1',
    (client) => client.readCloudConfig({ cloudType: 'own', configUid: 'c1' }),
  ],
  [
    'GET /v1/cloudconfigs/aws/c1/machinePools/pool/machines?continue=t',
    (client) => client.listMachines({ ...config, poolName: 'pool', continue: 't' }),
    inProject,
  ],
  [
    'GET /v1/events/components/spectrocluster/c1?limit=50&continue=t',
    (client) => client.listEvents({ ...inProject, clusterUid: 'c1', continue: 't' }),
    inProject,
  ],
  ['GET /v1/events/components?limit=50', (client) => client.listEvents(inProject), inProject],
  [
    'GET /v1/audits?resourceUid=c1&startTime=1970-01-01T00%3A00%3A00.000Z&endTime=1970-01-01T00%3A00%3A01.000Z' +
      '&continue=t&limit=50',
    (client) => client.listAudits({ resourceUid: 'c1', startTime: 0, endTime: 1000, continue: 't' }),
  ],
  [
    'GET /v1/audits?projectUid=p1&startTime=1970-01-01T00%3A00%3A00.000Z&endTime=1970-01-01T00%3A00%3A01.000Z&limit=50',
    (client) => client.listAudits({ projectUid: 'p1', startTime: 0, endTime: 1000 }),
  ],
  [
    'GET /v1/audits?startTime=1970-01-01T00%3A00%3A00.000Z&endTime=1970-01-01T00%3A00%3A01.000Z&limit=50',
    (client) => client.listAudits({ startTime: 0, endTime: 1000 }),
  ],
  [
    'GET /v1/dashboard/spectroclusters/c1/overview',
    (client) => client.readClusterOverview('c1', 'p1'),
    inProject,
  ],
  [
    'GET /v1/dashboard/spectroclusters/repaveStatus?repaveState=Pending&limit=50&continue=t',
    (client) => client.listPendingRepaves('t'),
  ],
  ['GET /v1/spectroclusters/c1/repave/status', (client) => client.readRepave('c1', 'p1'), inProject],
  ['GET /v1/spectroclusters/c1/k8certificates', (client) => client.readCertificates('c1', 'p1'), inProject],
  [
    'GET /v1/metrics/machine/values?spectroClusterUid=c1&includeControlPlaneMachines=true&metricKind=all' +
      '&startTime=1970-01-01T00%3A00%3A00.000Z&endTime=1970-01-01T01%3A00%3A00.000Z&period=2',
    (client) =>
      client.listMachineMetrics({ clusterUid: 'c1', ...inProject, start: 0, end: 3_600_000, period: 2 }),
    inProject,
  ],
  ['GET /v1/teams?limit=50&continue=t', (client) => client.listTeams('t')],
  ['GET /v1/teams/t1/resourceRoles', (client) => client.listTeamResourceRoles('t1')],
  ['GET /v1/teams/h1/roles', (client) => client.listTenantRoles(team)],
  ['GET /v1/teams/h1/projects', (client) => client.listProjectRoles(team)],
  ['GET /v1/workspaces/teams/h1/roles', (client) => client.listWorkspaceRoles(team)],
  ['GET /v1/users/h1/roles', (client) => client.listTenantRoles(user)],
  ['GET /v1/users/h1/projects', (client) => client.listProjectRoles(user)],
  ['GET /v1/workspaces/users/h1/roles', (client) => client.listWorkspaceRoles(user)],
  ['GET /v1/users/u1/resourceRoles', (client) => client.listUserResourceRoles('u1')],
  ['GET /v1/roles?limit=50&continue=t', (client) => client.listRoles('t')],
  ['GET /v1/roles/r1', (client) => client.readRole('r1')],
  ['GET /v1/filters?limit=50&continue=t', (client) => client.listFilters('t')],
  ['GET /v1/filters/tag/f1', (client) => client.readTagFilter('f1')],
  ['GET /v1/users/meta', (client) => client.listUserNames()],
  ['POST /v1/users/summary', (client) => client.listUserActivity(), { body: {} }],
  ['GET /v1/users/info', (client) => client.readOwnUser()],
  ['GET /v1/apiKeys', (client) => client.listApiKeys()],
  ['POST /v1/teams/t1/resourceRoles', (client) => client.addTeamResourceRole('t1', role), { body: role }],
  ['DELETE /v1/teams/t1/resourceRoles/r1', (client) => client.removeTeamResourceRole('t1', 'r1')],
];

/** The operations that every service has. */
const required: ReadonlySet<string> = new Set([
  'listMachines',
  'addTeamResourceRole',
  'removeTeamResourceRole',
]);

/** The client, and the names of the methods that were called. */
function recorded(client: ServiceClient) {
  const called: string[] = [];
  const proxy = new Proxy(client, {
    get: (target, name): unknown => {
      called.push(String(name));
      return Reflect.get(target, name);
    },
  });
  return { client: proxy, called };
}

it.each(operations)('%s is sent as documented', async (sends, call, { body, projectUid } = {}) => {
  const sent: unknown[] = [];
  const { baseUrl } = await serve((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      sent.push({
        sends: `${method} ${url}`,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        projectUid: headers['projectuid'],
      });
      response.writeHead(404).end();
    });
  });
  const { client, called } = recorded(createTestClient(baseUrl).client);
  const { failure } = await failureOf(call(client));
  // A probe may follow.
  expect(sent[0]).toEqual({ sends, body, projectUid });
  const [operation = ''] = called;
  const kind = required.has(operation) ? 'notFound' : 'unsupported';
  expect(failure).toMatchObject({ operation, kind, status: 404 });
});

/** The methods that send what a read-only connection refuses. */
const changing: ReadonlySet<string> = new Set(['addTeamResourceRole', 'removeTeamResourceRole']);

describe('a read-only connection', () => {
  it('refuses exactly the methods of the client that change something, before anything is sent [guarantee: read-only]', async () => {
    const received: string[] = [];
    const { baseUrl } = await serve((request, response) => {
      received.push(`${request.method ?? ''} ${request.url?.replace(/\?.*/, '') ?? ''}`);
      response.writeHead(404).end();
    });
    const { client: readOnly } = createTestClient(baseUrl, { isReadOnly: () => true });
    const { client, called } = recorded(readOnly);
    const refused: string[] = [];
    for (const [, call] of operations) {
      readOnly.refusals.forget();
      const { failure } = await failureOf(call(client));
      if (failure.reason === 'readOnly') refused.push(called.at(-1) ?? '');
    }
    expect(new Set(refused)).toEqual(changing);
    // Every method that sends something has a request in this file.
    const senders = Object.entries(readOnly)
      .filter(([, value]) => typeof value === 'function')
      .map(([name]) => name);
    expect(new Set(called)).toEqual(new Set(senders));
    expect(received.filter((request) => !request.startsWith('GET ')).sort()).toEqual([
      'POST /v1/dashboard/projects',
      'POST /v1/dashboard/spectroclusters/metadata/search',
      ...Array.from({ length: 4 }, () => 'POST /v1/dashboard/spectroclusters/search'),
      'POST /v1/users/summary',
    ]);
  });
});
