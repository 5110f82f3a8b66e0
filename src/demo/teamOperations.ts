import { badRequest, notFound, ok } from './answers';
import type { Fleet } from './fleet/fleet';
import type { Named } from './fleet/metadata';
import type { Team } from './fleet/teams';
import type { Pager } from './paging';
import { fields, list, parseBody } from './requestBody';
import type { Operations } from './routes';

export function teamOperations(
  fleet: Fleet,
  pager: Pager,
): Operations<
  | 'listTeams'
  | 'listTeamTenantRoles'
  | 'listTeamProjectRoles'
  | 'listTeamWorkspaceRoles'
  | 'listTeamResourceRoles'
  | 'addTeamResourceRole'
  | 'removeTeamResourceRole'
> {
  const { directory } = fleet;
  return {
    listTeams({ query }) {
      const { items, listmeta } = pager.page(directory.teams, query, 'teams');
      return ok({ items: items.map((team) => fleet.describeTeam(team)), listmeta });
    },

    listTeamTenantRoles: ({ parameters: [uid] }) => ok({ roles: findTeam(fleet, uid).tenantRoles }),

    listTeamProjectRoles: ({ parameters: [uid] }) =>
      ok({ projects: directory.projectRoles(fleet.projects, findTeam(fleet, uid)) }),

    listTeamWorkspaceRoles: ({ parameters: [uid] }) =>
      ok({ projects: directory.workspaceRoles(fleet.projects, findTeam(fleet, uid)) }),

    listTeamResourceRoles: ({ parameters: [uid] }) =>
      ok({ resourceRoles: findTeam(fleet, uid).resourceRoles }),

    addTeamResourceRole({ parameters: [uid], body }) {
      const team = findTeam(fleet, uid);
      const role = fields(parseBody(body), 'The body');
      const roles = references(role['roles'], 'roles', directory.roles);
      if (roles.length === 0) throw badRequest('roles must name at least one role.');
      fleet.addResourceRole(team, {
        roles,
        projectUids: references(role['projectUids'], 'projectUids', fleet.projects),
        filterRefs: references(role['filterRefs'], 'filterRefs', directory.filters),
      });
      return { status: 204 };
    },

    removeTeamResourceRole({ parameters: [uid, roleUid] }) {
      const team = findTeam(fleet, uid);
      const role = team.resourceRoles.find((one) => one.uid === roleUid);
      if (!role) throw notFound('The resource role');
      fleet.removeResourceRole(team, role);
      return { status: 204 };
    },
  };
}

function findTeam({ directory }: Fleet, uid: string | undefined): Team {
  const team = directory.teams.find((candidate) => candidate.uid === uid);
  if (!team) throw notFound('The team');
  return team;
}

function references(uids: unknown, what: string, known: readonly Named[]): Named[] {
  return list(uids, what).map((wanted) => {
    const found = known.find(({ uid }) => uid === wanted);
    if (!found) throw badRequest(`${what} names something that does not exist.`);
    return found;
  });
}
