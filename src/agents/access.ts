import { EventEmitter, window, type Disposable, type Memento } from 'vscode';
import type { Connection, ConnectionIdentity } from '../connections/connection';
import { policy } from '../connections/policy';
import { keyState } from '../connections/sessionState';
import {
  connectionList,
  onDidChangeSettings,
  readSetting,
  writeAgents,
  writeAgentTools,
} from '../connections/settings';
import type { ActiveInventory } from '../items/inventories';

/** In `globalState`, of each connection and key that agents may read. */
const turnedOnName = 'agents';

/** In `globalState`, while the demo service lists the tools. */
const listedForDemoName = 'agentToolsListedForDemo';

/**
 * Which connections agents may read: those that the setting lists, while they have the base URL and the API key for which the
 * user turned them on. The demo service is turned on for this window only.
 */
export class AgentAccess implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Agents may have got or lost access to a connection, or another one is active. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #listing: DemoListing;
  /** The demo service that was turned on. When it is started again, it is another object. */
  #demo: Connection | undefined;

  constructor(
    private readonly state: Memento,
    private readonly inventories: ActiveInventory,
  ) {
    this.#listing = new DemoListing(state);
    void this.#listing.end();
    this.#subscriptions = [
      this.#onDidChange,
      onDidChangeSettings(() => {
        this.#forgetUnlisted();
        this.#changed();
      }),
      // There is no event for what another window stores.
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#changed();
      }),
      inventories.onDidChangeActive(this.#changed),
    ];
    this.#forgetUnlisted();
  }

  /** Whether agents may read the active connection. */
  get activeState(): ReturnType<AgentAccess['stateOf']> {
    const connection = this.inventories.active?.session.connection;
    return connection === undefined ? 'off' : this.stateOf(connection);
  }

  isOn(connection: Connection): boolean {
    return this.stateOf(connection) === 'on';
  }

  /** `unconfirmed` if the setting lists the connection, but the user has not turned it on for this base URL and API key. */
  stateOf(connection: Connection): 'on' | 'off' | 'unconfirmed' {
    if (!policy.agents) return 'off';
    if (connection.isDemo) return connection === this.#demo ? 'on' : 'off';
    if (!readSetting('agents').includes(connection.name)) return 'off';
    return this.#isTurnedOn(connection) ? 'on' : 'unconfirmed';
  }

  /** Lets agents read a connection, which the user has confirmed. Throws if VS Code cannot write the setting. */
  async turnOn(connection: Connection): Promise<void> {
    if (connection.isDemo) {
      await this.#listing.start();
      this.#demo = connection;
    } else {
      // First, so that the name is not taken for one that the user has written into the setting.
      await this.#writeTurnedOn(connection, true);
      try {
        await this.#listing.keep();
        await writeAgents(connection.name, true);
      } catch (error) {
        await this.#writeTurnedOn(connection, false);
        throw error;
      }
    }
    this.#changed();
  }

  /** Throws if VS Code cannot write the setting. */
  async turnOff(connection: Connection): Promise<void> {
    if (connection.isDemo) {
      this.#demo = undefined;
      await this.#listing.end();
    } else {
      await writeAgents(connection.name, false);
      await this.#writeTurnedOn(connection, false);
    }
    this.#changed();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Whether the user let agents read the connection with this name, base URL and API key. All windows share the answer. */
  #isTurnedOn(connection: ConnectionIdentity): boolean {
    return keyState(this.state, connection).read(turnedOnName) === true;
  }

  #writeTurnedOn(connection: ConnectionIdentity, isOn: boolean): Thenable<void> {
    return keyState(this.state, connection).write(turnedOnName, isOn ? true : undefined);
  }

  /** A name that is removed from the setting and listed again needs another confirmation. */
  #forgetUnlisted(): void {
    const agents = readSetting('agents');
    for (const connection of connectionList().connections) {
      if (!agents.includes(connection.name) && this.#isTurnedOn(connection)) {
        void this.#writeTurnedOn(connection, false);
      }
    }
  }

  readonly #changed = (): void => {
    // The demo service is turned off when another connection is active.
    if (this.#demo !== undefined && this.#demo !== this.inventories.active?.session.connection) {
      this.#demo = undefined;
      void this.#listing.end();
    }
    this.#onDidChange.fire();
  };
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
      if (readSetting('agentTools')) return;
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
