import { TabInputText, TabInputTextDiff, TabInputWebview, window, type Disposable } from 'vscode';
import { fileName } from '../ui/detailsDocuments';
import type { Connection } from './connection';
import type { ActiveSession } from './connections';
import type { KeyIdentity } from './keyIdentity';

/** Closes the editors with data of a connection. */
export async function closeEditors({ name }: Pick<Connection, 'name'>): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const opened = tabs.filter(({ input, label }) => {
    // Previews of Markdown have no URI.
    if (input instanceof TabInputWebview) return label.endsWith(previewEnd(name));
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

/** The end of the file name of a document that is shown as a preview, and so of the label of its tab. */
export function previewEnd(name: string): string {
  return ` · ${fileName(name)}.md`;
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
