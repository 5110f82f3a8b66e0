import { commands, l10n, window, type Disposable } from 'vscode';
import { registerCommand } from '../ui/commands';
import { setContextKey } from '../ui/contextKeys';
import { closeEditorsOfEndedKeys } from './closeEditors';
import type { Connections } from './connections';
import type { FileStorage } from './connectionFolder';
import { settings } from './settings';

/** Registers the commands for connections and keeps their context keys up to date. */
export function registerConnectionCommands(
  connections: Connections,
  storage: FileStorage,
): readonly Disposable[] {
  const allow = async (): Promise<void> => (await import('./connect')).allowChanges(connections);
  const update = (): void => {
    setContextKey('poolview.state', connections.session === undefined ? 'disconnected' : 'connected');
    setContextKey('poolview.severalConnections', connections.all.length > 1);
    setContextKey('poolview.readOnly', connections.session?.connection.readOnly === true);
    setContextKey('poolview.hasConsole', connections.consoleUrl !== undefined);
    setContextKey('poolview.settingsWrong', settings.areConnectionsWrong);
    // The window in which the settings were edited asks.
    if (window.state.focused && connections.takeQuestion()) void allow();
  };
  update();
  return [
    closeEditorsOfEndedKeys(connections),
    connections.onDidChange(update),
    connections.onDidChangeList(update),
    window.onDidChangeWindowState(update),
    registerCommand('poolview.allowChanges', allow),
    registerCommand('poolview.connect', async (argument) => {
      const { connect, parseConnectRequest } = await import('./connect');
      const connection = await connect(connections, parseConnectRequest(argument));
      if (connection !== undefined) await commands.executeCommand('poolview.projects.focus');
    }),
    registerCommand('poolview.replaceApiKey', async () => {
      const { connect, replaceApiKey } = await import('./connect');
      const connection = connections.session?.connection;
      if (connection === undefined) await connect(connections);
      else if (await replaceApiKey(connections, connection)) {
        window.setStatusBarMessage(l10n.t('Poolview: API key stored'), 5000);
      }
    }),
    registerCommand('poolview.disconnect', async () =>
      (await import('./disconnect')).disconnect(connections, storage),
    ),
    registerCommand('poolview.switchConnection', async () =>
      (await import('./connect')).switchConnection(connections),
    ),
  ];
}
