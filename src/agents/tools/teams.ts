import type { AgentRoles, AgentTeam, AgentTeams } from '../sources';
import { moment } from './answer';
import { indexAfter, positionAfter, type Position } from './paging';
import { ToolError } from './toolError';

/** @throws ToolError if there is none, or if there are several; ServiceError */
export async function onlyTeam(
  roles: AgentRoles,
  uidOrName: string,
  signal: AbortSignal,
): Promise<AgentTeam> {
  const [team, ...others] = await roles.findTeams(uidOrName, { signal });
  if (team === undefined) {
    throw new ToolError(
      'No team has this uid or exact name. Call the tool without arguments to get the teams.',
    );
  }
  if (others.length > 0) {
    throw new ToolError(
      'Several teams have this name. Call the tool without arguments to get their uids, and pass one of them.',
    );
  }
  return team;
}

/** The teams that have been read since, or one more page of them. @throws ServiceError */
export async function listTeams(roles: AgentRoles, now: number, cursor: Position | undefined) {
  const keys = ({ teams }: AgentTeams): readonly string[] => teams.map(({ uid }) => uid);
  let known = await roles.teams();
  if (known.hasMore && indexAfter(keys(known), cursor) >= known.teams.length) known = await roles.moreTeams();
  const start = indexAfter(keys(known), cursor);
  const last = known.teams.length - 1;
  const hasRest = known.hasMore && last >= 0;
  return {
    facts: { readAt: known.readAt === undefined ? undefined : moment(known.readAt, now) },
    list: {
      items: known.teams.slice(start).map(teamItem),
      after: (index: number) => positionAfter(keys(known), start + index),
      rest: hasRest ? positionAfter(keys(known), last) : undefined,
    },
    notes: notesOn(known),
  };
}

function teamItem({ uid, name, resource, roleCount }: AgentTeam) {
  return {
    uid,
    name,
    resourceRoles: roleCount,
    tenantRoles: resource?.spec?.roles?.length,
    users: resource?.spec?.users?.length,
  };
}

function notesOn({ gatheredFrom, cut, hasMore, teams }: AgentTeams): readonly string[] {
  const notes: string[] = [];
  if (gatheredFrom !== undefined) {
    const { loaded, total = 'an unknown number of' } = gatheredFrom;
    notes.push(`The service does not list teams. These are the teams of ${loaded} of ${total} projects.`);
  }
  if (cut !== undefined)
    notes.push('The service has more teams, but its list of teams cannot be read to the end.');
  if (hasMore && teams.length === 0)
    notes.push('The first pages have no teams, but there are more: call the tool again.');
  return notes;
}
