import * as z from 'zod/mini';
import type { Endpoint } from '../http';
import { field, list, reference, text, texts, withSource } from '../lenient';
import { listMetadata, metadata } from './metadata';

const team = z.object({ metadata: field(metadata), spec: field(z.object({ users: texts })) });
/** A team: who it is. `users` are uids. */
export type Team = z.output<typeof team>;

const teamList = z.object({ items: list(team), listmeta: field(listMetadata) });

/** Teams a page; the service allows no more. */
const teamsPerPage = 50;

/** `GET /v1/teams`, a page at a time. `POST /v1/teams/summary` has the names of users, too, but all teams at once. */
export function listTeams(token: string | undefined): Endpoint<typeof teamList> {
  return {
    operation: 'listTeams',
    optional: true,
    method: 'get',
    path: ['v1', 'teams'],
    query: { limit: teamsPerPage, continue: token },
    answer: teamList,
  };
}

/** A reference by which what it names can be asked for. */
export const exactReference = z.object({
  name: text,
  // `minLength` looks at the length of what is no text, too, and that may be anything.
  uid: z.string().check(z.refine((uid) => uid !== '')),
});
export type ExactReference = z.output<typeof exactReference>;

const exactReferences = z.pipe(
  z.nullish(z.array(exactReference)),
  z.transform((references): readonly ExactReference[] => references ?? []),
);

/**
 * All that a resource role is made of. With one project less than the service has, a role that is added again could
 * grant more than before: nothing here is dropped for being odd.
 */
const roleContent = z.object({
  roles: exactReferences,
  projectUids: exactReferences,
  filterRefs: exactReferences,
});
export type RoleContent = z.output<typeof roleContent>;

const resourceRole = z.catch(
  z.pipe(
    withSource(
      z.object({
        uid: text,
        roles: field(list(reference)),
        projectUids: field(list(reference)),
        filterRefs: field(list(reference)),
      }),
    ),
    z.transform(({ source, ...role }) => ({ ...role, content: roleContent.safeParse(source).data })),
  ),
  // Dropped, it would make the list say of a role that it is gone.
  () => ({ content: undefined }),
);
/**
 * What a team may do (`roles`) on what (`projectUids`, narrowed by `filterRefs`). `content` is the same, fit to be added
 * again; undefined where a part of it cannot be read. A role without a uid may be any one of the team's.
 */
export type ResourceRole = z.output<typeof resourceRole>;

/**
 * The list may be left out of an answer about a team without roles, but then nothing else is in it: an answer about
 * something else, such as maintenance, must not take all roles for gone.
 */
const resourceRoleList = z.union([
  z.object({ resourceRoles: z.nullable(list(resourceRole)) }),
  z.strictObject({ resourceRoles: z.optional(z.never()) }),
]);

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

/** What a resource role is made of, by uids. */
export interface ResourceRoleUids {
  readonly roles: readonly string[];
  readonly projectUids: readonly string[];
  readonly filterRefs: readonly string[];
}

/** `POST /v1/teams/{uid}/resourceRoles`; the answer is empty and does not tell the uid that the role gets. */
export function addTeamResourceRole(teamUid: string, role: ResourceRoleUids): Endpoint {
  return {
    operation: 'addTeamResourceRole',
    optional: false,
    changes: true,
    method: 'post',
    path: ['v1', 'teams', teamUid, 'resourceRoles'],
    body: role,
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
