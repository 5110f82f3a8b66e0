/**
 * The fields of responses that no row or hover shows, where they are instead, and why. `decisions.test.ts` checks that
 * every documented field is either shown or listed here, and that the list is correct. The first decision about a field
 * counts.
 */
export interface Decision {
  /** In the document of the row, which contains all of its JSON, or nowhere. */
  readonly where: 'details' | 'ignored';
  readonly why: string;
  /** Paths as in `Field`; `*` matches one name, `**` the rest of the path, and `(a|b)` either. */
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
  packs: 'is about profiles and packs, of which Poolview shows only names and versions',
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

type Decide = (why: string, ...fields: readonly string[]) => Decision;

const details: Decide = (reason, ...fields) => ({ where: 'details', why: reason, fields });
const ignored: Decide = (reason, ...fields) => ({ where: 'ignored', why: reason, fields });
const inClouds = (cloudTypes: readonly string[], ...given: Parameters<Decide>): Decision => ({
  ...details(...given),
  cloudTypes,
});

const listMetadata = ignored(why.paging, 'listmeta.(limit|offset)');
const pageMetadata = ignored(why.paging, 'listmeta.(continue|limit|offset)');

/** Fields of metadata that say nothing about what something is called, or when it happened. */
const unsaid = 'annotations{}|deletionTimestamp|labels{}|lastModifiedTimestamp';

export const decisions = {
  projects: [pageMetadata, details(why.uidBesideName, 'items[].specSummary.*[].uid')],

  projectUids: [],

  foundClusters: [
    pageMetadata,
    details('the severity of the cluster says it', 'items[].status.health.state'),
    details(
      why.uidBesideName,
      'items[].specSummary.cloudAccountMeta.uid',
      'items[].status.health.conditions[].relatedObject.uid',
    ),
    details(why.scope, 'items[].specSummary.projectMeta.**'),
    details(
      'has no name of a pool; the pools are shown below, with these fields',
      'items[].specSummary.cloudConfig.*[].(cloudType|isControlPlane|labels[])',
    ),
    ignored(
      why.values,
      'items[].specSummary.clusterProfileTemplate.packs[].(manifests[]|params|presets[]|schema[]|values)',
      'items[].specSummary.clusterProfileTemplates[].packs[].(manifests[]|params|presets[]|schema[]|values)',
      'items[].specSummary.cloudConfig.*[].infraProfileTemplate.packs[].(manifests[]|params|presets[]|schema[]|values)',
    ),
    details(
      why.packs,
      'items[].specSummary.cloudConfig.*[].infraProfileTemplate.**',
      'items[].specSummary.clusterProfileTemplates[].(cloudType|scope|type)',
      'items[].specSummary.clusterProfileTemplates[].packs[].type',
    ),
    details(why.uidBesideName, 'items[].specSummary.clusterProfileTemplates[].uid'),
    details(
      why.fallback,
      'items[].specSummary.clusterProfileTemplate.**',
      'items[].specSummary.clusterProfileTemplates[].packs[].tag',
    ),
    details(why.settings, 'items[].specSummary.clusterConfig.**'),
    ignored(why.secret, 'items[].status.clusterImport.importLink'),
    details('is how the cluster came to the service', 'items[].status.clusterImport.(isBrownfield|state)'),
    details(why.money, 'items[].status.(cost|hourlyRate)'),
    details(why.fallback, 'items[].status.location.(countryCode|regionCode)'),
    details(why.lessExact, 'items[].status.location.coordinates[]'),
    details(
      'is about waiting pods; usage and capacity are shown',
      'items[].status.metrics.*.(limit|request|lastUpdatedTime)',
    ),
    details(
      'is shown in cores and GiB; in the unit of this sample, which says nothing, only the percentage is',
      'items[].status.metrics.*.(unit|usage)',
    ),
    details(why.software, 'items[].status.notifications.*'),
    details(why.settings, 'items[].status.fips.mode'),
    details(why.otherThings, 'items[].status.virtual.**'),
  ],

  clusterMetadata: [
    listMetadata,
    details(
      'is about the account and the origin of the cluster, not about its health',
      'items[].specSummary.(cloudAccountUid|clusterType|importMode)',
    ),
    details(why.lessExact, 'items[].specSummary.location.coordinates[]'),
    details(why.money, 'items[].status.cost.total'),
    details(why.settings, 'items[].status.fips.mode'),
  ],

  cluster: [
    details(why.api, '(apiVersion|kind)'),
    details('the cloud config is requested by the UID beside it', 'spec.cloudConfigRef.(name|kind)'),
    details(why.settings, 'spec.clusterConfig.**', 'spec.clusterType'),
    ignored(why.secret, 'spec.clusterProfileTemplates[].packServerSecret'),
    details(
      why.packs,
      'spec.clusterProfileTemplates[].(name|uid|cloudType|packs[]|profileVersion|type|version)',
      'spec.clusterProfileTemplates[].(packServerRefs[].*|relatedObject.*)',
    ),
    details(why.packs, 'status.packs[]', 'status.profileStatus.hasUserMacros'),
    details(why.otherThings, 'spec.clusterTemplate.*', 'status.virtual.**'),
    details(
      'is about services in the cluster; its API endpoint is shown',
      'status.(addOnServices[].*|services[].**)',
    ),
    ignored(why.secret, 'status.clusterImport.importLink'),
    details('is how the cluster came to the service', 'status.clusterImport.(isBrownfield|state)'),
    details(
      'the condition itself is shown, not its times',
      'status.conditions[].(lastProbeTime|lastTransitionTime)',
    ),
    details(why.settings, 'status.fips.mode'),
    details(why.fallback, 'status.location.(countryCode|regionCode)'),
    details(why.lessExact, 'status.location.geoLoc.*'),
    details(why.software, 'status.abortTimestamp', 'status.(spcApply.*|upgrades[].**)'),
  ],

  cloudConfig: [
    details(why.api, '(apiVersion|kind)'),
    details(why.lessExact, 'metadata.**'),
    details(why.free, 'status'),
    details(why.uidBesideName, 'spec.cloudAccountRef.(uid|kind)', 'spec.hybridMachinePools[].poolUid'),
    ignored(
      why.secret,
      'spec.clusterConfig.hybridConfig.iamRolesAnywhere.rootCaPrivateKey',
      'spec.clusterConfig.hybridConfig.systemsManager.activationCode',
    ),
    ignored(why.values, 'spec.(clusterConfig.values|machinePoolConfig[].values)'),
    details(why.settings, 'spec.clusterConfig.**'),
    details(
      why.otherThings,
      'spec.(edgeHostRef.*|edgeHostRefs[].*|fargateProfiles[].**)',
      'spec.hostClusterUid',
    ),
    details(
      why.uidBesideName,
      'spec.machinePoolConfig[].(hosts[].hostUid|networks[].id|offering.id|template.id)',
    ),
    details(
      why.fallback,
      'spec.machinePoolConfig[].(amiType|osDisk.osType|subnet.id)',
      'spec.machinePoolConfig[].**additionalSecurityGroups[].arn',
    ),
    inClouds(
      ['gcp', 'gke'],
      'is shown as the subnets of the zones, which are more precise',
      'spec.machinePoolConfig[].subnet',
    ),
    inClouds(
      ['aks', 'aws', 'azure', 'eks', 'gcp', 'gke', 'openstack'],
      'is shown as the name of the instance type or flavor',
      'spec.machinePoolConfig[].(flavor|instanceConfig.name)',
    ),
    details(
      'the CPUs, memory and disk of the instance type are shown',
      'spec.machinePoolConfig[].instanceConfig.(category|cpuSet)',
    ),
    inClouds(
      ['maas'],
      'the tags by which its machines are selected are shown',
      'spec.machinePoolConfig[].additionalTags{}',
    ),
    details(
      'is set on the nodes in Kubernetes; the labels and taints of the pool are shown',
      'spec.machinePoolConfig[].(additionalAnnotations{}|additionalLabels{})',
      'spec.machinePoolConfig[].taints[].timeAdded',
    ),
    ignored(why.secret, 'spec.machinePoolConfig[].awsLaunchTemplate.rootVolume.encryptionKey'),
    details(
      why.settings,
      'spec.machinePoolConfig[].awsLaunchTemplate.rootVolume.(deviceName|encrypted|iops|throughput)',
      'spec.machinePoolConfig[].(enableAwsLaunchTemplate|hostResourceGroupArn)',
      'spec.machinePoolConfig[].(licenseConfigurationArns[]|skipK8sUpgrade|nodeRepaveInterval)',
      'spec.machinePoolConfig[].(overrideKubeadmConfiguration|useLxdVm)',
      'spec.machinePoolConfig[].updateStrategy.(maxSurge|maxUnavailable)',
      'spec.machinePoolConfig[].placements[].(imageTemplateFolder|uid)',
      'spec.machinePoolConfig[].hosts[].(IsCandidateCaption|caCert|twoNodeCandidatePriority)',
      'spec.machinePoolConfig[].**additionalSecurityGroups[].filters[].**',
      'spec.machinePoolConfig[].awsLaunchTemplate.(ami.eksOptimizedLookupType|imageLookup*)',
    ),
    details(
      why.addressPlan,
      'spec.machinePoolConfig[].hosts[].(hostAddress|nic.**|nicName|staticIP)',
      'spec.machinePoolConfig[].**network.(ipPool.**|parentPoolRef.*|staticIp)',
    ),
  ],

  machines: [
    pageMetadata,
    details(why.api, 'items[].apiVersion'),
    details('the severity of the machine says it', 'items[].status.health.state'),
    details(why.scope, 'items[].spec.cloudType'),
    details(
      why.fallback,
      'items[].spec.image.(id|offer)',
      'items[].spec.(additionalSecurityGroups[].arn|instanceConfig.name)',
    ),
    details(why.uidBesideName, 'items[].spec.(instanceType.id|placement.uid)'),
    details(
      'the name of the image is shown',
      'items[].spec.image.(gallery|publisher|resourceGroup|sku|subscriptionId|version)',
      'items[].spec.(images[].state|placement.imageTemplateFolder)',
    ),
    details(
      'the CPUs, memory and disk of the instance type are shown',
      'items[].spec.instanceConfig.(category|cpuSet)',
    ),
    details(
      why.settings,
      'items[].spec.diskOffering.(customSizeInGB|device|filesystem|mountPath)',
      'items[].spec.additionalSecurityGroups[].filters[].**',
      'items[].spec.availabilityZone.enabled',
      'items[].spec.sshPublicKey',
    ),
    details(why.addressPlan, 'items[].spec.placement.network.(ipPool.**|parentPoolRef.*|staticIp)'),
  ],

  events: [listMetadata, ignored('says nothing about what happened', `items[].metadata.(${unsaid}|name)`)],

  audits: [
    listMetadata,
    ignored('says nothing about what was done', `items[].metadata.(${unsaid}|name)`),
    ignored(
      'may contain mail addresses and settings; the message of the action says what was done',
      'items[].spec.(contentMsg|userMsg)',
    ),
    ignored(why.scope, 'items[].spec.actor.project.*'),
    ignored(why.fallback, 'items[].spec.(actor.serviceName|resource.label)'),
    ignored('the name and the mail address of the user say who it was', 'items[].spec.actor.user.(org|uid)'),
  ],

  pendingRepaves: [
    listMetadata,
    ignored(
      'is read by cluster search; here, only which clusters wait matters',
      `items[].metadata.(${unsaid}|creationTimestamp)`,
      'items[].specSummary.(archTypes[]|c**)',
      'items[].status.**',
    ),
  ],

  overview: [
    ignored(
      'is read by cluster search and with the cluster',
      'status.(abortTimestamp|addOnServices[]|apiEndpoints[]|clusterImport|cost|fips)',
      'status.health.(agentVersion|lastHeartBeatTimestamp|state)',
      'status.health.conditions[].relatedObject.uid',
      'status.(hourlyRate|location|metrics|notifications|services[]|spcApply|state|virtual)',
      '(metadata.**|spec)',
    ),
    ignored(why.otherThings, 'status.workspaces[].*'),
    ignored(
      'says nothing about whether the pack or the cluster is well',
      'status.packs[].(manifests[]|services[])',
      'status.(kubeMeta.has*|conditions[].lastProbeTime)',
      'status.packs[].condition.lastProbeTime',
    ),
  ],

  repave: [
    ignored(why.scope, '(metadata.**|spec.spectroClusterUid)'),
    ignored(why.secret, 'spec.reasons[].pack.(current.values|target.values)'),
    ignored(
      'the name and the version of the pack say what changes',
      'spec.reasons[].pack.*.(annotations{}|digest|inValidReason|isInvalid|layer|logo|packUid)',
      'spec.reasons[].pack.*.(params{}|presets[]|registryUid|schema[]|server|type)',
      'spec.reasons[].pack.*.manifests[].*',
    ),
  ],

  certificates: [],

  metrics: [
    ignored(
      'says how the value was calculated',
      'items[].metrics[].aggregation.(count|sum)',
      'items[].metrics[].points[].(count|sum)',
    ),
    ignored(why.fallback, 'items[].metrics[].points[].avg'),
    ignored(
      'the least and the greatest value of all points is read instead',
      'items[].metrics[].points[].(max|min)',
    ),
  ],

  teams: [
    pageMetadata,
    details(why.settings, 'items[].spec.sources[]'),
    details(
      'is shown as a number, because roles and users have no names here',
      'items[].spec.(roles[]|users[])',
    ),
    details(why.free, 'items[].status'),
  ],

  roles: [details(why.uidBesideName, 'resourceRoles[].*[].uid')],

  tenantRoles: [ignored(why.inherited, 'inheritedRoles[].*')],

  projectRoles: [ignored(why.inherited, 'projects[].inheritedRoles[].*')],

  workspaceRoles: [ignored(why.inherited, 'projects[].workspaces[].inheritedRoles[].*')],

  userResourceRoles: [],

  allRoles: [listMetadata, ignored(why.onlyName, `items[].metadata.(${unsaid}|creationTimestamp)`)],

  role: [ignored(why.onlyName, `metadata.(${unsaid}|creationTimestamp)`)],

  filters: [
    listMetadata,
    ignored(why.onlyName, `items[].metadata.(${unsaid}|creationTimestamp)`, 'items[].spec.filterType'),
  ],

  filter: [ignored(why.onlyName, `metadata.(${unsaid}|creationTimestamp)`)],

  userNames: [],

  userActivity: [
    ignored(why.secret, 'items[].status.activationLink'),
    ignored(why.onlyName, `items[].metadata.(${unsaid}|creationTimestamp)`),
    ignored(
      'is read for whether users are active; names, teams and roles come from their own lists',
      'items[].(spec.**|status.isPasswordResetting)',
    ),
  ],

  apiKeys: [
    ignored(why.secret, 'items[].spec.key'),
    ignored(
      'is read for when the keys of a user end',
      '(items[].metadata.**|items[].spec.user.firstName|items[].spec.user.lastName)',
    ),
  ],

  ownUser: [ignored('is read for whom the key belongs to', '(orgName|tenantUid)')],
} as const satisfies Readonly<Record<string, readonly Decision[]>>;
