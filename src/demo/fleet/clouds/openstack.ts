import { uidWithin } from '../metadata';
import { nodeCidr } from '../network';
import { headers, type Cloud } from './cloud';
import {
  cloudAccountRef,
  cloudResource,
  dnsNameservers,
  imageStatus,
  nics,
  nodeImage,
  poolBase,
  repaved,
  sshKeyName,
  turn,
} from './parts';

const zones = ['az1', 'az2', 'az3'];

export const openstack: Cloud = {
  ...headers('OpenStack'),
  isPaged: false,
  region: 'local',
  hasPublicAddresses: false,

  machineSpec: (machine) => ({
    az: turn(zones, machine.place),
    image: nodeImage(machine.cluster),
    instanceType: machine.pool.flavor,
    nics: nics(machine, 'index', 'networkName', 'privateIPs'),
    projectId: uidWithin(machine.cluster.projectUid, `${machine.cluster.projectUid}/cloud`),
    securityGroups: ['default', `${machine.cluster.name}-nodes`],
    sshKeyName,
  }),

  poolConfig: (pool, cluster) => ({
    ...poolBase(pool, cluster),
    ...repaved,
    azs: zones,
    diskGiB: pool.flavor.diskGiB,
    flavor: pool.flavor.name,
    flavorConfig: pool.flavor,
    image: nodeImage(cluster),
    subnet: cloudResource(cluster, `${cluster.name}-subnet`),
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: {
      bastionDisabled: true,
      dnsNameservers,
      domain: cloudResource(cluster, 'Default'),
      network: cloudResource(cluster, `${cluster.name}-nodes`),
      nodeCidr: nodeCidr(cluster),
      project: cloudResource(cluster, 'platform'),
      region: cluster.site.regions.local,
      sshKeyName,
      subnet: cloudResource(cluster, `${cluster.name}-subnet`),
    },
  }),

  status: (cluster) => ({ ...imageStatus(cluster), nodeImage: nodeImage(cluster) }),
};
