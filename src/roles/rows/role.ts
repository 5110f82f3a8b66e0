import { l10n, ThemeIcon, TreeItem } from 'vscode';
import type { RowPage } from '../../items/store/loadedList';
import { idsBelow } from '../../items/store/ids';
import { parts } from '../../text/text';
import type { CallOptions } from '../../service/callOptions';
import { completed } from '../../tree/items';
import type { SourceKind } from '../../items/kinds/kind';
import type { RowKind } from '../../tree/rowKinds';
import type { AccessReader } from '../../access/accessReader';
import { isRemovable } from '../../access/resourceRoles';
import { roleText } from '../../access/grantText';
import { listNames } from '../../text/names';
import { noteRow } from './note';
import { disabledText, readApart, roleHover } from './roleHover';
import type { NoteRow, RoleRow, RowContext, TeamRow } from './rowTypes';

/** Reads the resource roles of a team. If the service doesn't tell them, or not with this API key, that is a note. */
export async function readRoles(
  access: AccessReader,
  parent: TeamRow,
  options: CallOptions,
): Promise<RowPage<RoleRow | NoteRow>> {
  const { uid, name } = parent.team;
  const { resource } = await access.readGrants({ kind: 'team', uid, name }, ['resource'], options);
  const { grants = [], error, readAt, requestNumber } = resource ?? {};
  if (error?.kind === 'unsupported' || error?.kind === 'forbidden')
    return { rows: [noteRow(parent.id, parent, { about: 'rolesNotListed', error })] };
  if (error !== undefined) throw error;
  const idOf = idsBelow(parent.id);
  const rows = grants.flatMap((grant): RoleRow | readonly never[] => {
    const { resourceRole: role } = grant;
    if (role === undefined) return [];
    return { kind: 'role', id: idOf('role', role.uid), parent, role, grant, readAt, requestNumber };
  });
  return { rows };
}

export const roleKind: Required<RowKind<RoleRow, RowContext>> & SourceKind<RoleRow, RowContext> = {
  /** The names of what it grants. */
  name: ({ role }) => listNames(role.roles, Infinity),
  uid: ({ role }) => role.uid,
  item: roleItem,
  hover: roleHover,
  readApart,
  source: ({ role }) => role.source,
};

function roleItem(row: RoleRow, model: RowContext): TreeItem {
  const { role, grant } = row;
  const isBeingRemoved = model.isBeingRemoved(row);
  const item = new TreeItem(roleText(role, ['role'], { maxLength: 200 }));
  item.description = isBeingRemoved
    ? l10n.t('removing…')
    : parts(disabledText(grant, model.shownAccess), roleText(role, ['filters', 'projects']));
  item.iconPath = new ThemeIcon(isBeingRemoved ? 'loading~spin' : 'shield');
  const isOffered = isRemovable(role) && model.canRemove && !isBeingRemoved;
  return completed(item, l10n.t('Resource role'), isOffered ? 'role removable' : 'role');
}
