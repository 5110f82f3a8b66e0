import type { Endpoint } from '../endpoint';
import type { PageAnswer } from '../pages';
import { exactList, flag, object, reference, text, type Read } from '../readers';
import { listOf } from './metadata';

const role = object({
  metadata: reference,
  spec: object({ permissions: exactList(text), scope: text, type: text }),
  status: object({ isEnabled: flag }),
});
/** What a role allows: `permissions` such as `cluster.update`. They are missing if one of them is invalid. */
export type Role = Read<typeof role>;

const roleList = listOf(role);

/** `GET /v1/roles`, a page of 50 at a time. */
export function listRoles(token: string | undefined): Endpoint<PageAnswer<Role>> {
  return {
    operation: 'listRoles',
    permission: 'role.list',
    path: ['v1', 'roles'],
    query: { limit: 50, continue: token },
    read: roleList,
  };
}

/** `GET /v1/roles/{uid}` */
export function readRole(uid: string): Endpoint<Role> {
  return {
    operation: 'readRole',
    permission: 'role.get',
    path: ['v1', 'roles', uid],
    resource: uid,
    read: role,
  };
}
