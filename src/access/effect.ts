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
  const alikeIn = alikeClusters(rest, [...removed, ...grantsIn(rest)]);
  return [...byHolder.values()].map((own) => effectOf(rest, own, alikeIn));
}

function without(lists: HolderGrants['lists'], ids: ReadonlySet<string>): HolderGrants['lists'] {
  const { resource } = lists;
  const grants = resource?.grants?.filter(({ id }) => !ids.has(id));
  return resource === undefined || grants === undefined
    ? lists
    : { ...lists, resource: { ...resource, grants, error: undefined } };
}

/** @param rest what is known without the removed grants @param removed those of one holder */
function effectOf(
  rest: Access,
  removed: readonly [Grant, ...Grant[]],
  alikeIn: (projectUid: string) => readonly (readonly TaggedCluster[])[],
): Effect {
  const [{ holder }] = removed;
  const lists = listsOf(rest, holder);
  const grants = grantsOf(lists);
  const isAll = unreadKinds(lists, { clusterUid: anyCluster }).length === 0;
  const roles = uniqueByUid(
    removed.flatMap((grant) => grant.roles),
    ({ uid }) => uid,
  );
  const alike = alikePermissions(
    roles.flatMap((role) => allowedBy(role, rest) ?? []),
    rest,
  ).map((permissions) => {
    // The same in every place.
    const allowed = remembering((grant: Grant) => allows(grant, permissions[0] ?? '', rest));
    return { permissions, allowed };
  });
  const cells = placesOf(rest, removed, alikeIn).flatMap((place) => {
    const target = place.clusters?.[0] ?? { projectUid: place.projectUid, tags: undefined };
    const reaching = (some: readonly Grant[]): readonly Reaching[] =>
      some.flatMap((grant) => {
        const reached = reachesCluster(grant, target, rest);
        const isReadable = grant.filters.every(({ uid = '' }) => rest.filters.get(uid) !== undefined);
        return reached === false ? [] : [{ grant, reached, isReadable }];
      });
    const [giving, keeping] = [reaching(removed), reaching(grants)];
    return alike.flatMap(({ permissions, allowed: allowedIn }) => {
      const allowing = (some: readonly Reaching[]): readonly Allowing[] =>
        some.flatMap((one) => {
          const allowed = allowedIn(one.grant);
          return allowed === false ? [] : [{ ...one, allowed }];
        });
      const given = allowing(giving);
      const judged = given.length === 0 ? undefined : judge(place, given, allowing(keeping), isAll);
      if (judged === undefined) return [];
      // Also what does not reach the place now, but would with other tags.
      const possible = removed.filter(
        (grant) => isFor(grant, place.projectUid) !== false && allowedIn(grant) !== false,
      );
      const isCovered = possible.every((giver) =>
        judged.through.some((keeper) => covers(keeper, giver, place.projectUid)),
      );
      return [{ ...place, permissions, isCovered, ...judged }];
    });
  });
  // What a role allows that was not read is in no cell.
  const isWhole = roles.every((role) => allowedBy(role, rest)) && !removed.some(isPartlyKnown);
  return { holder, removed, cells, isWhole, rest };
}

/** Those that the same roles allow together. What allows everything allows all that roles name, and what none names. */
function alikePermissions(permissions: readonly string[], access: Access): readonly (readonly string[])[] {
  const named = [...access.roles.values()].flatMap((role) => role.permissions ?? []);
  const all = permissions.includes(everyPermission) ? [...permissions, ...named] : permissions;
  const unique = new Map(all.map((permission) => [permission.toLowerCase(), permission]));
  const roles = [...access.roles.keys()].map((uid) => ({ uid }));
  const alike = groupBy([...unique.values()], (permission) =>
    roles.map((role) => roleAllows(role, permission, access)).join(),
  );
  return [...alike.values()];
}

/** Where removed grants may reach something. */
function placesOf(
  access: Access,
  removed: readonly Grant[],
  alikeIn: (projectUid: string) => readonly (readonly TaggedCluster[])[],
): readonly Place[] {
  const projectUids = removed.flatMap((grant) => projectUidsOf(grant, access));
  const byFilters = [...groupBy(removed, ({ filters }) => keyOf(filters)).values()];
  return [...new Set(projectUids)].flatMap((projectUid) => {
    const unread = byFilters.map(([{ filters }]) => ({ projectUid, filters }));
    const read = alikeIn(projectUid).map((clusters) => ({ projectUid, clusters, filters: [] }));
    return access.clusters.get(projectUid)?.isComplete === true ? read : [...read, ...unread];
  });
}

/** The clusters of projects by the filters of grants that match them: those of a group are reached by the same grants. */
function alikeClusters(
  access: Access,
  grants: readonly Grant[],
): (projectUid: string) => readonly (readonly TaggedCluster[])[] {
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

/** A grant that reaches a place, or may do so. */
interface Reaching {
  readonly grant: Grant;
  readonly reached: Verdict;
  /** Whether its filters were read. */
  readonly isReadable: boolean;
}

/** One that allows something, or may do so. */
interface Allowing extends Reaching {
  readonly allowed: Verdict;
}

/** @param rest the grants that remain @param isRead whether these are all @returns undefined if nothing is given there */
function judge(
  { projectUid, clusters, filters }: Place,
  removed: readonly Allowing[],
  rest: readonly Allowing[],
  isRead: boolean,
): Pick<Cell, 'state' | 'through'> | undefined {
  // Clusters that were not read are those that the filters match.
  const giving = removed.filter(
    ({ grant }) => clusters !== undefined || keyOf(grant.filters) === keyOf(filters),
  );
  if (giving.length === 0) return undefined;
  const keepers = giving.map(({ grant: giver }) =>
    rest.filter(
      // Of what nobody may have, because its filter was not read, nothing is kept.
      ({ grant, allowed, reached, isReadable }) =>
        allowed === true && (reached === true || (isReadable && covers(grant, giver, projectUid))),
    ),
  );
  if (keepers.every((keeping) => keeping.length > 0))
    return { state: 'kept', through: [...new Set(keepers.flat().map(({ grant }) => grant))] };
  const isGiven = giving.some(
    ({ grant, allowed, reached }) =>
      allowed === true && (reached === true || (clusters === undefined && !isPartlyKnown(grant))),
  );
  const isLost = isGiven && isRead && rest.length === 0;
  return { state: isLost ? 'lost' : 'unknown', through: [] };
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
    const verdicts = new Set(isWhole ? kept : [...kept, undefined]);
    const isPart = verdicts.has(true) && verdicts.has(false);
    const all = verdicts.has(false) ? 'nothing' : 'everything';
    return { userUid, keeps: isPart ? 'part' : verdicts.has(undefined) ? 'unknown' : all };
  });
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
