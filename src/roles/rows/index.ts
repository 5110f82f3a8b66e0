import { isRowOf, type StoreRow } from '../../items/store/row';
import { aged } from '../../tree/age';
import type { SourceKind } from '../../items/kinds/kind';
import { appearanceOf, type RowKinds } from '../../tree/rowKinds';
import type { TeamRolesModel } from '../model';
import { progressOfTeams } from '../roleNames';
import { click, noteKind, type NoteRow } from './note';
import { grantKind, otherAccessKind, type GrantRow, type OtherAccessRow } from './otherAccess';
import { roleKind, type RoleRow } from './role';
import { teamKind, type TeamRow } from './team';

export type { OtherAccessRow } from './otherAccess';
export type { RoleRow } from './role';
export type { TeamRow } from './team';

/** A row of the Team Roles view. */
export type Row = ParentRow | RoleRow | GrantRow | NoteRow;

/** A row with rows below it. */
export type ParentRow = TeamRow | OtherAccessRow;

/** A row of the Team Roles view, or one that its store adds. */
export type ViewRow = StoreRow<Row, ParentRow>;

const kinds: RowKinds<Row, TeamRolesModel> = {
  team: aged(teamKind),
  role: aged(roleKind),
  otherAccess: otherAccessKind,
  grant: aged(grantKind),
  note: noteKind,
};

/** How the rows of the view look. */
export const appearance = appearanceOf<Row, ParentRow, TeamRolesModel>(
  ({ kind }) => kinds[kind],
  click,
  ({ gatheredFrom }) =>
    (loaded, total) =>
      progressOfTeams(gatheredFrom, loaded, total),
);

/** A row of something in the service. */
export type SourceRow = ParentRow | RoleRow | GrantRow;

const sourceKinds = { team: teamKind, role: roleKind, otherAccess: otherAccessKind, grant: grantKind };

export function sourceKindOf({ kind }: SourceRow): SourceKind<SourceRow, TeamRolesModel> {
  return sourceKinds[kind];
}

/** Whether `value`, an argument of a command, is a row of this view of one of `kinds`. */
export function isRow<Kind extends ViewRow['kind']>(
  value: unknown,
  ...rowKinds: readonly Kind[]
): value is Extract<ViewRow, { kind: Kind }> {
  return isRowOf(value, rowKinds);
}

export function isSourceRow(value: unknown): value is SourceRow {
  return isRow(value, 'team', 'role', 'grant');
}

export function isParentRow(value: unknown): value is ParentRow {
  return isRow(value, 'team', 'otherAccess');
}

/** Whether a row is for a resource role or another grant. */
export function isGrantRow(value: unknown): value is RoleRow | GrantRow {
  return isRow(value, 'role', 'grant');
}

export function isTeamRow(value: unknown): value is TeamRow {
  return isRow(value, 'team');
}
