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

const listMetadata: Decision = {
  where: 'ignored',
  why: why.paging,
  fields: ['listmeta.continue', 'listmeta.limit', 'listmeta.offset'],
};

export const decisions = {
  projects: [
    listMetadata,
    { where: 'details', why: why.uidBesideName, fields: ['items[].specSummary.*[].uid'] },
  ],

  projectUids: [
    {
      where: 'ignored',
      why: 'is requested to find deleted projects, whose names are already known',
      fields: ['items[].metadata.name'],
    },
  ],

  foundClusters: [
    listMetadata,
    {
      where: 'details',
      why: why.uidBesideName,
      fields: [
        'items[].specSummary.cloudAccountMeta.uid',
        'items[].specSummary.clusterProfileTemplate.uid',
        'items[].status.health.conditions[].relatedObject.uid',
      ],
    },
    { where: 'details', why: why.scope, fields: ['items[].specSummary.projectMeta.**'] },
    {
      where: 'details',
      why: 'has no name of a pool; the pools are shown below, with these fields',
      fields: [
        'items[].specSummary.cloudConfig.*[].cloudType',
        'items[].specSummary.cloudConfig.*[].isControlPlane',
        'items[].specSummary.cloudConfig.*[].labels[]',
      ],
    },
    {
      where: 'details',
      why: why.packs,
      fields: [
        'items[].specSummary.cloudConfig.*[].infraProfileTemplate.**',
        'items[].specSummary.clusterProfileTemplate.cloudType',
        'items[].specSummary.clusterProfileTemplate.packs[]',
        'items[].specSummary.clusterProfileTemplate.scope',
        'items[].specSummary.clusterProfileTemplate.type',
        'items[].specSummary.clusterProfileTemplate.version',
        'items[].specSummary.clusterProfileTemplates[].**',
      ],
    },
    { where: 'details', why: why.settings, fields: ['items[].specSummary.clusterConfig.**'] },
    { where: 'ignored', why: why.secret, fields: ['items[].status.clusterImport.importLink'] },
    {
      where: 'details',
      why: 'is how the cluster came to the service',
      fields: ['items[].status.clusterImport.isBrownfield', 'items[].status.clusterImport.state'],
    },
    { where: 'details', why: why.money, fields: ['items[].status.cost', 'items[].status.hourlyRate'] },
    {
      where: 'details',
      why: why.fallback,
      fields: ['items[].status.location.countryCode', 'items[].status.location.regionCode'],
    },
    { where: 'details', why: why.lessExact, fields: ['items[].status.location.coordinates[]'] },
    {
      where: 'details',
      why: 'is about waiting pods; usage and capacity are shown',
      fields: ['limit', 'request', 'lastUpdatedTime'].map((name) => `items[].status.metrics.*.${name}`),
    },
    { where: 'details', why: why.software, fields: ['items[].status.notifications.*'] },
    { where: 'details', why: why.settings, fields: ['items[].status.fips.mode'] },
    { where: 'details', why: why.otherThings, fields: ['items[].status.virtual.**'] },
  ],

  clusterMetadata: [
    { ...listMetadata, fields: ['listmeta.limit', 'listmeta.offset'] },
    {
      where: 'details',
      why: 'is about the account and the origin of the cluster, not about its health',
      fields: ['cloudAccountUid', 'clusterType', 'importMode'].map((name) => `items[].specSummary.${name}`),
    },
    { where: 'details', why: why.lessExact, fields: ['items[].specSummary.location.coordinates[]'] },
    { where: 'details', why: why.money, fields: ['items[].status.cost.total'] },
    { where: 'details', why: why.settings, fields: ['items[].status.fips.mode'] },
    { where: 'details', why: why.software, fields: ['items[].status.updates.isUpdatesPending'] },
  ],

  cluster: [
    { where: 'details', why: why.api, fields: ['apiVersion', 'kind'] },
    {
      where: 'details',
      why: 'is shown from the project summary',
      fields: ['metadata.name', 'metadata.uid'],
    },
    {
      where: 'details',
      why: 'the cloud config is requested by the UID beside it',
      fields: ['spec.cloudConfigRef.name', 'spec.cloudConfigRef.kind'],
    },
    { where: 'details', why: why.settings, fields: ['spec.clusterConfig.**', 'spec.clusterType'] },
    { where: 'ignored', why: why.secret, fields: ['spec.clusterProfileTemplates[].packServerSecret'] },
    {
      where: 'details',
      why: why.packs,
      fields: [
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
    },
    { where: 'details', why: why.packs, fields: ['status.packs[]', 'status.profileStatus.hasUserMacros'] },
    { where: 'details', why: why.otherThings, fields: ['spec.clusterTemplate.*', 'status.virtual.**'] },
    {
      where: 'details',
      why: 'is about services in the cluster; its API endpoint is shown',
      fields: ['status.addOnServices[].*', 'status.services[].**'],
    },
    { where: 'ignored', why: why.secret, fields: ['status.clusterImport.importLink'] },
    {
      where: 'details',
      why: 'is how the cluster came to the service',
      fields: ['status.clusterImport.isBrownfield', 'status.clusterImport.state'],
    },
    {
      where: 'details',
      why: 'the condition itself is shown, not its times',
      fields: ['status.conditions[].lastProbeTime', 'status.conditions[].lastTransitionTime'],
    },
    { where: 'details', why: why.settings, fields: ['status.fips.mode'] },
    {
      where: 'details',
      why: why.fallback,
      fields: ['status.location.countryCode', 'status.location.regionCode'],
    },
    { where: 'details', why: why.lessExact, fields: ['status.location.geoLoc.*'] },
    {
      where: 'details',
      why: why.software,
      fields: ['status.abortTimestamp', 'status.spcApply.*', 'status.upgrades[].**'],
    },
  ],

  cloudConfig: [
    { where: 'details', why: why.api, fields: ['apiVersion', 'kind'] },
    { where: 'details', why: why.lessExact, fields: ['metadata.**'] },
    { where: 'details', why: why.free, fields: ['status'] },
    {
      where: 'details',
      why: why.uidBesideName,
      fields: ['spec.cloudAccountRef.uid', 'spec.cloudAccountRef.kind', 'spec.hybridMachinePools[].poolUid'],
    },
    {
      where: 'ignored',
      why: why.secret,
      fields: [
        'spec.clusterConfig.hybridConfig.iamRolesAnywhere.rootCaPrivateKey',
        'spec.clusterConfig.hybridConfig.systemsManager.activationCode',
      ],
    },
    { where: 'ignored', why: why.values, fields: ['spec.clusterConfig.values', pool('values')] },
    {
      where: 'details',
      why: why.sameElsewhere,
      fields: [
        ...['location', 'region', 'vpcId', 'sshKey', 'sshKeyName', 'sshKeys[]', 'ntpServers[]'],
        ...['network', 'network.*', 'subnet.*', 'project', 'project.*', 'placement.**', 'zones[].**'],
        ...['controlPlaneSubnet.*', 'workerSubnet.*', 'instanceType.*'],
      ].map((name) => `spec.clusterConfig.${name}`),
    },
    {
      where: 'details',
      why: why.settings,
      fields: [
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
    },
    {
      where: 'details',
      why: why.otherThings,
      fields: [
        'spec.edgeHostRef.*',
        'spec.edgeHostRefs[].*',
        'spec.fargateProfiles[].**',
        'spec.hostClusterUid',
      ],
    },
    {
      where: 'details',
      why: why.uidBesideName,
      fields: ['hosts[].hostUid', 'networks[].id', 'offering.id', 'template.id'].map(pool),
    },
    {
      where: 'details',
      why: why.fallback,
      fields: [
        pool('additionalSecurityGroups[].arn'),
        pool('awsLaunchTemplate.additionalSecurityGroups[].arn'),
        pool('amiType'),
        pool('osDisk.osType'),
        pool('subnet.id'),
      ],
    },
    {
      where: 'details',
      why: 'is shown as the subnets of the zones, which are more precise',
      fields: [pool('subnet')],
      cloudTypes: ['gcp', 'gke'],
    },
    {
      where: 'details',
      why: 'is shown as the name of the instance type or flavor',
      fields: [pool('flavor'), pool('instanceConfig.name')],
      cloudTypes: ['aks', 'aws', 'azure', 'eks', 'gcp', 'gke', 'openstack'],
    },
    {
      where: 'details',
      why: 'the CPUs, memory and disk of the instance type are shown',
      fields: [pool('instanceConfig.category'), pool('instanceConfig.cpuSet')],
    },
    {
      where: 'details',
      why: 'the tags by which its machines are selected are shown',
      fields: [pool('additionalTags{}')],
      cloudTypes: ['maas'],
    },
    {
      where: 'details',
      why: 'is set on the nodes in Kubernetes; the labels and taints of the pool are shown',
      fields: ['additionalAnnotations{}', 'additionalLabels{}', 'taints[].timeAdded'].map(pool),
    },
    {
      where: 'ignored',
      why: why.secret,
      fields: [pool('awsLaunchTemplate.rootVolume.encryptionKey')],
    },
    {
      where: 'details',
      why: why.settings,
      fields: [
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
    },
    {
      where: 'details',
      why: why.addressPlan,
      fields: [
        ...['network', 'placements[].network'].flatMap((network) =>
          ['ipPool.**', 'parentPoolRef.*', 'staticIp'].map((name) => `${network}.${name}`),
        ),
        ...['hostAddress', 'nic.**', 'nicName', 'staticIP'].map((name) => `hosts[].${name}`),
      ].map(pool),
    },
    {
      where: 'details',
      why: why.settings,
      fields: ['IsCandidateCaption', 'caCert', 'twoNodeCandidatePriority'].map((name) =>
        pool(`hosts[].${name}`),
      ),
    },
  ],

  machines: [
    listMetadata,
    { where: 'details', why: why.api, fields: ['items[].apiVersion'] },
    { where: 'details', why: why.scope, fields: ['items[].spec.cloudType'] },
    {
      where: 'details',
      why: why.fallback,
      fields: ['additionalSecurityGroups[].arn', 'image.id', 'image.offer', 'instanceConfig.name'].map(
        machine,
      ),
    },
    { where: 'details', why: why.uidBesideName, fields: ['instanceType.id', 'placement.uid'].map(machine) },
    {
      where: 'details',
      why: 'the name of the image is shown',
      fields: [
        ...['gallery', 'publisher', 'resourceGroup', 'sku', 'subscriptionId', 'version'].map(
          (name) => `image.${name}`,
        ),
        ...['images[].state', 'placement.imageTemplateFolder'],
      ].map(machine),
    },
    {
      where: 'details',
      why: 'the CPUs, memory and disk of the instance type are shown',
      fields: [machine('instanceConfig.category'), machine('instanceConfig.cpuSet')],
    },
    {
      where: 'details',
      why: why.settings,
      fields: [
        ...['additionalSecurityGroups[].filters[].**', 'availabilityZone.enabled', 'sshPublicKey'],
        ...['customSizeInGB', 'device', 'filesystem', 'mountPath'].map((name) => `diskOffering.${name}`),
      ].map(machine),
    },
    {
      where: 'details',
      why: why.addressPlan,
      fields: ['ipPool.**', 'parentPoolRef.*', 'staticIp'].map((name) =>
        machine(`placement.network.${name}`),
      ),
    },
  ],

  events: [
    listMetadata,
    {
      where: 'ignored',
      why: 'says nothing about what happened',
      fields: ['annotations{}', 'deletionTimestamp', 'labels{}', 'lastModifiedTimestamp', 'name'].map(
        (name) => `items[].metadata.${name}`,
      ),
    },
  ],

  audits: [
    { ...listMetadata, fields: ['listmeta.limit', 'listmeta.offset'] },
    {
      where: 'ignored',
      why: 'says nothing about what was done',
      fields: ['annotations{}', 'deletionTimestamp', 'labels{}', 'lastModifiedTimestamp', 'name'].map(
        (name) => `items[].metadata.${name}`,
      ),
    },
    {
      where: 'ignored',
      why: 'may contain mail addresses and settings; the message of the action says what was done',
      fields: ['items[].spec.contentMsg', 'items[].spec.userMsg'],
    },
    { where: 'ignored', why: why.scope, fields: ['items[].spec.actor.project.*'] },
    {
      where: 'ignored',
      why: why.fallback,
      fields: ['items[].spec.actor.serviceName', 'items[].spec.resource.label'],
    },
    {
      where: 'ignored',
      why: 'the name and the mail address of the user say who it was',
      fields: ['items[].spec.actor.user.org', 'items[].spec.actor.user.uid'],
    },
  ],

  pendingRepaves: [
    { ...listMetadata, fields: ['listmeta.limit', 'listmeta.offset'] },
    {
      where: 'ignored',
      why: 'is read by cluster search; here, only which clusters wait matters',
      fields: ['items[].specSummary.archTypes[]', 'items[].specSummary.c**', 'items[].status.**'],
    },
  ],

  overview: [
    {
      where: 'ignored',
      why: 'is read by cluster search and with the cluster',
      fields: [
        ...['metadata.**', 'spec'],
        ...[
          ...[
            'abortTimestamp',
            'addOnServices[]',
            'apiEndpoints[]',
            'clusterImport',
            'cost',
            'fips',
            'health',
          ],
          ...['hourlyRate', 'location', 'metrics', 'notifications', 'services[]', 'spcApply'],
          ...['state', 'virtual'],
        ].map((name) => `status.${name}`),
      ],
    },
    { where: 'ignored', why: why.otherThings, fields: ['status.workspaces[].*'] },
    {
      where: 'ignored',
      why: 'says nothing about whether the pack or the cluster is well',
      fields: [
        'status.kubeMeta.has*',
        'status.conditions[].lastProbeTime',
        'status.packs[].condition.lastProbeTime',
        'status.packs[].manifests[]',
        'status.packs[].services[]',
      ],
    },
  ],

  repave: [
    { where: 'ignored', why: why.scope, fields: ['metadata.**', 'spec.spectroClusterUid'] },
    {
      where: 'ignored',
      why: why.secret,
      fields: ['current', 'target'].map((side) => `spec.reasons[].pack.${side}.values`),
    },
    {
      where: 'ignored',
      why: 'the name and the version of the pack say what changes',
      fields: [
        ...['annotations{}', 'digest', 'inValidReason', 'isInvalid', 'layer', 'logo', 'manifests[].*'],
        ...['packUid', 'params{}', 'presets[]', 'registryUid', 'schema[]', 'server', 'type'],
      ].map((name) => `spec.reasons[].pack.*.${name}`),
    },
  ],

  certificates: [],

  metrics: [
    {
      where: 'ignored',
      why: 'says how the value was calculated',
      fields: ['aggregation', 'points[]'].flatMap((part) =>
        ['count', 'sum'].map((name) => `items[].metrics[].${part}.${name}`),
      ),
    },
    { where: 'ignored', why: why.fallback, fields: ['items[].metrics[].points[].avg'] },
    {
      where: 'ignored',
      why: 'the least and the greatest value of all points is read instead',
      fields: ['items[].metrics[].points[].max', 'items[].metrics[].points[].min'],
    },
  ],

  teams: [
    listMetadata,
    { where: 'details', why: why.settings, fields: ['items[].spec.sources[]'] },
    {
      where: 'details',
      why: 'is shown as a number, because roles and users have no names here',
      fields: ['items[].spec.roles[]', 'items[].spec.users[]'],
    },
    { where: 'details', why: why.free, fields: ['items[].status'] },
  ],

  roles: [
    {
      where: 'details',
      why: why.uidBesideName,
      fields: ['resourceRoles[].*[].uid'],
    },
  ],

  tenantRoles: [{ where: 'ignored', why: why.inherited, fields: ['inheritedRoles[].*'] }],

  projectRoles: [{ where: 'ignored', why: why.inherited, fields: ['projects[].inheritedRoles[].*'] }],

  workspaceRoles: [
    { where: 'ignored', why: why.inherited, fields: ['projects[].workspaces[].inheritedRoles[].*'] },
  ],

  userResourceRoles: [],

  allRoles: [{ ...listMetadata, fields: ['listmeta.limit', 'listmeta.offset'] }],

  role: [],

  filters: [
    { ...listMetadata, fields: ['listmeta.limit', 'listmeta.offset'] },
    { where: 'ignored', why: why.onlyName, fields: ['items[].spec.filterType', ...metadataOf('items[].')] },
  ],

  filter: [{ where: 'ignored', why: why.onlyName, fields: metadataOf('') }],

  userNames: [],

  userActivity: [
    { where: 'ignored', why: why.secret, fields: ['items[].status.activationLink'] },
    { where: 'ignored', why: why.onlyName, fields: metadataOf('items[].') },
    {
      where: 'ignored',
      why: 'is read for whether users are active; names, teams and roles come from their own lists',
      fields: ['items[].spec.**', 'items[].status.isPasswordResetting'],
    },
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
