import type { Reference } from '../service/readers';
import type { Access, Answer, Grant, TaggedCluster } from './access';
import { and, or, some } from './answer';
import { matches } from './tagFilter';

/** What a role allows; undefined if that was not read. A disabled role allows nothing. */
export function allowedBy({ uid = '' }: Reference, { roles }: Access): readonly string[] | undefined {
  const { isEnabled, permissions } = roles.get(uid) ?? {};
  return isEnabled === false ? [] : permissions;
}

/** What roles allow; undefined if that was not read for one of them. */
export function permissionsOf(roles: Grant['roles'], access: Access): readonly string[] | undefined {
  const ofRoles = roles.map((role) => allowedBy(role, access));
  const read = ofRoles.filter((permissions) => permissions !== undefined);
  return read.length < ofRoles.length ? undefined : [...new Set(read.flat())].sort();
}

/** Whether one of the roles of a grant allows something. */
export function allows(grant: Grant, permission: string, access: Access): Answer {
  const listed = some(grant.roles, (role) => {
    const allowed = allowedBy(role, access);
    return allowed === undefined ? 'unknown' : allowed.includes(permission) ? 'yes' : 'no';
  });
  return mayLackParts(grant) ? or(listed, 'unknown') : listed;
}

/** Whether a part of a grant is not known: fields that may limit it, or invalid parts. */
export function isPartlyKnown({ kind, resourceRole, projects }: Grant): boolean {
  return kind === 'resource'
    ? resourceRole?.content === undefined
    : projects.some(({ uid = '' }) => uid === '');
}

/** Whether the lists of a grant may lack roles or projects. */
export function mayLackParts(grant: Grant): boolean {
  const { resourceRole, roles, projects } = grant;
  const isListed = resourceRole?.unknownFields !== undefined && roles.length > 0 && projects.length > 0;
  return isPartlyKnown(grant) && !isListed;
}

/** Whether a grant is for a project or a part of it. */
function isFor(grant: Grant, projectUid: string): Answer {
  const isListed = grant.projects.some(({ uid }) => uid === projectUid);
  if (isPartlyKnown(grant)) return isListed || mayLackParts(grant) ? 'unknown' : 'no';
  return isListed ? 'yes' : 'no';
}

export function reachesCluster(
  grant: Grant,
  { projectUid, tags }: Pick<TaggedCluster, 'projectUid' | 'tags'>,
  { filters }: Access,
): Answer {
  if (grant.kind === 'tenant') return 'yes';
  const isForProject = grant.kind === 'workspace' ? 'no' : isFor(grant, projectUid);
  if (isForProject === 'no' || isPartlyKnown(grant)) return isForProject;
  // How several filters combine is not documented: a cluster that only some of them match may be reached or not.
  const [first = 'yes', ...others] = grant.filters.map(({ uid = '' }) => matches(filters.get(uid), tags));
  return and(isForProject, others.every((other) => other === first) ? first : 'unknown');
}

/** Whether a grant leads to a project: to all of it, or to a workspace or a cluster in it. */
export function reachesProject(grant: Grant, projectUid: string, access: Access): Answer {
  if (grant.kind === 'tenant') return 'yes';
  const isForProject = isFor(grant, projectUid);
  if (grant.filters.length === 0) return isForProject;
  const { all = [], isComplete = false } = access.clusters.get(projectUid) ?? {};
  const isReached = some(all, (cluster) => reachesCluster(grant, cluster, access));
  return and(isForProject, or(isReached, isComplete ? 'no' : 'unknown'));
}

/** Whether it is certain that `grant` reaches every cluster of a project that `other` reaches, whatever their tags are. */
export function covers(grant: Grant, other: Grant, projectUid: string): boolean {
  if (grant.kind === 'tenant') return true;
  if (grant.kind === 'workspace' || isFor(grant, projectUid) !== 'yes') return false;
  return (
    grant.filters.length === 0 || (!isPartlyKnown(other) && keyOf(grant.filters) === keyOf(other.filters))
  );
}

const keys = new WeakMap<readonly Reference[], string>();

/** The same for lists with the same references, in any order. */
export function keyOf(references: readonly Reference[]): string {
  const key = keys.get(references) ?? JSON.stringify([...new Set(references.map(({ uid }) => uid))].sort());
  keys.set(references, key);
  return key;
}

type Parts = Pick<Grant, 'roles' | 'projects' | 'filters'>;

/** Whether two grants have the same roles, projects and filters. */
export function hasSameParts(one: Parts, other: Parts): boolean {
  return (['roles', 'projects', 'filters'] as const).every((list) => keyOf(one[list]) === keyOf(other[list]));
}

/** How many clusters a grant reaches of those in its projects that were read, and how many projects were not read completely. */
export type MatchedClusters = Readonly<Record<'matched' | 'unknown' | 'of' | 'unreadProjects', number>>;

export function matchedClusters(grant: Grant, access: Access): MatchedClusters {
  const projects = projectUidsOf(grant, access).map((uid) => access.clusters.get(uid));
  const answers = projects
    .flatMap((project) => project?.all ?? [])
    .map((cluster) => reachesCluster(grant, cluster, access));
  return {
    matched: answers.filter((answer) => answer === 'yes').length,
    unknown: answers.filter((answer) => answer === 'unknown').length,
    of: answers.length,
    unreadProjects: projects.filter((project) => project?.isComplete !== true).length,
  };
}

/** The projects that a grant names; those that were read if it is for all. */
export function projectUidsOf({ kind, projects }: Grant, { clusters }: Access): readonly string[] {
  return kind === 'tenant' ? [...clusters.keys()] : [...new Set(projects.map(({ uid = '' }) => uid))];
}
