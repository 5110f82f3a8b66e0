import { badRequest, notFound, type Answer } from './answers';
import { searchClusters } from './clusterQuery';
import { cloudConfigResource, clusterResource } from './fleet/clusterResources';
import { clouds } from './fleet/clouds/clouds';
import type { Cluster } from './fleet/clusters';
import type { Fleet } from './fleet/fleet';
import { refer, type Named } from './fleet/metadata';
import type { Project } from './fleet/projects';
import type { Team } from './fleet/teams';
import { Pager } from './paging';
import { fields, list, searchProjects } from './projectQuery';
import type { Operation } from './routes';

/** What a request asks of an operation. */
export interface Call {
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  /** From the header that scopes a request to one project. */
  readonly projectUid: string | undefined;
  readonly body: string;
}

export function operationsOn(fleet: Fleet): Record<Operation, (call: Call) => Answer> {
  const pager = new Pager();

  return {
    listProjectsGet: (call) => listProjects({ ...call, body: '' }),
    listProjectsPost: listProjects,

    listProjectNames: () => ok({ items: fleet.projects.map((project) => ({ metadata: refer(project) })) }),

    readCluster({ parameters: [uid = ''], projectUid }) {
      return ok(clusterResource(inScope(fleet.findCluster('uid', uid), projectUid, 'The cluster')));
    },

    searchClusters({ query, projectUid, body }) {
      const found = searchClusters(projectsIn(projectUid), parse(body));
      const { items, listmeta } = pager.page(found, query, `clusters\n${projectUid ?? ''}\n${body}`);
      return ok({
        items: items.map(({ project, cluster }) => fleet.summarizeCluster(cluster, project)),
        listmeta,
      });
    },

    readCloudConfig: (call) => ok(cloudConfigResource(configuredCluster(call))),

    listMachines(call) {
      const cluster = configuredCluster(call);
      const pool = cluster.pools.find(({ name }) => name === call.parameters[2]);
      if (!pool) {
        throw notFound('The machine pool');
      }
      if (!clouds[cluster.cloudType].isPaged) {
        return ok({ items: fleet.machines(cluster, pool) });
      }
      const places = Array.from({ length: pool.size }, (_, place) => place);
      const { items, listmeta } = pager.page(places, call.query, `machines\n${cluster.uid}\n${pool.name}`);
      return ok({ items: items.map((place) => fleet.machine(cluster, pool, place)), listmeta });
    },

    listTeams({ query }) {
      const { items, listmeta } = pager.page(fleet.directory.teams, query, 'teams');
      return ok({ items: items.map((team) => fleet.describeTeam(team)), listmeta });
    },

    listTeamResourceRoles: ({ parameters }) => ok({ resourceRoles: findTeam(parameters).resourceRoles }),

    addTeamResourceRole({ parameters, body }) {
      const team = findTeam(parameters);
      const role = fields(parse(body), 'The body');
      const roles = references(role['roles'], 'roles', fleet.directory.roles);
      if (roles.length === 0) {
        throw badRequest('roles must name at least one role.');
      }
      fleet.addResourceRole(team, {
        roles,
        projectUids: references(role['projectUids'], 'projectUids', fleet.projects),
        filterRefs: references(role['filterRefs'], 'filterRefs', fleet.directory.filters),
      });
      return { status: 204 };
    },

    removeTeamResourceRole({ parameters }) {
      const { resourceRoles } = findTeam(parameters);
      const place = resourceRoles.findIndex(({ uid }) => uid === parameters[1]);
      if (place < 0) {
        throw notFound('The resource role');
      }
      resourceRoles.splice(place, 1);
      return { status: 204 };
    },
  };

  function listProjects({ query, projectUid, body }: Call): Answer {
    const found = searchProjects(projectsIn(projectUid), parse(body));
    const { items, listmeta } = pager.page(found, query, `${projectUid ?? ''}\n${body}`);
    return ok({ items: items.map((project) => fleet.summarize(project)), listmeta });
  }

  /** Those in the scope of a request: the whole tenant's without a project. */
  function projectsIn(projectUid: string | undefined): readonly Project[] {
    if (projectUid === undefined) {
      return fleet.projects;
    }
    const project = fleet.findProject(projectUid);
    if (!project) {
      throw notFound('The project');
    }
    return [project];
  }

  /** The cluster that has the cloud config of this type and uid. */
  function configuredCluster({ parameters: [cloudType, configUid = ''], projectUid }: Call): Cluster {
    const cluster = fleet.findCluster('configUid', configUid);
    return inScope(cluster?.cloudType === cloudType ? cluster : undefined, projectUid, 'The cloud config');
  }

  function findTeam([uid]: readonly string[]): Team {
    const team = fleet.directory.teams.find((candidate) => candidate.uid === uid);
    if (!team) {
      throw notFound('The team');
    }
    return team;
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body });

function inScope(cluster: Cluster | undefined, projectUid: string | undefined, what: string): Cluster {
  if (!cluster || (projectUid !== undefined && cluster.projectUid !== projectUid)) {
    throw notFound(what);
  }
  return cluster;
}

function parse(body: string): unknown {
  try {
    return body === '' ? {} : JSON.parse(body);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

function references(uids: unknown, what: string, known: readonly Named[]): Named[] {
  return list(uids, what).map((wanted) => {
    const found = known.find(({ uid }) => uid === wanted);
    if (!found) {
      throw badRequest(`${what} names something that does not exist.`);
    }
    return refer(found);
  });
}
