import type { ServiceError } from '../service/errors';
import type { CallOptions } from '../service/callOptions';
import type { Team } from './teams';
import { grantKinds, grantsIn, kindsToRead, listsOf, type Holder } from './access';
import type { AccessReader } from './accessReader';
import { valuesFor } from './grantFields';
import { readNeeded } from './plan';
import { unreadReasons } from './unreadText';
import { leadingTo, unreadKinds, type PartialQuestion } from './whoCan';

/** Everything that is defined is asked for. */
export interface AccessQuestion extends PartialQuestion {
  readonly teamUid?: string | undefined;
}

/** What is older is read again, in milliseconds. */
const maxAgeMs = 600_000;

/** The most teams that are read for one question, with a request for each kind of grants. */
const maxTeams = 20;

/** The most lists of which it is said why they could not be read. */
const maxFailed = 40;

/**
 * The grants that give what is asked for, and what was not read.
 * @param mayRead whether to read grants of teams that were not read
 * @throws ServiceError if it is canceled
 */
export async function accessForAgents(
  { teams, access: reader }: { readonly teams: readonly Team[]; readonly access: AccessReader },
  { teamUid, ...question }: AccessQuestion,
  mayRead: boolean,
  options: CallOptions,
) {
  const isAsked = ({ uid }: { readonly uid: string }): boolean => teamUid === undefined || uid === teamUid;
  const asked = teams.filter(isAsked).map(({ uid, name }) => ({ kind: 'team', uid, name }) as const);
  const since = reader.numberAt(Date.now() - maxAgeMs);
  const left = (): readonly Holder[] => {
    const current = reader.at(since);
    return asked.filter((holder) => kindsToRead(listsOf(current, holder)).length > 0);
  };
  if (mayRead) {
    const current = reader.at(since);
    const hasFailed = (holder: Holder): boolean => grantKinds.every((kind) => listsOf(current, holder)[kind]);
    // Before those that failed, which might fail again.
    const holders = left()
      .toSorted((one, other) => Number(hasFailed(one)) - Number(hasFailed(other)))
      .slice(0, maxTeams);
    const needed = { holders, lists: ['listRoles'], grants: grantsIn(current) } as const;
    await readNeeded(reader, () => needed, since, options);
  }
  const access = reader.at(since);
  const leads = leadingTo(access, question);
  const reasonOf = unreadReasons(access);
  // No members, and no mail addresses.
  const valuesOf = valuesFor('agents', access);
  const unread = asked.flatMap((holder) =>
    unreadKinds(listsOf(access, holder)).map((kind) => ({ holder, kind, reason: reasonOf(holder, kind) })),
  );
  const found = grantsIn(access).flatMap((grant) => {
    const answer = isAsked(grant.holder) ? leads(grant) : 'no';
    return answer === 'no' ? [] : [{ ...valuesOf(grant), leadsThere: answer }];
  });
  const lists = grantKinds.flatMap((kind) => {
    const count = unread.filter((list) => list.kind === kind).length;
    return count === 0 ? [] : [`The ${kind} roles of ${count} teams.`];
  });
  const failed = unread.flatMap(({ holder, kind, reason }) =>
    reason === undefined ? [] : [{ team: holder.name ?? holder.uid, kind, ...whyOf(reason) }],
  );
  const users = access.problems.get('listUserNames');
  return {
    grants: found,
    coverage: {
      readAt: reader.age(asked, since),
      teams: asked.length - new Set(unread.map(({ holder }) => holder)).size,
      knownTeams: asked.length,
      areAllTeamsKnown: access.areTeamsComplete,
      users: [...access.holders.values()].filter(({ holder }) => holder.kind === 'user').length,
      areAllUsersKnown: access.areUsersComplete,
      usersNotListed: users && whyOf(users),
      failed: failed.slice(0, maxFailed),
    },
    /** How many teams can be read with another call. */
    left: left().length,
    notRead: lists,
  };
}

function whyOf(reason: 'gone' | ServiceError) {
  if (reason === 'gone') return { why: 'no longer exists' };
  return { why: reason.kind, permission: reason.failure.permission };
}
