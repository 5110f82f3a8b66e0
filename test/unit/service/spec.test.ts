import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  builtInCloudTypes,
  cloudConfigPath,
  cloudTypeOf,
  type Fact,
  type SpecPath,
} from '../../../src/service/cloudTypes';
import type { JsonObject } from '../../../src/service/readers';
import { machineSpec, poolSpec, type Spec } from '../../../src/service/spec';
import { anyJson } from '../support/hostile';
import { allPlaces, specWith } from '../support/resources';

/** The values of a spec that are not empty. */
interface Values {
  readonly type?: object;
  readonly atLeast?: object;
  readonly atMost?: object;
  readonly location?: readonly string[];
  readonly facts?: Readonly<Record<string, readonly string[]>>;
}

const allFacts = new Set(
  builtInCloudTypes.flatMap((name) => Object.keys(cloudTypeOf(name).facts)),
) as ReadonlySet<Fact>;

function factsOf(spec: Spec): Readonly<Record<string, readonly string[]>> {
  const facts = [...allFacts].map((fact) => [fact, spec.fact(fact)] as const);
  return Object.fromEntries(facts.filter(([, texts]) => texts.length > 0));
}

function valuesOf(spec: Spec): Values {
  const { location } = spec;
  const [instanceType, atLeast, atMost] = [spec.size(), spec.size('atLeast'), spec.size('atMost')];
  const facts = factsOf(spec);
  const defined = (type: object): object =>
    Object.fromEntries(Object.entries(type).filter(([, value]) => value !== undefined));
  return {
    ...(instanceType === undefined ? {} : { type: defined(instanceType) }),
    ...(atLeast === undefined ? {} : { atLeast: defined(atLeast) }),
    ...(atMost === undefined ? {} : { atMost: defined(atMost) }),
    ...(location.length === 0 ? {} : { location }),
    ...(Object.keys(facts).length === 0 ? {} : { facts }),
  };
}

interface Example {
  readonly machine: object;
  readonly machineValues: Values;
  readonly pool: JsonObject;
  readonly poolValues: Values;
}

const awsMachine = {
  machine: {
    instanceType: 't3.large',
    type: 'spot',
    phase: 'running',
    az: 'us-east-1a',
    ami: 'ami-1',
    vpcId: 'vpc-1',
    subnetId: 'subnet-1',
    dnsName: 'ip-10-0-0-1.ec2.internal',
    iamProfile: 'nodes',
    sshKeyName: 'ops',
    additionalSecurityGroups: [{ id: 'sg-1' }, { id: 'sg-2', arn: 'arn:2' }],
  },
  machineValues: {
    type: { name: 't3.large' },
    location: ['us-east-1a'],
    facts: {
      hostName: ['ip-10-0-0-1.ec2.internal'],
      phase: ['running'],
      type: ['spot'],
      zone: ['us-east-1a'],
      image: ['ami-1'],
      vpc: ['vpc-1'],
      subnet: ['subnet-1'],
      securityGroups: ['sg-1', 'sg-2'],
      sshKey: ['ops'],
      iamProfile: ['nodes'],
    },
  },
};

const awsPool = {
  instanceType: 't3.large',
  instanceConfig: { name: 'T3 Large', numCPUs: 2, memoryMiB: 8192 },
  capacityType: 'spot',
  spotMarketOptions: { maxPrice: '0.05' },
  rootDeviceSize: 60,
  subnetIds: { 'us-east-1a': 'subnet-1', 'us-east-1b': 'subnet-2' },
};

const awsPoolFacts = {
  capacityType: ['spot'],
  highestPrice: ['0.05'],
  rootDisk: ['60'],
  subnet: ['us-east-1a: subnet-1', 'us-east-1b: subnet-2'],
};

const azure: Example = {
  machine: {
    instanceType: 'Standard_D4s_v5',
    location: 'westeurope',
    availabilityZone: { enabled: true, id: '2' },
    image: { offer: 'ubuntu', id: '/subscriptions/1/images/ubuntu' },
    osDisk: { osType: 'Linux', diskSizeGB: 60, managedDisk: { storageAccountType: 'Premium_LRS' } },
    allocatePublicIP: false,
    additionalTags: { owner: 'platform', spot: '' },
  },
  machineValues: {
    type: { name: 'Standard_D4s_v5' },
    location: ['westeurope', '2'],
    facts: {
      zone: ['2'],
      region: ['westeurope'],
      image: ['ubuntu'],
      operatingSystem: ['Linux'],
      rootDisk: ['60'],
      diskType: ['Premium_LRS'],
      publicAddress: ['false'],
      cloudTags: ['owner: platform', 'spot'],
    },
  },
  pool: {
    instanceType: 'Standard_D4s_v5',
    instanceConfig: { numCPUs: 4, memoryMiB: 16384 },
    isSystemNodePool: true,
    osType: 'Linux',
    osDisk: { osType: 'Windows', diskSizeGB: 60 },
    spotVMOptions: { maxPrice: '0.1' },
  },
  poolValues: {
    type: { name: 'Standard_D4s_v5', numCPUs: 4, memoryMiB: 16384 },
    facts: { systemPool: ['true'], highestPrice: ['0.1'], operatingSystem: ['Linux'], rootDisk: ['60'] },
  },
};

const gcp: Example = {
  machine: {
    instanceType: 'n2-standard-4',
    instanceConfig: { numCPUs: 4, memoryMiB: 16384 },
    zone: 'europe-west1-b',
    region: 'europe-west1',
    image: 'ubuntu',
    rootDeviceSize: 60,
    project: 'payments',
  },
  machineValues: {
    type: { name: 'n2-standard-4', numCPUs: 4, memoryMiB: 16384 },
    location: ['europe-west1-b'],
    facts: {
      zone: ['europe-west1-b'],
      region: ['europe-west1'],
      image: ['ubuntu'],
      rootDisk: ['60'],
      cloudProject: ['payments'],
    },
  },
  pool: { instanceType: 'n2-standard-4', subnet: 'nodes', rootDeviceSize: 60.5 },
  poolValues: { type: { name: 'n2-standard-4' }, facts: { rootDisk: ['60.5'], subnet: ['nodes'] } },
};

const custom: Example = {
  machine: {
    instanceType: { name: 'large', numCPUs: 4 },
    hostName: 'node-1',
    imageId: 'image-1',
    sshKeyName: 'ops',
  },
  machineValues: {
    type: { name: 'large', numCPUs: 4 },
    facts: { hostName: ['node-1'], image: ['image-1'], sshKey: ['ops'] },
  },
  pool: { name: 'a', values: 'yaml: 1' },
  poolValues: {},
};

const examples: Readonly<Record<string, Example>> = {
  aks: azure,
  'apache-cloudstack': {
    machine: {
      instanceType: { id: 'o-1', name: 'Large', numCPUs: 4, memoryMiB: 8192 },
      failureDomainName: 'zone-1',
      offering: { name: 'Large Instance' },
      template: { name: 'ubuntu' },
      diskOffering: { label: 'data', customSizeInGB: 50 },
      sshKey: 'ops',
      providerID: 'cloudstack:///1',
    },
    machineValues: {
      type: { name: 'Large', numCPUs: 4, memoryMiB: 8192 },
      location: ['zone-1'],
      facts: {
        offering: ['Large Instance'],
        zone: ['zone-1'],
        image: ['ubuntu'],
        dataDisk: ['data'],
        sshKey: ['ops'],
        providerId: ['cloudstack:///1'],
      },
    },
    pool: {
      instanceConfig: { name: 'Large', numCPUs: 4 },
      offering: { id: 'o-1' },
      template: { id: 't-1', name: 'ubuntu' },
      networks: [{ name: 'one' }, { id: 'two' }],
    },
    poolValues: {
      type: { name: 'Large', numCPUs: 4 },
      facts: { offering: ['o-1'], image: ['ubuntu'], network: ['one'] },
    },
  },
  aws: {
    ...awsMachine,
    pool: { ...awsPool, additionalSecurityGroups: [{ arn: 'arn:1' }], additionalTags: { owner: 'platform' } },
    poolValues: {
      type: { name: 't3.large', numCPUs: 2, memoryMiB: 8192 },
      facts: { ...awsPoolFacts, securityGroups: ['arn:1'], cloudTags: ['owner: platform'] },
    },
  },
  azure,
  'edge-native': {
    machine: { edgeHostUid: 'edge-1', instanceType: { numCPUs: 8, memoryMiB: 16384 } },
    machineValues: { type: { numCPUs: 8, memoryMiB: 16384 }, facts: { edgeHosts: ['edge-1'] } },
    pool: { hosts: [{ hostName: 'one', hostUid: 'e-1' }, { hostName: 'two' }], osType: 'linux' },
    poolValues: { facts: { edgeHosts: ['one', 'two'], operatingSystem: ['linux'] } },
  },
  eks: {
    ...awsMachine,
    pool: { ...awsPool, amiType: 'AL2_x86_64' },
    poolValues: {
      type: { name: 't3.large', numCPUs: 2, memoryMiB: 8192 },
      facts: { ...awsPoolFacts, image: ['AL2_x86_64'] },
    },
  },
  gcp,
  generic: {
    machine: custom.machine,
    machineValues: custom.machineValues,
    pool: { instanceType: 'large', rootDeviceSize: 60 },
    poolValues: { type: { name: 'large' }, facts: { rootDisk: ['60'] } },
  },
  gke: gcp,
  maas: {
    machine: { az: 'rack-1', hostname: 'able-cow' },
    machineValues: { location: ['rack-1'], facts: { hostName: ['able-cow'], zone: ['rack-1'] } },
    pool: {
      instanceType: { minCPU: 4, minMemInMB: 8192, minDiskSizeInGB: 60 },
      resourcePool: 'nodes',
      network: { networkName: 'default' },
      tags: ['fast', 'gpu'],
    },
    poolValues: {
      atLeast: { numCPUs: 4, memoryMiB: 8192, diskGiB: 60 },
      facts: { resourcePool: ['nodes'], network: ['default'], cloudTags: ['fast', 'gpu'] },
    },
  },
  openstack: {
    machine: {
      az: 'az1',
      image: 'ubuntu',
      instanceType: { name: 'm1.large', numCPUs: 4, memoryMiB: 8192, diskGiB: 60 },
      projectId: 'project-1',
      securityGroups: ['default', 'web'],
      sshKeyName: 'ops',
    },
    machineValues: {
      type: { name: 'm1.large', numCPUs: 4, memoryMiB: 8192, diskGiB: 60 },
      location: ['az1'],
      facts: {
        zone: ['az1'],
        image: ['ubuntu'],
        securityGroups: ['default', 'web'],
        sshKey: ['ops'],
        cloudProject: ['project-1'],
      },
    },
    pool: {
      flavor: 'm1.large',
      flavorConfig: { numCPUs: 4 },
      image: 'ubuntu',
      diskGiB: 60,
      subnet: { id: 's-1' },
    },
    poolValues: {
      type: { name: 'm1.large', numCPUs: 4 },
      facts: { image: ['ubuntu'], rootDisk: ['60'], subnet: ['s-1'] },
    },
  },
  virtual: {
    machine: { hostname: 'pod-1' },
    machineValues: { facts: { hostName: ['pod-1'] } },
    pool: {
      instanceType: {
        minCPU: 1,
        minMemInMiB: 1024,
        minStorageGiB: 5,
        maxCPU: 4,
        maxMemInMiB: 8192,
        maxStorageGiB: 50,
      },
      resourcePool: 'small',
    },
    poolValues: {
      atLeast: { numCPUs: 1, memoryMiB: 1024, diskGiB: 5 },
      atMost: { numCPUs: 4, memoryMiB: 8192, diskGiB: 50 },
      facts: { resourcePool: ['small'] },
    },
  },
  vsphere: {
    machine: {
      vcenterServer: 'vcenter.example',
      instanceType: { numCPUs: 4, memoryMiB: 8192, diskGiB: 60 },
      images: [{ fullPath: '/dc/vm/ubuntu', state: 'ready' }],
      placement: {
        datacenter: 'dc',
        cluster: 'cl',
        resourcePool: 'rp',
        folder: 'vms',
        datastore: 'ds',
        storagePolicyName: 'gold',
        network: { networkName: 'VM Network' },
      },
      ntpServers: ['ntp1', 'ntp2'],
    },
    machineValues: {
      type: { numCPUs: 4, memoryMiB: 8192, diskGiB: 60 },
      location: ['dc', 'cl'],
      facts: {
        vCenter: ['vcenter.example'],
        dataCenter: ['dc'],
        computeCluster: ['cl'],
        resourcePool: ['rp'],
        folder: ['vms'],
        image: ['/dc/vm/ubuntu'],
        datastore: ['ds'],
        storagePolicy: ['gold'],
        network: ['VM Network'],
        ntpServers: ['ntp1', 'ntp2'],
      },
    },
    pool: {
      instanceType: { numCPUs: 4, memoryMiB: 8192 },
      placements: [
        { datacenter: 'dc', cluster: 'one', network: { networkName: 'a' } },
        { datacenter: 'dc', cluster: 'two', network: { networkName: 'b' } },
      ],
    },
    poolValues: {
      type: { numCPUs: 4, memoryMiB: 8192 },
      facts: { dataCenter: ['dc', 'dc'], computeCluster: ['one', 'two'], network: ['a', 'b'] },
    },
  },
  'acme-cloud': custom,
};

const cloudTypes = Object.keys(examples);

/** The machines and the machine pools of all cloud types. */
const kinds = cloudTypes.flatMap((cloudType) => [
  {
    of: `a machine of ${cloudType}`,
    places: allPlaces(cloudType),
    read: (spec: unknown) => machineSpec({ cloudType, source: { spec } }),
  },
  {
    of: `a machine pool of ${cloudType}`,
    places: allPlaces(cloudType),
    read: (json: unknown) => poolSpec(cloudType, { source: json as JsonObject }),
  },
]);

describe('a spec', () => {
  it('has examples for every built-in cloud type and a custom one', () => {
    expect(cloudTypes).toEqual([...builtInCloudTypes, 'acme-cloud']);
    expect(builtInCloudTypes).toHaveLength(13);
  });

  it.each(Object.entries(examples))(
    'of %s is read',
    (cloudType, { machine, machineValues, pool, poolValues }) => {
      expect(valuesOf(machineSpec({ cloudType, source: { spec: machine } }))).toEqual(machineValues);
      expect(valuesOf(poolSpec(cloudType, { source: pool }))).toEqual(poolValues);
    },
  );

  it.each(kinds)('of $of is read at each place, and nothing near it', ({ places, read }) => {
    for (const place of places) {
      // Names are strings and sizes are numbers.
      const specs = ['a text', 5].map((value) => specWith([[place, value]]));
      expect(
        specs.some((spec) => Object.keys(valuesOf(read(spec))).length > 0),
        place,
      ).toBe(true);
      for (const spec of misplaced(place)) {
        expect(JSON.stringify(valuesOf(read(spec))), place).not.toContain(marked);
      }
      for (const value of [null, '', [], {}, [[]], [null], { a: 1, b: null, c: {} }, [{}], undefined]) {
        expect(valuesOf(read(specWith([[place, value]]))), place).toEqual({});
      }
    }
  });

  it.each(['toString', '__proto__', 'constructor', '', 'AWS'])(
    'of the cloud type %j is read as that of an unknown one',
    (cloudType) => {
      expect(cloudTypeOf(cloudType)).toBe(cloudTypeOf('acme-cloud'));
      expect(cloudConfigPath(cloudType, 'c')).toEqual(['v1', 'cloudconfigs', 'cloudTypes', cloudType, 'c']);
    },
  );

  it.each([{}, { spec: null }, { spec: 'a' }, { spec: [{ az: 'a' }] }])(
    'is empty if the source is %j',
    (source) => {
      for (const cloudType of cloudTypes) {
        expect(valuesOf(machineSpec({ cloudType, source }))).toEqual({});
        expect(valuesOf(poolSpec(cloudType, { source }))).toEqual({});
      }
    },
  );

  it('of any JSON is read as strings and numbers', () => {
    const json = anyJson.map((text): unknown => JSON.parse(text));
    const part = fc.tuple(fc.constantFrom('name', ...allPlaces('vsphere')), json);
    fc.assert(
      fc.property(fc.oneof(json, fc.array(part, { maxLength: 5 }).map(specWith)), (spec) => {
        const found = machineSpec({ cloudType: 'vsphere', source: { spec } });
        const { name = '', numCPUs = 0, memoryMiB = 0, diskGiB = 0 } = found.size() ?? {};
        const types = [name, numCPUs, memoryMiB, diskGiB].map((one) => typeof one);
        expect(types).toEqual(['string', 'number', 'number', 'number']);
        const texts = [...found.location, ...Object.values(factsOf(found)).flat()];
        expect(texts.every((text) => typeof text === 'string')).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

/** A value that must not be read. */
const marked = 'MARKED';

/** Specs with the marked value near `place`, but not at it. */
function misplaced(place: SpecPath): readonly unknown[] {
  const [first = '', ...rest] = place.split('.');
  const inner = rest.length === 0 ? marked : specWith([[rest.join('.'), marked]]);
  return [
    // Inherited.
    Object.create({ [first]: inner }),
    [specWith([[place, marked]])],
    { [first]: null },
    { [`${first} `]: inner },
    { [first.toUpperCase()]: inner },
    JSON.parse(`{"__proto__": ${JSON.stringify({ [first]: inner })}}`),
    ...(rest.length === 0 ? [] : [{ [first]: rest.join('.') }, { [place]: marked }, { [first]: 5 }]),
  ];
}
