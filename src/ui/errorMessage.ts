import { commands, l10n, window } from 'vscode';
import type { ServiceError } from '../service/errors';
import { describeError, errorSentence, type ErrorAction } from '../presentation/errors';
import { escapeIconsAndLinks } from '../presentation/text';

/** Room for everything that a sentence is made of, each part of which is cut on its own. */
const sentenceLength = 1000;

/**
 * Shows what failed and why, with a button for each thing that a person can do about it. The buttons keep the message
 * on the screen until it is dealt with.
 * @param consequence what the failure means, said first
 * @param retry does again what failed
 */
export async function showServiceError(
  error: ServiceError,
  consequence?: string,
  retry?: () => unknown,
): Promise<void> {
  if (error.kind === 'cancelled') return;
  const actions = new Map(
    describeError(error)
      .actions.filter((action) => action !== 'retry' || retry !== undefined)
      .map((action) => [actionTitle(action), action]),
  );
  const sentences = [consequence, escapeIconsAndLinks(errorSentence(error), sentenceLength)].filter(
    (text) => text !== undefined,
  );
  const choice = await window.showErrorMessage(sentences.join(' '), ...actions.keys());
  switch (actions.get(choice ?? '')) {
    case 'retry':
      await retry?.();
      break;
    case 'enterApiKey':
    case 'replaceApiKey':
      await commands.executeCommand('poolview.replaceApiKey');
      break;
    case 'showLog':
      await commands.executeCommand('poolview.showLog');
      break;
    case undefined:
  }
}

function actionTitle(action: ErrorAction): string {
  switch (action) {
    case 'retry':
      return l10n.t('Retry');
    case 'enterApiKey':
      return l10n.t('Enter API Key…');
    case 'replaceApiKey':
      return l10n.t('Replace API Key…');
    case 'showLog':
      return l10n.t('Show Log');
  }
}
