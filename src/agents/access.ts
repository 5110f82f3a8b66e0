import { EventEmitter, window, type Disposable, type Memento } from 'vscode';
import type { Connection } from '../connections/connection';
import { onDidChangeSettings, settings, writeAgents, writeAgentTools } from '../connections/settings';
import { isTurnedOn, writeTurnedOn } from './turnedOn';

/** In `globalState`, while the demo service lists the tools. */
const listedForDemoName = 'agentToolsListedForDemo';

/**
 * Which connections agents may read: those that the setting lists, while they have the base URL and the API key for which the
 * user turned them on. The demo service is turned on for this window only.
 */
export class AgentAccess implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Agents may have got or lost access to a connection. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #listing: DemoListing;
  /** The demo service that was turned on. When it is started again, it is another object. */
  #demo: Connection | undefined;

  constructor(private readonly state: Memento) {
    this.#listing = new DemoListing(state);
    void this.#listing.end();
    this.#subscriptions = [
      this.#onDidChange,
      onDidChangeSettings(() => {
        this.#forgetUnlisted();
        this.#onDidChange.fire();
      }),
      // There is no event for what another window stores.
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#onDidChange.fire();
      }),
    ];
    this.#forgetUnlisted();
  }

  isOn(connection: Connection): boolean {
    return this.stateOf(connection) === 'on';
  }

  /** `unconfirmed` if the setting lists the connection, but the user has not turned it on for this base URL and API key. */
  stateOf(connection: Connection): 'on' | 'off' | 'unconfirmed' {
    if (connection.isDemo) return connection === this.#demo ? 'on' : 'off';
    if (!settings.agents.includes(connection.name)) return 'off';
    return isTurnedOn(this.state, connection) ? 'on' : 'unconfirmed';
  }

  /** Lets agents read a connection, which the user has confirmed. Throws if VS Code cannot write the setting. */
  async turnOn(connection: Connection): Promise<void> {
    if (connection.isDemo) {
      await this.#listing.start();
      this.#demo = connection;
    } else {
      // First, so that the name is not taken for one that the user has written into the setting.
      await writeTurnedOn(this.state, connection, true);
      try {
        await this.#listing.keep();
        await writeAgents(connection.name, true);
      } catch (error) {
        await writeTurnedOn(this.state, connection, false);
        throw error;
      }
    }
    this.#onDidChange.fire();
  }

  /** Throws if VS Code cannot write the setting. */
  async turnOff(connection: Connection): Promise<void> {
    if (connection.isDemo) {
      this.#demo = undefined;
      await this.#listing.end();
    } else {
      await writeAgents(connection.name, false);
      await writeTurnedOn(this.state, connection, false);
    }
    this.#onDidChange.fire();
  }

  /** Call this with the active connection: the demo service is turned off when it is another one. */
  setActive(active: Connection | undefined): void {
    if (this.#demo === undefined || this.#demo === active) return;
    this.#demo = undefined;
    void this.#listing.end();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** A name that is removed from the setting and listed again needs another confirmation. */
  #forgetUnlisted(): void {
    const { agents, connections } = settings;
    for (const connection of connections) {
      if (!agents.includes(connection.name) && isTurnedOn(this.state, connection)) {
        void writeTurnedOn(this.state, connection, false);
      }
    }
  }
}

/**
 * Lets VS Code list the tools while they are on for the demo service. That is a setting of all windows, which is restored
 * afterwards: if the window was closed before, when Poolview is next activated.
 */
class DemoListing {
  /** The writes are done one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly state: Memento) {}

  /** Throws if VS Code cannot write the setting. */
  start(): Promise<void> {
    return this.#next(async () => {
      if (settings.agentTools) return;
      await this.state.update(listedForDemoName, true);
      await writeAgentTools(true);
    });
  }

  end(): Promise<void> {
    return this.#next(async () => {
      if (this.state.get(listedForDemoName) !== true) return;
      await writeAgentTools(false);
      await this.state.update(listedForDemoName, undefined);
    });
  }

  /** The tools stay listed when the demo ends, because a connection was turned on. */
  keep(): Promise<void> {
    return this.#next(async () => {
      await this.state.update(listedForDemoName, undefined);
    });
  }

  #next(write: () => Promise<void>): Promise<void> {
    return (this.#last = this.#last.catch(() => undefined).then(write));
  }
}
