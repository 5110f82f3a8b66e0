import { l10n } from 'vscode';
import { idPart } from '../items/store/row';
import { formatUtc } from '../text/format';
import { locatedSource } from '../tree/rowData';
import type { JournalEntry } from './journal/journal';
import type { TeamRolesModel } from './model';
import { parts, present } from '../text/text';
import type { Grant } from '../access/access';
import { grantFacts, grantPlace, reachText } from './grantFacts';
import { roleAndLimits, teamName } from '../access/roleNames';
import { listNames } from '../text/names';
import type { Team } from '../access/teams';
import { sourceKindOf, type SourceRow } from './rows';

/** Everything that is known about a row, as YAML. */
export async function detailsOf(row: SourceRow, model: TeamRolesModel): Promise<string> {
  const team = teamOf(row);
  const lines = [l10n.t('Team: {0}', teamName(team))];
  if ('grant' in row) {
    await model.readDefinitions(row.grant);
    const { access } = model.access;
    lines.unshift(grantLine(row.grant));
    const reach = [l10n.t('Clusters'), present(reachText(row.grant, access))] as const;
    for (const [label, values] of [...grantFacts(row.grant, access), reach])
      for (const value of present(...values)) lines.push(l10n.t('{0}: {1}', label, value));
  }
  const source = locatedSource(row, sourceKindOf, model);
  const { yamlDocument } = await import('../text/yamlDocument');
  return yamlDocument(source, lines);
}

/** The ID of a removed role, for {@link removedRoleDetails}. */
export function removedRoleId({ connection, id }: JournalEntry): string {
  return `${idPart(connection.name)}/removed~${id}`;
}

export async function removedRoleDetails({
  team,
  roleUid,
  content,
  startedAt,
}: JournalEntry): Promise<string> {
  const { yamlDocument } = await import('../text/yamlDocument');
  const lines = [l10n.t('Team: {0}', teamName(team)), l10n.t('Removed: {0}', formatUtc(startedAt))];
  return yamlDocument({ uid: roleUid, ...content, team }, lines);
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
