import { l10n, Uri, window, workspace } from 'vscode';
import { hostOf } from '../../connections/connection';
import {
  changedItemText,
  changeText,
  coverageSentences,
  groupChanges,
  groupTitle,
} from '../../items/changes/changeText';
import { sanitizeLine } from '../../text/text';
import { fileName } from '../../ui/detailsDocuments';
import type { ConnectionChanges } from '../../items/changes/changeLogs';

/** Opens the changes of a connection. The path ends in `.log`, which sets the language. */
export async function openChanges(scheme: string, { connection, id }: ConnectionChanges): Promise<void> {
  const name = fileName(l10n.t('Changes in {0}', connection.name));
  const document = await workspace.openTextDocument(Uri.from({ scheme, path: `/${name}.log`, query: id }));
  await window.showTextDocument(document, { preview: true });
}

/** The changes of a connection, the newest first. Undefined if VS Code restored an editor with changes of an earlier run. */
export function changesDocument(changes: Pick<ConnectionChanges, 'connection' | 'log'> | undefined): string {
  if (changes === undefined) {
    return `${l10n.t('Changes are kept only while VS Code runs. Connect to the service to track new ones.')}\n`;
  }
  const { connection, log } = changes;
  const groups = groupChanges(log.changes).map((group) => [
    '',
    // Editors mark dashes that can be mistaken for a hyphen.
    groupTitle(group).replaceAll('–', '-'),
    ...group.changes.map(
      (change) => `  ${l10n.t('{0}: {1}', changedItemText(change.item), changeText(change))}`,
    ),
  ]);
  const title = l10n.t('Changes in {0} ({1})', sanitizeLine(connection.name), hostOf(connection));
  const lines = [title, ...coverageSentences(log.coverage, log.changes.length), ...groups.flat()];
  return `${lines.join('\n')}\n`;
}
