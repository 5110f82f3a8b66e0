import { l10n } from 'vscode';
import { escapeIconsAndLinks } from '../presentation/text';
import type { PickItem } from '../ui/quickPick';
import type { JournalEntry } from './journal/journal';
import { listFirst, listNames, maxNames, roleNames, teamName, type NamedRole } from './roleNames';
import type { Team } from './teams';

/** `Cluster Admin on payments, ledger` */
export function roleAndProjects(role: NamedRole, max?: number): string {
  const projects = listNames(role.projectUids, max);
  const names = roleNames(role, max);
  return projects === '' ? names : l10n.t('{0} on {1}', names, projects);
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
