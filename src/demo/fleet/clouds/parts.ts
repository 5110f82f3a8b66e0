import { Random } from '../../random';
import type { Cluster } from '../cluster';
import { uidOf, uidWithin, uuidOf } from '../metadata';
import { address, nodeCidr, type NetworkInterface } from '../network';
import type { Flavor, Pool } from '../pools';
import type { Machine } from './cloud';

/** What packs and charts are set to, with a secret: Poolview drops all of it where it reads it. */
export const valuesWithSecret = 'admin:\n  login: ops/hunter2\n';

export const sshKeyName = 'platform-ops';
export const sshKey = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG${'Demo'.repeat(10)} ${sshKeyName}@example.com`;
export const ntpServers = ['ntp-1.example.com', 'ntp-2.example.com'];
export const dnsNameservers = ['10.255.0.2', '10.255.0.3'];

export const kubernetesVersion = ({ uid }: Cluster) => `1.${new Random(uid).pick(['29.9', '30.6', '31.2'])}`;

export const nodeImage = (cluster: Cluster) => `ubuntu-22.04-k8s-${kubernetesVersion(cluster)}`;

/** The account in the cloud that a project's clusters are paid from. */
export const cloudAccount = ({ projectUid, cloudType }: Cluster) => ({
  name: `${cloudType}-main`,
  uid: uidWithin(projectUid, `${projectUid}/${cloudType}`),
});

export const cloudAccountRef = (cluster: Cluster) => ({ kind: 'cloudaccount', ...cloudAccount(cluster) });

/** Something in the cluster's cloud that has a UUID. */
export const cloudResource = (cluster: Cluster, name: string) => ({
  id: uuidOf(`${cluster.configUid}/${name}`),
  name,
});

/** Something that a machine or a cluster has one of in `list`, by what it is the `place`th of. */
export const turn = (list: readonly string[], place: number) => list[place % list.length] ?? '';

/** The machine's network interfaces with `fields` alone. */
export const nics = ({ interfaces }: Machine, ...fields: readonly (keyof NetworkInterface)[]) =>
  interfaces.map((one) => Object.fromEntries(Object.entries(one).filter(([key]) => isOneOf(fields, key))));

const isOneOf = (list: readonly string[], text: string) => list.includes(text);

/** The size of a pool's machines, for the clouds that have no list of sizes to choose from. */
export const sizes = ({ flavor: { numCPUs, memoryMiB, diskGiB } }: Pool) => ({ numCPUs, memoryMiB, diskGiB });

export const instanceConfig = (name: string, { numCPUs, memoryMiB, diskGiB }: Flavor) => ({
  category: 'General purpose',
  cpuSet: 0,
  diskGiB,
  memoryMiB,
  name,
  numCPUs,
});

/** What every cloud type says of a machine pool. */
export const poolCore = ({ name, size, isControlPlane }: Pool) => ({
  name,
  size,
  isControlPlane,
  useControlPlaneAsWorker: isControlPlane && size === 1,
});

/** Whether its machines may be taken away at any time, and are cheap therefore. */
export const isSpot = ({ range }: Pool) => range?.[0] === 0;

/** What most say of its nodes. */
export const poolNodes = (pool: Pool, { created }: Cluster) => {
  const taint = pool.isControlPlane
    ? { key: 'node-role/control-plane', value: '', effect: 'NoSchedule' }
    : { key: 'spot', value: 'true', effect: 'PreferNoSchedule' };
  return {
    additionalAnnotations: { 'example.com/backup': pool.isControlPlane ? 'hourly' : 'none' },
    additionalLabels: { pool: pool.name },
    overrideKubeadmConfiguration: 'kubeletExtraArgs:\n  serialize-image-pulls: "false"\n',
    taints:
      pool.isControlPlane || isSpot(pool) ? [{ ...taint, timeAdded: new Date(created).toISOString() }] : [],
  };
};

export const poolLabels = ({ isControlPlane }: Pool) => [isControlPlane ? 'control-plane' : 'worker'];

/** What nearly all say of it, be it only that it does not grow by itself. */
export const poolBase = (pool: Pool, cluster: Cluster) => ({
  ...poolCore(pool),
  ...poolNodes(pool, cluster),
  ...(pool.range && { minSize: pool.range[0], maxSize: pool.range[1] }),
  labels: poolLabels(pool),
  additionalTags: { team: 'platform' },
  machinePoolProperties: { archType: 'amd64' },
  updateStrategy: pool.range
    ? { type: 'OverrideScaling', maxSurge: '2', maxUnavailable: '0' }
    : { type: 'RollingUpdateScaleOut' },
});

export const repaved = { nodeRepaveInterval: 900 };

export const controlPlaneEndpoint = (cluster: Cluster) => ({
  ddnsSearchDomain: 'example.com',
  host: address(cluster, 5),
  type: 'VIP',
});

/** A network that gives its machines fixed addresses. */
export const networkConfig = (cluster: Cluster) => {
  const gateway = address(cluster, 1);
  const nameserver = { addresses: dnsNameservers, search: ['example.com'] };
  const pool = { start: address(cluster, 10), end: address(cluster, 2_030), subnet: nodeCidr(cluster) };
  const uid = uidWithin(cluster.projectUid, `${cluster.configUid}/addresses`);
  return {
    networkName: `${cluster.name}-nodes`,
    staticIp: true,
    parentPoolRef: { kind: 'ippool', name: `${cluster.name}-addresses`, uid },
    ipPool: {
      uid,
      gateway,
      nameserver,
      prefix: 21,
      pools: [{ ...pool, gateway, nameserver, prefix: 21 }],
    },
  };
};

export const conditions = ({ state, created }: Cluster) => [
  {
    type: 'NodeImageReady',
    status: state === 'Provisioning' ? 'Unknown' : 'True',
    reason: 'NodeImageFound',
    message: '',
    lastProbeTime: new Date(created).toISOString(),
    lastTransitionTime: new Date(created).toISOString(),
  },
];

/** The status of a cloud config whose node images are made by the service. */
export const builtStatus = (cluster: Cluster) => ({
  ...imageStatus(cluster),
  isAddonLayer: false,
  roleDigest: { node: uidOf(nodeImage(cluster)) },
});

export const imageStatus = (cluster: Cluster) => ({
  conditions: conditions(cluster),
  sourceImageId: nodeImage(cluster),
  useCapiImage: false,
});

export const ansibleRoleDigest = uidOf('ansible roles');
