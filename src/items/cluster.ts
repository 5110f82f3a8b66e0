import type { BuiltInCloudType } from '../service/cloudTypes';
import type {
  CloudConfig,
  CloudConfigRef,
  Cluster,
  ClusterSummary,
  PoolMeta,
} from '../service/resources/cluster';
import type { ServiceError } from '../service/errors';
import type { RequestTime } from '../service/requestTime';
import type { ClusterCertificates } from '../service/resources/certificates';
import type { ClusterOverview } from '../service/resources/clusterOverview';
import type { Metadata } from '../service/resources/metadata';
import type { MachineMetrics } from '../service/resources/metrics';
import type { Repave } from '../service/resources/repave';
import type { ClusterUsage } from '../service/resources/project';
import { isObject } from '../service/readers';
import { present } from '../text/text';

/** What expanding a cluster revealed about it. */
export interface ClusterReading {
  /** The cluster itself, read if cluster search doesn't say where its cloud config is. */
  readonly read?: Cluster | undefined;
  readonly config?: CloudConfig | undefined;
}

/** What is read of a single cluster when the user looks at it. */
export interface ClusterFacts {
  readonly overview: ClusterOverview;
  readonly repave: Repave;
  readonly certificates: ClusterCertificates;
  readonly metrics: readonly MachineMetrics[];
}

/** Why a cluster needs attention. */
export interface Failure {
  /** A few words, safe to show on one line. */
  readonly cause: string;
  readonly message: string | undefined;
}

/** The last successful read of a fact, and why the last one failed if it did. */
export interface FactReading<Value> {
  readonly value?: Value;
  /** When the value was requested, in milliseconds since 1970. */
  readonly readAt?: number;
  readonly error?: ServiceError;
  /** The last read, successful or not. */
  readonly requested: RequestTime;
}

export type ClusterReadings = {
  readonly [Name in keyof ClusterFacts]?: FactReading<ClusterFacts[Name]> | undefined;
};

/** Everything that is known about a cluster. */
export interface KnownCluster extends ClusterReading {
  /** What the project summary says. */
  readonly usage: ClusterUsage;
  /** What cluster search says. */
  readonly found?: ClusterSummary | undefined;
  /** What was read because the user looked at it. */
  readonly facts?: ClusterReadings | undefined;
}

/** The cloud type whose machines every service can list. */
export const interfaceCloudType = 'openstack' satisfies BuiltInCloudType;

/** Where the cloud config of a cluster is; undefined if that is not known. */
export function cloudConfigOf(cluster: KnownCluster): Omit<CloudConfigRef, 'projectUid'> | undefined {
  const configUid = configUidOf(cluster);
  return configUid === undefined
    ? undefined
    : // A service that does not say has no other type.
      { configUid, cloudType: cloudTypeOf(cluster) ?? interfaceCloudType };
}

export function configUidOf({ found, read }: KnownCluster): string | undefined {
  return present(found?.specSummary?.cloudConfig?.uid, read?.spec?.cloudConfigRef?.uid)[0];
}

export function cloudTypeOf({ found, read }: KnownCluster): string | undefined {
  return present(found?.specSummary?.cloudConfig?.cloudType, read?.spec?.cloudType)[0];
}

export function stateOf({ found, read }: KnownCluster): string | undefined {
  return present(found?.status?.state, read?.status?.state)[0];
}

/** The state of replacing its machines, as the service wrote it. */
export function repaveStateOf({ found, read }: KnownCluster): string | undefined {
  return (found?.status?.repave ?? read?.status?.repave)?.state;
}

/** Whether its machines wait for approval to be replaced. */
export function isWaiting(cluster: KnownCluster): boolean {
  return repaveStateOf(cluster) === 'Pending';
}

export function metadataOf({ usage, found, read }: KnownCluster): Metadata {
  return { ...read?.metadata, ...found?.metadata, name: usage.name, uid: usage.uid };
}

/** Undefined if they were not read. */
export function tagsOf({ found, read }: Pick<KnownCluster, 'found' | 'read'>): readonly string[] | undefined {
  return found?.tags ?? read?.tags;
}

/** The pools known without reading the cloud config, including those of other clouds. */
export function poolMetaOf({ found }: KnownCluster): readonly PoolMeta[] | undefined {
  const { machinePools, hybridMachinePools = [] } = found?.specSummary?.cloudConfig ?? {};
  return machinePools === undefined ? undefined : [...machinePools, ...hybridMachinePools];
}

export function poolCountOf(cluster: KnownCluster): number | undefined {
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
export function machineCountsOf(cluster: KnownCluster): MachineCounts | undefined {
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
export function machineTotalOf(cluster: KnownCluster): number | undefined {
  const { machinePoolConfig, hybridMachinePools } = cluster.config?.spec ?? {};
  const isConfigWhole = machinePoolConfig !== undefined && (hybridMachinePools ?? []).length === 0;
  const pools = isConfigWhole ? machinePoolConfig : poolMetaOf(cluster);
  return pools?.reduce<number | undefined>(
    (total, { size }) => (total === undefined || size === undefined ? undefined : total + size),
    0,
  );
}

/**
 * What two reads say about a cluster, with the latest tags. A read that names no pools says nothing new if the cluster is as
 * it was; otherwise, the number of healthy machines is outdated.
 */
export function latestSummary(
  earlier: ClusterSummary | undefined,
  latest: ClusterSummary | undefined,
): ClusterSummary | undefined {
  if (earlier === undefined || latest === undefined) return latest ?? earlier;
  const tags = latest.tags ?? earlier.tags;
  if (latest.specSummary?.cloudConfig?.machinePools !== undefined) return { ...latest, tags };
  if (isSameState(earlier, latest)) return { ...earlier, tags };
  const { cloudConfig } = earlier.specSummary ?? {};
  return {
    ...earlier,
    ...latest,
    tags,
    specSummary: {
      ...earlier.specSummary,
      ...latest.specSummary,
      cloudConfig: {
        ...cloudConfig,
        ...latest.specSummary?.cloudConfig,
        machinePools: cloudConfig?.machinePools?.map(sizeOnly),
        hybridMachinePools: cloudConfig?.hybridMachinePools?.map(sizeOnly),
      },
    },
    status: { ...earlier.status, ...latest.status },
  };
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
export function clusterSource({ usage, found, read, config }: KnownCluster): unknown {
  const source: unknown = found?.source ?? read?.source ?? usage;
  const more = {
    ...(found === undefined || read === undefined ? {} : { clusterRead: read.source }),
    ...(config === undefined ? {} : { cloudConfig: config.source }),
  };
  // The cluster's own fields come first and are never replaced.
  return isObject(source) ? { ...source, ...more, ...source } : more;
}
