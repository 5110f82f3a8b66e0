import { l10n } from 'vscode';
import { isSameConnection, type Connection, type ConnectionIdentity } from '../../connections/connection';
import { formatAge } from '../../text/format';
import { escapeIconsAndLinks, parts } from '../../text/text';
import { restorableEntries, type JournalEntry } from '../journal/journal';
import { outcomeText } from '../outcomes';
import { pickMany, type PickItem } from '../../ui/quickPick';
import { roleNames, teamName } from '../../access/roleNames';
import { listNames } from '../../text/names';

/** Lets the user select removed roles to restore or, if the connection is read-only, to see. */
export async function chooseEntries(
  entries: readonly JournalEntry[],
  connection: Connection,
): Promise<readonly JournalEntry[]> {
  const picked = await pickMany<JournalEntry>({
    title: connection.readOnly ? l10n.t('Removed Roles') : l10n.t('Restore Removed Role'),
    placeholder: connection.readOnly
      ? l10n.t('This connection is read-only. Select roles to copy what they granted as JSON')
      : l10n.t('Select roles to restore, most recently removed first'),
    ignoreFocusOut: true,
    items: entryItems(restorableEntries(entries), connection),
  });
  return typeof picked === 'object' ? picked : [];
}

/** The roles that were removed through `connection`, and the other connections with removed roles. */
function entryItems(
  entries: readonly JournalEntry[],
  connection: ConnectionIdentity,
): readonly PickItem<JournalEntry>[] {
  const isOwn = (entry: JournalEntry): boolean => isSameConnection(entry.connection, connection);
  const own = entries.filter(isOwn);
  const others = new Set(
    entries.filter((entry) => !isOwn(entry)).map((entry) => connectionText(entry.connection)),
  );
  return [
    ...(own.length === 0 ? [{ label: l10n.t('No removed roles to restore') }] : own.map(entryItem)),
    ...[...others].map((other) => ({
      label: `$(info) ${l10n.t('Removed through another connection')}`,
      description: escapeIconsAndLinks(other),
      detail: l10n.t(
        'Switch to this connection to restore it. If you renamed or deleted it, connect again with the same name and base URL.',
      ),
      alwaysShow: true,
    })),
  ];
}

/** With the base URL, because the name may have belonged to another service before. */
export function connectionText({ name, baseUrl }: ConnectionIdentity): string {
  return l10n.t('{0} ({1})', name, baseUrl);
}

function entryItem(entry: JournalEntry): PickItem<JournalEntry> {
  const { team, roleUid, content, startedAt, connection } = entry;
  const projects = listNames(content?.projectUids);
  return {
    label: escapeIconsAndLinks(roleNames({ uid: roleUid, ...content })),
    description: escapeIconsAndLinks(
      parts(teamName(team), projects === '' ? undefined : l10n.t('on {0}', projects)),
    ),
    detail: escapeIconsAndLinks(
      parts(outcomeText(entry), formatAge(startedAt, Date.now()), connectionText(connection)),
    ),
    value: entry,
  };
}
