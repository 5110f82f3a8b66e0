import { idPart, idsBelow, textOfPart } from '../items/store/row';
import type { ServiceClient } from '../service/client';
import { uniqueByUid } from '../service/pages';
import type { GrantedRoles } from '../service/resources/grants';
import type { ResourceRole } from '../service/resources/team';
import type { CallOptions } from '../service/operations';
import { holderKey, type Grant, type GrantKind, type Holder } from './access';

/**
 * Reads the grants of a holder of one kind, with one request. What the service lists twice is one grant.
 * @throws ServiceError
 */
export async function readGrants(
  client: ServiceClient,
  holder: Holder,
  kind: GrantKind,
  options: CallOptions,
): Promise<readonly Grant[]> {
  const read = async (): Promise<readonly Grant[]> => {
    switch (kind) {
      case 'tenant':
        return grantsOfRoles(holder, kind, await client.listTenantRoles(holder, options));
      case 'project':
        return grantsOfRoles(holder, kind, await client.listProjectRoles(holder, options));
      case 'workspace':
        return grantsOfRoles(holder, kind, await client.listWorkspaceRoles(holder, options));
      case 'resource':
        return resourceGrants(
          holder,
          holder.kind === 'team'
            ? await client.listTeamResourceRoles(holder.uid, options)
            : await client.listUserResourceRoles(holder.uid, options),
        );
    }
  };
  return uniqueByUid(await read(), ({ id }) => id);
}

/** A grant for each role. */
function grantsOfRoles(holder: Holder, kind: GrantKind, granted: readonly GrantedRoles[]): readonly Grant[] {
  return granted.flatMap(({ roles, project, workspace }) =>
    roles.map((role) => {
      const where = [project, workspace, role].map((part) => idPart(part?.uid ?? part?.name ?? ''));
      const id = [holderKey(holder), kind, ...where].join('/');
      return { id, holder, kind, roles: [role], projects: project ? [project] : [], workspace, filters: [] };
    }),
  );
}

/** The ID of the grant that a resource role of a team is. */
export function resourceGrantId(teamUid: string, roleUid: string): string {
  return idsBelow(holderKey({ kind: 'team', uid: teamUid }))('resource', roleUid);
}

/** The UID of the resource role that a grant is, also if it is gone; undefined if it has none, or is of another kind. */
export function resourceRoleUid(grantId: string): string | undefined {
  const part = /\/resource:(.+)$/.exec(grantId)?.[1];
  return part === undefined ? undefined : textOfPart(part);
}

/** The grants of resource roles. */
export function resourceGrants(holder: Holder, roles: readonly ResourceRole[]): readonly Grant[] {
  const idOf = idsBelow(holderKey(holder));
  return roles.map((role) => ({
    id: idOf('resource', role.uid),
    holder,
    kind: 'resource',
    roles: role.roles ?? [],
    projects: role.projectUids ?? [],
    filters: role.filterRefs ?? [],
    resourceRole: role,
  }));
}
