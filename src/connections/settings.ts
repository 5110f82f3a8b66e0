import { commands, l10n, window, workspace, Disposable, type LogOutputChannel } from 'vscode';
import { escapeIconsAndLinks } from '../text/text';
import type { Connection } from './connection';
import {
  parseConnection,
  parseConnections,
  settingParsers,
  type RefusedConnection,
  type SettingName,
  type SettingValues,
  holdsSecret,
} from './settingValues';

const section = 'poolview';

/** Calls `listener` when a setting has changed. @param name limits it to this setting */
export function onDidChangeSettings(listener: () => void, name?: 'connections'): Disposable {
  const changed = name === undefined ? section : `${section}.${name}`;
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(changed)) listener();
  });
}

/** Replaces the connection with this name in the user's settings, or removes it. */
export async function writeConnection(name: string, connection: Connection | undefined): Promise<void> {
  const others = entriesOf('connections').filter((entry) => parseConnection(entry)?.name !== name);
  await writeEntries('connections', connection === undefined ? others : [...others, connection]);
}

/** Adds a name to the setting `poolview.agents`, or removes it. */
export async function writeAgents(name: string, isListed: boolean): Promise<void> {
  const entries = entriesOf('agents');
  const others = entries.filter((entry) => entry !== name);
  if (others.length < entries.length !== isListed)
    await writeEntries('agents', isListed ? [...others, name] : others);
}

/** The entries of a list, also invalid ones, which stay: the user may only have mistyped them. */
function entriesOf(name: 'connections' | 'agents'): readonly unknown[] {
  const value = readWritten(name);
  return Array.isArray(value) ? value : [];
}

function writeEntries(name: 'connections' | 'agents', entries: readonly unknown[]): Thenable<void> {
  return workspace.getConfiguration(section).update(name, entries, true);
}

/** The connections in the settings. */
export function connectionList(): ReturnType<typeof parseConnections> {
  return parseConnections(readWritten('connections'));
}

/** The value of a setting: whatever the settings file contains, it is in range. */
export function readSetting<Name extends SettingName>(name: Name): SettingValues[Name] {
  return settingParsers[name](readWritten(name));
}

function readWritten(name: SettingName | 'connections'): unknown {
  try {
    return workspace.getConfiguration(section).get<unknown>(name);
  } catch {
    // VS Code throws if settings are nested too deeply. No setting accepts this.
    return null;
  }
}

/** Opens the settings file at the list of connections. */
export function openConnectionsSetting(): Thenable<unknown> {
  // The settings editor does not show such a list, and only the file of the default profile contains it.
  return commands.executeCommand('workbench.action.openApplicationSettingsJson', {
    revealSetting: { key: 'poolview.connections' },
  });
}

/** Says why a connection in the settings can't be used. */
export async function showRefused({ name, reason }: RefusedConnection): Promise<void> {
  const openSettings = l10n.t('Open Settings');
  const text = l10n.t(
    "{0} can't be used: {1}.",
    escapeIconsAndLinks(name, 60),
    escapeIconsAndLinks(reason, 300),
  );
  if ((await window.showErrorMessage(text, openSettings)) === openSettings) await openConnectionsSetting();
}

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
