import type { Grade, Pool } from '../pools';
import { uidWithin } from '../metadata';
import { headers, type Cloud } from './cloud';
import { cloudAccountRef, nics, nodeImage, poolCore, poolLabels, sizes, sshKeyName } from './parts';

const names: Readonly<Record<Grade, string>> = {
  medium: 'general-2',
  large: 'general-4',
  xlarge: 'general-8',
  memory: 'memory-8',
  gpu: 'gpu-16',
};

const instanceType = (pool: Pool) => ({
  id: `it-${names[pool.grade]}`,
  name: names[pool.grade],
  ...sizes(pool),
});

/** A cluster that was created elsewhere and imported into the service. */
export const generic: Cloud = {
  machine: headers('Generic').machine,
  config: { kind: 'GenericCloudConfig' },
  isPaged: true,
  region: 'local',
  hasPublicAddresses: true,

  machineSpec: (machine) => ({
    hostName: machine.name,
    imageId: nodeImage(machine.cluster),
    instanceType: instanceType(machine.pool),
    nics: nics(machine, 'index', 'networkName', 'privateIPs', 'publicIp'),
    sshKeyName,
  }),

  poolConfig: (pool) => ({
    ...poolCore(pool),
    instanceType: names[pool.grade],
    labels: poolLabels(pool),
    rootDeviceSize: pool.flavor.diskGiB,
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: {
      ...(cluster.pools[0] && { instanceType: instanceType(cluster.pools[0]) }),
      region: cluster.site.regions.local,
    },
    edgeHostRefs: [
      {
        kind: 'edgehost',
        name: `${cluster.name}-agent`,
        uid: uidWithin(cluster.projectUid, `${cluster.configUid}/agent`),
      },
    ],
  }),
};
