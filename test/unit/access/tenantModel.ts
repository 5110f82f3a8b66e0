/**
 * Who can do what in a tenant, by trying everything out: one permission on one cluster at a time, in a tenant of which all is
 * known. Written from the rules in docs/access.md, and shares nothing with the sources.
 */
export interface Tenant {
  projects: string[];
  clusters: { uid: string; project: string; tags: string[] }[];
  roles: { uid: string; isEnabled: boolean; permissions: string[] }[];
  filters: { uid: string; conjunction: 'and' | 'or'; conditions: Condition[] }[];
  teams: { uid: string; members: string[] }[];
  users: { uid: string; isActive: boolean; lastSignIn: number | undefined }[];
  grants: ModelGrant[];
}

export interface Condition {
  key: string;
  values: string[];
  negation: boolean;
}

export interface ModelGrant {
  id: string;
  owner: string;
  kind: 'tenant' | 'project' | 'workspace' | 'resource';
  roles: string[];
  projects: string[];
  workspace: string;
  filters: string[];
}

/** How the service would decide what is not documented. */
export type Luck = (what: string) => boolean;

export const permissions = ['cluster.get', 'cluster.update', 'team.update'];

/** One that no role names: only what allows everything allows it. */
export const unnamed = 'zone.other';

function isAllowed(tenant: Tenant, grant: ModelGrant, permission: string): boolean {
  for (const role of tenant.roles) {
    if (!role.isEnabled || !grant.roles.includes(role.uid)) continue;
    for (const one of role.permissions)
      if (one === '*' || one.toUpperCase() === permission.toUpperCase()) return true;
  }
  return false;
}

function filterMatches(
  tenant: Tenant,
  uid: string,
  cluster: Tenant['clusters'][number],
  luck: Luck,
): boolean {
  const filter = tenant.filters.find((one) => one.uid === uid);
  if (!filter || filter.conditions.length === 0) return luck(`${uid} ${cluster.uid}`);
  const results: boolean[] = [];
  for (const { key, values, negation } of filter.conditions) {
    const tags = values.map((value) => (value ? [key, value].join(':') : key));
    if (tags.length === 0) tags.push(key);
    let found = false;
    for (const tag of cluster.tags) if (tags.includes(tag)) found = true;
    results.push(negation ? !found : found);
  }
  return filter.conjunction === 'or' ? results.includes(true) : !results.includes(false);
}

function reaches(
  tenant: Tenant,
  grant: ModelGrant,
  cluster: Tenant['clusters'][number],
  luck: Luck,
): boolean {
  if (grant.kind === 'tenant') return true;
  if (grant.kind === 'workspace' || !grant.projects.includes(cluster.project)) return false;
  if (grant.filters.length === 0) return true;
  const matching = grant.filters.filter((uid) => filterMatches(tenant, uid, cluster, luck)).length;
  if (matching === 0) return false;
  // Grants with the same filters reach the same.
  return matching === grant.filters.length || luck(`${[...grant.filters].sort().join('+')} ${cluster.uid}`);
}

/**
 * Whether a grant lets its owner do something to a cluster or, without one, somewhere in a project; to any cluster of it if
 * `clusterUid` is empty, and in the whole tenant if `project` is `*`.
 */
export function gives(
  tenant: Tenant,
  grant: ModelGrant,
  permission: string,
  project: string,
  clusterUid: string | undefined,
  luck: Luck,
): boolean {
  if (!isAllowed(tenant, grant, permission)) return false;
  if (project === '*') return grant.kind === 'tenant';
  const clusters = tenant.clusters.filter((one) => one.project === project);
  if (clusterUid === '' && grant.kind === 'workspace') return false;
  if (clusterUid !== undefined && clusterUid !== '') {
    return clusters.some((one) => one.uid === clusterUid && reaches(tenant, grant, one, luck));
  }
  if (grant.kind === 'tenant') return true;
  if (!grant.projects.includes(project)) return false;
  return grant.filters.length === 0 || clusters.some((one) => reaches(tenant, grant, one, luck));
}

/** How many clusters of a project a grant reaches. */
export function reachedIn(tenant: Tenant, grant: ModelGrant, project: string, luck: Luck): number {
  const near = tenant.clusters.filter((one) => one.project === project);
  return near.filter((one) => reaches(tenant, grant, one, luck)).length;
}

/** The owners whose grants a holder has. */
export function ownersFor(tenant: Tenant, holder: string): string[] {
  const teams = tenant.teams.filter(({ members }) => members.some((uid) => `user/${uid}` === holder));
  return [holder, ...teams.map(({ uid }) => `team/${uid}`)];
}

/** All answers to what is not documented, or some of them if there are too many. `isAll` says which. */
export function lucks(tenant: Tenant): { all: Luck[]; isAll: boolean } {
  const asked = new Set<string>();
  const ask =
    (answer: boolean): Luck =>
    (what) => {
      asked.add(what);
      return answer;
    };
  for (const answer of [true, false]) {
    for (const grant of tenant.grants) {
      for (const cluster of tenant.clusters) reaches(tenant, grant, cluster, ask(answer));
    }
  }
  const names = [...asked];
  const isAll = names.length <= 5;
  const all = Array.from({ length: 2 ** Math.min(names.length, 5) }, (_, bits): Luck => {
    // Beyond the fifth, every second answer repeats the others, so that they differ too.
    return (what) => ((bits >> (names.indexOf(what) % 5)) & 1) === 1;
  });
  return { all, isAll };
}

function equal(one: string[], other: string[]): boolean {
  return one.every((value) => other.includes(value)) && other.every((value) => one.includes(value));
}

/** The findings of a grant. */
export function modelFindings(tenant: Tenant, grant: ModelGrant, luck: Luck): Set<string> {
  const found = new Set<string>();
  const [kind, uid = ''] = grant.owner.split('/');
  const members = kind === 'user' ? [uid] : (tenant.teams.find((team) => team.uid === uid)?.members ?? []);
  for (const user of tenant.users.filter((one) => members.includes(one.uid))) {
    if (user.lastSignIn === undefined) found.add('memberNeverSignedIn');
    if (!user.isActive) found.add('memberInactive');
  }
  const near = tenant.clusters.filter(({ project }) => grant.projects.includes(project));
  const reached = near.filter((one) => reaches(tenant, grant, one, luck));
  const used = tenant.roles.filter((role) => role.isEnabled && grant.roles.includes(role.uid));
  const changes = used.some((role) => role.permissions.some((one) => !/\.(get|list)$/i.test(one)));
  if (grant.kind === 'tenant' && changes) found.add('reachesAllClusters');
  if (grant.kind === 'resource') {
    // Without a filter, it reaches all that a project without clusters will have.
    const isUnlimited = grant.filters.length === 0 && grant.projects.length > 0;
    if (reached.length === 0 && !isUnlimited) found.add('matchesNoCluster');
    const reachesAll = isUnlimited || (reached.length > 0 && reached.length === near.length);
    if (reachesAll && changes) found.add('reachesAllClusters');
  }
  for (const other of tenant.grants.filter((one) => one.owner === grant.owner && one.id !== grant.id)) {
    const parts = ['roles', 'projects', 'filters'] as const;
    const isSame = parts.every((part) => equal(grant[part], other[part]));
    // Those of other kinds are listed once.
    if (isSame && grant.kind === 'resource' && other.kind === 'resource') found.add('sameAsOther');
  }
  if (tenant.roles.some((role) => grant.roles.includes(role.uid) && !role.isEnabled))
    found.add('roleDisabled');
  return found;
}
