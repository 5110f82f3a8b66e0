import { l10n } from 'vscode';
import { formatCount, formatProgress } from '../text/format';
import { parts } from '../text/text';
import { isServiceError } from '../service/errors';
import { grantKinds, listsOf, type Access, type Grant, type Holder } from '../access/access';
import { projectUidsOf, unreadProjectTexts } from '../access/reach';
import { otherUsersText, unreadListTexts } from '../access/unreadText';

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
  const failed = holders.map((holder) => {
    const lists = listsOf(access, holder);
    return { holder, kinds: grantKinds.filter((kind) => lists[kind]?.error !== undefined) };
  });
  const missing = (list: 'roles' | 'filters', isKnown: (uid: string) => boolean): readonly string[] =>
    [...new Set(grants.flatMap((grant) => grant[list].map(({ uid = '' }) => uid)))].filter(
      (uid) => !isKnown(uid),
    );
  const roles = missing('roles', (uid) => access.roles.get(uid)?.permissions !== undefined).length;
  const filters = missing('filters', (uid) => access.filters.get(uid) !== undefined);
  const odd = filters.filter((uid) => access.filters.has(uid)).length;
  const unread = filters.length - odd;
  const projects = [...new Set(grants.flatMap((grant) => projectUidsOf(grant, access)))].map((uid) =>
    access.clusters.get(uid),
  );
  const hidden = projects.filter((project) => project?.isHidden === true).length;
  const incomplete = projects.filter((project) => project?.isComplete !== true).length;
  const ifAny: typeof formatCount = (count, ...texts) => (count === 0 ? '' : formatCount(count, ...texts));
  const hasUsers = holders.some(({ kind }) => kind === 'user');
  return parts(
    l10n.t('{0} teams', progressOf('team')),
    hasUsers ? l10n.t('own roles of {0} users', progressOf('user')) : l10n.t("users' own roles not read"),
    ...unreadListTexts(access, failed),
    ifAny(roles, l10n.t('1 role not read'), (n) => l10n.t('{0} roles not read', n)),
    ifAny(unread, l10n.t('1 filter not read'), (n) => l10n.t('{0} filters not read', n)),
    ifAny(odd, l10n.t('1 filter not understood'), (n) => l10n.t('{0} filters not understood', n)),
    ...unreadProjectTexts(incomplete, hidden),
    access.isActivityRead ? '' : l10n.t('sign-ins not read'),
    access.areTeamsComplete ? '' : l10n.t('not all teams are known'),
    hasUsers || access.problems.has('listUserNames') ? otherUsersText(access) : '',
  );
}
