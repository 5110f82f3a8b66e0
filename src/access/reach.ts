import { l10n } from 'vscode';
import { perObject } from '../service/remember';
import { and, or, some, type Verdict } from '../query/verdict';
import type { Reference } from '../service/readers';
import { clusterCount, formatNumber, formatProgress, projectCount } from '../text/format';
import { present } from '../text/text';
import { keyOf, type Access, type Grant, type TaggedCluster } from './access';
import { matcher } from './tagFilter';

/** What a role allows; undefined if that was not read. A disabled role allows nothing. */
export function allowedBy(
  { uid = '' }: Reference,
  { roles }: Pick<Access, 'roles'>,
): readonly string[] | undefined {
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
export function allows(grant: Grant, permission: string, access: Access): Verdict {
  const listed = some(grant.roles, (role) => roleAllows(role, permission, access));
  return mayLackParts(grant) ? or(listed, undefined) : listed;
}

/** Whether a role allows something. If the service does not say whether the role is enabled, that is not known. */
export function roleAllows(role: Reference, permission: string, access: Access): Verdict {
  const allowed = allowedBy(role, access);
  const isIncluded = allowed && includesPermission(allowed, permission);
  return isIncluded && access.roles.get(role.uid ?? '')?.isEnabled;
}

/** Allows everything. */
export const everyPermission = '*';

const inLowerCase = perObject(
  (permissions: readonly string[]) => new Set(permissions.map((one) => one.toLowerCase())),
);

/** Whether a permission is among others, in any case. */
function includesPermission(permissions: readonly string[], permission: string): boolean {
  const known = inLowerCase(permissions);
  return known.has(everyPermission) || known.has(permission.toLowerCase());
}

/** Whether a part of a grant is not known: fields that may limit it, or invalid parts. */
export function isPartlyKnown({
  kind,
  resourceRole,
  projects,
}: Pick<Grant, 'kind' | 'resourceRole' | 'projects'>): boolean {
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
export function isFor(grant: Grant, projectUid: string): Verdict {
  const isListed = grant.projects.some(({ uid }) => uid === projectUid);
  return isPartlyKnown(grant) && (isListed || mayLackParts(grant)) ? undefined : isListed;
}

/** Grants with the same key reach the same. */
export function reachKey(grant: Grant): string {
  const { kind, projects, filters } = grant;
  return [kind, isPartlyKnown(grant), mayLackParts(grant), keyOf(projects), keyOf(filters)].join();
}

export function reachesCluster(
  grant: Grant,
  { projectUid, tags }: Pick<TaggedCluster, 'projectUid' | 'tags'>,
  { filters }: Access,
): Verdict {
  if (grant.kind === 'tenant') return true;
  const isForProject = grant.kind !== 'workspace' && isFor(grant, projectUid);
  if (isForProject === false || isPartlyKnown(grant)) return isForProject;
  // How several filters combine is not documented: a cluster that only some of them match may be reached or not.
  const matches = grant.filters.map(({ uid = '' }) => matcher(filters.get(uid))(tags));
  const isMatched =
    matches.every((one) => one === true) || (matches.some((one) => one !== false) ? undefined : false);
  return and(isForProject, isMatched);
}

/** Whether a grant leads to a project: to all of it, or to a workspace or a cluster in it. */
export function reachesProject(grant: Grant, projectUid: string, access: Access): Verdict {
  if (grant.kind === 'tenant') return true;
  const isForProject = isFor(grant, projectUid);
  if (isForProject === false || grant.filters.length === 0) return isForProject;
  const { matched, unknown, unreadProjects } = matchedClusters(grant, access, [projectUid]);
  return and(isForProject, matched > 0 || (unknown + unreadProjects > 0 ? undefined : false));
}

/** Whether it is certain that `grant` reaches every cluster of a project that `other` reaches, whatever their tags are. */
export function covers(grant: Grant, other: Grant, projectUid: string): boolean {
  if (grant.kind === 'tenant') return true;
  if (grant.kind === 'workspace' || isFor(grant, projectUid) !== true) return false;
  return (
    grant.filters.length === 0 || (!isPartlyKnown(other) && keyOf(grant.filters) === keyOf(other.filters))
  );
}

/**
 * How many clusters a grant reaches of those in its projects that were read, and how many projects were not read completely, also
 * because they are hidden from the API key.
 */
export type MatchedClusters = Readonly<
  Record<'matched' | 'unknown' | 'of' | 'unreadProjects' | 'hiddenProjects', number>
>;

export function matchedClusters(
  grant: Grant,
  access: Access,
  projectUids = projectUidsOf(grant, access),
): MatchedClusters {
  const projects = projectUids.map((uid) => access.clusters.get(uid));
  const verdicts = projects
    .flatMap((project) => project?.all ?? [])
    .map((cluster) => reachesCluster(grant, cluster, access));
  return {
    matched: verdicts.filter((verdict) => verdict === true).length,
    unknown: verdicts.filter((verdict) => verdict === undefined).length,
    of: verdicts.length,
    unreadProjects: projects.filter((project) => project?.isComplete !== true).length,
    hiddenProjects: projects.filter((project) => project?.isHidden === true).length,
  };
}

/** `4 of 9 clusters`, and what is not known. */
export function matchedText({
  matched,
  unknown,
  of,
  unreadProjects,
  hiddenProjects,
}: MatchedClusters): readonly string[] {
  const isKnown = unknown < of || of === 0;
  const reached = isKnown
    ? l10n.t('{0} clusters', formatProgress(matched, of))
    : l10n.t('{0}: not known', clusterCount(of));
  return present(
    of === 0 ? '' : reached,
    isKnown && unknown > 0 ? l10n.t('{0} not known', formatNumber(unknown)) : '',
    ...unreadProjectTexts(unreadProjects, hiddenProjects),
  );
}

/** How many projects have clusters that were not read, and how many of those are hidden from the API key. */
function unreadProjectTexts(count: number, hidden: number): readonly string[] {
  return present(
    count === hidden ? '' : l10n.t('clusters of {0} not read', projectCount(count - hidden)),
    hidden === 0 ? '' : l10n.t('{0} not accessible with this API key', projectCount(hidden)),
  );
}

/** The projects that a grant names; those that were read if it is for all. */
export function projectUidsOf({ kind, projects }: Grant, { clusters }: Access): readonly string[] {
  return kind === 'tenant' ? [...clusters.keys()] : [...new Set(projects.map(({ uid = '' }) => uid))];
}
