import type { Cluster } from '../cluster';
import { uuidOf } from '../metadata';
import { address, nodeCidr } from '../network';
import type { Grade } from '../pools';
import { headers, type Cloud } from './cloud';
import {
  cloudAccountRef,
  cloudResource,
  imageStatus,
  instanceConfig,
  nics,
  nodeImage,
  poolBase,
  repaved,
  sizes,
  sshKeyName,
} from './parts';

const offerings: Readonly<Record<Grade, string>> = {
  medium: 'Medium Instance',
  large: 'Large Instance',
  xlarge: 'Extra Large Instance',
  memory: 'Memory Optimized Instance',
  gpu: 'GPU Instance',
};

const zoneName = ({ site }: Cluster) => `${site.regions.local}-zone-1`;

export const cloudstack: Cloud = {
  ...headers('CloudStack'),
  isPaged: false,
  region: 'local',
  hasPublicAddresses: false,

  machineSpec: (machine) => ({
    diskOffering: {
      customSizeInGB: machine.pool.flavor.diskGiB,
      device: '/dev/vdb',
      filesystem: 'ext4',
      label: 'data',
      mountPath: '/var/lib/data',
    },
    failureDomainName: zoneName(machine.cluster),
    instanceType: {
      ...cloudResource(machine.cluster, offerings[machine.pool.grade]),
      ...sizes(machine.pool),
    },
    nics: nics(machine, 'index', 'macAddress', 'networkName', 'privateIPs'),
    offering: { name: offerings[machine.pool.grade] },
    providerID: `cloudstack:///${uuidOf(machine.uid)}`,
    sshKey: sshKeyName,
    template: { name: nodeImage(machine.cluster) },
  }),

  poolConfig: (pool, cluster) => ({
    ...poolBase(pool, cluster),
    ...repaved,
    instanceConfig: instanceConfig(offerings[pool.grade], pool.flavor),
    networks: [cloudResource(cluster, `${cluster.name}-nodes`)],
    offering: cloudResource(cluster, offerings[pool.grade]),
    template: cloudResource(cluster, nodeImage(cluster)),
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: {
      controlPlaneEndpoint: address(cluster, 5),
      project: cloudResource(cluster, 'platform'),
      sshKeyName,
      syncWithCKS: false,
      zones: [
        {
          ...cloudResource(cluster, zoneName(cluster)),
          network: {
            ...cloudResource(cluster, `${cluster.name}-nodes`),
            gateway: address(cluster, 1),
            netmask: '255.255.248.0',
            offering: 'DefaultIsolatedNetworkOffering',
            routingMode: 'Static',
            type: 'Isolated',
            vpc: {
              ...cloudResource(cluster, `${cluster.name}-vpc`),
              cidr: nodeCidr(cluster),
              offering: 'Default VPC offering',
            },
          },
        },
      ],
    },
  }),

  status: (cluster) => ({ ...imageStatus(cluster), nodeImage: nodeImage(cluster) }),
};
