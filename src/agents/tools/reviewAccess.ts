import { l10n } from 'vscode';
import * as z from 'zod';
import type { accessForAgents, AccessQuestion } from '../../access/forAgents';
import { idsTo, uidIn } from '../../items/store/row';
import type { RolesForAgents } from '../../roles/forAgents';
import { idSchema, moment, skipSchema, ToolError } from './answer';
import { knownRow, rolesOf, type ToolContext } from './context';
import { defineTool } from './tool';

/** Who has access, through which grants, as far as it was read. Without a question, the teams. */
export const reviewAccess = defineTool({
  referenceName: 'poolviewAccess',
  description:
    'Answers "Who can delete this cluster?" and "What may this team do?": lists the grants that give access to a project or a cluster, that a team has, or that allow a permission such as cluster.delete: tenant, project, workspace and resource roles of teams. ' +
    'Several arguments are combined; without any, it lists the teams. ' +
    'It reads the resource roles of "team" again and, of up to 20 teams, the grants that were not read in the last ten minutes, with 4 requests for each. "coverage" says what was not read: a grant, a team or a user that is missing here may still have access, so never conclude that somebody has none. ' +
    'Only resource roles have a roleUid, by which poolview_propose_role_removal proposes to remove them. Filters limit them to the clusters whose tags match; if canRestore is false, there may be filters that Poolview does not know. leadsThere is "unknown" if something that decides it was not read. ' +
    'It changes nothing and has no mail addresses.',
  input: z.strictObject({
    team: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('The uid or the exact name of a team, to list its grants.'),
    item: idSchema.optional().describe('The id of a project or a cluster, from another tool.'),
    permission: z.string().min(1).max(200).optional().describe('Such as cluster.delete or team.update.'),
    skip: skipSchema,
  }),
  invocation: (_input, where) => l10n.t('Reviewing access in {0}', where),
  run: async ({ team, item, permission, skip }, context) => {
    const { signal, now } = context;
    const roles = await rolesOf(context);
    if (team === undefined && item === undefined && permission === undefined) {
      return nextTeams(roles, now, skip);
    }
    const access = await roles.reviewAccess(
      {
        ...(await targetOf(item, context)),
        teamUid: team === undefined ? undefined : (await onlyTeam(roles, team, signal)).uid,
        permission,
      },
      // What follows is of what was read for the start of the list.
      skip === 0,
      { signal },
    );
    return {
      facts: { coverage: { ...access.coverage, readAt: moment(access.coverage.readAt, now) } },
      list: { items: access.grants.map((grant) => () => grant), skip },
      notes: notesOn(access),
    };
  },
});

/** @throws ToolError if the item is neither a project nor a cluster with a UID */
async function targetOf(id: string | undefined, context: ToolContext): Promise<Partial<AccessQuestion>> {
  if (id === undefined) return {};
  const row = await knownRow(id, context);
  const [projectUid, clusterUid] = idsTo(row.id).map(uidIn);
  if (projectUid !== undefined && (row.kind === 'project' || row.kind === 'cluster'))
    return { projectUid, clusterUid };
  throw new ToolError('Pass the id of a project or a cluster: grants do not reach single pools or machines.');
}

function notesOn({ left, coverage }: Awaited<ReturnType<typeof accessForAgents>>): readonly string[] {
  const isUnread = (name: string): boolean => coverage.notRead.some(({ part }) => part === name);
  return [
    'Missing grants prove nothing: see "coverage". A downloaded admin kubeconfig works without any grant.',
    ...(left > 0 ? [`${left} teams were not read. Call this tool again to read more.`] : []),
    ...(isUnread('teams') ? ['There are more teams. Call this tool without arguments to get them.'] : []),
    ...(isUnread('users') ? ['Users were not listed: others may have access of their own.'] : []),
  ];
}

/** The teams that have been read. */
type Teams = Awaited<ReturnType<RolesForAgents['teams']>>;

/** @throws ToolError if there is none, or if there are several; ServiceError */
async function onlyTeam(
  roles: RolesForAgents,
  uidOrName: string,
  signal: AbortSignal,
): Promise<Teams['teams'][number]> {
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
async function nextTeams(roles: RolesForAgents, now: number, skip: number) {
  let known = await roles.teams();
  if (known.hasMore && skip >= known.teams.length) known = await roles.moreTeams();
  const { teams, hasMore, readAt } = known;
  return {
    facts: { readAt: moment(readAt, now) },
    list: { items: teams.map((team) => () => teamAnswer(team)), skip, hasMore: hasMore && teams.length > 0 },
    notes: notesOnTeams(known),
  };
}

function teamAnswer({ uid, name, resource, roleCount }: Teams['teams'][number]) {
  return {
    uid,
    name,
    resourceRoles: roleCount,
    tenantRoles: resource?.spec?.roles?.length,
    users: resource?.spec?.users?.length,
  };
}

function notesOnTeams({ gatheredFrom, cut, hasMore, teams }: Teams): readonly string[] {
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
