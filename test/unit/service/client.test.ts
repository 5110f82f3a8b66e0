import { describe, expect, it } from 'vitest';
import { listMachines } from '../../../src/service/resources/machine';
import { listTeamResourceRoles } from '../../../src/service/resources/team';
import {
  cloudConfigFrom,
  clusterFrom,
  foundClusterFrom,
  machineFrom,
  poolFrom,
  projectFrom,
} from '../support/resources';
import { connected, createTestClient, failureOf, serve } from '../support/service';

const where = { cloudType: 'openstack', configUid: 'c' };
const listing = { method: 'get', limit: 1 } as const;

describe('a request', () => {
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
    await createTestClient(`${baseUrl}/some/prefix`).client.listProjects(listing);
    expect(paths).toEqual(['/some/prefix/v1/dashboard/projects?limit=1']);
  });

  it.each([
    ['cannot be read', 'keyUnreadable', () => Promise.reject(new Error('locked'))],
    ['is missing', 'noKey', () => Promise.resolve(undefined)],
  ])('is not sent if the key %s', async (_what, reason, apiKey) => {
    const { service, client } = await connected({}, { apiKey });
    const { failure } = await failureOf(client.listProjects(listing));
    expect(failure).toMatchObject({ kind: 'unauthorized', reason });
    expect(service.requests).toHaveLength(0);
  });
});

describe('an operation that the service does not offer', () => {
  it('is requested each time if it lists projects, because every service has one of the two listings', async () => {
    const { service, client } = await connected({ without: ['listProjectsPost'] });
    for (let time = 0; time < 2; time++) await failureOf(client.listProjects({ ...listing, method: 'post' }));
    expect(service.requests).toHaveLength(2);
  });
});

describe('a response', () => {
  it.each([
    ['all', 'ledger', undefined],
    ['a part', { name: 'ledger', uid: 7 }, { name: 'ledger' }],
  ])('contains clusters whose project is invalid: %s', (_, projectMeta, read) => {
    const cluster = foundClusterFrom({ specSummary: { archTypes: ['arm64'], projectMeta } });
    expect(cluster.specSummary).toEqual({ archTypes: ['arm64'], projectMeta: read });
  });

  it.each<[unknown, readonly unknown[] | undefined]>([
    [{}, []],
    [{ resourceRoles: null }, []],
    [{ resourceRoles: [] }, []],
    [{ message: 'under maintenance' }, undefined],
    [{ items: [] }, undefined],
    [{ resourceRoles: {} }, undefined],
    [{ resourceRoles: 'none' }, undefined],
    [[], undefined],
    [null, undefined],
    [0, undefined],
  ])('of %j to a request for the roles of a team means %j', (json, roles) => {
    expect(listTeamResourceRoles('team').read(json)).toEqual(roles);
  });

  it.each([{}, { items: 'none' }, { items: null }, [], null, 42])('of %j has no list of machines', (json) => {
    expect(listMachines({ ...where, poolName: 'p' }).read(json)).toBeUndefined();
  });

  it('keeps its original JSON', () => {
    const sent = { metadata: { name: 5, odd: [null, { deep: true }] }, more: 'x', status: 'none' };
    for (const from of [projectFrom, foundClusterFrom, clusterFrom, machineFrom]) {
      expect(from(sent).source).toEqual(sent);
    }
    const pool = { name: 'a', size: 'many', more: [sent] };
    const config = { spec: { machinePoolConfig: [pool] }, more: 'x' };
    expect(cloudConfigFrom(config).source).toEqual(config);
    expect(poolFrom(pool).source).toEqual(pool);
  });
});
