import { idsBelow } from '../../items/store/row';
import type { ServiceClient } from '../../service/client';
import { uniqueByUid } from '../../service/pages';
import type { GrantedRoles } from '../../service/resources/grants';
import type { ResourceRole } from '../../service/resources/team';
import type { CallOptions } from '../../service/schedule';
import { holderKey, type Grant, type GrantKind, type Holder } from './access';

/**
 * Reads the grants of a holder of one kind, with one request.
 * @throws ServiceError
 */
export async function readGrants(
  client: ServiceClient,
  holder: Holder,
  kind: GrantKind,
  options: CallOptions,
): Promise<readonly Grant[]> {
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
}

/** What the service lists twice is one grant. */
function unique(grants: readonly Grant[]): readonly Grant[] {
  return uniqueByUid(grants, ({ id }) => id);
}

/** A grant for each role. */
function grantsOfRoles(
  holder: Holder,
  kind: Exclude<GrantKind, 'resource'>,
  granted: readonly GrantedRoles[],
): readonly Grant[] {
  const grants = granted.flatMap(({ roles, project, workspace }) => {
    const uids = [project?.uid ?? project?.name, workspace?.uid ?? workspace?.name, ''];
    const idOf = idsBelow(
      `${holderKey(holder)}/${kind}/${uids.filter((uid) => uid !== undefined).join('/')}`,
    );
    return roles.map((role) => ({
      id: idOf('role', role.uid),
      holder,
      kind,
      roles: [role],
      projects: project === undefined ? [] : [project],
      workspace,
      filters: [],
    }));
  });
  return unique(grants);
}

/** The ID of the grant that a resource role of a team is. */
export function resourceGrantId(teamUid: string, roleUid: string): string {
  return idsBelow(holderKey({ kind: 'team', uid: teamUid }))('resource', roleUid);
}

/** The grants of resource roles. */
export function resourceGrants(holder: Holder, roles: readonly ResourceRole[]): readonly Grant[] {
  const idOf = idsBelow(holderKey(holder));
  const grants = roles.map((role): Grant => ({
    id: idOf('resource', role.uid),
    holder,
    kind: 'resource',
    roles: role.roles ?? [],
    projects: role.projectUids ?? [],
    filters: role.filterRefs ?? [],
    resourceRole: role,
  }));
  return unique(grants);
}
