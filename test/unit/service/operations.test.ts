import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../src/service/client';
import type { Operation } from '../../../src/service/errors';
import { createTestClient, failureOf, serve } from '../support/service';

const config = { cloudType: 'aws', configUid: 'c1', projectUid: 'p1' };
const role = { roles: ['r'], projectUids: ['p'], filterRefs: ['f'] };

/** Each operation with its request, and whether it is optional. */
const operations: readonly {
  readonly operation: Operation;
  readonly call: (client: ServiceClient) => Promise<unknown>;
  readonly sends: string;
  readonly body?: object;
  readonly projectUid?: string;
  readonly isOptional: boolean;
}[] = [
  {
    operation: 'listProjects',
    call: (client) => client.listProjects({ method: 'get', limit: 5, periodMinutes: 30, projectUid: 'p1' }),
    sends: 'GET /v1/dashboard/projects?limit=5&period=30',
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'listProjects',
    call: (client) =>
      client.listProjects({
        method: 'post',
        limit: 5,
        periodMinutes: 30,
        name: 'a',
        sort: { field: 'name', order: 'desc' },
      }),
    sends: 'POST /v1/dashboard/projects?limit=5',
    body: { filter: { name: { contains: 'a', ignoreCase: true } }, sort: [{ field: 'name', order: 'desc' }] },
    isOptional: true,
  },
  {
    operation: 'listProjectUids',
    call: (client) => client.listProjectUids(),
    sends: 'GET /v1/dashboard/projects/metadata',
    isOptional: true,
  },
  {
    operation: 'searchClusters',
    call: (client) => client.searchClusters({ projectUid: 'p1', continue: 't' }),
    sends: 'POST /v1/dashboard/spectroclusters/search?limit=50&continue=t',
    body: {},
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'searchClusterMetadata',
    call: (client) => client.searchClusterMetadata(),
    sends: 'POST /v1/dashboard/spectroclusters/metadata/search',
    body: {},
    isOptional: true,
  },
  {
    operation: 'readCluster',
    call: (client) => client.readCluster('c1', 'p1'),
    sends: 'GET /v1/spectroclusters/c1',
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'readCloudConfig',
    call: (client) => client.readCloudConfig(config),
    sends: 'GET /v1/cloudconfigs/aws/c1',
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'readCloudConfig',
    call: (client) => client.readCloudConfig({ cloudType: 'own', configUid: 'c1' }),
    sends: 'GET /v1/cloudconfigs/cloudTypes/own/c1',
    isOptional: true,
  },
  {
    operation: 'listMachines',
    call: (client) => client.listMachines({ ...config, poolName: 'pool', continue: 't' }),
    sends: 'GET /v1/cloudconfigs/aws/c1/machinePools/pool/machines?continue=t',
    projectUid: 'p1',
    isOptional: false,
  },
  {
    operation: 'listEvents',
    call: (client) => client.listEvents({ projectUid: 'p1', clusterUid: 'c1', continue: 't' }),
    sends: 'GET /v1/events/components/spectrocluster/c1?limit=50&continue=t',
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'listEvents',
    call: (client) => client.listEvents({ projectUid: 'p1' }),
    sends: 'GET /v1/events/components?limit=50',
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'listAudits',
    call: (client) => client.listAudits({ resourceUid: 'c1', startTime: 0, endTime: 1000, continue: 't' }),
    sends:
      'GET /v1/audits?resourceUid=c1&startTime=1970-01-01T00%3A00%3A00.000Z&endTime=1970-01-01T00%3A00%3A01.000Z&continue=t&limit=50',
    isOptional: true,
  },
  {
    operation: 'readClusterOverview',
    call: (client) => client.readClusterOverview('c1', 'p1'),
    sends: 'GET /v1/dashboard/spectroclusters/c1/overview',
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'listPendingRepaves',
    call: (client) => client.listPendingRepaves('t'),
    sends: 'GET /v1/dashboard/spectroclusters/repaveStatus?repaveState=Pending&limit=50&continue=t',
    isOptional: true,
  },
  {
    operation: 'readRepave',
    call: (client) => client.readRepave('c1', 'p1'),
    sends: 'GET /v1/spectroclusters/c1/repave/status',
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'readCertificates',
    call: (client) => client.readCertificates('c1', 'p1'),
    sends: 'GET /v1/spectroclusters/c1/k8certificates',
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'listMachineMetrics',
    call: (client) =>
      client.listMachineMetrics({ clusterUid: 'c1', projectUid: 'p1', start: 0, end: 3_600_000, period: 2 }),
    sends:
      'GET /v1/metrics/machine/values?spectroClusterUid=c1&includeControlPlaneMachines=true&metricKind=all' +
      '&startTime=1970-01-01T00%3A00%3A00.000Z&endTime=1970-01-01T01%3A00%3A00.000Z&period=2',
    projectUid: 'p1',
    isOptional: true,
  },
  {
    operation: 'listTeams',
    call: (client) => client.listTeams('t'),
    sends: 'GET /v1/teams?limit=50&continue=t',
    isOptional: true,
  },
  {
    operation: 'listTeamResourceRoles',
    call: (client) => client.listTeamResourceRoles('t1'),
    sends: 'GET /v1/teams/t1/resourceRoles',
    isOptional: true,
  },
  {
    operation: 'listTenantRoles',
    call: (client) => client.listTenantRoles({ kind: 'team', uid: 'h1' }),
    sends: 'GET /v1/teams/h1/roles',
    isOptional: true,
  },
  {
    operation: 'listProjectRoles',
    call: (client) => client.listProjectRoles({ kind: 'team', uid: 'h1' }),
    sends: 'GET /v1/teams/h1/projects',
    isOptional: true,
  },
  {
    operation: 'listWorkspaceRoles',
    call: (client) => client.listWorkspaceRoles({ kind: 'team', uid: 'h1' }),
    sends: 'GET /v1/workspaces/teams/h1/roles',
    isOptional: true,
  },
  {
    operation: 'listTenantRoles',
    call: (client) => client.listTenantRoles({ kind: 'user', uid: 'h1' }),
    sends: 'GET /v1/users/h1/roles',
    isOptional: true,
  },
  {
    operation: 'listProjectRoles',
    call: (client) => client.listProjectRoles({ kind: 'user', uid: 'h1' }),
    sends: 'GET /v1/users/h1/projects',
    isOptional: true,
  },
  {
    operation: 'listWorkspaceRoles',
    call: (client) => client.listWorkspaceRoles({ kind: 'user', uid: 'h1' }),
    sends: 'GET /v1/workspaces/users/h1/roles',
    isOptional: true,
  },
  {
    operation: 'listUserResourceRoles',
    call: (client) => client.listUserResourceRoles('u1'),
    sends: 'GET /v1/users/u1/resourceRoles',
    isOptional: true,
  },
  {
    operation: 'listRoles',
    call: (client) => client.listRoles('t'),
    sends: 'GET /v1/roles?limit=50&continue=t',
    isOptional: true,
  },
  {
    operation: 'readRole',
    call: (client) => client.readRole('r1'),
    sends: 'GET /v1/roles/r1',
    isOptional: true,
  },
  {
    operation: 'listFilters',
    call: (client) => client.listFilters('t'),
    sends: 'GET /v1/filters?limit=50&continue=t',
    isOptional: true,
  },
  {
    operation: 'readTagFilter',
    call: (client) => client.readTagFilter('f1'),
    sends: 'GET /v1/filters/tag/f1',
    isOptional: true,
  },
  {
    operation: 'listUserNames',
    call: (client) => client.listUserNames(),
    sends: 'GET /v1/users/meta',
    isOptional: true,
  },
  {
    operation: 'listUserActivity',
    call: (client) => client.listUserActivity(),
    sends: 'POST /v1/users/summary',
    body: {},
    isOptional: true,
  },
  {
    operation: 'addTeamResourceRole',
    call: (client) => client.addTeamResourceRole('t1', role),
    sends: 'POST /v1/teams/t1/resourceRoles',
    body: role,
    isOptional: false,
  },
  {
    operation: 'removeTeamResourceRole',
    call: (client) => client.removeTeamResourceRole('t1', 'r1'),
    sends: 'DELETE /v1/teams/t1/resourceRoles/r1',
    isOptional: false,
  },
];

describe.each(operations)('$sends', ({ operation, call, sends, body, projectUid, isOptional }) => {
  it('is sent as documented', async () => {
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
    const { client } = createTestClient(baseUrl);
    const { failure } = await failureOf(call(client));
    // A probe may follow.
    expect(sent[0]).toEqual({ sends, body, projectUid });
    expect(failure).toMatchObject({ operation, kind: isOptional ? 'unsupported' : 'notFound', status: 404 });
  });
});

/** The methods that send what a read-only connection refuses. */
const changing: ReadonlySet<string> = new Set(['addTeamResourceRole', 'removeTeamResourceRole']);

describe('a read-only connection', () => {
  it('refuses exactly the methods of the client that change something, before anything is sent', async () => {
    const received: string[] = [];
    const { baseUrl } = await serve((request, response) => {
      received.push(`${request.method ?? ''} ${request.url?.replace(/\?.*/, '') ?? ''}`);
      response.writeHead(404).end();
    });
    const { client } = createTestClient(baseUrl, { isReadOnly: () => true });
    const called: string[] = [];
    const recorded = new Proxy(client, {
      get: (target, name): unknown => {
        called.push(String(name));
        return Reflect.get(target, name);
      },
    });
    const refused: string[] = [];
    for (const { call } of operations) {
      const { failure } = await failureOf(call(recorded));
      if (failure.reason === 'readOnly') refused.push(called.at(-1) ?? '');
    }
    expect(new Set(refused)).toEqual(changing);
    // Every method that sends something has a request in this file.
    const senders = Object.keys(client).filter((name) => name !== 'refusals');
    expect(new Set(called)).toEqual(new Set(senders));
    // The others, and a probe.
    expect(received).toHaveLength(operations.length - refused.length + 1);
    expect(received.filter((request) => !request.startsWith('GET ')).sort()).toEqual([
      'POST /v1/dashboard/projects',
      'POST /v1/dashboard/spectroclusters/metadata/search',
      'POST /v1/dashboard/spectroclusters/search',
      'POST /v1/dashboard/spectroclusters/search',
      'POST /v1/users/summary',
    ]);
  });
});
