import { l10n } from 'vscode';
import * as z from 'zod';
import type { ResourceRole } from '../../service/resources/team';
import type { AgentRoles, AgentTeam, AgentTeams } from '../sources';
import { moment, momentSchema } from './answer';
import { onlyTeam, rolesOf } from './context';
import { indexAfter, keysOf, positionAfter, positionSchema, type Position } from './paging';
import { references, referenceSchema } from './reference';
import { defineTool } from './tool';

const teamSchema = z.strictObject({
  uid: z.string(),
  name: z.string().optional(),
  resourceRoles: z
    .int()
    .optional()
    .describe('How many resource roles it has. Missing before they were listed.'),
  tenantRoles: z.int().optional().describe('How many roles it has in the whole tenant.'),
  users: z.int().optional(),
});

const roleSchema = z.strictObject({
  uid: z.string().optional().describe('A role without a uid cannot be removed.'),
  roles: z.array(referenceSchema).describe('What it grants.'),
  projects: z.array(referenceSchema).describe('Where it grants that.'),
  projectCount: z.int(),
  filters: z
    .array(referenceSchema)
    .describe(
      'They limit it to the clusters whose tags match. Without one, it is not limited, unless canRestore is false: then Poolview does not know.',
    ),
  canRestore: z.boolean().describe('Whether Poolview can restore it after it was removed, with a new uid.'),
});

/** Teams, or the resource roles of a team. */
export const listTeamRoles = defineTool({
  name: 'poolview_list_team_roles',
  referenceName: 'poolviewTeamRoles',
  description:
    'Lists the teams of the service or, for one team, its resource roles: what each one grants, on which projects, with which filters. ' +
    'Use it to find out which resource roles a team has. Call it without "team" first to get the teams. ' +
    'Resource roles are one of four ways to get access: what a team may do through tenant, project and workspace roles is not listed, nor are users and their own roles. ' +
    'So it cannot show that somebody has no access: to find out who has access, use poolview_review_access. It changes nothing: to remove a resource role, use poolview_propose_role_removal.',
  isReadOnly: true,
  input: z.strictObject({
    team: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe(
        'The uid or the exact name of a team, to list its resource roles. Without it, teams are listed.',
      ),
  }),
  facts: {
    team: z.strictObject({ uid: z.string(), name: z.string().optional() }).optional(),
    readAt: momentSchema.optional().describe('When the list was requested from the service.'),
  },
  list: { item: z.union([teamSchema, roleSchema]), cursor: positionSchema },
  invocation: (_input, where) => l10n.t('Listing team roles in {0}', where),
  run: async ({ team }, context, cursor) => {
    const roles = await rolesOf(context);
    return team === undefined
      ? listTeams(roles, context.now, cursor)
      : listRolesOf(await onlyTeam(roles, team, context.signal), roles, context, cursor);
  },
});

/** The teams that have been read since, or one more page of them. */
async function listTeams(roles: AgentRoles, now: number, cursor: Position | undefined) {
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
      after: (_item: unknown, index: number) => positionAfter(keys(known), start + index),
      rest: hasRest ? positionAfter(keys(known), last) : undefined,
    },
    notes: notesOn(known),
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

/** The first page is of a list that is read now, the others are of that list. */
async function listRolesOf(
  { uid, name }: AgentTeam,
  agent: AgentRoles,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
  cursor: Position | undefined,
) {
  const { roles, readAt, others } = await agent.roles(uid, cursor === undefined, { signal });
  const keys = keysOf(roles.map((role) => role.uid));
  const start = indexAfter(keys, cursor);
  return {
    facts: { team: { uid, name }, readAt: readAt === undefined ? undefined : moment(readAt, now) },
    list: {
      items: roles.slice(start).map(roleItem),
      after: (_item: unknown, index: number) => positionAfter(keys, start + index),
    },
    notes: others.map(({ kind, count }) =>
      count === undefined
        ? `Its ${kind} roles were not read: poolview_review_access reads them.`
        : `Not listed here: its ${count} ${kind} roles, which poolview_review_access lists.`,
    ),
  };
}

function teamItem({ uid, name, resource, roleCount }: AgentTeam): z.output<typeof teamSchema> {
  return {
    uid,
    name,
    resourceRoles: roleCount,
    tenantRoles: resource?.spec?.roles?.length,
    users: resource?.spec?.users?.length,
  };
}

function roleItem({
  uid,
  roles,
  projectUids,
  filterRefs,
  content,
}: ResourceRole): z.output<typeof roleSchema> {
  return {
    uid: uid === '' ? undefined : uid,
    roles: references(roles),
    projects: references(projectUids),
    projectCount: projectUids?.length ?? 0,
    filters: references(filterRefs),
    canRestore: content !== undefined,
  };
}
