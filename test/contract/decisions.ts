/**
 * The fields of responses that no row or hover shows, where they are instead, and why. `decisions.test.ts` checks that
 * every documented field is either shown or listed here once, and that the list is correct.
 */
export interface Decision {
  /** In the document of the row, which contains all of its JSON, or nowhere. */
  readonly where: 'details' | 'ignored';
  readonly why: string;
  /** Paths as in `Field`; `*` matches one name, `**` the rest of the path. */
  readonly fields: readonly string[];
  /** The cloud types that the decision applies to, if another one shows the same field. */
  readonly cloudTypes?: readonly string[];
}

/** Why a field is not shown. */
const why = {
  api: 'is the kind of response, which the path implies',
  uidBesideName: 'users read the name beside it',
  fallback: 'is shown only if the usual field is missing',
  paging: 'is only for paging',
  scope: 'is known from the parent rows',
  settings: 'is a setting and not a state; seldom needed during an incident',
  addressPlan: 'is how addresses are assigned; the address of a machine is shown',
  sameElsewhere: 'is shown with the machines and pools, where it takes effect',
  packs: 'is about profiles and packs, which Poolview does not show',
  secret: 'is a secret, or leads to one; documents hide it',
  values: 'can contain secrets; it is dropped where it is read',
  money: 'is about money, not about health',
  otherThings: 'is about another resource, which Poolview does not show',
  software: 'is internal to the service',
  lessExact: 'is less precise than a field that is shown',
  free: 'has undocumented content',
  inherited: 'is read from the teams, with what limits it',
  onlyName: 'is not about what is granted to whom',
} as const;

const details = (reason: string, fields: readonly string[]): Decision => ({
  where: 'details',
  why: reason,
  fields,
});

const ignored = (reason: string, fields: readonly string[]): Decision => ({
  where: 'ignored',
  why: reason,
  fields,
});

const inClouds = (cloudTypes: readonly string[], decision: Decision): Decision => ({
  ...decision,
  cloudTypes,
});

const listMetadata = ignored(why.paging, ['listmeta.limit', 'listmeta.offset']);
/** For lists that show how many items there are only on their rows. */
const pageMetadata = ignored(why.paging, ['listmeta.continue', 'listmeta.limit', 'listmeta.offset']);

export const decisions = {
  projects: [pageMetadata, details(why.uidBesideName, ['items[].specSummary.*[].uid'])],

  projectUids: [
    ignored('is requested to find deleted projects, whose names are already known', [
      'items[].metadata.name',
    ]),
  ],

  foundClusters: [
    pageMetadata,
    details(why.uidBesideName, [
      'items[].specSummary.cloudAccountMeta.uid',
      'items[].specSummary.clusterProfileTemplate.uid',
      'items[].status.health.conditions[].relatedObject.uid',
    ]),
    details(why.scope, ['items[].specSummary.projectMeta.**']),
    details('has no name of a pool; the pools are shown below, with these fields', [
      'items[].specSummary.cloudConfig.*[].cloudType',
      'items[].specSummary.cloudConfig.*[].isControlPlane',
      'items[].specSummary.cloudConfig.*[].labels[]',
    ]),
    details(why.packs, [
      'items[].specSummary.cloudConfig.*[].infraProfileTemplate.**',
      'items[].specSummary.clusterProfileTemplate.cloudType',
      'items[].specSummary.clusterProfileTemplate.packs[]',
      'items[].specSummary.clusterProfileTemplate.scope',
      'items[].specSummary.clusterProfileTemplate.type',
      'items[].specSummary.clusterProfileTemplate.version',
      'items[].specSummary.clusterProfileTemplates[].**',
    ]),
    details(why.settings, ['items[].specSummary.clusterConfig.**']),
    ignored(why.secret, ['items[].status.clusterImport.importLink']),
    details('is how the cluster came to the service', [
      'items[].status.clusterImport.isBrownfield',
      'items[].status.clusterImport.state',
    ]),
    details(why.money, ['items[].status.cost', 'items[].status.hourlyRate']),
    details(why.fallback, ['items[].status.location.countryCode', 'items[].status.location.regionCode']),
    details(why.lessExact, ['items[].status.location.coordinates[]']),
    details(
      'is about waiting pods; usage and capacity are shown',
      ['limit', 'request', 'lastUpdatedTime'].map((name) => `items[].status.metrics.*.${name}`),
    ),
    details(why.software, ['items[].status.notifications.*']),
    details(why.settings, ['items[].status.fips.mode']),
    details(why.otherThings, ['items[].status.virtual.**']),
  ],

  clusterMetadata: [
    { ...pageMetadata, fields: ['listmeta.limit', 'listmeta.offset'] },
    details(
      'is about the account and the origin of the cluster, not about its health',
      ['cloudAccountUid', 'clusterType', 'importMode'].map((name) => `items[].specSummary.${name}`),
    ),
    details(why.lessExact, ['items[].specSummary.location.coordinates[]']),
    details(why.money, ['items[].status.cost.total']),
    details(why.settings, ['items[].status.fips.mode']),
    details(why.software, ['items[].status.updates.isUpdatesPending']),
  ],

  cluster: [
    details(why.api, ['apiVersion', 'kind']),
    details('is shown from the project summary', ['metadata.name', 'metadata.uid']),
    details('the cloud config is requested by the UID beside it', [
      'spec.cloudConfigRef.name',
      'spec.cloudConfigRef.kind',
    ]),
    details(why.settings, ['spec.clusterConfig.**', 'spec.clusterType']),
    ignored(why.secret, ['spec.clusterProfileTemplates[].packServerSecret']),
    details(
      why.packs,
      [
        'name',
        'uid',
        'cloudType',
        'packServerRefs[].*',
        'packs[]',
        'profileVersion',
        'relatedObject.*',
        'type',
        'version',
      ].map((name) => `spec.clusterProfileTemplates[].${name}`),
    ),
    details(why.packs, ['status.packs[]', 'status.profileStatus.hasUserMacros']),
    details(why.otherThings, ['spec.clusterTemplate.*', 'status.virtual.**']),
    details('is about services in the cluster; its API endpoint is shown', [
      'status.addOnServices[].*',
      'status.services[].**',
    ]),
    ignored(why.secret, ['status.clusterImport.importLink']),
    details('is how the cluster came to the service', [
      'status.clusterImport.isBrownfield',
      'status.clusterImport.state',
    ]),
    details('the condition itself is shown, not its times', [
      'status.conditions[].lastProbeTime',
      'status.conditions[].lastTransitionTime',
    ]),
    details(why.settings, ['status.fips.mode']),
    details(why.fallback, ['status.location.countryCode', 'status.location.regionCode']),
    details(why.lessExact, ['status.location.geoLoc.*']),
    details(why.software, ['status.abortTimestamp', 'status.spcApply.*', 'status.upgrades[].**']),
  ],

  cloudConfig: [
    details(why.api, ['apiVersion', 'kind']),
    details(why.lessExact, ['metadata.**']),
    details(why.free, ['status']),
    details(why.uidBesideName, [
      'spec.cloudAccountRef.uid',
      'spec.cloudAccountRef.kind',
      'spec.hybridMachinePools[].poolUid',
    ]),
    ignored(why.secret, [
      'spec.clusterConfig.hybridConfig.iamRolesAnywhere.rootCaPrivateKey',
      'spec.clusterConfig.hybridConfig.systemsManager.activationCode',
    ]),
    ignored(why.values, ['spec.clusterConfig.values', pool('values')]),
    details(
      why.sameElsewhere,
      [
        ...['location', 'region', 'vpcId', 'sshKey', 'sshKeyName', 'sshKeys[]', 'ntpServers[]'],
        ...['network', 'network.*', 'subnet.*', 'project', 'project.*', 'placement.**', 'zones[].**'],
        ...['controlPlaneSubnet.*', 'workerSubnet.*', 'instanceType.*'],
      ].map((name) => `spec.clusterConfig.${name}`),
    ),
    details(
      why.settings,
      [
        ...['aadProfile.**', 'addons[].*', 'apiServerAccessProfile.**', 'bastionDisabled', 'containerName'],
        ...['controlPlaneEndpoint', 'controlPlaneEndpoint.*', 'controlPlaneLoadBalancer', 'dnsNameservers[]'],
        ...['domain', 'domain.*', 'enableLxdVm', 'enablePrivateCluster', 'encryptionConfig.**'],
        ...['endpointAccess.**', 'helmRelease', 'hybridConfig.awsVpcCidr', 'hybridConfig.remote*[]'],
        ...['profileArn', 'roleArn', 'rootCaCertificate', 'trustAnchorArn'].map(
          (name) => `hybridConfig.iamRolesAnywhere.${name}`,
        ),
        ...['hybridConfig.systemsManager.activationId', 'infraLBConfig.**', 'isTwoNodeCluster'],
        ...['kubernetesVersion', 'managedClusterConfig.*', 'nodeCidr', 'overlayNetworkConfiguration.*'],
        ...['resourceGroup', 'staticIp', 'storageAccountName', 'subscriptionId', 'syncWithCKS'],
        ...['vnetCidrBlock', 'vnetName', 'vnetResourceGroup'],
      ].map((name) => `spec.clusterConfig.${name}`),
    ),
    details(why.otherThings, [
      'spec.edgeHostRef.*',
      'spec.edgeHostRefs[].*',
      'spec.fargateProfiles[].**',
      'spec.hostClusterUid',
    ]),
    details(why.uidBesideName, ['hosts[].hostUid', 'networks[].id', 'offering.id', 'template.id'].map(pool)),
    details(why.fallback, [
      pool('additionalSecurityGroups[].arn'),
      pool('awsLaunchTemplate.additionalSecurityGroups[].arn'),
      pool('amiType'),
      pool('osDisk.osType'),
      pool('subnet.id'),
    ]),
    inClouds(
      ['gcp', 'gke'],
      details('is shown as the subnets of the zones, which are more precise', [pool('subnet')]),
    ),
    inClouds(
      ['aks', 'aws', 'azure', 'eks', 'gcp', 'gke', 'openstack'],
      details('is shown as the name of the instance type or flavor', [
        pool('flavor'),
        pool('instanceConfig.name'),
      ]),
    ),
    details('the CPUs, memory and disk of the instance type are shown', [
      pool('instanceConfig.category'),
      pool('instanceConfig.cpuSet'),
    ]),
    inClouds(
      ['maas'],
      details('the tags by which its machines are selected are shown', [pool('additionalTags{}')]),
    ),
    details(
      'is set on the nodes in Kubernetes; the labels and taints of the pool are shown',
      ['additionalAnnotations{}', 'additionalLabels{}', 'taints[].timeAdded'].map(pool),
    ),
    ignored(why.secret, [pool('awsLaunchTemplate.rootVolume.encryptionKey')]),
    details(
      why.settings,
      [
        ...[
          'additionalSecurityGroups[].filters[].**',
          'awsLaunchTemplate.additionalSecurityGroups[].filters[].**',
        ],
        ...['awsLaunchTemplate.ami.eksOptimizedLookupType', 'awsLaunchTemplate.imageLookup*'],
        ...['deviceName', 'encrypted', 'iops', 'throughput'].map(
          (name) => `awsLaunchTemplate.rootVolume.${name}`,
        ),
        ...[
          'enableAwsLaunchTemplate',
          'hostResourceGroupArn',
          'licenseConfigurationArns[]',
          'skipK8sUpgrade',
        ],
        ...['nodeRepaveInterval', 'overrideKubeadmConfiguration', 'useLxdVm'],
        ...['updateStrategy.maxSurge', 'updateStrategy.maxUnavailable'],
        ...['placements[].imageTemplateFolder', 'placements[].uid'],
      ].map(pool),
    ),
    details(
      why.addressPlan,
      [
        ...['network', 'placements[].network'].flatMap((network) =>
          ['ipPool.**', 'parentPoolRef.*', 'staticIp'].map((name) => `${network}.${name}`),
        ),
        ...['hostAddress', 'nic.**', 'nicName', 'staticIP'].map((name) => `hosts[].${name}`),
      ].map(pool),
    ),
    details(
      why.settings,
      ['IsCandidateCaption', 'caCert', 'twoNodeCandidatePriority'].map((name) => pool(`hosts[].${name}`)),
    ),
  ],

  machines: [
    pageMetadata,
    details(why.api, ['items[].apiVersion']),
    details(why.scope, ['items[].spec.cloudType']),
    details(
      why.fallback,
      ['additionalSecurityGroups[].arn', 'image.id', 'image.offer', 'instanceConfig.name'].map(machine),
    ),
    details(why.uidBesideName, ['instanceType.id', 'placement.uid'].map(machine)),
    details(
      'the name of the image is shown',
      [
        ...['gallery', 'publisher', 'resourceGroup', 'sku', 'subscriptionId', 'version'].map(
          (name) => `image.${name}`,
        ),
        ...['images[].state', 'placement.imageTemplateFolder'],
      ].map(machine),
    ),
    details('the CPUs, memory and disk of the instance type are shown', [
      machine('instanceConfig.category'),
      machine('instanceConfig.cpuSet'),
    ]),
    details(
      why.settings,
      [
        ...['additionalSecurityGroups[].filters[].**', 'availabilityZone.enabled', 'sshPublicKey'],
        ...['customSizeInGB', 'device', 'filesystem', 'mountPath'].map((name) => `diskOffering.${name}`),
      ].map(machine),
    ),
    details(
      why.addressPlan,
      ['ipPool.**', 'parentPoolRef.*', 'staticIp'].map((name) => machine(`placement.network.${name}`)),
    ),
  ],

  events: [
    listMetadata,
    ignored(
      'says nothing about what happened',
      ['annotations{}', 'deletionTimestamp', 'labels{}', 'lastModifiedTimestamp', 'name'].map(
        (name) => `items[].metadata.${name}`,
      ),
    ),
  ],

  audits: [
    { ...pageMetadata, fields: ['listmeta.limit', 'listmeta.offset'] },
    ignored(
      'says nothing about what was done',
      ['annotations{}', 'deletionTimestamp', 'labels{}', 'lastModifiedTimestamp', 'name'].map(
        (name) => `items[].metadata.${name}`,
      ),
    ),
    ignored('may contain mail addresses and settings; the message of the action says what was done', [
      'items[].spec.contentMsg',
      'items[].spec.userMsg',
    ]),
    ignored(why.scope, ['items[].spec.actor.project.*']),
    ignored(why.fallback, ['items[].spec.actor.serviceName', 'items[].spec.resource.label']),
    ignored('the name and the mail address of the user say who it was', [
      'items[].spec.actor.user.org',
      'items[].spec.actor.user.uid',
    ]),
  ],

  pendingRepaves: [
    { ...pageMetadata, fields: ['listmeta.limit', 'listmeta.offset'] },
    ignored('is read by cluster search; here, only which clusters wait matters', [
      'items[].specSummary.archTypes[]',
      'items[].specSummary.c**',
      'items[].status.**',
    ]),
  ],

  overview: [
    ignored('is read by cluster search and with the cluster', [
      ...['metadata.**', 'spec'],
      ...[
        ...['abortTimestamp', 'addOnServices[]', 'apiEndpoints[]', 'clusterImport', 'cost', 'fips', 'health'],
        ...['hourlyRate', 'location', 'metrics', 'notifications', 'services[]', 'spcApply'],
        ...['state', 'virtual'],
      ].map((name) => `status.${name}`),
    ]),
    ignored(why.otherThings, ['status.workspaces[].*']),
    ignored('says nothing about whether the pack or the cluster is well', [
      'status.kubeMeta.has*',
      'status.conditions[].lastProbeTime',
      'status.packs[].condition.lastProbeTime',
      'status.packs[].manifests[]',
      'status.packs[].services[]',
    ]),
  ],

  repave: [
    ignored(why.scope, ['metadata.**', 'spec.spectroClusterUid']),
    ignored(
      why.secret,
      ['current', 'target'].map((side) => `spec.reasons[].pack.${side}.values`),
    ),
    ignored(
      'the name and the version of the pack say what changes',
      [
        ...['annotations{}', 'digest', 'inValidReason', 'isInvalid', 'layer', 'logo', 'manifests[].*'],
        ...['packUid', 'params{}', 'presets[]', 'registryUid', 'schema[]', 'server', 'type'],
      ].map((name) => `spec.reasons[].pack.*.${name}`),
    ),
  ],

  certificates: [],

  metrics: [
    ignored(
      'says how the value was calculated',
      ['aggregation', 'points[]'].flatMap((part) =>
        ['count', 'sum'].map((name) => `items[].metrics[].${part}.${name}`),
      ),
    ),
    ignored(why.fallback, ['items[].metrics[].points[].avg']),
    ignored('the least and the greatest value of all points is read instead', [
      'items[].metrics[].points[].max',
      'items[].metrics[].points[].min',
    ]),
  ],

  teams: [
    pageMetadata,
    details(why.settings, ['items[].spec.sources[]']),
    details('is shown as a number, because roles and users have no names here', [
      'items[].spec.roles[]',
      'items[].spec.users[]',
    ]),
    details(why.free, ['items[].status']),
  ],

  roles: [details(why.uidBesideName, ['resourceRoles[].*[].uid'])],

  tenantRoles: [ignored(why.inherited, ['inheritedRoles[].*'])],

  projectRoles: [ignored(why.inherited, ['projects[].inheritedRoles[].*'])],

  workspaceRoles: [ignored(why.inherited, ['projects[].workspaces[].inheritedRoles[].*'])],

  userResourceRoles: [],

  allRoles: [{ ...pageMetadata, fields: ['listmeta.limit', 'listmeta.offset'] }],

  role: [],

  filters: [
    { ...pageMetadata, fields: ['listmeta.limit', 'listmeta.offset'] },
    ignored(why.onlyName, ['items[].spec.filterType', ...metadataOf('items[].')]),
  ],

  filter: [ignored(why.onlyName, metadataOf(''))],

  userNames: [],

  userActivity: [
    ignored(why.secret, ['items[].status.activationLink']),
    ignored(why.onlyName, metadataOf('items[].')),
    ignored('is read for whether users are active; names, teams and roles come from their own lists', [
      'items[].spec.**',
      'items[].status.isPasswordResetting',
    ]),
  ],
} as const satisfies Readonly<Record<string, readonly Decision[]>>;

function metadataOf(path: string): readonly string[] {
  return ['annotations{}', 'creationTimestamp', 'deletionTimestamp', 'labels{}', 'lastModifiedTimestamp'].map(
    (name) => `${path}metadata.${name}`,
  );
}

function pool(field: string): string {
  return `spec.machinePoolConfig[].${field}`;
}

function machine(field: string): string {
  return `items[].spec.${field}`;
}
