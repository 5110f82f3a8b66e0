import { l10n } from 'vscode';
import { locatedSource } from '../tree/rowData';
import type { TeamRolesModel } from './model';
import { parts, present } from '../presentation/text';
import type { Grant } from './access/access';
import { grantFacts, grantPlace } from './grantFacts';
import { listNames, roleAndLimits, teamName } from './roleNames';
import type { Team } from './teams';
import { sourceKindOf, type SourceRow } from './rows';

/** Everything that is known about a row, as YAML. */
export async function detailsOf(row: SourceRow, model: TeamRolesModel): Promise<string> {
  const team = teamOf(row);
  const lines = [l10n.t('Team: {0}', teamName(team))];
  if ('grant' in row) {
    await model.readDefinitions(row.grant);
    lines.unshift(grantLine(row.grant));
    for (const [label, values] of grantFacts(row.grant, model.access))
      for (const value of present(...values)) lines.push(l10n.t('{0}: {1}', label, value));
  }
  const source = locatedSource(row, sourceKindOf, model);
  const { yamlDocument } = await import('../presentation/yamlDocument');
  return yamlDocument(source, lines);
}

function teamOf(row: SourceRow): Team {
  return row.kind === 'team' ? row.team : teamOf(row.parent);
}

function grantLine(grant: Grant): string {
  const { resourceRole, roles } = grant;
  return resourceRole === undefined
    ? parts(listNames(roles), grantPlace(grant))
    : roleAndLimits(resourceRole, 20);
}
