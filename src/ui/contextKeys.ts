import { commands } from 'vscode';

/** The context keys of Poolview, as `when` clauses in `package.json` name them, and the type of each. */
interface ContextKeys {
  /** Not set until Poolview is activated. */
  readonly 'poolview.state': 'disconnected' | 'connected';
  /** Whether an item is selected in the Projects view. */
  readonly 'poolview.rowSelected': boolean;
  /** Whether the active connection is read-only. */
  readonly 'poolview.readOnly': boolean;
  readonly 'poolview.severalConnections': boolean;
  readonly 'poolview.hasConsole': boolean;
  readonly 'poolview.settingsWrong': boolean;
  readonly 'poolview.filtered': boolean;
  readonly 'poolview.allLoaded': boolean;
  readonly 'poolview.takesPools': boolean;
  readonly 'poolview.hasFavorites': boolean;
  readonly 'poolview.rolesFixed': boolean;
  /** Whether agents may read the active connection. */
  readonly 'poolview.agentsOn': boolean;
}

const current = new Map<string, unknown>();

/** Sets a context key if its value is new, because VS Code evaluates all `when` clauses after each change. */
export function setContextKey<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  if (current.get(key) === value) return;
  current.set(key, value);
  void commands.executeCommand('setContext', key, value);
}
