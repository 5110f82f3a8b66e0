/** JSON with places for values: `{name}` or `{name:argument}` in a text. */
export type Example = string | number | boolean | Example[] | Fields;

export interface Fields {
  [name: string]: Example;
}

/** What packs and charts are set to, with a secret: Poolview drops all of it where it reads it. */
export const valuesWithSecret = 'admin:\n  login: ops/hunter2\n';

const keyName = 'platform-ops';
const key = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG${'Demo'.repeat(10)} ${keyName}@example.com`;
const cidrs = ['203.0.113.0/24'];
const nameservers = ['10.255.0.2', '10.255.0.3'];
const group = 'rg-{cluster}';
const securityGroup = 'sg-0{hex:sg}';
const subscription = '{uuid:subscription}';
const amazon = (service: string, what: string) => `arn:aws:${service}:{region}:111122223333:${what}`;
const subnet = { cidrBlock: '{cidr}', nsgResourceGroup: group };

/** Something in the cloud that has a UUID. */
export const named = (name: string) => ({ id: `{uuid:${name}}`, name });

export const sizes = { numCPUs: '{cpus}', memoryMiB: '{memory}', diskGiB: '{disk}' };

const addressing = {
  gateway: '{ip:1}',
  nameserver: { addresses: nameservers, search: ['example.com'] },
  prefix: 21,
};

/** A network that gives its machines fixed addresses. */
const network = {
  networkName: '{cluster}-nodes',
  staticIp: true,
  parentPoolRef: { kind: 'ippool', name: '{cluster}-addresses', uid: '{uid:{cluster}-addresses}' },
  ipPool: {
    uid: '{uid:{cluster}-addresses}',
    ...addressing,
    pools: [{ start: '{ip:10}', end: '{ip:2030}', subnet: '{cidr}', ...addressing }],
  },
};

/** Where machines are in one of two vSphere clusters. */
export const placement = (letter: string) => ({
  cluster: `Cluster-${letter}`,
  datacenter: 'DC-{city}',
  datastore: `vsanDatastore-${letter}`,
  folder: 'kubernetes/{cluster}',
  imageTemplateFolder: 'templates',
  network,
  resourcePool: `Cluster-${letter}/Resources/platform`,
  storagePolicyName: 'vSAN Default Storage Policy',
  uid: `{uid:{cluster}-${letter}}`,
});

const securityGroups = [
  {
    id: securityGroup,
    arn: amazon('ec2', `security-group/${securityGroup}`),
    filters: [{ name: 'tag:Name', values: ['{cluster}-nodes'] }],
  },
];

/** A host of an edge pool. */
export const edgeHost: Fields = {
  IsCandidateCaption: false,
  caCert: '',
  hostAddress: '{address}',
  hostName: '{region}-store-{host}',
  hostUid: 'edge-{uid:{cluster}/{host}}',
  nic: {
    dns: nameservers,
    gateway: '{ip:1}',
    ip: '{address}',
    isDefault: true,
    macAddr: '{mac}',
    nicName: 'eth0',
    subnet: '255.255.248.0',
  },
  nicName: 'eth0',
  staticIP: '{address}',
  twoNodeCandidatePriority: '{priority}',
};

/** An example of each field, for all cloud types in which it has the same form. */
const examples = {
  aadProfile: { adminGroupObjectIDs: ['{uuid:admins}'], managed: true },
  additionalAnnotations: { 'example.com/backup': 'hourly' },
  additionalLabels: { pool: '{pool}' },
  additionalSecurityGroups: securityGroups,
  additionalTags: { team: 'platform' },
  addons: [
    {
      conflictResolution: 'overwrite',
      name: 'vpc-cni',
      serviceAccountRoleARN: amazon('iam', 'role/vpc-cni'),
      version: 'v{version}-eksbuild.1',
    },
  ],
  allocatePublicIP: '{isPublic}',
  ami: 'ami-0{hex:{image}}',
  amiType: 'AL2023_x86_64_STANDARD',
  apiServerAccessProfile: {
    authorizedIPRanges: cidrs,
    enablePrivateCluster: false,
    enablePrivateClusterPublicFQDN: false,
    privateDNSZone: 'system',
  },
  availabilityZone: { enabled: true, id: '{zone}' },
  awsLaunchTemplate: {
    additionalSecurityGroups: securityGroups,
    ami: { id: 'ami-0{hex:{image}}', eksOptimizedLookupType: 'AmazonLinux' },
    imageLookupBaseOS: 'amazon-2023',
    imageLookupFormat: 'eks-node-{{.K8sVersion}}-*',
    imageLookupOrg: '602401143452',
    rootVolume: {
      deviceName: '/dev/xvda',
      encrypted: true,
      encryptionKey: amazon('kms', 'alias/nodes'),
      iops: 3_000,
      throughput: 125,
      type: 'gp3',
    },
  },
  az: '{zone}',
  azs: '{zones}',
  bastionDisabled: true,
  capacityType: '{capacity}',
  cloudAccountRef: { kind: 'cloudaccount', name: '{cloudType}-main', uid: '{uid:{cloudType}}' },
  cloudType: '{cloudType}',
  containerName: 'node-images',
  controlPlaneEndpoint: { ddnsSearchDomain: 'example.com', host: '{ip:5}', type: 'VIP' },
  controlPlaneLoadBalancer: 'Internet-facing',
  controlPlaneSubnet: { ...subnet, name: 'snet-control-plane', securityGroupName: 'nsg-control-plane' },
  diskGiB: '{disk}',
  diskOffering: {
    customSizeInGB: '{disk}',
    device: '/dev/vdb',
    filesystem: 'ext4',
    label: 'data',
    mountPath: '/var/lib/data',
  },
  dnsName: 'ip-{dashed}.{region}.example.com',
  dnsNameservers: nameservers,
  domain: 'maas.example.com',
  edgeHostRef: { kind: 'edgehost', name: '{region}-gateway', uid: '{uid:{cluster}-gateway}' },
  edgeHostRefs: [{ kind: 'edgehost', name: '{cluster}-agent', uid: '{uid:{cluster}-agent}' }],
  edgeHostUid: 'edge-{uid:{cluster}/{host}}',
  enableAwsLaunchTemplate: true,
  enableLxdVm: true,
  enablePrivateCluster: false,
  encryptionConfig: { isEnabled: true, provider: amazon('kms', 'key/demo'), resources: ['secrets'] },
  endpointAccess: { private: true, privateCIDRs: ['{cidr}'], public: true, publicCIDRs: cidrs },
  failureDomainName: '{region}-zone-1',
  fargateProfiles: [
    {
      name: 'jobs',
      additionalTags: { team: 'platform' },
      selectors: [{ namespace: 'jobs', labels: { size: 'small' } }],
      subnetIds: ['subnet-0{hex:{region}a}', 'subnet-0{hex:{region}b}'],
    },
  ],
  flavor: '{flavorName}',
  flavorConfig: '{flavor}',
  helmRelease: {
    chart: { name: 'vcluster', repo: 'https://charts.example.com', version: '0.20.1' },
    values: `sync:\n  toHost:\n    ingresses:\n      enabled: true\n${valuesWithSecret}`,
  },
  hostClusterUid: '{uid:host}',
  hostName: '{machine}',
  hostResourceGroupArn: amazon('resource-groups', 'group/dedicated-hosts'),
  hostname: '{machine}.example.com',
  hosts: '{hosts}',
  hybridConfig: {
    awsVpcCidr: '{cidr}',
    remoteNodeCidrs: ['172.16.0.0/16'],
    remotePodCidrs: ['172.17.0.0/16'],
    iamRolesAnywhere: {
      profileArn: amazon('rolesanywhere', 'profile/edge'),
      roleArn: amazon('iam', 'role/edge-nodes'),
      trustAnchorArn: amazon('rolesanywhere', 'trust-anchor/edge'),
    },
  },
  hybridMachinePools: '{hybridPools}',
  iamProfile: 'platform-{role}',
  image: '{image}',
  imageId: '{image}',
  images: [{ fullPath: '/DC-{city}/vm/templates/{image}', state: 'Available' }],
  infraLBConfig: {
    apiServerLB: {
      apiServerLBStaticIP: '{ip:5}',
      ipAllocationMethod: 'Static',
      privateDNSName: '{cluster}.example.com',
      privateDNSZoneResourceGroup: group,
      type: 'Internal',
    },
  },
  instanceConfig: { category: 'General purpose', cpuSet: 0, name: '{type}', ...sizes },
  instanceType: '{type}',
  isControlPlane: '{isControlPlane}',
  isSystemNodePool: '{isFirst}',
  isTwoNodeCluster: '{isTwoNodes}',
  kubernetesVersion: '{version}',
  labels: ['{role}'],
  licenseConfigurationArns: [amazon('license-manager', 'license-configuration:lic-0a1b2c3d')],
  location: '{region}',
  machinePoolProperties: { archType: 'amd64' },
  managedClusterConfig: { enableAutoPilot: false, location: '{region}' },
  maxSize: '{max}',
  minSize: '{min}',
  name: '{pool}',
  network,
  networks: [named('{cluster}-nodes')],
  nodeCidr: '{cidr}',
  nodeRepaveInterval: 900,
  ntpServers: ['ntp-1.example.com', 'ntp-2.example.com'],
  offering: named('{type}'),
  osDisk: { diskSizeGB: '{disk}', managedDisk: { storageAccountType: 'Premium_LRS' }, osType: 'Linux' },
  osType: 'Linux',
  overlayNetworkConfiguration: { cidr: '{cidr}', enable: true },
  overrideKubeadmConfiguration: 'kubeletExtraArgs:\n  serialize-image-pulls: "false"\n',
  phase: '{phase}',
  placement: placement('A'),
  placements: [placement('A'), placement('B')],
  project: named('platform'),
  projectId: '{uid:cloud}',
  providerID: 'cloudstack:///{uuid:{machine}}',
  region: '{region}',
  resourceGroup: group,
  resourcePool: 'kubernetes',
  rootDeviceSize: '{disk}',
  securityGroups: ['default', '{cluster}-nodes'],
  size: '{size}',
  skipK8sUpgrade: 'disabled',
  spotMarketOptions: { maxPrice: '{ifSpot:0.12}' },
  spotVMOptions: { maxPrice: '{ifSpot:0.09}' },
  sshKey: key,
  sshKeyName: keyName,
  sshKeys: [key],
  sshPublicKey: key,
  staticIp: true,
  storageAccountName: 'platformimages',
  subnet: named('{cluster}-subnet'),
  subnetId: 'subnet-0{hex:{zone}}',
  subscriptionId: subscription,
  syncWithCKS: false,
  tags: ['bare-metal'],
  taints: '{taints}',
  template: named('{image}'),
  type: '{role}',
  updateStrategy: '{update}',
  useControlPlaneAsWorker: '{isAlone}',
  useLxdVm: '{isControlPlane}',
  vcenterServer: 'vcenter.example.com',
  vnetCidrBlock: '{cidr}',
  vnetName: 'vnet-{cluster}',
  vnetResourceGroup: group,
  vpcId: 'vpc-0{hex:vpc}',
  workerSubnet: { ...subnet, name: 'snet-workers', securityGroupName: 'nsg-workers' },
  zone: '{zone}',
} satisfies Fields;

/** The examples of these fields, and `others`, which have another form in a cloud type. */
export function fields(names: string, others: Fields = {}): Fields {
  const wanted = names.split(' ');
  const found = Object.entries<Example>(examples).filter(([name]) => wanted.includes(name));
  return { ...Object.fromEntries(found), ...others };
}
