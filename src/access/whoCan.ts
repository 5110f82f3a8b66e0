import { groupBy } from '../items/order';
import { and, or, some, type Verdict } from '../query/verdict';
import { uniqueByUid } from '../service/pages';
import {
  grantKinds,
  grantsOf,
  holderKey,
  listsOf,
  type Access,
  type Grant,
  type GrantKind,
  type Holder,
  type HolderGrants,
} from './access';
import { remembering } from '../service/remember';
import {
  allows,
  isFor,
  matchedClusters,
  reachesCluster,
  reachKey,
  reachesProject,
  type MatchedClusters,
} from './reach';

/** Instead of the UIDs of a cluster and of a project. */
export const [anyCluster, wholeTenant] = ['', '*'];

export interface Question {
  readonly permission: string;
  /** {@link wholeTenant} for what is in no project, such as teams and users. */
  readonly projectUid: string;
  /** Or {@link anyCluster} of the project. Without it, the question is for the project. */
  readonly clusterUid?: string | undefined;
}

/** Without a permission, it is about any access; without a project, about anywhere. */
export type PartialQuestion = { readonly [Part in keyof Question]?: Question[Part] | undefined };

/** A grant that leads there, or may do so. */
export interface Way {
  readonly grant: Grant;
  /** Otherwise, something that decides it was not read. */
  readonly isKnown: boolean;
  /** Of the project, if the question is for any cluster of it. */
  readonly clusters: MatchedClusters | undefined;
}

interface WhoCan {
  /** Teams first. Users have the ways of their teams too. */
  readonly holders: readonly (Pick<Way, 'isKnown'> & {
    readonly holder: Holder;
    readonly ways: readonly Way[];
  })[];
  /** How many holders of each kind were read. */
  readonly read: Readonly<Record<Holder['kind'], number>>;
  /** All who were asked about. */
  readonly asked: readonly Holder[];
  /** Those that lead there, or may. */
  readonly teams: readonly Holder[];
}

/** Who may do something, with every grant that leads there. */
export function whoCan(access: Access, question: Question): WhoCan {
  const all = knownHolders(access);
  const waysOf = waysTo(access, question);
  const ways = new Map(all.map((holder) => [holderKey(holder), waysOf(holder)]));
  const members = knownTeams(access).flatMap((team) =>
    (access.members.get(team.uid) ?? []).map((uid) => ({ uid, team })),
  );
  const memberships = groupBy(members, ({ uid }) => uid);
  const holders = all.flatMap((holder) => {
    const own = holder.kind === 'user' ? (memberships.get(holder.uid) ?? []) : [];
    const leading = [holder, ...own.map(({ team }) => team)].flatMap(
      (source) => ways.get(holderKey(source)) ?? [],
    );
    const isKnown = leading.some((way) => way.isKnown);
    return leading.length === 0 ? [] : [{ holder, isKnown, ways: leading }];
  });
  const isRead = (holder: Holder): boolean => unreadKinds(listsOf(access, holder), question).length === 0;
  const readOf = (kind: Holder['kind']): number =>
    all.filter((holder) => holder.kind === kind && isRead(holder)).length;
  const mayLead = (team: Holder): boolean => !isRead(team) || ways.get(holderKey(team))?.length !== 0;
  return {
    holders,
    read: { team: readOf('team'), user: readOf('user') },
    asked: all,
    teams: all.filter((holder) => holder.kind === 'team' && mayLead(holder)),
  };
}

/** The grants of a holder that lead to what is asked for. */
function waysTo(access: Access, question: Question): (holder: Holder) => readonly Way[] {
  const leads = leadingTo(access, question);
  const { projectUid, clusterUid } = question;
  const isForAny = clusterUid === anyCluster && projectUid !== wholeTenant;
  const partOf = remembering((grant: Grant) => matchedClusters(grant, access, [projectUid]), reachKey);
  return (holder) =>
    grantsOf(listsOf(access, holder)).flatMap((grant) => {
      const verdict = leads(grant);
      if (verdict === false) return [];
      return [{ grant, isKnown: verdict === true, clusters: isForAny ? partOf(grant) : undefined }];
    });
}

/** What a holder is asked about. */
interface HolderQuestion extends Pick<PartialQuestion, 'projectUid' | 'clusterUid'> {
  /** Whether a grant gives it. */
  readonly leads: (grant: Grant) => Verdict;
}

/** Whether holders may do something: the answers of each to several questions. What teams give is found out once. */
export function answersTo(
  access: Access,
  asked: readonly HolderQuestion[],
): (holder: Holder) => readonly Verdict[] {
  const teams = knownTeams(access);
  const answersOf = remembering((holder: Holder): readonly Verdict[] => {
    const lists = listsOf(access, holder);
    const grants = grantsOf(lists);
    return asked.map(({ leads, ...place }) =>
      or(some(grants, leads), unreadKinds(lists, place).length > 0 ? undefined : false),
    );
  }, holderKey);
  return (holder) => {
    const sources = sourcesOf(access, holder, teams).map((source) => ({
      isMember: source.isMember,
      answers: answersOf(source.holder),
    }));
    return asked.map((_, at) => some(sources, ({ isMember, answers }) => and(isMember, answers[at])));
  };
}

/** Whose grants a holder has or may have. */
interface Source {
  readonly holder: Holder;
  readonly isMember: Verdict;
}

/** A holder and, for a user, the teams that the user may be in. */
function sourcesOf(access: Access, holder: Holder, known: readonly Holder[]): readonly Source[] {
  const self: Source = { holder, isMember: true };
  if (holder.kind === 'team') return [self];
  const teams = known.map((team): Source => ({
    holder: team,
    isMember: access.members.get(team.uid)?.includes(holder.uid),
  }));
  // Stands for teams that were not read.
  const other: Source = {
    holder: { kind: 'team', uid: '' },
    isMember: access.areTeamsComplete ? false : undefined,
  };
  return [self, ...teams, other].filter(({ isMember }) => isMember !== false);
}

/** Those whose grants or members were read. */
export function knownTeams({ holders, members }: Access): readonly Holder[] {
  const read = [...holders.values()].map(({ holder }) => holder).filter(({ kind }) => kind === 'team');
  const unread = [...members.keys()].map((uid): Holder => ({ kind: 'team', uid }));
  return uniqueByUid([...read, ...unread], holderKey);
}

/** Teams and users, also those whose grants were not read. */
function knownHolders(access: Access): readonly Holder[] {
  const { holders, members, users } = access;
  const uids = [...members.values()].flat().concat([...users.keys()]);
  const named = uids.map((uid): Holder => ({ kind: 'user', uid, name: users.get(uid)?.name }));
  const read = [...holders.values()].map(({ holder }) => holder).filter(({ kind }) => kind === 'user');
  return [...knownTeams(access), ...uniqueByUid([...read, ...named], holderKey)];
}

/** Whether a grant gives what is asked for. */
export function leadingTo(
  access: Access,
  { permission, projectUid, clusterUid }: PartialQuestion,
): (grant: Grant) => Verdict {
  const reaches = remembering(reachingTo(access, projectUid, clusterUid), reachKey);
  return (grant) => {
    const allowed = permission === undefined || allows(grant, permission, access);
    if (allowed === false || !mayLead(grant, projectUid)) return false;
    return and(allowed, reaches(grant));
  };
}

/** Most grants are for other projects, which is found out faster than what they reach. */
export function mayLead(grant: Grant, projectUid: string | undefined): boolean {
  if (projectUid === undefined || grant.kind === 'tenant') return true;
  return projectUid !== wholeTenant && isFor(grant, projectUid) !== false;
}

function reachingTo(
  access: Access,
  projectUid: string | undefined,
  clusterUid: string | undefined,
): (grant: Grant) => Verdict {
  if (projectUid === undefined || projectUid === wholeTenant) return () => true;
  if (clusterUid === undefined) return (grant) => reachesProject(grant, projectUid, access);
  if (clusterUid === anyCluster)
    return (grant) => grant.kind !== 'workspace' && reachesProject(grant, projectUid, access);
  const known = access.clusters.get(projectUid)?.all.find(({ uid }) => uid === clusterUid);
  const cluster = known ?? { projectUid, tags: undefined };
  return (grant) => reachesCluster(grant, cluster, access);
}

/** The kinds of grants of a holder that were not read and could lead to a place. */
export function unreadKinds(
  lists: HolderGrants['lists'],
  { projectUid, clusterUid }: PartialQuestion = {},
): readonly GrantKind[] {
  const leads = (kind: GrantKind): boolean =>
    projectUid === wholeTenant ? kind === 'tenant' : kind !== 'workspace' || clusterUid === undefined;
  return grantKinds.filter((kind) => lists[kind]?.grants === undefined && leads(kind));
}
