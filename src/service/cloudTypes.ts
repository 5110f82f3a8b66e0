/** The location of a value in the JSON of a spec: names separated by dots. A list on the way stands for its elements. */
export type SpecPath = string;

/** The places of the parts of an instance type. The first place of a part that has a value counts. */
export interface InstanceTypePlaces {
  readonly name?: readonly SpecPath[];
  readonly numCPUs: readonly SpecPath[];
  readonly memoryMiB: readonly SpecPath[];
  readonly diskGiB: readonly SpecPath[];
}

/** The places of values in the specs of machines and machine pools. Each place is in one of the two, or in both. */
export interface CloudType {
  readonly instanceType?: InstanceTypePlaces;
  /** The minimum and maximum size of a machine, for cloud types without instance types. */
  readonly atLeast?: InstanceTypePlaces;
  readonly atMost?: InstanceTypePlaces;
  /** Where a machine is, from the largest unit to the smallest. */
  readonly location?: readonly SpecPath[];
  /** The values that only some cloud types have. The first place of a fact that has any value counts. */
  readonly facts: Readonly<Record<string, readonly SpecPath[]>>;
}

/** An instance type that is an object at one of the places. */
function instanceTypeAt(...places: readonly SpecPath[]) {
  return {
    name: places.map((place) => `${place}.name`),
    numCPUs: places.map((place) => `${place}.numCPUs`),
    memoryMiB: places.map((place) => `${place}.memoryMiB`),
    diskGiB: places.map((place) => `${place}.diskGiB`),
  };
}

/** An instance type that is a name. The pool has its size in another field. */
const namedInstanceType = { ...instanceTypeAt('instanceConfig'), name: ['instanceType'] };

const aws = {
  instanceType: namedInstanceType,
  location: ['az'],
  facts: {
    zone: ['az'],
    hostName: ['dnsName'],
    phase: ['phase'],
    type: ['type'],
    capacityType: ['capacityType'],
    highestPrice: ['spotMarketOptions.maxPrice'],
    image: ['ami'],
    rootDisk: ['rootDeviceSize'],
    vpc: ['vpcId'],
    subnet: ['subnetId', 'subnetIds'],
    securityGroups: ['additionalSecurityGroups.id', 'additionalSecurityGroups.arn'],
    sshKey: ['sshKeyName'],
    iamProfile: ['iamProfile'],
    cloudTags: ['additionalTags'],
  },
} as const satisfies CloudType;

const azure = {
  instanceType: namedInstanceType,
  location: ['location', 'availabilityZone.id'],
  facts: {
    zone: ['availabilityZone.id'],
    region: ['location'],
    highestPrice: ['spotVMOptions.maxPrice'],
    image: ['image.name', 'image.offer', 'image.id'],
    operatingSystem: ['osType', 'osDisk.osType'],
    rootDisk: ['osDisk.diskSizeGB'],
    diskType: ['osDisk.managedDisk.storageAccountType'],
    publicAddress: ['allocatePublicIP'],
    cloudTags: ['additionalTags'],
    systemPool: ['isSystemNodePool'],
  },
} as const satisfies CloudType;

const gcp = {
  instanceType: namedInstanceType,
  location: ['zone'],
  facts: {
    zone: ['zone'],
    region: ['region'],
    image: ['image'],
    rootDisk: ['rootDeviceSize'],
    subnet: ['subnetIds', 'subnet'],
    cloudProject: ['project'],
    cloudTags: ['additionalTags'],
  },
} as const satisfies CloudType;

/** Cloud types that were added to a service, and those that Poolview does not know. */
const custom = {
  instanceType: { ...instanceTypeAt('instanceType'), name: ['instanceType.name', 'instanceType'] },
  facts: { hostName: ['hostName'], image: ['imageId'], sshKey: ['sshKeyName'] },
} as const satisfies CloudType;

const builtIn = {
  aks: azure,
  'apache-cloudstack': {
    instanceType: instanceTypeAt('instanceType', 'instanceConfig'),
    location: ['failureDomainName'],
    facts: {
      zone: ['failureDomainName'],
      offering: ['offering.name', 'offering.id'],
      image: ['template.name', 'template.id'],
      dataDisk: ['diskOffering.label'],
      network: ['networks.name', 'networks.id'],
      sshKey: ['sshKey'],
      cloudTags: ['additionalTags'],
      providerId: ['providerID'],
    },
  },
  aws,
  azure,
  'edge-native': {
    instanceType: instanceTypeAt('instanceType'),
    facts: {
      edgeHosts: ['edgeHostUid', 'hosts.hostName', 'hosts.hostUid'],
      operatingSystem: ['osType'],
      cloudTags: ['additionalTags'],
    },
  },
  eks: {
    ...aws,
    facts: {
      ...aws.facts,
      image: ['ami', 'awsLaunchTemplate.ami.id', 'amiType'],
      diskType: ['awsLaunchTemplate.rootVolume.type'],
      securityGroups: [
        ...aws.facts.securityGroups,
        'awsLaunchTemplate.additionalSecurityGroups.id',
        'awsLaunchTemplate.additionalSecurityGroups.arn',
      ],
    },
  },
  gcp,
  generic: { ...custom, facts: { ...custom.facts, rootDisk: ['rootDeviceSize'] } },
  gke: gcp,
  maas: {
    atLeast: {
      numCPUs: ['instanceType.minCPU'],
      memoryMiB: ['instanceType.minMemInMB'],
      diskGiB: ['instanceType.minDiskSizeInGB'],
    },
    location: ['az'],
    facts: {
      zone: ['az'],
      resourcePool: ['resourcePool'],
      hostName: ['hostname'],
      network: ['network.networkName'],
      cloudTags: ['tags'],
    },
  },
  openstack: {
    instanceType: {
      ...instanceTypeAt('instanceType', 'flavorConfig'),
      name: ['instanceType.name', 'flavorConfig.name', 'flavor'],
    },
    location: ['az'],
    facts: {
      zone: ['az'],
      image: ['image'],
      rootDisk: ['diskGiB'],
      subnet: ['subnet.name', 'subnet.id'],
      securityGroups: ['securityGroups'],
      sshKey: ['sshKeyName'],
      cloudProject: ['projectId'],
      cloudTags: ['additionalTags'],
    },
  },
  virtual: {
    atLeast: {
      numCPUs: ['instanceType.minCPU'],
      memoryMiB: ['instanceType.minMemInMiB'],
      diskGiB: ['instanceType.minStorageGiB'],
    },
    atMost: {
      numCPUs: ['instanceType.maxCPU'],
      memoryMiB: ['instanceType.maxMemInMiB'],
      diskGiB: ['instanceType.maxStorageGiB'],
    },
    facts: { resourcePool: ['resourcePool'], hostName: ['hostname'], cloudTags: ['additionalTags'] },
  },
  vsphere: {
    instanceType: instanceTypeAt('instanceType'),
    location: ['placement.datacenter', 'placement.cluster'],
    facts: {
      vCenter: ['vcenterServer'],
      dataCenter: ['placement.datacenter', 'placements.datacenter'],
      computeCluster: ['placement.cluster', 'placements.cluster'],
      resourcePool: ['placement.resourcePool', 'placements.resourcePool'],
      folder: ['placement.folder', 'placements.folder'],
      image: ['images.fullPath'],
      datastore: ['placement.datastore', 'placements.datastore'],
      storagePolicy: ['placement.storagePolicyName', 'placements.storagePolicyName'],
      network: ['placement.network.networkName', 'placements.network.networkName'],
      cloudTags: ['additionalTags'],
      ntpServers: ['ntpServers'],
    },
  },
} as const satisfies Readonly<Record<string, CloudType>>;

type KeysOf<Union> = Union extends Union ? keyof Union : never;

/** The name of a value that only some cloud types have. */
export type Fact = KeysOf<(typeof builtIn)[BuiltInCloudType]['facts']>;

export type BuiltInCloudType = keyof typeof builtIn;

const cloudTypes: ReadonlyMap<string, CloudType> = new Map(Object.entries(builtIn));

export const builtInCloudTypes: readonly string[] = [...cloudTypes.keys()];

/** The cloud type of the given name, or the one for all types that are not built in. */
export function cloudTypeOf(name: string): CloudType {
  return cloudTypes.get(name) ?? custom;
}

/** The path of a cloud config, which is one segment longer for cloud types that are not built in. */
export function cloudConfigPath(cloudType: string, configUid: string): readonly string[] {
  const type = cloudTypes.has(cloudType) ? [cloudType] : ['cloudTypes', cloudType];
  return ['v1', 'cloudconfigs', ...type, configUid];
}
