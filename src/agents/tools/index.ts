import type { ToolName } from '../toolNames';
import { find } from './find';
import { listChanges } from './listChanges';
import { listEvents } from './listEvents';
import { listTeamRoles } from './listTeamRoles';
import { proposeRoleRemoval } from './proposeRoleRemoval';
import type { Tool } from './tool';

/** The definition of each tool: of its contribution in `package.json`, for VS Code and for MCP clients. */
export const tools: Readonly<Record<ToolName, Tool>> = {
  poolview_find: find,
  poolview_list_events: listEvents,
  poolview_list_changes: listChanges,
  poolview_list_team_roles: listTeamRoles,
  poolview_propose_role_removal: proposeRoleRemoval,
};
