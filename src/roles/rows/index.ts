import { isRowOf } from '../../items/store/row';
import { aged } from '../../tree/age';
import type { SourceKind } from '../../items/kinds/kind';
import { appearanceOf, type RowKinds } from '../../tree/rowKinds';
import { progressOfTeams } from '../../access/roleNames';
import { click, noteKind } from './note';
import { otherGrantsKind } from './otherGrants';
import { roleKind } from './role';
import type { Row, RowContext, SourceRow, TeamRow, ViewRow } from './rowTypes';
import { teamKind } from './team';

export type * from './rowTypes';

const kinds: RowKinds<Row, RowContext> = {
  team: aged(teamKind),
  role: aged(roleKind),
  otherGrants: otherGrantsKind,
  note: noteKind,
};

/** How the rows of the view look. */
export const appearance = appearanceOf<Row, TeamRow, RowContext>(
  ({ kind }) => kinds[kind],
  click,
  ({ gatheredFrom }) =>
    (loaded, total) =>
      progressOfTeams(gatheredFrom, loaded, total),
);

const sourceKinds = { team: teamKind, role: roleKind };

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
  return isRow(value, 'team', 'role');
}

export function isTeamRow(value: unknown): value is TeamRow {
  return isRow(value, 'team');
}
