import { commands, l10n, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import { inert } from '../details/text';
import { connect, parseConnectRequest, replaceApiKey } from './connect';
import { hostOf, type Connection } from './connection';
import type { Connections } from './connections';
import { settings } from './settings';

/** The commands around connections, and the context keys that show and hide what needs one. */
export function registerConnectionCommands(connections: Connections): readonly { dispose(): unknown }[] {
  const showState = (): void => {
    // Three states, the first being "not known yet": before Poolview is activated nothing is hidden or promised.
    const state = connections.session === undefined ? 'disconnected' : 'connected';
    void commands.executeCommand('setContext', 'poolview.state', state);
    void commands.executeCommand('setContext', 'poolview.severalConnections', connections.all.length > 1);
    void commands.executeCommand('setContext', 'poolview.hasConsole', connections.consoleUrl !== undefined);
    const isWrong = settings.problems.some(({ setting }) => setting === 'connections');
    void commands.executeCommand('setContext', 'poolview.settingsWrong', isWrong);
  };
  showState();
  return [
    connections.onDidChange(showState),
    connections.onDidChangeList(showState),
    commands.registerCommand('poolview.connect', async (argument?: unknown) => {
      const connection = await connect(connections, parseConnectRequest(argument));
      if (connection !== undefined) await commands.executeCommand('poolview.projects.focus');
    }),
    commands.registerCommand('poolview.replaceApiKey', async () => {
      const connection = connections.session?.connection;
      if (connection === undefined) {
        await connect(connections, {});
      } else if (await replaceApiKey(connections, connection)) {
        window.setStatusBarMessage(l10n.t('Poolview: API key replaced'), 5000);
      }
    }),
    commands.registerCommand('poolview.disconnect', async () => {
      const connection = connections.session?.connection;
      if (connection === undefined) {
        void window.showInformationMessage(l10n.t('Poolview is not connected to a service.'));
      } else {
        await disconnect(connections, connection);
      }
    }),
    commands.registerCommand('poolview.switchConnection', () => switchConnection(connections)),
  ];
}

async function disconnect(connections: Connections, connection: Connection): Promise<void> {
  // Of the demo service there is nothing to lose.
  if (connection.isDemo) return connections.remove(connection);
  const action = l10n.t('Disconnect');
  const choice = await window.showWarningMessage(
    l10n.t('Disconnect from {0}?', inert(connection.name)),
    {
      modal: true,
      detail: l10n.t(
        'Poolview forgets {0}, its API key and the machine pools that were added by hand. Nothing changes in the service itself.',
        connection.baseUrl,
      ),
    },
    action,
  );
  if (choice === action) await connections.remove(connection);
}

async function switchConnection(connections: Connections): Promise<void> {
  const active = connections.session?.connection.name;
  const items: ConnectionItem[] = connections.all.map((connection) => ({
    label: inert(connection.name),
    description: inert(hostOf(connection)),
    ...(connection.name === active ? { detail: l10n.t('In use') } : {}),
    connection,
  }));
  const choice = await window.showQuickPick<ConnectionItem>(
    [
      ...items,
      { label: '', kind: QuickPickItemKind.Separator },
      { label: `$(add) ${l10n.t('Connect to Service…')}` },
    ],
    { title: l10n.t('Switch Connection'), matchOnDescription: true },
  );
  if (choice === undefined) return;
  if (choice.connection === undefined) await connect(connections, {});
  else await connections.switchTo(choice.connection);
}

/** An item without a connection makes a new one. */
interface ConnectionItem extends QuickPickItem {
  readonly connection?: Connection;
}
