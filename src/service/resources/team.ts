import type { Endpoint } from '../http';
import {
  exactList,
  isObject,
  list,
  object,
  reference,
  text,
  texts,
  type Read,
  type Reader,
} from '../readers';
import { listOf, metadata } from './metadata';

const team = object({ metadata, spec: object({ users: texts }) });
/** A team: who it is. `users` are uids. */
export type Team = Read<typeof team>;

const teamList = listOf(team);

/** Teams a page; the service allows no more. */
const teamsPerPage = 50;

/** `GET /v1/teams`, a page at a time. `POST /v1/teams/summary` has the names of users, too, but all teams at once. */
export function listTeams(token: string | undefined): Endpoint<Read<typeof teamList>> {
  return {
    operation: 'listTeams',
    optional: true,
    method: 'get',
    path: ['v1', 'teams'],
    query: { limit: teamsPerPage, continue: token },
    answer: teamList,
  };
}

/** The fields of a role and of its references. The published description of the service has no others. */
const referenceLists = ['roles', 'projectUids', 'filterRefs'] as const;
const roleFields: ReadonlySet<string> = new Set(['uid', ...referenceLists]);
const referenceFields: ReadonlySet<string> = new Set(['name', 'uid']);

/** The unknown fields of a role and of its references, such as `expiresAt` and `projectUids.scope`. */
function unknownFieldsOf(json: unknown): readonly string[] {
  if (!isObject(json)) return [];
  const ofReferences = referenceLists.flatMap((list) => {
    const references: unknown = json[list];
    return Array.isArray(references)
      ? references.flatMap((one) => fieldsBesides(referenceFields, one).map((name) => `${list}.${name}`))
      : [];
  });
  return [...new Set([...fieldsBesides(roleFields, json), ...ofReferences])];
}

/**
 * The names of fields that are not `known` and have a value. `false` and `0` are values, since their meaning is unknown:
 * `{"inherited": false}` may limit what a role grants.
 */
function fieldsBesides(known: ReadonlySet<string>, json: unknown): readonly string[] {
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([name, value]) => (known.has(name) || isEmpty(value) ? [] : [name]));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '';
}

/** A reference by which what it names can be asked for. */
export interface ExactReference {
  readonly name?: string | undefined;
  /** Not empty. */
  readonly uid: string;
}

/** References that are of no use where one of them is not exact. */
export const exactReferences = exactList((json): ExactReference | undefined => {
  const { name, uid = '' } = reference(json) ?? {};
  return uid === '' ? undefined : { name, uid };
});

/** A service may leave the list out, or write `null`, where there are none. */
const listedReferences: Reader<readonly ExactReference[]> = (json) => exactReferences(json ?? []);

/**
 * All that a resource role is made of. With one project less than the service has, a role that is added again could
 * grant more than before: nothing here is dropped for being odd.
 */
export interface RoleContent {
  readonly roles: readonly ExactReference[];
  readonly projectUids: readonly ExactReference[];
  readonly filterRefs: readonly ExactReference[];
}

const roleContent: Reader<RoleContent> = (json) => {
  if (!isObject(json)) return undefined;
  const roles = listedReferences(json['roles']);
  const projectUids = listedReferences(json['projectUids']);
  const filterRefs = listedReferences(json['filterRefs']);
  return roles && projectUids && filterRefs && { roles, projectUids, filterRefs };
};

const describedRole = object({
  uid: text,
  roles: list(reference),
  projectUids: list(reference),
  filterRefs: list(reference),
});

/**
 * What a team may do (`roles`) on what (`projectUids`, narrowed by `filterRefs`). A role without a uid may be any one of the
 * team's.
 */
export interface ResourceRole extends Read<typeof describedRole> {
  /**
   * The same, fit to be added again. Undefined if a part of it cannot be read, or if there are unknown fields: they may
   * limit the role, such as a scope or an expiry, and without them it would grant more.
   */
  readonly content: RoleContent | undefined;
  /** The names of fields that Poolview does not know and that have a value; undefined if there are none. */
  readonly unknownFields?: readonly string[] | undefined;
}

/** Whatever it looks like it is one: dropped, it would make the list say of a role that it is gone. */
const resourceRole: Reader<ResourceRole> = (json) => {
  const unknownFields = unknownFieldsOf(json);
  return unknownFields.length === 0
    ? { ...describedRole(json), content: roleContent(json) }
    : { ...describedRole(json), content: undefined, unknownFields };
};
const resourceRoles = list(resourceRole);

/**
 * The list may be left out of an answer about a team without roles, but then nothing else is in it: an answer about
 * something else, such as maintenance, must not take all roles for gone.
 */
const resourceRoleList: Reader<readonly ResourceRole[]> = (json) => {
  if (!isObject(json)) return undefined;
  if (Object.keys(json).length === 0) return [];
  return resourceRoles(json['resourceRoles'] === null ? [] : json['resourceRoles']);
};

/** `GET /v1/teams/{uid}/resourceRoles`; not paginated. */
export function listTeamResourceRoles(teamUid: string): Endpoint<readonly ResourceRole[]> {
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
