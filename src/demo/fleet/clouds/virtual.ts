import type { Cluster } from '../cluster';
import { uidWithin } from '../metadata';
import { address } from '../network';
import type { Cloud } from './cloud';
import { conditions, kubernetesVersion, poolBase, valuesWithSecret } from './parts';

/** A cluster within a cluster: its machines are shares of the other one's. */
export const virtual: Cloud = {
  machine: { kind: 'VirtualMachine' },
  config: { apiVersion: 'v1', kind: 'VirtualCloudConfig' },
  isPaged: true,
  region: 'local',
  hasPublicAddresses: false,

  machineSpec: ({ name }) => ({ hostname: name }),

  poolConfig: (pool, cluster) => ({
    ...poolBase(pool, cluster),
    azs: ['az1'],
    instanceType: {
      minCPU: 1,
      maxCPU: pool.flavor.numCPUs,
      minMemInMiB: 1_024,
      maxMemInMiB: pool.flavor.memoryMiB,
      minStorageGiB: 1,
      maxStorageGiB: pool.flavor.diskGiB,
    },
    resourcePool: 'shared',
  }),

  configSpec: (cluster) => ({
    clusterConfig: {
      controlPlaneEndpoint: { host: address(cluster, 5), port: 6443 },
      helmRelease: {
        chart: { name: 'vcluster', repo: 'https://charts.example.com', version: '0.20.1' },
        values: `sync:\n  toHost:\n    ingresses:\n      enabled: true\n${valuesWithSecret}`,
      },
      kubernetesVersion: kubernetesVersion(cluster),
    },
    hostClusterUid: hostCluster(cluster).uid,
  }),

  status: (cluster) => ({ conditions: conditions(cluster), isAddonLayer: false }),
};

/** The cluster that it lives in, of which the service shows no more. */
export const hostCluster = ({ projectUid, site }: Cluster) => ({
  kind: 'spectrocluster',
  name: `host-${site.regions.local}`,
  projectUid,
  uid: uidWithin(projectUid, `${projectUid}/host`),
});
