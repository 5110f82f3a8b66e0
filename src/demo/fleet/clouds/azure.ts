import type { Cluster } from '../cluster';
import { uuidOf } from '../metadata';
import { address, nodeCidr } from '../network';
import type { Grade, Pool } from '../pools';
import { headers, type Cloud } from './cloud';
import {
  ansibleRoleDigest,
  builtStatus,
  cloudAccountRef,
  instanceConfig,
  isSpot,
  nics,
  nodeImage,
  poolBase,
  repaved,
  sshKey,
  turn,
} from './parts';

const vmSizes: Readonly<Record<Grade, string>> = {
  medium: 'Standard_B2s',
  large: 'Standard_F4s_v2',
  xlarge: 'Standard_F8s_v2',
  memory: 'Standard_E8s_v5',
  gpu: 'Standard_NC16as_T4_v3',
};

const zones = ['1', '2', '3'];

const location = ({ site }: Cluster) => site.regions.azure;
const subscription = ({ projectUid }: Cluster) => uuidOf(`${projectUid}/subscription`);
const resourceGroup = ({ name }: Cluster) => `rg-${name}`;

const osDisk = ({ flavor }: Pool) => ({
  diskSizeGB: flavor.diskGiB,
  managedDisk: { storageAccountType: 'Premium_LRS' },
  osType: 'Linux',
});

/** The service's own image, in a gallery. */
function galleryImage(cluster: Cluster) {
  const [gallery, name] = ['platform_images', nodeImage(cluster)];
  return {
    gallery,
    id: `/subscriptions/${subscription(cluster)}/resourceGroups/rg-images/providers/Microsoft.Compute/galleries/${gallery}/images/${name}`,
    name,
    resourceGroup: 'rg-images',
    subscriptionId: subscription(cluster),
    version: '2024.11.20',
  };
}

const subnet = (cluster: Cluster, name: string) => ({
  cidrBlock: nodeCidr(cluster),
  name: `snet-${name}`,
  nsgResourceGroup: resourceGroup(cluster),
  securityGroupName: `nsg-${name}`,
});

export const azure: Cloud = {
  ...headers('Azure'),
  isPaged: true,
  region: 'azure',
  hasPublicAddresses: true,

  machineSpec: (machine) => ({
    additionalTags: { team: 'platform' },
    allocatePublicIP: machine.interfaces.some(({ publicIp }) => publicIp),
    availabilityZone: { enabled: true, id: turn(zones, machine.place) },
    image: {
      ...galleryImage(machine.cluster),
      offer: '0001-com-ubuntu-server-jammy',
      publisher: 'Canonical',
      sku: '22_04-lts-gen2',
    },
    instanceType: vmSizes[machine.pool.grade],
    location: location(machine.cluster),
    nics: nics(machine, 'index', 'privateIPs', 'publicIp'),
    osDisk: osDisk(machine.pool),
    sshPublicKey: sshKey,
  }),

  poolConfig: (pool, cluster) => ({
    ...poolBase(pool, cluster),
    ...repaved,
    azs: zones,
    instanceConfig: instanceConfig(vmSizes[pool.grade], pool.flavor),
    instanceType: vmSizes[pool.grade],
    isSystemNodePool: pool === cluster.pools[0],
    osDisk: osDisk(pool),
    osType: 'Linux',
    ...(isSpot(pool) && { spotVMOptions: { maxPrice: '0.09' } }),
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: {
      aadProfile: { adminGroupObjectIDs: [uuidOf(`${cluster.projectUid}/admins`)], managed: true },
      apiServerAccessProfile: {
        authorizedIPRanges: ['203.0.113.0/24'],
        enablePrivateCluster: false,
        enablePrivateClusterPublicFQDN: false,
        privateDNSZone: 'system',
      },
      containerName: 'node-images',
      controlPlaneSubnet: subnet(cluster, 'control-plane'),
      enablePrivateCluster: false,
      infraLBConfig: {
        apiServerLB: {
          apiServerLBStaticIP: address(cluster, 5),
          ipAllocationMethod: 'Static',
          privateDNSName: `${cluster.name}.example.com`,
          privateDNSZoneResourceGroup: resourceGroup(cluster),
          type: 'Internal',
        },
      },
      location: location(cluster),
      resourceGroup: resourceGroup(cluster),
      sshKey,
      storageAccountName: 'platformimages',
      subscriptionId: subscription(cluster),
      vnetCidrBlock: nodeCidr(cluster),
      vnetName: `vnet-${cluster.name}`,
      vnetResourceGroup: resourceGroup(cluster),
      workerSubnet: subnet(cluster, 'workers'),
    },
  }),

  status(cluster) {
    const { id, subscriptionId, ...image } = galleryImage(cluster);
    return {
      ...builtStatus(cluster),
      ansibleRoleDigest,
      images: { ...image, state: 'Available', subscriptionID: subscriptionId },
      vhdImage: { id, name: image.name, os: 'ubuntu', region: location(cluster), state: 'Available' },
    };
  },
};
