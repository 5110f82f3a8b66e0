import { commands, l10n, window, workspace, type Disposable } from 'vscode';
import { escapeIconsAndLinks } from '../text/text';
import type { Connection } from './connection';
import {
  parseConnection,
  parseConnections,
  settingParsers,
  type ConnectionList,
  type RefusedConnection,
  type SettingName,
  type SettingValues,
} from './settingValues';

export const section = 'poolview';

/** Calls `listener` when a setting has changed. @param name limits it to this setting */
export function onDidChangeSettings(listener: () => void, name?: 'connections'): Disposable {
  const changed = name === undefined ? section : `${section}.${name}`;
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(changed)) listener();
  });
}

/**
 * Replaces the connection with this name in the user's settings, or removes it. Invalid entries stay, because the user may
 * only have mistyped them.
 */
export async function writeConnection(name: string, connection: Connection | undefined): Promise<void> {
  const value = read('connections');
  const entries: unknown[] = Array.isArray(value) ? value : [];
  const hasName = (entry: unknown): boolean => parseConnection(entry)?.name === name;
  const others = entries.filter((entry) => !hasName(entry));
  await workspace
    .getConfiguration(section)
    .update('connections', connection === undefined ? others : [...others, connection], true);
}

/** Adds a name to the setting `poolview.agents`, or removes it. Invalid entries stay, as in {@link writeConnection}. */
export async function writeAgents(name: string, isListed: boolean): Promise<void> {
  const value = read('agents');
  const entries: unknown[] = Array.isArray(value) ? value : [];
  if (entries.includes(name) === isListed) return;
  const agents = isListed ? [...entries, name] : entries.filter((entry) => entry !== name);
  await workspace.getConfiguration(section).update('agents', agents, true);
}

/** The connections in the settings. */
export function connectionList(): ConnectionList {
  return parseConnections(read('connections'));
}

/** The value of a setting: whatever the settings file contains, it is in range. */
export function readSetting<Name extends SettingName>(name: Name): SettingValues[Name] {
  return settingParsers[name](read(name));
}

function read(name: SettingName | 'connections'): unknown {
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
