import { l10n, QuickPickItemKind } from 'vscode';
import { escapeIconsAndLinks } from '../presentation/text';
import { pickOne } from '../ui/quickPick';
import { connect } from './connect';
import { hostOf, type Connection } from './connection';
import type { Connections } from './connections';

/** Lets the user choose the active connection of this window, or add one. */
export async function switchConnection(connections: Connections): Promise<void> {
  const active = connections.session?.connection.name;
  const choice = await pickOne<Connection | 'new'>({
    title: l10n.t('Switch Connection'),
    items: [
      ...connections.all.map((connection) => ({
        label: escapeIconsAndLinks(connection.name),
        description: escapeIconsAndLinks(hostOf(connection)),
        ...(connection.name === active ? { detail: l10n.t('In use') } : {}),
        value: connection,
      })),
      { label: '', kind: QuickPickItemKind.Separator },
      { label: `$(add) ${l10n.t('Connect to a Service…')}`, value: 'new' },
    ],
  });
  if (choice === 'new') await connect(connections);
  else if (typeof choice === 'object') await connections.switchTo(choice);
}
