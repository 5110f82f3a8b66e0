import type { ToolName } from '../toolNames';
import { listChanges } from './listChanges';
import { listEvents } from './listEvents';
import type { Tool } from './tool';

/** The definition of each tool: of its contribution in `package.json`, for VS Code and for MCP clients. */
export const tools: Readonly<Record<ToolName, Tool>> = {
  poolview_list_events: listEvents,
  poolview_list_changes: listChanges,
};
