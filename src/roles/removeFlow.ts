import { l10n, QuickPickItemKind } from 'vscode';
import { ask } from '../connections/prompt';
import { formatProgress } from '../details/format';
import { inert, plain } from '../details/text';
import type { Project } from '../service/resources/project';
import { isServiceError, type ServiceError } from '../service/errors';
import { nothingOf, uidOf, withNextPage, type Loaded } from '../service/pages';
import type { ResourceRole } from '../service/resources/team';
import { describeError } from '../details/errors';
import { teamsOf, type RemovableRole, type RoleList, type RolesModel, type Team } from './model';
import { pick, type PickItem } from './pick';

/** What a person chose to remove. `isListed`: what the role grants is known, since the service listed it. */
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
  // Going back finds what was loaded.
  const listing: ProjectListing = { loaded: nothingOf(await model.projects()), error: undefined };
  for (;;) {
    const project = await pickProject(listing);
    if (project === 'back' || project === 'cancelled') return undefined;
    const chosen = project === 'typed' ? await typeTeam(model) : await pickTeamAndRole(model, project);
    if (chosen !== 'back') return chosen;
  }
}

interface ProjectListing {
  loaded: Loaded<Project>;
  /** Why the last page could not be read. */
  error: ServiceError | undefined;
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

async function pickProject(listing: ProjectListing): Promise<Project | 'typed' | 'back' | 'cancelled'> {
  let wantsMore = listing.loaded.items.length === 0;
  const choice = await pick<ProjectChoice>({
    title: title(),
    step: 1,
    totalSteps,
    placeholder: l10n.t('Project in which the team works'),
    staysOpen: (value) => {
      wantsMore = value === 'more';
      return wantsMore;
    },
    load: async (signal) => {
      if (wantsMore) await loadMore(listing, signal);
      return projectItems(listing);
    },
  });
  // "Load more" is never an answer.
  return choice === 'more' ? 'cancelled' : choice;
}

/** One more page. Where that fails there is still what was loaded, and a team's uid to type. */
async function loadMore(listing: ProjectListing, signal: AbortSignal): Promise<void> {
  listing.error = undefined;
  try {
    listing.loaded = await withNextPage(listing.loaded, uidOf, { signal });
  } catch (error) {
    // Without a good key nothing else will do either.
    if (!isServiceError(error) || error.kind === 'unauthorized') throw error;
    listing.error = error;
  }
}

function projectItems({ loaded, error }: ProjectListing): PickItem<ProjectChoice>[] {
  const { items: projects, pages, total } = loaded;
  const more: PickItem<ProjectChoice> = {
    ...(error === undefined
      ? { label: `$(ellipsis) ${l10n.t('Load more')}`, description: formatProgress(projects.length, total) }
      : failureItem(error)),
    alwaysShow: true,
    value: 'more',
  };
  return [
    ...typedItems(l10n.t('Type the uid of a team…')),
    ...projects.map(projectItem),
    ...(pages.done ? [] : [more]),
  ];
}

function failureItem(error: ServiceError): Pick<PickItem<never>, 'label' | 'description' | 'detail'> {
  const { what, why } = describeError(error);
  return {
    label: `$(error) ${what}`,
    description: l10n.t('choose this to try again'),
    detail: inert(why, 1000),
  };
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
          label: inert(team.name ?? team.uid),
          description: inert(team.uid),
          value: team,
        })),
      ]),
  });
}

async function chooseRoleOf(model: RolesModel, team: Team): Promise<Chosen | 'back' | undefined> {
  for (;;) {
    const choice = await pick<RemovableRole | 'typed'>({
      title: title(),
      step: 3,
      totalSteps,
      placeholder: l10n.t('Resource role to remove from the team {0}', plain(team.name ?? team.uid, 60)),
      load: async (signal) => roleItems(await model.resourceRoles(team, signal)),
    });
    if (choice === 'back') return 'back';
    if (choice === 'cancelled') return undefined;
    if (choice !== 'typed') return { team, role: choice, isListed: true };
    const uid = await askUid(3, l10n.t('Uid of the resource role'));
    if (uid === 'cancelled') return undefined;
    if (uid !== 'back') return { team, role: { uid: uid.value.trim(), content: undefined }, isListed: false };
  }
}

function roleItems(list: RoleList): PickItem<RemovableRole | 'typed'>[] {
  if ('notListed' in list) {
    return typedItems(
      list.notListed.kind === 'forbidden'
        ? l10n.t('The API key may not list the roles of this team: type the uid of one…')
        : l10n.t('The service lists no roles for this team: type the uid of one…'),
    );
  }
  return list.roles.length === 0
    ? [
        ...typedItems(l10n.t('Type the uid of a resource role…')),
        { label: l10n.t('This team has no resource roles') },
      ]
    : list.roles.map(roleItem);
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
  const teams = teamsOf(project).map((team) => inert(team.name ?? team.uid));
  return { label: inert(name ?? uid ?? ''), description: teams.join(', '), value: project };
}

/** A role as it stands in the list of those that can be removed. */
export function roleItem(role: RemovableRole): PickItem<RemovableRole> {
  const projects = (role.projectUids ?? []).map(({ name, uid }) => inert(name ?? uid ?? ''));
  return {
    label: inert(roleNames(role)),
    description: projects.length === 0 ? '' : l10n.t('on {0}', projects.join(', ')),
    detail: inert(role.uid),
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
