import { clouds } from './clouds/clouds';
import type { Cluster } from './cluster';
import { stateEvent } from './events';
import { metadata } from './metadata';
import { address } from './network';
import { packsAt, profile } from './packs';

export function clusterResource(cluster: Cluster) {
  const { name, configUid, cloudType, state, created, site } = cluster;
  const { config, region } = clouds[cloudType];
  const [latitude, longitude] = site.coordinates;
  return {
    apiVersion: 'v1',
    kind: 'Cluster',
    metadata: clusterMetadata(cluster),
    spec: {
      cloudType,
      clusterType: 'PureManage',
      cloudConfigRef: { ...kindOf(config), name: `${name}-cloud-config`, uid: configUid },
      clusterConfig: { timezone: 'UTC', updateWorkerPoolsInParallel: false },
      clusterProfileTemplates: (['infra', 'add-on'] as const).map((type) =>
        profile(cluster, type, packsAt(cluster, [], created)),
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

const kindOf = ({ kind }: { readonly kind?: string }) => (kind === undefined ? {} : { kind });

export const clusterMetadata = (cluster: Cluster) => metadata(cluster, cluster.labels);

export function cloudConfigResource(cluster: Cluster) {
  const { name, configUid, created, pools } = cluster;
  const cloud = clouds[cluster.cloudType];
  return {
    ...cloud.config,
    metadata: metadata({ name: `${name}-cloud-config`, uid: configUid, created }),
    spec: {
      ...cloud.configSpec(cluster),
      machinePoolConfig: pools.map((pool) => cloud.poolConfig(pool, cluster)),
    },
    ...(cloud.status && { status: cloud.status(cluster) }),
  };
}
