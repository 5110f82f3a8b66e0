import * as z from 'zod/mini';
import { cloudConfigPath } from '../cloudTypes';
import type { Endpoint } from '../http';
import { field, flag, list, number, reference, text, texts, timestamp, withSource } from '../lenient';
import { condition } from './machine';
import { listMetadata, metadata } from './metadata';

const poolMeta = z.object({
  size: number,
  healthy: number,
  maintenanceMode: number,
  isControlPlane: flag,
});
/** A machine pool as cluster search mentions it, without its name: how many machines, and how many of them are well. */
export type PoolMeta = z.output<typeof poolMeta>;

const compute = z.object({ total: number, usage: number, unit: text });
/** How much there is of something and how much of it is used, in `unit`. */
export type Compute = z.output<typeof compute>;

const location = z.object({ regionCode: text, regionName: text, countryCode: text, countryName: text });
/** Where in the world a cluster is. */
export type Location = z.output<typeof location>;

const repave = z.object({ state: text });

const clusterSummary = withSource(
  z.object({
    metadata: field(metadata),
    specSummary: field(
      z.object({
        archTypes: texts,
        cloudAccountMeta: field(reference),
        cloudConfig: field(
          z.object({
            uid: text,
            cloudType: text,
            machinePools: field(list(poolMeta)),
            hybridMachinePools: field(list(poolMeta)),
          }),
        ),
        clusterProfileTemplate: field(reference),
        projectMeta: field(reference),
      }),
    ),
    status: field(
      z.object({
        state: text,
        health: field(
          z.object({
            state: text,
            agentVersion: text,
            conditions: field(
              list(
                z.object({
                  type: text,
                  message: text,
                  relatedObject: field(z.object({ kind: text, name: text })),
                }),
              ),
            ),
            lastHeartBeatTimestamp: timestamp,
          }),
        ),
        location: field(location),
        metrics: field(z.object({ cpu: field(compute), memory: field(compute) })),
        repave: field(repave),
      }),
    ),
  }),
);
/** A cluster as cluster search finds it. */
export type ClusterSummary = z.output<typeof clusterSummary>;

const clusterSummaryList = z.object({ items: list(clusterSummary), listmeta: field(listMetadata) });

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
export function searchClusters(query: ClusterQuery): Endpoint<typeof clusterSummaryList> {
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

const apiEndpoint = z.object({ host: text, port: number });
/** Where the Kubernetes API of a cluster is. */
export type ApiEndpoint = z.output<typeof apiEndpoint>;

const cluster = withSource(
  z.object({
    metadata: field(metadata),
    spec: field(z.object({ cloudType: text, cloudConfigRef: field(z.object({ name: text, uid: text })) })),
    status: field(
      z.object({
        state: text,
        location: field(location),
        conditions: field(list(condition)),
        apiEndpoints: field(list(apiEndpoint)),
        repave: field(repave),
      }),
    ),
  }),
);
/** A cluster: its cloud type, its state and where its cloud config is. */
export type Cluster = z.output<typeof cluster>;

/** `GET /v1/spectroclusters/{uid}` */
export function readCluster(uid: string, projectUid: string | undefined): Endpoint<typeof cluster> {
  return {
    operation: 'readCluster',
    optional: true,
    method: 'get',
    path: ['v1', 'spectroclusters', uid],
    projectUid,
    answer: cluster,
  };
}

const machinePool = withSource(
  z.object({
    name: text,
    size: number,
    minSize: number,
    maxSize: number,
    isControlPlane: flag,
    useControlPlaneAsWorker: flag,
    labels: texts,
    azs: texts,
    taints: field(list(z.object({ key: text, value: text, effect: text }))),
    machinePoolProperties: field(z.object({ archType: text })),
    updateStrategy: field(z.object({ type: text })),
  }),
);
/** A machine pool as a cloud config describes it, as far as most cloud types have the same; `poolSpec` has the rest. */
export type MachinePool = z.output<typeof machinePool>;

const hybridPool = z.object({ poolName: text, poolUid: text, poolCloudType: text });
/** A pool of another cloud type within a cluster. */
export type HybridPool = z.output<typeof hybridPool>;

const cloudConfig = withSource(
  z.object({
    metadata: field(metadata),
    spec: field(
      z.object({
        cloudAccountRef: field(reference),
        machinePoolConfig: field(list(machinePool)),
        hybridMachinePools: field(list(hybridPool)),
      }),
    ),
  }),
);
/** The cloud config of a cluster. */
export type CloudConfig = z.output<typeof cloudConfig>;

/** Where a cloud config is. */
export interface CloudConfigRef {
  readonly cloudType: string;
  readonly configUid: string;
  readonly projectUid?: string | undefined;
}

/** `GET /v1/cloudconfigs/{cloudType}/{configUid}` */
export function readCloudConfig(ref: CloudConfigRef): Endpoint<typeof cloudConfig> {
  return {
    operation: 'readCloudConfig',
    optional: true,
    method: 'get',
    path: cloudConfigPath(ref.cloudType, ref.configUid),
    projectUid: ref.projectUid,
    answer: cloudConfig,
  };
}
