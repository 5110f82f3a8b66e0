import { l10n, ThemeIcon, TreeItem } from 'vscode';
import { parts, sanitizeLine } from '../../presentation/text';
import type { ResourceRole } from '../../service/resources/team';
import { completed } from '../../tree/items';
import type { SourceKind } from '../../items/kinds/kind';
import type { RowKind } from '../../tree/rowKinds';
import type { TreeRow } from '../../items/store/row';
import type { Grant } from '../access/access';
import { disabledText } from '../grantFacts';
import type { TeamRolesModel } from '../model';
import { isRemovable } from '../resourceRoles';
import { limitsOf, listNames, roleNames } from '../roleNames';
import { grantRowHover } from './otherAccess';
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
  hover: grantRowHover,
  source: ({ role }) => role.source,
};

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
