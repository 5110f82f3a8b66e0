import type { TreeRow } from '../../items/store/row';
import { progressOfTeams } from '../../access/teams';
import { listRowSpecs, type RowSpec, type RowSpecs } from '../../tree/rowSpec';
import { click, noteSpec } from './note';
import { roleSpec } from './role';
import type { RowContext, SourceRow, TeamRow, ViewRow } from './rowTypes';
import { teamSpec } from './team';

export type * from './rowTypes';

const specs: RowSpecs<ViewRow, RowContext> = {
  team: teamSpec,
  role: roleSpec,
  note: noteSpec,
  ...listRowSpecs(click, (loaded, total, { gatheredFrom }) => progressOfTeams(gatheredFrom, loaded, total)),
};

/** What the Team Roles view knows about a row. */
export function specOf({ kind }: ViewRow): RowSpec<ViewRow, RowContext> {
  return specs[kind];
}

export function isSourceRow(row: ViewRow): row is SourceRow {
  return row.kind === 'team' || row.kind === 'role';
}

export function isTeamRow(row: TreeRow | undefined): row is TeamRow {
  return row?.kind === 'team';
}
