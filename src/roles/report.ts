import { l10n, window } from 'vscode';
import { describeError } from '../text/errors';
import { escapeIconsAndLinks, present } from '../text/text';
import { isServiceError } from '../service/errors';
import { roleAndTeam, teamName } from '../access/roleNames';
import type { Team } from '../access/teams';
import { runCommand } from '../ui/runCommand';
import type { JournalEntry } from './journal/journal';

/** A button of a message, and what it does. */
export type MessageAction = readonly [title: string, run: () => unknown];

/** A removal or a restoration that has ended. */
interface Ended {
  readonly outcome: string;
}

const done: ReadonlySet<string> = new Set([
  'removed',
  'alreadyGone',
  'restored',
  'alreadyThere',
  'neverRemoved',
]);

/** Whether a role is now as the user wanted it, however that came about. */
export function isDone({ outcome }: Ended): boolean {
  return done.has(outcome);
}

/**
 * Shows the results of removals or restorations in one message, which is a warning unless all are done.
 * @param actions the first buttons
 */
export async function report(
  sentences: readonly (string | undefined)[],
  results: readonly Ended[],
  actions: readonly MessageAction[] = [],
): Promise<void> {
  const isSuccess = results.every(isDone);
  const more = isSuccess ? [] : failureActions(results.map(errorOf));
  await showMessage(present(...sentences).join(' '), isSuccess, [...actions, ...more]);
}

/** Shows a message, and runs the action that the user chooses. */
export async function showMessage(
  text: string,
  isSuccess: boolean,
  actions: readonly MessageAction[],
): Promise<void> {
  const byTitle = new Map(actions);
  const choice = await (isSuccess
    ? window.showInformationMessage(text, ...byTitle.keys())
    : window.showWarningMessage(text, ...byTitle.keys()));
  await byTitle.get(choice ?? '')?.();
}

function failureActions(errors: readonly unknown[]): readonly MessageAction[] {
  const showLog: MessageAction = [l10n.t('Show Log'), () => runCommand('showLog')];
  if (!errors.some((error) => isServiceError(error, 'unauthorized'))) return [showLog];
  return [[l10n.t('Replace API Key…'), () => runCommand('replaceApiKey')], showLog];
}

/** The button that restores removed roles, if there are any. */
export function restoreActions(
  entryIds: readonly string[],
  restore: ((entryIds: readonly string[]) => Promise<void>) | undefined,
): readonly MessageAction[] {
  return entryIds.length === 0 || restore === undefined ? [] : [[l10n.t('Restore'), () => restore(entryIds)]];
}

/** Shows the audit entries about a team in the timeline. */
export function showAudit(team: Team): Promise<void> {
  const { uid } = team;
  const item = { kind: 'team', id: uid, name: teamName(team), uid } as const;
  return runCommand('openTimeline', { item, sources: ['audit'], period: 'week' });
}

/** The names of a role in the journal and its team. */
export function entryNames({ roleUid, content, team }: JournalEntry): ReturnType<typeof roleAndTeam> {
  return roleAndTeam({ uid: roleUid, ...content }, team);
}

/** The error of a result, if it has one. */
export function errorOf(result: object): unknown {
  return 'error' in result ? result.error : undefined;
}

/** Appends why a request failed. `text` already says what failed. */
export function withReason(text: string, error: unknown): string {
  // Each part of the reason is truncated on its own.
  return isServiceError(error) ? `${text} ${escapeIconsAndLinks(describeError(error).why, 1000)}` : text;
}
