import { commands, l10n, window, type TreeView } from 'vscode';
import { escapeIconsAndLinks } from '../presentation/text';
import type { Reference } from '../service/readers';
import { revealRow } from '../tree/revealRow';
import { pickOne } from '../ui/quickPick';
import type { TeamRolesModel } from './model';
import type { ViewRow } from './rows';
import { teamsIn, type Team } from './teams';
import { teamItem } from './roleNames';

/** Shows a team of a project in the view. If there are several, the user selects one. */
export async function showTeams(
  view: TreeView<ViewRow>,
  model: TeamRolesModel,
  references: readonly Reference[],
  project: string,
): Promise<void> {
  const teams = teamsIn(references);
  if (teams.length === 0) {
    void window.showInformationMessage(
      l10n.t('The service lists no teams for project "{0}".', escapeIconsAndLinks(project)),
    );
    return;
  }
  const team = await chooseTeam(teams, project);
  if (team === undefined) return;
  await commands.executeCommand('poolview.roles.focus');
  const row = await model.reveal(team);
  if (row === undefined) return;
  await revealRow(view, row, {
    isWanted: () => !model.store.closed.aborted,
    expand: true,
    failure: l10n.t("Couldn't show the team. Open the Team Roles view and try again."),
  });
}

async function chooseTeam(teams: readonly Team[], project: string): Promise<Team | undefined> {
  if (teams.length === 1) return teams[0];
  const picked = await pickOne<Team>({
    title: l10n.t('Show Team Roles'),
    placeholder: l10n.t('Select a team of project "{0}"', escapeIconsAndLinks(project, 60)),
    ignoreFocusOut: true,
    items: teams.map(teamItem),
  });
  return typeof picked === 'object' ? picked : undefined;
}
