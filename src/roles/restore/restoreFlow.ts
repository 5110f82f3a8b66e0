import { l10n, window } from 'vscode';
import { isSameConnection, type Connection, type ConnectionIdentity } from '../../connections/connection';
import { roleText } from '../../access/grantText';
import { teamName } from '../../access/teams';
import { formatAge, formatNumber, listNames } from '../../text/format';
import { escapeIconsAndLinks, parts } from '../../text/text';
import { jsonDocument } from '../../text/document';
import { isServiceError } from '../../service/errors';
import { copy, jsonWords } from '../../ui/copy';
import { withBatchProgress } from '../../ui/progress';
import type { PickItem } from '../../ui/searchList';
import { pickMany } from '../../ui/quickPick';
import { currentModel, type FlowContext, type TeamRolesModel } from '../model';
import { restorableEntries, type Journal, type JournalEntry } from '../journal/journal';
import { outcomeText } from '../outcomes';
import { StorageError } from '../../connections/storedFiles';
import { entryNames, logResult, reportRestorations } from '../messages';
import { restoreRole, type Accepted, type Restoration, type RestorationResult } from './restoreRole';
import { runCommand } from '../../ui/runCommand';

/**
 * Lets the user choose removed roles, restores them through the active session and reports the results. The user may have
 * switched connections since the *Restore* button was shown. If the connection is read-only, only copies what those roles granted.
 * @param removedFrom the connection of the journal entries; by default, the active one
 * @param entryIds the journal entries to restore; by default, the user chooses
 */
export async function restoreFlow(
  context: FlowContext,
  removedFrom?: Connection,
  entryIds?: readonly string[],
): Promise<void> {
  const model = context.active();
  if (model === undefined) {
    await runCommand('connect');
    return;
  }
  const { connection } = model.session;
  const journal = context.journals.of(removedFrom ?? connection);
  let entries: readonly JournalEntry[];
  try {
    entries = await journal.entries();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    void window.showErrorMessage(
      l10n.t(
        "The removed roles can't be read from this computer ({0}). Check the permissions of Poolview's global storage folder.",
        error.reason,
      ),
    );
    return;
  }
  const chosen =
    entryIds === undefined
      ? await chooseEntries(entries, connection)
      : entries.filter(({ id }) => entryIds.includes(id));
  if (chosen.length === 0 && entryIds !== undefined) {
    void window.showWarningMessage(
      l10n.t("Poolview no longer has the details of this role, so it can't be restored."),
    );
  }
  if (chosen.length === 0) return;
  const other = chosen.find((entry) => !isSameConnection(entry.connection, connection));
  if (other !== undefined) {
    void window.showWarningMessage(
      l10n.t(
        'This role was removed through connection {0}. Switch to that connection to restore it. If you renamed or deleted it, connect again with the same name and base URL.',
        escapeIconsAndLinks(connectionText(other.connection)),
      ),
    );
    return;
  }
  if (connection.readOnly && entryIds === undefined) return copyRemovedRoles(chosen);
  // Oldest first, in the order in which they were removed.
  await reportRestorations(await restoreWithProgress(context, model, journal, [...chosen].reverse()));
}

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
function connectionText({ name, baseUrl }: ConnectionIdentity): string {
  return l10n.t('{0} ({1})', name, baseUrl);
}

function entryItem(entry: JournalEntry): PickItem<JournalEntry> {
  const { team, roleUid, content, startedAt, connection } = entry;
  const projects = listNames(content?.projectUids);
  return {
    label: escapeIconsAndLinks(roleText({ uid: roleUid, ...content }, ['role'], { maxLength: 200 })),
    description: escapeIconsAndLinks(
      parts(teamName(team), projects === '' ? undefined : l10n.t('on {0}', projects)),
    ),
    detail: escapeIconsAndLinks(
      parts(outcomeText(entry), formatAge(startedAt, Date.now()), connectionText(connection)),
    ),
    value: entry,
  };
}

/** What the roles granted. */
function copyRemovedRoles(entries: readonly JournalEntry[]): Promise<void> {
  const roles = entries.map(({ roleUid: uid, team, content, startedAt }) => ({
    uid,
    team,
    ...content,
    removedAt: new Date(startedAt),
  }));
  const names = entries.map((entry) => entryNames(entry)[0]);
  return copy(jsonDocument(roles.length === 1 ? roles[0] : roles), names, jsonWords().several);
}

function restoreWithProgress(
  context: FlowContext,
  model: TeamRolesModel,
  journal: Journal,
  entries: readonly JournalEntry[],
): Thenable<readonly RestorationResult[]> {
  const titles = {
    one: l10n.t('Restoring role…'),
    several: l10n.t('Restoring roles'),
  };
  return withBatchProgress(entries.length, titles, async (signal, report) => {
    const { session } = model;
    const client = await session.client();
    const results: RestorationResult[] = [];
    for (const [index, entry] of entries.entries()) {
      if (signal.aborted || results.some(isFinalRestoration)) {
        results.push({ entry, restoration: { outcome: 'notTried' } });
        continue;
      }
      report(index, l10n.t('{0} of {1}', formatNumber(index + 1), formatNumber(entries.length)));
      let restoration = await restoreRole(client, journal, entry);
      let accepted: Accepted = {};
      for (
        let more = await accept(entry, restoration);
        more !== undefined;
        more = await accept(entry, restoration)
      ) {
        accepted = { ...accepted, ...more };
        restoration = await restoreRole(client, journal, entry, accepted);
      }
      const { team, roleUid } = entry;
      logResult(context.log, session.connection, 'restore', { teamUid: team.uid, roleUid }, restoration);
      currentModel(context, model).rolesChanged(team.uid);
      results.push({ entry, restoration });
    }
    return results;
  });
}

/** Whether the next roles would fail, too. */
function isFinalRestoration({ restoration }: RestorationResult): boolean {
  return (
    restoration.outcome === 'notRestored' &&
    isServiceError(restoration.error, 'unauthorized', 'forbidden', 'unsupported')
  );
}

/** Asks about what keeps a role from being restored. @returns what the user accepts; undefined to leave it */
async function accept(entry: JournalEntry, restoration: Restoration): Promise<Accepted | undefined> {
  const names = entryNames(entry);
  switch (restoration.outcome) {
    case 'projectsGone': {
      const gone = new Set(restoration.gone.map(({ uid }) => uid));
      const remaining = entry.content?.projectUids.filter(({ uid }) => !gone.has(uid)) ?? [];
      // Then, it cannot be restored.
      if (remaining.length === 0) return undefined;
      const message = l10n.t('Restore "{0}" to team "{1}" with fewer projects?', ...names);
      const detail = [
        l10n.t('No longer exist, or not accessible with this API key: {0}', listNames(restoration.gone, 20)),
        l10n.t('Remaining projects: {0}', listNames(remaining, 20)),
      ];
      return (await isAccepted(message, detail.join('\n'))) ? { fewerProjects: true } : undefined;
    }
    case 'changed': {
      const { changes } = restoration;
      const message = l10n.t('Restore "{0}" to team "{1}", although it means something else now?', ...names);
      return (await isAccepted(message, changes)) ? { changes } : undefined;
    }
    default:
      return undefined;
  }
}

async function isAccepted(message: string, detail: string): Promise<boolean> {
  const action = l10n.t('Restore Anyway');
  return (await window.showWarningMessage(message, { modal: true, detail }, action)) === action;
}
