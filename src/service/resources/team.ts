import { noContent, type Endpoint } from '../endpoint';
import { pageOf, type PageAnswer } from '../pages';
import { withSource, listOf, metadata } from './resource';
import {
  exactList,
  isEmpty,
  isObject,
  list,
  object,
  reference,
  text,
  texts,
  type Read,
  type Reader,
} from '../readers';

const team = withSource({ metadata, spec: object({ roles: texts, users: exactList(text) }) });
/**
 * A team, with its JSON. `roles` are the UIDs of its roles in the whole tenant, `users` the UIDs of its members, missing if one
 * of them is invalid.
 */
export type TeamResource = Read<typeof team>;

/** `GET /v1/teams`, a page at a time. `POST /v1/teams/summary` also has the names of users, but returns all teams at once. */
export function listTeams(token: string | undefined): Endpoint<PageAnswer<TeamResource>> {
  return { path: ['v1', 'teams'], query: pageOf(token), read: listOf(team) };
}

/** A reference that can be requested. */
export interface ExactReference {
  readonly name?: string | undefined;
  /** Not empty. */
  readonly uid: string;
}

/** References that are invalid if one of them has no UID. */
export const exactReferences = exactList((json): ExactReference | undefined => {
  const { name, uid = '' } = reference(json) ?? {};
  return uid === '' ? undefined : { name, uid };
});

/** What a resource role grants: `roles` on the projects `projectUids`, limited by `filterRefs`. */
interface RoleParts<Reference> {
  readonly roles: readonly Reference[];
  readonly projectUids: readonly Reference[];
  readonly filterRefs: readonly Reference[];
}

/** If one reference is invalid, all are: without one of its projects, a role that is added again could grant more. */
export type RoleContent = RoleParts<ExactReference>;

const roleContent: Reader<RoleContent> = (json) => {
  if (!isObject(json)) return undefined;
  // An empty list may also be missing or null.
  const roles = exactReferences(json['roles'] ?? []);
  const projectUids = exactReferences(json['projectUids'] ?? []);
  const filterRefs = exactReferences(json['filterRefs'] ?? []);
  return roles && projectUids && filterRefs && { roles, projectUids, filterRefs };
};

/** All fields of a role and of its references in the published description of the service. */
const referenceLists = ['roles', 'projectUids', 'filterRefs'] as const;
const roleFields: ReadonlySet<string> = new Set(['uid', ...referenceLists]);
const referenceFields: ReadonlySet<string> = new Set(['name', 'uid']);

/** The unknown fields of a role and of its references, such as `expiresAt` and `projectUids.scope`. */
function unknownFieldsOf(json: unknown): readonly string[] {
  if (!isObject(json)) return [];
  const ofReferences = referenceLists.flatMap((name) => {
    const references: unknown = json[name];
    return Array.isArray(references)
      ? references.flatMap((one) => unknownNames(one, referenceFields).map((field) => `${name}.${field}`))
      : [];
  });
  return [...new Set([...unknownNames(json, roleFields), ...ofReferences])];
}

/** `false` and `0` count as values, since their meaning is unknown: `{"inherited": false}` may limit what a role grants. */
function unknownNames(json: unknown, known: ReadonlySet<string>): readonly string[] {
  if (!isObject(json)) return [];
  return Object.keys(json).filter((name) => !known.has(name) && !isEmpty(json[name]));
}

const roleSummary = object({
  uid: text,
  roles: list(reference),
  projectUids: list(reference),
  filterRefs: list(reference),
});

/** A resource role of a team. Without a UID, it may be any role of the team. */
export interface ResourceRole extends Read<typeof roleSummary> {
  /**
   * The content for adding the role again; undefined if a part of it is invalid, or if there are unknown fields. Those may
   * limit the role, such as a scope or an expiry, and without them it would grant more.
   */
  readonly content: RoleContent | undefined;
  /** The names of unknown fields that have a value; undefined if there are none. */
  readonly unknownFields?: readonly string[] | undefined;
  /** Its JSON; undefined if the service did not list it. */
  readonly source?: unknown;
}

/** Never invalid, because a role that is missing from the list is considered removed. */
const resourceRole: Reader<ResourceRole> = (json) => {
  const unknownFields = unknownFieldsOf(json);
  return unknownFields.length === 0
    ? { ...roleSummary(json), content: roleContent(json), source: json }
    : { ...roleSummary(json), content: undefined, unknownFields, source: json };
};

/**
 * The list `name` of an object. It may be null, or missing from an empty object. Any other object without it is invalid, such as a
 * maintenance message: it would mean that all roles are removed.
 */
export function listIn<Value>(name: string, read: Reader<readonly Value[]>): Reader<readonly Value[]> {
  return (json) => {
    if (!isObject(json)) return undefined;
    const isNone = json[name] === null || Object.keys(json).length === 0;
    return isNone ? [] : read(json[name]);
  };
}

export const resourceRoleList = listIn('resourceRoles', list(resourceRole));

/** `GET /v1/teams/{uid}/resourceRoles`; not paginated. */
export function listTeamResourceRoles(teamUid: string): Endpoint<readonly ResourceRole[]> {
  return {
    path: ['v1', 'teams', teamUid, 'resourceRoles'],
    variant: 'team',
    resource: teamUid,
    read: resourceRoleList,
  };
}

/** What the requests that change the resource roles of a team have in common. @param rest the end of their path */
function roleChange(teamUid: string, ...rest: readonly string[]) {
  const path = ['v1', 'teams', teamUid, 'resourceRoles', ...rest];
  return { isRequired: true, changes: true, path, read: noContent } as const;
}

/** `POST /v1/teams/{uid}/resourceRoles`; the response is empty and does not contain the UID of the new role. */
export function addTeamResourceRole(teamUid: string, role: RoleParts<string>): Endpoint<true> {
  return { ...roleChange(teamUid), method: 'post', body: role };
}

/** `DELETE /v1/teams/{uid}/resourceRoles/{resourceRoleUid}` */
export function removeTeamResourceRole(teamUid: string, resourceRoleUid: string): Endpoint<true> {
  return { ...roleChange(teamUid, resourceRoleUid), method: 'delete' };
}
