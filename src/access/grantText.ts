import { l10n } from 'vscode';
import type { ResourceRole } from '../service/resources/team';
import { listFirst, listNames, maxNames } from '../text/format';
import { displayName, escapeIconsAndLinks, parts } from '../text/text';
import type { Grant, GrantKind } from './access';
import { isPartlyKnown, matchedText, type MatchedClusters } from './reach';

export function grantKindText(kind: GrantKind): string {
  return {
    tenant: l10n.t('tenant'),
    project: l10n.t('project'),
    workspace: l10n.t('workspace'),
    resource: l10n.t('resource'),
  }[kind];
}

/** What a text says of a grant. */
type GrantPart = 'kind' | 'role' | 'projects' | 'filters';

/** What is named of a grant. */
type NamedGrant = Pick<Grant, 'kind' | 'roles' | 'projects' | 'filters' | 'workspace' | 'resourceRole'>;

/** A resource role, as the service lists it or the journal has it. */
type NamedRole = Pick<ResourceRole, 'uid' | 'roles' | 'projectUids'> & Partial<ResourceRole>;

/** How many names it has of each part, of which length. */
interface Size {
  readonly max?: number;
  readonly maxLength?: number;
}

/**
 * `resource role Admin on payments, ledger · filter pci-dss · 8 of 10 clusters`: the parts that are wanted, in their order. A narrow
 * view cuts off the end.
 * @param clusters those that it reaches, if they are wanted
 */
export function grantText(
  grant: NamedGrant,
  wanted: readonly GrantPart[],
  { max = maxNames, maxLength = 40 }: Size = {},
  clusters?: MatchedClusters,
): string {
  const { kind, roles, projects, workspace = {}, resourceRole } = grant;
  const names = listNames(roles, max, maxLength) || displayName(undefined, resourceRole?.uid, '?');
  const role = wanted.includes('kind') ? l10n.t('{0} role {1}', grantKindText(kind), names) : names;
  const inProjects = listNames(projects, max, maxLength);
  const where = {
    tenant: l10n.t('all projects'),
    project: inProjects,
    workspace: l10n.t('workspace {0} in {1}', listNames([workspace], max, maxLength), inProjects),
    resource: inProjects,
  }[kind];
  const hasRole = wanted.includes('role');
  const isFirst = wanted[0] === 'projects';
  const texts = {
    kind: '',
    role: wanted.includes('projects') && where !== '' ? l10n.t('{0} on {1}', role, where) : role,
    projects: where === '' ? l10n.t('no projects') : isFirst ? where : l10n.t('on {0}', where),
    filters: kind === 'resource' ? filtersText(grant, max, maxLength) : '',
  };
  const shown = wanted.map((part) => (part === 'projects' && hasRole ? '' : texts[part]));
  return parts(...shown, ...(clusters ? matchedText(clusters) : []));
}

/**
 * `filter pci-dss`. Without its content, a role may be limited in a way that Poolview does not know. What is kept of a grant that is
 * gone is complete.
 */
function filtersText(grant: NamedGrant, max: number, maxLength: number): string {
  const filters = listNames(grant.filters, max, maxLength);
  if (filters === '')
    return grant.resourceRole !== undefined && isPartlyKnown(grant)
      ? l10n.t('filters not known')
      : l10n.t('no filter');
  return grant.filters.length === 1 ? l10n.t('filter {0}', filters) : l10n.t('filters {0}', filters);
}

/** The same for a resource role. */
export function roleText(role: NamedRole, wanted: readonly GrantPart[], size?: Size): string {
  const { uid, roles = [], projectUids: projects = [], filterRefs: filters = [], content } = role;
  const resourceRole = { uid, content };
  return grantText({ kind: 'resource', roles, projects, filters, resourceRole }, wanted, size);
}

/** Several roles in a message, with their projects, because a team may have the same role on different projects. */
export function roleNamesText(roles: readonly NamedRole[]): string {
  const textOf = (role: NamedRole): string =>
    escapeIconsAndLinks(roleText(role, ['role', 'projects'], { maxLength: 200 }));
  return listFirst(roles, textOf, maxNames, '; ');
}
