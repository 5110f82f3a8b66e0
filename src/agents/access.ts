import { EventEmitter, window, workspace, type Disposable, type Memento } from 'vscode';
import { isSameConnection, type Connection } from '../connections/connection';
import { onDidChangeSettings, settings } from '../connections/settings';
import { readTurnedOn, writeTurnedOn } from './turnedOn';

/**
 * Which connections agents may read: those that the setting lists, while their base URL is the one for which the user turned
 * them on. The demo service is turned on for this window only.
 */
export class AgentAccess implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Agents may have got or lost access to a connection. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** The demo service that was turned on. When it is started again, it is another object. */
  #demo: Connection | undefined;

  constructor(private readonly state: Memento) {
    this.#subscriptions = [
      this.#onDidChange,
      onDidChangeSettings(() => {
        this.#followSetting();
        this.#onDidChange.fire();
      }),
      // There is no event for what another window stores.
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#onDidChange.fire();
      }),
    ];
    this.#followSetting();
  }

  isOn(connection: Connection): boolean {
    return this.stateOf(connection) === 'on';
  }

  /** `changed` if the user turned on the connection for another base URL. */
  stateOf(connection: Connection): 'on' | 'off' | 'changed' {
    if (connection.isDemo) return connection === this.#demo ? 'on' : 'off';
    const turnedOn = readTurnedOn(this.state).find(({ name }) => name === connection.name);
    if (turnedOn === undefined || !settings.agents.includes(connection.name)) return 'off';
    return isSameConnection(turnedOn, connection) ? 'on' : 'changed';
  }

  /** Lets agents read a connection, which the user has confirmed. Throws if VS Code cannot write the setting. */
  async turnOn(connection: Connection): Promise<void> {
    if (connection.isDemo) {
      this.#demo = connection;
    } else {
      // The setting first: what is stored about a name that the setting does not list is deleted.
      if (!settings.agents.includes(connection.name)) await writeName(connection.name, true);
      await writeTurnedOn(this.state, [...this.#others(connection), connection]);
    }
    this.#onDidChange.fire();
  }

  /** Throws if VS Code cannot write the setting. */
  async turnOff(connection: Connection): Promise<void> {
    if (connection.isDemo) {
      this.#demo = undefined;
    } else {
      await writeName(connection.name, false);
      await writeTurnedOn(this.state, this.#others(connection));
    }
    this.#onDidChange.fire();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #others({ name }: Connection): readonly Pick<Connection, 'name' | 'baseUrl'>[] {
    return readTurnedOn(this.state).filter((other) => other.name !== name);
  }

  /** Stores the base URLs of names that are new in the setting, and forgets those of names that are no longer there. */
  #followSetting(): void {
    const { agents, connections } = settings;
    // VS Code also returns empty lists if it cannot read settings.json.
    if (connections.length === 0) return;
    const before = readTurnedOn(this.state);
    const kept = before.filter(({ name }) => agents.includes(name));
    const added = connections.filter(
      ({ name }) => agents.includes(name) && !kept.some((other) => other.name === name),
    );
    if (added.length === 0 && kept.length === before.length) return;
    void writeTurnedOn(this.state, [...kept, ...added]);
  }
}

/** Adds a name to the setting or removes it. Invalid entries stay, because the user may only have mistyped them. */
async function writeName(name: string, isOn: boolean): Promise<void> {
  const configuration = workspace.getConfiguration('poolview');
  const written = configuration.get<unknown>('agents');
  const entries: readonly unknown[] = Array.isArray(written) ? written : [];
  const others = entries.filter((entry) => entry !== name);
  await configuration.update('agents', isOn ? [...others, name] : others, true);
}
