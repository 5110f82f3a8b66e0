import { commands, l10n, window } from 'vscode';
import { describeError } from '../presentation/errors';
import { escapeIconsAndLinks } from '../presentation/text';
import { isServiceError } from '../service/errors';
import { JournalError } from './journal/journalFiles';

/** A button of a message, and what it does. */
export type MessageAction = readonly [title: string, run: () => unknown];

/** Shows a message, which is a warning unless everything succeeded, and runs the action that the user chooses. */
export async function showResult(
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

/** The buttons after a failure. @param errors those of the results, if any */
export function failureActions(errors: readonly unknown[]): readonly MessageAction[] {
  const showLog: MessageAction = [l10n.t('Show Log'), () => commands.executeCommand('poolview.showLog')];
  if (!errors.some((error) => isServiceError(error, 'unauthorized'))) return [showLog];
  return [[l10n.t('Replace API Key…'), () => commands.executeCommand('poolview.replaceApiKey')], showLog];
}

/** The error of a result, if it has one. */
export function errorOf(result: object): unknown {
  return 'error' in result ? result.error : undefined;
}

/** Why the journal could not be written; empty for other errors. */
export function journalReason(error: unknown): string {
  return error instanceof JournalError ? error.reason : '';
}

/** Appends why a request failed. `text` already says what failed. */
export function withReason(text: string, error: unknown): string {
  // Each part of the reason is truncated on its own.
  return isServiceError(error) ? `${text} ${escapeIconsAndLinks(describeError(error).why, 1000)}` : text;
}
