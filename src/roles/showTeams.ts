import { l10n, window, type TreeView } from 'vscode';
import { formatCount } from '../text/format';
import { displayName, escapeIconsAndLinks, parts } from '../text/text';
import type { Reference } from '../service/readers';
import { revealRow } from '../tree/revealRow';
import { pickOne } from '../ui/quickPick';
import { grantsIn, listsOf, type Access, type Grant } from '../access/access';
import { unreadKinds } from '../access/whoCan';
import { kindText } from './grantFacts';
import type { TeamRolesModel } from './model';
import type { ViewRow } from './rows';
import { teamsIn, type Team } from '../access/teams';
import { teamItem } from './removal/chooseRoles';
import { runCommand } from '../ui/runCommand';

/** Shows a team of a project in the view. If there may be several, the user selects one. @param named by the list of projects */
export async function showTeams(
  view: TreeView<ViewRow>,
  model: TeamRolesModel,
  named: readonly Reference[],
  project: Reference,
): Promise<void> {
  const team = await chooseTeam(model, teamsIn(named), project);
  if (team === undefined) return;
  await runCommand('roles.focus');
  const row = await model.reveal(team);
  if (row === undefined) return;
  await revealRow(view, row, {
    isWanted: () => !model.store.closed.aborted,
    expand: true,
    failure: l10n.t("Couldn't show the team. Open the Team Roles view and try again."),
  });
}

async function chooseTeam(
  model: TeamRolesModel,
  named: readonly Team[],
  project: Reference,
): Promise<Team | undefined> {
  const { access } = model.access;
  const grants = grantsIn(access).filter((grant) => isOf(grant, project));
  const teams = new Map([...grants.map(({ holder }) => holder), ...named].map((team) => [team.uid, team]));
  const unread = unreadText(access, model.teams);
  const name = escapeIconsAndLinks(displayName(project.name, project.uid, '?'), 60);
  const [first, ...others] = teams.values();
  if (first === undefined) {
    const none = l10n.t('The service lists no teams for project "{0}".', name);
    void window.showInformationMessage(unread === undefined ? none : l10n.t('{0} {1}.', none, unread));
    return undefined;
  }
  if (others.length === 0 && unread === undefined) return first;
  const items = [first, ...others].map((team) => {
    const kinds = grants.filter(({ holder }) => holder.uid === team.uid).map(kindText);
    return { ...teamItem(team), description: parts(...new Set(kinds), escapeIconsAndLinks(team.uid)) };
  });
  const picked = await pickOne<Team>({
    title: l10n.t('Show Team Roles'),
    placeholder: parts(l10n.t('Select a team of project "{0}"', name), unread),
    ignoreFocusOut: true,
    items,
  });
  return typeof picked === 'object' ? picked : undefined;
}

/** Whether a grant of a team leads to a project, or may do so. */
function isOf({ holder, kind, projects }: Grant, { uid }: Reference): boolean {
  return holder.kind === 'team' && (kind === 'tenant' || projects.some((project) => project.uid === uid));
}

/** Whose access was not read, without a period; undefined if all was. */
function unreadText(access: Access, teams: readonly Team[]): string | undefined {
  if (!access.areTeamsComplete) return l10n.t('Access of other teams not read');
  const unread = teams.filter(({ uid }) => unreadKinds(listsOf(access, { kind: 'team', uid })).length > 0);
  if (unread.length === 0) return undefined;
  return formatCount(unread.length, l10n.t('Other access of 1 team not read'), (n) =>
    l10n.t('Other access of {0} teams not read', n),
  );
}
