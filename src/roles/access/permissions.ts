import { env, l10n } from 'vscode';
import { groupBy } from '../../items/groupBy';
import { sanitizeLine } from '../../presentation/text';
import { listFirst } from '../roleNames';

/** From what needs most attention. */
export const permissionGroups = ['manageAccess', 'delete', 'change', 'view'] as const;
export type PermissionGroup = (typeof permissionGroups)[number];

/** Who changes one of these changes who has access: tags and filters decide which clusters a role reaches. */
const accessObjects = new Set(['apikey', 'filter', 'role', 'team', 'user']);

/** The group of a permission such as `cluster.update`. Verbs that Poolview doesn't know count as changes. */
export function groupOf(permission: string): PermissionGroup {
  const { object, verb } = partsOf(permission);
  if (verb === 'get' || verb === 'list') return 'view';
  if (accessObjects.has(object.toLowerCase())) return 'manageAccess';
  return verb === 'delete' ? 'delete' : 'change';
}

function partsOf(permission: string): { readonly object: string; readonly verb: string } {
  const dot = permission.lastIndexOf('.');
  return dot < 0
    ? { object: permission, verb: '' }
    : { object: permission.slice(0, dot), verb: permission.slice(dot + 1) };
}

/** The permissions of each group, in order and without those that are repeated. */
export function groupedPermissions(
  permissions: readonly string[],
): ReadonlyMap<PermissionGroup, readonly string[]> {
  const sorted = [...new Set(permissions)].sort();
  const groups = permissionGroups.map(
    (group) => [group, sorted.filter((permission) => groupOf(permission) === group)] as const,
  );
  return new Map(groups.filter(([, members]) => members.length > 0));
}

export function permissionGroupText(group: PermissionGroup): string {
  switch (group) {
    case 'manageAccess':
      return l10n.t('manage access');
    case 'delete':
      return l10n.t('delete');
    case 'change':
      return l10n.t('change');
    case 'view':
      return l10n.t('view');
  }
}

/** What the well-known objects of permissions are called, in the order in which they are listed. */
function objectTexts(): Readonly<Record<string, string>> {
  return {
    cluster: l10n.t('clusters'),
    cloudconfig: l10n.t('machine pools'),
    machine: l10n.t('machines'),
    clusterprofile: l10n.t('cluster profiles'),
    cloudaccount: l10n.t('cloud accounts'),
    project: l10n.t('projects'),
    workspace: l10n.t('workspaces'),
    team: l10n.t('teams'),
    user: l10n.t('users'),
    role: l10n.t('roles'),
    filter: l10n.t('filters'),
    audit: l10n.t('the audit log'),
  };
}

/** `view, change and delete clusters; manage access` */
export function permissionsText(permissions: readonly string[], maxObjects = 4): string {
  const texts = objectTexts();
  const known = Object.keys(texts);
  const rank = (object: string): number =>
    (known.indexOf(object.toLowerCase()) + known.length + 1) % (known.length + 1);
  const groups = groupBy([...permissions].sort(), (permission) =>
    // That access can be managed matters more than where.
    groupOf(permission) === 'manageAccess' ? '' : partsOf(permission).object,
  );
  const objects = [...groups.keys()].filter((object) => object !== '').sort((a, b) => rank(a) - rank(b));
  const byVerbs = groupBy(objects, (object) => verbsText(groups.get(object) ?? []));
  const clauses = [...byVerbs].map(([verbs, of]) => {
    const names = of.map((object) => texts[object.toLowerCase()] ?? sanitizeLine(object, 40));
    return l10n.t(
      '{0} {1}',
      verbs,
      listFirst(names, (name) => name, maxObjects),
    );
  });
  return [...clauses, ...(groups.has('') ? [permissionGroupText('manageAccess')] : [])].join('; ');
}

/** `view, change and delete` */
function verbsText(permissions: readonly string[]): string {
  const groups = [...groupedPermissions(permissions).keys()]
    .reverse()
    .sort((a, b) => Number(a === 'delete') - Number(b === 'delete'));
  return new Intl.ListFormat(env.language, { type: 'conjunction' }).format(groups.map(permissionGroupText));
}
