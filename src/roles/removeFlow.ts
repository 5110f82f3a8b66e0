import { l10n, QuickPickItemKind } from 'vscode';
import { ask } from '../connections/prompt';
import { formatProgress } from '../details/format';
import { plain, plainInPick } from '../details/text';
import type { Project } from '../service/resources/project';
import type { ResourceRole } from '../service/resources/team';
import { teamsOf, type RemovableRole, type RolesModel, type Team } from './model';
import { pick, type PickItem } from './pick';

/** What a person chose to remove. `isListed`: the service told what the role grants. */
export interface Chosen {
  readonly team: Team;
  readonly role: RemovableRole;
  readonly isListed: boolean;
}

const totalSteps = 3;

/**
 * Project, team, resource role, each of which can be gone back from. Throws the service's error where one of the
 * lists cannot be had.
 * @returns undefined where the person left
 */
export async function chooseRole(model: RolesModel): Promise<Chosen | undefined> {
  for (;;) {
    const project = await pickProject(model);
    if (project === 'back' || project === 'cancelled') return undefined;
    const chosen = project === 'typed' ? await typeTeam(model) : await pickTeamAndRole(model, project);
    if (chosen !== 'back') return chosen;
  }
}

async function pickTeamAndRole(model: RolesModel, project: Project): Promise<Chosen | 'back' | undefined> {
  for (;;) {
    const team = await pickTeam(project);
    if (team === 'back') return 'back';
    if (team === 'cancelled') return undefined;
    const chosen = team === 'typed' ? await typeTeam(model) : await chooseRoleOf(model, team);
    if (chosen !== 'back') return chosen;
  }
}

async function typeTeam(model: RolesModel): Promise<Chosen | 'back' | undefined> {
  for (;;) {
    const uid = await askUid(2, l10n.t('Uid of the team'));
    if (uid === 'back') return 'back';
    if (uid === 'cancelled') return undefined;
    const chosen = await chooseRoleOf(model, { uid: uid.value.trim() });
    if (chosen !== 'back') return chosen;
  }
}

type ProjectChoice = Project | 'typed' | 'more';

async function pickProject(model: RolesModel): Promise<Project | 'typed' | 'back' | 'cancelled'> {
  const pages = await model.projects();
  const projects: Project[] = [];
  const choice = await pick<ProjectChoice>({
    title: title(),
    step: 1,
    totalSteps,
    placeholder: l10n.t('Project in which the team works'),
    staysOpen: (value) => value === 'more',
    load: async (signal) => {
      const page = await pages.next(signal);
      projects.push(...(page.value?.items ?? []));
      return [
        ...typedItems(l10n.t('Type the uid of a team…')),
        ...projects.map(projectItem),
        ...(pages.done
          ? []
          : [
              {
                label: `$(ellipsis) ${l10n.t('Load more')}`,
                description: formatProgress(projects.length, page.value?.total),
                alwaysShow: true,
                value: 'more' as const,
              },
            ]),
      ];
    },
  });
  // "Load more" is never an answer.
  return choice === 'more' ? 'cancelled' : choice;
}

function pickTeam(project: Project): Promise<Team | 'typed' | 'back' | 'cancelled'> {
  const teams = teamsOf(project);
  return pick<Team | 'typed'>({
    title: title(),
    step: 2,
    totalSteps,
    placeholder:
      teams.length === 0
        ? l10n.t('No team works in this project')
        : l10n.t('Team that loses a resource role'),
    load: () =>
      Promise.resolve([
        ...typedItems(l10n.t('Type the uid of a team…')),
        ...teams.map((team) => ({
          label: plainInPick(team.name ?? team.uid),
          description: plainInPick(team.uid),
          value: team,
        })),
      ]),
  });
}

async function chooseRoleOf(model: RolesModel, team: Team): Promise<Chosen | 'back' | undefined> {
  // Why the service lists no roles, once that is known.
  let isListed = true;
  const choice = await pick<RemovableRole | 'typed'>({
    title: title(),
    step: 3,
    totalSteps,
    placeholder: l10n.t('Resource role to remove from the team {0}', plain(team.name ?? team.uid, 60)),
    load: async (signal) => {
      const list = await model.resourceRoles(team, signal);
      if ('notListed' in list) {
        isListed = false;
        return typedItems(l10n.t('The service does not list the roles: type the uid of one…'));
      }
      const none: PickItem<never> = { label: l10n.t('This team has no resource roles') };
      return list.roles.length === 0
        ? [...typedItems(l10n.t('Type the uid of a resource role…')), none]
        : list.roles.map(roleItem);
    },
  });
  if (choice === 'back') return 'back';
  if (choice === 'cancelled') return undefined;
  if (choice !== 'typed') return { team, role: choice, isListed };
  const uid = await askUid(3, l10n.t('Uid of the resource role'));
  if (uid === 'cancelled') return undefined;
  if (uid === 'back') return chooseRoleOf(model, team);
  return { team, role: { uid: uid.value.trim() }, isListed: false };
}

/** What a role grants, in one line. */
export function roleNames({ roles, uid }: ResourceRole): string {
  const names = (roles ?? [])
    .map(({ name, uid: roleUid }) => plain(name ?? roleUid ?? ''))
    .filter((name) => name !== '');
  return names.length === 0 ? plain(uid ?? '') : names.join(', ');
}

function projectItem(project: Project): PickItem<ProjectChoice> {
  const { name, uid } = project.metadata ?? {};
  const teams = teamsOf(project).map((team) => plainInPick(team.name ?? team.uid));
  return { label: plainInPick(name ?? uid ?? ''), description: teams.join(', '), value: project };
}

function roleItem(role: RemovableRole): PickItem<RemovableRole> {
  const projects = (role.projectUids ?? []).map(({ name, uid }) => plainInPick(name ?? uid ?? ''));
  return {
    label: plainInPick(roleNames(role)),
    description: projects.length === 0 ? '' : l10n.t('on {0}', projects.join(', ')),
    detail: plainInPick(role.uid),
    value: role,
  };
}

/** Another way to answer, above a list that may be long. */
function typedItems(label: string): PickItem<'typed'>[] {
  return [
    { label: `$(edit) ${label}`, alwaysShow: true, value: 'typed' },
    { label: '', kind: QuickPickItemKind.Separator },
  ];
}

function askUid(step: number, prompt: string) {
  return ask({
    title: title(),
    step,
    totalSteps,
    prompt,
    check: (value) => {
      const uid = value.trim();
      if (uid === '') return l10n.t('Enter the uid');
      return uid === '.' || uid === '..' ? l10n.t('This is not a uid') : undefined;
    },
  });
}

function title(): string {
  return l10n.t('Remove Team Resource Role');
}
