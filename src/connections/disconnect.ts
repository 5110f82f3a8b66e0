import { l10n, window, TabInputText, TabInputTextDiff, type Disposable } from 'vscode';
import { escapeIconsAndLinks } from '../text/text';
import type { Connection } from './connection';
import { RemovalError, type Connections } from './connections';
import { deleteConnectionFolders, type FileStorage } from './storage';
import { openConnectionsSetting } from './settings';
import type { KeyIdentity } from './keys';

/** Disconnects from the active service, and deletes what is stored about it. The journal of removals stays. */
export async function disconnect(connections: Connections, storage: FileStorage): Promise<void> {
  const connection = connections.session?.connection;
  if (connection === undefined) {
    void window.showInformationMessage(l10n.t('Poolview is not connected to a service.'));
    return;
  }
  // The demo service has nothing to lose.
  if (connection.isDemo) return connections.remove(connection);
  const action = l10n.t('Disconnect');
  const choice = await window.showWarningMessage(
    l10n.t('Disconnect from {0}?', escapeIconsAndLinks(connection.name)),
    {
      modal: true,
      detail: l10n.t(
        "Deletes {0}, its API key, access reviews, favorites, known problems, queries and the machine pools that you added from this computer. The service itself isn't changed.",
        connection.baseUrl,
      ),
    },
    action,
  );
  if (choice !== action) return;
  try {
    await connections.remove(connection, () => deleteConnectionFolders(storage, connection.name));
  } catch (error) {
    if (!(error instanceof RemovalError)) throw error;
    await showRemovalError(connection, error);
  }
}

async function showRemovalError({ name }: Connection, { part, cause }: RemovalError): Promise<void> {
  const shown = escapeIconsAndLinks(name, 60);
  const texts = {
    key: l10n.t(
      "Couldn't disconnect from {0} because VS Code couldn't delete the API key from its secret storage. Unlock the keyring of this computer, then disconnect again.",
      shown,
    ),
    state: l10n.t(
      "The API key for {0} was deleted, but other data of the connection wasn't. Disconnect again.",
      shown,
    ),
    settings: l10n.t(
      "The API key for {0} was deleted, but the connection couldn't be removed from your settings: {1} Correct the settings, then disconnect again.",
      shown,
      escapeIconsAndLinks(cause instanceof Error ? cause.message : String(cause), 300),
    ),
  };
  const openSettings = l10n.t('Open Settings');
  const choice = await window.showErrorMessage(texts[part], ...(part === 'settings' ? [openSettings] : []));
  if (choice === openSettings) await openConnectionsSetting();
}

/** Closes the editors with data of a connection. */
export async function closeEditors({ name }: Connection): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const opened = tabs.filter(({ input }) => {
    const uri =
      input instanceof TabInputText
        ? input.uri
        : input instanceof TabInputTextDiff
          ? input.modified
          : undefined;
    // The queries of all documents of Poolview start with the connection, as the IDs of rows do.
    return (
      uri !== undefined &&
      /^poolview(-|$)/.test(uri.scheme) &&
      uri.query.startsWith(`${encodeURIComponent(name)}/`)
    );
  });
  await window.tabGroups.close(opened);
}

/** Closes the editors with what was read with an API key, as soon as the key is replaced or deleted. */
export function closeEditorsOfEndedKeys(connections: Connections): Disposable {
  const followed = new WeakSet<KeyIdentity>();
  const follow = (): void => {
    const { session } = connections;
    // The editors of the demo service are closed together with its mark.
    if (session === undefined || session.connection.isDemo || followed.has(session.keyIdentity)) return;
    followed.add(session.keyIdentity);
    session.keyIdentity.ended.addEventListener('abort', () => void closeEditors(session.connection));
  };
  follow();
  return connections.onDidChange(follow);
}
