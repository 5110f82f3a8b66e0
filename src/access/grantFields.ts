import { l10n } from 'vscode';
import { formatProgress, formatUtc } from '../text/format';
import { displayName, present, sanitizeLine } from '../text/text';
import type { Reference } from '../service/readers';
import { holderName, usersOf, type Access, type Grant, type User } from './access';
import { matchedClusters, mayLackParts, permissionsOf } from './reach';
import { grantKindText } from './roleNames';
import { resourceRoleUid } from './readGrants';
import { filterText } from './tagFilter';

interface Field<Value> {
  readonly title: () => string;
  /** With names as the service wrote them. Undefined if it is not known, or if there is none. */
  readonly value: (grant: Grant, access: Access) => Value;
  /** The value in full, for one line. */
  readonly text: (grant: Grant, access: Access) => string;
}

function field<Value>(
  title: () => string,
  value: Field<Value>['value'],
  toText: (value: Value) => string,
): Field<Value> {
  return { title, value, text: (grant, access) => toText(value(grant, access)) };
}

/**
 * All that is known about grants, once: the page of the review shows the titles, its report has everything, and agents and
 * comparisons take values.
 */
export const grantFields = {
  holder: field(
    () => l10n.t('Who'),
    ({ holder }, access) => ({ kind: holder.kind, uid: holder.uid, name: holderName(holder, access) }),
    fullName,
  ),
  holderKind: field(
    () => l10n.t('Team or user'),
    ({ holder }) => holder.kind,
    (kind) => (kind === 'team' ? l10n.t('team') : l10n.t('user')),
  ),
  /** The users who have the grant. */
  members: field(
    () => l10n.t('Users'),
    ({ holder }, access) => usersOf(holder, access)?.map(userValue),
    (users) => users?.map(userText).join('; ') ?? l10n.t('not read'),
  ),
  kind: field(
    () => l10n.t('Kind'),
    ({ kind }) => kind,
    grantKindText,
  ),
  roles: field(
    () => l10n.t('Role'),
    ({ roles }) => roles,
    fullNames,
  ),
  /** Of a resource role: it is removed by it. */
  roleUid: field(
    () => l10n.t('UID'),
    ({ id }) => resourceRoleUid(id),
    (uid = '') => uid,
  ),
  canRestore: field(
    () => l10n.t('Can be restored'),
    ({ kind, resourceRole }) => (kind === 'resource' ? resourceRole?.content !== undefined : undefined),
    (can) => (can === undefined ? '' : String(can)),
  ),
  permissions: field(
    () => l10n.t('Permissions'),
    (grant, access) => (mayLackParts(grant) ? undefined : permissionsOf(grant.roles, access)),
    (permissions) => permissions?.join('; ') ?? l10n.t('not read'),
  ),
  projects: field(
    () => l10n.t('Projects'),
    ({ kind, projects }) => (kind === 'tenant' ? undefined : projects),
    (projects) => (projects === undefined ? l10n.t('all projects') : fullNames(projects)),
  ),
  workspace: field(
    () => l10n.t('Workspace'),
    ({ workspace }) => workspace,
    (workspace) => (workspace === undefined ? '' : fullName(workspace)),
  ),
  filters: field(
    () => l10n.t('Filters'),
    ({ filters }, access) =>
      filters.map(({ uid = '', name }) => {
        const group = access.filters.get(uid);
        return { uid, name, conditions: group && filterText(group) };
      }),
    (filters) => filters.map((one) => `${fullName(one)}: ${one.conditions ?? l10n.t('not read')}`).join('; '),
  ),
  /** How many of the clusters that were read it reaches, and how many projects were not read completely. */
  clusters: field(
    () => l10n.t('Clusters'),
    matchedClusters,
    ({ matched, of }) => formatProgress(matched, of),
  ),
  id: field(
    () => 'ID',
    ({ id }) => id,
    (id) => id,
  ),
} as const satisfies Readonly<Record<string, Field<unknown>>>;
/** The name of a reference with its UID, by which it is found again: names are not unique. */
export function fullName({ name, uid = '' }: Reference): string {
  const shown = displayName(name, uid, '?');
  return uid === '' || shown === uid ? shown : `${shown} (${sanitizeLine(uid)})`;
}

function fullNames(references: readonly Reference[]): string {
  return references.map(fullName).join('; ');
}

/** `lastSignIn` is a date, `never`, or missing if it is not known. */
function userValue({ uid, name, mailAddress, activity }: User) {
  const { isActive, lastSignIn: time } = activity ?? {};
  const lastSignIn =
    time === undefined ? activity && 'never' : time === 'unknown' ? undefined : formatUtc(time);
  return { uid, name, mailAddress, isActive, lastSignIn };
}

function userText({ mailAddress, isActive, lastSignIn, ...named }: ReturnType<typeof userValue>): string {
  const name = `${fullName(named)}${mailAddress ? ` <${sanitizeLine(mailAddress)}>` : ''}`;
  return [name, ...activityTexts({ isActive, lastSignIn })].join(', ');
}

function activityTexts({
  isActive,
  lastSignIn,
}: Pick<ReturnType<typeof userValue>, 'isActive' | 'lastSignIn'>): readonly string[] {
  const seen = lastSignIn === 'never' ? l10n.t('never') : (lastSignIn ?? l10n.t('not known'));
  return present(isActive === false ? l10n.t('inactive') : '', l10n.t('last sign-in: {0}', seen));
}

/** Whether a user is active, and when the user last signed in. */
export function userActivityTexts(user: User): readonly string[] {
  return activityTexts(userValue(user));
}
