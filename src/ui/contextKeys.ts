import { commands } from 'vscode';

/** The context keys of Poolview, as `when` clauses in `package.json` name them, and the type of each. */
interface ContextKeys {
  /** Missing until Poolview is activated: before that, nothing is hidden or promised. */
  readonly 'poolview.state': 'disconnected' | 'connected';
  readonly 'poolview.severalConnections': boolean;
  readonly 'poolview.hasConsole': boolean;
  readonly 'poolview.settingsWrong': boolean;
  readonly 'poolview.filtered': boolean;
  readonly 'poolview.attentionOnly': boolean;
  readonly 'poolview.allLoaded': boolean;
  readonly 'poolview.takesPools': boolean;
  readonly 'poolview.rolesFixed': boolean;
}

const current = new Map<string, unknown>();

/** Sets a context key if its value is new: each change makes VS Code evaluate all `when` clauses again. */
export function setContextKey<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  if (current.get(key) === value) return;
  current.set(key, value);
  void commands.executeCommand('setContext', key, value);
}
