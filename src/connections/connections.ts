import { EventEmitter, type ExtensionContext, type Disposable, type Event } from 'vscode';
import type { RequestRecord } from '../service/http';
import type { Connection } from './connection';
import { ApiKeys } from './keys';
import {
  createSession,
  forgetSessionState,
  listingState,
  memoryState,
  sessionState,
  type Session,
  type SessionState,
} from './session';
import type { ListingMethod } from '../service/resources/project';
import { onDidChangeSettings, settings, writeConnection } from './settings';

const activeName = 'activeConnection';

/** Which services there are, which one is in use, and its key. */
export class Connections implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** The session in use is another one: another connection, another base URL, another key. */
  readonly onDidChange: Event<void> = this.#onDidChange.event;

  readonly #keys: ApiKeys;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #session: Session | undefined;
  #demo: Connection | undefined;
  #demoIsActive = false;
  #demoState = memoryState();

  constructor(
    private readonly context: Pick<ExtensionContext, 'secrets' | 'globalState'>,
    private readonly onRequest: (record: RequestRecord) => void,
  ) {
    this.#keys = new ApiKeys(context.secrets);
    this.#subscriptions = [
      this.#onDidChange,
      onDidChangeSettings(['connections'], () => {
        this.#update();
      }),
      this.#keys.onDidChange((isKeyOf) => {
        if (this.#session !== undefined && isKeyOf(this.#session.connection)) {
          this.#renew(this.#session.connection);
        }
      }),
    ];
    this.#update();
  }

  get all(): readonly Connection[] {
    return this.#demo === undefined ? settings.connections : [...settings.connections, this.#demo];
  }

  /** The session in use; undefined where nothing is connected. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** A session with `connection` that nothing else uses, in order to try a key that is not kept yet. */
  trial(connection: Connection, key: string): Session {
    return createSession({
      connection,
      apiKey: () => Promise.resolve(key),
      state: memoryState(),
      onRequest: this.onRequest,
    });
  }

  /**
   * Keeps a connection and its key, in the place of one with the same name, and uses it.
   * @param listing what a trial found out, so that nobody has to find it out again
   */
  async add(connection: Connection, key: string, listing?: ListingMethod): Promise<void> {
    await this.#keys.write(connection, key);
    await this.#stateOf(connection).write(listingState, listing);
    if (connection.isDemo) {
      this.#demo = connection;
    } else {
      try {
        await writeConnection(connection.name, connection);
      } catch (error) {
        // Settings that cannot be written are no reason to keep a key that nothing refers to.
        await this.#keys.delete(connection);
        throw error;
      }
    }
    await this.switchTo(connection);
  }

  async replaceKey(connection: Connection, key: string): Promise<void> {
    await this.#keys.write(connection, key);
  }

  /** Forgets a connection, its key and all that was kept about it. */
  async remove(connection: Connection): Promise<void> {
    if (connection.isDemo) {
      this.#demo = undefined;
      this.#demoState = memoryState();
    } else {
      await writeConnection(connection.name, undefined);
      await forgetSessionState(this.context.globalState, connection.name);
    }
    this.#update();
    // Last: while the connection is in use, a change of its key would make a new session.
    await this.#keys.delete(connection);
  }

  async switchTo(connection: Connection): Promise<void> {
    this.#demoIsActive = connection.isDemo === true;
    // The demo service leaves no trace: after it, the connection before it is in use again.
    if (!connection.isDemo) await this.context.globalState.update(activeName, connection.name);
    this.#update();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #stateOf(connection: Connection): SessionState {
    return connection.isDemo ? this.#demoState : sessionState(this.context.globalState, connection.name);
  }

  /** Uses what is chosen now, where that is another connection than before. */
  #update(): void {
    const chosen = this.context.globalState.get<string>(activeName);
    const kept = settings.connections;
    const active =
      (this.#demoIsActive ? this.#demo : undefined) ??
      kept.find(({ name }) => name === chosen) ??
      kept[0] ??
      this.#demo;
    const before = this.#session?.connection;
    if (active?.name === before?.name && active?.baseUrl === before?.baseUrl) return;
    this.#renew(active);
  }

  #renew(connection: Connection | undefined): void {
    if (connection === undefined) {
      this.#session = undefined;
    } else {
      // Asked for once: SecretStorage is in another process, and a new key makes a new session.
      let key: Promise<string | undefined> | undefined;
      this.#session = createSession({
        connection,
        apiKey: () => (key ??= this.#keys.read(connection)),
        state: this.#stateOf(connection),
        onRequest: this.onRequest,
      });
    }
    this.#onDidChange.fire();
  }
}
