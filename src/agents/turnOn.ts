import { l10n, window, type Disposable } from 'vscode';
import { hostOf, type Connection } from '../connections/connection';
import { forbiddenText, policy } from '../connections/policy';
import { readSetting } from '../connections/settings';
import { escapeIconsAndLinks, sanitizeLine } from '../text/text';
import { setContextKey } from '../ui/contextKeys';
import type { AgentAccess } from './access';
import type { ActiveInventory } from '../items/inventories';
import { runCommand } from '../ui/runCommand';

/** Says whether agents may read a connection, and lets the user turn that on or off. */
export async function chooseAgentTools(access: AgentAccess, connection: Connection): Promise<void> {
  if (!policy.agents) {
    const decided = l10n.t('Your administrator has turned off agent tools.');
    void window.showInformationMessage(forbiddenText(decided));
    return;
  }
  const [on, off] = [l10n.t('Turn On'), l10n.t('Turn Off')];
  const isOn = access.isOn(connection);
  const message = isOn
    ? l10n.t('Agent tools are on for {0}.', shownName(connection))
    : l10n.t('Turn on agent tools for {0}?', shownName(connection));
  // While they are on, turning them on lists them again, if the setting for that is off.
  const choices = [...(isOn && readSetting('agentTools') ? [] : [on]), ...(isOn ? [off] : [])];
  const options = { modal: true, detail: explanation(connection) };
  const choice = await window.showWarningMessage(message, options, ...choices);
  if (choice === on) {
    await access.turnOn(connection);
    // Short, because VS Code shows only the first line of a message.
    void window.showInformationMessage(l10n.t('Agent tools are on. Try #poolviewFleetHealth in chat.'));
  } else if (choice === off) {
    await access.turnOff(connection);
    window.setStatusBarMessage(l10n.t('Poolview: agent tools turned off'), 5000);
  }
}

/**
 * Tells VS Code whether agents may read the active connection. Once for each connection and key, says if the setting lists it,
 * but the user has not turned on the tools for it.
 */
export function watchAccess(
  access: Pick<AgentAccess, 'activeState' | 'onDidChange'>,
  inventories: ActiveInventory,
): Disposable {
  const offered = new WeakSet();
  const update = (): void => {
    const { activeState } = access;
    setContextKey('poolview.agents', activeState === 'on');
    const session = inventories.active?.session;
    if (activeState !== 'unconfirmed' || session === undefined || offered.has(session.keyIdentity)) return;
    offered.add(session.keyIdentity);
    void offerToTurnOn(session.connection);
  };
  update();
  return access.onDidChange(update);
}

async function offerToTurnOn(connection: Connection): Promise<void> {
  const action = l10n.t('Turn On…');
  const message = l10n.t(
    'Agent tools are off for {0} until you confirm that they may read {1} with its current API key.',
    shownName(connection),
    escapeIconsAndLinks(connection.baseUrl),
  );
  if ((await window.showWarningMessage(message, action)) === action) {
    await runCommand('agentTools');
  }
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

function shownName({ name }: Connection): string {
  return escapeIconsAndLinks(name, 60);
}
