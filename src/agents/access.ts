import PQueue from 'p-queue';
import { EventEmitter, window, type Disposable } from 'vscode';
import type { Connection } from '../connections/connection';
import { policy } from '../connections/policy';
import type { Session } from '../connections/session';
import { keyPart } from '../connections/sessionState';
import { onDidChangeSettings, readSetting, writeAgents } from '../connections/settings';
import type { ActiveInventory } from '../reads/inventories';

/** In the state of a connection and its API key: the user has confirmed that agents may read it. */
const confirmedName = `${keyPart}agents`;

type Confirmable = Pick<Session, 'connection' | 'state'>;

/**
 * Which connections agents may read: those that the setting lists, while they have the base URL and the API key for which the
 * user has confirmed it. The demo service is in no setting, and nothing is kept of it.
 */
export class AgentAccess implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Agents may have got or lost access to a connection, or another one is active. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  /** What the user answers is written one after the other, so that the last answer counts. */
  readonly #writes = new PQueue({ concurrency: 1 });

  constructor(inventories: Pick<ActiveInventory, 'onDidChangeActive'>) {
    const changed = (): void => {
      this.#onDidChange.fire();
    };
    this.#subscriptions = [
      this.#onDidChange,
      onDidChangeSettings(changed),
      // There is no event for what another window stores.
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) changed();
      }),
      inventories.onDidChangeActive(changed),
    ];
  }

  isOn({ connection, state }: Confirmable): boolean {
    const isAllowed = policy.agents && (connection.isDemo === true || this.isListed(connection));
    return isAllowed && state.read(confirmedName) === true;
  }

  /** Whether agents may read a connection as soon as the user has confirmed it. */
  isListed({ name, isDemo }: Connection): boolean {
    return policy.agents && isDemo !== true && readSetting('agents').includes(name);
  }

  /** Lets agents read a connection, which the user has confirmed. Throws if VS Code cannot write the setting. */
  turnOn({ connection, state }: Confirmable): Promise<void> {
    return this.#writes.add(async () => {
      // First, so that the name is not taken for one that the user has written into the setting.
      await state.write(confirmedName, true);
      if (connection.isDemo !== true) await writeAgents(connection.name, true);
      this.#onDidChange.fire();
    });
  }

  /** Throws if VS Code cannot write the setting. */
  turnOff({ connection, state }: Confirmable): Promise<void> {
    return this.#writes.add(async () => {
      if (connection.isDemo !== true) await writeAgents(connection.name, false);
      await state.write(confirmedName, undefined);
      this.#onDidChange.fire();
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
