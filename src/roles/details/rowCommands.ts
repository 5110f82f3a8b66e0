import { copiedLine, copy, copyLines, jsonWords, nameWords, uidWords } from '../../ui/copy';
import { openDetails } from '../../ui/openDetails';
import type { TeamRolesModel } from '../model';
import { listNames } from '../roleNames';
import type { RoleRow, TeamRow } from '../rows';
import { jsonOf } from './details';
import { detailsUri } from './documents';

type Rows = readonly (TeamRow | RoleRow)[];

/** The commands that show and copy what is known about rows, by the end of their names. */
export const rowCommands = {
  showRoleDetails: (rows: Rows) => openDetails(rows.map((row) => detailsUri(row, nameOf(row) ?? row.kind))),
  copyRoleName: (rows: Rows) => copyLines(rows.map(nameOf), nameWords()),
  copyRoleUid: (rows: Rows) => copyLines(rows.map(uidOf), uidWords()),
  copyRoleAsJson: async (rows: Rows, model: TeamRolesModel) => {
    if (rows.length === 0) return;
    const names = rows.map((row) => nameOf(row) ?? uidOf(row) ?? row.kind);
    await copy(jsonOf(rows, model), names, jsonWords().several);
  },
};

/** The name of a team, or the names of what a role grants. */
function nameOf(row: TeamRow | RoleRow): string | undefined {
  return copiedLine(row.kind === 'team' ? row.team.name : listNames(row.role.roles, Infinity));
}

function uidOf(row: TeamRow | RoleRow): string | undefined {
  return copiedLine(row.kind === 'team' ? row.team.uid : row.role.uid);
}
