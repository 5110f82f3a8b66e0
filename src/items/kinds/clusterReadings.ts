import type { RequestTime } from '../../service/requestTime';
import type { ClusterSummary, PoolMeta } from '../../service/resources/cluster';
import {
  explainsMs,
  type ClusterData,
  type ClusterReadings,
  type SourceReading,
  type SourceReadings,
} from '../cluster';
import { isSameJson } from '../store/records';
import type { TreeRow } from '../store/row';

/** The later reading from each source. */
export function latestOf(one: SourceReadings, other: SourceReadings): SourceReadings {
  return {
    summary: laterOf(one.summary, other.summary),
    search: laterOf(one.search, other.search),
    metadata: laterOf(one.metadata, other.metadata),
    tags: laterOf(one.tags, other.tags),
    approvals: laterOf(one.approvals, other.approvals),
    own: laterOf(one.own, other.own),
    config: laterOf(one.config, other.config),
  };
}

/** A value stays the same object as long as the source says the same. */
function laterOf<Value>(
  known: SourceReading<Value> | undefined,
  fresh: SourceReading<Value> | undefined,
): SourceReading<Value> | undefined {
  if (known === undefined || fresh === undefined) return fresh ?? known;
  if (isLater(known, fresh)) return known;
  return isSameJson(known.value, fresh.value) ? { ...fresh, value: known.value } : fresh;
}

/** When the state of a cluster was requested. */
type Age = Pick<TreeRow, 'readAt' | 'requestNumber' | 'aheadMs'>;

/** What the latest of each source say about a cluster together. */
export function combined(readings: SourceReadings, facts: ClusterReadings | undefined): ClusterData & Age {
  const { summary, search, metadata, own, config } = readings;
  const isSearchLatest = metadata === undefined || isLater(search, metadata);
  const [latest, earlier] = isSearchLatest ? [search, metadata] : [metadata, search];
  const { uid, name } = latest?.value.metadata ?? summary?.value ?? {};
  const time: Age = latest ?? summary ?? {};
  return {
    usage: { ...summary?.value, uid, name },
    found: latest && foundIn(readings, latest, earlier, facts),
    countedAt: isSearchLatest ? undefined : search,
    read: own?.value,
    config: config?.value,
    facts,
    readAt: time.readAt,
    requestNumber: time.requestNumber,
    aheadMs: time.aheadMs,
  };
}

function isLater(one: RequestTime | undefined, other: RequestTime | undefined): boolean {
  return (one?.requestNumber ?? 0) > (other?.requestNumber ?? 0);
}

/** What both searches say, with what other sources tell, too. */
function foundIn(
  readings: SourceReadings,
  latest: SourceReading<ClusterSummary>,
  earlier: SourceReading<ClusterSummary> | undefined,
  facts: ClusterReadings | undefined,
): ClusterSummary {
  const found = summaryOf(latest, earlier);
  const { status } = found;
  const tags = readings.tags?.value;
  const updates = latest.value.status?.updates ?? earlier?.value.status?.updates;
  const repave = repaveOf(readings, facts);
  if (tags === found.tags && updates === status?.updates && repave === status?.repave) return found;
  return { ...found, tags, status: { ...status, updates, repave } };
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
  return told.toSorted((one, other) => other.requestNumber - one.requestNumber)[0]?.repave;
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
