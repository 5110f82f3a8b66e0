import { describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../src/service/client';
import { connected, failureOf, serve } from '../support/service';

describe('a request', () => {
  it('lists projects by GET and by POST with the documented query', async () => {
    const { service, client } = await connected();
    await client
      .listProjects({ method: 'get', limit: 7, offset: 3, periodMinutes: 15, projectUid: 'p1' })
      .catch(() => undefined);
    await client.listProjects({ method: 'post', limit: 50, continue: 'a b/c' }).catch(() => undefined);
    const [get, post] = service.requests;
    expect(get).toMatchObject({ method: 'GET', path: '/v1/dashboard/projects?limit=7&offset=3&period=15' });
    expect(get?.headers).toMatchObject({
      apikey: service.apiKey,
      projectuid: 'p1',
      accept: 'application/json',
    });
    expect(get?.body).toBe('');
    expect(post).toMatchObject({
      method: 'POST',
      path: '/v1/dashboard/projects?limit=50&continue=a+b%2Fc',
      body: '{}',
    });
    expect(post?.headers).not.toHaveProperty('projectuid');
  });

  it('omits the default metric period', async () => {
    const { service, client } = await connected();
    await client.listProjects({ method: 'get', limit: 1, periodMinutes: 60 });
    expect(service.requests[0]?.path).toBe('/v1/dashboard/projects?limit=1');
  });

  it('searches the clusters of one project, and clusters by name in all projects', async () => {
    const { service, client } = await connected();
    await failureOf(client.searchClusters({ projectUid: 'p1', continue: 'a b' }));
    await client.searchClusters({ name: 'x"y' });
    const [one, , all] = service.requests;
    expect(one?.path).toBe('/v1/dashboard/spectroclusters/search?limit=50&continue=a+b');
    expect(one?.body).toBe('{}');
    expect(one?.headers).toMatchObject({ projectuid: 'p1' });
    expect(all?.path).toBe('/v1/dashboard/spectroclusters/search?limit=50');
    expect(all?.headers).not.toHaveProperty('projectuid');
    expect(JSON.parse(all?.body ?? '')).toEqual({
      filter: {
        conjunction: 'and',
        filterGroups: [
          {
            conjunction: 'and',
            filters: [
              {
                property: 'clusterName',
                type: 'string',
                condition: {
                  string: {
                    operator: 'contains',
                    ignoreCase: true,
                    match: { conjunction: 'or', values: ['x"y'] },
                  },
                },
              },
            ],
          },
        ],
      },
    });
  });

  it('searches for all clusters if the name is empty', async () => {
    const { service, client } = await connected();
    await client.searchClusters({ name: '' });
    expect(service.requests[0]?.body).toBe('{}');
  });

  it.each([
    ['a/b', 'pool one'],
    ['%2e%2e', '?limit=1#x'],
    ['uid', '..a'],
    ['日本', 'ワーカー'],
  ])('encodes the path segments %s and %s', async (configUid, poolName) => {
    const { service, client } = await connected();
    await failureOf(client.listMachines({ cloudType: 'openstack', configUid, poolName, projectUid: 'x' }));
    const parts = service.requests[0]?.path.split('/') ?? [];
    expect(parts).toHaveLength(8);
    expect(decodeURIComponent(parts[4] ?? '')).toBe(configUid);
    expect(decodeURIComponent(parts[6] ?? '')).toBe(poolName);
    expect(service.requests[0]?.operation).toBe('listMachines');
  });

  it.each(['', '.', '..', '\ud800'])('rejects the path segment %j, which no URL can contain', async (uid) => {
    const { service, client } = await connected();
    const error = await failureOf(client.removeTeamResourceRole(uid, 'role'));
    expect(error).toMatchObject({ kind: 'invalidRequest', canRetry: false });
    expect(error.failure.reason).toBe('impossibleName');
    expect(service.requests).toHaveLength(0);
  });

  it('keeps the path prefix of the base URL', async () => {
    const paths: (string | undefined)[] = [];
    const { baseUrl } = await serve(({ url }, response) => {
      paths.push(url);
      response.end('{"items":[]}');
    });
    const client = createServiceClient({
      baseUrl: `${baseUrl}/some/prefix`,
      apiKey: () => Promise.resolve('key'),
      timeoutMs: () => 5000,
    });
    await client.listProjects({ method: 'get', limit: 1 });
    expect(paths).toEqual(['/some/prefix/v1/dashboard/projects?limit=1']);
  });

  it('is not sent if the key cannot be read', async () => {
    const { service, client } = await connected({}, { apiKey: () => Promise.reject(new Error('locked')) });
    const error = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(error.failure).toMatchObject({ kind: 'unauthorized', reason: 'keyUnreadable' });
    expect(service.requests).toHaveLength(0);
  });

  it('is not sent without a key', async () => {
    const { service, client } = await connected({}, { apiKey: () => Promise.resolve(undefined) });
    const error = await failureOf(client.listProjects({ method: 'get', limit: 1 }));
    expect(error.failure).toMatchObject({ kind: 'unauthorized', reason: 'noKey' });
    expect(service.requests).toHaveLength(0);
  });
});

describe('an operation that the service does not offer', () => {
  it('is requested once for each cloud type, and again when that is forgotten', async () => {
    const { service, client } = await connected();
    service.faults.add({ kind: 'status', status: 405, operation: 'listMachines', times: Infinity });
    const asks = async (cloudType = 'aws'): Promise<boolean> => {
      service.clearRequests();
      const error = await failureOf(client.listMachines({ cloudType, configUid: 'c', poolName: 'p' }));
      expect(error).toMatchObject({ kind: 'unsupported', failure: { status: 405 } });
      return service.requests.length === 1;
    };
    expect([await asks(), await asks(), await asks('vsphere'), await asks('vsphere')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(client.refusals.of('searchClusters')).toBeUndefined();
    client.refusals.forget();
    expect([await asks(), await asks()]).toEqual([true, false]);
  });

  it('is requested each time if it lists projects, because every service has one of the two listings', async () => {
    const { service, client } = await connected({ without: ['listProjectsPost'] });
    for (let time = 0; time < 2; time++) await failureOf(client.listProjects({ method: 'post', limit: 1 }));
    expect(service.requests).toHaveLength(2);
  });
});

describe('a response', () => {
  it('reads a cluster, its cloud config and its machines', async () => {
    const { service, client } = await connected();
    const { cluster, pool } = service.fleet.pool('payments-eu', 'control-plane');
    const [project] = service.fleet.projects;
    const read = await client.readCluster(cluster.uid, project?.uid);
    expect(read).toMatchObject({
      metadata: { name: 'payments-eu' },
      spec: { cloudType: 'openstack', cloudConfigRef: { uid: cluster.configUid } },
      status: { state: 'Running' },
    });
    const config = await client.readCloudConfig({ ...cluster, projectUid: project?.uid });
    expect(config.spec?.machinePoolConfig?.map(({ name }) => name)).toContain('control-plane');
    const { items: machines } = await client.listMachines({
      ...cluster,
      poolName: 'control-plane',
      projectUid: project?.uid,
    });
    expect(machines).toHaveLength(pool.size);
    expect(machines[0]).toMatchObject({
      metadata: { name: 'payments-eu-cp-1' },
      spec: { nics: [{ privateIPs: ['10.0.0.11'] }] },
      status: { instanceState: 'Running' },
    });
    expect(machines[0]?.cloudSpec).toMatchObject({
      instanceType: { name: 'm1.large' },
      location: ['az1'],
    });
  });

  it('contains the projects of clusters that were found by name', async () => {
    const { service, client } = await connected();
    const { items, total } = await client.searchClusters({ name: 'LEDGER-' });
    const ledger = service.fleet.projects.find(({ name }) => name === 'ledger');
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(['ledger-eu', 'ledger-us', 'ledger-dr']);
    expect(total).toBe(3);
    for (const { specSummary } of items) {
      expect(specSummary?.projectMeta).toEqual({ name: 'ledger', uid: ledger?.uid });
    }
  });

  it.each([
    ['all', 'ledger', undefined],
    ['a part', { name: 'ledger', uid: 7 }, { name: 'ledger' }],
  ])('contains clusters whose project is invalid: %s', async (_, projectMeta, read) => {
    const { service, client } = await connected();
    const cluster = { metadata: { uid: 'c' }, specSummary: { archTypes: ['arm64'], projectMeta } };
    service.faults.add({ kind: 'wrongJson', body: { items: [cluster] } });
    const { items } = await client.searchClusters({ name: 'c' });
    expect(items[0]?.specSummary).toEqual({ archTypes: ['arm64'], projectMeta: read });
  });

  it('lists the resource roles of a team and removes one of them', async () => {
    const { service, client } = await connected();
    const [team] = service.fleet.directory.teams;
    const roles = await client.listTeamResourceRoles(team?.uid ?? '');
    expect(roles[0]).toMatchObject({
      roles: [{ name: 'Resource Cluster Admin' }],
      projectUids: [{ name: 'payments' }, {}],
    });
    await client.removeTeamResourceRole(team?.uid ?? '', roles[0]?.uid ?? '');
    const left = await client.listTeamResourceRoles(team?.uid ?? '');
    expect(left.map(({ uid }) => uid)).toEqual(roles.slice(1).map(({ uid }) => uid));
  });

  it.each([{}, { resourceRoles: null }, { resourceRoles: [] }])(
    'reads %j as a team without roles',
    async (body) => {
      const { service, client } = await connected();
      service.faults.add({ kind: 'wrongJson', body });
      expect(await client.listTeamResourceRoles('team')).toEqual([]);
    },
  );

  it.each(
    [
      { message: 'under maintenance' },
      { items: [] },
      { resourceRoles: {} },
      { resourceRoles: 'none' },
      [],
      null,
      0,
    ].map((body) => ({ body })),
  )('does not take $body for a team without roles', async ({ body }) => {
    const { service, client } = await connected();
    service.faults.add({ kind: 'wrongJson', body });
    expect((await failureOf(client.listTeamResourceRoles('team'))).failure).toMatchObject({
      kind: 'invalidResponse',
      reason: 'wrongShape',
    });
  });

  it('drops an invalid field and keeps the rest of the item', async () => {
    const { service, client } = await connected();
    service.faults.add({
      kind: 'wrongJson',
      body: {
        items: [
          {
            metadata: {
              name: 5,
              uid: 'm1',
              labels: { a: 'b', c: 1, __proto__x: 'd' },
              creationTimestamp: 'never',
            },
            spec: {
              az: null,
              nics: [{ index: 'x', privateIPs: ['10.0.0.1', 7] }, 'nic'],
              securityGroups: 'all',
            },
            status: { instanceState: 'Running', health: [] },
          },
          'not a machine',
          { metadata: 'none' },
        ],
      },
    });
    const { items: machines } = await client.listMachines({
      cloudType: 'openstack',
      configUid: 'c',
      poolName: 'p',
    });
    expect(machines).toHaveLength(2);
    expect(Object.keys(machines[0]?.metadata ?? {})).toEqual(['uid', 'labels']);
    expect([...(machines[0]?.metadata?.labels ?? [])]).toEqual([
      ['a', 'b'],
      ['__proto__x', 'd'],
    ]);
    expect(machines[0]?.spec?.nics).toEqual([{ privateIPs: ['10.0.0.1'] }]);
    expect(machines[0]?.status?.instanceState).toBe('Running');
    expect(machines[1]?.metadata).toBeUndefined();
  });

  it('keeps the original JSON', async () => {
    const { service, client } = await connected();
    const sent = { metadata: { name: 5, odd: [null, { deep: true }] }, more: 'x', status: 'none' };
    const answered = async <Answer>(body: unknown, ask: () => Promise<Answer>): Promise<Answer> => {
      service.faults.add({ kind: 'wrongJson', body });
      return ask();
    };
    const at = { cloudType: 'aws', configUid: 'c', poolName: 'p' };
    const pages = [
      await answered({ items: [sent] }, () => client.listProjects({ method: 'post', limit: 1 })),
      await answered({ items: [sent] }, () => client.searchClusters({ projectUid: 'p' })),
      await answered({ items: [sent] }, () => client.listMachines(at)),
    ];
    for (const { items } of pages) expect(items.map(({ source }) => source)).toEqual([sent]);
    expect((await answered(sent, () => client.readCluster('c', 'p'))).source).toEqual(sent);
    const pool = { name: 'a', size: 'many', more: [sent] };
    const config = { spec: { machinePoolConfig: [pool] }, more: 'x' };
    const read = await answered(config, () => client.readCloudConfig(at));
    expect(read.source).toEqual(config);
    expect(read.spec?.machinePoolConfig?.map(({ source }) => source)).toEqual([pool]);
  });

  it('drops a time that was never set', async () => {
    const { service, client } = await connected();
    service.faults.add({
      kind: 'wrongJson',
      body: {
        items: [
          {
            metadata: {
              creationTimestamp: '0001-01-01T00:00:00Z',
              lastModifiedTimestamp: '2026-01-02T03:04:05Z',
            },
          },
        ],
      },
    });
    const {
      items: [machine],
    } = await client.listMachines({ cloudType: 'openstack', configUid: 'c', poolName: 'p' });
    expect(machine?.metadata?.creationTimestamp).toBeUndefined();
    expect(machine?.metadata?.lastModifiedTimestamp).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
  });

  it.each([[{}], [{ items: 'none' }], [{ items: null }], [[]], [null], [42]])(
    'rejects %j, which has no list of items',
    async (body) => {
      const { service, client } = await connected();
      service.faults.add({ kind: 'wrongJson', body });
      const error = await failureOf(
        client.listMachines({ cloudType: 'openstack', configUid: 'c', poolName: 'p' }),
      );
      expect(error.failure).toMatchObject({
        kind: 'invalidResponse',
        reason: 'wrongShape',
        operation: 'listMachines',
      });
    },
  );
});
