import { EventEmitter, type ExtensionContext, type SecretStorageChangeEvent } from 'vscode';

/** What an extension is given to keep things in, in memory. */
export interface Memory extends Pick<ExtensionContext, 'secrets' | 'globalState'> {
  readonly extension: { readonly packageJSON: { readonly version: string } };
  /** What stands in `globalState`. */
  readonly state: ReadonlyMap<string, unknown>;
  /** What stands in SecretStorage. */
  readonly kept: ReadonlyMap<string, string>;
}

export function memory(): Memory {
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
      delete: (key) => Promise.resolve(void secrets.delete(key)),
      onDidChange: changed.event,
    },
    globalState: {
      keys: () => [...state.keys()],
      get: (key: string) => state.get(key) as never,
      update: (key, value) => Promise.resolve(void state.set(key, value)),
      setKeysForSync: () => undefined,
    },
  };
}
