import type { ToolName } from '../toolNames';
import { find } from './find';
import { listChanges } from './listChanges';
import { listEvents } from './listEvents';
import type { Tool } from './tool';

/** The definition of each tool: of its contribution in `package.json`, for VS Code and for MCP clients. */
export const tools: Readonly<Record<ToolName, Tool>> = {
  poolview_find: find,
  poolview_list_events: listEvents,
  poolview_list_changes: listChanges,
};
