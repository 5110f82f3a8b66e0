import type { Cluster } from '../cluster';
import { nodeCidr } from '../network';
import type { Grade } from '../pools';
import { headers, type Cloud } from './cloud';
import {
  ansibleRoleDigest,
  builtStatus,
  cloudAccountRef,
  instanceConfig,
  nics,
  nodeImage,
  poolBase,
  repaved,
  turn,
} from './parts';

const machineTypes: Readonly<Record<Grade, string>> = {
  medium: 'e2-medium',
  large: 'e2-custom-4-8192',
  xlarge: 'n2-custom-8-16384',
  memory: 'n2-highmem-8',
  gpu: 'n2-highmem-16',
};

const project = 'acme-platform-417203';

const region = ({ site }: Cluster) => site.regions.gcp;
const zones = (cluster: Cluster) => ['a', 'b', 'c'].map((letter) => `${region(cluster)}-${letter}`);
const imageName = (cluster: Cluster) => nodeImage(cluster).replaceAll('.', '-');

const clusterConfig = (cluster: Cluster) => ({
  network: `${cluster.name}-vpc`,
  project,
  region: region(cluster),
});

export const gcp: Cloud = {
  ...headers('Gcp'),
  isPaged: true,
  region: 'gcp',
  hasPublicAddresses: true,

  machineSpec: (machine) => ({
    image: `projects/${project}/global/images/${imageName(machine.cluster)}`,
    instanceConfig: instanceConfig(machineTypes[machine.pool.grade], machine.pool.flavor),
    instanceType: machineTypes[machine.pool.grade],
    nics: nics(machine, 'index', 'networkName', 'privateIPs', 'publicIp'),
    project,
    region: region(machine.cluster),
    rootDeviceSize: machine.pool.flavor.diskGiB,
    zone: turn(zones(machine.cluster), machine.place),
  }),

  poolConfig: (pool, cluster) => ({
    ...poolBase(pool, cluster),
    ...repaved,
    azs: zones(cluster),
    instanceConfig: instanceConfig(machineTypes[pool.grade], pool.flavor),
    instanceType: machineTypes[pool.grade],
    rootDeviceSize: pool.flavor.diskGiB,
    subnet: `${cluster.name}-nodes`,
    subnetIds: { [region(cluster)]: nodeCidr(cluster) },
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: clusterConfig(cluster),
  }),

  status: (cluster) => ({
    ...builtStatus(cluster),
    ansibleRoleDigest,
    images: { name: imageName(cluster), os: 'ubuntu', region: region(cluster), state: 'Available' },
  }),
};

export const gke: Cloud = {
  ...gcp,
  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: {
      ...clusterConfig(cluster),
      managedClusterConfig: { enableAutoPilot: false, location: region(cluster) },
    },
  }),
};
