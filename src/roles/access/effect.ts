import type { ServiceError } from '../../service/errors';
import type { Reference } from '../../service/readers';
import { groupBy } from '../../items/groupBy';
import {
  grantsOf,
  holderKey,
  type Access,
  type Answer,
  type Grant,
  type GrantKind,
  type TaggedCluster,
} from './access';
import { and, or, some } from './answer';
import { allows, covers, filterKey, isPartlyKnown, projectUidsOf, reachesCluster } from './reach';
import { answerOf, sourcesOf, unreadKinds as unreadKindsOf } from './whoCan';

/** What happens to a permission on a cluster, or on the clusters of a project that were not read. */
export interface Cell {
  readonly permission: string;
  readonly projectUid: string;
  /** Undefined: the clusters of the project that were not read, as far as `filters` match them. */
  readonly cluster?: TaggedCluster | undefined;
  readonly filters: readonly Reference[];
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
  /** Removed grants that may give more than the cells, because a part of them is not known. */
  readonly partlyKnown: readonly Grant[];
  /** The kinds of grants of the holder that were not read, and why. */
  readonly unreadKinds: readonly { readonly kind: GrantKind; readonly error?: ServiceError | undefined }[];
}

/** Judges grants of one holder together: what one of them gives is not kept if only another of them gives it too. */
export function effectOf(access: Access, removed: readonly Grant[]): Effect {
  const own = removed[0] && access.holders.get(holderKey(removed[0].holder));
  const ids = new Set(removed.map(({ id }) => id));
  const kept = own === undefined ? [] : grantsOf(own).filter(({ id }) => !ids.has(id));
  const unreadKinds = unreadKindsOf(own);
  const roles = removed
    .flatMap((grant) => grant.roles)
    .map((role) => ({ role, definition: access.roles.get(role.uid ?? '') }))
    .filter(({ definition }) => definition?.isEnabled !== false);
  const permissions = new Set(roles.flatMap(({ definition }) => definition?.permissions ?? []));
  const cells = [...permissions].flatMap((permission) => {
    const allowing = (grants: readonly Grant[]): readonly Allowing[] =>
      grants
        .map((grant) => ({ grant, allowed: allows(grant, permission, access) }))
        .filter(({ allowed }) => allowed !== 'no');
    const rest = { kept: allowing(kept), isRead: unreadKinds.every((kind) => kind === 'workspace') };
    return cellsOf(access, allowing(removed), rest).map((cell) => ({ permission, ...cell }));
  });
  const unreadRoles = roles.filter(({ definition }) => definition?.permissions === undefined);
  return {
    removed,
    cells,
    unreadRoles: [...new Map(unreadRoles.map(({ role }) => [role.uid, role])).values()],
    partlyKnown: removed.filter(isPartlyKnown),
    unreadKinds: unreadKinds.map((kind) => ({ kind, error: own?.lists[kind]?.error })),
  };
}

/** A grant that allows something, or may do so. */
interface Allowing {
  readonly grant: Grant;
  readonly allowed: Answer;
}

interface Rest {
  readonly kept: readonly Allowing[];
  /** Whether these are all grants that remain. */
  readonly isRead: boolean;
}

type Judged = Omit<Cell, 'permission'>;

function cellsOf(access: Access, givers: readonly Allowing[], rest: Rest): readonly Judged[] {
  const projects = new Set(givers.flatMap(({ grant }) => projectUidsOf(grant, access)));
  return [...projects].flatMap((projectUid) => {
    const { all = [], isComplete = false } = access.clusters.get(projectUid) ?? {};
    const ofClusters = all.flatMap((cluster) =>
      cellOf(access, { projectUid, cluster, filters: [] }, givers, rest, (grant) =>
        reachesCluster(grant, cluster, access),
      ),
    );
    const unread = { uid: '', projectUid, tags: undefined };
    const ofOthers = [...groupBy(givers, ({ grant }) => filterKey(grant)).values()].flatMap((group) =>
      cellOf(access, { projectUid, filters: group[0]?.grant.filters ?? [] }, group, rest, (grant) =>
        // The cell is about the clusters that the filters match.
        reachesCluster({ ...grant, filters: [] }, unread, access),
      ),
    );
    return isComplete ? ofClusters : [...ofClusters, ...ofOthers];
  });
}

/** @returns nothing if none of the givers gives it */
function cellOf(
  access: Access,
  place: Pick<Cell, 'projectUid' | 'cluster' | 'filters'>,
  givers: readonly Allowing[],
  { kept, isRead }: Rest,
  given: (grant: Grant) => Answer,
): readonly Judged[] {
  const { projectUid, cluster = { uid: '', projectUid, tags: undefined } } = place;
  const giving = givers.filter(({ grant }) => given(grant) !== 'no');
  if (giving.length === 0) return [];
  const reaching = kept.map((one) => ({ ...one, reached: reachesCluster(one.grant, cluster, access) }));
  const keepers = giving.map(({ grant }) =>
    reaching.filter(
      (one) => one.allowed === 'yes' && (one.reached === 'yes' || covers(one.grant, grant, projectUid)),
    ),
  );
  if (keepers.every((ofOne) => ofOne.length > 0)) {
    const through = [...new Set(keepers.flat().map(({ grant }) => grant))];
    return [{ ...place, state: 'kept', through }];
  }
  const isGiven = some(giving, ({ grant, allowed }) => and(allowed, given(grant)));
  const isKept = or(
    isRead ? 'no' : 'unknown',
    some(reaching, ({ allowed, reached }) => and(allowed, reached)),
  );
  return [{ ...place, state: isGiven === 'yes' && isKept === 'no' ? 'lost' : 'unknown', through: [] }];
}

export interface MemberEffect {
  readonly userUid: string;
  readonly keeps: Keeps;
}

export type Keeps = 'everything' | 'part' | 'nothing' | 'unknown';

/** What each member of a team keeps of what the team loses or may lose, by other teams or own roles. */
export function membersEffect(
  access: Access,
  { cells, unreadRoles, partlyKnown }: Effect,
  teamUid: string,
): readonly MemberEffect[] | undefined {
  const members = access.members.get(teamUid);
  const isWhole = unreadRoles.length === 0 && partlyKnown.length === 0;
  const others = { ...access, members: new Map(access.members).set(teamUid, []) };
  const questions = cells
    .filter(({ state }) => state !== 'kept')
    .map(({ permission, projectUid, cluster, state }) => ({
      state,
      question: { permission, projectUid, clusterUid: cluster?.uid ?? '' },
    }));
  return members?.map((userUid) => {
    const sources = sourcesOf(others, { kind: 'user', uid: userUid });
    const answers = new Set(
      questions.map(({ state, question }) =>
        or(state === 'lost' ? 'no' : 'unknown', answerOf(others, sources, question)),
      ),
    );
    if (!isWhole) answers.add('unknown');
    return { userUid, keeps: keepsOf(answers) };
  });
}

function keepsOf(answers: ReadonlySet<Answer>): Keeps {
  if (answers.has('yes') && answers.has('no')) return 'part';
  if (answers.has('unknown')) return 'unknown';
  return answers.has('no') ? 'nothing' : 'everything';
}
