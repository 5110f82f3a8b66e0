import { commands, l10n, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import { inert } from '../details/text';
import { connect, parseConnectRequest, replaceApiKey } from './connect';
import { hostOf, type Connection } from './connection';
import type { Connections } from './connections';

/** Connects to a service and shows what it has. @param argument what is known of it already, from whoever calls */
export async function connectAndShow(connections: Connections, argument: unknown): Promise<void> {
  const connection = await connect(connections, parseConnectRequest(argument));
  if (connection !== undefined) await commands.executeCommand('poolview.projects.focus');
}

/** Asks for another API key for the service in use. */
export async function replaceKeyInUse(connections: Connections): Promise<void> {
  const connection = connections.session?.connection;
  if (connection === undefined) {
    await connect(connections, {});
  } else if (await replaceApiKey(connections, connection)) {
    window.setStatusBarMessage(l10n.t('Poolview: API key replaced'), 5000);
  }
}

/** Disconnects from the service in use. */
export async function disconnect(connections: Connections): Promise<void> {
  const connection = connections.session?.connection;
  if (connection === undefined) {
    void window.showInformationMessage(l10n.t('Poolview is not connected to a service.'));
    return;
  }
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

/** Asks which connection to use from now on. */
export async function switchConnection(connections: Connections): Promise<void> {
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
