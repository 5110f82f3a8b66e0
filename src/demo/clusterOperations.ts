import { notFound, ok } from './answers';
import { searchClusters } from './search';
import { cloudConfigResource, clusterResource } from './fleet/clusterResources';
import { clouds } from './fleet/clouds/clouds';
import type { Cluster } from './fleet/cluster';
import type { Fleet } from './fleet/fleet';
import type { Pager } from './paging';
import { projectsInScope } from './projectOperations';
import { parseBody } from './requestBody';
import type { Call, Operations } from './routes';

export function clusterOperations(
  fleet: Fleet,
  pager: Pager,
): Operations<
  'searchClusters' | 'searchClusterMetadata' | 'readCluster' | 'readCloudConfig' | 'listMachines'
> {
  return {
    searchClusters({ query, projectUid, body }) {
      const found = searchClusters(projectsInScope(fleet, projectUid), parseBody(body));
      const { items, listmeta } = pager.page(found, query, `clusters\n${projectUid ?? ''}\n${body}`);
      return ok({
        items: items.map(({ project, cluster }) => fleet.summarizeCluster(cluster, project)),
        listmeta,
      });
    },

    searchClusterMetadata({ projectUid, body }) {
      const found = searchClusters(projectsInScope(fleet, projectUid), parseBody(body));
      const items = found.map(({ project, cluster }) => fleet.summarizeMetadata(cluster, project));
      return ok({ items, listmeta: { continue: '', count: items.length, limit: 0, offset: 0 } });
    },

    readCluster: ({ parameters: [uid = ''], projectUid }) =>
      ok(clusterResource(inScope(fleet.findCluster('uid', uid), projectUid, 'The cluster'))),

    readCloudConfig: (call) => ok(cloudConfigResource(configuredCluster(fleet, call))),

    listMachines(call) {
      const cluster = configuredCluster(fleet, call);
      const pool = cluster.pools.find(({ name }) => name === call.parameters[2]);
      if (!pool) throw notFound('The machine pool');
      if (!clouds[cluster.cloudType].isPaged) return ok({ items: fleet.machines(cluster, pool) });
      const places = Array.from({ length: pool.size }, (_, place) => place);
      const { items, listmeta } = pager.page(places, call.query, `machines\n${cluster.uid}\n${pool.name}`);
      return ok({ items: items.map((place) => fleet.machine(cluster, pool, place)), listmeta });
    },
  };
}

/** The cluster that has the cloud config of this type and UID. */
function configuredCluster(
  fleet: Fleet,
  { parameters: [cloudType, configUid = ''], projectUid }: Call,
): Cluster {
  const cluster = fleet.findCluster('configUid', configUid);
  return inScope(cluster?.cloudType === cloudType ? cluster : undefined, projectUid, 'The cloud config');
}

/** The cluster, unless the request is scoped to another project. */
export function inScope(cluster: Cluster | undefined, projectUid: string | undefined, what: string): Cluster {
  if (!cluster || (projectUid !== undefined && cluster.projectUid !== projectUid)) throw notFound(what);
  return cluster;
}
