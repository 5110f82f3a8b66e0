import { commands, Disposable, l10n, window, workspace, type LogOutputChannel } from 'vscode';
import { escapeIconsAndLinks } from '../text/text';
import { onDidChangeSettings, openConnectionsSetting, section } from './settings';
import { holdsSecret } from './settingValues';

/** Warns about settings that contain a key or password, at startup and when there are new ones. */
export function warnOfSecrets(log: LogOutputChannel): Disposable {
  let known = new Set<string>();
  const check = (): void => {
    const found = settingsWithSecrets();
    const isNew = found.some((name) => !known.has(name));
    known = new Set(found);
    if (isNew) void showWarning(log, found);
  };
  // Later, because the views should not wait for it.
  const first = setImmediate(check);
  const changes = onDidChangeSettings(check);
  return new Disposable(() => {
    clearImmediate(first);
    changes.dispose();
  });
}

/** The names of all settings below `poolview` that contain a key or password, including unknown ones. */
export function settingsWithSecrets(): readonly string[] {
  try {
    const configuration = workspace.getConfiguration(section);
    return (
      Object.keys(configuration)
        // VS Code adds functions to the settings.
        .filter((name) => typeof configuration[name] !== 'function')
        // A workspace can set settings that no extension contributes, but only the user's value counts.
        .filter((name) => holdsSecret(name, configuration.inspect(name)?.globalValue))
    );
  } catch {
    return [];
  }
}

async function showWarning(log: LogOutputChannel, found: readonly string[]): Promise<void> {
  const names = found.map((name) => escapeIconsAndLinks(`poolview.${name}`, 60));
  const text = [
    l10n.t('A key or password was found in {0}.', escapeIconsAndLinks(names.join(', '), 300)),
    l10n.t(
      "Don't store secrets in settings, which are copied and shared. Delete it there, treat it as compromised, and rotate it. Poolview asks for API keys and stores them in VS Code's secret storage.",
    ),
  ].join(' ');
  log.warn(text);
  const openSettings = l10n.t('Open Settings');
  if ((await window.showWarningMessage(text, openSettings)) !== openSettings) return;
  if (found.includes('connections')) await openConnectionsSetting();
  else await commands.executeCommand('workbench.action.openSettingsJson');
}
