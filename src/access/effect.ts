import { groupBy } from '../items/order';
import { and, type Verdict } from '../query/verdict';
import { uniqueByUid } from '../service/pages';
import type { Reference } from '../service/readers';
import {
  grantsIn,
  grantsOf,
  holderKey,
  keyOf,
  listsOf,
  type Access,
  type Grant,
  type Holder,
  type HolderGrants,
  type TaggedCluster,
} from './access';
import { remembering } from '../service/remember';
import {
  allowedBy,
  allows,
  covers,
  everyPermission,
  isFor,
  isPartlyKnown,
  mayLackParts,
  projectUidsOf,
  reachesCluster,
  reachKey,
  roleAllows,
} from './reach';
import { matcher } from './tagFilter';
import { anyCluster, answersTo, mayLead, unreadKinds } from './whoCan';

/** Clusters of a project that the same grants reach, or those that were not read, as far as all `filters` match them. */
interface Place {
  readonly projectUid: string;
  readonly clusters?: readonly TaggedCluster[];
  readonly filters: readonly Reference[];
}

/** The clusters of a project, in groups that the same grants reach. */
type ClusterGroups = (projectUid: string) => readonly (readonly TaggedCluster[])[];

/** Permissions that the same roles allow. */
interface PermissionSet {
  readonly permissions: readonly string[];
  /** Whether a grant allows them. */
  readonly allows: (grant: Grant) => Verdict;
}

/** How far a grant reaches a place. */
interface Reach {
  readonly grant: Grant;
  readonly reaches: Verdict;
  /** Whether its filters were read. */
  readonly isReadable: boolean;
}

/** What a holder has at a place. */
interface PlaceGrants {
  /** The removed grants that reach it, or may. */
  readonly givers: readonly Reach[];
  /** The same of those that remain. */
  readonly others: readonly Reach[];
  /** Whether all that remain were read. */
  readonly isAll: boolean;
  /** All removed grants, wherever they reach. */
  readonly removed: readonly Grant[];
}

/** What happens to permissions somewhere. The same roles allow them. */
export interface Cell extends Place {
  readonly permissions: readonly string[];
  readonly state: 'lost' | 'kept' | 'unknown';
  /** The grants that keep it. */
  readonly through: readonly Grant[];
  /** Whether they keep it whatever the tags of clusters are. */
  readonly isCovered: boolean;
}

/** What a holder loses and keeps without some grants. */
export interface Effect {
  readonly holder: Holder;
  /** Those that the holder would not have any more. */
  readonly removed: readonly Grant[];
  /** What they give or may give. */
  readonly cells: readonly Cell[];
  /** Whether the cells have all that they give. */
  readonly isWhole: boolean;
  /** What is known without any of the grants that are removed, also those of others. */
  readonly rest: Access;
}

/**
 * Judges all removed grants together, whoever holds them: what one gives is not kept if only another gives it too.
 * @param others what is removed with them, of which nothing is said
 */
export function effectsOf(
  access: Access,
  removed: readonly Grant[],
  others: readonly Grant[] = [],
): readonly Effect[] {
  const all = [...removed, ...others];
  const ids = new Set(all.map(({ id }) => id));
  const byHolder = groupBy(removed, ({ holder }) => holderKey(holder));
  const holders = new Map(access.holders);
  for (const [key, [{ holder }]] of groupBy(all, ({ holder }) => holderKey(holder)))
    holders.set(key, { holder, lists: without(listsOf(access, holder), ids) });
  const rest = { ...access, holders };
  const clustersIn = clusterGroups(rest, [...removed, ...grantsIn(rest)]);
  return [...byHolder.values()].map((own) => effectOf(rest, own, clustersIn));
}

function without(lists: HolderGrants['lists'], ids: ReadonlySet<string>): HolderGrants['lists'] {
  const { resource } = lists;
  if (resource?.grants === undefined) return lists;
  return { ...lists, resource: { ...resource, grants: resource.grants.filter(({ id }) => !ids.has(id)) } };
}

/** @param rest what is known without the removed grants @param removed those of one holder */
function effectOf(rest: Access, removed: readonly [Grant, ...Grant[]], clustersIn: ClusterGroups): Effect {
  const [{ holder }] = removed;
  const lists = listsOf(rest, holder);
  const isAll = unreadKinds(lists, { clusterUid: anyCluster }).length === 0;
  const named = removed.flatMap((grant) => grant.roles);
  const roles = uniqueByUid(named, ({ uid }) => uid);
  const groups = permissionSets(roles, rest);
  const cells = placesOf(rest, removed, clustersIn).flatMap((place) => {
    const givers = reachesOf(removed, place, rest).filter(({ grant }) => isAbout(place, grant));
    const others = reachesOf(grantsOf(lists), place, rest);
    return groups.flatMap((group) => cellOf(place, group, { givers, others, isAll, removed }) ?? []);
  });
  // What a role allows that was not read is in no cell.
  const isWhole = roles.every((role) => allowedBy(role, rest)) && !removed.some(isPartlyKnown);
  return { holder, removed, cells, isWhole, rest };
}

/** All that some roles allow. What allows everything allows all that other roles name, and what none names. */
function permissionSets(some: readonly Reference[], access: Access): readonly PermissionSet[] {
  const allowed = some.flatMap((role) => allowedBy(role, access) ?? []);
  const named = [...access.roles.values()].flatMap((role) => role.permissions ?? []);
  const all = allowed.includes(everyPermission) ? [...allowed, ...named] : allowed;
  const unique = new Map(all.map((permission) => [permission.toLowerCase(), permission]));
  const roles = [...access.roles.keys()].map((uid) => ({ uid }));
  const groups = groupBy([...unique.values()], (permission) =>
    roles.map((role) => roleAllows(role, permission, access)).join(),
  );
  return [...groups.values()].map((permissions) => ({
    permissions,
    // The same in every place.
    allows: remembering((grant: Grant) => allows(grant, permissions[0], access)),
  }));
}

/** Where removed grants may reach something. */
function placesOf(access: Access, removed: readonly Grant[], clustersIn: ClusterGroups): readonly Place[] {
  const projectUids = removed.flatMap((grant) => projectUidsOf(grant, access));
  const byFilters = [...groupBy(removed, ({ filters }) => keyOf(filters)).values()];
  return [...new Set(projectUids)].flatMap((projectUid) => {
    const unread = byFilters.map(([{ filters }]) => ({ projectUid, filters }));
    const read = clustersIn(projectUid).map((clusters) => ({ projectUid, clusters, filters: [] }));
    return access.clusters.get(projectUid)?.isComplete === true ? read : [...read, ...unread];
  });
}

/** Clusters are in a group if the same filters of grants match them. */
function clusterGroups(access: Access, grants: readonly Grant[]): ClusterGroups {
  const filtered = grants.filter(({ filters }) => filters.length > 0);
  // Those that may be for any project, and the others by project: there may be thousands.
  const anywhere = filtered.filter(mayLackParts);
  const listed = filtered.flatMap((grant) => grant.projects.map(({ uid = '' }) => ({ uid, grant })));
  const byProject = groupBy(listed, ({ uid }) => uid);
  return remembering((projectUid) => {
    const near = [...anywhere, ...(byProject.get(projectUid) ?? []).map(({ grant }) => grant)];
    const uids = near.flatMap(({ filters }) => filters.map(({ uid = '' }) => uid));
    const tests = [...new Set(uids)].map((uid) => matcher(access.filters.get(uid)));
    const clusters = access.clusters.get(projectUid)?.all ?? [];
    return [...groupBy(clusters, ({ tags }) => tests.map((test) => test(tags)).join()).values()];
  });
}

/** Of those grants that reach a place, or may do so. */
function reachesOf(grants: readonly Grant[], place: Place, access: Access): readonly Reach[] {
  const cluster = place.clusters?.[0] ?? { projectUid: place.projectUid, tags: undefined };
  const reaches = grants.map((grant) => ({
    grant,
    reaches: reachesCluster(grant, cluster, access),
    isReadable: grant.filters.every(({ uid = '' }) => access.filters.get(uid) !== undefined),
  }));
  return reaches.filter((reach) => reach.reaches !== false);
}

/** Whether a place has what a removed grant gives: clusters that were not read are those that its filters match. */
function isAbout({ clusters, filters }: Place, { filters: ofGrant }: Grant): boolean {
  return clusters !== undefined || keyOf(filters) === keyOf(ofGrant);
}

/** @returns undefined if nothing is given there */
function cellOf(place: Place, group: PermissionSet, grants: PlaceGrants): Cell | undefined {
  const { projectUid } = place;
  const { permissions, allows } = group;
  const givers = grants.givers.filter(({ grant }) => allows(grant) !== false);
  if (givers.length === 0) return undefined;
  const others = grants.others.filter(({ grant }) => allows(grant) !== false);
  const certain = others.filter(({ grant }) => allows(grant) === true);
  const keepers = givers.map((giver) => certain.filter((keeper) => keeps(keeper, giver, projectUid)));
  const isKept = keepers.every((ofGiver) => ofGiver.length > 0);
  const through = isKept ? [...new Set(keepers.flat().map(({ grant }) => grant))] : [];
  const isGiven = givers.some((giver) => allows(giver.grant) === true && isReached(place, giver));
  const isLost = isGiven && grants.isAll && others.length === 0;
  const state = isKept ? 'kept' : isLost ? 'lost' : 'unknown';
  // Also what does not reach the place now, but would with other tags.
  const possible = grants.removed.filter(
    (grant) => isFor(grant, projectUid) !== false && allows(grant) !== false,
  );
  const isCovered = possible.every((giver) => through.some((keeper) => covers(keeper, giver, projectUid)));
  return { ...place, permissions, state, through, isCovered };
}

/** Whether a grant keeps what another one gives at a place: not if nobody may have it, because a filter was not read. */
function keeps({ grant, reaches, isReadable }: Reach, giver: Reach, projectUid: string): boolean {
  return reaches === true || (isReadable && covers(grant, giver.grant, projectUid));
}

/** Whether it is certain that a grant reaches a place. The filters match the clusters that were not read, if there are any. */
function isReached({ clusters }: Place, { grant, reaches }: Reach): boolean {
  return reaches === true || (clusters === undefined && !isPartlyKnown(grant));
}

export interface MemberEffect {
  readonly userUid: string;
  readonly keeps: 'everything' | 'part' | 'nothing' | 'unknown';
}

/** What each member keeps of what the team loses or may lose, by other teams or own roles; undefined if members are not known. */
export function membersEffect({ holder, cells, isWhole, rest }: Effect): readonly MemberEffect[] | undefined {
  const open = cells.filter(({ state }) => state !== 'kept');
  // Many cells have the same.
  const givenBy = remembering((permission: string) =>
    remembering(
      (grant: Grant) => allows(grant, permission, rest),
      (grant) => [mayLackParts(grant), keyOf(grant.roles)].join(),
    ),
  );
  const asked = open.map(({ permissions: [permission = ''], projectUid, clusters }) => {
    const target = clusters?.[0] ?? { projectUid, tags: undefined };
    const reaches = remembering((grant: Grant) => reachesCluster(grant, target, rest), reachKey);
    const allowed = givenBy(permission);
    const leads = (grant: Grant): Verdict =>
      mayLead(grant, projectUid) && and(allowed(grant), reaches(grant));
    return { projectUid, clusterUid: anyCluster, leads };
  });
  const answersOf = answersTo(rest, asked);
  return rest.members.get(holder.uid)?.map((userUid) => {
    // The team is one of the ways in which members may keep it.
    const kept = answersOf({ kind: 'user', uid: userUid });
    return { userUid, keeps: keepsOf(new Set(isWhole ? kept : [...kept, undefined])) };
  });
}

/** @param kept whether a member keeps each part of what the team loses or may lose */
function keepsOf(kept: ReadonlySet<Verdict>): MemberEffect['keeps'] {
  if (kept.has(true) && kept.has(false)) return 'part';
  if (kept.has(undefined)) return 'unknown';
  return kept.has(false) ? 'nothing' : 'everything';
}

/** In whose grants members of teams may keep what a team loses: their own, and those of their other teams. */
export function waysOfMembers({ members }: Access, teams: readonly Holder[]): readonly Holder[] {
  const own = new Set(teams.map(({ uid }) => uid));
  const users = new Set([...own].flatMap((uid) => members.get(uid) ?? []));
  const others = [...members].filter(
    ([uid, ofTeam]) => !own.has(uid) && ofTeam.some((user) => users.has(user)),
  );
  return [
    ...[...users].map((uid): Holder => ({ kind: 'user', uid })),
    ...others.map(([uid]): Holder => ({ kind: 'team', uid })),
  ];
}
