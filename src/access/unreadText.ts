import { l10n } from 'vscode';
import { groupBy } from '../items/groupBy';
import { isServiceError, missingStatuses, type ServiceError } from '../service/errors';
import { listNames, maxNames } from '../text/names';
import { grantKinds, holderName, listsOf, type Access, type GrantKind, type Holder } from './access';
import { grantKindText, whyNotRead } from './roleNames';
import type { UnreadLists } from './whoCan';

/** Why a list was not read: the team or user no longer exists, the service said so, or it was not requested. */
type Reason = 'gone' | ServiceError | undefined;

/** Why lists of grants were not read. */
export function unreadReasons({ holders }: Access): (holder: Holder, kind: GrantKind) => Reason {
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

/** The lists that were not read, for each kind of holders and each reason. */
export function unreadLists(access: Access, unread: readonly UnreadLists[]) {
  const reasonOf = unreadReasons(access);
  const parts = unread.flatMap(({ holder, kinds }) =>
    [...groupBy(kinds, (kind) => whyText(reasonOf(holder, kind)))].map(([why, same]) => {
      const isOffered = same.some((kind) => !isServiceError(reasonOf(holder, kind), 'unsupported'));
      return { holder: { ...holder, name: holderName(holder, access) }, why, kinds: same, isOffered };
    }),
  );
  const alike = groupBy(parts, ({ holder, why, kinds }) => [holder.kind, why, ...kinds].join());
  return [...alike.values()].map((same) => {
    const [{ why, kinds, isOffered }] = same;
    return { kinds, why, isOffered, holders: same.map(({ holder }) => holder) };
  });
}

/** `own tenant, project roles of Ada, Ben: the API key lacks user.get` */
export function unreadListTexts(...unread: Parameters<typeof unreadLists>): readonly string[] {
  return unreadLists(...unread).map((list) =>
    unreadText(list, list.isOffered ? listNames(list.holders, maxNames, 40) : undefined),
  );
}

/** @param names of the holders */
export function unreadText(
  { kinds, why, holders }: ReturnType<typeof unreadLists>[number],
  names?: string,
): string {
  const roles = rolesText(holders[0]?.kind, kinds);
  const what = names === undefined ? roles : l10n.t('{0} of {1}', roles, names);
  return why === '' ? what : l10n.t('{0}: {1}', what, why);
}

function whyText(reason: Reason): string {
  if (reason === 'gone') return l10n.t('no longer exists');
  return reason === undefined ? '' : whyNotRead(reason);
}

function rolesText(holder: Holder['kind'] | undefined, kinds: readonly GrantKind[]): string {
  if (kinds.length === grantKinds.length) return holder === 'user' ? l10n.t('own roles') : l10n.t('roles');
  const text = kinds.map(grantKindText).join(', ');
  return holder === 'user' ? l10n.t('own {0} roles', text) : l10n.t('{0} roles', text);
}

/** Why not all users are known; an empty text if they are. */
export function otherUsersText({ areUsersComplete, problems }: Access): string {
  if (areUsersComplete) return '';
  const error = problems.get('listUserNames');
  return error === undefined ? l10n.t('other users') : l10n.t('other users: {0}', whyNotRead(error));
}
