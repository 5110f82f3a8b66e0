import type { Cluster } from '../cluster';
import { uidOf } from '../metadata';
import { address, macAddress, nodeCidr } from '../network';
import type { Pool } from '../pools';
import { headers, type Cloud } from './cloud';
import {
  conditions,
  controlPlaneEndpoint,
  dnsNameservers,
  nics,
  nodeImage,
  ntpServers,
  poolBase,
  repaved,
  sizes,
  sshKey,
} from './parts';

const hostUid = (cluster: Cluster, host: number) => `edge-${uidOf(`${cluster.uid}/${host}`)}`;

/** Two machines of which either can take over, in a cluster that is too small for three. */
const isTwoNodes = (pool: Pool) => pool.isControlPlane && pool.size === 2;

function edgeHost(pool: Pool, cluster: Cluster, place: number) {
  const host = pool.firstHost + place;
  const ip = address(cluster, host);
  return {
    IsCandidateCaption: false,
    caCert: '',
    hostAddress: ip,
    hostName: `${cluster.site.regions.local}-store-${host}`,
    hostUid: hostUid(cluster, host),
    nic: {
      dns: dnsNameservers,
      gateway: address(cluster, 1),
      ip,
      isDefault: true,
      macAddr: macAddress(cluster, host, 0),
      nicName: 'eth0',
      subnet: '255.255.248.0',
    },
    nicName: 'eth0',
    staticIP: ip,
    ...(isTwoNodes(pool) && { twoNodeCandidatePriority: place === 0 ? 'primary' : 'secondary' }),
  };
}

/** Such as `edge-4x8`: CPUs and GiB of memory. */
const boxName = ({ flavor }: Pool) => `edge-${flavor.numCPUs}x${flavor.memoryMiB / 1_024}`;

export const edge: Cloud = {
  machine: headers('EdgeNative').machine,
  config: {},
  isPaged: false,
  region: 'local',
  hasPublicAddresses: true,

  machineSpec: (machine) => ({
    edgeHostUid: hostUid(machine.cluster, machine.pool.firstHost + machine.place),
    instanceType: { name: boxName(machine.pool), ...sizes(machine.pool) },
    nics: nics(machine, 'index', 'networkName', 'privateIPs', 'publicIp'),
  }),

  poolConfig: (pool, cluster) => ({
    ...poolBase(pool, cluster),
    ...repaved,
    hosts: Array.from({ length: pool.size }, (_, place) => edgeHost(pool, cluster, place)),
    osType: 'Linux',
  }),

  configSpec: (cluster) => ({
    clusterConfig: {
      controlPlaneEndpoint: controlPlaneEndpoint(cluster),
      isTwoNodeCluster: cluster.pools.some(isTwoNodes),
      ntpServers,
      overlayNetworkConfiguration: { cidr: nodeCidr(cluster), enable: true },
      sshKeys: [sshKey],
      staticIp: true,
    },
  }),

  status: (cluster) => ({
    conditions: conditions(cluster),
    nodeImage: nodeImage(cluster),
    sourceImageId: nodeImage(cluster),
  }),
};
