import { reportsError } from '../changeOutcome';
import { cloudConfigPath } from '../cloudTypes';
import type { Endpoint } from '../http';
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
  withSource,
  type Read,
  type Reader,
} from '../readers';
import { condition } from './machine';
import { listOf, metadata } from './metadata';

const poolMeta = object({
  size: wholeNumber,
  healthy: wholeNumber,
  maintenanceMode: wholeNumber,
  isControlPlane: flag,
});
/** A machine pool as cluster search mentions it, without its name: how many machines, and how many of them are well. */
export type PoolMeta = Read<typeof poolMeta>;

const compute = object({ total: amount, usage: amount, unit: text });
/** How much there is of something and how much of it is used, in `unit`. */
export type Compute = Read<typeof compute>;

const location = object({ regionCode: text, regionName: text, countryCode: text, countryName: text });
/** Where in the world a cluster is. */
export type Location = Read<typeof location>;

const repave = object({ state: text });

const clusterSummary = withSource(
  object({
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
      projectMeta: reference,
    }),
    status: object({
      state: text,
      health: object({
        state: text,
        agentVersion: text,
        conditions: list(
          object({
            type: text,
            message: text,
            relatedObject: object({ kind: text, name: text }),
          }),
        ),
        lastHeartBeatTimestamp: timestamp,
      }),
      location: location,
      metrics: object({ cpu: compute, memory: compute }),
      repave: repave,
    }),
  }),
);
/** A cluster as cluster search finds it. */
export type ClusterSummary = Read<typeof clusterSummary>;

const clusterSummaryList = listOf(clusterSummary);

/** What to search. A `continue` token is only valid with the same other values that it was given for. */
export interface ClusterQuery {
  /** Searches one project; all that the key may see otherwise. */
  readonly projectUid?: string | undefined;
  /** A part of their name, in capitals or not. */
  readonly name?: string | undefined;
  readonly continue?: string | undefined;
}

/** Clusters a page: the most that the service gives. */
const clusterPageSize = 50;

/** `POST /v1/dashboard/spectroclusters/search`: all clusters, or those that are searched for, a page at a time. */
export function searchClusters(query: ClusterQuery): Endpoint<Read<typeof clusterSummaryList>> {
  return {
    operation: 'searchClusters',
    optional: true,
    method: 'post',
    path: ['v1', 'dashboard', 'spectroclusters', 'search'],
    query: { limit: clusterPageSize, continue: query.continue },
    projectUid: query.projectUid,
    body: searchBody(query),
    answer: clusterSummaryList,
  };
}

function searchBody({ name = '' }: ClusterQuery): object {
  if (name === '') return {};
  const match = { conjunction: 'or', values: [name] };
  const condition = { string: { operator: 'contains', ignoreCase: true, match } };
  const filters = [{ property: 'clusterName', type: 'string', condition }];
  return { filter: { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters }] } };
}

/** A single resource, all fields of which may be missing. An error that was sent with status 200 is none. */
function resource<Resource>(read: Reader<Resource>): Reader<Resource> {
  return (json) => {
    const isError = isObject(json) && !('metadata' in json) && !('spec' in json) && reportsError(json);
    return isError ? undefined : read(json);
  };
}

const apiEndpoint = object({ host: text, port: wholeNumber });
/** Where the Kubernetes API of a cluster is. */
export type ApiEndpoint = Read<typeof apiEndpoint>;

const cluster = withSource(
  object({
    metadata,
    spec: object({ cloudType: text, cloudConfigRef: object({ name: text, uid: text }) }),
    status: object({
      state: text,
      location: location,
      conditions: list(condition),
      apiEndpoints: list(apiEndpoint),
      repave: repave,
    }),
  }),
);
/** A cluster: its cloud type, its state and where its cloud config is. */
export type Cluster = Read<typeof cluster>;

/** `GET /v1/spectroclusters/{uid}` */
export function readCluster(uid: string, projectUid: string | undefined): Endpoint<Read<typeof cluster>> {
  return {
    operation: 'readCluster',
    optional: true,
    method: 'get',
    path: ['v1', 'spectroclusters', uid],
    projectUid,
    answer: resource(cluster),
  };
}

const machinePool = withSource(
  object({
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
  }),
);
/** A machine pool as a cloud config describes it, as far as most cloud types have the same; `poolSpec` has the rest. */
export type MachinePool = Read<typeof machinePool>;

const hybridPool = object({ poolName: text, poolUid: text, poolCloudType: text });
/** A pool of another cloud type within a cluster. */
export type HybridPool = Read<typeof hybridPool>;

const cloudConfig = withSource(
  object({
    metadata,
    spec: object({
      cloudAccountRef: reference,
      machinePoolConfig: list(machinePool),
      hybridMachinePools: list(hybridPool),
    }),
  }),
);
/** The cloud config of a cluster. */
export type CloudConfig = Read<typeof cloudConfig>;

/** Where a cloud config is. */
export interface CloudConfigRef {
  readonly cloudType: string;
  readonly configUid: string;
  readonly projectUid?: string | undefined;
}

/** `GET /v1/cloudconfigs/{cloudType}/{configUid}` */
export function readCloudConfig(ref: CloudConfigRef): Endpoint<Read<typeof cloudConfig>> {
  return {
    operation: 'readCloudConfig',
    optional: true,
    method: 'get',
    path: cloudConfigPath(ref.cloudType, ref.configUid),
    projectUid: ref.projectUid,
    answer: resource(cloudConfig),
  };
}
