import { Random } from '../random';
import type { CloudType, Cluster } from './clusters';
import { metadata, uidWithin } from './metadata';
import { labelSets } from './names';
import type { Pool } from './pools';

const kinds: Record<CloudType, string> = { openstack: 'OpenStackCloudConfig', aws: 'AwsCloudConfig' };

export function clusterResource(cluster: Cluster) {
  const { name, configUid, cloudType, network, state, created } = cluster;
  return {
    apiVersion: 'v1',
    kind: 'Cluster',
    metadata: metadata(cluster, new Random(cluster.uid).pick(labelSets)),
    spec: {
      cloudType,
      clusterType: 'PureManage',
      cloudConfigRef: { kind: kinds[cloudType], name: `${name}-cloud-config`, uid: configUid },
      clusterConfig: { timezone: 'UTC', updateWorkerPoolsInParallel: false },
    },
    status: {
      state,
      apiEndpoints: [{ host: address(cluster, 5), port: 6443 }],
      conditions: [
        {
          type: 'ClusterInfrastructureReady',
          status: state === 'Running' ? 'True' : 'False',
          reason: state === 'Running' ? 'InfrastructureReady' : state,
          message: '',
          lastTransitionTime: new Date(created).toISOString(),
        },
      ],
      location: { regionCode: `region-${network[0] % 4}` },
    },
  };
}

export function cloudConfigResource(cluster: Cluster) {
  const { name, configUid, created, pools, network } = cluster;
  return {
    apiVersion: 'v1',
    kind: kinds[cluster.cloudType],
    metadata: metadata({ name: `${name}-cloud-config`, uid: configUid, created }),
    spec: {
      clusterConfig: {
        region: `region-${network[0] % 4}`,
        sshKeyName: 'platform-ops',
        nodeCidr: `10.${network.join('.')}.0/21`,
        dnsNameservers: ['10.255.0.2', '10.255.0.3'],
        network: { id: uidWithin(cluster.projectUid, `${configUid}/network`), name: `${name}-nodes` },
      },
      machinePoolConfig: pools.map(machinePoolConfig),
    },
    status: { conditions: [], nodeImage: nodeImage(cluster) },
  };
}

function machinePoolConfig({ name, isControlPlane, size, range, flavor }: Pool) {
  return {
    name,
    size,
    ...(range ? { minSize: range[0], maxSize: range[1] } : {}),
    isControlPlane,
    labels: [isControlPlane ? 'control-plane' : 'worker'],
    azs: [...zones],
    flavor: flavor.name,
    flavorConfig: flavor,
    diskGiB: flavor.diskGiB,
    additionalLabels: { pool: name },
    taints: isControlPlane ? [{ key: 'node-role/control-plane', value: '', effect: 'NoSchedule' }] : [],
    machinePoolProperties: { archType: 'amd64' },
    updateStrategy: { type: 'RollingUpdateScaleOut' },
    useControlPlaneAsWorker: false,
  };
}

export const zones = ['az1', 'az2', 'az3'] as const;

export const nodeImage = ({ uid }: Cluster) =>
  `ubuntu-22.04-k8s-1.${new Random(uid).pick(['29.9', '30.6', '31.2'])}`;

/** The address of the `host`th host in the cluster's network. */
export function address({ network: [second, third] }: Cluster, host: number): string {
  return `10.${second}.${(third + Math.floor(host / 256)) % 256}.${host % 256}`;
}
