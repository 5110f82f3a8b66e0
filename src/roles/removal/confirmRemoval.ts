import { l10n, window } from 'vscode';
import { hostOf, type Connection } from '../../connections/connection';
import { formatNumber } from '../../presentation/format';
import { escapeIconsAndLinks, sanitizeLine } from '../../presentation/text';
import type { RemovableRole, TeamRole } from '../resourceRoles';
import { listFirst, listNames, listRoles, roleAndProjects, roleNames, teamName } from '../roleNames';

/** Names of one role in a modal that is about it alone; of one among several. */
const mostNames = { alone: 20, amongOthers: 5 };

/** Roles that a modal has room for, in lines. */
const mostRoles = 15;

/** What is to be removed, and through which connection. */
export interface RemovalQuestion {
  readonly items: readonly [TeamRole, ...TeamRole[]];
  /** Roles that were chosen, too, and do not exist anymore. */
  readonly gone?: readonly TeamRole[];
  readonly connection: Connection;
  /** Whether this was confirmed before, and has changed since. */
  readonly hasChanged?: boolean;
}

/** Asks the user before anything is removed. */
export async function confirmRemoval(removal: RemovalQuestion): Promise<boolean> {
  const action =
    removal.items.length === 1 ? l10n.t('Remove Role') : l10n.t('Remove {0} Roles', removal.items.length);
  const { message, detail } = questionText(removal);
  return (await window.showWarningMessage(message, { modal: true, detail }, action)) === action;
}

/** The texts of the question, with everything that is known of what is removed, as far as there is room. */
export function questionText({ items, gone = [], connection, hasChanged = false }: RemovalQuestion): {
  readonly message: string;
  readonly detail: string;
} {
  const [first, ...others] = items;
  const teams = new Map(items.map(({ team }) => [team.uid, team]));
  const detail = [
    ...(hasChanged ? [l10n.t('The role has changed since you confirmed its removal:'), ''] : []),
    ...(others.length === 0 ? aboutOne(first) : aboutSeveral(items, teams.size > 1)),
    ...(gone.length === 0
      ? []
      : [l10n.t('Already gone, and left out: {0}', listRoles(gone.map(({ role }) => role)))]),
    ...[...teams.values()]
      .slice(0, mostRoles)
      .map((team) =>
        l10n.t(
          'Team: {0}',
          teamName(team) === sanitizeLine(team.uid)
            ? sanitizeLine(team.uid)
            : `${teamName(team)} (${sanitizeLine(team.uid)})`,
        ),
      ),
    l10n.t('Service: {0} ({1})', sanitizeLine(connection.name), hostOf(connection)),
    '',
    teams.size === 1
      ? l10n.t('Every member of the team loses this access at once.')
      : l10n.t('Every member of these teams loses this access at once.'),
    ...wayBack(items),
  ].join('\n');
  return { message: question(items, teams.size), detail };
}

function question([{ team }, ...others]: readonly [TeamRole, ...TeamRole[]], teams: number): string {
  const name = escapeIconsAndLinks(teamName(team));
  const count = formatNumber(others.length + 1);
  if (others.length === 0) return l10n.t('Remove this resource role from the team {0}?', name);
  return teams === 1
    ? l10n.t('Remove {0} resource roles from the team {1}?', count, name)
    : l10n.t('Remove {0} resource roles from {1} teams?', count, formatNumber(teams));
}

function aboutOne({ role, isListed }: TeamRole): readonly string[] {
  const filters = listNames(role.filterRefs, mostNames.alone);
  return [
    ...(isListed
      ? [
          l10n.t('Role: {0}', roleNames(role, mostNames.alone)),
          l10n.t('Projects: {0}', listNames(role.projectUids, mostNames.alone) || l10n.t('none named')),
        ]
      : [l10n.t('Role: not known, since only its uid was entered')]),
    ...(filters === '' ? [] : [l10n.t('Filters: {0}', filters)]),
    l10n.t('Resource role uid: {0}', sanitizeLine(role.uid)),
  ];
}

function aboutSeveral(items: readonly TeamRole[], ofSeveralTeams: boolean): readonly string[] {
  const lines = items.slice(0, mostRoles).map(({ team, role, isListed }) => {
    const what = isListed
      ? withFilters(role)
      : l10n.t('what only the uid is known of: {0}', sanitizeLine(role.uid));
    return `• ${ofSeveralTeams ? l10n.t('{0}: {1}', teamName(team), what) : what}`;
  });
  const more = items.length - lines.length;
  return [...lines, ...(more === 0 ? [] : [l10n.t('and {0} more', formatNumber(more))]), ''];
}

function withFilters(role: RemovableRole): string {
  const what = roleAndProjects(role, mostNames.amongOthers);
  const filters = listNames(role.filterRefs, mostNames.amongOthers);
  return filters === '' ? what : l10n.t('{0}, filtered by {1}', what, filters);
}

/** Whether the roles can be restored, and if not, why. */
function wayBack(items: readonly TeamRole[]): readonly string[] {
  const lost = items.filter(({ role }) => role.content === undefined).length;
  const unknownFields = [...new Set(items.flatMap(({ role }) => role.unknownFields ?? []))];
  return [
    restorability(items.length, lost),
    ...(unknownFields.length === 0
      ? []
      : [
          l10n.t(
            "The service lists fields that Poolview doesn't know ({0}). Without them, a restored role could grant more access.",
            listFirst(unknownFields, (name) => sanitizeLine(name)),
          ),
        ]),
  ];
}

function restorability(count: number, lost: number): string {
  if (lost === 0) {
    return count === 1
      ? l10n.t('You can restore it later; its UID will change.')
      : l10n.t('You can restore them later; their UIDs will change.');
  }
  if (lost < count) {
    return l10n.t("Poolview doesn't have the details needed to restore {0} of them.", formatNumber(lost));
  }
  return count === 1
    ? l10n.t("Poolview doesn't have the details needed to restore it.")
    : l10n.t("Poolview doesn't have the details needed to restore them.");
}
