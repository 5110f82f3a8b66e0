import { l10n, ThemeIcon, TreeItem } from 'vscode';
import type { RowPage } from '../../items/store/loadedList';
import { idsBelow } from '../../items/store/row';
import { ifGiven, timesAt, updatedText } from '../../text/format';
import { parts, sanitizeLine } from '../../text/text';
import type { CallOptions } from '../../service/schedule';
import { completed, parentItem } from '../../tree/items';
import type { SourceKind } from '../../items/kinds/kind';
import type { RowKind } from '../../tree/rowKinds';
import type { GrantKind } from '../../access/access';
import type { AccessReader } from '../../access/accessReader';
import { isRemovable } from '../../access/resourceRoles';
import { limitsOf, roleNames } from '../../access/roleNames';
import { disabledText, grantFacts, grantHover, grantPlace, reachText } from '../grantFacts';
import { listNames } from '../../text/names';
import { noteRow } from './note';
import type { GrantRow, NoteRow, OtherAccessRow, RoleRow, RowContext, TeamRow } from './rowTypes';

export const otherKinds = ['tenant', 'project', 'workspace'] as const satisfies readonly GrantKind[];

export function otherAccessRow(parent: TeamRow): OtherAccessRow {
  return { kind: 'otherAccess', id: `${parent.id}/otherAccess`, parent };
}

export const otherAccessKind: RowKind<OtherAccessRow, RowContext> & SourceKind<OtherAccessRow, RowContext> = {
  name: () => undefined,
  uid: () => undefined,
  source: () => undefined,
  item: () => {
    const item = parentItem(l10n.t('Other access'));
    item.description = l10n.t('not removable here');
    item.iconPath = new ThemeIcon('key');
    return completed(item, undefined, 'otherAccess');
  },
};

export const grantKind: Required<RowKind<GrantRow, RowContext>> & SourceKind<GrantRow, RowContext> = {
  name: ({ grant }) => listNames(grant.roles, Infinity),
  uid: ({ grant }) => grant.roles[0]?.uid,
  item: grantItem,
  hover: grantRowHover,
  readApart: grantReadApart,
  source: ({ grant, parent }) => {
    const { name, uid } = parent.parent.team;
    const [project] = grant.projects;
    // The row above it is not an item of the service.
    return {
      location: { team: { name, uid } },
      kind: grant.kind,
      role: grant.roles[0],
      project,
      workspace: grant.workspace,
    };
  },
};

async function grantRowHover(row: GrantRow | RoleRow, model: RowContext, now: number): Promise<string> {
  await model.readDefinitions(row.grant);
  const isStale = model.store.isOutdated(row);
  const updated = ifGiven(row.readAt, (time) => updatedText(time, isStale, timesAt(now)));
  return grantHover(row.grant, model.access.access, updated);
}

/** Roles, filters and clusters. */
function grantReadApart({ grant }: GrantRow | RoleRow, { access: { access } }: RowContext): string {
  return JSON.stringify([reachText(grant, access), grantFacts(grant, access)]);
}

/** Reads the resource roles of a team, or its other access. A kind that cannot be read is a note, unless nothing can be read for now. */
export async function readGrantRows(
  access: AccessReader,
  parent: TeamRow | OtherAccessRow,
  options: CallOptions,
): Promise<RowPage<RoleRow | GrantRow | NoteRow>> {
  const kinds: readonly GrantKind[] = parent.kind === 'team' ? ['resource'] : otherKinds;
  const { uid, name } = parent.kind === 'team' ? parent.team : parent.parent.team;
  const lists = await access.readGrants({ kind: 'team', uid, name }, kinds, options);
  const errors = kinds.flatMap((kind) => lists[kind]?.error ?? []);
  const transient = errors.find(({ kind }) => kind !== 'unsupported' && kind !== 'forbidden');
  if (transient !== undefined && errors.length === kinds.length) throw transient;
  const idOf = idsBelow(parent.id);
  const rows = kinds.flatMap((kind): readonly (RoleRow | GrantRow | NoteRow)[] => {
    const { grants = [], error, readAt, requestNumber } = lists[kind] ?? {};
    if (error !== undefined) {
      const about = kind === 'resource' ? 'rolesNotListed' : kind;
      return [noteRow(parent.id, parent, { about, error })];
    }
    const time = { readAt, requestNumber };
    return grants.flatMap((grant): RoleRow | GrantRow | readonly never[] => {
      const { id, resourceRole: role } = grant;
      if (parent.kind === 'otherAccess')
        return { kind: 'grant', id: idOf('grant', id), parent, grant, ...time };
      return role === undefined
        ? []
        : { kind: 'role', id: idOf('role', role.uid), parent, role, grant, ...time };
    });
  });
  return { rows };
}

const icons: Readonly<Record<GrantKind, string>> = {
  tenant: 'globe',
  project: 'project',
  workspace: 'layers',
  resource: 'shield',
};

function grantItem({ grant }: GrantRow, { access }: RowContext): TreeItem {
  const item = new TreeItem(sanitizeLine(listNames(grant.roles)));
  item.description = parts(disabledText(grant, access.roles), grantPlace(grant));
  item.iconPath = new ThemeIcon(icons[grant.kind]);
  return completed(item, undefined, 'grant');
}

export const roleKind: Required<RowKind<RoleRow, RowContext>> & SourceKind<RoleRow, RowContext> = {
  /** The names of what it grants. */
  name: ({ role }) => listNames(role.roles, Infinity),
  uid: ({ role }) => role.uid,
  item: roleItem,
  hover: grantRowHover,
  readApart: grantReadApart,
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
