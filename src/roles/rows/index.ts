import { isRowOf } from '../../items/store/row';
import { aged } from '../../tree/age';
import type { SourceKind } from '../../items/kinds/kind';
import { appearanceOf, type RowKinds } from '../../tree/rowKinds';
import { progressOfTeams } from '../../access/roleNames';
import { click, noteKind } from './note';
import { grantKind, otherAccessKind, roleKind } from './grants';
import type { GrantRow, ParentRow, RoleRow, RowContext, Row, SourceRow, TeamRow, ViewRow } from './rowTypes';
import { teamKind } from './team';

export type * from './rowTypes';

const kinds: RowKinds<Row, RowContext> = {
  team: aged(teamKind),
  role: aged(roleKind),
  otherAccess: otherAccessKind,
  grant: aged(grantKind),
  note: noteKind,
};

/** How the rows of the view look. */
export const appearance = appearanceOf<Row, ParentRow, RowContext>(
  ({ kind }) => kinds[kind],
  click,
  ({ gatheredFrom }) =>
    (loaded, total) =>
      progressOfTeams(gatheredFrom, loaded, total),
);

const sourceKinds = { team: teamKind, role: roleKind, otherAccess: otherAccessKind, grant: grantKind };

export function sourceKindOf({ kind }: SourceRow): SourceKind<SourceRow, RowContext> {
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
