import { l10n, ThemeIcon, TreeItem } from 'vscode';
import { parts, sanitizeLine } from '../../text/text';
import { completed } from '../../tree/items';
import type { SourceKind } from '../../items/kinds/kind';
import type { RowKind } from '../../tree/rowKinds';
import { disabledText } from '../grantFacts';
import { isRemovable } from '../../access/resourceRoles';
import { limitsOf, roleNames } from '../../access/roleNames';
import { listNames } from '../../text/names';
import { grantRowHover } from './otherAccess';
import type { RoleRow, RowContext } from './rowTypes';

export const roleKind: Required<RowKind<RoleRow, RowContext>> & SourceKind<RoleRow, RowContext> = {
  /** The names of what it grants. */
  name: ({ role }) => listNames(role.roles, Infinity),
  uid: ({ role }) => role.uid,
  item: roleItem,
  hover: grantRowHover,
  source: ({ role }) => role.source,
};

function roleItem(row: RoleRow, model: RowContext): TreeItem {
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
