import { l10n, window } from 'vscode';
import { isSameConnection, type ConnectionIdentity } from '../connections/identity';
import type { Session } from '../connections/session';
import { formatAge, formatNumber } from '../presentation/format';
import { escapeIconsAndLinks, parts } from '../presentation/text';
import { isServiceError } from '../service/errors';
import type { ExactReference } from '../service/resources/team';
import type { Journal, JournalEntry } from './journal';
import { JournalError } from './journalFiles';
import type { TeamRolesModel } from './model';
import { inTurn } from './inTurn';
import { pickSeveral, type PickItem } from './pick';
import { withProgressOf } from './progress';
import { reportRestorations, type RestorationResult } from './reportRestoration';
import { restorableOf, restoreRole } from './restoring';
import { listNames, roleNames, teamName } from './words';

/** What a restoration is made with. */
export interface RestoreTools {
  readonly session: Session;
  /** The model that is shown for the service of the session. */
  readonly model: () => TeamRolesModel;
  /** The journal that the removals are in. */
  readonly journal: Journal;
  /** Gets a line about each restoration. */
  readonly log: (result: RestorationResult) => void;
}

/**
 * From choosing removed roles to telling what became of them.
 * @param entryIds which of the journal to restore, where that is known already
 */
export async function restoreFlow(tools: RestoreTools, entryIds?: readonly string[]): Promise<void> {
  let entries: readonly JournalEntry[];
  try {
    entries = await tools.journal.entries();
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    void window.showErrorMessage(
      l10n.t(
        'What was removed cannot be read from this computer ({0}). It is in the global storage of Poolview; look at its access rights.',
        error.reason,
      ),
    );
    return;
  }
  const chosen =
    entryIds === undefined
      ? await chooseEntries(entries, tools.session.connection)
      : entries.filter(({ id }) => entryIds.includes(id));
  if (chosen.length === 0) {
    if (entryIds !== undefined) {
      void window.showWarningMessage(
        l10n.t('Poolview no longer keeps what that role was, so it cannot be restored.'),
      );
    }
    return;
  }
  const other = chosen.find(({ connection }) => !isSameConnection(connection, tools.session.connection));
  if (other !== undefined) {
    void window.showWarningMessage(
      l10n.t(
        'This role was removed through the connection {0}. Switch to it to restore the role. If you renamed or deleted it, connect again with the same name and base URL.',
        escapeIconsAndLinks(connectionText(other.connection)),
      ),
    );
    return;
  }
  // In the order in which they were removed, and the team had them.
  await reportRestorations(await restoreWithProgress(tools, [...chosen].reverse()));
}

async function chooseEntries(
  entries: readonly JournalEntry[],
  connection: ConnectionIdentity,
): Promise<readonly JournalEntry[]> {
  const items = restoreItems(restorableOf(entries), connection, Date.now());
  const picked = await pickSeveral<JournalEntry>({
    title: l10n.t('Restore Removed Role'),
    placeholder: l10n.t('Resource roles to give back to their teams, the last one removed first'),
    load: () => Promise.resolve(items),
  });
  return typeof picked === 'string' ? [] : picked;
}

/** What was removed through `connection`, and which other connections something was removed through, existing or not. */
export function restoreItems(
  entries: readonly JournalEntry[],
  connection: ConnectionIdentity,
  now: number,
): readonly PickItem<JournalEntry>[] {
  const here = entries.filter((entry) => isSameConnection(entry.connection, connection));
  const others = new Set(
    entries.filter((entry) => !here.includes(entry)).map((entry) => connectionText(entry.connection)),
  );
  return [
    ...(here.length === 0
      ? [{ label: l10n.t('Nothing was removed here that could be restored') }]
      : here.map((entry) => entryItem(entry, now))),
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

/** Names are not enough: after a change of the settings, another service may have the same one. */
function connectionText({ name, baseUrl }: ConnectionIdentity): string {
  return l10n.t('{0} ({1})', name, baseUrl);
}

/** A removed role as it stands in the list of those that can be restored. */
function entryItem(entry: JournalEntry, now: number): PickItem<JournalEntry> {
  const { team, roleUid, content, outcome, startedAt, connection } = entry;
  const age = formatAge(startedAt, now);
  const from = connectionText(connection);
  return {
    label: escapeIconsAndLinks(roleNames({ uid: roleUid, ...content })),
    description: escapeIconsAndLinks(
      parts(
        teamName(team),
        content === undefined || content.projectUids.length === 0
          ? undefined
          : l10n.t('on {0}', listNames(content.projectUids)),
      ),
    ),
    detail: escapeIconsAndLinks(
      outcome === 'removed'
        ? l10n.t('removed {0} from {1}', age, from)
        : outcome === 'alreadyGone'
          ? l10n.t('already removed, {0} from {1}', age, from)
          : l10n.t('removal not confirmed, {0} from {1}', age, from),
    ),
    value: entry,
  };
}

function restoreWithProgress(
  { session, model, journal, log }: RestoreTools,
  entries: readonly JournalEntry[],
): Promise<readonly RestorationResult[]> {
  const titles = {
    one: l10n.t('Restoring the resource role…'),
    several: l10n.t('Restoring resource roles'),
  };
  return withProgressOf(entries.length, titles, async (signal, tellNext) => {
    const client = await session.client();
    return inTurn<JournalEntry, RestorationResult>(entries, {
      signal,
      run: async (entry, place) => {
        tellNext(place, l10n.t('{0} of {1}', formatNumber(place + 1), formatNumber(entries.length)));
        let restoration = await restoreRole(client, journal, entry);
        if (restoration.outcome === 'projectsGone' && (await confirmWithout(entry, restoration.gone))) {
          restoration = await restoreRole(client, journal, entry, { withoutGoneProjects: true });
        }
        const result = { entry, restoration };
        log(result);
        model().rolesChanged(entry.team.uid);
        return result;
      },
      endsAll: ({ restoration }) =>
        restoration.outcome === 'refused' &&
        isServiceError(restoration.error, 'unauthorized', 'forbidden', 'unsupported'),
      notTried: (entry) => ({ entry, restoration: { outcome: 'notTried' } }),
    });
  });
}

/** Whether a role is to be restored on fewer projects than it was on. On none at all it cannot be. */
async function confirmWithout(
  { team, content }: JournalEntry,
  gone: readonly ExactReference[],
): Promise<boolean> {
  const isGone = new Set(gone.map(({ uid }) => uid));
  const left = content?.projectUids.filter(({ uid }) => !isGone.has(uid)) ?? [];
  if (content === undefined || left.length === 0) return false;
  const action = l10n.t('Restore on the Others');
  return (
    (await window.showWarningMessage(
      l10n.t(
        'Restore {0} for the team {1} on fewer projects?',
        escapeIconsAndLinks(roleNames(content)),
        escapeIconsAndLinks(teamName(team)),
      ),
      {
        modal: true,
        detail: [
          l10n.t('Not there any more, or hidden from this API key: {0}', listNames(gone, 20)),
          l10n.t('It would be restored on: {0}', listNames(left, 20)),
        ].join('\n'),
      },
      action,
    )) === action
  );
}
