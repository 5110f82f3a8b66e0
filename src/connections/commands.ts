import { commands } from 'vscode';
import type { Connections } from './connections';
import { settings } from './settings';

/** What the commands do, which is loaded when somebody runs one. */
const actions = () => import('./actions');

/** The commands around connections, and the context keys that show and hide what needs one. */
export function registerConnectionCommands(connections: Connections): readonly { dispose(): unknown }[] {
  const showState = (): void => {
    // Three states, the first being "not known yet": before Poolview is activated nothing is hidden or promised.
    const state = connections.session === undefined ? 'disconnected' : 'connected';
    void commands.executeCommand('setContext', 'poolview.state', state);
    void commands.executeCommand('setContext', 'poolview.severalConnections', connections.all.length > 1);
    void commands.executeCommand('setContext', 'poolview.hasConsole', connections.consoleUrl !== undefined);
    void commands.executeCommand('setContext', 'poolview.settingsWrong', settings.areConnectionsWrong);
  };
  showState();
  return [
    connections.onDidChange(showState),
    connections.onDidChangeList(showState),
    commands.registerCommand('poolview.connect', async (argument?: unknown) =>
      (await actions()).connectAndShow(connections, argument),
    ),
    commands.registerCommand('poolview.replaceApiKey', async () =>
      (await actions()).replaceKeyInUse(connections),
    ),
    commands.registerCommand('poolview.disconnect', async () => (await actions()).disconnect(connections)),
    commands.registerCommand('poolview.switchConnection', async () =>
      (await actions()).switchConnection(connections),
    ),
  ];
}
