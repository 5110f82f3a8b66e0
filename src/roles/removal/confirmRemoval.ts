import { l10n, window } from 'vscode';
import { hostOf, type Connection } from '../../connections/connection';
import { formatNumber } from '../../presentation/format';
import { sanitizeLine } from '../../presentation/text';
import type { TeamRole } from '../resourceRoles';
import { listRoles, roleAndProjects, roleAndTeam } from '../messageNames';
import { listFirst, listNames, roleNames, teamName } from '../roleNames';

/** How many names of each kind the dialog lists: for a single role, and for each of several. */
const maxNames = { single: 20, several: 5 };

/** How many roles and teams the dialog lists. */
const maxLines = 15;

export interface RemovalQuestion {
  readonly items: readonly [TeamRole, ...TeamRole[]];
  /** Roles that were chosen, but no longer exist. */
  readonly gone?: readonly TeamRole[];
  readonly connection: Connection;
  /** Whether the role has changed since the user confirmed its removal. */
  readonly hasChanged?: boolean;
  /** Whether an agent proposed the removal. */
  readonly isProposed?: boolean;
}

/** Asks the user for confirmation in a modal dialog. */
export async function confirmRemoval(question: RemovalQuestion): Promise<boolean> {
  const count = question.items.length;
  const action = count === 1 ? l10n.t('Remove Role') : l10n.t('Remove {0} Roles', count);
  const { message, detail } = questionText(question);
  // An agent may open the dialog while the user is typing: Enter, which selects the first button, must not remove anything.
  const actions = question.isProposed === true ? [l10n.t('Keep Role'), action] : [action];
  return (await window.showWarningMessage(message, { modal: true, detail }, ...actions)) === action;
}

export function questionText({
  items,
  gone = [],
  connection,
  hasChanged = false,
  isProposed = false,
}: RemovalQuestion): { readonly message: string; readonly detail: string } {
  const [first, ...others] = items;
  const teams = [...new Map(items.map(({ team }) => [team.uid, team])).values()];
  const detail = [
    isProposed ? `${l10n.t('Proposed by an agent.')}\n` : undefined,
    hasChanged
      ? `${l10n.t('The role changed after you confirmed. Check it before removing it.')}\n`
      : undefined,
    ...(others.length === 0 ? linesOfOne(first) : linesOfSeveral(items, teams.length > 1)),
    gone.length === 0 ? undefined : l10n.t('Already removed: {0}', listRoles(gone.map(({ role }) => role))),
    ...teams.slice(0, maxLines).map((team) => {
      const [name, uid] = [teamName(team), sanitizeLine(team.uid)];
      return l10n.t('Team: {0}', name === uid ? uid : `${name} (${uid})`);
    }),
    `${l10n.t('Service: {0} ({1})', sanitizeLine(connection.name), hostOf(connection))}\n`,
    l10n.t('Team members lose this access immediately.'),
    ...restoreLines(items),
  ];
  return {
    message: messageText(first, items.length, teams.length),
    detail: detail.filter((line) => line !== undefined).join('\n'),
  };
}

function messageText({ team, role }: TeamRole, roleCount: number, teamCount: number): string {
  const [roleText, name] = roleAndTeam(role, team);
  if (roleCount === 1) return l10n.t('Remove "{0}" from team "{1}"?', roleText, name);
  const count = formatNumber(roleCount);
  return teamCount === 1
    ? l10n.t('Remove {0} roles from team "{1}"?', count, name)
    : l10n.t('Remove {0} roles from {1} teams?', count, formatNumber(teamCount));
}

/** The role itself is in the message, unless it has more names than fit there. */
function linesOfOne({ role, isListed }: TeamRole): readonly (string | undefined)[] {
  const max = maxNames.single;
  const all = roleNames(role, max);
  const filters = listNames(role.filterRefs, max);
  return [
    all === roleNames(role) ? undefined : l10n.t('Role: {0}', all),
    isListed ? l10n.t('Projects: {0}', listNames(role.projectUids, max) || l10n.t('none')) : undefined,
    filters === '' ? undefined : l10n.t('Filters: {0}', filters),
    l10n.t('UID: {0}', sanitizeLine(role.uid)),
  ];
}

function linesOfSeveral(items: readonly TeamRole[], withTeam: boolean): readonly (string | undefined)[] {
  const lines = items.slice(0, maxLines).map((item) => {
    const text = lineOf(item);
    return `• ${withTeam ? l10n.t('{0}: {1}', teamName(item.team), text) : text}`;
  });
  const more = items.length - lines.length;
  return [...lines, more === 0 ? undefined : l10n.t('and {0} more', formatNumber(more)), ''];
}

function lineOf({ role, isListed }: TeamRole): string {
  if (!isListed) return l10n.t('UID: {0}', sanitizeLine(role.uid));
  const text = roleAndProjects(role, maxNames.several);
  const filters = listNames(role.filterRefs, maxNames.several);
  return filters === '' ? text : l10n.t('{0}, filtered by {1}', text, filters);
}

/** Whether the roles can be restored, and if not, why. */
function restoreLines(items: readonly TeamRole[]): readonly (string | undefined)[] {
  const lost = items.filter(({ role }) => role.content === undefined).length;
  const unknownFields = [...new Set(items.flatMap(({ role }) => role.unknownFields ?? []))];
  return [
    restorability(items.length, lost),
    unknownFields.length === 0
      ? undefined
      : l10n.t(
          "The service lists fields that Poolview doesn't know ({0}). Without them, a restored role could grant more access.",
          listFirst(unknownFields, (name) => sanitizeLine(name)),
        ),
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
