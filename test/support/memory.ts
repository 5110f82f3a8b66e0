import { EventEmitter, type ExtensionContext, type SecretStorageChangeEvent } from 'vscode';

/** The storage of an extension context, in memory. */
export interface Memory extends Pick<ExtensionContext, 'secrets' | 'globalState'> {
  readonly extension: { readonly packageJSON: { readonly version: string } };
  /** The content of `globalState`. */
  readonly state: ReadonlyMap<string, unknown>;
  /** The content of SecretStorage. */
  readonly kept: ReadonlyMap<string, string>;
}

/** @param listsSecrets whether SecretStorage has `keys`, as in newer versions of VS Code */
export function memory({ listsSecrets = false } = {}): Memory {
  const secrets = new Map<string, string>();
  const changed = new EventEmitter<SecretStorageChangeEvent>();
  const state = new Map<string, unknown>();
  return {
    state,
    kept: secrets,
    extension: { packageJSON: { version: '1.0.0' } },
    secrets: {
      get: (key) => Promise.resolve(secrets.get(key)),
      store: (key, value) => {
        secrets.set(key, value);
        changed.fire({ key });
        return Promise.resolve();
      },
      delete: (key) => {
        if (secrets.delete(key)) changed.fire({ key });
        return Promise.resolve();
      },
      ...(listsSecrets ? { keys: () => Promise.resolve([...secrets.keys()]) } : {}),
      onDidChange: changed.event,
    },
    globalState: {
      keys: () => [...state.keys()],
      get: (key: string, otherwise?: unknown) => (state.get(key) ?? otherwise) as never,
      update: (key, value) => {
        if (value === undefined) state.delete(key);
        else state.set(key, value);
        return Promise.resolve();
      },
      setKeysForSync: () => undefined,
    },
  };
}
