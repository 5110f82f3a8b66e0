import { Random } from '../../random';
import { headers, type Cloud, type Machine } from './cloud';
import {
  ansibleRoleDigest,
  builtStatus,
  cloudAccountRef,
  networkConfig,
  nics,
  nodeImage,
  ntpServers,
  poolBase,
  repaved,
  sshKey,
  turn,
} from './parts';

const domain = 'maas.example.com';
const zones = ['rack-1', 'rack-2', 'rack-3'];

const firsts = ['brave', 'calm', 'eager', 'fair', 'keen', 'loyal', 'proud', 'swift'];
const seconds = ['badger', 'crane', 'ferret', 'heron', 'lynx', 'marten', 'otter', 'wren'] as const;

/** MAAS gives every machine a name of two words. */
const hostname = ({ uid, place }: Machine) =>
  `${turn(firsts, place)}-${new Random(uid).pick(seconds)}.${domain}`;

export const maas: Cloud = {
  ...headers('Maas'),
  isPaged: true,
  region: 'local',
  hasPublicAddresses: true,

  machineSpec: (machine) => ({
    az: turn(zones, machine.place),
    hostname: hostname(machine),
    nics: nics(machine, 'index', 'privateIPs', 'publicIp'),
  }),

  poolConfig: (pool, cluster) => ({
    ...poolBase(pool, cluster),
    ...repaved,
    azs: zones,
    instanceType: {
      minCPU: pool.flavor.numCPUs,
      minDiskSizeInGB: pool.flavor.diskGiB,
      minMemInMB: pool.flavor.memoryMiB,
    },
    network: networkConfig(cluster),
    resourcePool: 'kubernetes',
    tags: [pool.isControlPlane ? 'virtual' : 'bare-metal'],
    useLxdVm: pool.isControlPlane,
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: { domain, enableLxdVm: true, ntpServers, sshKeys: [sshKey], staticIp: true },
  }),

  status: (cluster) => ({
    ...builtStatus(cluster),
    ansibleRoleDigest,
    nodeImage: { name: nodeImage(cluster), state: 'Available' },
  }),
};
