import { l10n } from 'vscode';
import { formatNumber, formatProgress } from '../presentation/format';
import { displayName } from '../presentation/text';
import type { ServiceError } from '../service/errors';
import type { Reference } from '../service/readers';
import type { Team, TeamListing } from './teams';

/** A role, as listed by the service or recorded in the journal. */
export interface NamedRole {
  readonly uid?: string | undefined;
  readonly roles?: readonly Reference[] | undefined;
  readonly projectUids?: readonly Reference[] | undefined;
}

/** How many names a row, a quick pick or a message shows. */
export const maxNames = 3;

/** `payments, ledger and 3 more`. References without a name are shown by UID. */
export function listNames(references: readonly Reference[] = [], max = maxNames): string {
  return listFirst(references, ({ name, uid }) => displayName(name, uid, '?'), max);
}

/** The first of several values, and how many more there are. */
export function listFirst<Value>(
  values: readonly Value[],
  toText: (value: Value) => string,
  max = maxNames,
  separator = ', ',
): string {
  const shown = values.slice(0, max).map(toText).join(separator);
  const more = values.length - max;
  return more <= 0 ? shown : l10n.t('{0} and {1} more', shown, formatNumber(more));
}

/** The names of what a role grants, or its UID. */
export function roleNames(role: NamedRole, max?: number): string {
  return listNames(role.roles, max) || displayName(undefined, role.uid, '?');
}

export function teamName({ name, uid }: Pick<Team, 'name' | 'uid'>): string {
  return displayName(name, uid, '?');
}

/** Why the roles of a team are not listed, without a period. */
export function whyNotListed({ kind }: ServiceError): string {
  return kind === 'forbidden'
    ? l10n.t("The API key can't list this team's roles")
    : l10n.t("The service doesn't list this team's roles");
}

/** `50 of 120`, or the progress of the projects if the teams come from them. */
export function progressOfTeams(
  gatheredFrom: TeamListing['gatheredFrom'],
  loaded: number,
  total: number | undefined,
): string {
  return gatheredFrom === undefined
    ? formatProgress(loaded, total)
    : l10n.t('from projects: {0}', formatProgress(gatheredFrom.loaded, gatheredFrom.total));
}
