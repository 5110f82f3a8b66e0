/** Where in the JSON of a spec a value is: names separated by dots. A list on the way stands for all that is in it. */
export type Place = string;

/**
 * What the specs of machines and machine pools say beyond what all cloud types share. Each is a list of texts, and
 * each is in another place, or nowhere, with another cloud type.
 */
export const facts = [
  'zone',
  'region',
  'vCenter',
  'dataCenter',
  'computeCluster',
  'resourcePool',
  'folder',
  'hostName',
  'edgeHosts',
  'phase',
  'type',
  'offering',
  'capacityType',
  'highestPrice',
  'image',
  'operatingSystem',
  'rootDisk',
  'diskType',
  'dataDisk',
  'datastore',
  'storagePolicy',
  'vpc',
  'network',
  'subnet',
  'publicAddress',
  'securityGroups',
  'sshKey',
  'iamProfile',
  'cloudProject',
  'cloudTags',
  'ntpServers',
  'providerId',
  'systemPool',
] as const;
export type Fact = (typeof facts)[number];

/** Where the name and the size of an instance type are: the number of CPUs, memory in MiB, disk in GiB. */
export interface InstanceTypePlaces {
  /** The first of them that holds a text. */
  readonly name?: readonly Place[];
  readonly numCPUs?: Place;
  readonly memoryMiB?: Place;
  readonly diskGiB?: Place;
}

/** Where a spec has what. */
export interface SpecPlaces {
  readonly instanceType?: InstanceTypePlaces;
  /** What a machine of the pool has at least and at most, where there are no instance types. */
  readonly atLeast?: InstanceTypePlaces;
  readonly atMost?: InstanceTypePlaces;
  /** What tells best where a machine is, from the larger to the smaller. */
  readonly location?: readonly Place[];
  /** For each fact the places that it may be in: the first that has any value counts. */
  readonly facts: Readonly<Partial<Record<Fact, readonly Place[]>>>;
}

interface CloudType {
  readonly machine: SpecPlaces;
  readonly pool: SpecPlaces;
}

/** An instance type that is an object. */
function sizes(at: Place): InstanceTypePlaces {
  return {
    name: [`${at}.name`],
    numCPUs: `${at}.numCPUs`,
    memoryMiB: `${at}.memoryMiB`,
    diskGiB: `${at}.diskGiB`,
  };
}

/** An instance type that is a name; a pool tells what it stands for beside it. */
const named: InstanceTypePlaces = { ...sizes('instanceConfig'), name: ['instanceType'] };

const awsMachine: SpecPlaces = {
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
};

const awsPool: SpecPlaces = {
  instanceType: named,
  facts: {
    capacityType: ['capacityType'],
    highestPrice: ['spotMarketOptions.maxPrice'],
    rootDisk: ['rootDeviceSize'],
    subnet: ['subnetIds'],
    securityGroups: ['additionalSecurityGroups.id', 'additionalSecurityGroups.arn'],
    cloudTags: ['additionalTags'],
  },
};

const azure: CloudType = {
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
};

const gcp: CloudType = {
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
};

/** Types that were added to a service, and those that Poolview does not know: what is known of them is not much. */
const custom: CloudType = {
  machine: {
    instanceType: { ...sizes('instanceType'), name: ['instanceType.name', 'instanceType'] },
    facts: { hostName: ['hostName'], image: ['imageId'], sshKey: ['sshKeyName'] },
  },
  pool: { facts: {} },
};

/** The cloud types that come with the service, and where in their specs everything is. The one place that knows. */
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

const types: ReadonlyMap<string, CloudType> = new Map(Object.entries(builtIn));

/** The names of the cloud types that come with the service. */
export const builtInCloudTypes: readonly string[] = [...types.keys()];

/** The one cloud type whose machines every service can list. */
export const interfaceCloudType = 'openstack' satisfies keyof typeof builtIn;

/** Where machines of a cloud type have what. */
export function machinePlaces(cloudType: string): SpecPlaces {
  return (types.get(cloudType) ?? custom).machine;
}

/** Where machine pools of a cloud type have what. */
export function poolPlaces(cloudType: string): SpecPlaces {
  return (types.get(cloudType) ?? custom).pool;
}

/** Path of a cloud config. Those of types that were added to the service are one segment deeper. */
export function cloudConfigPath(cloudType: string, configUid: string): readonly string[] {
  const type = types.has(cloudType) ? [cloudType] : ['cloudTypes', cloudType];
  return ['v1', 'cloudconfigs', ...type, configUid];
}
