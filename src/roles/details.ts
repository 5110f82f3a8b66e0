import { l10n } from 'vscode';
import { locatedSource } from '../tree/rowData';
import type { TeamRolesModel } from './model';
import { parts } from '../presentation/text';
import type { Grant } from './access/access';
import { grantPlace } from './grantFacts';
import { listNames, roleAndLimits, teamName } from './roleNames';
import type { Team } from './teams';
import { sourceKindOf, type SourceRow } from './rows';

/** Everything that is known about a row, as YAML. */
export async function detailsOf(row: SourceRow, model: TeamRolesModel): Promise<string> {
  const team = teamOf(row);
  const comment = 'grant' in row ? [grantLine(row.grant)] : [];
  const source = locatedSource(row, sourceKindOf, model);
  const { yamlDocument } = await import('../presentation/yamlDocument');
  return yamlDocument(source, [...comment, l10n.t('Team: {0}', teamName(team))]);
}

function teamOf(row: SourceRow): Team {
  return row.kind === 'team' ? row.team : teamOf(row.parent);
}

function grantLine(grant: Grant): string {
  const { resourceRole } = grant;
  if (resourceRole !== undefined) return roleAndLimits(resourceRole, 20);
  return parts(listNames(grant.roles), grantPlace(grant));
}
