import type { AgentRoles } from '../sources';
import type { ToolContext } from './tool';
import { ToolError } from './toolError';

/** The teams and roles of the connection that a tool is called for. */
export async function agentRoles({ roles, items, signal }: ToolContext): Promise<AgentRoles> {
  const found = await roles(items.session);
  signal.throwIfAborted();
  if (found === undefined)
    throw new ToolError('The user switched to another connection. Call the tool again.');
  return found;
}
