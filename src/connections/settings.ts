import { Disposable, workspace, type LogOutputChannel } from 'vscode';
import { keysOf } from '../service/keys';
import type { Connection } from './connection';
import {
  holdsSecret,
  parseConnection,
  parseConnections,
  settingParsers,
  type ConnectionList,
  type SettingName,
  type SettingValues,
} from './settingValues';
import { showSettingsWarning } from './showSettingsWarning';

const section = 'poolview';

/** Represents a value that VS Code cannot read. No setting accepts it. */
const unreadable = Symbol('unreadable');

/** The names of invalid settings, without `poolview.`. */
export function invalidSettings(): readonly string[] {
  const names = keysOf(settingParsers);
  const invalid = names.filter((name) => {
    const written = read(name);
    return written !== undefined && written !== settingParsers[name](written);
  });
  return connectionList().isValid ? invalid : ['connections', ...invalid];
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

/** Warns about settings that contain a secret or are invalid, at startup and when there are new ones. */
export function warnOfSettings(log: LogOutputChannel): Disposable {
  let known = new Set<string>();
  const check = (): void => {
    const secrets = settingsWithSecrets();
    const invalid = invalidSettings();
    const wrong = new Set([...secrets.map((name) => `${name}: secret`), ...invalid]);
    const isNew = [...wrong].some((name) => !known.has(name));
    known = wrong;
    if (!isNew) return;
    void showSettingsWarning(log, secrets, invalid);
  };
  // Later, because the views should not wait for it.
  const first = setImmediate(check);
  const changes = onDidChangeSettings(check);
  return new Disposable(() => {
    clearImmediate(first);
    changes.dispose();
  });
}

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
  const hasName = (entry: unknown): boolean => parseConnection(entry).connection?.name === name;
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
    // VS Code throws if settings are nested too deeply.
    return unreadable;
  }
}
