import { l10n, ThemeIcon, TreeItem } from 'vscode';
import { parts, sanitizeLine } from '../../presentation/text';
import { isServiceError } from '../../service/errors';
import type { ResourceRole } from '../../service/resources/team';
import type { CallOptions } from '../../service/schedule';
import { completed } from '../../tree/items';
import type { SourceKind } from '../../tree/rowData';
import type { RowKind } from '../../tree/rowKinds';
import type { RowPage } from '../../items/store/loadedList';
import { idsBelow, type TreeRow } from '../../items/store/row';
import type { Grant } from '../access/access';
import type { AccessReader } from '../access/accessReader';
import { disabledText, grantHover } from '../grantFacts';
import type { TeamRolesModel } from '../model';
import { isRemovable } from '../resourceRoles';
import { limitsOf, listNames, roleNames } from '../roleNames';
import { noteRow, type NoteRow } from './note';
import type { TeamRow } from './team';

export interface RoleRow extends TreeRow {
  readonly kind: 'role';
  readonly parent: TeamRow;
  readonly role: ResourceRole;
  readonly grant: Grant;
}

export const roleKind: Required<RowKind<RoleRow, TeamRolesModel>> & SourceKind<RoleRow, TeamRolesModel> = {
  /** The names of what it grants. */
  name: ({ role }) => listNames(role.roles, Infinity),
  uid: ({ role }) => role.uid,
  item: roleItem,
  hover: async ({ grant }, model) => {
    await model.readDefinitions(grant);
    return grantHover(grant, model.access);
  },
  source: ({ role }) => role.source,
};

/** Reads the resource roles of a team. */
export async function readRoles(
  access: AccessReader,
  parent: TeamRow,
  options: CallOptions,
): Promise<RowPage<RoleRow | NoteRow, never>> {
  const idOf = idsBelow(parent.id);
  try {
    const { grants, readAt, requestNumber } = await access.readResourceRoles(parent.team, options);
    const time = { readAt, requestNumber };
    const rows = grants.flatMap((grant): readonly RoleRow[] => {
      const { resourceRole: role } = grant;
      return role === undefined
        ? []
        : [{ kind: 'role', id: idOf('role', role.uid), parent, role, grant, ...time }];
    });
    return { rows };
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    return { rows: [noteRow(parent.id, parent, { about: 'rolesNotListed', error })] };
  }
}

function roleItem(row: RoleRow, model: TeamRolesModel): TreeItem {
  const { role, grant } = row;
  const isBeingRemoved = model.isBeingRemoved(row);
  const item = new TreeItem(sanitizeLine(roleNames(role)));
  item.description = isBeingRemoved
    ? l10n.t('removing…')
    : parts(disabledText(grant, model.access.roles), limitsOf(role));
  item.iconPath = new ThemeIcon(isBeingRemoved ? 'loading~spin' : 'shield');
  const isOffered = isRemovable(role) && model.canRemove && !isBeingRemoved;
  return completed(item, l10n.t('Resource role'), isOffered ? 'role removable' : 'role');
}
