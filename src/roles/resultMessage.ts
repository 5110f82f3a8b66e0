import { commands, l10n, window } from 'vscode';
import { errorSentence } from '../presentation/errors';
import { escapeIconsAndLinks } from '../presentation/text';
import { isServiceError, type ServiceError } from '../service/errors';

/** A button of a message and what it does. */
export type MessageAction = readonly [title: string, run: () => unknown];

/** Shows a message, as a warning unless everything succeeded, and runs the action that the user chooses. */
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

/** The actions for results of which some are not successful. */
export function failureActions(results: readonly object[]): readonly MessageAction[] {
  const showLog: MessageAction = [l10n.t('Show Log'), () => commands.executeCommand('poolview.showLog')];
  const isKeyRejected = results.some(
    (result) => 'error' in result && isServiceError(result.error, 'unauthorized'),
  );
  if (!isKeyRejected) return [showLog];
  return [[l10n.t('Replace API Key…'), () => commands.executeCommand('poolview.replaceApiKey')], showLog];
}

export function withReason(text: string, error: ServiceError): string {
  // Each part of the sentence is truncated on its own.
  return `${text} ${escapeIconsAndLinks(errorSentence(error), 1000)}`;
}
