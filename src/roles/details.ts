import { l10n } from 'vscode';
import { locatedSource } from '../tree/rowData';
import type { TeamRolesModel } from './model';
import { roleAndLimits, teamName } from './roleNames';
import { sourceKindOf, type SourceRow } from './rows';

/** Everything that is known about a row, as YAML. */
export async function detailsOf(row: SourceRow, model: TeamRolesModel): Promise<string> {
  const { team } = row.kind === 'team' ? row : row.parent;
  const comment = row.kind === 'team' ? [] : [roleAndLimits(row.role, 20)];
  const source = locatedSource(row, sourceKindOf, model);
  const { yamlDocument } = await import('../presentation/yamlDocument');
  return yamlDocument(source, [...comment, l10n.t('Team: {0}', teamName(team))]);
}
