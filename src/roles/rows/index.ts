import type { TreeRow } from '../../items/store/row';
import { progressOfTeams } from '../../access/teams';
import { listRowSpecs, type RowSpec, type RowSpecs } from '../../tree/rowSpec';
import { roleClick, noteSpec } from './note';
import { roleSpec } from './role';
import type { RoleContext, SourceRow, TeamRow, ViewRow } from './rowTypes';
import { teamSpec } from './team';

export type * from './rowTypes';

const specs: RowSpecs<ViewRow, RoleContext> = {
  team: teamSpec,
  role: roleSpec,
  note: noteSpec,
  ...listRowSpecs(roleClick, (loaded, total, { gatheredFrom }) =>
    progressOfTeams(gatheredFrom, loaded, total),
  ),
};

/** What the Team Roles view knows about a row. */
export function roleSpecOf({ kind }: ViewRow): RowSpec<ViewRow, RoleContext> {
  return specs[kind];
}

export function isSourceRow(row: ViewRow): row is SourceRow {
  return row.kind === 'team' || row.kind === 'role';
}

export function isTeamRow(row: TreeRow | undefined): row is TeamRow {
  return row?.kind === 'team';
}
