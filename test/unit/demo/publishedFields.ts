/** The fields in the published description of the API, by cloud type. Braces contain the fields of an object. */
interface Fields {
  /** The fields before and after the spec of a cloud config. */
  readonly config: string;
  /** The fields of a machine's spec. */
  readonly machine: string;
  /** The fields of an item of `machinePoolConfig`. */
  readonly pool: string;
  /** The other fields of a cloud config's spec. */
  readonly spec: string;
  readonly status?: string;
  /** The fields before the metadata of a machine; both if missing. */
  readonly machineHead?: string;
}

const account = 'cloudAccountRef{kind name uid}';
const size = 'diskGiB memoryMiB numCPUs';
const instance = 'instanceConfig{category cpuSet diskGiB memoryMiB name numCPUs} instanceType';
const core = 'isControlPlane name size useControlPlaneAsWorker';
const nodes =
  'additionalAnnotations additionalLabels overrideKubeadmConfiguration taints{effect key timeAdded value}';
const shared = `${core} ${nodes} additionalTags labels machinePoolProperties{archType} maxSize minSize
  updateStrategy{maxSurge maxUnavailable type}`;
const base = `${shared} nodeRepaveInterval`;
const securityGroups = 'additionalSecurityGroups{arn filters{name values} id}';
const nameserver = 'nameserver{addresses search}';
const network = `network{networkName staticIp parentPoolRef{kind name uid}
  ipPool{gateway ${nameserver} pools{end gateway ${nameserver} prefix start subnet} prefix uid}}`;
const placement = `cluster datacenter datastore folder imageTemplateFolder ${network} resourcePool storagePolicyName uid`;
const endpoint = 'controlPlaneEndpoint{ddnsSearchDomain host type}';
const subnet = 'cidrBlock name nsgResourceGroup securityGroupName';
const conditions = 'conditions{lastProbeTime lastTransitionTime message reason status type}';
const image = `${conditions} sourceImageId useCapiImage`;
const built = `${image} isAddonLayer roleDigest`;

const usual = 'apiVersion kind metadata';
const nics = 'nics{index privateIPs publicIp}';
const namedNics = 'nics{index networkName privateIPs publicIp}';
const macNics = 'nics{index macAddress networkName privateIPs}';
const osDisk = 'osDisk{diskSizeGB managedDisk{storageAccountType} osType}';

const awsMachine = `${securityGroups} ami az dnsName iamProfile instanceType ${nics} phase sshKeyName subnetId type vpcId`;
const awsPool = `${base} azs capacityType ${instance} rootDeviceSize spotMarketOptions{maxPrice} subnetIds`;
const awsCluster = 'bastionDisabled controlPlaneLoadBalancer region sshKeyName vpcId';

const azure: Fields = {
  config: usual,
  machine: `additionalTags allocatePublicIP availabilityZone{enabled id} instanceType location ${nics} ${osDisk}
    image{gallery id name offer publisher resourceGroup sku subscriptionId version} sshPublicKey`,
  pool: `${base} azs ${instance} isSystemNodePool ${osDisk} osType spotVMOptions{maxPrice}`,
  spec: `${account} clusterConfig{aadProfile{adminGroupObjectIDs managed}
    apiServerAccessProfile{authorizedIPRanges enablePrivateCluster enablePrivateClusterPublicFQDN privateDNSZone}
    containerName controlPlaneSubnet{${subnet}} enablePrivateCluster
    infraLBConfig{apiServerLB{apiServerLBStaticIP ipAllocationMethod privateDNSName privateDNSZoneResourceGroup type}}
    location resourceGroup sshKey storageAccountName subscriptionId vnetCidrBlock vnetName vnetResourceGroup
    workerSubnet{${subnet}}}`,
  status: `${built} ansibleRoleDigest images{gallery name resourceGroup state subscriptionID version}
    vhdImage{id name os region state}`,
};

const gcp: Fields = {
  config: usual,
  machine: `image ${instance} ${namedNics} project region rootDeviceSize zone`,
  pool: `${base} azs ${instance} rootDeviceSize subnet subnetIds`,
  // A managed cluster's config is for GKE only.
  spec: `${account} clusterConfig{network project region}`,
  status: `${built} ansibleRoleDigest images{name os region state}`,
};

export const publishedFields: Readonly<Record<string, Fields>> = {
  aks: azure,

  'apache-cloudstack': {
    config: usual,
    machine: `diskOffering{customSizeInGB device filesystem label mountPath} failureDomainName ${macNics}
      instanceType{id name ${size}} offering{name} providerID sshKey template{name}`,
    pool: `${base} instanceConfig{category cpuSet diskGiB memoryMiB name numCPUs} networks{id name}
      offering{id name} template{id name}`,
    spec: `${account} clusterConfig{controlPlaneEndpoint project{id name} sshKeyName syncWithCKS
      zones{id name network{gateway id name netmask offering routingMode type vpc{cidr id name offering}}}}`,
    status: `${image} nodeImage`,
  },

  aws: {
    config: usual,
    machine: awsMachine,
    pool: `${awsPool} ${securityGroups} hostResourceGroupArn licenseConfigurationArns skipK8sUpgrade`,
    // Edge hosts join by roles, not by the systems manager. No response contains a certificate's key.
    spec: `${account} hybridMachinePools{poolCloudType poolName poolUid} clusterConfig{${awsCluster}
      hybridConfig{awsVpcCidr iamRolesAnywhere{profileArn roleArn trustAnchorArn} remoteNodeCidrs remotePodCidrs}}`,
    status: `${built} ansibleRoleDigest images{id os region state}`,
  },

  azure,

  'edge-native': {
    config: 'metadata',
    machine: `edgeHostUid instanceType{name ${size}} ${namedNics}`,
    pool: `${base} osType hosts{IsCandidateCaption caCert hostAddress hostName hostUid
      nic{dns gateway ip isDefault macAddr nicName subnet} nicName staticIP twoNodeCandidatePriority}`,
    spec: `clusterConfig{${endpoint} isTwoNodeCluster ntpServers overlayNetworkConfiguration{cidr enable} sshKeys staticIp}`,
    status: `${conditions} nodeImage sourceImageId`,
  },

  eks: {
    config: usual,
    machine: awsMachine,
    pool: `${awsPool} amiType enableAwsLaunchTemplate awsLaunchTemplate{${securityGroups}
      ami{eksOptimizedLookupType id} imageLookupBaseOS imageLookupFormat imageLookupOrg
      rootVolume{deviceName encrypted encryptionKey iops throughput type}}`,
    spec: `${account} clusterConfig{${awsCluster} addons{conflictResolution name serviceAccountRoleARN version}
      encryptionConfig{isEnabled provider resources} endpointAccess{private privateCIDRs public publicCIDRs}}
      fargateProfiles{additionalTags name selectors{labels namespace} subnetIds}`,
  },

  gcp,

  generic: {
    config: 'kind metadata',
    machine: `hostName imageId instanceType{id name ${size}} ${namedNics} sshKeyName`,
    pool: `${core} instanceType labels rootDeviceSize`,
    spec: `${account} clusterConfig{instanceType{id name ${size}} region} edgeHostRefs{kind name uid}`,
  },

  gke: {
    ...gcp,
    spec: `${account} clusterConfig{managedClusterConfig{enableAutoPilot location} network project region}`,
  },

  maas: {
    config: usual,
    machine: `az hostname ${nics}`,
    pool: `${base} azs instanceType{minCPU minDiskSizeInGB minMemInMB} ${network} resourcePool tags useLxdVm`,
    spec: `${account} clusterConfig{domain enableLxdVm ntpServers sshKeys staticIp}`,
    status: `${built} ansibleRoleDigest nodeImage{name state}`,
  },

  openstack: {
    config: usual,
    machine: `az image instanceType{name ${size}} nics{index networkName privateIPs} projectId securityGroups sshKeyName`,
    pool: `${base} azs diskGiB flavor flavorConfig{name ${size}} image subnet{id name}`,
    spec: `${account} clusterConfig{bastionDisabled dnsNameservers domain{id name} network{id name} nodeCidr
      project{id name} region sshKeyName subnet{id name}}`,
    status: `${image} nodeImage`,
  },

  virtual: {
    config: usual,
    machineHead: 'kind metadata',
    machine: 'hostname',
    pool: `${shared} azs resourcePool
      instanceType{maxCPU maxMemInMiB maxStorageGiB minCPU minMemInMiB minStorageGiB}`,
    spec: `hostClusterUid clusterConfig{controlPlaneEndpoint{host port} helmRelease{chart{name repo version} values}
      kubernetesVersion}`,
    status: `${conditions} isAddonLayer`,
  },

  vsphere: {
    config: usual,
    machine: `images{fullPath state} instanceType{${size}} ${macNics} ntpServers placement{${placement}} vcenterServer`,
    pool: `${base} instanceType{${size}} placements{${placement}}`,
    spec: `${account} clusterConfig{${endpoint} ntpServers placement{${placement}} sshKeys staticIp}
      edgeHostRef{kind name uid}`,
    status: `${built} ansibleDigest lastOVACreated lastVMExported nodeImage{fullPath state} uploadOvaS3`,
  },

  nutanix: {
    config: 'kind metadata',
    machine: `cloudType hostName imageId instanceType{name ${size}} ${namedNics} sshKeyName`,
    pool: `${core} ${nodes} values`,
    spec: `${account} clusterConfig{values}`,
  },
};

type Tree = Map<string, Tree>;

/** The content of braces, or a name without braces. */
export function parseFields(text: string): Tree {
  const root: Tree = new Map();
  const path = [root];
  let last = root;
  for (const word of text.match(/[^\s{}]+|[{}]/g) ?? []) {
    if (word === '{') {
      path.push(last);
    } else if (word === '}') {
      path.pop();
    } else {
      last = new Map();
      path.at(-1)?.set(word, last);
    }
  }
  return root;
}

/** Objects whose keys are data, not fields. */
const maps = /^(?:labels|annotations|additional(?:Labels|Annotations|Tags)|subnetIds|roleDigest)$/;

/** All fields of any of `values`. */
export function fieldsOf(values: readonly unknown[]): Tree {
  const objects = values.flat().filter((value) => typeof value === 'object' && value !== null);
  const keys = new Set(objects.flatMap((value) => Object.keys(value)));
  const inner = (key: string) =>
    objects
      .map((value) => (value as Readonly<Record<string, unknown>>)[key])
      .filter((item) => item !== undefined);
  return new Map(
    [...keys].map((key) => [key, maps.test(key) ? new Map<string, Tree>() : fieldsOf(inner(key))]),
  );
}
