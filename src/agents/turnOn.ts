import { commands, l10n, window } from 'vscode';
import { hostOf, type Connection } from '../connections/connection';
import { escapeIconsAndLinks, sanitizeLine } from '../presentation/text';
import type { AgentAccess } from './access';

/** Turns on the agent tools for a connection, if the user confirms it. */
export async function turnOnAgents(access: AgentAccess, connection: Connection): Promise<void> {
  if (!access.isOn(connection)) {
    const action = l10n.t('Turn On');
    const detail = questionDetail(connection);
    const message = l10n.t('Turn on agent tools for {0}?', shownName(connection));
    if ((await window.showWarningMessage(message, { modal: true, detail }, action)) !== action) return;
  }
  // Also if they are on: the setting that lists them may be off.
  await access.turnOn(connection);
  // Short, because VS Code shows only the first line of a message.
  void window.showInformationMessage(l10n.t('Agent tools are on. Try #poolviewFleetHealth in chat.'));
}

export async function turnOffAgents(access: AgentAccess, connection: Connection): Promise<void> {
  await access.turnOff(connection);
  window.setStatusBarMessage(l10n.t('Poolview: agent tools turned off'), 5000);
}

/** Says that the setting lists the active connection, but that the user has not turned on the tools for its service. */
export async function offerToTurnOn(connection: Connection): Promise<void> {
  const action = l10n.t('Turn On…');
  const message = l10n.t(
    'Agent tools are off for {0} until you confirm that they may read {1} with its current API key.',
    shownName(connection),
    escapeIconsAndLinks(connection.baseUrl),
  );
  if ((await window.showWarningMessage(message, action)) === action) {
    await commands.executeCommand('poolview.turnOnAgents');
  }
}

function questionDetail(connection: Connection): string {
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
