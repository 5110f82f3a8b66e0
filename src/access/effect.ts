import { groupBy } from '../items/groupBy';
import { uniqueByUid } from '../service/pages';
import type { Reference } from '../service/readers';
import { grantsOf, listsOf, type Access, type Answer, type Grant, type TaggedCluster } from './access';
import { or } from './answer';
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
  /** Whether the cells have all that they give. */
  readonly isWhole: boolean;
}

/** Judges grants of one holder together: what one of them gives is not kept if only another of them gives it too. */
export function effectOf(access: Access, removed: readonly Grant[]): Effect {
  const lists = removed[0] === undefined ? {} : listsOf(access, removed[0].holder);
  const kept = grantsOf(lists).filter(({ id }) => !removed.some((grant) => grant.id === id));
  const isRead = unreadKinds(lists, { clusterUid: '' }).length === 0;
  const roles = uniqueByUid(
    removed.flatMap((grant) => grant.roles),
    ({ uid }) => uid,
  );
  const permissions = [...new Set(roles.flatMap((role) => allowedBy(role, access) ?? []))];
  const allowing = (grants: readonly Grant[], permission = ''): readonly Allowing[] =>
    grants
      .map((grant) => ({ grant, allowed: allows(grant, permission, access) }))
      .filter(({ allowed }) => allowed !== 'no');
  // What the same grants allow has the same effect.
  const alike = groupBy(permissions, (permission) =>
    JSON.stringify(
      allowing([...removed, ...kept], permission).map(({ grant, allowed }) => [grant.id, allowed]),
    ),
  );
  const places = placesOf(access, removed);
  const cells = [...alike.values()].flatMap((same) => {
    const [giving, keeping] = [allowing(removed, same[0]), allowing(kept, same[0])];
    return places.flatMap((place) => {
      const target = place.cluster ?? { projectUid: place.projectUid, tags: undefined };
      const reaching = (grants: readonly Allowing[]): readonly Reaching[] =>
        grants
          .map((one) => ({ ...one, reached: reachesCluster(one.grant, target, access) }))
          .filter(({ reached }) => reached !== 'no');
      const judged = judge(place, reaching(giving), reaching(keeping), isRead);
      return judged === undefined ? [] : same.map((permission) => ({ permission, ...place, ...judged }));
    });
  });
  const unreadRoles = roles.filter((role) => allowedBy(role, access) === undefined);
  return { removed, cells, unreadRoles, isWhole: unreadRoles.length === 0 && !removed.some(isPartlyKnown) };
}

function placesOf(access: Access, removed: readonly Grant[]): readonly Place[] {
  const byFilters = [...groupBy(removed, ({ filters }) => keyOf(filters)).values()];
  return [...new Set(removed.flatMap((grant) => projectUidsOf(grant, access)))].flatMap((projectUid) => {
    const { all = [], isComplete = false } = access.clusters.get(projectUid) ?? {};
    const unread = byFilters.map((grants) => ({ projectUid, filters: grants[0]?.filters ?? [] }));
    const read = all.map((cluster) => ({ projectUid, cluster, filters: [] }));
    return isComplete ? read : [...read, ...unread];
  });
}

/** A grant that allows something, or may do so. */
interface Allowing {
  readonly grant: Grant;
  readonly allowed: Answer;
}

/** One that reaches a place, or may do so. */
interface Reaching extends Allowing {
  readonly reached: Answer;
}

/** @param rest the grants that remain @param isRead whether these are all @returns undefined if nothing is given there */
function judge(
  { projectUid, cluster, filters }: Place,
  removed: readonly Reaching[],
  rest: readonly Reaching[],
  isRead: boolean,
): Pick<Cell, 'state' | 'through'> | undefined {
  // Clusters that were not read are those that the filters match.
  const giving = removed.filter(
    ({ grant }) => cluster !== undefined || keyOf(grant.filters) === keyOf(filters),
  );
  if (giving.length === 0) return undefined;
  const keepers = giving.map(({ grant: giver }) =>
    rest.filter(
      ({ grant, allowed, reached }) =>
        allowed === 'yes' && (reached === 'yes' || covers(grant, giver, projectUid)),
    ),
  );
  if (keepers.every((keeping) => keeping.length > 0))
    return { state: 'kept', through: [...new Set(keepers.flat().map(({ grant }) => grant))] };
  const isGiven = giving.some(
    ({ grant, allowed, reached }) =>
      allowed === 'yes' && (reached === 'yes' || (cluster === undefined && !isPartlyKnown(grant))),
  );
  return { state: isGiven && isRead && rest.length === 0 ? 'lost' : 'unknown', through: [] };
}

export interface MemberEffect {
  readonly userUid: string;
  readonly keeps: 'everything' | 'part' | 'nothing' | 'unknown';
}

/** What each member keeps of what the team loses or may lose, by other teams or own roles; undefined if members are not known. */
export function membersEffect(
  access: Access,
  { cells, isWhole }: Effect,
  teamUid: string,
): readonly MemberEffect[] | undefined {
  const others = { ...access, members: new Map(access.members).set(teamUid, []) };
  const open = cells.filter(({ state }) => state !== 'kept');
  const questions = open.map(({ cluster, ...cell }) => ({ ...cell, clusterUid: cluster?.uid ?? '' }));
  return access.members.get(teamUid)?.map((userUid) => {
    const kept = answersFor(others, { kind: 'user', uid: userUid }, questions);
    const judged = kept.map((answer, at) => or(answer, open[at]?.state === 'lost' ? 'no' : 'unknown'));
    const answers = new Set<Answer>(isWhole ? judged : [...judged, 'unknown']);
    const isPart = answers.has('yes') && answers.has('no');
    const all = answers.has('no') ? 'nothing' : 'everything';
    return { userUid, keeps: isPart ? 'part' : answers.has('unknown') ? 'unknown' : all };
  });
}
