import { EventEmitter, type Disposable, type ExtensionContext } from 'vscode';
import type { RequestRecord } from '../service/http';
import { ServiceError } from '../service/errors';
import type { Schedule } from '../service/schedule';
import { isSameConnection, originOf, type Connection } from './connection';
import { type FirstPage, createSession, storedRefusals, type Session, type SessionOptions } from './session';
import { KeyIdentities, ApiKeys, deleteUnownedKeys, secretName } from './keys';
import { forgetState, memoryState, sessionState, type SessionState } from './storage';
import { connectionList, onDidChangeSettings, readSetting, writeAgents, writeConnection } from './settings';
import { containsApiKey } from '../service/redaction';

const chosenName = 'activeConnection';

/**
 * In the state of a connection: it was read-only, and stays so until the user allows changes. `listed` until the user was asked
 * because the settings no longer say so, then `asked`.
 */
const readOnlyName = 'readOnly';

type Context = Pick<ExtensionContext, 'secrets' | 'globalState'> & {
  readonly extension: { readonly packageJSON: { readonly version: string } };
};

/** The connection to the demo service, which is never stored. */
interface Demo {
  readonly connection: Connection;
  readonly key: string;
  readonly state: SessionState;
}

/** A part of a connection could not be removed. The parts after it were not touched. */
export class RemovalError extends Error {
  constructor(
    readonly part: 'key' | 'state' | 'settings',
    cause: unknown,
  ) {
    super(`The ${part} of the connection could not be removed.`, { cause });
  }
}

/** The connections, their API keys and the active session. */
export class Connections implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** The active session was replaced: the connection, its base URL or its key changed. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #onDidChangeList = new EventEmitter<void>();
  /** The connections in the settings changed. */
  readonly onDidChangeList = this.#onDidChangeList.event;

  readonly #keys: ApiKeys;
  readonly #keyIdentities = new KeyIdentities();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** By origin: a service limits the requests of a computer, not of a connection or a key. */
  readonly #schedules = new Map<string, Promise<Schedule>>();
  /** The name of the active connection of this window. Other windows have their own; the last choice is stored. */
  #chosen: string | undefined;
  #session: Session | undefined;
  #demo: Demo | undefined;
  /** Set during changes that belong together, so that their events do not renew the session. */
  #isChanging = false;

  constructor(
    private readonly context: Context,
    private readonly onRequest: (record: RequestRecord, connection: Connection) => void,
  ) {
    const { secrets, globalState } = context;
    this.#keys = new ApiKeys(secrets, globalState);
    this.#chosen = globalState.get<string>(chosenName);
    this.#subscriptions = [
      this.#onDidChange,
      this.#onDidChangeList,
      onDidChangeSettings(() => {
        this.#rememberReadOnly();
        this.#onDidChangeList.fire();
        this.#update();
      }, 'connections'),
      secrets.onDidChange(({ key }) => {
        this.#keyIdentities.end(key);
        const connection = this.#session?.connection;
        if (this.#isChanging || connection === undefined || key !== secretName(connection)) return;
        this.#renew(connection);
      }),
      deleteUnownedKeys(this.#keys, globalState),
    ];
    this.#rememberReadOnly();
    this.#update();
  }

  /** Read-only are also those that the settings no longer call so, until the user allows changes. */
  get all(): readonly Connection[] {
    const stored = connectionList().connections.map((one) =>
      this.#stateOf(one).read(readOnlyName) === undefined ? one : { ...one, readOnly: true as const },
    );
    if (this.#demo === undefined) return stored;
    // Names are unique: the demo service hides a connection with the same name.
    const { connection } = this.#demo;
    return [...stored.filter(({ name }) => name !== connection.name), connection];
  }

  /** The connection that the user chose, which may be gone. */
  get chosenName(): string | undefined {
    return this.#chosen;
  }

  /** The active session; undefined without a connection. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** The console URL of the active connection. Changing it does not renew the session. */
  get consoleUrl(): string | undefined {
    return this.all.find(({ name }) => name === this.#session?.connection.name)?.consoleUrl;
  }

  /** Whether `text` contains the API key of any connection. A key that cannot be read is not compared. */
  async containsApiKey(text: string): Promise<boolean> {
    const stored = connectionList().connections.map((one) => this.#keys.read(one).catch(() => undefined));
    const keys = [...(await Promise.all(stored)), this.#demo?.key];
    return keys.some((key) => key !== undefined && containsApiKey(text, key));
  }

  /** Checks, without a key, whether a service answers. Throws ServiceError. */
  async checkHost(connection: Connection, signal: AbortSignal): Promise<void> {
    const { checkHost } = await import('../service/hostCheck');
    const onRequest = (record: RequestRecord): void => {
      this.onRequest(record, connection);
    };
    const { baseUrl } = connection;
    await checkHost(
      { baseUrl, timeoutMs: () => readSetting('requestTimeoutSeconds') * 1000, onRequest },
      signal,
    );
  }

  /** Tries a key before it is stored. Throws ServiceError if the service does not accept it. */
  async tryKey(connection: Connection, key: string, signal: AbortSignal): Promise<FirstPage | undefined> {
    let firstPage: FirstPage | undefined;
    const session = this.#createSession(connection, memoryState(), () => Promise.resolve(key), {
      onPage: (page) => (firstPage = page),
    });
    const pages = await session.projects();
    await pages.next({ signal });
    return firstPage;
  }

  /**
   * Stores a connection and its key, replaces a connection with the same name, and uses it.
   * @param firstPage of the trial of the key: it is not requested again
   */
  async add(connection: Connection, key: string, firstPage?: FirstPage): Promise<void> {
    if (connection.isDemo) {
      this.#demo = { connection, key, state: this.#demo?.state ?? memoryState() };
      this.#chosen = connection.name;
      this.#renew(connection);
      return;
    }
    const isNew = listed(connection) === undefined;
    await this.#change(
      () => this.#keys.write(connection, key),
      async () => {
        const state = this.#stateOf(connection);
        // If it is to be read-only no more, the user is asked.
        if (state.read(readOnlyName) !== undefined) await state.write(readOnlyName, 'listed');
        try {
          await writeConnection(connection.name, connection);
        } catch (error) {
          if (isNew) await this.#keys.delete(secretName(connection));
          throw error;
        }
        if (firstPage?.query.method === 'get') {
          storedRefusals(state, this.appVersion).refuse(
            new ServiceError({ kind: 'unsupported', operation: 'listProjects' }),
          );
        }
        await this.#choose(connection);
      },
      firstPage,
    );
  }

  /** Whether to ask if changes are allowed, because the settings no longer say read-only. True once for each edit. */
  takeQuestion(): boolean {
    // The user may have allowed it in another window.
    this.#update();
    const { connection, state } = this.#session ?? {};
    const isNew = state?.read(readOnlyName) === 'listed' && !listed(connection)?.readOnly;
    if (isNew) void state.write(readOnlyName, 'asked');
    return isNew;
  }

  async allowChanges(connection: Connection): Promise<void> {
    await this.#stateOf(connection).write(readOnlyName, undefined);
    const entry = listed(connection);
    if (entry?.readOnly) await writeConnection(entry.name, { ...entry, readOnly: undefined });
    this.#update();
  }

  async replaceKey(connection: Connection, key: string): Promise<void> {
    await this.#keys.write(connection, key);
  }

  /**
   * Removes the key of a connection, then its state, then its entries in the settings, so that the user can retry after an
   * error. Throws RemovalError.
   * @param removeFiles removes the rest of its state
   */
  async remove(connection: Connection, removeFiles?: () => Promise<void>): Promise<void> {
    const { globalState } = this.context;
    if (connection.isDemo) {
      this.#demo = undefined;
      this.#keyIdentities.end(secretName(connection));
      this.#chosen = globalState.get<string>(chosenName);
      this.#renew(this.#active);
      return;
    }
    await this.#change(
      () => removePart('key', this.#keys.delete(secretName(connection))),
      async () => {
        const forgotten = forgetState(globalState, connection.name).then(removeFiles);
        await removePart('state', forgotten);
        // Agents may not read a later connection with the same name, unless the user confirms it again.
        await removePart('settings', writeAgents(connection.name, false));
        await removePart('settings', writeConnection(connection.name, undefined));
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

  get appVersion(): string {
    return this.context.extension.packageJSON.version;
  }

  get #active(): Connection | undefined {
    const { all } = this;
    return all.find(({ name }) => name === this.#chosen) ?? all[0];
  }

  #rememberReadOnly(): void {
    for (const connection of connectionList().connections) {
      const state = this.#stateOf(connection);
      const isNew = connection.readOnly && state.read(readOnlyName) !== 'listed';
      if (isNew) void state.write(readOnlyName, 'listed');
    }
  }

  #stateOf(connection: Connection): SessionState {
    if (connection.isDemo && this.#demo !== undefined) return this.#demo.state;
    return sessionState(this.context.globalState, connection);
  }

  async #choose(connection: Connection): Promise<void> {
    this.#chosen = connection.name;
    if (!connection.isDemo) await this.context.globalState.update(chosenName, connection.name);
  }

  /** Makes changes that belong together, then renews the session, even if `rest` fails, but not if `first` does. */
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

  /** Renews the session if another connection is active than before. */
  #update(): void {
    const before = this.#session?.connection;
    const active = this.#active;
    if (this.#isChanging || active === before) return;
    const isSame = active !== undefined && before !== undefined && isSameConnection(active, before);
    if (isSame && active.readOnly === before.readOnly) return;
    this.#renew(active);
  }

  #renew(connection: Connection | undefined, firstPage?: FirstPage): void {
    this.#session =
      connection === undefined
        ? undefined
        : this.#createSession(connection, this.#stateOf(connection), this.#keyReader(connection), {
            firstPage,
          });
    this.#onDidChange.fire();
  }

  /** Reads the key once, because SecretStorage is in another process: a new key makes a new session. */
  #keyReader(connection: Connection): () => Promise<string | undefined> {
    if (connection.isDemo) {
      const demoKey = this.#demo?.key;
      return () => Promise.resolve(demoKey);
    }
    let key: Promise<string | undefined> | undefined;
    return () =>
      (key ??= this.#keys.read(connection).catch((error: unknown) => {
        key = undefined;
        throw error;
      }));
  }

  #createSession(
    connection: Connection,
    state: SessionState,
    apiKey: () => Promise<string | undefined>,
    pages: Partial<SessionOptions>,
  ): Session {
    return createSession({
      connection,
      keyIdentity: this.#keyIdentities.of(secretName(connection)),
      state,
      apiKey,
      // A session that is still used after another one replaced it is bound by both.
      isReadOnly: () => connection.readOnly === true || state.read(readOnlyName) !== undefined,
      ...pages,
      version: this.appVersion,
      onRequest: (record) => {
        this.onRequest(record, connection);
      },
      schedule: () => {
        const origin = originOf(connection);
        const known = this.#schedules.get(origin);
        const schedule = known ?? import('../service/schedule').then(({ Schedule }) => new Schedule());
        this.#schedules.set(origin, schedule);
        return schedule;
      },
      containsApiKey: (text) => this.containsApiKey(text),
    });
  }
}

/** The entry of a connection in the settings. */
function listed(connection: Connection | undefined): Connection | undefined {
  return connection && connectionList().connections.find((one) => isSameConnection(one, connection));
}

async function removePart(part: RemovalError['part'], removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    throw new RemovalError(part, error);
  }
}
