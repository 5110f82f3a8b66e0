import type { CloudType } from './cloudTypes';
import { fields, named, placement, sizes, valuesWithSecret, type Fields } from './examples';
import type { Cloud } from './writer';
const core = 'isControlPlane name size useControlPlaneAsWorker';
const nodes = 'additionalAnnotations additionalLabels taints';
const shared = `${core} ${nodes} additionalTags labels machinePoolProperties maxSize minSize updateStrategy`;

/** The head of machines and cloud configs. */
const heads = (prefix: string) => ({
  machine: { apiVersion: 'v1', kind: `${prefix}Machine` },
  config: { apiVersion: 'v1', kind: `${prefix}CloudConfig` },
});

/** The spec of a cloud config with these fields of the cluster. */
const inCluster = (names: string, others: Fields = {}): Fields => ({
  ...fields('cloudAccountRef'),
  clusterConfig: fields(names, others),
});

const nics = { nics: '{nics:index privateIPs publicIp}' };
const namedNics = { nics: '{nics:index networkName privateIPs publicIp}' };
const macNics = { nics: '{nics:index macAddress networkName privateIPs}' };
const typed = { instanceType: { name: '{type}', ...sizes } };
const typedById = { instanceType: { id: 'it-{type}', name: '{type}', ...sizes } };

const usual = { isPaged: true, region: 'local', hasPublicAddresses: true, hasStatus: true } as const;
const unpaged = { ...usual, isPaged: false, hasPublicAddresses: false } as const;

const awsZones = ['{region}a', '{region}b', '{region}c'];
const awsCluster = 'region sshKeyName vpcId';
const awsPool = `${shared} azs capacityType instanceConfig instanceType rootDeviceSize spotMarketOptions`;
const awsSubnets = { subnetIds: Object.fromEntries(awsZones.map((zone) => [zone, `subnet-0{hex:${zone}}`])) };

const aws: Cloud = {
  ...usual,
  heads: heads('Aws'),
  region: 'aws',
  zones: awsZones,
  types: ['t3.medium', 'c6i.xlarge', 'c6i.2xlarge', 'r6i.2xlarge', 'g6e.4xlarge'],
  machine: fields(
    'additionalSecurityGroups ami az dnsName iamProfile instanceType phase sshKeyName subnetId type vpcId',
    nics,
  ),
  pool: fields(`${awsPool} additionalSecurityGroups`, awsSubnets),
  config: { ...inCluster(awsCluster), ...fields('hybridMachinePools') },
};

const azure: Cloud = {
  ...usual,
  heads: heads('Azure'),
  region: 'azure',
  zones: ['1', '2', '3'],
  types: ['Standard_B2s', 'Standard_F4s_v2', 'Standard_F8s_v2', 'Standard_E8s_v5', 'Standard_NC16as_T4_v3'],
  machine: fields(
    'additionalTags allocatePublicIP availabilityZone instanceType location osDisk sshPublicKey',
    {
      ...nics,
      image: { name: '{image}', offer: '0001-com-ubuntu-server-jammy', publisher: 'Canonical' },
    },
  ),
  pool: fields(`${shared} azs instanceConfig instanceType isSystemNodePool osDisk osType spotVMOptions`),
  config: inCluster('location sshKey'),
};

const gcpProject = 'acme-platform-417203';
const gcpCluster = { network: '{cluster}-vpc', project: gcpProject, region: '{region}' };

const gcp: Cloud = {
  ...usual,
  heads: heads('Gcp'),
  region: 'gcp',
  zones: ['{region}-a', '{region}-b', '{region}-c'],
  types: ['e2-medium', 'e2-custom-4-8192', 'n2-custom-8-16384', 'n2-highmem-8', 'n2-highmem-16'],
  machine: fields('instanceConfig instanceType region rootDeviceSize zone', {
    ...namedNics,
    image: `projects/${gcpProject}/global/images/{image}`,
    project: gcpProject,
  }),
  pool: fields(`${shared} azs instanceConfig instanceType rootDeviceSize`, {
    subnet: '{cluster}-nodes',
    subnetIds: { '{region}': '{cidr}' },
  }),
  config: { ...fields('cloudAccountRef'), clusterConfig: gcpCluster },
};

export const clouds: Readonly<Record<CloudType, Cloud>> = {
  // Azure runs the control plane; the rest is the same.
  aks: azure,

  'apache-cloudstack': {
    ...unpaged,
    heads: heads('CloudStack'),
    types: ['Medium', 'Large', 'Extra Large', 'Memory Optimized', 'GPU'].map((size) => `${size} Instance`),
    machine: fields('diskOffering failureDomainName providerID', {
      ...macNics,
      ...typedById,
      offering: { name: '{type}' },
      sshKey: 'platform-ops',
      template: { name: '{image}' },
    }),
    pool: fields(`${shared} instanceConfig networks offering template`),
    config: inCluster('project sshKeyName', {
      controlPlaneEndpoint: '{ip:5}',
      zones: [
        {
          ...named('{region}-zone-1'),
          network: named('{cluster}-nodes'),
        },
      ],
    }),
  },

  aws,
  azure,

  'edge-native': {
    ...unpaged,
    heads: { machine: heads('EdgeNative').machine, config: {} },
    hasPublicAddresses: true,
    types: ['edge-2x4', 'edge-4x8', 'edge-8x16', 'edge-8x64', 'edge-16x128'],
    machine: fields('edgeHostUid', { ...namedNics, ...typed }),
    pool: fields(`${shared} hosts osType`),
    config: {
      clusterConfig: fields('controlPlaneEndpoint ntpServers sshKeys'),
    },
  },

  eks: {
    ...aws,
    heads: { ...heads('Eks'), machine: heads('Aws').machine },
    hasStatus: false,
    pool: fields(`${awsPool} amiType awsLaunchTemplate`, awsSubnets),
    config: inCluster(awsCluster),
  },

  gcp,

  // Created elsewhere, and imported into the service.
  generic: {
    ...usual,
    heads: { machine: heads('Generic').machine, config: { kind: 'GenericCloudConfig' } },
    hasStatus: false,
    types: ['general-2', 'general-4', 'general-8', 'memory-8', 'gpu-16'],
    machine: fields('hostName imageId sshKeyName', { ...namedNics, ...typedById }),
    pool: fields(`${core} instanceType labels rootDeviceSize`),
    config: inCluster('region', typedById),
  },

  gke: gcp,

  maas: {
    ...usual,
    heads: heads('Maas'),
    zones: ['rack-1', 'rack-2', 'rack-3'],
    machine: fields('az hostname', nics),
    pool: fields(`${shared} azs network resourcePool tags`, {
      instanceType: { minCPU: '{cpus}', minDiskSizeInGB: '{disk}', minMemInMB: '{memory}' },
    }),
    config: inCluster('domain ntpServers sshKeys'),
  },

  // The one that is not among the published ones.
  nutanix: {
    ...usual,
    heads: { machine: heads('Custom').machine, config: { kind: 'CustomCloudConfig' } },
    hasStatus: false,
    types: ['ahv-2x4', 'ahv-4x8', 'ahv-8x16', 'ahv-8x64', 'ahv-16x128-gpu'],
    machine: fields('cloudType hostName imageId sshKeyName', { ...namedNics, ...typed }),
    pool: fields(`${core} ${nodes}`, {
      values: `kind: NutanixMachineTemplate\nspec:\n  vcpusPerSocket: {cpus}\n  memorySize: {memory}Mi\n${valuesWithSecret}`,
    }),
    config: inCluster('', {
      values: `kind: NutanixCluster\nspec:\n  failureDomain: {region}\n${valuesWithSecret}`,
    }),
  },

  openstack: {
    ...unpaged,
    heads: heads('OpenStack'),
    machine: fields('az image projectId securityGroups sshKeyName', {
      nics: '{nics:index networkName privateIPs}',
      instanceType: '{flavor}',
    }),
    pool: fields(`${shared} azs diskGiB flavor flavorConfig image subnet`),
    config: inCluster('project region sshKeyName subnet', {
      domain: named('Default'),
      network: named('{cluster}-nodes'),
    }),
  },

  // A cluster within a cluster: its machines are shares of those of the other one.
  virtual: {
    ...usual,
    heads: { machine: { kind: 'VirtualMachine' }, config: heads('Virtual').config },
    hasPublicAddresses: false,
    machine: fields('hostname'),
    pool: fields(`${shared} azs resourcePool`, {
      instanceType: {
        minCPU: 1,
        maxCPU: '{cpus}',
        minMemInMiB: 1_024,
        maxMemInMiB: '{memory}',
        minStorageGiB: 1,
        maxStorageGiB: '{disk}',
      },
    }),
    config: {
      clusterConfig: fields('helmRelease kubernetesVersion', {
        controlPlaneEndpoint: { host: '{ip:5}', port: 6443 },
      }),
      ...fields('hostClusterUid'),
    },
  },

  vsphere: {
    ...usual,
    heads: heads('Vsphere'),
    hasPublicAddresses: false,
    machine: fields('images ntpServers vcenterServer', {
      ...macNics,
      instanceType: sizes,
      placement: placement('{turn:A B}'),
    }),
    pool: fields(`${shared} placements`, { instanceType: sizes }),
    config: inCluster('controlPlaneEndpoint ntpServers placement sshKeys'),
  },
};
