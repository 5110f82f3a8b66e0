import { commands, l10n, window, type LogOutputChannel } from 'vscode';
import { escapeIconsAndLinks } from '../text/text';
import { allowedText, policy } from './policy';
import { isSettingName } from './settingValues';

/** Shows which settings contain a secret or are invalid, and opens them if the user wants that. */
export async function showSettingsWarning(
  log: LogOutputChannel,
  secrets: readonly string[],
  invalid: readonly string[],
): Promise<void> {
  const text = warningText(
    secrets,
    invalid.filter((name) => !secrets.includes(name)),
  );
  log.warn(text);
  const openSettings = l10n.t('Open Settings');
  if ((await window.showWarningMessage(text, openSettings)) === openSettings) {
    await open([...secrets, ...invalid]);
  }
}

function warningText(secrets: readonly string[], invalid: readonly string[]): string {
  const sentences: string[] = [];
  if (secrets.length > 0) {
    sentences.push(
      l10n.t('A key or password was found in {0}.', listOf(secrets)),
      l10n.t(
        "Don't store secrets in settings, which are copied and shared. Delete it there, treat it as compromised, and rotate it. Poolview asks for API keys and stores them in VS Code's secret storage.",
      ),
    );
  }
  if (invalid.length > 0) {
    sentences.push(l10n.t('These settings have invalid values: {0}.', listOf(invalid)));
  }
  if (invalid.includes('connections') && policy.baseUrls !== undefined) {
    sentences.push(l10n.t('{0}.', escapeIconsAndLinks(allowedText(policy.baseUrls), 300)));
  }
  return sentences.join(' ');
}

function listOf(names: readonly string[]): string {
  const shown = names.map((name) => escapeIconsAndLinks(`poolview.${name}`, 60));
  return escapeIconsAndLinks(shown.join(', '), 300);
}

async function open(names: readonly string[]): Promise<void> {
  if (names.includes('connections')) {
    await openConnectionsSetting();
  } else if (names.every(isSettingName)) {
    const query = names.map((name) => `@id:poolview.${name}`).join(' ');
    await commands.executeCommand('workbench.action.openSettings', query);
  } else {
    await commands.executeCommand('workbench.action.openSettingsJson');
  }
}

/** Opens the settings file at the list of connections. */
export function openConnectionsSetting(): Thenable<unknown> {
  // The settings editor does not show such a list, and only the file of the default profile contains it.
  return commands.executeCommand('workbench.action.openApplicationSettingsJson', {
    revealSetting: { key: 'poolview.connections' },
  });
}
