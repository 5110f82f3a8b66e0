import type { Cluster } from '../cluster';
import { uidOf, uidWithin } from '../metadata';
import { headers, type Cloud } from './cloud';
import {
  builtStatus,
  cloudAccountRef,
  controlPlaneEndpoint,
  networkConfig,
  nics,
  nodeImage,
  ntpServers,
  poolBase,
  repaved,
  sizes,
  sshKey,
  turn,
} from './parts';

const datacenter = ({ site }: Cluster) => `DC-${site.city}`;
const templates = 'templates';
const image = (cluster: Cluster) => ({
  fullPath: `/${datacenter(cluster)}/vm/${templates}/${nodeImage(cluster)}`,
  state: 'Available',
});

/** In one of the two vSphere clusters. */
const placement = (cluster: Cluster, place: number) => {
  const name = turn(['Cluster-A', 'Cluster-B'], place);
  return {
    cluster: name,
    datacenter: datacenter(cluster),
    datastore: turn(['vsanDatastore-A', 'vsanDatastore-B'], place),
    folder: `kubernetes/${cluster.name}`,
    imageTemplateFolder: templates,
    network: networkConfig(cluster),
    resourcePool: `${name}/Resources/platform`,
    storagePolicyName: 'vSAN Default Storage Policy',
    uid: uidWithin(cluster.projectUid, `${cluster.configUid}/${name}`),
  };
};

export const vsphere: Cloud = {
  ...headers('Vsphere'),
  isPaged: true,
  region: 'local',
  hasPublicAddresses: false,

  machineSpec: (machine) => ({
    images: [image(machine.cluster)],
    instanceType: sizes(machine.pool),
    nics: nics(machine, 'index', 'macAddress', 'networkName', 'privateIPs'),
    ntpServers,
    placement: placement(machine.cluster, machine.place),
    vcenterServer: 'vcenter.example.com',
  }),

  poolConfig: (pool, cluster) => ({
    ...poolBase(pool, cluster),
    ...repaved,
    instanceType: sizes(pool),
    placements: [placement(cluster, 0), placement(cluster, 1)],
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: {
      controlPlaneEndpoint: controlPlaneEndpoint(cluster),
      ntpServers,
      placement: placement(cluster, 0),
      sshKeys: [sshKey],
      staticIp: true,
    },
    edgeHostRef: {
      kind: 'edgehost',
      name: `${cluster.site.regions.local}-gateway`,
      uid: uidWithin(cluster.projectUid, `${cluster.configUid}/gateway`),
    },
  }),

  status(cluster) {
    const created = new Date(cluster.created).toISOString();
    return {
      ...builtStatus(cluster),
      ansibleDigest: uidOf('ansible roles'),
      lastOVACreated: created,
      lastVMExported: created,
      nodeImage: image(cluster),
      uploadOvaS3: 'node-images',
    };
  },
};
