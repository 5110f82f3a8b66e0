import { groupBy } from '../../items/groupBy';
import { uniqueByUid } from '../../service/pages';
import type { Reference } from '../../service/readers';
import { grantsOf, holderKey, type Access, type Answer, type Grant, type TaggedCluster } from './access';
import { and, or, some } from './answer';
import { allowedBy, allows, covers, isPartlyKnown, keyOf, projectUidsOf, reachesCluster } from './reach';
import { answersFor, unreadKinds } from './whoCan';

/** A cluster, or the clusters of a project that were not read, as far as all `filters` match them. */
interface Place {
  readonly projectUid: string;
  readonly cluster?: TaggedCluster | undefined;
  readonly filters: readonly Reference[];
}

/** What happens to a permission somewhere. */
export interface Cell extends Place {
  readonly permission: string;
  readonly state: 'lost' | 'kept' | 'unknown';
  /** The grants that keep it. */
  readonly through: readonly Grant[];
}

/** What the removal of resource roles changes for their holder. */
export interface Effect {
  readonly removed: readonly Grant[];
  /** What they give or may give. */
  readonly cells: readonly Cell[];
  /** Roles of the removed grants whose permissions were not read. What they allow is in no cell. */
  readonly unreadRoles: readonly Reference[];
}

/** Judges grants of one holder together: what one of them gives is not kept if only another of them gives it too. */
export function effectOf(access: Access, removed: readonly Grant[]): Effect {
  const own = removed[0] && access.holders.get(holderKey(removed[0].holder));
  const ids = new Set(removed.map(({ id }) => id));
  const kept = own === undefined ? [] : grantsOf(own).filter(({ id }) => !ids.has(id));
  const isRead = unreadKinds(own, { clusterUid: '' }).length === 0;
  const roles = uniqueByUid(
    removed.flatMap((grant) => grant.roles),
    ({ uid }) => uid,
  );
  const permissions = [...new Set(roles.flatMap((role) => allowedBy(role, access) ?? []))].map(
    (permission) => {
      const allowed = new Map(
        [...removed, ...kept].map((grant) => [grant, allows(grant, permission, access)]),
      );
      return { permission, allowed: (grant: Grant): Answer => allowed.get(grant) ?? 'unknown' };
    },
  );
  const cells = placesOf(access, removed).flatMap(({ givers, ...place }) => {
    const target = place.cluster ?? { projectUid: place.projectUid, tags: undefined };
    const reaching = (grants: readonly Grant[]): readonly Reaching[] =>
      grants
        .map((grant) => ({ grant, reached: reachesCluster(grant, target, access) }))
        .filter(({ reached }) => reached !== 'no');
    const given = reaching(givers);
    const rest = reaching(kept);
    return permissions.flatMap(({ permission, allowed }) => {
      const giving = given.filter(({ grant }) => allowed(grant) !== 'no');
      return giving.length === 0
        ? []
        : [{ permission, ...place, ...judge(place, giving, rest, allowed, isRead) }];
    });
  });
  return { removed, cells, unreadRoles: roles.filter((role) => allowedBy(role, access) === undefined) };
}

function placesOf(
  access: Access,
  removed: readonly Grant[],
): readonly (Place & { readonly givers: readonly Grant[] })[] {
  const byFilters = [...groupBy(removed, ({ filters }) => keyOf(filters)).values()];
  return [...new Set(removed.flatMap((grant) => projectUidsOf(grant, access)))].flatMap((projectUid) => {
    const { all = [], isComplete = false } = access.clusters.get(projectUid) ?? {};
    const unread = byFilters.map((givers) => ({ projectUid, filters: givers[0]?.filters ?? [], givers }));
    const read = all.map((cluster) => ({ projectUid, cluster, filters: [], givers: removed }));
    return isComplete ? read : [...read, ...unread];
  });
}

/** A grant that reaches a place, or may do so. */
interface Reaching {
  readonly grant: Grant;
  readonly reached: Answer;
}

/** @param isRead whether `rest` are all grants that remain */
function judge(
  { projectUid, cluster }: Place,
  giving: readonly Reaching[],
  rest: readonly Reaching[],
  allowed: (grant: Grant) => Answer,
  isRead: boolean,
): Pick<Cell, 'state' | 'through'> {
  const keepers = giving.map(({ grant: giver }) =>
    rest.filter(
      ({ grant, reached }) =>
        allowed(grant) === 'yes' && (reached === 'yes' || covers(grant, giver, projectUid)),
    ),
  );
  if (keepers.every((keeping) => keeping.length > 0)) {
    return { state: 'kept', through: [...new Set(keepers.flat().map(({ grant }) => grant))] };
  }
  // Clusters that were not read are those that the filters match.
  const isGiven = giving.some(
    ({ grant, reached }) =>
      allowed(grant) === 'yes' && (reached === 'yes' || (cluster === undefined && !isPartlyKnown(grant))),
  );
  const isLost =
    isGiven && isRead && some(rest, ({ grant, reached }) => and(allowed(grant), reached)) === 'no';
  return { state: isLost ? 'lost' : 'unknown', through: [] };
}

export interface MemberEffect {
  readonly userUid: string;
  readonly keeps: 'everything' | 'part' | 'nothing' | 'unknown';
}

/** What each member keeps of what the team loses or may lose, by other teams or own roles; undefined if members are not known. */
export function membersEffect(
  access: Access,
  { cells, unreadRoles, removed }: Effect,
  teamUid: string,
): readonly MemberEffect[] | undefined {
  const others = { ...access, members: new Map(access.members).set(teamUid, []) };
  const open = cells.filter(({ state }) => state !== 'kept');
  const questions = open.map(({ cluster, ...cell }) => ({ ...cell, clusterUid: cluster?.uid ?? '' }));
  const isWhole = unreadRoles.length === 0 && !removed.some(isPartlyKnown);
  return access.members.get(teamUid)?.map((userUid) => {
    const kept = answersFor(others, { kind: 'user', uid: userUid }, questions);
    const judged = kept.map((answer, at) => or(answer, open[at]?.state === 'lost' ? 'no' : 'unknown'));
    const answers = new Set<Answer>(isWhole ? judged : [...judged, 'unknown']);
    const isPart = answers.has('yes') && answers.has('no');
    const all = answers.has('no') ? 'nothing' : 'everything';
    return { userUid, keeps: isPart ? 'part' : answers.has('unknown') ? 'unknown' : all };
  });
}
