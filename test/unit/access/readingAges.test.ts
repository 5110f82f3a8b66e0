import { expect, it } from 'vitest';
import { Random } from '../../../src/demo/random';
import { AccessReader } from '../../../src/access/accessReader';
import type { Access } from '../../../src/access/access';
import { effectsOf } from '../../../src/access/effect';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError } from '../../../src/service/errors';
import { requestTime } from '../../../src/service/requestTime';
import type { CallOptions } from '../../../src/service/callOptions';
import { accessOf, randomFilter, randomRole, randomTenant, toGrant } from './randomTenant';
import type { Tenant } from './tenantModel';

/** A service whose roles, filters and members change while they are read, at different times. */
function changing(random: Random, first: Tenant) {
  /** The tenant from each request on, by its number. */
  const history: { from: number; tenant: Tenant }[] = [{ from: 0, tenant: first }];
  const now = (): Tenant => history.at(-1)?.tenant ?? first;
  const isFailing = { roles: false, filters: false, teams: false };
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
    listProjectUids: (options?: CallOptions) =>
      ask('roles', options, () => now().projects.map((uid) => ({ uid }))),
  } as unknown as ServiceClient;
  let teams = { tenant: first, ...requestTime() };
  const reader = new AccessReader({
    client: () => Promise.resolve(client),
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
    history.push({ from: requestTime().requestNumber, tenant });
  };
  return { reader, change, history, now, isFailing };
}

const runs = Number(process.env['MODEL_RUNS'] ?? 500);

async function readDeciding(
  reader: AccessReader,
  ...given: Parameters<AccessReader['readTeams']>
): Promise<void> {
  await Promise.all([reader.readRoles(...given), reader.readClusters(...given), reader.readTeams(...given)]);
}

it('what was requested before does not decide, and what could not be read again is not known', async () => {
  const seen = { current: 0, unknown: 0 };
  for (let seed = 0; seed < runs; seed++) {
    const random = new Random(`ages ${seed}`);
    const first = randomTenant(random);
    const { reader, change, history, now, isFailing } = changing(random, first);
    const grants = first.grants.map((grant) => toGrant(grant, { kind: 'team', uid: grant.owner.slice(5) }));
    const options = { signal: new AbortController().signal };
    let since = 0;
    for (let step = 0; step < 6; step++) {
      if (random.chance(0.6)) change();
      if (random.chance(0.5)) since = requestTime().requestNumber;
      for (const name of ['roles', 'filters', 'teams'] as const) isFailing[name] = random.chance(0.2);
      const asked = random.sample(grants, random.integer(0, grants.length));
      if (random.chance(0.5)) await readDeciding(reader, options, since);
      if (random.chance(0.7)) await reader.readDefinitions(asked, options, since);
      check(
        reader.accessSince(since),
        history.filter((_, at) => (history[at + 1]?.from ?? Infinity) > since),
      );
    }
    // As for a confirmation.
    since = requestTime().requestNumber;
    await readDeciding(reader, options, since);
    await reader.readDefinitions(grants, options, since);
    const { roles, filters, members, areTeamsComplete } = reader.accessSince(since);
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
    if (isAll) expect(of, `seed ${seed}`).toEqual(truth);
    if (isFailing.roles) expect(roles.size, `seed ${seed}`).toBe(0);
    if (isFailing.teams) expect([members.size, areTeamsComplete], `seed ${seed}`).toEqual([0, false]);
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(runs / 10);
});

/** @param possible the tenants that could be read */
function check({ roles, filters, members }: Access, possible: { tenant: Tenant }[]): void {
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
}
