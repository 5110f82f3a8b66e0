import { l10n, window } from 'vscode';
import { isServiceError, type ServiceError } from '../service/errors';
import { describeError, errorSentence, type ErrorAction } from '../text/errors';
import { escapeIconsAndLinks } from '../text/text';
import { runCommand } from './runCommand';

/** Long enough for a whole message, whose parts are already shortened. */
const maxSentenceLength = 1000;

/**
 * Shows what failed and why, with a button for each action. VS Code shows a message with buttons until the user closes it.
 * @param consequence what the failure means, shown first
 */
export async function showServiceError(
  error: ServiceError,
  consequence?: string,
  retry?: () => unknown,
): Promise<void> {
  if (error.kind === 'cancelled') return;
  const actions = describeError(error).actions.filter((action) => action !== 'retry' || retry !== undefined);
  const titles = actions.map(titleOf);
  const sentence = escapeIconsAndLinks(errorSentence(error), maxSentenceLength);
  const text = consequence === undefined ? sentence : `${consequence} ${sentence}`;
  const choice = await window.showErrorMessage(text, ...titles);
  const action = actions.find((_, index) => titles[index] === choice);
  if (action === 'retry') await retry?.();
  else if (action === 'showLog' || action === 'checkConnection') await runCommand(action);
  else if (action !== undefined) await runCommand('replaceApiKey');
}

/** Runs what is not a command, and shows its error as that of a command. With *Retry*, it is run from its start. */
export async function showErrors(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isServiceError(error)) await showServiceError(error, undefined, () => showErrors(run));
    else {
      const text = error instanceof Error ? error.message : String(error);
      void window.showErrorMessage(escapeIconsAndLinks(text));
    }
  }
}

function titleOf(action: ErrorAction): string {
  return {
    retry: l10n.t('Retry'),
    enterApiKey: l10n.t('Enter API Key…'),
    replaceApiKey: l10n.t('Replace API Key…'),
    checkConnection: l10n.t('Check Connection…'),
    showLog: l10n.t('Show Log'),
  }[action];
}
