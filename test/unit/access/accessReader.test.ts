import { describe, expect, it } from 'vitest';
import type { Grant, Holder } from '../../../src/access/access';
import { AccessReader, everRead } from '../../../src/access/accessReader';
import { readNeeded } from '../../../src/access/plan';
import { requestTime } from '../../../src/service/requestTime';
import { createTestClient, serve } from '../support/service';

const team: Holder = { kind: 'team', uid: 't', name: 'Platform' };
const kinds = ['tenant', 'project', 'workspace', 'resource'] as const;
const role = { uid: 'r', name: 'Resource Cluster Admin' };
const place = { uid: 'p', name: 'payments' };
const resourceRole = { uid: 'rr', roles: [role], projectUids: [place], filterRefs: [{ uid: 'f' }] };

type Routes = Readonly<Record<string, unknown>>;

/** By path. A number is the status of an error. */
const usual: Routes = {
  '/v1/teams/t/roles': { roles: [{ uid: 'viewer', name: 'Tenant Viewer' }] },
  '/v1/teams/t/projects': { projects: [{ ...place, roles: [{ uid: 'editor' }, { uid: 'editor' }] }] },
  '/v1/workspaces/teams/t/roles': {
    projects: [{ ...place, workspaces: [{ uid: 'w', name: 'billing', roles: [{ uid: 'viewer' }] }] }],
  },
  '/v1/teams/t/resourceRoles': { resourceRoles: [resourceRole] },
  '/v1/roles?limit=50': {
    items: [{ metadata: role, spec: { permissions: ['cluster.get'] }, status: { isEnabled: true } }],
    listmeta: { continue: '2' },
  },
  '/v1/roles?limit=50&continue=2': { items: [{ metadata: { uid: 'viewer' }, status: { isEnabled: false } }] },
  '/v1/roles/editor': { metadata: { uid: 'editor' }, spec: { permissions: [] } },
  '/v1/filters/tag/f': {
    metadata: { uid: 'f' },
    spec: { filterGroup: { conjunction: 'or', filters: [{ key: 'env', values: ['prod'] }] } },
  },
  '/v1/users/meta': { items: [{ uid: 'u', name: 'Ada', emailId: 'ada@example.com' }] },
  '/v1/users/summary': { items: [{ metadata: { uid: 'u' }, status: { isActive: false } }] },
};

/** A reader, and the requests that it sends. */
async function readerOf(routes: Routes = {}) {
  const sent: string[] = [];
  const answers: Record<string, unknown> = { ...usual, ...routes };
  const { baseUrl } = await serve(({ url = '' }, response) => {
    sent.push(url);
    const answer = answers[url] ?? 404;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(200).end(JSON.stringify(answer));
  });
  const { client } = createTestClient(baseUrl);
  const reader = new AccessReader({
    client: () => Promise.resolve(client),
    refusals: { of: () => undefined },
    fleet: () => undefined,
    teams: () => ({
      all: [{ uid: 't', resource: { source: {}, spec: { users: ['u'] } } }, { uid: 'other' }],
      isComplete: false,
      ...requestTime(),
    }),
    listTeams: () => Promise.resolve(),
  });
  return { reader, sent, answers };
}

const readDefinitions = (reader: AccessReader, grants: readonly Grant[], since = everRead) =>
  readNeeded(reader, () => ({ holders: [], lists: ['listRoles'], grants }), since, {});

function listed(lists: Awaited<ReturnType<AccessReader['readGrants']>>): readonly Grant[] {
  return kinds.flatMap((kind) => lists[kind]?.grants ?? []);
}

describe('reading grants', () => {
  it('takes a request for each kind, and drops what is listed twice', async () => {
    const { reader, sent } = await readerOf();
    const grants = listed(await reader.readGrants(team, kinds, {}));
    expect(sent).toHaveLength(4);
    expect(grants.map(({ kind, roles, projects }) => [kind, roles[0]?.uid, projects[0]?.uid])).toEqual([
      ['tenant', 'viewer', undefined],
      ['project', 'editor', 'p'],
      ['workspace', 'viewer', 'p'],
      ['resource', 'r', 'p'],
    ]);
    expect(grants.at(-2)?.workspace).toEqual({ uid: 'w', name: 'billing' });
    expect(new Set(grants.map(({ id }) => id)).size).toBe(4);
    expect(reader.at(everRead).holders.get('team/t')?.lists.project?.grants).toHaveLength(1);
  });

  it('keeps why a kind could not be read, beside the others', async () => {
    const { reader } = await readerOf({
      '/v1/teams/t/projects': 403,
      '/v1/teams/t/roles': { message: 'no' },
    });
    const lists = await reader.readGrants(team, kinds, {});
    expect(lists.project?.error?.kind).toBe('forbidden');
    expect(lists.tenant?.error?.kind).toBe('invalidResponse');
    expect(lists.resource?.grants).toHaveLength(1);
  });

  it('rejects when it is canceled, and keeps what is known', async () => {
    const { reader } = await readerOf();
    await reader.readGrants(team, kinds, {});
    const canceled = reader.readGrants(team, kinds, { signal: AbortSignal.abort() });
    await expect(canceled).rejects.toMatchObject({ kind: 'cancelled' });
    expect(reader.at(everRead).holders.get('team/t')?.lists.resource?.grants).toHaveLength(1);
  });
});

describe('reading definitions', () => {
  it('reads all roles once, missing ones by UID, and each filter once', async () => {
    const { reader, sent } = await readerOf();
    const grants = listed(await reader.readGrants(team, kinds, {}));
    sent.length = 0;
    await readDefinitions(reader, grants);
    await readDefinitions(reader, grants);
    expect(sent.toSorted()).toEqual([
      '/v1/filters/tag/f',
      '/v1/roles/editor',
      '/v1/roles?limit=50',
      '/v1/roles?limit=50&continue=2',
    ]);
    const { roles, filters } = reader.at(everRead);
    expect(roles.get('r')).toMatchObject({ name: role.name, permissions: ['cluster.get'], isEnabled: true });
    expect(roles.get('viewer')).toMatchObject({ permissions: undefined, isEnabled: false });
    expect(roles.get('editor')?.permissions).toEqual([]);
    expect(filters.get('f')?.conjunction).toBe('or');
  });

  it('says what could not be read, and tries again', async () => {
    const routes = { '/v1/roles?limit=50': 500, '/v1/roles/editor': 500, '/v1/filters/tag/f': 500 };
    const { reader, sent } = await readerOf(routes);
    const grants = listed(await reader.readGrants(team, kinds, {}));
    await readDefinitions(reader, grants);
    expect(reader.at(everRead).roles.size).toBe(0);
    expect(reader.at(everRead).filters.size).toBe(0);
    expect(reader.at(everRead).problems.get('readTagFilter')?.kind).toBe('serviceFault');
    const before = sent.length;
    await readDefinitions(reader, grants);
    expect(sent.length).toBeGreaterThan(before);
  });
});

it('users have names and activity, whichever is read first', async () => {
  const { reader } = await readerOf();
  await reader.readList('listUserActivity', everRead, {});
  await reader.readList('listUserNames', everRead, {});
  expect(reader.at(everRead).users.get('u')).toEqual({
    uid: 'u',
    name: 'Ada',
    mailAddress: 'ada@example.com',
    activity: { isActive: false },
  });
});

it('members are those of the teams that say so', async () => {
  const { reader } = await readerOf();
  const { members, areTeamsComplete } = reader.at(everRead);
  expect([...members]).toEqual([['t', ['u']]]);
  expect(areTeamsComplete).toBe(false);
});

describe('invalid parts', () => {
  it('of a role make what it allows unknown', async () => {
    const { reader } = await readerOf({
      '/v1/roles?limit=50': {
        items: [{ metadata: role, spec: { permissions: ['cluster.get', 7] }, status: {} }],
      },
    });
    await reader.readList('listRoles', everRead, {});
    expect(reader.at(everRead).roles.get('r')).toMatchObject({
      permissions: undefined,
      isEnabled: undefined,
    });
  });

  it('are not a missing conjunction of a single condition', async () => {
    const prod = { key: 'env', values: ['prod'] };
    const { reader } = await readerOf({
      '/v1/filters/tag/f': { spec: { filterGroup: { filters: [prod] } } },
      '/v1/filters/tag/g': { spec: { filterGroup: { filters: [prod, prod] } } },
    });
    const grants = ['f', 'g'].map((uid) => ({ roles: [], filters: [{ uid }] }) as unknown as Grant);
    await readDefinitions(reader, grants);
    const { filters } = reader.at(everRead);
    expect([filters.get('f')?.filters.length, filters.has('g'), filters.get('g')]).toEqual([
      1,
      true,
      undefined,
    ]);
  });

  it.each([
    ['0001-01-01T00:00:00.000Z', undefined],
    [undefined, undefined],
    ['2026-01-01T00:00:00.000Z', Date.UTC(2026)],
    ['last Tuesday', 'unknown'],
    [1767225600, 'unknown'],
  ])('of a user, a last sign-in %j, is %j', async (lastSignIn, read) => {
    const { reader } = await readerOf({
      '/v1/users/summary': { items: [{ metadata: { uid: 'u' }, status: { isActive: true, lastSignIn } }] },
    });
    await reader.readList('listUserActivity', everRead, {});
    expect(reader.at(everRead).users.get('u')?.activity?.lastSignIn).toBe(read);
  });

  it('of the list of users make it incomplete, and a user who is gone is forgotten', async () => {
    const { reader, answers } = await readerOf();
    await reader.readList('listUserNames', everRead, {});
    expect(reader.at(everRead).areUsersComplete).toBe(true);
    answers['/v1/users/meta'] = { items: [{ uid: 'v' }, { name: 'without a UID' }] };
    await reader.readList('listUserNames', requestTime().requestNumber, {});
    expect([...reader.at(everRead).users.keys()]).toEqual(['v']);
    expect(reader.at(everRead).areUsersComplete).toBe(false);
  });
});

it('reads definitions again that were requested before', async () => {
  const { reader, sent } = await readerOf();
  const grants = listed(await reader.readGrants(team, kinds, {}));
  await readDefinitions(reader, grants);
  const since = requestTime().requestNumber;
  expect(reader.at(since)).toMatchObject({ roles: new Map(), filters: new Map() });
  sent.length = 0;
  await readDefinitions(reader, grants, since);
  await readDefinitions(reader, grants, since);
  expect(sent).toHaveLength(4);
  expect(reader.at(since).roles.size).toBe(3);
  expect(reader.span([team], everRead)?.first).toBeLessThanOrEqual(Date.now());
});
