import type { Memento, SecretStorage } from 'vscode';
import type { ConnectionIdentity } from './connection';
import { forgetState } from './storage';
import { connectionList } from './settings';
import { dayMs } from '../text/format';

/** `SecretStorage` with `keys`, which VS Code 1.100 lacks. */
interface Secrets extends SecretStorage {
  keys?(): Thenable<readonly string[]>;
}

const indexName = 'apiKeyNames';

/** The API keys in SecretStorage. */
export class ApiKeys {
  /** @param state stores the names of the keys, for versions of VS Code that cannot list them */
  constructor(
    private readonly secrets: Secrets,
    private readonly state: Memento,
  ) {}

  /** undefined if no key was entered for this name and base URL. */
  async read(connection: ConnectionIdentity): Promise<string | undefined> {
    return this.secrets.get(secretName(connection));
  }

  /** Stores a key. What belonged to another one before is deleted first. */
  async write(connection: ConnectionIdentity, key: string): Promise<void> {
    // A key that cannot be read can still be replaced.
    const before = await this.read(connection).catch(() => undefined);
    if (before !== key) await forgetState(this.state, connection);
    const name = secretName(connection);
    // Written before the key: a name without a key does no harm.
    if (!this.#index.includes(name)) await this.state.update(indexName, [...this.#index, name]);
    await this.secrets.store(name, key);
  }

  /** The names of all stored keys, as {@link secretName} builds them. */
  async names(): Promise<readonly string[]> {
    return this.secrets.keys === undefined ? this.#index : this.secrets.keys();
  }

  async delete(name: string): Promise<void> {
    await this.secrets.delete(name);
    if (!this.#index.includes(name)) return;
    const others = this.#index.filter((other) => other !== name);
    await this.state.update(indexName, others);
  }

  get #index(): readonly string[] {
    return this.state.get<readonly string[]>(indexName, []);
  }
}

/** The name of the secret. A key belongs to the name and the base URL that it was entered for. */
export function secretName({ name, baseUrl }: ConnectionIdentity): string {
  return `apiKey:${JSON.stringify([name, baseUrl])}`;
}

const unownedName = 'unownedSince';

/** After this time, this window's settings contain a connection that another window is adding. */
const delayMs = 60_000;

/** Deletes the keys of connections that the user deleted from the settings, one minute after startup. */
export function deleteUnownedKeys(keys: ApiKeys, state: Memento): { dispose(): void } {
  // Listed now, because a key that is stored later belongs to a connection that is being added.
  const stored = keys.names();
  // If the keyring fails, this is tried again at the next startup.
  const ignore = (): void => undefined;
  stored.catch(ignore);
  const timer = setTimeout(() => {
    stored.then((names) => deleteUnowned(names, keys, state)).catch(ignore);
  }, delayMs);
  return {
    dispose: () => {
      clearTimeout(timer);
    },
  };
}

async function deleteUnowned(names: readonly string[], keys: ApiKeys, state: Memento): Promise<void> {
  const { connections, isWhole } = connectionList();
  // An invalid entry may be a mistyped connection that owns a key.
  if (!isWhole) return;
  const owned = new Set(connections.map(secretName));
  const before = state.get<Readonly<Record<string, number>>>(unownedName, {});
  const now = Date.now();
  const waiting: Record<string, number> = {};
  for (const name of names) {
    if (owned.has(name)) continue;
    const since = before[name] ?? now;
    // VS Code also returns an empty list if it cannot read settings.json, so a key is kept for a day.
    if (connections.length > 0 || now - since >= dayMs) await keys.delete(name);
    else waiting[name] = since;
  }
  await state.update(unownedName, waiting);
}

/** One API key of a connection. What was read with one key is not compared with what another one reads. */
export interface KeyIdentity {
  /** Aborted when the key was replaced or deleted: what was read with it must be dropped. */
  readonly ended: AbortSignal;
}

/** The identities of the API keys, by the names of their secrets. */
export class KeyIdentities {
  readonly #current = new Map<string, KeyIdentity & { readonly end: AbortController }>();

  /** The same object until the key ends. */
  of(secretName: string): KeyIdentity {
    const end = new AbortController();
    const current = this.#current.get(secretName) ?? { end, ended: end.signal };
    this.#current.set(secretName, current);
    return current;
  }

  /** The key was replaced or deleted. */
  end(secretName: string): void {
    const current = this.#current.get(secretName);
    this.#current.delete(secretName);
    current?.end.abort();
  }
}
