import type { Endpoint } from '../endpoint';
import { exactList, isObject, reference, type Reader, type Reference } from '../readers';
import { exactReferences, resourceRoleList, type ExactReference, type ResourceRole } from './team';

// A list with an invalid element is invalid as a whole: a grant that is left out would look like no access.

/** Whom grants are for. Teams and users have the same four lists. */
export interface GrantHolder {
  readonly kind: 'team' | 'user';
  readonly uid: string;
}

/** Roles, and where: in a workspace of a project, in a project or, without both, in the whole tenant. */
export interface GrantedRoles {
  readonly roles: readonly ExactReference[];
  readonly project?: Reference;
  readonly workspace?: Reference;
}

/** The list `name` of an object. It may be null, or missing from an empty object: any other object is something else. */
function listIn<Value>(name: string, read: Reader<readonly Value[]>): Reader<readonly Value[]> {
  return (json) => {
    if (!isObject(json)) return undefined;
    const isNone = json[name] === null || Object.keys(json).length === 0;
    return isNone ? [] : read(json[name]);
  };
}

/** The roles of its own. `inheritedRoles` are those of other grants. */
function ownRoles(json: Readonly<Record<string, unknown>>): readonly ExactReference[] | undefined {
  return exactReferences(json['roles'] ?? []);
}

const tenantRoles: Reader<readonly GrantedRoles[]> = (json) => {
  const roles = isObject(json) ? ownRoles(json) : undefined;
  // Users also have a list of inherited roles.
  const isList =
    isObject(json) && (Object.keys(json).length === 0 || 'roles' in json || 'inheritedRoles' in json);
  return roles && isList ? [{ roles }] : undefined;
};

const projectRoles = listIn(
  'projects',
  exactList((json): GrantedRoles | undefined => {
    const project = reference(json);
    const roles = isObject(json) ? ownRoles(json) : undefined;
    return project && roles && { roles, project };
  }),
);

const workspaceRoles: Reader<readonly GrantedRoles[]> = (json) =>
  listIn(
    'projects',
    exactList((projectJson): readonly GrantedRoles[] | undefined => {
      const project = reference(projectJson);
      if (project === undefined || !isObject(projectJson)) return undefined;
      return exactList((json): GrantedRoles | undefined => {
        const workspace = reference(json);
        const roles = isObject(json) ? ownRoles(json) : undefined;
        return workspace && roles && { roles, project, workspace };
      })(projectJson['workspaces'] ?? []);
    }),
  )(json)?.flat();

/** `GET /v1/teams/{uid}/roles` or `/v1/users/{uid}/roles`: in the whole tenant. Not paginated. */
export function listTenantRoles({ kind, uid }: GrantHolder): Endpoint<readonly GrantedRoles[]> {
  return {
    operation: 'listTenantRoles',
    permission: 'team.get',
    optional: true,
    method: 'get',
    path: ['v1', `${kind}s`, uid, 'roles'],
    resource: uid,
    read: tenantRoles,
  };
}

/** `GET /v1/teams/{uid}/projects` or `/v1/users/{uid}/projects`; not paginated. */
export function listProjectRoles({ kind, uid }: GrantHolder): Endpoint<readonly GrantedRoles[]> {
  return {
    operation: 'listProjectRoles',
    permission: 'team.get',
    optional: true,
    method: 'get',
    path: ['v1', `${kind}s`, uid, 'projects'],
    resource: uid,
    read: projectRoles,
  };
}

/** `GET /v1/workspaces/teams/{uid}/roles` or `/v1/workspaces/users/{uid}/roles`; not paginated. */
export function listWorkspaceRoles({ kind, uid }: GrantHolder): Endpoint<readonly GrantedRoles[]> {
  return {
    operation: 'listWorkspaceRoles',
    permission: 'workspace.list',
    optional: true,
    method: 'get',
    path: ['v1', 'workspaces', `${kind}s`, uid, 'roles'],
    resource: uid,
    read: workspaceRoles,
  };
}

/** `GET /v1/users/{uid}/resourceRoles`; not paginated. */
export function listUserResourceRoles(uid: string): Endpoint<readonly ResourceRole[]> {
  return {
    operation: 'listUserResourceRoles',
    permission: 'user.get',
    optional: true,
    method: 'get',
    path: ['v1', 'users', uid, 'resourceRoles'],
    resource: uid,
    read: resourceRoleList,
  };
}
