import type { SecretStorage } from 'vscode';
import { originOf, type Connection } from './connection';

/** What SecretStorage holds for a connection. */
interface KeptKey {
  readonly origin: string;
  readonly key: string;
}

/** The API keys: in SecretStorage, one for each connection, good only for the origin that it was entered for. */
export class ApiKeys {
  /** Keys of connections that are themselves kept in memory only. */
  readonly #demo = new Map<string, KeptKey>();

  constructor(private readonly secrets: SecretStorage) {}

  /** undefined where none was entered, or one for another origin. */
  async read(connection: Connection): Promise<string | undefined> {
    const kept = connection.isDemo
      ? this.#demo.get(connection.name)
      : parse(await this.secrets.get(secretName(connection.name)));
    return kept?.origin === originOf(connection) ? kept.key : undefined;
  }

  async write(connection: Connection, key: string): Promise<void> {
    const kept: KeptKey = { origin: originOf(connection), key };
    if (connection.isDemo) this.#demo.set(connection.name, kept);
    else await this.secrets.store(secretName(connection.name), JSON.stringify(kept));
  }

  async delete(connection: Connection): Promise<void> {
    if (connection.isDemo) this.#demo.delete(connection.name);
    else await this.secrets.delete(secretName(connection.name));
  }

  /** Calls `listener` when the key of the connection called so may have changed, in this window or another. */
  onDidChange(listener: (isKeyOf: (connection: Connection) => boolean) => void) {
    return this.secrets.onDidChange(({ key }) => {
      listener((connection) => !connection.isDemo && key === secretName(connection.name));
    });
  }
}

function secretName(connectionName: string): string {
  return `apiKey:${connectionName}`;
}

function parse(stored: string | undefined): KeptKey | undefined {
  if (stored === undefined) return undefined;
  try {
    const { origin, key } = JSON.parse(stored) as Partial<KeptKey>;
    return typeof origin === 'string' && typeof key === 'string' ? { origin, key } : undefined;
  } catch {
    return undefined;
  }
}
