import { l10n } from 'vscode';
import { formatNumber, formatProgress } from '../presentation/format';
import { escapeIconsAndLinks } from '../presentation/text';
import { nameOr } from '../tree/rowParts';
import type { Reference } from '../service/readers';
import type { Team, TeamListing } from './teams';

/** What a role is told by: as the service lists it, or as the journal keeps it. */
export interface NamedRole {
  readonly uid?: string | undefined;
  readonly roles?: readonly Reference[] | undefined;
  readonly projectUids?: readonly Reference[] | undefined;
}

/** Names in a row, a pick or a message; a modal has room for more. */
const namesInLine = 3;

/** `payments, ledger and 3 more`: as many as `most`. Of a nameless one the uid. */
export function listNames(references: readonly Reference[] = [], most = namesInLine): string {
  return joined(references, ({ name, uid }) => nameOr(name, uid, '?'), most);
}

/** The first of several things in words, and how many more there are. Those with commas in them want another separator. */
export function joined<Value>(
  values: readonly Value[],
  toText: (value: Value) => string,
  most = namesInLine,
  separator = ', ',
): string {
  const shown = values.slice(0, most).map(toText).join(separator);
  const more = values.length - most;
  return more <= 0 ? shown : l10n.t('{0} and {1} more', shown, formatNumber(more));
}

/** What a role grants, by name; its uid where nobody says it. */
export function roleNames(role: NamedRole, most?: number): string {
  return listNames(role.roles, most) || nameOr(undefined, role.uid, '?');
}

/** `Cluster Admin on payments, ledger` */
export function roleAndProjects(role: NamedRole, most?: number): string {
  const projects = listNames(role.projectUids, most);
  const names = roleNames(role, most);
  return projects === '' ? names : l10n.t('{0} on {1}', names, projects);
}

/** Several roles in a message. With projects: a team may have the same role on several. */
export function listRoles(roles: readonly NamedRole[]): string {
  return joined(roles, (role) => escapeIconsAndLinks(roleAndProjects(role)), namesInLine, '; ');
}

export function teamName({ name, uid }: Pick<Team, 'name' | 'uid'>): string {
  return nameOr(name, uid, '?');
}

/** `50 of 120`, or of which projects the teams are. */
export function progressOfTeams(
  gatheredFrom: TeamListing['gatheredFrom'],
  loaded: number,
  total: number | undefined,
): string {
  return gatheredFrom === undefined
    ? formatProgress(loaded, total)
    : l10n.t('from projects: {0}', formatProgress(gatheredFrom.loaded, gatheredFrom.total));
}
