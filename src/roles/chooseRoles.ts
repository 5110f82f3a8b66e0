import { l10n, QuickPickItemKind } from 'vscode';
import type { ApiKeyCheck } from '../connections/apiKeyCheck';
import { ask } from '../connections/prompt';
import { describeError } from '../presentation/errors';
import { escapeIconsAndLinks } from '../presentation/text';
import type { ServiceClient } from '../service/client';
import { isServiceError, type ServiceError } from '../service/errors';
import { nothingOf, withNextPage, type Loaded } from '../service/pages';
import { pick, pickSeveral, type PickItem } from './pick';
import { isRemovable, type RemovableRole } from './removable';
import type { TeamRole } from './removing';
import { listTeams, type Team, type TeamListing, type TeamsSource } from './teams';
import { listNames, progressOfTeams, roleNames, teamName } from './words';

/** What the questions are answered from. */
export interface ChooseSource extends TeamsSource {
  client(): Promise<ServiceClient>;
  readonly containsApiKey: ApiKeyCheck;
}

const totalSteps = 2;

/**
 * Team, then one or several of its roles; each step can be gone back from. Throws the service's error where a list
 * cannot be had, for another reason than that it is not offered.
 * @param team whose roles they are, where that is known already
 * @returns undefined where the person left
 */
export async function chooseRoles(
  source: ChooseSource,
  team?: Team,
): Promise<readonly TeamRole[] | undefined> {
  if (team !== undefined) {
    const chosen = await chooseRolesOf(source, team, false);
    return chosen === 'back' ? undefined : chosen;
  }
  const listing = listTeams(source);
  // Going back finds what was loaded.
  const teams: LoadedTeams = { listing, loaded: nothingOf(listing.pages), error: undefined };
  for (;;) {
    const choice = await pickTeam(source, teams);
    if (choice === undefined) return undefined;
    const chosen = await chooseRolesOf(source, choice, true);
    if (chosen !== 'back') return chosen;
  }
}

interface LoadedTeams {
  readonly listing: TeamListing;
  loaded: Loaded<Team>;
  /** Why the last page could not be read. */
  error: ServiceError | undefined;
}

async function pickTeam(source: ChooseSource, teams: LoadedTeams): Promise<Team | undefined> {
  for (;;) {
    let wantsMore = teams.loaded.pageCount === 0;
    const choice = await pick<Team | 'typed' | 'more'>({
      title: title(),
      step: 1,
      totalSteps,
      placeholder: l10n.t('Team that loses a resource role'),
      staysOpen: (value) => {
        wantsMore = value === 'more';
        return wantsMore;
      },
      load: async (signal) => {
        if (wantsMore) await loadMore(teams, signal);
        return teamItems(teams);
      },
    });
    if (typeof choice === 'object') return choice;
    if (choice !== 'typed') return undefined;
    const uids = await askUids(source, l10n.t('Uid of the team'), { step: 1, totalSteps }, 1);
    if (uids === 'cancelled') return undefined;
    if (uids !== 'back') return { uid: uids[0] };
  }
}

/** One more page. Where that fails there is still what was loaded, and a team's uid to type. */
async function loadMore(teams: LoadedTeams, signal: AbortSignal): Promise<void> {
  teams.error = undefined;
  try {
    teams.loaded = await withNextPage(teams.loaded, ({ uid }) => uid, { signal });
  } catch (error) {
    // Without a good key nothing else will do either.
    if (!isServiceError(error) || error.kind === 'unauthorized') throw error;
    teams.error = error;
  }
}

function teamItems({ listing, loaded, error }: LoadedTeams): PickItem<Team | 'typed' | 'more'>[] {
  const { items, pages, total } = loaded;
  return [
    { label: `$(edit) ${l10n.t('Type the uid of a team…')}`, alwaysShow: true, value: 'typed' },
    { label: '', kind: QuickPickItemKind.Separator },
    ...items.map((team) => ({
      label: escapeIconsAndLinks(teamName(team)),
      description: escapeIconsAndLinks(team.uid),
      value: team,
    })),
    ...(error === undefined ? [] : [failureItem(error)]),
    ...(pages.done || error !== undefined
      ? []
      : [
          {
            label: `$(ellipsis) ${l10n.t('Load more')}`,
            description: progressOfTeams(listing.gatheredFrom, items.length, total),
            alwaysShow: true,
            value: 'more' as const,
          },
        ]),
  ];
}

function failureItem(error: ServiceError): PickItem<'more'> {
  const { what, why } = describeError(error);
  return {
    label: `$(error) ${what}`,
    description: l10n.t('choose this to try again'),
    detail: escapeIconsAndLinks(why, 1000),
    alwaysShow: true,
    value: 'more',
  };
}

async function chooseRolesOf(
  source: ChooseSource,
  team: Team,
  canGoBack: boolean,
): Promise<readonly TeamRole[] | 'back' | undefined> {
  const steps = canGoBack ? { step: 2, totalSteps } : {};
  try {
    const choice = await pickSeveral<RemovableRole>({
      ...steps,
      title: title(),
      placeholder: l10n.t(
        'Resource roles to remove from the team {0}',
        escapeIconsAndLinks(teamName(team), 60),
      ),
      load: async (signal) => {
        const client = await source.client();
        return roleItems((await client.listTeamResourceRoles(team.uid, { signal })).filter(isRemovable));
      },
    });
    if (choice === 'back') return 'back';
    if (choice === 'cancelled') return undefined;
    return choice.map((role) => ({ team, role, isListed: true }));
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    const why =
      error.kind === 'forbidden'
        ? l10n.t('The API key may not list the roles of this team.')
        : l10n.t('The service lists no roles for this team.');
    const prompt = l10n.t('{0} Uid of the resource role, or of several with spaces between', why);
    const uids = await askUids(source, prompt, steps, Infinity);
    if (uids === 'back') return 'back';
    if (uids === 'cancelled') return undefined;
    return uids.map((uid) => ({ team, role: { uid, content: undefined }, isListed: false }));
  }
}

function roleItems(roles: readonly RemovableRole[]): readonly PickItem<RemovableRole>[] {
  return roles.length === 0 ? [{ label: l10n.t('This team has no resource roles') }] : roles.map(roleItem);
}

/** A role as it stands in the list of those that can be removed. */
function roleItem(role: RemovableRole): PickItem<RemovableRole> {
  const projects = listNames(role.projectUids);
  return {
    label: escapeIconsAndLinks(roleNames(role)),
    description: projects === '' ? '' : l10n.t('on {0}', escapeIconsAndLinks(projects)),
    detail: escapeIconsAndLinks(role.uid),
    value: role,
  };
}

async function askUids(
  source: ChooseSource,
  prompt: string,
  steps: { readonly step?: number; readonly totalSteps?: number },
  most: number,
): Promise<readonly [string, ...string[]] | 'back' | 'cancelled'> {
  const uidsIn = (value: string): readonly string[] => [
    ...new Set(value.split(/[\s,;]+/).filter((uid) => uid !== '')),
  ];
  const answer = await ask({
    ...steps,
    title: title(),
    prompt,
    containsApiKey: source.containsApiKey,
    check: (value) => {
      const uids = uidsIn(value);
      if (uids.length === 0) return l10n.t('Enter the uid');
      if (uids.length > most) return l10n.t('Enter one uid, without spaces');
      return uids.includes('.') || uids.includes('..') ? l10n.t('This is not a uid') : undefined;
    },
  });
  if (typeof answer === 'string') return answer;
  const [uid = '', ...others] = uidsIn(answer.value);
  return [uid, ...others];
}

function title(): string {
  return l10n.t('Remove Team Resource Role');
}
