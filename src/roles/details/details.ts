import { l10n } from 'vscode';
import { jsonDocument } from '../../presentation/document';
import { yamlDocument } from '../../presentation/yamlDocument';
import { isObject } from '../../service/readers';
import type { TeamRolesModel } from '../model';
import { roleAndLimits } from '../roleNames';
import { teamName } from '../roleNames';
import type { RoleRow, TeamRow } from '../rows';

/** Everything that is known about a row, as YAML. */
export function detailsOf(row: TeamRow | RoleRow, model: TeamRolesModel): string {
  const { team } = row.kind === 'team' ? row : row.parent;
  const comment = row.kind === 'team' ? [] : [roleAndLimits(row.role, 20)];
  return yamlDocument(sourceOf(row, model), [...comment, l10n.t('Team: {0}', teamName(team))]);
}

/** What the service said about rows, as JSON: an object for one row, a list for several. */
export function jsonOf(rows: readonly (TeamRow | RoleRow)[], model: TeamRolesModel): string {
  const sources = rows.map((row) => sourceOf(row, model));
  return jsonDocument(sources.length === 1 ? sources[0] : sources);
}

/** The JSON of a row: of a role with its team, and of a team with its roles if they are loaded. */
function sourceOf(row: TeamRow | RoleRow, model: TeamRolesModel): unknown {
  if (row.kind === 'role') {
    const { name, uid } = row.parent.team;
    const { source } = row.role;
    return isObject(source) ? { location: { team: { name, uid } }, ...source } : source;
  }
  const { name, uid, resource } = row.team;
  const source = isObject(resource?.source) ? resource.source : { name, uid };
  if (model.roleCount(row) === undefined) return source;
  const roles = model.store.rows(row).flatMap((child) => (child.kind === 'role' ? [child.role.source] : []));
  return { ...source, resourceRoles: roles };
}
