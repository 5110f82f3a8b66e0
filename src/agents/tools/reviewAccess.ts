import { l10n } from 'vscode';
import * as z from 'zod';
import type { AccessQuestion, AgentAccess } from '../sources';
import { knownItem, onlyTeam, rolesOf, type ToolContext } from './context';
import { indexAfter, positionAfter, positionSchema } from './paging';
import { referenceSchema } from './reference';
import { defineTool } from './tool';
import { ToolError } from './toolError';

const grantSchema = z.strictObject({
  holder: z.strictObject({ kind: z.enum(['team', 'user']), uid: z.string(), name: z.string().optional() }),
  kind: z.enum(['tenant', 'project', 'workspace', 'resource']),
  roles: z.array(referenceSchema),
  permissions: z.array(z.string()).optional().describe('Missing if a part of them was not read.'),
  projects: z.array(referenceSchema).describe('None for a tenant role, which reaches every project.'),
  workspace: referenceSchema.optional(),
  filters: z.array(z.string()).describe('They limit it to the clusters whose tags match.'),
  leadsThere: z
    .enum(['yes', 'unknown'])
    .describe('Whether it gives what was asked for. "unknown": something that decides it was not read.'),
});

export type AgentGrant = z.output<typeof grantSchema>;

const coverageSchema = z.strictObject({
  teams: z.int().describe('Of how many teams all four kinds of grants were read.'),
  knownTeams: z.int(),
  areAllTeamsKnown: z.boolean(),
  users: z.int().describe('Of how many users their own grants were read.'),
});
export type AccessCoverage = z.output<typeof coverageSchema>;

/** Who has access, through which grants, as far as it was read. */
export const reviewAccess = defineTool({
  name: 'poolview_review_access',
  referenceName: 'poolviewAccess',
  description:
    'Lists the grants that give access to a project or a cluster, that a team has, or that allow a permission such as cluster.delete: tenant, project, workspace and resource roles of teams. ' +
    'Use it to answer who can do what, and why. At least one argument is needed; several are combined. ' +
    'It reads the grants of up to 20 teams that have not been read, with 4 requests for each. "coverage" says what was not read: a grant, a team or a user that is missing here may still have access, so never conclude that somebody has none. ' +
    'It changes nothing and has no mail addresses. To remove a resource role, use poolview_propose_role_removal.',
  isReadOnly: true,
  input: z.strictObject({
    team: z.string().min(1).max(1000).optional().describe('The uid or the exact name of a team.'),
    item: z
      .string()
      .min(1)
      .max(5000)
      .optional()
      .describe('The id of a project or a cluster, from another tool.'),
    permission: z.string().min(1).max(200).optional().describe('Such as cluster.delete or team.update.'),
  }),
  facts: { coverage: coverageSchema },
  list: { item: grantSchema, cursor: positionSchema },
  invocation: (_input, where) => l10n.t('Reviewing access in {0}', where),
  run: async (input, context, cursor) => {
    const roles = await rolesOf(context);
    const { team, permission } = input;
    if (Object.values(input).every((value) => value === undefined))
      throw new ToolError('Pass at least one of team, item and permission.');
    const access = await roles.reviewAccess(
      {
        ...(await targetOf(input.item, context)),
        teamUid: team === undefined ? undefined : (await onlyTeam(roles, team, context.signal)).uid,
        permission,
      },
      // The other pages are of what was read for the first.
      cursor === undefined,
      { signal: context.signal },
    );
    const keys = access.grants.map(({ id }) => id);
    const start = indexAfter(keys, cursor);
    return {
      facts: { coverage: access.coverage },
      list: {
        items: access.grants.slice(start).map(({ item }) => item),
        after: (_item: unknown, index: number) => positionAfter(keys, start + index),
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
    ...(areAllTeamsKnown ? [] : ['There are more teams. Call poolview_list_team_roles to get them.']),
    ...notRead,
  ];
}
