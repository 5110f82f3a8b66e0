import { l10n, window, workspace } from 'vscode';
import { hostOf, type Connection } from '../../connections/connection';
import { formatNumber, requestCount, listFirst, listNames, maxNames, takeTurns } from '../../text/format';
import { escapeIconsAndLinks, parts, present, sanitizeLine } from '../../text/text';
import type { TeamRole } from '../../access/resourceRoles';
import { roleNamesText, roleText } from '../../access/grantText';
import type { Access } from '../../access/access';
import { fullName } from '../../access/holderText';
import { worstFirst } from '../../access/permissions';
import { permissionsOf } from '../../access/reach';
import { groupBy } from '../../items/order';
import { teamName, type Team } from '../../access/teams';
import type { RemovalEffect } from './removalEffect';

/** The most characters of a name and of a line, so that the whole dialog is visible. */
const maxDialogLength = { name: 40, line: 240 };

/** How many roles are listed, and how many names of one or of several, with how many characters. */
const maxRoles = 8;
const maxOfOne = { names: 20, line: 720 };
const maxOfSeveral = { names: 2, line: maxDialogLength.line };

const shownParts = ['role', 'projects', 'filters'] as const;

export interface RemovalQuestion {
  readonly items: readonly [TeamRole, ...TeamRole[]];
  /** Roles that were chosen, but no longer exist. */
  readonly gone?: readonly TeamRole[];
  readonly connection: Connection;
  /** What has changed since the user confirmed: the role, or what its team keeps without it. */
  readonly changed?: 'role' | 'effect';
  /** What started the removal: the selected rows and no others, or an agent. Missing if the user chose elsewhere. */
  readonly startedBy?: 'selection' | 'agent' | undefined;
  readonly effect: Pick<RemovalEffect, 'lines' | 'memberRequests' | 'readMembers'>;
}

/** Asks the user for confirmation in a modal dialog, and again after what members keep was read. */
export async function confirmRemoval(question: RemovalQuestion): Promise<'remove' | 'keep' | 'showAll'> {
  const { effect, items } = question;
  const count = items.length;
  const memberRequests = effect.memberRequests();
  const action = count === 1 ? l10n.t('Remove Role') : l10n.t('Remove {0} Roles', count);
  const check = l10n.t('Check Members… (about {0})', requestCount(memberRequests));
  const { message, detail } = questionText(question, effect.lines());
  const keep = count === 1 ? l10n.t('Keep Role') : l10n.t('Keep Roles');
  // It may open while the user is typing: Enter, which selects the first button, removes only what the user has selected.
  const actions = question.startedBy === 'selection' ? [action] : [keep, action];
  if (memberRequests > 0) actions.push(check);
  const all = l10n.t('Show All');
  if (count > maxRoles || new Set(items.map(({ team }) => team.uid)).size > 1) actions.push(all);
  const answer = await window.showWarningMessage(message, { modal: true, detail }, ...actions);
  if (answer === all) return 'showAll';
  if (answer !== check) return answer === action ? 'remove' : 'keep';
  await effect.readMembers();
  return confirmRemoval(question);
}

/** Shows all roles and what their removal changes as a document. */
export async function showAll({ items, effect }: RemovalQuestion): Promise<void> {
  const roles = items.map(({ team, role }) =>
    sanitizeLine(
      [fullName(team), role.uid, roleText(role, shownParts, { max: Infinity, maxLength: 200 })].join(': '),
      Infinity,
    ),
  );
  const content = [...roles, '', ...effect.lines(Infinity), ''].join('\n');
  await window.showTextDocument(await workspace.openTextDocument({ content }), { preview: true });
}

/** Sorts roles from what matters most: what manages access, what deletes, and what has no filter. */
export function worstRolesFirst(items: readonly TeamRole[], access: Access): readonly TeamRole[] {
  const hasFilter = ({ role }: TeamRole): number => Math.min(role.filterRefs?.length ?? 0, 1);
  const byFilter = items.toSorted((one, other) => hasFilter(one) - hasFilter(other));
  // What was not read may delete.
  return worstFirst(byFilter, ({ role }) => permissionsOf(role.roles ?? [], access) ?? ['cluster.delete']);
}

/** The team and the service come first, because VS Code cuts off a dialog that is too long. */
function questionText(
  { items, gone = [], connection, changed, startedBy }: RemovalQuestion,
  effect: readonly string[],
): { readonly message: string; readonly detail: string } {
  const [first] = items;
  const teams = [...new Map(items.map(({ team }) => [team.uid, team])).values()];
  const sections = [
    [
      startedBy === 'agent' ? l10n.t('Proposed by an agent.') : undefined,
      changed === 'role'
        ? l10n.t('The role changed after you confirmed. Check it before removing it.')
        : undefined,
      changed === 'effect'
        ? l10n.t(
            'Since you confirmed, the team would keep less without the role. Check it before removing it.',
          )
        : undefined,
    ],
    [
      teamLine(teams),
      l10n.t('Service: {0} ({1})', sanitizeLine(connection.name, maxDialogLength.name), hostOf(connection)),
    ],
    [
      ...roleLines(items, teams.length > 1),
      gone.length === 0 ? undefined : l10n.t('Already removed: {0}', rolesLine(gone)),
    ],
    effect,
    restoreLines(items),
  ];
  return {
    message: messageText(first, items.length, teams.length),
    detail: present(...sections.map((lines) => present(...lines).join('\n'))).join('\n\n'),
  };
}

function messageText({ team, role }: TeamRole, roleCount: number, teamCount: number): string {
  const name = escapeIconsAndLinks(shortName(team));
  if (roleCount === 1) {
    const names =
      listNames(role.roles, maxNames, maxDialogLength.name) || sanitizeLine(role.uid, maxDialogLength.name);
    return l10n.t('Remove "{0}" from team "{1}"?', escapeIconsAndLinks(names), name);
  }
  const count = formatNumber(roleCount);
  return teamCount === 1
    ? l10n.t('Remove {0} roles from team "{1}"?', count, name)
    : l10n.t('Remove {0} roles from {1} teams?', count, formatNumber(teamCount));
}

function teamLine(teams: readonly Team[]): string {
  const [team, ...others] = teams;
  if (team === undefined || others.length > 0) {
    const textWith = (max: number): string => listNames(teams, max, maxDialogLength.name);
    return l10n.t('Teams: {0}', longestWithin(maxDialogLength.line, maxOfOne.names, textWith));
  }
  const uid = sanitizeLine(team.uid, maxDialogLength.name);
  return l10n.t('Team: {0}', fullName({ name: shortName(team), uid }));
}

/** What each role is: of one, with as many names as fit; of several, with the first. */
function roleLines(items: readonly TeamRole[], withTeam: boolean): readonly (string | undefined)[] {
  const { names, line: length } = items.length === 1 ? maxOfOne : maxOfSeveral;
  const ofTeams = [...groupBy(items, ({ team }) => team.uid).values()];
  const lines = takeTurns(ofTeams, maxRoles).map(({ team, role, isListed }) => {
    const uid = l10n.t('UID {0}', sanitizeLine(role.uid, maxDialogLength.name));
    const textWith = (max: number): string =>
      parts(isListed ? roleText(role, shownParts, { max, maxLength: maxDialogLength.name }) : undefined, uid);
    const text = longestWithin(length, names, textWith);
    return `• ${sanitizeLine(withTeam ? l10n.t('{0}: {1}', shortName(team), text) : text, length)}`;
  });
  const more = items.length - lines.length;
  return [...lines, more === 0 ? undefined : l10n.t('and {0} more', formatNumber(more))];
}

function rolesLine(items: readonly TeamRole[]): string {
  return sanitizeLine(roleNamesText(items.map(({ role }) => role)), maxDialogLength.line);
}

function shortName(team: Team): string {
  return sanitizeLine(teamName(team), maxDialogLength.name);
}

/** A text with as many names as fit, at least one. */
function longestWithin(length: number, names: number, textWith: (names: number) => string): string {
  const text = textWith(names);
  return text.length <= length || names === 1 ? text : longestWithin(length, names - 1, textWith);
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
          listFirst(unknownFields, (name) => sanitizeLine(name, maxDialogLength.name)),
        ),
  ];
}

function restorability(count: number, lost: number): string {
  if (lost === 0) return l10n.t('Can be restored later, with another UID.');
  return lost === count
    ? l10n.t("Can't be restored: Poolview doesn't have the details.")
    : l10n.t("Poolview doesn't have the details needed to restore {0} of them.", formatNumber(lost));
}
