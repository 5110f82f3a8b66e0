import type { Memento, SecretStorage } from 'vscode';
import type { Connection } from './connection';

/** `SecretStorage` with `keys`, which VS Code 1.100 does not have. */
interface Secrets extends SecretStorage {
  keys?(): Thenable<readonly string[]>;
}

const indexName = 'apiKeyNames';

/** The API keys in SecretStorage. A key is stored under the name and the base URL of its connection, and read by both. */
export class ApiKeys {
  /** Keys of connections that are themselves kept in memory only. */
  readonly #demo = new Map<string, string>();

  /** @param state keeps the names of the stored keys, for versions of VS Code that cannot list them */
  constructor(
    private readonly secrets: Secrets,
    private readonly state: Memento,
  ) {}

  /** undefined if no key was entered for this name and base URL. */
  async read(connection: Connection): Promise<string | undefined> {
    const name = secretName(connection);
    return connection.isDemo ? this.#demo.get(name) : this.secrets.get(name);
  }

  async write(connection: Connection, key: string): Promise<void> {
    const name = secretName(connection);
    if (connection.isDemo) {
      this.#demo.set(name, key);
      return;
    }
    // Before the key: a name without a key does no harm.
    if (!this.#index.includes(name)) await this.state.update(indexName, [...this.#index, name]);
    await this.secrets.store(name, key);
  }

  async delete(connection: Connection): Promise<void> {
    const name = secretName(connection);
    if (connection.isDemo) this.#demo.delete(name);
    else await this.deleteByName(name);
  }

  /** The names of all stored keys, as {@link secretName} builds them. */
  async names(): Promise<readonly string[]> {
    return this.secrets.keys === undefined ? this.#index : this.secrets.keys();
  }

  async deleteByName(name: string): Promise<void> {
    await this.secrets.delete(name);
    if (!this.#index.includes(name)) return;
    await this.state.update(
      indexName,
      this.#index.filter((other) => other !== name),
    );
  }

  /** Calls `listener` when the key of a connection may have changed, in this window or another. */
  onDidChange(listener: (isKeyOf: (connection: Connection) => boolean) => void) {
    return this.secrets.onDidChange(({ key }) => {
      listener((connection) => !connection.isDemo && key === secretName(connection));
    });
  }

  get #index(): readonly string[] {
    return this.state.get<readonly string[]>(indexName, []);
  }
}

/** The name that SecretStorage keeps the key of a connection under. */
export function secretName({ name, baseUrl }: Connection): string {
  return `apiKey:${JSON.stringify([name, baseUrl])}`;
}
