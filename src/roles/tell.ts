import { commands, l10n, window } from 'vscode';
import { errorSentence } from '../presentation/errors';
import { escapeIconsAndLinks } from '../presentation/text';
import type { ServiceError } from '../service/errors';

/** A button of a message and what it does. */
export type Action = readonly [title: string, run: () => unknown];

/** Shows one message, as a warning unless all went well, and does what a person then chooses. */
export async function tell(text: string, isWell: boolean, actions: readonly Action[]): Promise<void> {
  const byTitle = new Map(actions);
  const choice = await (isWell
    ? window.showInformationMessage(text, ...byTitle.keys())
    : window.showWarningMessage(text, ...byTitle.keys()));
  await byTitle.get(choice ?? '')?.();
}

/** What helps where not all went well. */
export function helpWith(isKeyRefused: boolean): readonly Action[] {
  const replaceKey: Action = [
    l10n.t('Replace API Key…'),
    () => commands.executeCommand('poolview.replaceApiKey'),
  ];
  const showLog: Action = [l10n.t('Show Log'), () => commands.executeCommand('poolview.showLog')];
  return isKeyRefused ? [replaceKey, showLog] : [showLog];
}

/** What happened and why, where it did not go well. */
export function because(what: string, error: ServiceError): string {
  // Room for everything that the sentence is made of, each part of which is cut on its own.
  return `${what} ${escapeIconsAndLinks(errorSentence(error), 1000)}`;
}
