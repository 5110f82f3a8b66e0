import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands, LanguageModelTextPart, lm, version } from 'vscode';
import { answerModals, atEnd, connected, setting, until } from './support/service';
import { toolNames } from '../../src/agents/toolNames';

const prefix = 'mcp_poolview_';

/** The tools of the MCP server, of which VS Code offers those of servers that run. */
function offeredTools(): readonly string[] {
  return lm.tools.flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}

describe('the MCP server', () => {
  // VS Code 1.100 does not let extensions offer MCP servers.
  if (version.startsWith('1.100.')) return;

  it('is started by VS Code and answers, only while it and agent tools are turned on', async () => {
    await connected('Acme');
    await setting('agents', []);
    await setting('agentTools', undefined);
    await setting('mcpServer', true);
    atEnd(() => commands.executeCommand('notifications.clearAll'));
    answerModals('Turn On');
    await commands.executeCommand('poolview.turnOnAgents');

    // VS Code learns of the server a little later.
    while (offeredTools().length === 0) {
      await commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
    }
    assert.deepEqual([...offeredTools()].sort(), [...toolNames].sort());
    const options = { input: {}, toolInvocationToken: undefined };
    const { content } = await lm.invokeTool(`${prefix}poolview_list_changes`, options);
    const [part] = content;
    assert(part instanceof LanguageModelTextPart);
    assert.match(part.value, /^\{"connection":\{"name":"Acme"/);

    await commands.executeCommand('poolview.turnOffAgents');
    await until(() => offeredTools().length === 0);
  });
});
