import type { Memento, SecretStorage } from 'vscode';
import type { ConnectionIdentity } from './connection';
import { forgetKeyState } from './sessionState';

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
    if (before !== key) await forgetKeyState(this.state, connection);
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
