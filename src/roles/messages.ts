import { l10n, window, type LogOutputChannel } from 'vscode';
import { roleNamesText } from '../access/grantText';
import { teamName, type Team } from '../access/teams';
import { logMark, type Connection } from '../connections/connection';
import { StorageError } from '../connections/storedFiles';
import { groupBy } from '../items/order';
import { isServiceError } from '../service/errors';
import { describeError } from '../text/errors';
import { formatNumber, listNames } from '../text/format';
import { escapeIconsAndLinks, present, sanitizeLine } from '../text/text';
import { runCommand } from '../ui/runCommand';
import type { JournalEntry } from './journal/journal';
import { isDone, removalOutcomes, restorationOutcomes } from './outcomes';
import type { LateOutcome } from './removal/lateOutcomes';
import type { RemovalResult } from './removal/removeRoles';
import type { Restoration, RestorationResult } from './restore/restoreRole';

/** A button of a message, and what it does. */
type MessageAction = readonly [title: string, run: () => unknown];

type Result = RemovalResult['removal'] | Restoration;

type ChangeKind = Parameters<typeof isDone>[0];

type Restore = (entryIds: readonly string[]) => Promise<void>;

/** Shows the results of removals in one message, with a button that restores what can be restored. */
export async function reportRemovals(
  results: readonly RemovalResult[],
  restore: Restore,
  more: readonly MessageAction[] = [],
): Promise<void> {
  const failed = failureActions(
    'remove',
    results.map(({ removal }) => removal),
  );
  const actions = [...restoreActions(results.flatMap(restorableIn), restore), ...more, ...failed];
  await showMessage(removalSentences(results), actions, failed.length === 0);
}

/** How many roles were removed, and the others, grouped by what the user can do about them. */
function removalSentences(results: readonly RemovalResult[]): readonly string[] {
  const [first, ...others] = results;
  if (first !== undefined && others.length === 0) {
    const { item, removal } = first;
    const sentence = removalOutcomes[removal.outcome].sentence(
      roleNamesText([item.role]),
      escapeIconsAndLinks(teamName(item.team)),
      storageReason(removal),
    );
    return [withReason(sentence, removal)];
  }
  const teams = new Map(results.map(({ item }) => [item.team.uid, item.team]));
  const [team] = teams.values();
  const groups = groupBy(results, ({ removal }) => {
    const error = resultError(removal);
    return [removalOutcomes[removal.outcome].several('', ''), isServiceError(error) ? error.kind : ''].join();
  });
  const removed = results.filter(({ removal }) => removalOutcomes[removal.outcome].tookIt);
  const counts = [formatNumber(removed.length), formatNumber(results.length)] as const;
  return [
    teams.size === 1 && team !== undefined
      ? l10n.t('Removed {0} of {1} roles from team "{2}".', ...counts, escapeIconsAndLinks(teamName(team)))
      : l10n.t('Removed {0} of {1} roles from {2} teams.', ...counts, formatNumber(teams.size)),
    ...[...groups.values()].map((group) => {
      const [{ removal }] = group;
      const roles = roleNamesText(group.map(({ item }) => item.role));
      return withReason(removalOutcomes[removal.outcome].several(roles, storageReason(removal)), removal);
    }),
  ];
}

/** The journal entry of a removal that can be undone. */
function restorableIn({ item, removal, entryId }: RemovalResult): readonly string[] {
  const canRestore = removalOutcomes[removal.outcome].tookIt && item.role.content !== undefined;
  return canRestore && entryId !== undefined ? [entryId] : [];
}

/** What became of a role, for the agent that proposed its removal. */
export function resultForAgent(result: RemovalResult) {
  const { removal } = result;
  const error = resultError(removal);
  return {
    outcome: removalOutcomes[removal.outcome].forAgents,
    reason: isServiceError(error) ? error.kind : error === undefined ? undefined : 'notSaved',
    canRestore: restorableIn(result).length > 0,
  };
}

/** How many results a message describes. */
const maxDescribed = 3;

/** Shows the results of restorations in one message. */
export async function reportRestorations(results: readonly RestorationResult[]): Promise<void> {
  // Failures first.
  const rankOf = ({ restoration }: RestorationResult): number => Number(isDone('restore', restoration));
  const others = results
    .filter(({ restoration }) => restoration.outcome !== 'restored')
    .sort((one, other) => rankOf(one) - rankOf(other));
  const restored = results.length - others.length;
  const sentences =
    results.length === 1
      ? results.map(restorationSentence)
      : [
          l10n.t('Restored {0} of {1} roles.', formatNumber(restored), formatNumber(results.length)),
          restored === 0 ? undefined : l10n.t('Their UIDs have changed.'),
          ...others.slice(0, maxDescribed).map(restorationSentence),
          others.length <= maxDescribed
            ? undefined
            : l10n.t('See the log for {0} more.', formatNumber(others.length - maxDescribed)),
        ];
  const failed = failureActions(
    'restore',
    results.map(({ restoration }) => restoration),
  );
  await showMessage(sentences, failed, failed.length === 0);
}

function restorationSentence({ entry, restoration }: RestorationResult): string {
  const { uid = '' } = 'uid' in restoration ? restoration : {};
  const { gone = [] } = 'gone' in restoration ? restoration : {};
  const detail = gone.length === 0 ? sanitizeLine(uid) : escapeIconsAndLinks(listNames(gone, 10));
  const { sentence } = restorationOutcomes[restoration.outcome];
  const text = sentence(...entryNames(entry), detail);
  return restoration.outcome === 'teamGone' ? text : withReason(text, restoration);
}

/** Shows outcomes that were determined later, with a button that restores the roles that were removed, if `restore` can. */
export async function reportLateOutcomes(
  late: readonly LateOutcome[],
  restore: Restore | undefined,
): Promise<void> {
  const [first, ...others] = late;
  if (first === undefined) return;
  const byWord = groupBy(late, ({ outcome }) => removalOutcomes[outcome].word());
  const counts = [...byWord].map(([word, group]) => l10n.t('{0} ({1})', word, formatNumber(group.length)));
  const [role, team] = entryNames(first.entry);
  const text =
    others.length === 0
      ? l10n.t('Earlier removal of "{0}" from team "{1}": {2}.', role, team, ...byWord.keys())
      : l10n.t('{0} earlier removals: {1}.', formatNumber(late.length), counts.join(', '));
  const removed = late.filter(({ outcome }) => removalOutcomes[outcome].tookIt).map(({ entry }) => entry.id);
  await showMessage([text], restoreActions(removed, restore), false);
}

/** Shows a message, which is a warning unless it is about a success, and runs the action that the user chooses. */
async function showMessage(
  sentences: readonly (string | undefined)[],
  actions: readonly MessageAction[],
  isSuccess: boolean,
): Promise<void> {
  const text = present(...sentences).join(' ');
  const byTitle = new Map(actions);
  const choice = await (isSuccess
    ? window.showInformationMessage(text, ...byTitle.keys())
    : window.showWarningMessage(text, ...byTitle.keys()));
  await byTitle.get(choice ?? '')?.();
}

/** The buttons if something failed. */
function failureActions(change: ChangeKind, results: readonly Result[]): readonly MessageAction[] {
  if (results.every((result) => isDone(change, result))) return [];
  const showLog: MessageAction = [l10n.t('Show Log'), () => runCommand('showLog')];
  if (!results.some((result) => isServiceError(resultError(result), 'unauthorized'))) return [showLog];
  return [[l10n.t('Replace API Key…'), () => runCommand('replaceApiKey')], showLog];
}

/** The button that restores removed roles, if there are any. */
function restoreActions(entryIds: readonly string[], restore: Restore | undefined): readonly MessageAction[] {
  return entryIds.length === 0 || restore === undefined ? [] : [[l10n.t('Restore'), () => restore(entryIds)]];
}

/** Shows the audit entries about a team in the timeline. */
export function showAudit(team: Team): Promise<void> {
  const item = { kind: 'team', id: team.uid, names: [teamName(team)] } as const;
  return runCommand('openTimeline', { item, sources: ['audit'], period: 'week' });
}

/** The names of a role in the journal, with its projects, and of its team. */
export function entryNames({ roleUid, content, team }: JournalEntry): readonly [role: string, team: string] {
  return [roleNamesText([{ uid: roleUid, ...content }]), escapeIconsAndLinks(teamName(team))];
}

/** The error of a result, if it has one. */
function resultError(result: Result): unknown {
  return 'error' in result ? result.error : undefined;
}

function storageReason(result: Result): string {
  const error = resultError(result);
  return error instanceof StorageError ? error.reason : '';
}

/** Appends why a request failed. `text` already says what failed. */
function withReason(text: string, result: Result): string {
  const error = resultError(result);
  // Each part of the reason is truncated on its own.
  return isServiceError(error) ? `${text} ${escapeIconsAndLinks(describeError(error).why, 1000)}` : text;
}

/** Logs what became of a change: only UIDs, the outcome and the kind of an error. Requests are logged separately. */
export function logResult(
  log: LogOutputChannel,
  connection: Connection,
  change: ChangeKind,
  { teamUid, roleUid }: { readonly teamUid: string; readonly roleUid: string },
  result: Result,
): void {
  const { outcome } = result;
  const what = `${change} role ${encodeUid(roleUid)} of team ${encodeUid(teamUid)}`;
  // Of the restored role.
  const newUid = 'uid' in result && result.uid !== undefined ? ` as ${encodeUid(result.uid)}` : '';
  const error: { readonly kind?: string; readonly reason?: string } = 'error' in result ? result.error : {};
  const reason = error.kind ?? error.reason;
  const line = `${logMark(connection)}${what}: ${outcome}${newUid}${reason === undefined ? '' : ` (${reason})`}`;
  if (isDone(change, result)) log.info(line);
  else log.warn(line);
}

/** Encoded as in a request's path, because a UID may contain line breaks. */
function encodeUid(uid: string): string {
  return encodeURIComponent(uid.toWellFormed());
}
