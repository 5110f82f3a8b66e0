import { EventEmitter, type ExtensionContext, type Disposable, type Event } from 'vscode';
import type { RequestRecord } from '../service/http';
import type { Schedule } from '../service/schedule';
import { originOf, type Connection } from './connection';
import { ApiKeys } from './keys';
import { keptListing } from './keptListing';
import { createSession, type Session } from './session';
import { forgetSessionState, memoryState, sessionState, type SessionState } from './sessionState';
import type { ListingMethod } from '../service/resources/project';
import { onDidChangeConnections, settings, writeConnection } from './settings';

const chosenName = 'activeConnection';

/** What VS Code tells about the extension, as far as it is needed. */
interface VersionedContext {
  readonly extension: { readonly packageJSON: { readonly version: string } };
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
    this.#keys = new ApiKeys(context.secrets);
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

  /** A session with `connection` that nothing else uses, in order to try a key that is not kept yet. */
  trial(connection: Connection, key: string): Session {
    return this.#sessionWith(connection, () => Promise.resolve(key), memoryState());
  }

  /**
   * Keeps a connection and its key, in the place of one with the same name, and uses it.
   * @param listing what a trial found out, so that nobody has to find it out again
   */
  async add(connection: Connection, key: string, listing?: ListingMethod): Promise<void> {
    await this.#together(async () => {
      if (connection.isDemo) this.#demo = connection;
      else await writeConnection(connection.name, connection);
      await this.#keys.write(connection, key);
      keptListing(this.#stateOf(connection), this.#version).write(listing);
      await this.#choose(connection);
    });
    this.#renew(connection);
  }

  async replaceKey(connection: Connection, key: string): Promise<void> {
    await this.#keys.write(connection, key);
  }

  /** Forgets a connection, its key and all that was kept about it. */
  async remove(connection: Connection): Promise<void> {
    await this.#together(async () => {
      if (connection.isDemo) {
        this.#demo = undefined;
        this.#demoState = memoryState();
        // Back to what was in use before the demo service.
        this.#chosen = this.context.globalState.get<string>(chosenName);
      } else {
        await writeConnection(connection.name, undefined);
        await forgetSessionState(this.context.globalState, connection.name);
      }
      await this.#keys.delete(connection);
    });
    this.#update();
  }

  async switchTo(connection: Connection): Promise<void> {
    await this.#choose(connection);
    this.#update();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #stateOf(connection: Connection): SessionState {
    return connection.isDemo ? this.#demoState : sessionState(this.context.globalState, connection.name);
  }

  async #choose(connection: Connection): Promise<void> {
    this.#chosen = connection.name;
    // The demo service leaves no trace.
    if (!connection.isDemo) await this.context.globalState.update(chosenName, connection.name);
  }

  async #together(change: () => Promise<void>): Promise<void> {
    this.#isChanging = true;
    try {
      await change();
    } finally {
      this.#isChanging = false;
    }
  }

  /** Uses what is chosen now, where that is another connection than before. */
  #update(): void {
    if (this.#isChanging) return;
    const { all } = this;
    const before = this.#session?.connection;
    const active = all.find(({ name }) => name === this.#chosen) ?? all[0];
    if (active?.name === before?.name && active?.baseUrl === before?.baseUrl) return;
    this.#renew(active);
  }

  #renew(connection: Connection | undefined): void {
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
      this.#session = this.#sessionWith(connection, readKey, this.#stateOf(connection));
    }
    this.#onDidChange.fire();
  }

  #sessionWith(
    connection: Connection,
    apiKey: () => Promise<string | undefined>,
    state: SessionState,
  ): Session {
    const schedule = (): Promise<Schedule> => this.#scheduleFor(originOf(connection));
    return createSession({
      connection,
      apiKey,
      state,
      version: this.#version,
      onRequest: (record) => {
        this.onRequest(record, connection);
      },
      schedule,
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
