import { l10n } from 'vscode';
import { formatCount, formatProgress, projectCount } from '../text/format';
import { parts } from '../text/text';
import { isServiceError } from '../service/errors';
import { grantKinds, listsOf, type Access, type Grant, type Holder } from '../access/access';
import { grantKindText } from '../access/effectText';
import { projectUidsOf } from '../access/reach';
import { whyNotRead } from '../access/roleNames';

export function teamCount(count: number): string {
  return formatCount(count, l10n.t('1 team'), (n) => l10n.t('{0} teams', n));
}

export function userCount(count: number): string {
  return formatCount(count, l10n.t('1 user'), (n) => l10n.t('{0} users', n));
}

/** `40 of 40 teams · users' own roles not read · 3 filters not read`: what was not read does not count as "no access". */
export function coverageText(access: Access, holders: readonly Holder[], grants: readonly Grant[]): string {
  const progressOf = (kind: Holder['kind']): string => {
    const lists = holders
      .filter((holder) => holder.kind === kind)
      .map((holder) => Object.values(listsOf(access, holder)));
    const read = lists.filter(
      (own) =>
        own.length === grantKinds.length &&
        own.some(({ grants: list }) => list !== undefined) &&
        own.every(({ error }) => error === undefined || isServiceError(error, 'unsupported', 'forbidden')),
    );
    return formatProgress(read.length, lists.length);
  };
  const failures = grantKinds.map((kind) => {
    const [error] = holders.flatMap((holder) => listsOf(access, holder)[kind]?.error ?? []);
    return error && l10n.t('{0} roles: {1}', grantKindText(kind), whyNotRead(error));
  });
  const missing = (list: 'roles' | 'filters', isRead: (uid: string) => boolean): number =>
    new Set(grants.flatMap((grant) => grant[list].map(({ uid = '' }) => uid)).filter((uid) => !isRead(uid)))
      .size;
  const roles = missing('roles', (uid) => access.roles.get(uid)?.permissions !== undefined);
  const filters = missing('filters', (uid) => access.filters.has(uid));
  const projects = new Set(grants.flatMap((grant) => projectUidsOf(grant, access)));
  const unread = [...projects].filter((uid) => access.clusters.get(uid)?.isComplete !== true).length;
  const hasUsers = holders.some(({ kind }) => kind === 'user');
  return parts(
    l10n.t('{0} teams', progressOf('team')),
    hasUsers ? l10n.t('own roles of {0} users', progressOf('user')) : l10n.t("users' own roles not read"),
    ...failures,
    roles === 0 ? '' : formatCount(roles, l10n.t('1 role not read'), (n) => l10n.t('{0} roles not read', n)),
    filters === 0
      ? ''
      : formatCount(filters, l10n.t('1 filter not read'), (n) => l10n.t('{0} filters not read', n)),
    unread === 0 ? '' : l10n.t('clusters of {0} not read', projectCount(unread)),
    [...access.users.values()].some(({ activity }) => activity) ? '' : l10n.t('sign-ins not read'),
    access.areTeamsComplete ? '' : l10n.t('not all teams are known'),
  );
}
