import type { TreeRow } from '../../items/store/row';
import { aged } from '../../tree/age';
import type { SourceKind } from '../../items/kinds/kind';
import { appearanceOf, type RowKinds } from '../../tree/rowKinds';
import { progressOfTeams } from '../../access/teams';
import { click, noteKind } from './note';
import { roleKind } from './role';
import type { Row, RowContext, SourceRow, TeamRow, ViewRow } from './rowTypes';
import { teamKind } from './team';

export type * from './rowTypes';

const kinds: RowKinds<Row, RowContext> = {
  team: aged(teamKind),
  role: aged(roleKind),
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

export function isSourceRow(row: ViewRow): row is SourceRow {
  return row.kind === 'team' || row.kind === 'role';
}

export function isTeamRow(row: TreeRow | undefined): row is TeamRow {
  return row?.kind === 'team';
}
