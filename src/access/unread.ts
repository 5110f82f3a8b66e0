import { l10n } from 'vscode';
import { groupBy } from '../items/order';
import { isServiceError, missingStatuses, type ServiceError } from '../service/errors';
import type { Operation } from '../service/operations';
import { uniqueByUid } from '../service/pages';
import type { Reference } from '../service/readers';
import { listFirst, listNames, maxNames } from '../text/format';
import {
  grantKinds,
  holderName,
  isRefusal,
  listsOf,
  type Access,
  type Grant,
  type GrantKind,
  type Holder,
} from './access';
import { remembering } from '../service/remember';
import { allowedBy, projectUidsOf } from './reach';
import { grantKindText } from './grantText';
import { unreadKinds, type PartialQuestion } from './whoCan';

/** The service said so, or it was not requested if it is undefined. */
type Reason = 'gone' | 'notUnderstood' | 'notAccessible' | ServiceError | undefined;

/** What is about nobody in particular. Users' own roles and other ways of members are only asked about if they were not read. */
type General = 'signIns' | 'ownRoles' | 'otherWays' | 'teams' | 'users';

/** A part of what decides that was not read, for one reason. */
export interface Unread {
  readonly part: 'grants' | 'members' | 'permissions' | 'filters' | 'clusters' | 'removals' | General;
  /** Of grants. */
  readonly kinds?: readonly GrantKind[];
  readonly reason: Reason;
  /** The teams, users, roles, filters or projects whose it is; none if it is about all. */
  readonly of: readonly (Reference & { readonly kind?: Holder['kind'] })[];
}

/** What decides an answer. */
interface Deciding {
  /** Those whose grants do. */
  readonly holders: readonly Holder[];
  /** Where these lead. */
  readonly place?: PartialQuestion;
  /** Those whose members do. */
  readonly teams: readonly Holder[];
  /** Those of which it matters what they allow, match and reach. */
  readonly grants: readonly Grant[];
  /** The UIDs of the projects whose clusters do; by default, all that the grants lead to. */
  readonly projectUids?: readonly string[] | undefined;
  readonly also: readonly General[];
}

/** All that was not read of what decides: the only account of it. */
export function unreadOf(access: Access, deciding: Deciding): readonly Unread[] {
  const { holders, place = {}, teams, grants, projectUids, also } = deciding;
  const { problems, members, roles, filters, clusters } = access;
  const why = (...operations: readonly Operation[]): Reason =>
    operations.map((operation) => problems.get(operation)).find((error) => error !== undefined);
  const named = (holder: Holder): Unread['of'][number] => ({
    ...holder,
    name: holderName(holder, access),
  });
  const part = (name: Unread['part'], of: Unread['of'], reason: Reason): readonly Unread[] =>
    of.length === 0 ? [] : [{ part: name, of, reason }];
  const general = (name: General): readonly Unread[] => {
    const { isRead, reason }: { readonly isRead: boolean; readonly reason?: Reason } = {
      signIns: { isRead: access.isActivityRead, reason: why('listUserActivity') },
      ownRoles: { isRead: false },
      otherWays: { isRead: false },
      teams: { isRead: access.areTeamsComplete, reason: why('listTeams') },
      users: { isRead: access.areUsersComplete, reason: why('listUserNames') },
    }[name];
    return isRead ? [] : [{ part: name, of: [], reason }];
  };
  const allRoles = uniqueByReference(grants.flatMap((grant) => grant.roles));
  const allFilters = uniqueByReference(grants.flatMap((grant) => grant.filters));
  const odd = (filter: Reference): boolean => filters.has(filter.uid ?? '');
  const unreadFilters = allFilters.filter(({ uid = '' }) => filters.get(uid) === undefined);
  const projects = projectsOf(grants, access, projectUids);
  const isHidden = ({ uid = '' }: Reference): boolean => clusters.get(uid)?.isHidden === true;
  return [
    ...unreadLists(access, holders, place),
    ...part('members', teams.filter(({ uid }) => !members.has(uid)).map(named), why('listTeams')),
    ...part(
      'permissions',
      allRoles.filter(
        (role) => allowedBy(role, access) === undefined || roles.get(role.uid ?? '')?.isEnabled === undefined,
      ),
      why('readRole', 'listRoles'),
    ),
    ...part('filters', unreadFilters.filter(odd), 'notUnderstood'),
    ...part(
      'filters',
      unreadFilters.filter((filter) => !odd(filter)),
      why('readTagFilter'),
    ),
    ...part('clusters', projects.filter(isHidden), 'notAccessible'),
    ...part(
      'clusters',
      projects.filter((project) => !isHidden(project)),
      why('searchClusters'),
    ),
    ...also.flatMap(general),
  ];
}

/** How many holders were read: what is refused can't be. */
export function countRead(access: Access, holders: readonly Holder[]): number {
  return holders.filter((holder) => {
    const lists = listsOf(access, holder);
    const isSettled = (kind: GrantKind): boolean => {
      const list = lists[kind];
      return list !== undefined && (list.grants !== undefined || isRefusal(list.error));
    };
    return grantKinds.every(isSettled) && grantKinds.some((kind) => lists[kind]?.grants !== undefined);
  }).length;
}

/** The projects with clusters that were not read, of those that matter to grants. */
function projectsOf(
  grants: readonly Grant[],
  access: Access,
  asked: readonly string[] | undefined,
): readonly Reference[] {
  // Many grants are for the same project.
  const areTagsRead = remembering((uid: string) =>
    (access.clusters.get(uid)?.all ?? []).every(({ tags }) => tags !== undefined),
  );
  const unread = grants
    .filter(({ kind }) => kind !== 'workspace')
    .flatMap((grant) =>
      projectUidsOf(grant, access).flatMap((uid) => {
        const { name, isComplete = false } = access.clusters.get(uid) ?? {};
        const isRead = isComplete && (grant.filters.length === 0 || areTagsRead(uid));
        if (asked?.includes(uid) === false || isRead) return [];
        const reference = grant.projects.find((one) => one.uid === uid);
        return { uid, name: name ?? reference?.name };
      }),
    );
  return uniqueByReference(unread);
}

function uniqueByReference(references: readonly Reference[]): readonly Reference[] {
  return uniqueByUid(references, ({ uid, name }) => uid ?? name ?? '');
}

/** The lists of grants that were not read, for each kind of holders and each reason. */
function unreadLists(access: Access, holders: readonly Holder[], place: PartialQuestion): readonly Unread[] {
  const reasonOf = reasonsIn(access);
  const lists = holders.flatMap((holder) => {
    const kinds = unreadKinds(listsOf(access, holder), place);
    const of = { ...holder, name: holderName(holder, access) };
    return [...groupBy(kinds, (kind) => reasonText(reasonOf(holder, kind))).values()].map((same) => ({
      of,
      kinds: same,
      reason: reasonOf(holder, same[0]),
    }));
  });
  const alike = groupBy(lists, ({ of, kinds, reason }) => [of.kind, reasonText(reason), ...kinds].join());
  return [...alike.values()].map((same) => {
    const [{ kinds, reason }] = same;
    return { part: 'grants', kinds, reason, of: same.map(({ of }) => of) };
  });
}

/** Why lists of grants were not read. */
function reasonsIn({ holders }: Access): (holder: Holder, kind: GrantKind) => Reason {
  const read = new Set<string>();
  const missing = new Map<string, ServiceError>();
  for (const { holder, lists } of holders.values()) {
    for (const kind of grantKinds) {
      const key = `${holder.kind} ${kind}`;
      if (lists[kind]?.grants !== undefined) read.add(key);
      if (isServiceError(lists[kind]?.error, 'unsupported')) missing.set(key, lists[kind].error);
    }
  }
  return (holder, kind) => {
    const key = `${holder.kind} ${kind}`;
    // What the service does not offer is not requested for every team or user.
    const error = listsOf({ holders }, holder)[kind]?.error ?? (read.has(key) ? undefined : missing.get(key));
    if (error === undefined) return undefined;
    // A service that lists the grants of others lacks this team or user.
    const isMissing = error.kind === 'unsupported' && missingStatuses.has(error.failure.status);
    return error.kind === 'notFound' || (isMissing && read.has(key)) ? 'gone' : error;
  };
}

/** `own tenant, project roles of Ada, Ben: the API key lacks user.get` @param nameOf writes one of those whose it is */
export function unreadText(
  { part, kinds = [], reason, of }: Unread,
  max = maxNames,
  nameOf = (one: Reference): string => listNames([one], 1, 40),
): string {
  const names = listFirst(of, nameOf, max);
  // What no team has needs no names.
  const isOffered = !isServiceError(reason, 'unsupported');
  const roles = rolesText(of[0]?.kind, kinds);
  const what = {
    grants: isOffered ? l10n.t('{0} of {1}', roles, names) : roles,
    members: l10n.t('members of {0}', names),
    permissions: l10n.t('permissions of {0}', names),
    filters: of.length === 1 ? l10n.t('filter {0}', names) : l10n.t('filters {0}', names),
    clusters: l10n.t('clusters of {0}', names),
    signIns: l10n.t('sign-ins'),
    ownRoles: l10n.t("users' own roles"),
    otherWays: l10n.t('other teams and own roles of members'),
    removals: l10n.t('the record of removed roles on this computer'),
    teams: l10n.t('other teams'),
    users: l10n.t('other users'),
  }[part];
  const why = reasonText(reason);
  return why === '' ? what : l10n.t('{0}: {1}', what, why);
}

/** `Not read: sign-ins; other users: the API key lacks user.list.`; an empty text if all was read. */
export function unreadSentence(unread: readonly Unread[]): string {
  const texts = unread.map((one) => unreadText(one));
  return texts.length === 0 ? '' : l10n.t('Not read: {0}.', texts.join('; '));
}

/** For programs. Names are as the service wrote them. */
export function unreadValue({ part, kinds, reason, of }: Unread) {
  const { kind: why, failure } = isServiceError(reason) ? reason : { kind: reason ?? 'notRequested' };
  return { part, kinds, why, permission: failure?.permission, of };
}

/** Why something was not read, without a period; an empty text if it was not requested. */
function reasonText(reason: Reason): string {
  if (reason === undefined) return '';
  if (isServiceError(reason)) {
    switch (reason.kind) {
      case 'unsupported':
        return l10n.t('not offered by this service');
      case 'forbidden':
        return l10n.t('the API key lacks {0}', reason.failure.permission ?? '?');
      default:
        return l10n.t('the request failed');
    }
  }
  return {
    gone: l10n.t('no longer exists'),
    notUnderstood: l10n.t('not understood'),
    notAccessible: l10n.t('not accessible with this API key'),
  }[reason];
}

function rolesText(holder: Holder['kind'] | undefined, kinds: readonly GrantKind[]): string {
  if (kinds.length === grantKinds.length) return holder === 'user' ? l10n.t('own roles') : l10n.t('roles');
  const text = kinds.map(grantKindText).join(', ');
  return holder === 'user' ? l10n.t('own {0} roles', text) : l10n.t('{0} roles', text);
}
