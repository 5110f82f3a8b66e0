import { l10n } from 'vscode';
import * as z from 'zod';
import type { AccessQuestion } from '../../access/forAgents';
import type { AgentAccess } from '../sources';
import { knownItem, rolesOf, type ToolContext } from './context';
import { indexAfter, positionAfter, positionSchema } from './paging';
import { listTeams, onlyTeam } from './teams';
import { defineTool } from './tool';
import { ToolError } from './toolError';

/** Who has access, through which grants, as far as it was read. Without a question, the teams. */
export const reviewAccess = defineTool({
  referenceName: 'poolviewAccess',
  description:
    'Lists the grants that give access to a project or a cluster, that a team has, or that allow a permission such as cluster.delete: tenant, project, workspace and resource roles of teams. ' +
    'Use it to answer who can do what, and why. Several arguments are combined; without any, it lists the teams. ' +
    'It reads the resource roles of "team" again and, of up to 20 teams, the grants that have not been read, with 4 requests for each. "coverage" says what was not read: a grant, a team or a user that is missing here may still have access, so never conclude that somebody has none. ' +
    'Only resource roles have a roleUid, by which poolview_propose_role_removal proposes to remove them. Filters limit them to the clusters whose tags match; if canRestore is false, there may be filters that Poolview does not know. leadsThere is "unknown" if something that decides it was not read. ' +
    'It changes nothing and has no mail addresses.',
  input: z.strictObject({
    team: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('The uid or the exact name of a team, to list its grants.'),
    item: z
      .string()
      .min(1)
      .max(5000)
      .optional()
      .describe('The id of a project or a cluster, from another tool.'),
    permission: z.string().min(1).max(200).optional().describe('Such as cluster.delete or team.update.'),
  }),
  cursor: positionSchema,
  invocation: (_input, where) => l10n.t('Reviewing access in {0}', where),
  run: async ({ team, item, permission }, context, cursor) => {
    const { signal, now } = context;
    const roles = await rolesOf(context);
    if (team === undefined && item === undefined && permission === undefined) {
      return listTeams(roles, now, cursor);
    }
    const access = await roles.reviewAccess(
      {
        ...(await targetOf(item, context)),
        teamUid: team === undefined ? undefined : (await onlyTeam(roles, team, signal)).uid,
        permission,
      },
      // The other pages are of what was read for the first.
      cursor === undefined,
      { signal },
    );
    const keys = access.grants.map(({ id }) => id);
    const start = indexAfter(keys, cursor);
    return {
      facts: { coverage: access.coverage },
      list: {
        items: access.grants.slice(start).map((grant) => grant.item),
        after: (index: number) => positionAfter(keys, start + index),
      },
      notes: notesOn(access),
    };
  },
});

/** @throws ToolError if the item is neither a project nor a cluster with a UID */
async function targetOf(id: string | undefined, context: ToolContext): Promise<Partial<AccessQuestion>> {
  if (id === undefined) return {};
  const item = await knownItem(id, context);
  const project = context.inventory.items().find((one) => one.id === item.parent);
  if (item.kind === 'project' && item.uid !== undefined) return { projectUid: item.uid };
  if (item.kind === 'cluster' && project?.uid !== undefined)
    return { projectUid: project.uid, clusterUid: item.uid };
  throw new ToolError('Pass the id of a project or a cluster: grants do not reach single pools or machines.');
}

function notesOn({ notRead, coverage }: AgentAccess): readonly string[] {
  const { teams, knownTeams, areAllTeamsKnown } = coverage;
  return [
    'Missing grants prove nothing: see "coverage". A downloaded admin kubeconfig works without any grant.',
    ...(teams < knownTeams
      ? [`${knownTeams - teams} teams were not read. Call this tool again to read more.`]
      : []),
    ...(areAllTeamsKnown ? [] : ['There are more teams. Call this tool without arguments to get them.']),
    ...notRead,
  ];
}
