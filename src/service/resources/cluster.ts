import { cloudConfigPath } from '../cloudTypes';
import type { Endpoint, Request } from '../endpoint';
import { pageOf, type PageAnswer } from '../pages';
import { withSource, listOf, metadata, type Metadata } from './resource';
import {
  amount,
  flag,
  isObject,
  list,
  object,
  reference,
  text,
  texts,
  timestamp,
  wholeNumber,
  type Read,
  type Reader,
} from '../readers';
import { reportsError } from '../response';
import { condition } from './machine';

const poolMeta = object({
  size: wholeNumber,
  healthy: wholeNumber,
  maintenanceMode: wholeNumber,
  isControlPlane: flag,
});
/** The machine counts of a pool in cluster search, which has no pool names. */
export type PoolMeta = Read<typeof poolMeta>;

const compute = object({ total: amount, usage: amount, unit: text });
/** The capacity of a resource and its usage. */
export type Compute = Read<typeof compute>;

export const location = object({ regionCode: text, regionName: text, countryCode: text, countryName: text });
/** The geographic location of a cluster. */
export type Location = Read<typeof location>;

const repaveState = object({ state: text });

/** A pack may have a range as its `tag`, such as `1.32.x`. */
const namedPack = object({ layer: text, name: text, tag: text, version: text });
/** A cluster profile as a cluster has it, without the values of its packs. */
const profile = object({ name: text, profileVersion: text, version: wholeNumber, packs: list(namedPack) });

interface Tagged {
  /** `key:value`, or the key alone: its labels, if it has no tags. Undefined if it has neither. */
  readonly tags?: readonly string[] | undefined;
}

/** What the tags of a cluster are in. Of searches, only that for the metadata of all clusters is documented to have `tags`. */
interface TagSource {
  readonly metadata?: Metadata | undefined;
  readonly specSummary?: Tagged | undefined;
}

export function withTags<Cluster extends TagSource>(read: Reader<Cluster>): Reader<Cluster & Tagged> {
  const tagOf = ([key, value]: [string, string]): string =>
    value.endsWith('__tag') ? key : `${key}:${value}`;
  return (json) => {
    const cluster = read(json);
    if (cluster === undefined) return undefined;
    const { metadata: { labels } = {}, specSummary } = cluster;
    return { ...cluster, tags: specSummary?.tags ?? (labels && Object.entries(labels).map(tagOf)) };
  };
}

/** What the check of a cluster's health found. */
export const healthCondition = object({
  type: text,
  message: text,
  relatedObject: object({ kind: text, name: text }),
});
export type HealthCondition = Read<typeof healthCondition>;

const clusterSummary = withSource({
  metadata,
  specSummary: object({
    archTypes: texts,
    cloudAccountMeta: reference,
    cloudConfig: object({
      uid: text,
      cloudType: text,
      machinePools: list(poolMeta),
      hybridMachinePools: list(poolMeta),
    }),
    clusterProfileTemplate: reference,
    clusterProfileTemplates: list(profile),
    /** Not in cluster search, which has `status.location`. */
    cloudRegion: text,
    projectMeta: reference,
    tags: texts,
  }),
  status: object({
    state: text,
    health: object({
      state: text,
      agentVersion: text,
      conditions: list(healthCondition),
      isHeartBeatFailed: flag,
      lastHeartBeatTimestamp: timestamp,
    }),
    location,
    metrics: object({ cpu: compute, memory: compute }),
    repave: repaveState,
    /** Not in cluster search. */
    updates: object({ isUpdatesPending: flag }),
  }),
});
/** A cluster in cluster search, or in the search for the metadata of all clusters. */
export type ClusterSummary = Read<typeof clusterSummary> & Tagged;

/** A cluster search. A `continue` token is valid only together with the other values of its first page. */
export interface ClusterQuery {
  /** Limits the search to a project; otherwise, it covers everything that the key can access. */
  readonly projectUid?: string | undefined;
  /** Part of the name, case-insensitive. */
  readonly name?: string | undefined;
  readonly continue?: string | undefined;
}

/** `POST /v1/dashboard/spectroclusters/search`: a page of all clusters, or of those with a part of a name. */
export function searchClusters(query: ClusterQuery): Endpoint<PageAnswer<ClusterSummary>> {
  return {
    method: 'post',
    path: ['v1', 'dashboard', 'spectroclusters', 'search'],
    query: pageOf(query.continue),
    projectUid: query.projectUid,
    probe: query.projectUid === undefined ? undefined : () => searchClusters({}),
    body: searchBody(query),
    read: listOf(withTags(clusterSummary)),
  };
}

function searchBody({ name = '' }: ClusterQuery): object {
  if (name === '') return {};
  const match = { conjunction: 'or', values: [name] };
  const condition = { string: { operator: 'contains', ignoreCase: true, match } };
  const filters = [{ property: 'clusterName', type: 'string', condition }];
  return { filter: { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters }] } };
}

/** A single resource. All its fields may be missing, but it is not an error sent with status 200. */
function resource<Resource>(read: Reader<Resource>): Reader<Resource> {
  return (json) => {
    const isError = isObject(json) && !('metadata' in json) && !('spec' in json) && reportsError(json);
    return isError ? undefined : read(json);
  };
}

const apiEndpoint = object({ host: text, port: wholeNumber });
/** The address of a cluster's Kubernetes API. */
export type ApiEndpoint = Read<typeof apiEndpoint>;

const cluster = withSource({
  metadata,
  spec: object({ cloudType: text, cloudConfigRef: object({ name: text, uid: text }) }),
  status: object({
    state: text,
    location,
    conditions: list(condition),
    apiEndpoints: list(apiEndpoint),
    repave: repaveState,
  }),
});
export type Cluster = Read<typeof cluster> & Tagged;

/** What the requests for a cluster have in common. @param rest the end of their path */
export function ofCluster(uid: string, projectUid: string | undefined, ...rest: readonly string[]) {
  return {
    path: ['v1', 'spectroclusters', uid, ...rest],
    resource: uid,
    own: (): Request => ({ operation: 'readCluster', ...readCluster(uid, projectUid) }),
    projectUid,
  };
}

/** `GET /v1/spectroclusters/{uid}` */
export function readCluster(uid: string, projectUid: string | undefined): Endpoint<Cluster> {
  return { ...ofCluster(uid, projectUid), read: resource(withTags(cluster)) };
}

const machinePool = withSource({
  name: text,
  size: wholeNumber,
  minSize: wholeNumber,
  maxSize: wholeNumber,
  isControlPlane: flag,
  useControlPlaneAsWorker: flag,
  labels: texts,
  azs: texts,
  taints: list(object({ key: text, value: text, effect: text })),
  machinePoolProperties: object({ archType: text }),
  updateStrategy: object({ type: text }),
});
/** The fields of a machine pool that most cloud types share; `poolSpec` reads the others. */
export type MachinePool = Read<typeof machinePool>;

const hybridPool = object({ poolName: text, poolUid: text, poolCloudType: text });
/** A pool of another cloud type in the same cluster. */
export type HybridPool = Read<typeof hybridPool>;

const cloudConfig = withSource({
  metadata,
  spec: object({
    cloudAccountRef: reference,
    machinePoolConfig: list(machinePool),
    hybridMachinePools: list(hybridPool),
  }),
});
export type CloudConfig = Read<typeof cloudConfig>;

/** The location of a cloud config. */
export interface CloudConfigRef {
  readonly cloudType: string;
  readonly configUid: string;
  readonly projectUid?: string | undefined;
}

/** `GET /v1/cloudconfigs/{cloudType}/{configUid}` */
export function readCloudConfig(ref: CloudConfigRef): Endpoint<CloudConfig> {
  return {
    path: cloudConfigPath(ref.cloudType, ref.configUid),
    variant: ref.cloudType,
    resource: ref.configUid,
    projectUid: ref.projectUid,
    read: resource(cloudConfig),
  };
}

const clusterMetadata = withSource({
  metadata,
  specSummary: object({
    archType: texts,
    cloudRegion: text,
    cloudType: text,
    location,
    projectMeta: reference,
    tags: texts,
  }),
  status: object({
    state: text,
    health: object({ state: text, isHeartBeatFailed: flag }),
    updates: object({ isUpdatesPending: flag }),
  }),
});

/** A cluster as cluster search has it. Its cloud config, its pools and its capacity are missing. */
const summary: Reader<ClusterSummary> = (json) => {
  const read = clusterMetadata(json);
  if (read === undefined) return undefined;
  const { source, specSummary = {}, status } = read;
  const { archType, cloudRegion, cloudType, location, projectMeta, tags } = specSummary;
  return {
    metadata: read.metadata,
    specSummary: {
      archTypes: archType,
      cloudConfig: cloudType === undefined ? undefined : { cloudType },
      cloudRegion,
      projectMeta,
      tags,
    },
    status: { ...status, location },
    source,
  };
};

/**
 * `POST /v1/dashboard/spectroclusters/metadata/search`: all clusters that the key can access, in one response. It is not
 * documented whether a large list is complete: `total` and `continue` tell, where the service sends them.
 */
export function searchClusterMetadata(): Endpoint<PageAnswer<ClusterSummary>> {
  return {
    method: 'post',
    path: ['v1', 'dashboard', 'spectroclusters', 'metadata', 'search'],
    body: {},
    read: listOf(withTags(summary)),
  };
}
