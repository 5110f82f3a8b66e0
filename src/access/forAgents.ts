import type { CallOptions } from '../service/operations';
import type { Team } from './teams';
import { grantKinds, grantsIn, kindsToRead, listsOf, type Holder } from './access';
import type { AccessReader } from './accessReader';
import { valuesFor } from './grantFields';
import { readNeeded } from './plan';
import { countRead, unreadOf, unreadValue } from './unread';
import { leadingTo, type PartialQuestion } from './whoCan';

/** Everything that is defined is asked for. */
export interface AccessQuestion extends PartialQuestion {
  readonly teamUid?: string | undefined;
}

/** What is older is read again, in milliseconds. */
const maxAgeMs = 600_000;

/** The most teams that are read for one question, with a request for each kind of grants. */
const maxTeams = 20;

/** The most teams, roles, filters or projects that are named for each part that was not read. */
const maxNamed = 20;

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
  // No members, and no mail addresses.
  const valuesOf = valuesFor('agents', access);
  const found = grantsIn(access).flatMap((grant) => {
    const verdict = isAsked(grant.holder) && leads(grant);
    return verdict === false ? [] : [{ grant, leadsThere: verdict === true ? 'yes' : 'unknown' }];
  });
  const users = [...access.holders.values()]
    .map(({ holder }) => holder)
    .filter(({ kind }) => kind === 'user');
  const notRead = unreadOf(access, {
    holders: asked,
    place: question,
    teams: [],
    grants: found.map(({ grant }) => grant),
    projectUids: question.projectUid === undefined ? undefined : [question.projectUid],
    also: ['teams', 'users'],
  });
  return {
    grants: found.map(({ grant, leadsThere }) => ({ ...valuesOf(grant), leadsThere })),
    coverage: {
      readAt: reader.span(asked, since)?.first,
      teams: countRead(access, asked),
      knownTeams: asked.length,
      users: countRead(access, users),
      notRead: notRead.map((unread) => {
        const { of, ...value } = unreadValue(unread);
        return { ...value, count: of.length, of: of.slice(0, maxNamed).map(({ uid, name }) => name ?? uid) };
      }),
    },
    /** How many teams can be read with another call. */
    left: left().length,
  };
}
