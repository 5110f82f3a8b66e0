import { TabInputText, TabInputTextDiff, window, type Disposable } from 'vscode';
import type { Connection } from './connection';
import type { ActiveSession } from './connections';
import type { KeyIdentity } from './keyIdentity';

/** Closes the editors with data of a connection. */
export async function closeEditors({ name }: Pick<Connection, 'name'>): Promise<void> {
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
export function closeEditorsOfEndedKeys(connections: ActiveSession): Disposable {
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
