import { uuidOf } from '../metadata';
import type { Grade } from '../pools';
import { headers, type Cloud } from './cloud';
import {
  cloudAccountRef,
  nics,
  nodeImage,
  poolCore,
  poolNodes,
  sizes,
  sshKeyName,
  valuesWithSecret,
} from './parts';

const names: Readonly<Record<Grade, string>> = {
  medium: 'ahv-2x4',
  large: 'ahv-4x8',
  xlarge: 'ahv-8x16',
  memory: 'ahv-8x64',
  gpu: 'ahv-16x128-gpu',
};

/** The one cloud type of this service that is not one of the published ones. */
export const nutanix: Cloud = {
  machine: headers('Custom').machine,
  config: { kind: 'CustomCloudConfig' },
  isPaged: true,
  region: 'local',
  hasPublicAddresses: true,

  machineSpec: (machine) => ({
    cloudType: machine.cluster.cloudType,
    hostName: machine.name,
    imageId: uuidOf(nodeImage(machine.cluster)),
    instanceType: { name: names[machine.pool.grade], ...sizes(machine.pool) },
    nics: nics(machine, 'index', 'networkName', 'privateIPs', 'publicIp'),
    sshKeyName,
  }),

  poolConfig: (pool, cluster) => ({
    ...poolCore(pool),
    ...poolNodes(pool, cluster),
    values: `kind: NutanixMachineTemplate\nspec:\n  vcpusPerSocket: ${pool.flavor.numCPUs}\n  memorySize: ${pool.flavor.memoryMiB}Mi\n${valuesWithSecret}`,
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: {
      values: `kind: NutanixCluster\nspec:\n  prismCentral:\n    address: prism-${cluster.site.regions.local}.example.com\n${valuesWithSecret}`,
    },
  }),
};
