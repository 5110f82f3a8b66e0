import { l10n } from 'vscode';
import { groupBy } from '../items/order';
import { present, sanitizeLine } from '../text/text';
import { listAll, listFirst } from '../text/format';
import { everyPermission } from './reach';

/** From what needs most attention. */
const permissionGroups = ['manageAccess', 'delete', 'change', 'view'] as const;
type PermissionGroup = (typeof permissionGroups)[number];

/** Changing one of these changes who has access: filters decide which clusters a role reaches. */
const accessObjects = new Set(['apikey', 'filter', 'role', 'team', 'user']);

/** The group of a permission such as `cluster.update`. Verbs that Poolview doesn't know count as changes. */
export function permissionGroupOf(permission: string): PermissionGroup {
  const verb = verbOf(permission);
  if (verb === 'get' || verb === 'list') return 'view';
  const isOfAccess = permission === everyPermission || accessObjects.has(objectOf(permission).toLowerCase());
  if (isOfAccess) return 'manageAccess';
  return verb === 'delete' ? 'delete' : 'change';
}

function verbOf(permission: string): string {
  return permission.slice(permission.lastIndexOf('.') + 1).toLowerCase();
}

/** Whether a permission is shown as it is. Some, such as to download a kubeconfig, have no word of their own. */
function hasNoWord(permission: string): boolean {
  const isChange = ['create', 'import', 'update'].includes(verbOf(permission)) && permission.includes('.');
  return permission === everyPermission || (permissionGroupOf(permission) === 'change' && !isChange);
}

function objectOf(permission: string): string {
  const dot = permission.lastIndexOf('.');
  return dot < 0 ? permission : permission.slice(0, dot);
}

/** What is asked about most. */
export const commonPermissions = [
  'cluster.delete',
  'cluster.update',
  'cluster.get',
  'cluster.adminKubeconfigDownload',
];

/** What a permission allows to do to a cluster, in a word; undefined if there is none. */
export function clusterVerb(permission: string): string | undefined {
  const [object, verb = ''] = permission.toLowerCase().split('.');
  const hasWord = object === 'cluster' && ['get', 'list', 'update', 'delete'].includes(verb);
  return hasWord ? permissionGroupText(permissionGroupOf(permission)) : undefined;
}

/** The permissions of each group, in the order of the groups. */
export function groupedPermissions(
  permissions: readonly string[],
): ReadonlyMap<PermissionGroup, readonly string[]> {
  const groups = groupBy([...new Set(permissions)].sort(), permissionGroupOf);
  return new Map([...groups].sort(([a], [b]) => permissionGroups.indexOf(a) - permissionGroups.indexOf(b)));
}

export function permissionGroupText(group: PermissionGroup): string {
  return {
    manageAccess: l10n.t('manage access'),
    delete: l10n.t('delete'),
    change: l10n.t('change'),
    view: l10n.t('view'),
  }[group];
}

/** What the well-known objects of permissions are called, in the order in which they are listed. */
function objectTexts(): ReadonlyMap<string, string> {
  return new Map([
    ['cluster', l10n.t('clusters')],
    ['machine', l10n.t('machines')],
    ['cloudconfig', l10n.t('machine pools')],
    ['clusterprofile', l10n.t('cluster profiles')],
    ['cloudaccount', l10n.t('cloud accounts')],
    ['project', l10n.t('projects')],
    ['workspace', l10n.t('workspaces')],
    ['team', l10n.t('teams')],
    ['user', l10n.t('users')],
    ['role', l10n.t('roles')],
    ['filter', l10n.t('filters')],
    ['audit', l10n.t('the audit log')],
  ]);
}

/** Sorts what allows something from what needs most attention. @param permissionsOf what it allows */
export function worstFirst<Value>(
  values: readonly Value[],
  permissionsOf: (value: Value) => readonly string[],
): readonly Value[] {
  const rankOf = (value: Value): number =>
    Math.min(...permissionsOf(value).map((one) => permissionGroups.indexOf(permissionGroupOf(one))));
  return values.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** `manage access; view, change and delete clusters; cluster.adminKubeconfigDownload`: where it is cut off, the worst is said. */
export function permissionsText(permissions: readonly string[], maxObjects = 4): string {
  const texts = objectTexts();
  const order = [...texts.keys()].reverse();
  const rank = (object: string): number => -order.indexOf(object.toLowerCase());
  const kindOf = (permission: string) =>
    hasNoWord(permission)
      ? 'asItIs'
      : permissionGroupOf(permission) === 'manageAccess'
        ? 'manages'
        : 'hasVerb';
  const { asItIs = [], manages = [], hasVerb = [] } = Object.fromEntries(groupBy(permissions, kindOf));
  const byObject = [...groupBy(hasVerb.toSorted(), objectOf)].sort(([a], [b]) => rank(a) - rank(b));
  const byVerbs = groupBy(byObject, ([, ofObject]) => verbsText(ofObject));
  const clauses = [...byVerbs].map(([verbs, objects]) => {
    const names = objects.map(([object]) => texts.get(object.toLowerCase()) ?? sanitizeLine(object, 40));
    const where = listFirst(names, (name) => name, maxObjects);
    return { of: objects.flatMap(([, ofObject]) => ofObject), text: l10n.t('{0} {1}', verbs, where) };
  });
  const shown = listFirst(asItIs.toSorted(), (permission) => sanitizeLine(permission, 60), maxObjects);
  const all = [
    // That access can be managed matters more than where.
    { of: manages, text: manages.length > 0 ? permissionGroupText('manageAccess') : '' },
    ...clauses,
    { of: asItIs, text: shown },
  ];
  return present(...worstFirst(all, ({ of }) => of).map(({ text }) => text)).join('; ');
}

/** `view, change and delete` */
function verbsText(permissions: readonly string[]): string {
  const groups = new Set(permissions.map(permissionGroupOf));
  const verbs = (['view', 'change', 'delete'] as const).filter((group) => groups.has(group));
  return listAll(verbs.map(permissionGroupText));
}
