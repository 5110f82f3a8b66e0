import { EventEmitter, window, type Disposable, type Memento } from 'vscode';
import type { Connection } from '../connections/connection';
import { onDidChangeSettings, settings, writeAgents } from '../connections/settings';
import { DemoListing } from './demoListing';
import { isTurnedOn, writeTurnedOn } from './turnedOn';

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

  /** Turns off the demo service when it is not the active connection any more. */
  follow(active: Connection | undefined): void {
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
