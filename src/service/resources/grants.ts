import type { Endpoint, Request } from '../endpoint';
import { exactList, isObject, reference, type Reader, type Reference } from '../readers';
import {
  exactReferences,
  listIn,
  listTeamResourceRoles,
  resourceRoleList,
  type ExactReference,
  type ResourceRole,
} from './team';

// A list with an invalid element is invalid as a whole: a grant that is left out would look like no access.

/** Whom grants are for. Teams and users have the same four lists. */
export interface GrantHolder {
  readonly kind: 'team' | 'user';
  readonly uid: string;
  readonly name?: string | undefined;
}

/** Roles, and where: in a workspace of a project, in a project or, without both, in the whole tenant. */
export interface GrantedRoles {
  readonly roles: readonly ExactReference[];
  readonly project?: Reference;
  readonly workspace?: Reference;
}

/** Where roles are granted, and which of its own. `inheritedRoles` are those of other grants. */
const grantedPlace: Reader<{ readonly place: Reference; readonly roles: readonly ExactReference[] }> = (
  json,
) => {
  const place = reference(json);
  const roles = isObject(json) ? exactReferences(json['roles'] ?? []) : undefined;
  return place && roles && { place, roles };
};
const grantedPlaces = exactList(grantedPlace);

const tenantRoles: Reader<readonly GrantedRoles[]> = (json) => {
  const roles = grantedPlace(json)?.roles;
  // Users also have a list of inherited roles.
  const isList =
    isObject(json) && (Object.keys(json).length === 0 || 'roles' in json || 'inheritedRoles' in json);
  return roles && isList ? [{ roles }] : undefined;
};

const listGrantedProjects = listIn('projects', grantedPlaces);
const projectRoles: Reader<readonly GrantedRoles[]> = (json) =>
  listGrantedProjects(json)?.map(({ place, roles }) => ({ roles, project: place }));

const listWorkspaces = listIn(
  'projects',
  exactList((json): readonly GrantedRoles[] | undefined => {
    const project = reference(json);
    const workspaces = isObject(json) ? grantedPlaces(json['workspaces'] ?? []) : undefined;
    return project && workspaces?.map(({ place, roles }) => ({ roles, project, workspace: place }));
  }),
);
const workspaceRoles: Reader<readonly GrantedRoles[]> = (json) => listWorkspaces(json)?.flat();

// The lists of a holder are not paginated.

/** What the requests for lists of a team or a user have in common. */
function ofHolder({ kind, uid }: GrantHolder, list: string) {
  const own = (): Request =>
    kind === 'team'
      ? { operation: 'listTeamResourceRoles', ...listTeamResourceRoles(uid) }
      : { operation: 'listUserResourceRoles', ...listUserResourceRoles(uid) };
  const path = ['v1', `${kind}s`, uid, list];
  return { permission: `${kind}.get`, path, variant: kind, resource: uid, own };
}

/** `GET /v1/teams/{uid}/roles` or `/v1/users/{uid}/roles`: in the whole tenant. */
export function listTenantRoles(holder: GrantHolder): Endpoint<readonly GrantedRoles[]> {
  return { ...ofHolder(holder, 'roles'), read: tenantRoles };
}

/** `GET /v1/teams/{uid}/projects` or `/v1/users/{uid}/projects` */
export function listProjectRoles(holder: GrantHolder): Endpoint<readonly GrantedRoles[]> {
  return { ...ofHolder(holder, 'projects'), read: projectRoles };
}

/** `GET /v1/workspaces/teams/{uid}/roles` or `/v1/workspaces/users/{uid}/roles` */
export function listWorkspaceRoles(holder: GrantHolder): Endpoint<readonly GrantedRoles[]> {
  const { kind, uid } = holder;
  return {
    ...ofHolder(holder, 'roles'),
    permission: undefined,
    path: ['v1', 'workspaces', `${kind}s`, uid, 'roles'],
    read: workspaceRoles,
  };
}

/** `GET /v1/users/{uid}/resourceRoles` */
export function listUserResourceRoles(uid: string): Endpoint<readonly ResourceRole[]> {
  const holder = { kind: 'user', uid } as const;
  return { ...ofHolder(holder, 'resourceRoles'), read: resourceRoleList };
}
