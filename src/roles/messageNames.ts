import { l10n } from 'vscode';
import { escapeIconsAndLinks, parts } from '../presentation/text';
import type { ResourceRole } from '../service/resources/team';
import type { PickItem } from '../ui/quickPick';
import type { JournalEntry } from './journal/journal';
import { filtersOf, listFirst, listNames, maxNames, roleNames, teamName, type NamedRole } from './roleNames';
import type { Team } from './teams';

/** `Resource Cluster Admin on payments, ledger` */
export function roleAndProjects(role: NamedRole, max?: number, maxLength?: number): string {
  const projects = listNames(role.projectUids, max, maxLength);
  const names = roleNames(role, max, maxLength);
  return projects === '' ? names : l10n.t('{0} on {1}', names, projects);
}

/** `Resource Cluster Admin on payments, ledger · filter pci-dss` */
export function roleAndLimits(role: ResourceRole, max: number, maxLength?: number): string {
  return parts(roleAndProjects(role, max, maxLength), filtersOf(role, max, maxLength));
}

/** Several roles in a message, with their projects, because a team may have the same role on different projects. */
export function listRoles(roles: readonly NamedRole[]): string {
  return listFirst(roles, (role) => escapeIconsAndLinks(roleAndProjects(role)), maxNames, '; ');
}

/** A team in a quick pick. */
export function teamItem(team: Team): PickItem<Team> {
  return {
    label: escapeIconsAndLinks(teamName(team)),
    description: escapeIconsAndLinks(team.uid),
    value: team,
  };
}

/** The names of a role and its team in a message. */
export function roleAndTeam(role: NamedRole, team: Team): readonly [role: string, team: string] {
  return [escapeIconsAndLinks(roleNames(role)), escapeIconsAndLinks(teamName(team))];
}

/** The names of a role in the journal and its team. */
export function entryNames({
  roleUid,
  content,
  team,
}: Pick<JournalEntry, 'roleUid' | 'content' | 'team'>): ReturnType<typeof roleAndTeam> {
  return roleAndTeam({ uid: roleUid, ...content }, team);
}
