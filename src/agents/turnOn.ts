import { l10n, window, type Disposable } from 'vscode';
import { hostOf, type Connection } from '../connections/connection';
import type { KeyIdentity } from '../connections/keyIdentity';
import { forbiddenText, policy } from '../connections/policy';
import type { Session } from '../connections/session';
import type { ActiveInventory } from '../reads/inventories';
import { escapeIconsAndLinks, sanitizeLine } from '../text/text';
import { setContextKey } from '../ui/contextKeys';
import { runCommand } from '../ui/runCommand';
import type { AgentAccess } from './access';

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
