/** The location of a value in the JSON of a spec: names separated by dots. A list on the way stands for its elements. */
export type Place = string;

/** The places of the parts of an instance type. */
export interface InstanceTypePlaces {
  /** The first of these that has a text. */
  readonly name?: readonly Place[];
  readonly numCPUs?: Place;
  readonly memoryMiB?: Place;
  readonly diskGiB?: Place;
}

/** The places of values in a spec. */
export interface SpecPlaces {
  readonly instanceType?: InstanceTypePlaces;
  /** The minimum and maximum size of a machine, for cloud types without instance types. */
  readonly atLeast?: InstanceTypePlaces;
  readonly atMost?: InstanceTypePlaces;
  /** Where a machine is, from the largest unit to the smallest. */
  readonly location?: readonly Place[];
  /** The values that only some cloud types have. The first place of a fact that has any value counts. */
  readonly facts: Readonly<Record<string, readonly Place[]>>;
}

interface CloudType {
  readonly machine: SpecPlaces;
  readonly pool: SpecPlaces;
}

/** An instance type that is an object at `at`. */
function sizes(at: Place): InstanceTypePlaces {
  return {
    name: [`${at}.name`],
    numCPUs: `${at}.numCPUs`,
    memoryMiB: `${at}.memoryMiB`,
    diskGiB: `${at}.diskGiB`,
  };
}

/** An instance type that is a name. The pool has its size in another field. */
const named = { ...sizes('instanceConfig'), name: ['instanceType'] };

const awsMachine = {
  instanceType: { name: ['instanceType'] },
  location: ['az'],
  facts: {
    hostName: ['dnsName'],
    phase: ['phase'],
    type: ['type'],
    zone: ['az'],
    image: ['ami'],
    vpc: ['vpcId'],
    subnet: ['subnetId'],
    securityGroups: ['additionalSecurityGroups.id', 'additionalSecurityGroups.arn'],
    sshKey: ['sshKeyName'],
    iamProfile: ['iamProfile'],
  },
} as const satisfies SpecPlaces;

const awsPool = {
  instanceType: named,
  facts: {
    capacityType: ['capacityType'],
    highestPrice: ['spotMarketOptions.maxPrice'],
    rootDisk: ['rootDeviceSize'],
    subnet: ['subnetIds'],
    securityGroups: ['additionalSecurityGroups.id', 'additionalSecurityGroups.arn'],
    cloudTags: ['additionalTags'],
  },
} as const satisfies SpecPlaces;

const azure = {
  machine: {
    instanceType: { name: ['instanceType'] },
    location: ['location', 'availabilityZone.id'],
    facts: {
      zone: ['availabilityZone.id'],
      region: ['location'],
      image: ['image.name', 'image.offer', 'image.id'],
      operatingSystem: ['osDisk.osType'],
      rootDisk: ['osDisk.diskSizeGB'],
      diskType: ['osDisk.managedDisk.storageAccountType'],
      publicAddress: ['allocatePublicIP'],
      cloudTags: ['additionalTags'],
    },
  },
  pool: {
    instanceType: named,
    facts: {
      systemPool: ['isSystemNodePool'],
      highestPrice: ['spotVMOptions.maxPrice'],
      operatingSystem: ['osType', 'osDisk.osType'],
      rootDisk: ['osDisk.diskSizeGB'],
      diskType: ['osDisk.managedDisk.storageAccountType'],
      cloudTags: ['additionalTags'],
    },
  },
} as const satisfies CloudType;

const gcp = {
  machine: {
    instanceType: named,
    location: ['zone'],
    facts: {
      zone: ['zone'],
      region: ['region'],
      image: ['image'],
      rootDisk: ['rootDeviceSize'],
      cloudProject: ['project'],
    },
  },
  pool: {
    instanceType: named,
    facts: {
      rootDisk: ['rootDeviceSize'],
      subnet: ['subnetIds', 'subnet'],
      cloudTags: ['additionalTags'],
    },
  },
} as const satisfies CloudType;

/** Cloud types that were added to a service, and those that Poolview does not know. */
const custom = {
  machine: {
    instanceType: { ...sizes('instanceType'), name: ['instanceType.name', 'instanceType'] },
    facts: { hostName: ['hostName'], image: ['imageId'], sshKey: ['sshKeyName'] },
  },
  pool: { facts: {} },
} as const satisfies CloudType;

/** The built-in cloud types of the service. */
const builtIn = {
  aks: azure,
  'apache-cloudstack': {
    machine: {
      instanceType: sizes('instanceType'),
      location: ['failureDomainName'],
      facts: {
        offering: ['offering.name'],
        zone: ['failureDomainName'],
        image: ['template.name'],
        dataDisk: ['diskOffering.label'],
        sshKey: ['sshKey'],
        providerId: ['providerID'],
      },
    },
    pool: {
      instanceType: sizes('instanceConfig'),
      facts: {
        offering: ['offering.name', 'offering.id'],
        image: ['template.name', 'template.id'],
        network: ['networks.name', 'networks.id'],
        cloudTags: ['additionalTags'],
      },
    },
  },
  aws: { machine: awsMachine, pool: awsPool },
  azure,
  'edge-native': {
    machine: { instanceType: sizes('instanceType'), facts: { edgeHosts: ['edgeHostUid'] } },
    pool: {
      facts: {
        edgeHosts: ['hosts.hostName', 'hosts.hostUid'],
        operatingSystem: ['osType'],
        cloudTags: ['additionalTags'],
      },
    },
  },
  eks: {
    machine: awsMachine,
    pool: {
      ...awsPool,
      facts: {
        ...awsPool.facts,
        image: ['awsLaunchTemplate.ami.id', 'amiType'],
        diskType: ['awsLaunchTemplate.rootVolume.type'],
        securityGroups: [
          'awsLaunchTemplate.additionalSecurityGroups.id',
          'awsLaunchTemplate.additionalSecurityGroups.arn',
        ],
      },
    },
  },
  gcp,
  generic: {
    machine: custom.machine,
    pool: { instanceType: { name: ['instanceType'] }, facts: { rootDisk: ['rootDeviceSize'] } },
  },
  gke: gcp,
  maas: {
    machine: { location: ['az'], facts: { hostName: ['hostname'], zone: ['az'] } },
    pool: {
      atLeast: {
        numCPUs: 'instanceType.minCPU',
        memoryMiB: 'instanceType.minMemInMB',
        diskGiB: 'instanceType.minDiskSizeInGB',
      },
      facts: { resourcePool: ['resourcePool'], network: ['network.networkName'], cloudTags: ['tags'] },
    },
  },
  openstack: {
    machine: {
      instanceType: sizes('instanceType'),
      location: ['az'],
      facts: {
        zone: ['az'],
        image: ['image'],
        securityGroups: ['securityGroups'],
        sshKey: ['sshKeyName'],
        cloudProject: ['projectId'],
      },
    },
    pool: {
      instanceType: { ...sizes('flavorConfig'), name: ['flavorConfig.name', 'flavor'] },
      facts: {
        image: ['image'],
        rootDisk: ['diskGiB'],
        subnet: ['subnet.name', 'subnet.id'],
        cloudTags: ['additionalTags'],
      },
    },
  },
  virtual: {
    machine: { facts: { hostName: ['hostname'] } },
    pool: {
      atLeast: {
        numCPUs: 'instanceType.minCPU',
        memoryMiB: 'instanceType.minMemInMiB',
        diskGiB: 'instanceType.minStorageGiB',
      },
      atMost: {
        numCPUs: 'instanceType.maxCPU',
        memoryMiB: 'instanceType.maxMemInMiB',
        diskGiB: 'instanceType.maxStorageGiB',
      },
      facts: { resourcePool: ['resourcePool'], cloudTags: ['additionalTags'] },
    },
  },
  vsphere: {
    machine: {
      instanceType: sizes('instanceType'),
      location: ['placement.datacenter', 'placement.cluster'],
      facts: {
        vCenter: ['vcenterServer'],
        dataCenter: ['placement.datacenter'],
        computeCluster: ['placement.cluster'],
        resourcePool: ['placement.resourcePool'],
        folder: ['placement.folder'],
        image: ['images.fullPath'],
        datastore: ['placement.datastore'],
        storagePolicy: ['placement.storagePolicyName'],
        network: ['placement.network.networkName'],
        ntpServers: ['ntpServers'],
      },
    },
    pool: {
      instanceType: sizes('instanceType'),
      facts: {
        dataCenter: ['placements.datacenter'],
        computeCluster: ['placements.cluster'],
        resourcePool: ['placements.resourcePool'],
        folder: ['placements.folder'],
        datastore: ['placements.datastore'],
        storagePolicy: ['placements.storagePolicyName'],
        network: ['placements.network.networkName'],
        cloudTags: ['additionalTags'],
      },
    },
  },
} as const satisfies Readonly<Record<string, CloudType>>;

type KnownPlaces = (typeof builtIn)[keyof typeof builtIn]['machine' | 'pool'];
type KeysOf<Union> = Union extends Union ? keyof Union : never;

/** The name of a value that only some cloud types have. */
export type Fact = KeysOf<KnownPlaces['facts']>;

const types: ReadonlyMap<string, CloudType> = new Map(Object.entries(builtIn));

/** The names of the built-in cloud types. */
export const builtInCloudTypes: readonly string[] = [...types.keys()];

/** The cloud type whose machines every service can list. */
export const interfaceCloudType = 'openstack' satisfies keyof typeof builtIn;

export function machinePlaces(cloudType: string): SpecPlaces {
  return (types.get(cloudType) ?? custom).machine;
}

export function poolPlaces(cloudType: string): SpecPlaces {
  return (types.get(cloudType) ?? custom).pool;
}

/** The path of a cloud config, which is one segment longer for cloud types that are not built in. */
export function cloudConfigPath(cloudType: string, configUid: string): readonly string[] {
  const type = types.has(cloudType) ? [cloudType] : ['cloudTypes', cloudType];
  return ['v1', 'cloudconfigs', ...type, configUid];
}
