import { commands, l10n, ProgressLocation, window } from 'vscode';
import { hostOf, type Connection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { showServiceError } from '../details/errorMessage';
import { inert, plain } from '../details/text';
import { isServiceError } from '../service/errors';
import { RolesModel, type Removal } from './model';
import { chooseRole, roleNames, type Chosen } from './removeFlow';

/** The removal of a resource role from the command palette. */
export function registerRoles(connections: Connections): readonly { dispose(): unknown }[] {
  const remove = async (): Promise<void> => {
    const { session } = connections;
    if (session === undefined) {
      await commands.executeCommand('poolview.connect');
      return;
    }
    const model = new RolesModel(session);
    try {
      const chosen = await chooseRole(model);
      if (chosen === undefined || !(await confirm(chosen, session.connection))) return;
      const removal = await window.withProgress(
        { location: ProgressLocation.Window, title: l10n.t('Removing the resource role…') },
        () => model.remove(chosen.team, chosen.role.uid),
      );
      await report(chosen, removal);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      await showServiceError(error, undefined, remove);
    }
  };
  return [commands.registerCommand('poolview.removeTeamResourceRole', remove)];
}

/** The one question before anything is removed. It names everything that is known of what goes. */
async function confirm({ team, role, isListed }: Chosen, connection: Connection): Promise<boolean> {
  const action = l10n.t('Remove Role');
  const names = (references: typeof role.projectUids): string =>
    (references ?? []).map(({ name, uid }) => plain(name ?? uid ?? '')).join(', ');
  const filters = names(role.filterRefs);
  const detail = [
    isListed
      ? l10n.t('Role: {0}', roleNames(role))
      : l10n.t('Role: not known, since only its uid was entered'),
    ...(isListed ? [l10n.t('Projects: {0}', names(role.projectUids) || l10n.t('none named'))] : []),
    ...(filters === '' ? [] : [l10n.t('Filters: {0}', filters)]),
    l10n.t('Resource role uid: {0}', plain(role.uid)),
    l10n.t(
      'Team: {0}',
      team.name === undefined ? plain(team.uid) : `${plain(team.name)} (${plain(team.uid)})`,
    ),
    l10n.t('Service: {0} ({1})', plain(connection.name), hostOf(connection)),
    '',
    l10n.t('Every member of the team loses this access at once.'),
  ].join('\n');
  const question = l10n.t('Remove this resource role from the team {0}?', inert(team.name ?? team.uid));
  return (await window.showWarningMessage(question, { modal: true, detail }, action)) === action;
}

async function report({ team, role, isListed }: Chosen, removal: Removal): Promise<void> {
  const names = [roleNames(role), team.name ?? team.uid].map((name) => inert(name)) as [string, string];
  switch (removal.outcome) {
    case 'removed':
      await window.showInformationMessage(
        l10n.t('Removed the resource role {0} from the team {1}.', ...names),
      );
      break;
    case 'alreadyGone':
      await window.showInformationMessage(
        isListed
          ? l10n.t('The team {1} no longer had the resource role {0}: nothing was removed.', ...names)
          : l10n.t('The service knows no team {1} with a resource role {0}: nothing was removed.', ...names),
      );
      break;
    case 'refused':
      await showServiceError(removal.error);
      break;
    case 'notRemoved':
      await showServiceError(
        removal.error,
        removal.error.kind === 'timedOut'
          ? l10n.t(
              'The team {1} still has the resource role {0}, but it may yet be removed: look before you try again.',
              ...names,
            )
          : l10n.t('The team {1} still has the resource role {0}: it was not removed.', ...names),
      );
      break;
    case 'unknown':
      await showServiceError(
        removal.error,
        l10n.t(
          'It is not known whether the team {1} still has the resource role {0}: look before you try again.',
          ...names,
        ),
      );
  }
}
