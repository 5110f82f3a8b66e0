import type { Endpoint } from '../endpoint';
import { pageOf, type PageAnswer } from '../pages';
import { exactList, flag, object, reference, text, type Read } from '../readers';
import { listOf } from './metadata';

const role = object({
  metadata: reference,
  spec: object({ permissions: exactList(text), scope: text, type: text }),
  status: object({ isEnabled: flag }),
});
/** What a role allows: `permissions` such as `cluster.update`. They are missing if one of them is invalid. */
export type Role = Read<typeof role>;

/** `GET /v1/roles`, a page of 50 at a time. */
export function listRoles(token: string | undefined): Endpoint<PageAnswer<Role>> {
  return { path: ['v1', 'roles'], query: pageOf(token), read: listOf(role) };
}

/** `GET /v1/roles/{uid}` */
export function readRole(uid: string): Endpoint<Role> {
  return { path: ['v1', 'roles', uid], resource: uid, read: role };
}
