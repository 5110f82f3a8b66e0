import { EventEmitter, type ExtensionContext, type Disposable, type Event } from 'vscode';
import type { RequestRecord } from '../service/http';
import type { Schedule } from '../service/schedule';
import { containsApiKey } from './apiKeyCheck';
import { originOf, type Connection } from './connection';
import type { FirstPage } from './firstPage';
import { ApiKeys, secretName } from './keys';
import { keptListing } from './keptListing';
import { createSession, type Session, type SessionOptions } from './session';
import { forgetSessionState, memoryState, sessionState, type SessionState } from './sessionState';
import type { ListingMethod } from '../service/resources/project';
import { onDidChangeConnections, settings, writeConnection } from './settings';
import { deleteUnownedKeys } from './unownedKeys';

const chosenName = 'activeConnection';

/** What VS Code tells about the extension, as far as it is needed. */
interface VersionedContext {
  readonly extension: { readonly packageJSON: { readonly version: string } };
}

/** What a service answered when an API key was tried. */
export interface Trial {
  readonly listing: ListingMethod | undefined;
  readonly firstPage: FirstPage | undefined;
}

/** What could not be removed; what is removed after it is still there, too. */
export class RemovalError extends Error {
  constructor(
    readonly part: 'key' | 'state' | 'settings',
    cause: unknown,
  ) {
    super(`The ${part} of the connection could not be removed.`, { cause });
  }
}

/** Which services there are, which one is in use, and its key. */
export class Connections implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** The session in use is another one: another connection, another base URL, another key. */
  readonly onDidChange: Event<void> = this.#onDidChange.event;
  readonly #onDidChangeList = new EventEmitter<void>();
  /** There are other connections than before. */
  readonly onDidChangeList: Event<void> = this.#onDidChangeList.event;

  readonly #keys: ApiKeys;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** Name of the connection that this window uses. Other windows choose theirs; what was chosen last is kept. */
  #chosen: string | undefined;
  #session: Session | undefined;
  /**
   * By origin: a service counts requests by where they come from, whatever the connection and the key. Whoever switches
   * to another connection and back finds the same one.
   */
  readonly #schedules = new Map<string, Promise<Schedule>>();
  #demo: Connection | undefined;
  #demoState = memoryState();
  /** Whether several things are changed that belong together: what each of them means is looked at when all are. */
  #isChanging = false;

  constructor(
    private readonly context: Pick<ExtensionContext, 'secrets' | 'globalState'> & VersionedContext,
    private readonly onRequest: (record: RequestRecord, connection: Connection) => void,
  ) {
    this.#keys = new ApiKeys(context.secrets, context.globalState);
    this.#chosen = context.globalState.get<string>(chosenName);
    this.#subscriptions = [
      this.#onDidChange,
      this.#onDidChangeList,
      onDidChangeConnections(() => {
        this.#onDidChangeList.fire();
        this.#update();
      }),
      this.#keys.onDidChange((isKeyOf) => {
        const connection = this.#session?.connection;
        if (connection !== undefined && !this.#isChanging && isKeyOf(connection)) this.#renew(connection);
      }),
      deleteUnownedKeys(this.#keys, context.globalState),
    ];
    this.#update();
  }

  get #version(): string {
    return this.context.extension.packageJSON.version;
  }

  get all(): readonly Connection[] {
    const demo = this.#demo;
    if (demo === undefined) return settings.connections;
    // A name tells a connection apart: as long as the demo service is there, it is the one called so.
    return [...settings.connections.filter(({ name }) => name !== demo.name), demo];
  }

  /** The session in use; undefined where nothing is connected. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** Where the web console of the service in use is. It takes no new session to be another one. */
  get consoleUrl(): string | undefined {
    return this.all.find(({ name }) => name === this.#session?.connection.name)?.consoleUrl;
  }

  /** Whether `text` contains the API key of any connection. A key that cannot be read cannot be compared. */
  async containsApiKey(text: string): Promise<boolean> {
    const all = [...settings.connections, ...(this.#demo === undefined ? [] : [this.#demo])];
    const keys = await Promise.all(all.map((one) => this.#keys.read(one).catch(() => undefined)));
    return keys.some((key) => key !== undefined && containsApiKey(text, key));
  }

  /** Tries a key that is not stored yet. Throws ServiceError if the service does not accept it. */
  async tryKey(connection: Connection, key: string, signal: AbortSignal): Promise<Trial> {
    let firstPage: FirstPage | undefined;
    const session = this.#sessionWith(connection, () => Promise.resolve(key), memoryState(), {
      onPage: (page) => (firstPage = page),
    });
    const pages = await session.projects();
    await pages.next({ signal });
    return { listing: session.offered, firstPage };
  }

  /**
   * Stores a connection and its key, replaces one with the same name, and uses it.
   * @param trial of the key: its answer is not requested again
   */
  async add(connection: Connection, key: string, trial?: Trial): Promise<void> {
    const isNew = !settings.connections.some((other) => secretName(other) === secretName(connection));
    await this.#change(
      () => this.#keys.write(connection, key),
      async () => {
        if (connection.isDemo) {
          this.#demo = connection;
        } else {
          try {
            await writeConnection(connection.name, connection);
          } catch (error) {
            if (isNew) await this.#keys.delete(connection);
            throw error;
          }
        }
        keptListing(this.#stateOf(connection), this.#version).write(trial?.listing);
        await this.#choose(connection);
      },
      trial?.firstPage,
    );
  }

  async replaceKey(connection: Connection, key: string): Promise<void> {
    await this.#keys.write(connection, key);
  }

  /**
   * Removes the key of a connection, then all that was stored about it, then its entry in the settings: as long as that
   * is there, the user can try again. Throws RemovalError.
   */
  async remove(connection: Connection): Promise<void> {
    await this.#change(
      () => removing('key', () => this.#keys.delete(connection)),
      async () => {
        if (connection.isDemo) {
          this.#demo = undefined;
          this.#demoState = memoryState();
          // Back to what was in use before the demo service.
          this.#chosen = this.context.globalState.get<string>(chosenName);
          return;
        }
        await removing('state', () => forgetSessionState(this.context.globalState, connection.name));
        await removing('settings', () => writeConnection(connection.name, undefined));
      },
    );
  }

  async switchTo(connection: Connection): Promise<void> {
    await this.#choose(connection);
    this.#update();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #stateOf(connection: Connection): SessionState {
    return connection.isDemo ? this.#demoState : sessionState(this.context.globalState, connection);
  }

  async #choose(connection: Connection): Promise<void> {
    this.#chosen = connection.name;
    // The demo service leaves no trace.
    if (!connection.isDemo) await this.context.globalState.update(chosenName, connection.name);
  }

  /**
   * Makes changes that belong together and then renews the session, even if `rest` fails. If `first` fails, nothing has
   * changed.
   * @param firstPage what the new session starts with
   */
  async #change(first: () => Promise<void>, rest: () => Promise<void>, firstPage?: FirstPage): Promise<void> {
    let page: FirstPage | undefined;
    let hasChanged = false;
    this.#isChanging = true;
    try {
      await first();
      hasChanged = true;
      await rest();
      page = firstPage;
    } finally {
      this.#isChanging = false;
      if (hasChanged) this.#renew(this.#active, page);
    }
  }

  get #active(): Connection | undefined {
    const { all } = this;
    return all.find(({ name }) => name === this.#chosen) ?? all[0];
  }

  /** Uses what is chosen now, where that is another connection than before. */
  #update(): void {
    if (this.#isChanging) return;
    const before = this.#session?.connection;
    const active = this.#active;
    if (active?.name === before?.name && active?.baseUrl === before?.baseUrl) return;
    this.#renew(active);
  }

  #renew(connection: Connection | undefined, firstPage?: FirstPage): void {
    if (connection === undefined) {
      this.#session = undefined;
    } else {
      // Read once: SecretStorage is in another process, and a new key makes a new session.
      let key: Promise<string | undefined> | undefined;
      const readKey = (): Promise<string | undefined> =>
        (key ??= this.#keys.read(connection).catch((error: unknown) => {
          key = undefined;
          throw error;
        }));
      this.#session = this.#sessionWith(connection, readKey, this.#stateOf(connection), { firstPage });
    }
    this.#onDidChange.fire();
  }

  #sessionWith(
    connection: Connection,
    apiKey: () => Promise<string | undefined>,
    state: SessionState,
    pages: Pick<SessionOptions, 'firstPage' | 'onPage'>,
  ): Session {
    return createSession({
      connection,
      apiKey,
      state,
      ...pages,
      version: this.#version,
      onRequest: (record) => {
        this.onRequest(record, connection);
      },
      schedule: () => this.#scheduleFor(originOf(connection)),
      containsApiKey: (text) => this.containsApiKey(text),
    });
  }

  #scheduleFor(origin: string): Promise<Schedule> {
    let schedule = this.#schedules.get(origin);
    if (schedule === undefined) {
      schedule = import('../service/schedule').then(({ Schedule }) => new Schedule());
      this.#schedules.set(origin, schedule);
    }
    return schedule;
  }
}

async function removing(part: RemovalError['part'], remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    throw new RemovalError(part, error);
  }
}
