import type { BuiltInCloudType } from '../service/cloudTypes';
import type {
  CloudConfig,
  CloudConfigRef,
  Cluster,
  ClusterSummary,
  PoolMeta,
} from '../service/resources/cluster';
import type { RequestTime } from '../service/requestTime';
import type { ClusterCertificates } from '../service/resources/certificates';
import type { ClusterOverview } from '../service/resources/clusterOverview';
import type { ServiceEvent } from '../service/resources/event';
import type { Metadata } from '../service/resources/metadata';
import type { MachineMetrics } from '../service/resources/metrics';
import type { Repave } from '../service/resources/repave';
import type { ClusterUsage } from '../service/resources/project';
import { present } from '../text/text';
import type { ServiceError } from '../service/errors';

/** What is read of a single cluster when the user looks at it. */
export interface ClusterFacts {
  readonly overview: ClusterOverview;
  readonly repave: Repave;
  readonly certificates: ClusterCertificates;
  readonly metrics: readonly MachineMetrics[];
  /** The newest ones, newest first. */
  readonly events: readonly ServiceEvent[];
}

/** The last successful read of a detail, and why the last one failed if it did. */
export interface DetailReading<Value> {
  readonly value?: Value;
  /** When the value was requested, in milliseconds since 1970. */
  readonly readAt?: number;
  readonly error?: ServiceError;
  /** The last read, successful or not. */
  readonly requested: RequestTime;
}

export type ClusterReadings = {
  readonly [Name in keyof ClusterFacts]?: DetailReading<ClusterFacts[Name]> | undefined;
};

/** Why a cluster needs attention. */
export interface Failure {
  /** A few words, safe to show on one line. */
  readonly cause: string;
  readonly message: string | undefined;
}

/** What one request said about a cluster. */
export interface SourceReading<Value> extends RequestTime {
  readonly value: Value;
}

/** What each source can say about a cluster. */
interface SourceValues {
  /** The summary of its project, which has its name and little else. */
  readonly summary: ClusterUsage;
  readonly search: ClusterSummary;
  /** The search for the metadata of all clusters, which does not tell how their machines are. */
  readonly metadata: ClusterSummary;
  /** What either search says of them. */
  readonly tags: readonly string[];
  /** Whether it is in the list of those that wait for approval. */
  readonly approvals: boolean;
  /** The cluster itself, read if no search says where its cloud config is. */
  readonly own: Cluster;
  readonly config: CloudConfig;
}

/** The latest reading of a cluster from each source. */
export type SourceReadings = {
  readonly [Source in keyof SourceValues]?: SourceReading<SourceValues[Source]> | undefined;
};

/** Everything that is known about a cluster: for each value, what the latest source says that has it. */
export interface ClusterData {
  /** Its name and UID, and what the project summary says. */
  readonly usage: ClusterUsage;
  /** What searches say. */
  readonly found?: ClusterSummary | undefined;
  /** When a search counted the healthy machines, if it was not the latest. */
  readonly countedAt?: RequestTime | undefined;
  readonly read?: Cluster | undefined;
  readonly config?: CloudConfig | undefined;
  /** What was read because the user looked at it. */
  readonly facts?: ClusterReadings | undefined;
}

/** How long what was read before explains how an item is later, in milliseconds. */
export const explainsMs = 10 * 60_000;

/** The cloud type whose machines every service can list. */
export const interfaceCloudType = 'openstack' satisfies BuiltInCloudType;

/** Where the cloud config of a cluster is; undefined if that is not known. */
export function cloudConfigOf(cluster: ClusterData): Omit<CloudConfigRef, 'projectUid'> | undefined {
  const configUid = configUidOf(cluster);
  return configUid === undefined
    ? undefined
    : // A service that does not say has no other type.
      { configUid, cloudType: cloudTypeOf(cluster) ?? interfaceCloudType };
}

export function configUidOf({ found, read }: ClusterData): string | undefined {
  return present(found?.specSummary?.cloudConfig?.uid, read?.spec?.cloudConfigRef?.uid)[0];
}

export function cloudTypeOf({ found, read }: ClusterData): string | undefined {
  return present(found?.specSummary?.cloudConfig?.cloudType, read?.spec?.cloudType)[0];
}

export function stateOf({ found, read }: ClusterData): string | undefined {
  return present(found?.status?.state, read?.status?.state)[0];
}

/** The state of replacing its machines, as the service wrote it. */
export function repaveStateOf({ found, read }: ClusterData): string | undefined {
  return (found?.status?.repave ?? read?.status?.repave)?.state;
}

/** Whether its machines wait for approval to be replaced. */
export function isWaiting(cluster: ClusterData): boolean {
  return repaveStateOf(cluster) === 'Pending';
}

export function metadataOf({ usage, found, read }: ClusterData): Metadata {
  return { ...read?.metadata, ...found?.metadata, name: usage.name, uid: usage.uid };
}

/** Undefined if they were not read. */
export function tagsOf({ found, read }: ClusterData): readonly string[] | undefined {
  return found?.tags ?? read?.tags;
}

/** The pools known without reading the cloud config, including those of other clouds. */
export function poolMetaOf({ found }: ClusterData): readonly PoolMeta[] | undefined {
  const { machinePools, hybridMachinePools = [] } = found?.specSummary?.cloudConfig ?? {};
  return machinePools === undefined ? undefined : [...machinePools, ...hybridMachinePools];
}

export function poolCountOf(cluster: ClusterData): number | undefined {
  const { machinePoolConfig, hybridMachinePools = [] } = cluster.config?.spec ?? {};
  return machinePoolConfig === undefined
    ? poolMetaOf(cluster)?.length
    : machinePoolConfig.length + hybridMachinePools.length;
}

/** How many machines the pools of a cluster have. */
interface MachineCounts {
  readonly size: number;
  readonly healthy: number;
  readonly inMaintenance: number;
}

/** Undefined unless every pool says how many machines it has and how many of them are healthy. */
export function machineCountsOf(cluster: ClusterData): MachineCounts | undefined {
  const pools = poolMetaOf(cluster);
  if (pools === undefined) return undefined;
  let size = 0;
  let healthy = 0;
  let inMaintenance = 0;
  for (const pool of pools) {
    if (pool.size === undefined || pool.healthy === undefined || pool.healthy > pool.size) return undefined;
    size += pool.size;
    healthy += pool.healthy;
    inMaintenance += pool.maintenanceMode ?? 0;
  }
  return { size, healthy, inMaintenance };
}

/** How many machines of a cluster are neither healthy nor in maintenance; undefined if that is not known. */
export function affectedOf(cluster: ClusterData): number | undefined {
  const counts = machineCountsOf(cluster);
  return counts && counts.size - counts.healthy - counts.inMaintenance;
}

/** How many machines a cluster has; undefined unless every pool says how many it has. */
export function machineTotalOf(cluster: ClusterData): number | undefined {
  const { machinePoolConfig, hybridMachinePools } = cluster.config?.spec ?? {};
  const isConfigWhole = machinePoolConfig !== undefined && (hybridMachinePools ?? []).length === 0;
  const pools = isConfigWhole ? machinePoolConfig : poolMetaOf(cluster);
  return pools?.reduce<number | undefined>(
    (total, { size }) => (total === undefined || size === undefined ? undefined : total + size),
    0,
  );
}

/** What the service said about a cluster, together with its cloud config if that was read. */
export function clusterSource({ usage, found, read, config }: ClusterData): unknown {
  const source = found?.source ?? read?.source ?? usage;
  const more = {
    ...(found === undefined || read === undefined ? {} : { clusterRead: read.source }),
    ...(config === undefined ? {} : { cloudConfig: config.source }),
  };
  // The cluster's own fields come first and are never replaced.
  return { ...source, ...more, ...source };
}
