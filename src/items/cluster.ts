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
import { isObject } from '../service/readers';
import { present } from '../text/text';
import type { DetailReadings } from './details/detailCache';

/** What is read of a single cluster when the user looks at it. */
export interface ClusterFacts {
  readonly overview: ClusterOverview;
  readonly repave: Repave;
  readonly certificates: ClusterCertificates;
  readonly metrics: readonly MachineMetrics[];
  /** The newest ones, newest first. */
  readonly events: readonly ServiceEvent[];
}

/** Why a cluster needs attention. */
export interface Failure {
  /** A few words, safe to show on one line. */
  readonly cause: string;
  readonly message: string | undefined;
}

export type ClusterReadings = DetailReadings<ClusterFacts>;

/** What one request said about a cluster. */
interface SourceReading<Value> extends RequestTime {
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
export function tagsOf({ found, read }: Pick<ClusterData, 'found' | 'read'>): readonly string[] | undefined {
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

/** The later reading from each source. */
export function latestOf(one: SourceReadings, other: SourceReadings): SourceReadings {
  const laterOf = <Source extends keyof SourceReadings>(source: Source): SourceReadings[Source] =>
    isLater(one[source], other[source]) ? one[source] : (other[source] ?? one[source]);
  return {
    summary: laterOf('summary'),
    search: laterOf('search'),
    metadata: laterOf('metadata'),
    tags: laterOf('tags'),
    approvals: laterOf('approvals'),
    own: laterOf('own'),
    config: laterOf('config'),
  };
}

/** How long what was read before explains how an item is later, in milliseconds. */
export const explainsMs = 10 * 60_000;

/** What the latest of each source say about a cluster together. */
export function combined(readings: SourceReadings, facts: ClusterReadings | undefined): ClusterData & Age {
  const { summary, search, metadata, tags, own, config } = readings;
  const isSearchLatest = metadata === undefined || isLater(search, metadata);
  const [latest, earlier] = isSearchLatest ? [search, metadata] : [metadata, search];
  const { uid, name } = latest?.value.metadata ?? summary?.value ?? {};
  const time: Age = latest ?? summary ?? {};
  const found = latest && summaryOf(latest, earlier);
  return {
    usage: { ...summary?.value, uid, name },
    found: found && {
      ...found,
      tags: tags?.value,
      status: { ...found.status, repave: repaveOf(readings, facts) },
    },
    countedAt: isSearchLatest ? undefined : search,
    read: own?.value,
    config: config?.value,
    facts,
    readAt: time.readAt,
    requestNumber: time.requestNumber,
    aheadMs: time.aheadMs,
  };
}

/** When the state of a cluster was requested. */
interface Age {
  readonly readAt?: number | undefined;
  readonly requestNumber?: number | undefined;
  readonly aheadMs?: number | undefined;
}

function isLater(one: RequestTime | undefined, other: RequestTime | undefined): boolean {
  return (one?.requestNumber ?? 0) > (other?.requestNumber ?? 0);
}

/**
 * A reading that names no pools says nothing about their machines. What an earlier one said of how they are counts for a
 * while, if the cluster still is as it was.
 */
function summaryOf(
  { value: latest, readAt }: SourceReading<ClusterSummary>,
  before: SourceReading<ClusterSummary> | undefined,
): ClusterSummary {
  const earlier = before?.value;
  if (earlier === undefined) return latest;
  if (latest.specSummary?.cloudConfig?.machinePools !== undefined) return latest;
  const { cloudConfig } = earlier.specSummary ?? {};
  const isAsBefore = isSameState(earlier, latest) && readAt - (before?.readAt ?? 0) <= explainsMs;
  const poolOf = isAsBefore ? (pool: PoolMeta) => pool : sizeOnly;
  return {
    ...earlier,
    ...latest,
    source: isAsBefore ? earlier.source : latest.source,
    specSummary: {
      ...earlier.specSummary,
      ...latest.specSummary,
      cloudConfig: {
        ...cloudConfig,
        ...latest.specSummary?.cloudConfig,
        machinePools: cloudConfig?.machinePools?.map(poolOf),
        hybridMachinePools: cloudConfig?.hybridMachinePools?.map(poolOf),
      },
    },
    status: { ...earlier.status, ...latest.status },
  };
}

/** The state of replacing the machines, as the latest source says that tells it. */
function repaveOf(
  { search, metadata, approvals }: SourceReadings,
  facts: ClusterReadings | undefined,
): { readonly state?: string | undefined } | undefined {
  const { value, requested, error } = facts?.repave ?? {};
  const { state } = error === undefined ? (value?.status ?? {}) : {};
  const told = [
    search && { repave: search.value.status?.repave, ...numberOf(search) },
    metadata?.value.status?.repave && { repave: metadata.value.status.repave, ...numberOf(metadata) },
    approvals && { repave: { state: approvals.value ? 'Pending' : undefined }, ...numberOf(approvals) },
    state === undefined ? undefined : { repave: { state }, ...numberOf(requested) },
  ].filter((one) => one !== undefined);
  return told.reduce<(typeof told)[number] | undefined>(
    (latest, one) => (latest === undefined || one.requestNumber > latest.requestNumber ? one : latest),
    undefined,
  )?.repave;
}

function numberOf(time: RequestTime | undefined): Pick<RequestTime, 'requestNumber'> {
  return { requestNumber: time?.requestNumber ?? 0 };
}

function isSameState({ status: one }: ClusterSummary, { status: other }: ClusterSummary): boolean {
  return (
    one?.state === other?.state &&
    (one?.health?.state ?? '').toLowerCase() === (other?.health?.state ?? '').toLowerCase() &&
    (one?.health?.isHeartBeatFailed ?? false) === (other?.health?.isHeartBeatFailed ?? false)
  );
}

function sizeOnly({ size, isControlPlane }: PoolMeta): PoolMeta {
  return { size, isControlPlane };
}

/** What the service said about a cluster, together with its cloud config if that was read. */
export function clusterSource({ usage, found, read, config }: ClusterData): unknown {
  const source: unknown = found?.source ?? read?.source ?? usage;
  const more = {
    ...(found === undefined || read === undefined ? {} : { clusterRead: read.source }),
    ...(config === undefined ? {} : { cloudConfig: config.source }),
  };
  // The cluster's own fields come first and are never replaced.
  return isObject(source) ? { ...source, ...more, ...source } : more;
}
