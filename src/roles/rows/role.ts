import { l10n, ThemeIcon, TreeItem } from 'vscode';
import { names, optional } from '../../presentation/hoverParts';
import { escapeMarkdown } from '../../presentation/markdown';
import { markdownTable } from '../../presentation/markdownParts';
import { sanitizeLine } from '../../presentation/text';
import type { ServiceClient } from '../../service/client';
import { isServiceError } from '../../service/errors';
import { requestTime } from '../../service/requestTime';
import type { ResourceRole } from '../../service/resources/team';
import type { CallOptions } from '../../service/schedule';
import { completed } from '../../tree/items';
import type { SourceKind } from '../../tree/rowData';
import type { RowKind } from '../../tree/rowKinds';
import type { RowPage } from '../../items/store/loadedList';
import { idsBelow, type TreeRow } from '../../items/store/row';
import type { TeamRolesModel } from '../model';
import { isRemovable } from '../resourceRoles';
import type { Team } from '../teams';
import { limitsOf, listNames, roleNames, withoutFilter } from '../roleNames';
import { noteRow, type NoteRow } from './note';
import type { TeamRow } from './team';

export interface RoleRow extends TreeRow {
  readonly kind: 'role';
  readonly parent: TeamRow;
  readonly role: ResourceRole;
}

export const roleKind: Required<RowKind<RoleRow, TeamRolesModel>> & SourceKind<RoleRow, TeamRolesModel> = {
  /** The names of what it grants. */
  name: ({ role }) => listNames(role.roles, Infinity),
  uid: ({ role }) => role.uid,
  item: (row, model) => roleItem(row, model.isBeingRemoved(row), model.canRemove),
  hover: ({ role, parent }) => roleHover(role, parent.team),
  source: ({ role }) => role.source,
};

/** Reads the resource roles of a team. */
export async function readRoles(
  client: ServiceClient,
  parent: TeamRow,
  options: CallOptions,
): Promise<RowPage<RoleRow | NoteRow, never>> {
  const time = requestTime();
  const idOf = idsBelow(parent.id);
  try {
    const roles = await client.listTeamResourceRoles(parent.team.uid, options);
    return {
      rows: roles.map((role) => ({ kind: 'role', id: idOf('role', role.uid), parent, role, ...time })),
    };
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    return { rows: [], note: noteRow(parent.id, parent, { about: 'rolesNotListed', error }) };
  }
}

/** @param canRemove whether roles can be removed, as far as is known */
function roleItem({ role }: RoleRow, isBeingRemoved: boolean, canRemove: boolean): TreeItem {
  const item = new TreeItem(sanitizeLine(roleNames(role)));
  item.description = isBeingRemoved ? l10n.t('removing…') : limitsOf(role);
  item.iconPath = new ThemeIcon(isBeingRemoved ? 'loading~spin' : 'shield');
  const isOffered = isRemovable(role) && canRemove && !isBeingRemoved;
  return completed(item, l10n.t('Resource role'), isOffered ? 'role removable' : 'role');
}

/** The hover of a role as Markdown. */
export function roleHover(role: ResourceRole, team: Pick<Team, 'name' | 'uid'>): string {
  return markdownTable(names(role.roles) || escapeMarkdown(role.uid ?? ''), l10n.t('Resource role'), [
    [l10n.t('Roles'), names(role.roles)],
    [l10n.t('Projects'), names(role.projectUids)],
    [l10n.t('Filters'), names(role.filterRefs) || withoutFilter(role)],
    [l10n.t('Team'), names([team])],
    [l10n.t('UID'), optional(role.uid)],
  ]);
}
