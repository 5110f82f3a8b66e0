import { expect, it } from 'vitest';
import { Random } from '../../../src/demo/random';
import { AccessReader } from '../../../src/access/accessReader';
import { readNeeded } from '../../../src/access/plan';
import type { Access, Grant, Holder } from '../../../src/access/access';
import { effectsOf } from '../../../src/access/effect';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError } from '../../../src/service/errors';
import { requestTime } from '../../../src/service/requestTime';
import type { CallOptions } from '../../../src/service/operations';
import { accessOf, ownersOf, randomFilter, randomRole, randomTenant, toGrant } from './randomTenant';
import type { ModelGrant, Tenant } from './tenantModel';
import { runs, seed } from '../support/randomRuns';

/** A service whose roles, filters and members change while they are read, at different times. */
function changing(random: Random, first: Tenant) {
  /** The tenant from each request on, by its number. */
  const history: { from: number; tenant: Tenant }[] = [{ from: 0, tenant: first }];
  const now = (): Tenant => history.at(-1)?.tenant ?? first;
  const isFailing = { roles: false, filters: false, teams: false, users: false, grants: false };
  const ask = <Value>(of: keyof typeof isFailing, options: CallOptions | undefined, value: () => Value) => {
    if (isFailing[of])
      return Promise.reject(new ServiceError({ kind: 'serviceFault', operation: 'listRoles' }));
    options?.onSent?.(requestTime());
    return Promise.resolve(value());
  };
  const roleOf = ({ uid, permissions, isEnabled }: Tenant['roles'][number]) => ({
    metadata: { uid },
    spec: { permissions },
    status: { isEnabled },
  });
  const client = {
    // The last role is only read by its UID.
    listRoles: (_: unknown, options?: CallOptions) =>
      ask('roles', options, () => ({ items: now().roles.slice(0, -1).map(roleOf) })),
    readRole: (uid: string, options?: CallOptions) =>
      ask(
        'roles',
        options,
        () =>
          now()
            .roles.filter((role) => role.uid === uid)
            .map(roleOf)[0],
      ),
    readTagFilter: (uid: string, options?: CallOptions) =>
      ask('filters', options, () => {
        const { conjunction, conditions } = now().filters.find((one) => one.uid === uid) ?? {};
        return { spec: { filterGroup: { conjunction, filters: conditions } } };
      }),
    listUserNames: (options?: CallOptions) =>
      ask('users', options, () => {
        users = { uids: now().users.map(({ uid }) => uid), ...requestTime() };
        return { items: users.uids.map((uid) => ({ uid })) };
      }),
    listUserActivity: (options?: CallOptions) =>
      ask('users', options, () => ({
        items: now().users.map(({ uid, ...status }) => ({ metadata: { uid }, status })),
      })),
    listTenantRoles: (holder: Holder, options?: CallOptions) =>
      ask('grants', options, () => grantsOf(now(), holder, 'tenant').map(({ roles }) => ({ roles }))),
    listProjectRoles: (holder: Holder, options?: CallOptions) =>
      ask('grants', options, () =>
        grantsOf(now(), holder, 'project').map(({ roles, projects: [project] }) => ({ roles, project })),
      ),
    listWorkspaceRoles: (holder: Holder, options?: CallOptions) =>
      ask('grants', options, () =>
        grantsOf(now(), holder, 'workspace').map(({ roles, projects: [project], workspace }) => ({
          roles,
          project,
          workspace,
        })),
      ),
    listTeamResourceRoles: (uid: string, options?: CallOptions) =>
      ask('grants', options, () => resourceRolesOf(now(), { kind: 'team', uid })),
    listUserResourceRoles: (uid: string, options?: CallOptions) =>
      ask('grants', options, () => resourceRolesOf(now(), { kind: 'user', uid })),
    listProjectUids: (options?: CallOptions) =>
      ask('roles', options, () => now().projects.map((uid) => ({ uid }))),
  } as unknown as ServiceClient;
  let teams = { tenant: first, ...requestTime() };
  let users = { uids: [] as readonly string[], requestNumber: 0 };
  /** The last lists of teams and users. */
  const listed = () => ({
    team: { uids: teams.tenant.teams.map(({ uid }) => uid), requestNumber: teams.requestNumber },
    user: users,
  });
  const reader = new AccessReader({
    client: () => Promise.resolve(client),
    refusals: { of: () => undefined },
    fleet: () => undefined,
    teams: () => ({
      all: teams.tenant.teams.map(({ uid, members }) => ({
        uid,
        resource: { source: {}, spec: { users: members } },
      })),
      isComplete: true,
      requestNumber: teams.requestNumber,
      readAt: teams.readAt,
    }),
    listTeams: (since) =>
      teams.requestNumber > since
        ? Promise.resolve()
        : ask('teams', undefined, () => void (teams = { tenant: now(), ...requestTime() })),
  });
  const change = (): void => {
    const tenant = { ...now() };
    tenant.roles = tenant.roles.map((role) => (random.chance(0.5) ? randomRole(random, role.uid) : role));
    tenant.filters = tenant.filters.map((one) => (random.chance(0.5) ? randomFilter(random, one.uid) : one));
    tenant.teams = tenant.teams.map((team) =>
      random.chance(0.5)
        ? { ...team, members: random.sample(['u0', 'u1', 'u2'], random.integer(0, 3)) }
        : team,
    );
    tenant.grants = tenant.grants.flatMap((grant) => {
      if (random.chance(0.3)) return [];
      return random.chance(0.5) ? [{ ...grant, roles: [random.pick(['r0', 'r1', 'r2'])] }] : [grant];
    });
    tenant.users = tenant.users.map((user) => ({ ...user, isActive: random.chance(0.5) }));
    if (random.chance(0.2)) tenant.users = tenant.users.slice(0, -1);
    if (random.chance(0.2)) tenant.teams = tenant.teams.slice(0, 1).concat(tenant.teams.slice(2));
    history.push({ from: requestTime().requestNumber, tenant });
  };
  return { reader, change, history, now, isFailing, listed };
}

/** The grants of a holder of one kind, as the service has them. */
function grantsOf(tenant: Tenant, holder: Holder, kind: ModelGrant['kind']): readonly Grant[] {
  return tenant.grants
    .filter((grant) => grant.owner === `${holder.kind}/${holder.uid}` && grant.kind === kind)
    .map((grant) => toGrant(grant, holder));
}

function resourceRolesOf(tenant: Tenant, holder: Holder) {
  return grantsOf(tenant, holder, 'resource').flatMap(({ resourceRole }) => resourceRole ?? []);
}

/** What grants say, without what is unique to each. */
function said(grants: readonly Grant[]): string {
  const all = grants.flatMap(({ roles, projects, filters }) =>
    roles.map(({ uid }) =>
      [uid, ...[projects, filters].map((part) => part.map((one) => one.uid).join('+'))].join(' '),
    ),
  );
  return [...new Set(all)].sort().join();
}

/** As for a confirmation: what grants allow and match, and what else decides. */
const readDeciding = (reader: AccessReader, since: number, grants: readonly Grant[] = []) =>
  readNeeded(
    reader,
    () => ({ holders: [], lists: ['listTeams', 'listRoles', 'listProjectUids', 'searchClusters'], grants }),
    since,
    {},
  );

it('what was requested before does not decide, and what could not be read again is not known', async () => {
  const seen = { current: 0, unknown: 0 };
  for (let at = 0; at < runs(500); at++) {
    const place = `ages ${seed}.${at}`;
    const random = new Random(place);
    const first = randomTenant(random);
    const { reader, change, history, now, isFailing, listed } = changing(random, first);
    const grants = first.grants.map((grant) => toGrant(grant, { kind: 'team', uid: grant.owner.slice(5) }));
    let since = 0;
    for (let step = 0; step < 6; step++) {
      if (random.chance(0.6)) change();
      if (random.chance(0.5)) since = requestTime().requestNumber;
      for (const name of ['roles', 'filters', 'teams', 'users', 'grants'] as const)
        isFailing[name] = random.chance(0.2);
      const asked = random.sample(grants, random.integer(0, grants.length));
      if (random.chance(0.5)) await readDeciding(reader, since);
      if (random.chance(0.7)) await readDeciding(reader, since, asked);
      const owners = ownersOf(now()).map((owner): Holder => {
        const [kind, uid = ''] = owner.split('/');
        return { kind: kind === 'team' ? 'team' : 'user', uid };
      });
      const holders = random.sample(owners, random.integer(0, owners.length));
      const lists = random.sample(['listUserNames', 'listUserActivity'] as const, random.integer(0, 2));
      await readNeeded(reader, () => ({ holders, lists }), since, {});
      check(
        reader.at(since),
        history.filter((_, at) => (history[at + 1]?.from ?? Infinity) > since),
      );
      checkGone(reader.at(since), listed(), since);
    }
    // As for a confirmation.
    since = requestTime().requestNumber;
    await readDeciding(reader, since, grants);
    const { roles, filters, members, areTeamsComplete } = reader.at(since);
    const access = { ...accessOf(now()), roles, filters, members, areTeamsComplete };
    const removed = grants.filter(({ kind }) => kind === 'resource');
    // What else is named by roles that no grant has does not matter.
    const all = accessOf(now());
    const named = { ...all, roles: new Map([...all.roles].filter(([uid]) => roles.has(uid))) };
    const [of, truth] = [access, named].map((one) =>
      effectsOf(one, removed)
        .flatMap(({ holder, cells }) => cells.map((cell) => ({ holder, ...cell })))
        .flatMap(({ holder, permissions, projectUid, clusters = [], state }) =>
          permissions.flatMap((permission) =>
            clusters.map(({ uid }) => [holder.uid, permission.toLowerCase(), projectUid, uid, state].join()),
          ),
        )
        .sort(),
    );
    const isAll = !isFailing.roles && !isFailing.filters && !isFailing.teams;
    seen[isAll ? 'current' : 'unknown']++;
    if (isAll) expect(of, place).toEqual(truth);
    if (isFailing.roles) expect(roles.size, place).toBe(0);
    if (isFailing.teams) expect([members.size, areTeamsComplete], place).toEqual([0, false]);
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(runs(500) / 10);
});

/** Each statement was true at a time that counts. @param possible the tenants that could be read */
function check(access: Access, possible: { tenant: Tenant }[]): void {
  const { roles, filters, members, holders, users } = access;
  const isPossible = (test: (tenant: Tenant) => boolean): boolean =>
    possible.some(({ tenant }) => test(tenant));
  for (const [uid, { permissions }] of roles) {
    const isTrue = isPossible((tenant) =>
      tenant.roles.some((role) => role.uid === uid && role.permissions === permissions),
    );
    if (!isTrue) expect([uid, permissions], 'a role').toEqual([]);
  }
  for (const [uid, group] of filters) {
    const isTrue = isPossible((tenant) =>
      tenant.filters.some((one) => one.uid === uid && one.conditions === group?.filters),
    );
    if (!isTrue) expect([uid, group], 'a filter').toEqual([]);
  }
  for (const [uid, users] of members) {
    const isTrue = isPossible((tenant) =>
      tenant.teams.some((team) => team.uid === uid && team.members === users),
    );
    if (!isTrue) expect([uid, users], 'members').toEqual([]);
  }
  for (const { holder, lists } of holders.values()) {
    for (const [kind, { grants }] of Object.entries(lists)) {
      const isTrue = isPossible(
        (tenant) =>
          grants === undefined || said(grants) === said(grantsOf(tenant, holder, kind as ModelGrant['kind'])),
      );
      if (!isTrue) expect([holder, kind, grants], 'grants').toEqual([]);
    }
  }
  if (access.areUsersComplete) {
    const isTrue = isPossible(
      (tenant) => tenant.users.map(({ uid }) => uid).join() === [...users.keys()].join(),
    );
    if (!isTrue) expect([...users.keys()], 'users').toEqual([]);
  }
  for (const { uid, activity } of users.values()) {
    const isTrue = isPossible((tenant) =>
      tenant.users.some((user) => user.uid === uid && user.isActive === activity?.isActive),
    );
    if (activity !== undefined && !isTrue) expect([uid, activity], 'activity').toEqual([]);
  }
}

/** Whom a later list of all teams or users lacks is gone. */
function checkGone(
  { holders }: Access,
  listed: Record<Holder['kind'], { readonly uids: readonly string[]; readonly requestNumber: number }>,
  since: number,
): void {
  for (const { holder, lists } of holders.values()) {
    const { uids, requestNumber } = listed[holder.kind];
    if (requestNumber <= since || uids.includes(holder.uid)) continue;
    const earlier = Object.values(lists).filter((list) => list.requestNumber < requestNumber);
    if (earlier.length > 0) expect([holder, earlier], 'who is gone').toEqual([]);
  }
}
