import * as z from 'zod/mini';
import type { Endpoint } from '../http';
import { field, list, reference, text } from '../lenient';

const resourceRole = z.object({
  uid: text,
  roles: field(list(reference)),
  projectUids: field(list(reference)),
  filterRefs: field(list(reference)),
});
/** What a team may do (`roles`) on what (`projectUids`, narrowed by `filterRefs`). */
export type ResourceRole = z.output<typeof resourceRole>;

/** A team without roles may leave the list out. */
const resourceRoleList = z.object({ resourceRoles: z.nullish(list(resourceRole)) });

/** `GET /v1/teams/{uid}/resourceRoles`; not paginated. */
export function listTeamResourceRoles(teamUid: string): Endpoint<typeof resourceRoleList> {
  return {
    operation: 'listTeamResourceRoles',
    optional: true,
    method: 'get',
    path: ['v1', 'teams', teamUid, 'resourceRoles'],
    answer: resourceRoleList,
  };
}

/** `DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}`; the body of a success is not looked at. */
export function removeTeamResourceRole(teamUid: string, resourceRoleUid: string): Endpoint {
  return {
    operation: 'removeTeamResourceRole',
    optional: false,
    changes: true,
    method: 'delete',
    path: ['v1', 'teams', teamUid, 'resourceRoles', resourceRoleUid],
  };
}
