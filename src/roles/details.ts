import { l10n } from 'vscode';
import { yamlDocument } from '../presentation/yamlDocument';
import { locatedSource } from '../tree/rowData';
import type { TeamRolesModel } from './model';
import { roleAndLimits, teamName } from './roleNames';
import { sourceKindOf, type SourceRow } from './rows';

/** Everything that is known about a row, as YAML. */
export function detailsOf(row: SourceRow, model: TeamRolesModel): string {
  const { team } = row.kind === 'team' ? row : row.parent;
  const comment = row.kind === 'team' ? [] : [roleAndLimits(row.role, 20)];
  const source = locatedSource(row, sourceKindOf, model);
  return yamlDocument(source, [...comment, l10n.t('Team: {0}', teamName(team))]);
}
