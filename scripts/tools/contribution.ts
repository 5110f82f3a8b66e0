import { tools } from '../../src/agents/tools';

/**
 * While Poolview is active, it says whether agents may read the active connection. Before, only the setting is known; VS Code
 * gives the list as JSON.
 */
const when = "poolview.agents || !poolview.state && config.poolview.agents && config.poolview.agents != '[]'";

/** What `package.json` contributes as `languageModelTools`. */
export function toolContribution(): readonly object[] {
  return Object.values(tools).map((tool) => ({
    name: tool.name,
    displayName: `%${tool.name}.title%`,
    toolReferenceName: tool.referenceName,
    canBeReferencedInPrompt: true,
    userDescription: `%${tool.name}.description%`,
    modelDescription: tool.description,
    icon: '$(server-process)',
    tags: ['poolview', 'kubernetes', 'clusters'],
    when,
    inputSchema: tool.inputSchema,
  }));
}
