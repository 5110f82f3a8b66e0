import type { Reference } from '../../service/readers';
import type { Access, Answer, Grant, TaggedCluster } from './access';
import { and, or, some } from './answer';
import { matches } from './tagFilter';

/** Whether one of the roles of a grant allows something. */
export function allows(grant: Grant, permission: string, { roles }: Pick<Access, 'roles'>): Answer {
  const listed = some(grant.roles, ({ uid = '' }): Answer => {
    const { isEnabled, permissions } = roles.get(uid) ?? {};
    if (isEnabled === false) return 'no';
    if (permissions === undefined) return 'unknown';
    return permissions.includes(permission) ? 'yes' : 'no';
  });
  return mayLackParts(grant) ? or(listed, 'unknown') : listed;
}

/** Whether a part of a resource role is not known: fields that may limit it, or invalid parts. */
export function isPartlyKnown({ kind, resourceRole }: Grant): boolean {
  return kind === 'resource' && resourceRole?.content === undefined;
}

/** Whether the lists of a resource role may lack roles or projects. */
export function mayLackParts(grant: Grant): boolean {
  if (!isPartlyKnown(grant)) return false;
  const { resourceRole, roles, projects } = grant;
  return resourceRole?.unknownFields === undefined || roles.length === 0 || projects.length === 0;
}

/** Whether a grant names a project. */
export function names(grant: Grant, projectUid: string): Answer {
  const isNamed = some(grant.projects, ({ uid = '' }) =>
    uid === projectUid ? 'yes' : uid === '' ? 'unknown' : 'no',
  );
  if (!isPartlyKnown(grant)) return isNamed;
  return isNamed !== 'no' || mayLackParts(grant) ? 'unknown' : 'no';
}

export function reachesCluster(
  grant: Grant,
  { projectUid, tags }: TaggedCluster,
  { filters }: Pick<Access, 'filters'>,
): Answer {
  switch (grant.kind) {
    case 'tenant':
      return 'yes';
    case 'project':
      return names(grant, projectUid);
    case 'workspace':
      return 'no';
    case 'resource':
      return and(names(grant, projectUid), matchesAll(grant.filters, tags, filters));
  }
}

/** How several filters combine is not documented: a cluster that only some of them match may be reached or not. */
function matchesAll(
  references: readonly Reference[],
  tags: ReadonlySet<string> | undefined,
  filters: Access['filters'],
): Answer {
  const [first = 'yes', ...others] = references.map(({ uid = '' }) => matches(filters.get(uid), tags));
  return others.every((other) => other === first) ? first : 'unknown';
}

/** Whether a grant leads to a project: to all of it, or to a workspace or a cluster in it. */
export function reachesProject(grant: Grant, projectUid: string, access: Access): Answer {
  if (grant.kind === 'tenant') return 'yes';
  const isNamed = names(grant, projectUid);
  return grant.filters.length === 0 ? isNamed : and(isNamed, reachesSome(grant, projectUid, access));
}

/** Whether a grant reaches a cluster of a project. */
function reachesSome(grant: Grant, projectUid: string, access: Access): Answer {
  const clusters = access.clusters.get(projectUid);
  const known = some(clusters?.all ?? [], (cluster) => reachesCluster(grant, cluster, access));
  return clusters?.isComplete === true ? known : or(known, 'unknown');
}

/**
 * Whether `grant` reaches every cluster of a project that `other` reaches, whatever their tags are. False if that is not
 * certain.
 */
export function covers(grant: Grant, other: Grant, projectUid: string): boolean {
  if (grant.kind === 'tenant') return true;
  if (grant.kind === 'workspace' || names(grant, projectUid) !== 'yes') return false;
  return grant.filters.length === 0 || (!isPartlyKnown(other) && filterKey(grant) === filterKey(other));
}

/** The same for grants with the same filters. */
export function filterKey({ filters }: Pick<Grant, 'filters'>): string {
  return keyOf(filters);
}

/** The same for lists with the same references, in any order. */
export function keyOf(references: readonly Reference[]): string {
  return JSON.stringify([...new Set(references.map(({ uid }) => uid))].sort());
}

/** How many clusters a grant reaches, of those in its projects that were read. */
export interface MatchedClusters {
  readonly matched: number;
  /** Of these, it is not known. */
  readonly unknown: number;
  readonly of: number;
  /** Projects of which not all clusters are known. */
  readonly unreadProjects: number;
}

export function matchedClusters(grant: Grant, access: Access): MatchedClusters {
  const projects = projectUidsOf(grant, access).map((uid) => access.clusters.get(uid));
  const clusters = projects.flatMap((project) => project?.all ?? []);
  const answers = clusters.map((cluster) => reachesCluster(grant, cluster, access));
  return {
    matched: answers.filter((answer) => answer === 'yes').length,
    unknown: answers.filter((answer) => answer === 'unknown').length,
    of: clusters.length,
    unreadProjects: projects.filter((project) => project?.isComplete !== true).length,
  };
}

/** The projects that a grant names; those that were read if it is for all. */
export function projectUidsOf(
  { kind, projects }: Grant,
  { clusters }: Pick<Access, 'clusters'>,
): readonly string[] {
  return kind === 'tenant' ? [...clusters.keys()] : [...new Set(projects.map(({ uid = '' }) => uid))];
}
