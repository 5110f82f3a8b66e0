import type { BuiltInCloudType } from '../service/cloudTypes';
import type {
  CloudConfig,
  CloudConfigRef,
  Cluster,
  ClusterSummary,
  Location,
  PoolMeta,
} from '../service/resources/cluster';
import type { RequestTime } from '../service/requestTime';
import type {
  ClusterCertificates,
  ClusterOverview,
  Repave,
  MachineMetrics,
} from '../service/resources/clusterFacts';
import type { ServiceEvent } from '../service/resources/logs';
import type { Metadata } from '../service/resources/resource';
import type { ClusterUsage } from '../service/resources/project';
import { present } from '../text/text';
import type { ServiceError } from '../service/errors';
import { capacityOf } from './capacity';
import type { Capacity, ItemPack, Version } from './item';
import {
  isLater,
  latest,
  latestTime,
  timeOf,
  type FailedReading,
  type Reading,
  type Readings,
} from './record';

/** What is read of a single cluster when the user looks at it. */
export interface ClusterFacts {
  readonly overview: ClusterOverview;
  readonly repave: Repave;
  readonly certificates: ClusterCertificates;
  readonly metrics: readonly MachineMetrics[];
  /** The newest ones, in no order. */
  readonly events: readonly ServiceEvent[];
}

export interface ClusterSources extends ClusterFacts {
  /** The summary of its project, which has its name and little else. */
  readonly summary: ClusterUsage;
  readonly search: ClusterSummary;
  /** The search for the metadata of all clusters, which does not tell how their machines are. */
  readonly metadata: ClusterSummary;
  /** The UID of its project, as lists of all clusters name it, or as its own does: others share their clusters with it. */
  readonly place: string;
  /** Whether it is in the list of those that wait for approval. */
  readonly approvals: boolean;
  /** The cluster itself, read if no search says where its cloud config is. */
  readonly own: Cluster;
  readonly config: CloudConfig;
}

export interface ClusterData {
  readonly readings: Readings<ClusterSources>;
  readonly failures?: { readonly [Name in keyof ClusterFacts]?: FailedReading | undefined } | undefined;
}

/** The last successful read of a detail, and why the last one failed if it did. */
export interface DetailReading<Value> {
  readonly value?: Value | undefined;
  /** When the value was requested, in milliseconds since 1970. */
  readonly readAt?: number | undefined;
  readonly error?: ServiceError | undefined;
  /** The last read, successful or not. */
  readonly requested: RequestTime;
}

/** What was read of a detail of a cluster; undefined if nothing was. */
export function factOf<Name extends keyof ClusterFacts>(
  { readings, failures }: ClusterData,
  name: Name,
): DetailReading<ClusterFacts[Name]> | undefined {
  const reading: Reading<ClusterFacts[Name]> | undefined = readings[name];
  const failure = failures?.[name];
  const requested = latestTime<RequestTime>([reading, failure]);
  const error = isLater(failure, reading) ? failure?.error : undefined;
  return requested && { value: reading?.value, readAt: reading?.readAt, error, requested };
}

export interface Failure {
  /** A few words, safe to show on one line. */
  readonly cause: string;
  readonly message: string | undefined;
  /** Since when, in milliseconds since 1970 by the clock of whoever says so; undefined if that is not told. */
  readonly began: number | undefined;
  /** The pack that has failed. */
  readonly pack?: string | undefined;
}

/** How long what was read before explains how an item is later, in milliseconds. What decides and is older is read again. */
export const explainsMs = 10 * 60_000;

/** The cloud type whose machines every service can list. */
export const interfaceCloudType = 'openstack' satisfies BuiltInCloudType;

export function clusterName({ readings }: ClusterData): string | undefined {
  const named = ({ metadata }: { readonly metadata?: Metadata | undefined }) => metadata?.name;
  const all = { summary: ({ name }: ClusterUsage) => name, search: named, metadata: named, own: named };
  return latest<ClusterSources, string>(readings, all)?.value;
}

export function uidOf({ readings: { summary, search, metadata, own } }: ClusterData): string | undefined {
  const found = [search, metadata, own].find((reading) => reading?.value.metadata?.uid !== undefined);
  return found?.value.metadata?.uid ?? summary?.value.uid;
}

/** When what says how it is was requested. Without it, only its name is known. */
export function foundAt({ readings: { search, metadata } }: ClusterData): RequestTime | undefined {
  return latestTime<RequestTime>([search, metadata]);
}

/** What the service says of a cluster as a whole. Values that belong together are from one reading. */
export interface Word {
  readonly state: string | undefined;
  readonly health: NonNullable<ClusterSummary['status']>['health'];
}

/**
 * What each source says of a cluster as a whole. Read alone, it tells only its state: if that is the same as in the searches, it says
 * nothing new.
 */
export function clusterWords({ readings: { search, metadata, own } }: ClusterData): readonly Reading<Word>[] {
  const found = [search, metadata].flatMap((reading) => {
    const { state, health } = reading?.value.status ?? {};
    const isTold = reading !== undefined && (state !== undefined || health !== undefined);
    return isTold ? { ...timeOf(reading), value: { state, health } } : [];
  });
  const { state } = own?.value.status ?? {};
  const isNew = state !== undefined && state !== latestTime(found)?.value.state;
  return own !== undefined && isNew
    ? [...found, { ...timeOf(own), value: { state, health: undefined } }]
    : found;
}

export function wordOf(cluster: ClusterData): Reading<Word> | undefined {
  return latestTime(clusterWords(cluster));
}

function isSameWord(one: Word | undefined, other: Word | undefined): boolean {
  const healthOf = (word: Word | undefined): string => (word?.health?.state ?? '').toLowerCase();
  return (
    one?.state === other?.state &&
    healthOf(one) === healthOf(other) &&
    (one?.health?.isHeartBeatFailed ?? false) === (other?.health?.isHeartBeatFailed ?? false)
  );
}

export function stateOf(cluster: ClusterData): string | undefined {
  return wordOf(cluster)?.value.state;
}

/** What the check of its health found. Only cluster search tells it: it counts as long as the cluster is as it was then. */
export function healthMessagesOf({ readings }: ClusterData) {
  const { search } = readings;
  const { state, health } = search?.value.status ?? {};
  return isSameWord({ state, health }, wordOf({ readings })?.value) ? health?.conditions : undefined;
}

/** What only cluster search tells of its health. */
export function agentOf({ readings: { search } }: ClusterData) {
  return search?.value.status?.health ?? {};
}

/** Where the cloud config of a cluster is; undefined if that is not known. */
export function cloudConfigOf(cluster: ClusterData): Omit<CloudConfigRef, 'projectUid'> | undefined {
  const configUid = configUidOf(cluster);
  return configUid === undefined
    ? undefined
    : // A service that does not say has no other type.
      { configUid, cloudType: cloudTypeOf(cluster) ?? interfaceCloudType };
}

export function configUidOf({ readings }: ClusterData): string | undefined {
  return latest<ClusterSources, string>(readings, {
    search: ({ specSummary }) => present(specSummary?.cloudConfig?.uid)[0],
    own: ({ spec }) => present(spec?.cloudConfigRef?.uid)[0],
  })?.value;
}

export function cloudTypeOf({ readings }: ClusterData): string | undefined {
  const found = ({ specSummary }: ClusterSummary) => present(specSummary?.cloudConfig?.cloudType)[0];
  return latest<ClusterSources, string>(readings, {
    search: found,
    metadata: found,
    own: ({ spec }) => present(spec?.cloudType)[0],
  })?.value;
}

/** The state of replacing its machines, as the service wrote it. Cluster search has one only while there is one. */
export function repaveStateOf({ readings }: ClusterData): string | undefined {
  return latest<ClusterSources, string>(readings, {
    search: ({ status }) => status && (status.repave?.state ?? null),
    metadata: ({ status }) => status?.repave?.state,
    own: ({ status }) => status?.repave?.state,
    approvals: (isListed) => (isListed ? 'Pending' : null),
    repave: ({ status }) => status?.state,
  })?.value;
}

export function isWaiting(cluster: ClusterData): boolean {
  return repaveStateOf(cluster) === 'Pending';
}

export function metadataOf(cluster: ClusterData): Metadata {
  const told = ({ metadata }: { readonly metadata?: Metadata | undefined }) => metadata;
  const all = { search: told, metadata: told, own: told };
  const { value } = latest<ClusterSources, Metadata>(cluster.readings, all) ?? {};
  return { ...value, name: clusterName(cluster), uid: uidOf(cluster) };
}

/** Undefined if they were not read. */
export function tagsOf({ readings }: ClusterData): readonly string[] | undefined {
  const told = ({ tags }: { readonly tags?: readonly string[] | undefined }) => tags;
  return latest<ClusterSources, readonly string[]>(readings, { search: told, metadata: told, own: told })
    ?.value;
}

export function clusterLocation({ readings }: ClusterData): Location {
  const found = ({ status, specSummary }: ClusterSummary): Location | undefined => {
    const regionCode = status?.location?.regionCode ?? specSummary?.cloudRegion;
    return status?.location === undefined && regionCode === undefined
      ? undefined
      : { ...status?.location, regionCode };
  };
  const own = ({ status }: Cluster): Location | undefined => status?.location;
  return latest<ClusterSources, Location>(readings, { search: found, metadata: found, own })?.value ?? {};
}

export function archTypesOf({ readings }: ClusterData): readonly string[] | undefined {
  const told = ({ specSummary }: ClusterSummary) => specSummary?.archTypes;
  return latest<ClusterSources, readonly string[]>(readings, { search: told, metadata: told })?.value;
}

/** Undefined if the service did not tell. */
export function isUpdatable({ readings }: ClusterData): boolean | undefined {
  const told = ({ status }: ClusterSummary) => status?.updates?.isUpdatesPending;
  return latest<ClusterSources, boolean>(readings, { search: told, metadata: told })?.value;
}

/** The pools as cluster search has them, including those of other clouds. */
function poolMetaOf({ specSummary }: ClusterSummary): readonly PoolMeta[] | undefined {
  const { machinePools, hybridMachinePools = [] } = specSummary?.cloudConfig ?? {};
  return machinePools === undefined ? undefined : [...machinePools, ...hybridMachinePools];
}

export function poolCountOf({ readings }: ClusterData): number | undefined {
  return latest<ClusterSources, number>(readings, {
    search: (found) => poolMetaOf(found)?.length,
    config: ({ spec: { machinePoolConfig, hybridMachinePools = [] } = {} }) =>
      machinePoolConfig && machinePoolConfig.length + hybridMachinePools.length,
  })?.value;
}

/** How many machines the pools of a cluster have. */
export interface MachineCounts {
  readonly size: number;
  readonly healthy: number;
  readonly inMaintenance: number;
}

/** How cluster search counted the machines; undefined unless it did so in every pool. */
export function machineCountsOf({ readings }: ClusterData): Reading<MachineCounts> | undefined {
  const { search } = readings;
  const pools = search && poolMetaOf(search.value);
  if (search === undefined || pools === undefined) return undefined;
  let [size, healthy, inMaintenance] = [0, 0, 0];
  for (const pool of pools) {
    if (pool.size === undefined || pool.healthy === undefined || pool.healthy > pool.size) return undefined;
    size += pool.size;
    healthy += pool.healthy;
    inMaintenance += pool.maintenanceMode ?? 0;
  }
  return { ...timeOf(search), value: { size, healthy, inMaintenance } };
}

/** How many machines the service counts that are neither healthy nor in maintenance. Those in maintenance may also be healthy. */
export function illIn({ size, healthy, inMaintenance }: MachineCounts): number {
  return Math.max(0, size - healthy - inMaintenance);
}

/** How many machines a cluster has; undefined unless every pool says how many it has. */
export function machineTotalOf({ readings }: ClusterData): Reading<number | undefined> | undefined {
  return latest<ClusterSources, number>(readings, {
    search: (found) => sumOf(poolMetaOf(found)?.map(({ size }) => size)),
    config: ({ spec: { machinePoolConfig, hybridMachinePools = [] } = {} }) =>
      hybridMachinePools.length === 0 ? sumOf(machinePoolConfig?.map(({ size }) => size)) : undefined,
  });
}

/** Undefined unless all are known. */
export function sumOf(numbers: readonly (number | undefined)[] | undefined): number | undefined {
  return numbers?.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
}

/** The cores and the memory of a cluster, with what is used of them. A project summary has only how many cores there are. */
export function capacitiesOf({ readings: { search, summary } }: ClusterData) {
  const { cpu, memory } = search?.value.status?.metrics ?? {};
  const { cpuCores } = summary?.value ?? {};
  const reading = (value: Capacity | undefined) => (search && value ? { ...search, value } : undefined);
  const cores: Reading<Capacity> | undefined =
    cpuCores === undefined ? undefined : summary && { ...summary, value: { total: cpuCores } };
  return {
    cores: reading(capacityOf(cpu, 'cores')) ?? cores,
    memoryMiB: reading(capacityOf(memory, 'MiB')),
  };
}

/** What a cluster consists of, and when that was read. Undefined if it was not. */
export function versionsOf({ readings }: ClusterData): {
  readonly packs?: readonly ItemPack[] | undefined;
  readonly profiles?: readonly Version[] | undefined;
  readonly readAt?: number | undefined;
  /** When its version of Kubernetes was read: later, if the cluster has told it itself. */
  readonly kubernetesAt?: number | undefined;
} {
  const profiles = readings.search?.value.specSummary?.clusterProfileTemplates;
  if (profiles === undefined) return {};
  const packs = profiles.flatMap((profile) =>
    (profile.packs ?? []).map(({ layer, name = '', tag, version }): ItemPack => ({
      layer,
      name,
      version: present(version, tag)[0],
    })),
  );
  const kubernetes = latest<ClusterSources, string>(readings, {
    search: () => packs.find(({ layer }) => layer === 'k8s')?.version,
    overview: ({ status }) => present(status?.kubeMeta?.kubernetesVersion)[0],
  });
  return {
    packs: withKubernetes(packs, kubernetes?.value),
    profiles: profiles.map(({ name = '', profileVersion, version }) => ({
      name,
      version: present(profileVersion, version?.toString())[0],
    })),
    readAt: readings.search?.readAt,
    kubernetesAt: kubernetes?.readAt,
  };
}

/** The packs with the version of Kubernetes that runs, if that is known. Imported clusters have no pack for it. */
function withKubernetes(packs: readonly ItemPack[], version: string | undefined): readonly ItemPack[] {
  if (version === undefined) return packs;
  const isKubernetes = ({ layer }: ItemPack): boolean => layer === 'k8s';
  return packs.some(isKubernetes)
    ? packs.map((pack) => (isKubernetes(pack) ? { ...pack, version } : pack))
    : [{ layer: 'k8s', name: 'kubernetes', version }, ...packs];
}

/** What the service said about a cluster, together with its cloud config if that was read. */
export function clusterSource({
  readings: { summary, search, metadata, own, config },
}: ClusterData): unknown {
  const found = search ?? metadata;
  const source = found?.value.source ?? own?.value.source ?? summary?.value;
  const more = {
    ...(search === undefined || !isLater(metadata, search)
      ? {}
      : { clusterMetadata: metadata?.value.source }),
    ...(found === undefined || own === undefined ? {} : { clusterRead: own.value.source }),
    ...(config === undefined ? {} : { cloudConfig: config.value.source }),
  };
  // The cluster's own fields come first and are never replaced.
  return { ...source, ...more, ...source };
}
