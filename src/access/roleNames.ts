import { l10n } from 'vscode';
import { formatProgress } from '../text/format';
import { listFirst, listNames, maxNames } from '../text/names';
import { displayName, escapeIconsAndLinks, parts, sanitizeLine } from '../text/text';
import type { ServiceError } from '../service/errors';
import type { Reference } from '../service/readers';
import type { ResourceRole } from '../service/resources/team';
import type { GrantKind } from './access';
import type { TeamListing } from './teams';

/** A role, as listed by the service or recorded in the journal. */
type NamedRole = Pick<ResourceRole, 'uid' | 'roles' | 'projectUids'>;

export function grantKindText(kind: GrantKind): string {
  return {
    tenant: l10n.t('tenant'),
    project: l10n.t('project'),
    workspace: l10n.t('workspace'),
    resource: l10n.t('resource'),
  }[kind];
}

/** The names of what a role grants, or its UID. */
export function roleNames(role: NamedRole, max?: number, maxLength?: number): string {
  return (
    listNames(role.roles, max, maxLength) || sanitizeLine(displayName(undefined, role.uid, '?'), maxLength)
  );
}

/** What limits a role: `filter pci-dss · on atlas, sandbox`. A narrow view cuts off the end: whether there is a filter matters most. */
export function limitsOf(role: ResourceRole): string {
  const projects = listNames(role.projectUids, maxNames, 40);
  return parts(
    filtersOf(role, maxNames, 40),
    projects === '' ? l10n.t('no projects') : l10n.t('on {0}', projects),
  );
}

/** `filter pci-dss` */
export function filtersOf(role: ResourceRole, max?: number, maxLength?: number): string {
  const filters = listNames(role.filterRefs, max, maxLength);
  if (filters === '') return withoutFilter(role);
  return role.filterRefs?.length === 1 ? l10n.t('filter {0}', filters) : l10n.t('filters {0}', filters);
}

/** What is shown for a role without filters. */
export function withoutFilter({ content }: ResourceRole): string {
  // Without its content, it may be limited in a way that Poolview does not know.
  return content === undefined ? l10n.t('filters not known') : l10n.t('no filter');
}

export function teamName({ name, uid }: Reference): string {
  return displayName(name, uid, '?');
}

/** Why the roles of a team are not listed, without a period. */
export function whyNotListed({ kind }: ServiceError): string {
  return kind === 'forbidden'
    ? l10n.t("The API key can't list this team's roles")
    : l10n.t("The service doesn't list this team's roles");
}

/** Why a list of grants was not read, without a period. */
export function whyNotRead({ kind, failure }: ServiceError): string {
  switch (kind) {
    case 'unsupported':
      return l10n.t('not offered by this service');
    case 'forbidden':
      return l10n.t('the API key lacks {0}', failure.permission ?? '?');
    default:
      return l10n.t('not read');
  }
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

/** `Resource Cluster Admin on payments, ledger` */
export function roleAndProjects(role: NamedRole, max?: number, maxLength?: number): string {
  const projects = listNames(role.projectUids, max, maxLength);
  const names = roleNames(role, max, maxLength);
  return projects === '' ? names : l10n.t('{0} on {1}', names, projects);
}

/** `Resource Cluster Admin on payments, ledger · filter pci-dss` */
export function roleAndLimits(role: ResourceRole, max: number, maxLength?: number): string {
  return parts(roleAndProjects(role, max, maxLength), filtersOf(role, max, maxLength));
}

/** Several roles in a message, with their projects, because a team may have the same role on different projects. */
export function listRoles(roles: readonly NamedRole[]): string {
  return listFirst(roles, (role) => escapeIconsAndLinks(roleAndProjects(role)), maxNames, '; ');
}
