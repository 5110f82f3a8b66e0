import { l10n, ThemeIcon } from 'vscode';
import type { RowPage } from '../../items/store/loadedList';
import { idsBelow } from '../../items/store/ids';
import type { CallOptions } from '../../service/operations';
import { ageOf, type RowLook, type RowSpec } from '../../tree/rowSpec';
import type { AccessReader } from '../../access/accessReader';
import { isRemovable } from '../../access/resourceRoles';
import { roleText } from '../../access/grantText';
import { listNames } from '../../text/format';
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

export const roleSpec: RowSpec<RoleRow, RowContext> = {
  /** The names of what it grants. */
  name: ({ role }) => listNames(role.roles, Infinity),
  uid: ({ role }) => role.uid,
  look: roleLook,
  hover: roleHover,
  readApart,
  source: ({ role }) => role.source,
};

function roleLook(row: RoleRow, model: RowContext): RowLook {
  const { role, grant } = row;
  const isBeingRemoved = model.isBeingRemoved(row);
  const isOffered = isRemovable(role) && model.canRemove && !isBeingRemoved;
  return {
    kind: l10n.t('Resource role'),
    label: roleText(role, ['role'], { maxLength: 200 }),
    description: [
      ageOf(row, model),
      ...(isBeingRemoved
        ? [l10n.t('removing…')]
        : [disabledText(grant, model.shownAccess), roleText(role, ['filters', 'projects'])]),
    ],
    icon: new ThemeIcon(isBeingRemoved ? 'loading~spin' : 'shield'),
    words: ['role', isOffered ? 'removable' : undefined],
  };
}
