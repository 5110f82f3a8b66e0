import type { ServiceError } from '../service/errors';
import type { CallOptions } from '../service/callOptions';
import type { Team } from './teams';
import { grantKinds, grantsIn, kindsToRead, listsOf, type Access, type Grant } from './access';
import type { AccessReader } from './accessReader';
import { grantFields } from './grantFields';
import { unreadReasons } from './unreadText';
import { leadingTo, unreadKinds, type PartialQuestion } from './whoCan';

/** Everything that is defined is asked for. */
export interface AccessQuestion extends PartialQuestion {
  readonly teamUid?: string | undefined;
}

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
  const toRead = (holder: (typeof asked)[number]) => kindsToRead(listsOf(reader, holder));
  if (mayRead) {
    const isNew = (holder: (typeof asked)[number]): boolean =>
      toRead(holder).some((kind) => listsOf(reader, holder)[kind] === undefined);
    // Before those that failed, which might fail again.
    const next = asked
      .filter((holder) => toRead(holder).length > 0)
      .toSorted((one, other) => Number(isNew(other)) - Number(isNew(one)))
      .slice(0, maxTeams);
    await Promise.all(next.map((holder) => reader.readGrants(holder, toRead(holder), options)));
    await reader.readDefinitions(grantsIn(reader.access), options);
  }
  const { access } = reader;
  const leads = leadingTo(access, question);
  const reasonOf = unreadReasons(access);
  const unread = asked.flatMap((holder) =>
    unreadKinds(listsOf(reader, holder)).map((kind) => ({ holder, kind, reason: reasonOf(holder, kind) })),
  );
  const found = grantsIn(access).flatMap((grant) => {
    const answer = isAsked(grant.holder) ? leads(grant) : 'no';
    return answer === 'no' ? [] : [{ ...forAgent(grant, access), leadsThere: answer }];
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
      teams: asked.length - new Set(unread.map(({ holder }) => holder)).size,
      knownTeams: asked.length,
      areAllTeamsKnown: access.areTeamsComplete,
      users: [...access.holders.values()].filter(({ holder }) => holder.kind === 'user').length,
      areAllUsersKnown: access.areUsersComplete,
      usersNotListed: users && whyOf(users),
      failed: failed.slice(0, maxFailed),
    },
    /** How many teams can be read with another call. */
    left: asked.filter((holder) => toRead(holder).length > 0).length,
    notRead: lists,
  };
}

/** The fields of a grant that agents get: no members, and no mail addresses. */
function forAgent(grant: Grant, access: Access) {
  return {
    holder: grantFields.holder.value(grant, access),
    kind: grant.kind,
    roleUid: grantFields.roleUid.value(grant, access),
    canRestore: grantFields.canRestore.value(grant, access),
    roles: grant.roles,
    permissions: grantFields.permissions.value(grant, access),
    projects: grantFields.projects.value(grant, access),
    workspace: grant.workspace,
    filters: grantFields.filters.value(grant, access),
  };
}

function whyOf(reason: 'gone' | ServiceError) {
  if (reason === 'gone') return { why: 'no longer exists' };
  return { why: reason.kind, permission: reason.failure.permission };
}
