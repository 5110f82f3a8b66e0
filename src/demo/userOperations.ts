import { withUid } from './accessOperations';
import { ok } from './answers';
import type { Fleet } from './fleet/fleet';
import { unique } from './fleet/grants';
import { userName } from './fleet/users';
import type { Call, Operations } from './routes';

export function userOperations(
  fleet: Fleet,
): Operations<
  | 'listUserNames'
  | 'listUserActivity'
  | 'readOwnUser'
  | 'listApiKeys'
  | 'listUserTenantRoles'
  | 'listUserProjectRoles'
  | 'listUserWorkspaceRoles'
  | 'listUserResourceRoles'
> {
  const { directory } = fleet;
  const find = ({ parameters: [uid] }: Call) => {
    const user = withUid(directory.users, uid, 'The user');
    return { user, teams: directory.teamsOf(user) };
  };
  return {
    listUserNames: () => ok({ items: directory.users.map(userName) }),

    listUserActivity: () => ok({ items: directory.users.map((user) => fleet.describeUser(user)) }),

    // The one who changes roles in the audit log of the demo.
    readOwnUser: () => ok({ orgName: 'Demo', tenantUid: 'tenant', userUid: directory.users[0]?.uid }),

    listApiKeys: () => ok({ items: directory.users.slice(0, 1).map((user) => fleet.describeApiKey(user)) }),

    listUserTenantRoles(call) {
      const { user, teams } = find(call);
      const inheritedRoles = unique(teams.flatMap(({ tenantRoles }) => tenantRoles));
      return ok({ roles: user.tenantRoles, inheritedRoles });
    },

    listUserProjectRoles(call) {
      const { user, teams } = find(call);
      return ok({ projects: directory.projectRoles(fleet.projects, user, teams) });
    },

    listUserWorkspaceRoles(call) {
      const { user, teams } = find(call);
      return ok({ projects: directory.workspaceRoles(fleet.projects, user, teams) });
    },

    listUserResourceRoles: (call) => ok({ resourceRoles: find(call).user.resourceRoles }),
  };
}
