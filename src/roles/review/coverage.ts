import { l10n } from 'vscode';
import { formatCount, formatNumber, projectCount } from '../../presentation/format';
import { parts } from '../../presentation/text';
import {
  grantKinds,
  holderKey,
  type Access,
  type Grant,
  type GrantKind,
  type Holder,
} from '../access/access';
import { grantKindText } from '../access/effectText';
import { projectUidsOf } from '../access/reach';

export function teamCount(count: number): string {
  return formatCount(count, l10n.t('1 team'), (n) => l10n.t('{0} teams', n));
}

export function userCount(count: number): string {
  return formatCount(count, l10n.t('1 user'), (n) => l10n.t('{0} users', n));
}

/** `project roles of 3 teams not read` */
export function unreadText(kind: GrantKind, holder: Holder['kind'], count: number): string {
  const holders = holder === 'team' ? teamCount(count) : userCount(count);
  return l10n.t('{0} roles of {1} not read', grantKindText(kind), holders);
}

/** `40 of 40 teams · users' own roles not read · 3 filters not read`: what was not read does not count as "no access". */
export function coverageText(access: Access, holders: readonly Holder[], grants: readonly Grant[]): string {
  const lists = holders.map((holder) => ({ holder, ...access.holders.get(holderKey(holder))?.lists }));
  const progressOf = (of: Holder['kind']): readonly [read: string, all: string] => {
    const own = lists.filter(({ holder }) => holder.kind === of);
    const read = own.filter(
      (one) =>
        grantKinds.every((kind) => one[kind] !== undefined) &&
        grantKinds.some((kind) => one[kind]?.grants !== undefined),
    );
    return [formatNumber(read.length), formatNumber(own.length)];
  };
  const failures = grantKinds.map((kind) => {
    const failed = lists.filter((one) => one[kind]?.error !== undefined);
    const [first] = failed;
    const error = first?.[kind]?.error;
    if (first === undefined || error === undefined) return '';
    const name = grantKindText(kind);
    if (error.kind === 'unsupported') return l10n.t('{0} roles not offered', name);
    const unread = unreadText(kind, first.holder.kind, failed.length);
    const { permission = '?' } = error.failure;
    return error.kind === 'forbidden' ? l10n.t('{0}: the API key lacks {1}', unread, permission) : unread;
  });
  const unread = (list: 'roles' | 'filters', isRead: (uid: string) => boolean): number =>
    new Set(grants.flatMap((grant) => grant[list].map(({ uid = '' }) => uid)).filter((uid) => !isRead(uid)))
      .size;
  const roles = unread('roles', (uid) => access.roles.get(uid)?.permissions !== undefined);
  const filters = unread('filters', (uid) => access.filters.has(uid));
  const projects = new Set(grants.flatMap((grant) => projectUidsOf(grant, access)));
  const unreadProjects = [...projects].filter((uid) => access.clusters.get(uid)?.isComplete !== true).length;
  const hasUsers = holders.some(({ kind }) => kind === 'user');
  return parts(
    l10n.t('{0} of {1} teams', ...progressOf('team')),
    hasUsers
      ? l10n.t('own roles of {0} of {1} users', ...progressOf('user'))
      : l10n.t("users' own roles not read"),
    ...failures,
    roles === 0 ? '' : formatCount(roles, l10n.t('1 role not read'), (n) => l10n.t('{0} roles not read', n)),
    filters === 0
      ? ''
      : formatCount(filters, l10n.t('1 filter not read'), (n) => l10n.t('{0} filters not read', n)),
    unreadProjects === 0 ? '' : l10n.t('clusters of {0} not read', projectCount(unreadProjects)),
    [...access.users.values()].some(({ activity }) => activity !== undefined)
      ? ''
      : l10n.t('sign-ins not read'),
  );
}
