import { l10n, ThemeIcon, TreeItem } from 'vscode';
import { errorSentence } from '../presentation/errors';
import type { ServiceError } from '../service/errors';
import { sanitizeLine } from '../presentation/text';
import { counted, cutRow, described, errorRow, loadMoreRow, parentRow, quietRow } from '../tree/rowParts';
import type { TeamRolesModel } from './model';
import type { Node, NoteNode, RoleNode, TeamNode } from './nodes';
import { isRemovable } from './resourceRoles';
import { listNames, progressOfTeams, roleNames, teamName } from './roleNames';

/** How a node looks. */
export function rowOf(node: Node, model: TeamRolesModel): TreeItem {
  switch (node.kind) {
    case 'team':
      return teamRow(node, model);
    case 'role':
      return roleRow(node, model);
    case 'note':
      return noteRow(node, model);
    case 'error':
      return errorRow(node, model.isLoadingMore, 'poolview.retryRoles');
    case 'loadMore':
      return loadMoreRow(
        node,
        model.isLoadingMore,
        'poolview.loadMoreTeams',
        progressOfTeams(model.gatheredFrom, node.loaded, node.total),
      );
  }
}

function teamRow(node: TeamNode, model: TeamRolesModel): TreeItem {
  const row = parentRow(teamName(node.team));
  const roles = model.roleCount(node);
  row.description =
    roles === undefined ? '' : counted(roles, l10n.t('1 role'), (n) => l10n.t('{0} roles', n));
  row.iconPath = new ThemeIcon('organization');
  return described(row, l10n.t('Team'), node.kind);
}

function roleRow(node: RoleNode, model: TeamRolesModel): TreeItem {
  const row = new TreeItem(sanitizeLine(roleNames(node.role)));
  const projects = listNames(node.role.projectUids);
  const isBusy = model.isBeingRemoved(node);
  row.description = isBusy
    ? l10n.t('being removed…')
    : projects === ''
      ? l10n.t('no project named')
      : sanitizeLine(l10n.t('on {0}', projects));
  row.iconPath = new ThemeIcon(isBusy ? 'loading~spin' : 'shield');
  const canGo = isRemovable(node.role) && model.removalRefusal === undefined && !isBusy;
  return described(row, l10n.t('Resource role'), canGo ? 'role' : 'fixedRole');
}

function noteRow({ note, parent }: NoteNode, model: TeamRolesModel): TreeItem {
  switch (note.about) {
    case 'noTeams':
      return quietRow(
        l10n.t('No teams'),
        model.gatheredFrom === undefined
          ? l10n.t('that this API key may see')
          : l10n.t('in the projects that are loaded'),
      );
    case 'noRoles':
      return quietRow(l10n.t('No resource roles'), l10n.t('in this team'));
    case 'rolesNotListed':
      return notListedRow(note.error, parent, model.removalRefusal === undefined);
    case 'cut':
      return cutRow(note.cut, note.loaded);
  }
}

/** Roles that are not listed can be removed all the same, where any can. */
function notListedRow(error: ServiceError, team: TeamNode | undefined, canRemove: boolean): TreeItem {
  const what = canRemove ? l10n.t('Remove a role by its uid…') : l10n.t('Resource roles are not listed');
  const row = quietRow(
    what,
    error.kind === 'forbidden'
      ? l10n.t('the API key may not list the roles of this team')
      : l10n.t('the service lists no roles for this team'),
  );
  row.tooltip = errorSentence(error);
  if (canRemove) {
    row.iconPath = new ThemeIcon('edit');
    row.command = { command: 'poolview.removeTeamResourceRole', title: what, arguments: [team] };
  }
  return row;
}
