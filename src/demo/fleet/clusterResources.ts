import { clouds } from './clouds/clouds';
import { nodeImage } from './clouds/parts';
import { write } from './clouds/writer';
import type { Fields } from './clouds/examples';
import type { Cluster } from './cluster';
import { stateEvent } from './events';
import { metadata } from './metadata';
import { address } from './network';
import { condition, packsOf, profile } from './packs';
import type { Pool } from './pools';

export function clusterResource(cluster: Cluster) {
  const { name, configUid, cloudType, state, created, site } = cluster;
  const { heads, region } = clouds[cloudType];
  const [latitude, longitude] = site.coordinates;
  return {
    apiVersion: 'v1',
    kind: 'Cluster',
    metadata: clusterMetadata(cluster),
    spec: {
      cloudType,
      clusterType: 'PureManage',
      cloudConfigRef: { kind: heads.config['kind'], name: `${name}-cloud-config`, uid: configUid },
      clusterConfig: { timezone: 'UTC', updateWorkerPoolsInParallel: false },
      clusterProfileTemplates: (['infra', 'add-on'] as const).map((type) =>
        profile(cluster, type, packsOf(cluster, [])),
      ),
    },
    status: {
      state,
      apiEndpoints: [{ host: address(cluster, 5), port: 6443 }],
      conditions: [
        {
          type: 'ClusterInfrastructureReady',
          status: state === 'Running' ? 'True' : 'False',
          reason: state === 'Running' ? 'InfrastructureReady' : stateEvent(state).reason,
          message: state === 'Running' ? '' : stateEvent(state).message,
          lastTransitionTime: new Date(created).toISOString(),
        },
      ],
      location: {
        countryCode: site.countryCode,
        countryName: site.countryName,
        geoLoc: { latitude, longitude },
        regionCode: site.regions[region],
        regionName: site.city,
      },
    },
  };
}

export const clusterMetadata = (cluster: Cluster) => metadata(cluster, cluster.labels);

export function cloudConfigResource(cluster: Cluster) {
  const { name, configUid, created, pools } = cluster;
  const cloud = clouds[cluster.cloudType];
  const conditions = [condition('NodeImageReady', 'True', created, 'NodeImageFound')];
  const [first] = pools;
  const writeFor = (fields: Fields, pool: Pool) =>
    write(fields, { cloud, cluster, pool, place: 0, name: '', interfaces: [] });
  return {
    ...cloud.heads.config,
    metadata: metadata({ name: `${name}-cloud-config`, uid: configUid, created }),
    spec: {
      ...(first && writeFor(cloud.config, first)),
      machinePoolConfig: pools.map((pool) => writeFor(cloud.pool, pool)),
    },
    ...(cloud.hasStatus && { status: { conditions, sourceImageId: nodeImage(cluster) } }),
  };
}
