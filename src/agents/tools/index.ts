import type { ToolName } from '../toolNames';
import { find } from './find';
import { fleetHealth } from './fleetHealth';
import { get } from './get';
import { listChanges } from './listChanges';
import { listEvents } from './listEvents';
import { listMachines } from './listMachines';
import { listTeamRoles } from './listTeamRoles';
import { proposeRoleRemoval } from './proposeRoleRemoval';
import type { Tool } from './tool';

/** The definition of each tool: of its contribution in `package.json`, for VS Code and for MCP clients. */
export const tools: Readonly<Record<ToolName, Tool>> = {
  poolview_get_fleet_health: fleetHealth,
  poolview_find: find,
  poolview_get: get,
  poolview_list_machines: listMachines,
  poolview_list_events: listEvents,
  poolview_list_changes: listChanges,
  poolview_list_team_roles: listTeamRoles,
  poolview_propose_role_removal: proposeRoleRemoval,
};
