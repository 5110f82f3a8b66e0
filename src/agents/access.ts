import PQueue from 'p-queue';
import { EventEmitter, window, type Disposable, l10n } from 'vscode';
import { type Connection, hostOf } from '../connections/connection';
import { policy, forbiddenText } from '../connections/policy';
import type { Session } from '../connections/session';
import { keyPart } from '../connections/storage';
import { onDidChangeSettings, readSetting, writeAgents } from '../connections/settings';
import type { ActiveInventory } from '../reads/inventories';
import type { KeyIdentity } from '../connections/keys';
import { escapeIconsAndLinks, sanitizeLine } from '../text/text';
import { setContextKey } from '../ui/contextKeys';
import { runCommand } from '../ui/runCommand';

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

/** Says whether agents may read a connection, and lets the user turn that on or off. */
export async function chooseAgentTools(access: AgentAccess, session: Session): Promise<void> {
  if (!policy.agents) {
    const decided = l10n.t('Your administrator has turned off agent tools.');
    void window.showInformationMessage(forbiddenText(decided));
    return;
  }
  const { connection } = session;
  const name = escapeIconsAndLinks(connection.name, 60);
  const isOn = access.isOn(session);
  const message = isOn
    ? l10n.t('Agent tools are on for {0}.', name)
    : l10n.t('Turn on agent tools for {0}?', name);
  const action = isOn ? l10n.t('Turn Off') : l10n.t('Turn On');
  const options = { modal: true, detail: explanation(connection) };
  const isConfirmed = (await window.showWarningMessage(message, options, action)) === action;
  // The answer was about another API key.
  if (session.keyIdentity.ended.aborted) return;
  if (isConfirmed && !isOn) {
    await access.turnOn(session);
    // Short, because VS Code shows only the first line of a message.
    void window.showInformationMessage(l10n.t('Agent tools are on. Try #poolviewFleetHealth in chat.'));
  } else if (isConfirmed || (!isOn && access.isListed(connection))) {
    await access.turnOff(session);
    window.setStatusBarMessage(l10n.t('Poolview: agent tools turned off'), 5000);
  }
}

/**
 * Tells VS Code whether agents may read the active connection, and asks for each API key of a connection that the setting lists,
 * in the window with the focus.
 */
export function watchAccess(access: AgentAccess, inventories: ActiveInventory): Disposable {
  const asked = new WeakSet<KeyIdentity>();
  const update = (): void => {
    const session = inventories.active?.session;
    const isOn = session !== undefined && access.isOn(session);
    setContextKey('poolview.agentsOn', isOn);
    if (session === undefined || isOn || !access.isListed(session.connection)) return;
    if (!window.state.focused || asked.has(session.keyIdentity)) return;
    asked.add(session.keyIdentity);
    void runCommand('agentTools');
  };
  update();
  return access.onDidChange(update);
}

function explanation(connection: Connection): string {
  return [
    l10n.t('Service: {0} ({1})', sanitizeLine(connection.name), hostOf(connection)),
    l10n.t(
      'What the tools return, such as names, addresses, events and roles, goes to the language model that you use.',
    ),
    l10n.t(
      "Agents can't change anything. They can propose to remove a role, which you then confirm in a dialog each time.",
    ),
    ...(connection.isDemo
      ? [l10n.t('The tools are on for this window, until you leave the demo service.')]
      : []),
  ].join('\n\n');
}
