import { l10n } from 'vscode';
import type { Reference } from '../service/readers';
import { formatCount, formatNumber, formatUtc } from '../text/format';
import { displayName, parts, present, sanitizeLine } from '../text/text';
import { holderName, usersOf, type Access, type Holder, type User } from './access';

/** Whom a row shows: a user, or a team with its members. */
export interface Who {
  readonly kind: Holder['kind'];
  /** The UID. */
  readonly id: string;
  readonly name: string;
  readonly members?: number | undefined;
  readonly inactive?: number | undefined;
  /** When that user signed in last who has not for the longest time, 0 if never; missing if that is not known. */
  readonly signedIn?: number | undefined;
}

export function whoOf(holder: Holder, access: Access): Who {
  const { kind, uid } = holder;
  const users = usersOf(holder, access);
  const signIns = users?.map(({ activity }) => activity && (activity.lastSignIn ?? 0));
  const times = signIns?.filter((time) => typeof time === 'number') ?? [];
  return {
    kind,
    id: uid,
    name: displayName(holderName(holder, access), uid, '?'),
    members: kind === 'team' ? users?.length : undefined,
    inactive: users?.filter(({ activity }) => activity?.isActive === false).length,
    // A team without members: later than any sign-in.
    signedIn: times.length === signIns?.length ? Math.min(...times, Number.MAX_SAFE_INTEGER) : undefined,
  };
}

export function holderText(kind: Holder['kind'], name: string): string {
  return kind === 'team' ? l10n.t('team {0}', name) : l10n.t('user {0}', name);
}

/** `Platform · 12 members · 2 inactive` */
export function whoText(who: Who): string {
  return parts(who.name, membersText(who));
}

export function membersText({ kind, members, inactive = 0 }: Who): string {
  const count =
    members === undefined ? '' : formatCount(members, l10n.t('1 member'), (n) => l10n.t('{0} members', n));
  if (inactive === 0) return count;
  return parts(count, kind === 'user' ? l10n.t('inactive') : l10n.t('{0} inactive', formatNumber(inactive)));
}

/** The name of a reference with its UID, by which it is found again: names are not unique. */
export function fullName({ name, uid = '' }: Reference): string {
  const shown = displayName(name, uid, '?');
  return uid === '' || shown === uid ? shown : `${shown} (${sanitizeLine(uid)})`;
}

/** `lastSignIn` is a date, `never`, or missing if it is not known. */
export function userValue({ uid, name, mailAddress, activity }: User) {
  const { isActive, lastSignIn: time } = activity ?? {};
  const lastSignIn =
    time === undefined ? activity && 'never' : time === 'unknown' ? undefined : formatUtc(time);
  return { uid, name, mailAddress, isActive, lastSignIn };
}
type UserValue = ReturnType<typeof userValue>;

export function userText({ mailAddress, isActive, lastSignIn, ...named }: UserValue): string {
  const name = `${fullName(named)}${mailAddress ? ` <${sanitizeLine(mailAddress)}>` : ''}`;
  return [name, ...activityTexts({ isActive, lastSignIn })].join(', ');
}

function activityTexts({ isActive, lastSignIn }: Pick<UserValue, 'isActive' | 'lastSignIn'>): string[] {
  const seen = lastSignIn === 'never' ? l10n.t('never') : (lastSignIn ?? l10n.t('not known'));
  return present(isActive === false ? l10n.t('inactive') : '', l10n.t('last sign-in: {0}', seen));
}

/** Whether a user is active, and when the user last signed in. */
export function userActivityTexts(user: User): readonly string[] {
  return activityTexts(userValue(user));
}
