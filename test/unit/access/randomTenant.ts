import type { Random } from '../../../src/demo/random';
import type {
  Access,
  Grant,
  GrantKind,
  GrantList,
  HolderGrants,
  RoleDefinition,
  TaggedCluster,
} from '../../../src/access/access';
import { ServiceError } from '../../../src/service/errors';
import { permissions, type ModelGrant, type Tenant } from './tenantModel';

const time = { readAt: 1, requestNumber: 1 };
const kinds = ['tenant', 'project', 'workspace', 'resource'] as const;
const tags = ['env:prod', 'env:stage', 'tier:web', 'pci', 'env'];
const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);

/** A tenant with a few of everything. Small, so that the same thing is often reached in two ways. */
export function randomTenant(random: Random): Tenant {
  const projects = names('p', random.integer(1, 3));
  const tenant: Tenant = {
    projects,
    clusters: names('c', random.integer(0, 5)).map((uid) => randomCluster(random, uid, projects)),
    roles: names('r', 4).map((uid) => randomRole(random, uid)),
    filters: names('f', 3).map((uid) => randomFilter(random, uid)),
    users: names('u', 3).map((uid) => randomUser(random, uid)),
    teams: names('t', random.integer(1, 3)).map((uid) => ({
      uid,
      members: random.sample(names('u', 3), random.integer(0, 3)),
    })),
    grants: [],
  };
  const owners = ownersOf(tenant);
  tenant.grants = names('g', random.integer(1, 9)).map((id) =>
    randomGrant(
      random,
      tenant,
      id,
      random.chance(0.7) ? 'team/t0' : (owners[random.integer(0, owners.length - 1)] ?? ''),
    ),
  );
  return tenant;
}

export function ownersOf({ teams, users }: Tenant): string[] {
  return [...teams.map(({ uid }) => `team/${uid}`), ...users.map(({ uid }) => `user/${uid}`)];
}

export function randomCluster(random: Random, uid: string, projects: string[]): Tenant['clusters'][number] {
  return {
    uid,
    project: projects[random.integer(0, projects.length - 1)] ?? '',
    tags: random.sample(tags, random.integer(0, 3)),
  };
}

export function randomRole(random: Random, uid: string): Tenant['roles'][number] {
  const allowed = random.sample(permissions, random.integer(0, 3));
  return {
    uid,
    isEnabled: random.chance(0.85),
    permissions: random.chance(0.1)
      ? [...allowed, '*']
      : allowed.map((one) => (random.chance(0.1) ? one.toUpperCase() : one)),
  };
}

export function randomFilter(random: Random, uid: string): Tenant['filters'][number] {
  return {
    uid,
    conjunction: random.chance(0.5) ? 'and' : 'or',
    conditions: Array.from({ length: random.chance(0.05) ? 0 : random.integer(1, 2) }, () => ({
      key: random.pick(['env', 'tier', 'pci']),
      values: random.sample(['prod', 'stage', 'web', ''], random.integer(0, 2)),
      negation: random.chance(0.3),
    })),
  };
}

export function randomUser(random: Random, uid: string): Tenant['users'][number] {
  return { uid, isActive: random.chance(0.8), lastSignIn: random.chance(0.7) ? 1 : undefined };
}

export function randomGrant(
  random: Random,
  tenant: Tenant,
  id: string,
  owner: string,
  kind?: GrantKind,
): ModelGrant {
  const of = kind ?? random.pick(['project', 'resource', 'resource', random.pick(kinds)]);
  const isResource = of === 'resource';
  const projects =
    of === 'tenant' ? [] : random.sample(tenant.projects, isResource ? random.integer(0, 3) : 1);
  const filterCount = random.pick([0, 0, 1, 1, 1, 2]);
  return {
    id,
    owner,
    kind: of,
    roles: random.sample(
      tenant.roles.map(({ uid }) => uid),
      isResource && random.chance(0.3) ? 2 : 1,
    ),
    projects,
    workspace: of === 'workspace' ? `${projects[0] ?? ''}-${random.pick(['w0', 'w1'])}` : '',
    filters: isResource
      ? random.sample(
          tenant.filters.map(({ uid }) => uid),
          filterCount,
        )
      : [],
  };
}

/** What Poolview did not read, by name, such as `list team/t0 project`. */
export type Hidden = ReadonlySet<string>;

/** What can be hidden. */
export function hideable(tenant: Tenant): string[] {
  return [
    ...ownersOf(tenant).flatMap((owner) => kinds.map((kind) => `list ${owner} ${kind}`)),
    ...tenant.roles.flatMap(({ uid }) => [`role ${uid}`, `status ${uid}`]),
    ...tenant.filters.map(({ uid }) => `filter ${uid}`),
    ...tenant.clusters.map(({ uid }) => `tags ${uid}`),
    ...tenant.projects.flatMap((uid) => [`project ${uid}`, `some ${uid}`, `inaccessible ${uid}`]),
    ...tenant.teams.map(({ uid }) => `members ${uid}`),
    ...tenant.users.flatMap(({ uid }) => [`activity ${uid}`, `signIn ${uid}`]),
    'users',
    ...tenant.grants
      .filter(({ kind }) => kind === 'resource')
      .flatMap(({ id }) => [`limits ${id}`, `parts ${id}`]),
    'teams',
  ];
}

/** The clusters of a project are hidden. */
function isProjectHidden(hidden: Hidden, uid: string): boolean {
  return hidden.has(`project ${uid}`) || hidden.has(`inaccessible ${uid}`);
}

/** Whether a user is in no list that was read: neither in that of the users nor in that of the members of a team. */
export function isUserUnknown({ teams }: Tenant, hidden: Hidden, uid: string): boolean {
  const known = (hidden.has('teams') ? teams.slice(0, 1) : teams).filter(
    (team) => !hidden.has(`members ${team.uid}`),
  );
  return hidden.has('users') && !known.some(({ members }) => members.includes(uid));
}

/** What Poolview knows of a tenant if it did not read what is hidden. */
export function accessOf(tenant: Tenant, hidden: Hidden = new Set()): Access {
  const isShown = (kind: string) => (one: { uid: string }) => !hidden.has(`${kind} ${one.uid}`);
  const teams = hidden.has('teams') ? tenant.teams.slice(0, 1) : tenant.teams;
  const users = tenant.users.filter(({ uid }) => !isUserUnknown(tenant, hidden, uid));
  const owners = ownersOf({ ...tenant, teams, users });
  return {
    holders: new Map(owners.map((owner) => [owner, holderGrants(tenant, owner, hidden)])),
    roles: new Map(
      tenant.roles.flatMap(({ uid, isEnabled, permissions: allowed }): [string, RoleDefinition][] => {
        const status = hidden.has(`status ${uid}`) ? {} : { isEnabled };
        if (!hidden.has(`role ${uid}`)) return [[uid, { ...status, permissions: allowed }]];
        // Some services list a role, but do not say what it allows.
        return uid === 'r0' ? [[uid, status]] : [];
      }),
    ),
    filters: new Map(
      tenant.filters
        .filter(isShown('filter'))
        .map(({ uid, conjunction, conditions }) => [uid, { conjunction, filters: conditions }]),
    ),
    clusters: new Map(
      tenant.projects
        .filter((uid) => !hidden.has(`project ${uid}`))
        .map((uid) => [
          uid,
          hidden.has(`inaccessible ${uid}`)
            ? { all: [], isComplete: false, isHidden: true }
            : { all: clustersOf(tenant, uid, hidden), isComplete: !hidden.has(`some ${uid}`) },
        ]),
    ),
    members: new Map(teams.filter(isShown('members')).map(({ uid, members }) => [uid, members])),
    areTeamsComplete: !hidden.has('teams'),
    users: new Map(
      tenant.users
        .filter(() => !hidden.has('users'))
        .map(({ uid, isActive, lastSignIn }) => {
          const activity = {
            isActive,
            lastSignIn: hidden.has(`signIn ${uid}`) ? 'unknown' : lastSignIn,
          } as const;
          return [
            uid,
            { uid, name: `name of ${uid}`, ...(isShown('activity')({ uid }) ? { activity } : {}) },
          ];
        }),
    ),
    areUsersComplete: !hidden.has('users'),
    isActivityRead: true,
    teamNames: new Map(),
    problems: new Map(),
  };
}

function clustersOf(tenant: Tenant, project: string, hidden: Hidden): TaggedCluster[] {
  const all = tenant.clusters.filter((one) => one.project === project);
  // The first one is the one that was read.
  return (hidden.has(`some ${project}`) ? all.slice(0, 1) : all).map((one) => ({
    uid: one.uid,
    projectUid: project,
    tags: hidden.has(`tags ${one.uid}`) ? undefined : new Set(one.tags),
  }));
}

function holderGrants(tenant: Tenant, owner: string, hidden: Hidden): HolderGrants {
  const [kind, uid = ''] = owner.split('/');
  const holder = { kind: kind === 'team' ? ('team' as const) : ('user' as const), uid };
  const lists: Partial<Record<GrantKind, GrantList>> = {};
  for (const one of kinds) {
    const grants = tenant.grants.filter((grant) => grant.owner === owner && grant.kind === one);
    if (!hidden.has(`list ${owner} ${one}`)) {
      lists[one] = { grants: grants.map((grant) => toGrant(grant, holder, hidden)), ...time };
    } else if (one === 'workspace') {
      lists[one] = {
        error: new ServiceError({ kind: 'unsupported', operation: 'listWorkspaceRoles' }),
        ...time,
      };
    }
  }
  return { holder, lists };
}

/** @param hidden `limits`: has fields that Poolview doesn't know; `parts`: the last part of each list can't be read */
export function toGrant(grant: ModelGrant, holder: Grant['holder'], hidden: Hidden = new Set()): Grant {
  const cut = (uids: string[]) =>
    (hidden.has(`parts ${grant.id}`) ? uids.slice(0, -1) : uids).map((uid) => ({
      uid,
      name: `name of ${uid}`,
    }));
  const content = {
    roles: cut(grant.roles),
    projectUids: cut(grant.projects),
    filterRefs: cut(grant.filters),
  };
  const isWhole = !hidden.has(`parts ${grant.id}`) && !hidden.has(`limits ${grant.id}`);
  const unknownFields =
    hidden.has(`limits ${grant.id}`) && !hidden.has(`parts ${grant.id}`) ? ['scope'] : undefined;
  return {
    id: grant.id,
    holder,
    kind: grant.kind,
    roles: content.roles,
    projects: content.projectUids,
    filters: content.filterRefs,
    workspace: grant.kind === 'workspace' ? { uid: grant.workspace } : undefined,
    resourceRole:
      grant.kind === 'resource'
        ? { uid: grant.id, ...content, content: isWhole ? content : undefined, unknownFields }
        : undefined,
  };
}

/** Another tenant that looks the same if `hidden` was not read. */
export function completion(random: Random, tenant: Tenant, hidden: Hidden): Tenant {
  const isHidden = (name: string): boolean => hidden.has(name) && random.chance(0.7);
  const known = { ...tenant };
  known.roles = tenant.roles.map((role) => {
    const { uid } = role;
    const isEnabled = isHidden(`status ${uid}`) ? random.chance(0.5) : role.isEnabled;
    if (!isHidden(`role ${uid}`)) return { ...role, isEnabled };
    const other = randomRole(random, uid);
    return uid === 'r0' ? { ...other, isEnabled } : other;
  });
  known.filters = tenant.filters.map((one) =>
    isHidden(`filter ${one.uid}`) ? randomFilter(random, one.uid) : one,
  );
  known.users = tenant.users.map((one) => {
    const other = randomUser(random, one.uid);
    if (isHidden(`activity ${one.uid}`) || isHidden('users')) return other;
    return isHidden(`signIn ${one.uid}`) ? { ...one, lastSignIn: other.lastSignIn } : one;
  });
  known.teams = tenant.teams.map((team, at) =>
    isHidden(`members ${team.uid}`) || (at > 0 && isHidden('teams'))
      ? { ...team, members: random.sample(names('u', 3), random.integer(0, 3)) }
      : team,
  );
  known.clusters = tenant.projects.flatMap((project) => {
    const all = tenant.clusters.filter((one) => one.project === project);
    const more = names(`${project}x`, random.integer(0, 2)).map((uid) =>
      randomCluster(random, uid, [project]),
    );
    const kept = isProjectHidden(hidden, project)
      ? more
      : isHidden(`some ${project}`) && all.length > 0
        ? [...all.slice(0, 1), ...more]
        : all;
    return kept.map((one) =>
      isHidden(`tags ${one.uid}`) ? { ...randomCluster(random, one.uid, [project]) } : one,
    );
  });
  const isListHidden = ({ owner, kind }: ModelGrant): boolean =>
    hidden.has(`list ${owner} ${kind}`) ||
    (hidden.has('teams') && /^team\/t[^0]/.test(owner)) ||
    (owner.startsWith('user/') && isUserUnknown(tenant, hidden, owner.slice('user/'.length)));
  const unread = ownersOf(tenant).flatMap((owner) =>
    kinds.map((kind) => randomGrant(random, tenant, `new ${owner} ${kind}`, owner, kind)),
  );
  known.grants = [
    ...tenant.grants
      .filter((grant) => !isListHidden(grant) || random.chance(0.5))
      .flatMap((grant) => limited(random, tenant, grant, hidden)),
    ...unread.filter((grant) => isListHidden(grant) && random.chance(0.4)),
  ];
  return known;
}

/** A grant with fewer rights, or with other parts than those that were read. */
function limited(random: Random, tenant: Tenant, grant: ModelGrant, hidden: Hidden): ModelGrant[] {
  const other = randomGrant(random, tenant, grant.id, grant.owner, 'resource');
  const last = (uids: string[], others: string[]): string[] => [...uids.slice(0, -1), ...others.slice(0, 1)];
  if (hidden.has(`parts ${grant.id}`)) {
    return [
      {
        ...grant,
        roles: last(grant.roles, other.roles),
        projects: last(grant.projects, other.projects),
        filters: last(grant.filters, other.filters),
      },
    ];
  }
  if (!hidden.has(`limits ${grant.id}`) || random.chance(0.5)) return [grant];
  return [
    random.chance(0.5)
      ? { ...grant, projects: [] }
      : { ...grant, filters: [...grant.filters, ...other.filters] },
  ];
}
