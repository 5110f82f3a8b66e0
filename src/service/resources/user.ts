import type { Endpoint } from '../endpoint';
import { exactObject, flag, object, reference, text, timestamp, type Read, type Reader } from '../readers';
import type { PageAnswer } from '../pages';
import { withoutMail } from './logs';
import { listOf } from './resource';

const userName = object({ uid: text, name: withoutMail, emailId: text });
/** The name of a user, which may be a mail address: its domain is dropped. The mail address is shown in hovers and reports only, and never logged. */
type UserName = Read<typeof userName>;

/** `GET /v1/users/meta`; not paginated. */
export function listUserNames(): Endpoint<PageAnswer<UserName>> {
  return { path: ['v1', 'users', 'meta'], read: listOf(userName) };
}

/** In milliseconds since 1970, missing if never; `unknown` if it is not a time: the user may have signed in. */
const signIn: Reader<number | 'unknown'> = (json) => {
  if (json === null || json === '' || (typeof json === 'string' && json.startsWith('0001-')))
    return undefined;
  return timestamp(json) ?? 'unknown';
};

const userActivity = object({
  metadata: reference,
  status: object({ isActive: flag, lastSignIn: signIn }),
});
/** Whether a user can sign in, and when the user last did. */
export type UserActivity = Read<typeof userActivity>;

/**
 * `POST /v1/users/summary`; not paginated. `status.activationLink` is a credential, and the source is not kept, so that
 * nothing can show it.
 */
export function listUserActivity(): Endpoint<PageAnswer<UserActivity>> {
  return { method: 'post', path: ['v1', 'users', 'summary'], body: {}, read: listOf(userActivity) };
}

const ownUser = exactObject({ userUid: text });

/** `GET /v1/users/info`: the user whom the API key belongs to. */
export function readOwnUser(): Endpoint<Read<typeof ownUser>> {
  return { path: ['v1', 'users', 'info'], read: ownUser };
}

const apiKey = object({
  spec: object({ expiry: timestamp, user: object({ uid: text }) }),
  status: object({ isActive: flag }),
});
/** When an API key expires. Which one a request was sent with is not told. `spec.key`, which may be the key itself, is not kept. */
export type ApiKey = Read<typeof apiKey>;

/** `GET /v1/apiKeys`; not paginated. */
export function listApiKeys(): Endpoint<PageAnswer<ApiKey>> {
  return { path: ['v1', 'apiKeys'], read: listOf(apiKey) };
}
