/** JSON with places for values: `{name}` or `{name:argument}` in a text. */
export type Example = string | number | boolean | Example[] | Fields;

export interface Fields {
  [name: string]: Example;
}

/** What packs and charts are set to, with a secret: Poolview drops all of it where it reads it. */
export const valuesWithSecret = 'admin:\n  login: ops/hunter2\n';

const keyName = 'platform-ops';
const key = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG${'Demo'.repeat(10)} ${keyName}@example.com`;
const securityGroup = 'sg-0{hex:sg}';
const amazon = (service: string, what: string) => `arn:aws:${service}:{region}:111122223333:${what}`;

/** Something in the cloud that has a UUID. */
export const named = (name: string) => ({ id: `{uuid:${name}}`, name });

export const sizes = { numCPUs: '{cpus}', memoryMiB: '{memory}', diskGiB: '{disk}' };

const network = { networkName: '{cluster}-nodes' };

/** Where machines are in one of two vSphere clusters. */
export const placement = (letter: string) => ({
  cluster: `Cluster-${letter}`,
  datacenter: 'DC-{city}',
  datastore: `vsanDatastore-${letter}`,
  folder: 'kubernetes/{cluster}',
  network,
  resourcePool: `Cluster-${letter}/Resources/platform`,
  storagePolicyName: 'vSAN Default Storage Policy',
  uid: `{uid:{cluster}-${letter}}`,
});

const securityGroups = [{ id: securityGroup, arn: amazon('ec2', `security-group/${securityGroup}`) }];

/** A host of an edge pool. */
export const edgeHost: Fields = {
  hostName: '{region}-store-{host}',
  hostUid: 'edge-{uid:{cluster}/{host}}',
};

/** An example of each field, for all cloud types in which it has the same form. */
const examples = {
  additionalAnnotations: { 'example.com/backup': 'hourly' },
  additionalLabels: { pool: '{pool}' },
  additionalSecurityGroups: securityGroups,
  additionalTags: { team: 'platform' },
  allocatePublicIP: '{isPublic}',
  ami: 'ami-0{hex:{image}}',
  amiType: 'AL2023_x86_64_STANDARD',
  availabilityZone: { enabled: true, id: '{zone}' },
  awsLaunchTemplate: {
    additionalSecurityGroups: securityGroups,
    ami: { id: 'ami-0{hex:{image}}' },
    rootVolume: { type: 'gp3' },
  },
  az: '{zone}',
  azs: '{zones}',
  capacityType: '{capacity}',
  cloudAccountRef: { kind: 'cloudaccount', name: '{cloudType}-main', uid: '{uid:{cloudType}}' },
  cloudType: '{cloudType}',
  controlPlaneEndpoint: { ddnsSearchDomain: 'example.com', host: '{ip:5}', type: 'VIP' },
  diskGiB: '{disk}',
  diskOffering: { label: 'data' },
  dnsName: 'ip-{dashed}.{region}.example.com',
  domain: 'maas.example.com',
  edgeHostUid: 'edge-{uid:{cluster}/{host}}',
  failureDomainName: '{region}-zone-1',
  flavor: '{flavorName}',
  flavorConfig: '{flavor}',
  helmRelease: {
    chart: { name: 'vcluster', repo: 'https://charts.example.com', version: '0.20.1' },
    values: `sync:\n  toHost:\n    ingresses:\n      enabled: true\n${valuesWithSecret}`,
  },
  hostClusterUid: '{uid:host}',
  hostName: '{machine}',
  hostname: '{machine}.example.com',
  hosts: '{hosts}',
  hybridMachinePools: '{hybridPools}',
  iamProfile: 'platform-{role}',
  image: '{image}',
  imageId: '{image}',
  images: [{ fullPath: '/DC-{city}/vm/templates/{image}', state: 'Available' }],
  instanceConfig: { category: 'General purpose', cpuSet: 0, name: '{type}', ...sizes },
  instanceType: '{type}',
  isControlPlane: '{isControlPlane}',
  isSystemNodePool: '{isFirst}',
  kubernetesVersion: '{version}',
  labels: ['{role}'],
  location: '{region}',
  machinePoolProperties: { archType: 'amd64' },
  maxSize: '{max}',
  minSize: '{min}',
  name: '{pool}',
  network,
  networks: [named('{cluster}-nodes')],
  ntpServers: ['ntp-1.example.com', 'ntp-2.example.com'],
  offering: named('{type}'),
  osDisk: { diskSizeGB: '{disk}', managedDisk: { storageAccountType: 'Premium_LRS' }, osType: 'Linux' },
  osType: 'Linux',
  phase: '{phase}',
  placement: placement('A'),
  placements: [placement('A'), placement('B')],
  project: named('platform'),
  projectId: '{uid:cloud}',
  providerID: 'cloudstack:///{uuid:{machine}}',
  region: '{region}',
  resourcePool: 'kubernetes',
  rootDeviceSize: '{disk}',
  securityGroups: ['default', '{cluster}-nodes'],
  size: '{size}',
  spotMarketOptions: { maxPrice: '{ifSpot:0.12}' },
  spotVMOptions: { maxPrice: '{ifSpot:0.09}' },
  sshKey: key,
  sshKeyName: keyName,
  sshKeys: [key],
  sshPublicKey: key,
  subnet: named('{cluster}-subnet'),
  subnetId: 'subnet-0{hex:{zone}}',
  tags: ['bare-metal'],
  taints: '{taints}',
  template: named('{image}'),
  type: '{role}',
  updateStrategy: '{update}',
  useControlPlaneAsWorker: '{isAlone}',
  vcenterServer: 'vcenter.example.com',
  vpcId: 'vpc-0{hex:vpc}',
  zone: '{zone}',
} satisfies Fields;

/** The examples of these fields, and `others`, which have another form in a cloud type. */
export function fields(names: string, others: Fields = {}): Fields {
  const wanted = names.split(' ');
  const found = Object.entries<Example>(examples).filter(([name]) => wanted.includes(name));
  return { ...Object.fromEntries(found), ...others };
}
