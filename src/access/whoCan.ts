import { uniqueByUid } from '../service/pages';
import {
  grantKinds,
  grantsOf,
  holderKey,
  listsOf,
  type Access,
  type Answer,
  type Grant,
  type GrantKind,
  type Holder,
  type HolderGrants,
} from './access';
import { and, or, some } from './answer';
import { allows, reachesCluster, reachesProject } from './reach';

export interface Question {
  readonly permission: string;
  readonly projectUid: string;
  /** Without it, the question is for the project. */
  readonly clusterUid?: string | undefined;
}

/** Without a permission, it is about any access; without a project, about anywhere. */
export type PartialQuestion = { readonly [Part in keyof Question]?: Question[Part] | undefined };

/** A grant that leads there. `unknown`: something that decides it was not read. */
export interface Way {
  readonly grant: Grant;
  readonly answer: 'yes' | 'unknown';
}

export interface WhoCan {
  /** Teams first. Users have the ways of their teams too. */
  readonly holders: readonly (Pick<Way, 'answer'> & {
    readonly holder: Holder;
    readonly ways: readonly Way[];
  })[];
  /** What was not read that could lead there too. */
  readonly unread: {
    /** How many holders lack a list. */
    readonly lists: readonly {
      readonly holder: Holder['kind'];
      readonly kind: GrantKind;
      readonly count: number;
    }[];
    /** How many of the teams that may lead there have members that are not known. */
    readonly teamsWithoutMembers: number;
    readonly areTeamsComplete: boolean;
  };
}

/** Who may do something, with every grant that leads there. */
export function whoCan(access: Access, question: Question): WhoCan {
  const all = knownHolders(access);
  const ways = new Map(all.map((holder) => [holderKey(holder), waysOf(access, holder, question)]));
  const holders = all.flatMap((holder) => {
    const sources = sourcesOf(access, holder).filter(({ isMember }) => isMember === 'yes');
    const leading = sources.flatMap((source) => ways.get(holderKey(source.holder)) ?? []);
    const answer = leading.some((way) => way.answer === 'yes') ? ('yes' as const) : ('unknown' as const);
    return leading.length === 0 ? [] : [{ holder, answer, ways: leading }];
  });
  const unread = all.map((holder) => ({ holder, kinds: unreadKinds(listsOf(access, holder), question) }));
  const lists = (['team', 'user'] as const).flatMap((holder) => {
    const ofKind = unread.filter((one) => one.holder.kind === holder);
    return grantKinds.map((kind) => {
      return { holder, kind, count: ofKind.filter(({ kinds }) => kinds.includes(kind)).length };
    });
  });
  const teams = all.filter(({ kind, uid }) => kind === 'team' && !access.members.has(uid));
  return {
    holders,
    unread: {
      lists: lists.filter(({ count }) => count > 0),
      teamsWithoutMembers: teams.filter((team) => answersFor(access, team, [question])[0] !== 'no').length,
      areTeamsComplete: access.areTeamsComplete,
    },
  };
}

/** Whether one holder may do something: the answers to several questions. */
export function answersFor(
  access: Access,
  holder: Holder,
  questions: readonly Question[],
): readonly Answer[] {
  const sources = sourcesOf(access, holder);
  return questions.map((question) =>
    some(sources, (source) => {
      const isUnread = unreadKinds(listsOf(access, source.holder), question).length > 0;
      const ways = waysOf(access, source.holder, question).map(({ answer }) => answer);
      return and(source.isMember, or(isUnread ? 'unknown' : 'no', ...ways));
    }),
  );
}

/** Whose grants a holder has or may have. */
interface Source {
  readonly holder: Holder;
  readonly isMember: Answer;
}

/** A holder and, for a user, the teams that the user may be in. */
function sourcesOf(access: Access, holder: Holder): readonly Source[] {
  const self: Source = { holder, isMember: 'yes' };
  if (holder.kind === 'team') return [self];
  const teams = knownTeams(access).map((team): Source => {
    const isMember = access.members.get(team.uid)?.includes(holder.uid);
    return { holder: team, isMember: isMember === undefined ? 'unknown' : isMember ? 'yes' : 'no' };
  });
  // Stands for teams that were not read.
  const other: Source = {
    holder: { kind: 'team', uid: '' },
    isMember: access.areTeamsComplete ? 'no' : 'unknown',
  };
  return [self, ...teams, other].filter(({ isMember }) => isMember !== 'no');
}

function knownTeams({ holders, members }: Access): readonly Holder[] {
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

function waysOf(access: Access, holder: Holder, question: Question): readonly Way[] {
  return grantsOf(listsOf(access, holder)).flatMap((grant) => {
    const answer = leadsThere(access, grant, question);
    return answer === 'no' ? [] : [{ grant, answer }];
  });
}

/** Whether a grant gives what is asked for. */
export function leadsThere(
  access: Access,
  grant: Grant,
  { permission, projectUid, clusterUid }: PartialQuestion,
): Answer {
  const allowed = permission === undefined ? 'yes' : allows(grant, permission, access);
  if (allowed === 'no' || projectUid === undefined) return allowed;
  if (clusterUid === undefined) return and(allowed, reachesProject(grant, projectUid, access));
  const known = access.clusters.get(projectUid)?.all.find(({ uid }) => uid === clusterUid);
  const cluster = known ?? { uid: clusterUid, projectUid, tags: undefined };
  return and(allowed, reachesCluster(grant, cluster, access));
}

/** The kinds of grants of a holder that were not read. For a cluster, without workspace roles, which lead to none. */
export function unreadKinds(
  lists: HolderGrants['lists'],
  { clusterUid }: Partial<Question> = {},
): readonly GrantKind[] {
  return grantKinds.filter(
    (kind) => lists[kind]?.grants === undefined && (kind !== 'workspace' || clusterUid === undefined),
  );
}
