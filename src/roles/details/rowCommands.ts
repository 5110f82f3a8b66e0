import { copiedLine, copy, copyLines, jsonWords, nameWords, uidWords } from '../../ui/copy';
import { openDetails } from '../../ui/openDetails';
import type { TeamRolesModel } from '../model';
import { listNames } from '../roleNames';
import type { RoleRow, TeamRow } from '../rows';
import { jsonOf } from './details';
import { detailsUri } from './documents';

type DetailRow = TeamRow | RoleRow;

/** Opens a document for each row. */
export async function showDetails(rows: readonly DetailRow[]): Promise<void> {
  await openDetails(rows.map((row) => detailsUri(row, nameOf(row) ?? row.kind)));
}

export async function copyNames(rows: readonly DetailRow[]): Promise<void> {
  await copyLines(rows.map(nameOf), nameWords());
}

export async function copyUids(rows: readonly DetailRow[]): Promise<void> {
  await copyLines(rows.map(uidOf), uidWords());
}

export async function copyAsJson(rows: readonly DetailRow[], model: TeamRolesModel): Promise<void> {
  if (rows.length === 0) return;
  const names = rows.map((row) => nameOf(row) ?? uidOf(row) ?? row.kind);
  await copy(jsonOf(rows, model), names, jsonWords().several);
}

/** The name of a team, or the names of what a role grants. */
function nameOf(row: DetailRow): string | undefined {
  return copiedLine(row.kind === 'team' ? row.team.name : listNames(row.role.roles, Infinity));
}

function uidOf(row: DetailRow): string | undefined {
  return copiedLine(row.kind === 'team' ? row.team.uid : row.role.uid);
}
