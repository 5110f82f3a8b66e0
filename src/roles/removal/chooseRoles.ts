import { l10n, QuickPickItemKind } from 'vscode';
import type { Session } from '../../connections/session';
import { describeError } from '../../text/errors';
import { escapeIconsAndLinks } from '../../text/text';
import { isServiceError } from '../../service/errors';
import { showInputBox } from '../../ui/inputBox';
import { back, runSteps, type StepPosition } from '../../ui/quickInput';
import type { PickItem } from '../../ui/searchList';
import { pickMany, pickOne } from '../../ui/quickPick';
import type { AccessReader } from '../../access/accessReader';
import { removableRoles, type TeamRole } from '../../access/resourceRoles';
import { roleText } from '../../access/grantText';
import { teamName, type Team } from '../../access/teams';
import { whyNotListed } from '../rows/note';
import type { TeamRolesModel } from '../model';

/**
 * Lets the user select a team, then some of its roles. If the service does not list them, the user enters UIDs. Throws
 * ServiceError if a list cannot be read for another reason.
 * @param team skips the first step
 * @returns undefined if the user cancels
 */
export async function chooseRoles(
  model: TeamRolesModel,
  team?: Team,
): Promise<readonly TeamRole[] | undefined> {
  const { session } = model;
  const chosen: { team: Team | undefined; roles?: readonly TeamRole[] } = { team };
  const chooseOfTeam = async (position?: StepPosition): Promise<unknown> => {
    if (chosen.team === undefined) return undefined;
    const roles = await chooseRolesOf(session, model.access, chosen.team, position);
    if (roles !== undefined && roles !== back) chosen.roles = roles;
    return roles;
  };
  if (team !== undefined) {
    await chooseOfTeam();
    return chosen.roles;
  }
  await runSteps(
    async (position) => (chosen.team = await chooseTeam(session, model, position)),
    chooseOfTeam,
  );
  return chosen.roles;
}

async function chooseTeam(
  session: Session,
  model: TeamRolesModel,
  position: StepPosition,
): Promise<Team | undefined> {
  const choice = await pickOne<Team | 'typed'>({
    ...position,
    title: l10n.t('Remove Team Resource Role'),
    placeholder: l10n.t('Select a team'),
    ignoreFocusOut: true,
    items: (signal) => teamItems(model, signal),
  });
  if (choice !== 'typed') return choice === back ? undefined : choice;
  const uids = await enterUids(session, l10n.t('Enter the UID of the team'), 1, position);
  return uids === undefined || uids === back ? undefined : { uid: uids[0] };
}

/** All teams. If they cannot be read, the user can still select those that were, or enter a UID. */
async function teamItems(
  model: TeamRolesModel,
  signal: AbortSignal,
): Promise<readonly PickItem<Team | 'typed'>[]> {
  let failed: readonly PickItem<never>[] = [];
  try {
    await model.listTeams(true, signal);
  } catch (error) {
    // With a rejected key, nothing else would work either.
    if (!isServiceError(error) || error.kind === 'unauthorized') throw error;
    const { what, why } = describeError(error);
    failed = [{ label: `$(error) ${what}`, detail: escapeIconsAndLinks(why, 1000), alwaysShow: true }];
  }
  return [
    { label: `$(edit) ${l10n.t('Enter Team UID…')}`, alwaysShow: true, value: 'typed' },
    { label: '', kind: QuickPickItemKind.Separator },
    ...model.teams.map(teamItem),
    ...failed,
  ];
}

/** A team in a quick pick. */
function teamItem(team: Team): PickItem<Team> {
  return {
    label: escapeIconsAndLinks(teamName(team)),
    description: escapeIconsAndLinks(team.uid),
    value: team,
  };
}

async function chooseRolesOf(
  session: Session,
  access: AccessReader,
  team: Team,
  position: Partial<StepPosition> = {},
): Promise<readonly TeamRole[] | typeof back | undefined> {
  try {
    return await pickMany<TeamRole>({
      ...position,
      title: l10n.t('Remove Team Resource Role'),
      placeholder: l10n.t('Select roles to remove from team "{0}"', escapeIconsAndLinks(teamName(team), 60)),
      ignoreFocusOut: true,
      items: async (signal) =>
        roleItems(removableRoles(team, await access.listTeamResourceRoles(team.uid, { signal }))),
    });
  } catch (error) {
    if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
    const prompt = l10n.t(
      '{0}. Enter the UIDs of the roles to remove, separated by spaces.',
      whyNotListed(error),
    );
    const uids = await enterUids(session, prompt, Infinity, position);
    if (uids === undefined || uids === back) return uids;
    return uids.map((uid) => ({ team, role: { uid, content: undefined }, isListed: false }));
  }
}

function roleItems(items: readonly TeamRole[]): readonly PickItem<TeamRole>[] {
  if (items.length === 0) return [{ label: l10n.t('No resource roles in this team') }];
  return items.map((item) => ({
    label: escapeIconsAndLinks(roleText(item.role, ['role'], { maxLength: 200 })),
    description: escapeIconsAndLinks(roleText(item.role, ['filters', 'projects'])),
    detail: escapeIconsAndLinks(item.role.uid),
    value: item,
  }));
}

async function enterUids(
  { containsApiKey }: Session,
  prompt: string,
  max: number,
  position: Partial<StepPosition>,
): Promise<readonly [string, ...string[]] | typeof back | undefined> {
  const uidsIn = (value: string): readonly string[] => [
    ...new Set(value.split(/[\s,;]+/).filter((uid) => uid !== '')),
  ];
  const entered = await showInputBox({
    ...position,
    title: l10n.t('Remove Team Resource Role'),
    prompt,
    containsApiKey,
    validate: (value) => {
      const uids = uidsIn(value);
      if (uids.length === 0) return l10n.t('Enter a UID.');
      if (uids.length > max) return l10n.t('Enter one UID, without spaces.');
      return uids.includes('.') || uids.includes('..') ? l10n.t('This is not a valid UID.') : undefined;
    },
  });
  if (entered === undefined || entered === back) return entered;
  const [first = '', ...others] = uidsIn(entered);
  return [first, ...others];
}
