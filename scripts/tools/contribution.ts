import { tools } from '../../src/agents/toolRunner';

/**
 * Only one key: VS Code 1.100 sends the parsed clause to extensions as JSON, and a clause with operators refers to itself, so that
 * no extension would get any tools.
 */
const when = 'poolview.agentsOn';

/** What `package.json` contributes as `languageModelTools`. */
export function toolContribution(): readonly object[] {
  return Object.entries(tools).map(([name, tool]) => ({
    name,
    displayName: `%${name}.title%`,
    toolReferenceName: tool.referenceName,
    canBeReferencedInPrompt: true,
    userDescription: `%${name}.description%`,
    modelDescription: tool.description,
    icon: '$(server-process)',
    tags: ['poolview', 'kubernetes', 'clusters'],
    when,
    inputSchema: tool.inputSchema,
  }));
}
