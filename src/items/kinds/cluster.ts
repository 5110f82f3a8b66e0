import { perObject } from '../../service/perObject';
import { isServiceError, type ServiceError } from '../../service/errors';
import { Pages, uniqueByUid } from '../../service/pages';
import { localTime, type RequestTime } from '../../service/requestTime';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { Project } from '../../service/resources/project';
import type { CallOptions } from '../../service/schedule';
import { describeError } from '../../text/errors';
import { ifGiven, machineCount } from '../../text/format';
import { present } from '../../text/text';
import { firstExpiry } from '../certificates';
import {
  affectedOf,
  cloudTypeOf,
  clusterSource,
  isWaiting,
  machineCountsOf,
  machineTotalOf,
  tagsOf,
  type ClusterReadings,
  type SourceReadings,
} from '../cluster';
import { shownHealth } from '../health';
import type { Pack } from '../item';
import { readPages, type RowPage } from '../store/loadedList';
import { isSameContent } from '../store/records';
import { idsBelow, isRowOf, type TreeRow } from '../store/row';
import { capacityOf, cpuUnits, byteUnits } from '../units';
import {
  clusterAge,
  clusterHealth,
  isOverviewOld,
  nextClusterChange,
  ownClusterHealth,
  poolsHealth,
  withFailure,
} from './clusterHealth';
import { clusterHover, clusterSize, type Versions } from './clusterHover';
import { combined, latestOf } from './clusterReadings';
import type { Kind, Observed, ReadContext } from './kind';
import { noteRow, type NoteRow } from './note';
import { projectUidOf } from './project';
import type { ClusterRow, ProjectRow } from './rows';

export const clusterKind: Kind<ClusterRow> = {
  name: ({ usage }) => usage.name,
  uid: ({ usage }) => usage.uid,
  consoleFolder: 'clusters',
  merge: mergeCluster,
  health: ownClusterHealth,
  shown: (row, own, severity, machines) => withFailure(shownHealth(own, severity, machines), row),
  age: clusterAge,
  nextChange: nextClusterChange,
  // Project summaries tell only its name.
  isRead: ({ found, read }) => found !== undefined || read !== undefined,
  emptyNote: 'noPools',
  heartbeat: ({ found, aheadMs }) => localTime(found?.status?.health?.lastHeartBeatTimestamp, aheadMs),
  source: clusterSource,
  observed: observedCluster,
  size: clusterSize,
  hoverTable: (row, now, store) => {
    const severities = store
      .descendants(row)
      .flatMap((each) => (each.kind === 'machine' ? [each.health.severity] : []));
    return clusterHover(
      isOverviewOld(row) ? { ...row, facts: { ...row.facts, overview: undefined } } : row,
      versionsOf(row),
      now,
      severities.length === machineTotalOf(row) ? severities : undefined,
    );
  },
  details: factFields,
  fields: (row) => {
    const { location, metrics } = row.found?.status ?? {};
    const { cpuCores } = row.usage;
    const { packs, profiles, isUpdatable } = versionsOf(row);
    const regionCode = location?.regionCode ?? row.found?.specSummary?.cloudRegion;
    return {
      cloudType: cloudTypeOf(row),
      region: location?.regionName ?? regionCode,
      regionCode,
      isWaiting: isWaiting(row) || undefined,
      tags: tagsOf(row),
      cores: capacityOf(metrics?.cpu, cpuUnits) ?? (cpuCores === undefined ? undefined : { total: cpuCores }),
      memoryMiB: capacityOf(metrics?.memory, byteUnits),
      machines: machineTotalOf(row),
      affected: affectedOf(row),
      certificate: firstExpiry(row),
      packs,
      profiles,
      isUpdatable,
    };
  },
};

function observedCluster({ usage, found }: ClusterRow): Observed {
  const cluster = { usage, found };
  const counts = machineCountsOf(cluster);
  const ofPools = poolsHealth(cluster);
  return {
    health: clusterHealth(cluster),
    values: {
      state: found?.status?.state,
      // All reads tell it in the same words, but only some tell how many machines are unhealthy.
      health: found?.status?.health?.state,
      // A service may count machines that are being made as healthy, so only others are counted.
      size: ofPools?.counted === undefined ? ifGiven(machineTotalOf(cluster), machineCount) : ofPools.cause,
      maintenance: counts && (counts.inMaintenance === 0 ? '' : machineCount(counts.inMaintenance)),
    },
  };
}

/** What was read of a cluster, for documents. All numbers in it are times. */
function factFields(row: ClusterRow): object {
  const { overview, repave, certificates }: ClusterReadings = row.facts ?? {};
  const readings = Object.entries({ overview, repave, certificates }).map(([name, reading]) => {
    const { value, readAt, error } = reading ?? {};
    const notRead = error && describeError(error).why;
    return [
      name,
      value === undefined && notRead === undefined ? undefined : { asOf: readAt, notRead, ...value },
    ];
  });
  const withTimes = (_name: string, value: unknown): unknown =>
    typeof value === 'number' ? new Date(value).toISOString() : value;
  return JSON.parse(
    JSON.stringify({ ...versionsOf(row), ...Object.fromEntries(readings) }, withTimes),
  ) as object;
}

/** What its profiles consist of, as search says, and whether they have changed since they were applied. */
function versionsOf({ found, facts, readings }: ClusterRow): Versions {
  const profiles = found?.specSummary?.clusterProfileTemplates;
  const packs = profiles?.flatMap((profile) =>
    (profile.packs ?? []).map(({ layer, name = '', tag, version }): Pack => ({
      layer,
      name,
      version: present(version, tag)[0],
    })),
  );
  const { value, error, requested } = facts?.overview ?? {};
  const isLater = (requested?.requestNumber ?? 0) > (readings.search?.requestNumber ?? 0);
  const running = isLater && error === undefined ? value?.status?.kubeMeta?.kubernetesVersion : undefined;
  return {
    packs: packs && withKubernetes(packs, running),
    profiles: profiles?.map(({ name = '', profileVersion, version }) => ({
      name,
      version: present(profileVersion, version?.toString())[0],
    })),
    isUpdatable: found?.status?.updates?.isUpdatesPending,
  };
}

/** The packs with the version of Kubernetes that runs, if that is known. Imported clusters have no pack for it. */
function withKubernetes(packs: readonly Pack[], running = ''): readonly Pack[] {
  if (running === '') return packs;
  const isKubernetes = ({ layer }: Pack): boolean => layer === 'k8s';
  return packs.some(isKubernetes)
    ? packs.map((pack) => (isKubernetes(pack) ? { ...pack, version: running } : pack))
    : [{ layer: 'k8s', name: 'kubernetes', version: running }, ...packs];
}

/** The project that a project row or a cluster row belongs to. */
export function projectOf(row: ProjectRow | ClusterRow): ProjectRow {
  return row.kind === 'project' ? row : row.parent;
}

/** A cluster with what one or several requests say about it. */
export function clusterRow(
  parent: ProjectRow,
  readings: SourceReadings,
  idOf = idsBelow(parent.id),
): ClusterRow {
  const found = readings.search ?? readings.metadata;
  const { uid } = found?.value.metadata ?? {};
  const tags = found?.value.tags && { ...found, value: found.value.tags };
  const all = { summary: uid === undefined ? undefined : summaryOf(parent, uid), tags, ...readings };
  const data = combined(all, undefined);
  const id = idOf('cluster', data.usage.uid, data.usage.name);
  return { kind: 'cluster', id, parent, readings: all, ...data };
}

/** Adds what later requests say. @returns whether anything changed that users see */
export function mergeCluster(known: ClusterRow, { parent, readings, facts }: ClusterRow): boolean {
  const latest = latestOf(known.readings, readings);
  const before = { ...known, ...ignored };
  Object.assign(known, { parent, readings: latest }, combined(latest, facts ?? known.facts));
  return !isSameContent(before, { ...known, ...ignored });
}

/** What only tells when something was read. */
const ignored = { readings: {}, countedAt: undefined };

/** The row of a cluster from a search. */
export function foundClusterRow(parent: ProjectRow, value: ClusterSummary, time?: RequestTime): ClusterRow {
  return clusterRow(parent, { search: { value, readAt: 0, requestNumber: 0, ...time } });
}

/** Reads the clusters that cluster search finds, or else those that the project summary names. */
export async function readClusters(
  parent: ProjectRow,
  { service }: ReadContext,
  options: CallOptions,
  before: readonly TreeRow[],
): Promise<RowPage<ClusterRow | NoteRow<ProjectRow>>> {
  const projectUid = projectUidOf(parent);
  // Without a project, the search would find the clusters of all projects.
  if (projectUid === undefined) return { rows: namedClusters(parent) };
  const idOf = idsBelow(parent.id);
  try {
    const client = await service.client();
    const pages = new Pages<ClusterSummary>((token, pageOptions) =>
      client.searchClusters({ projectUid, continue: token }, pageOptions),
    );
    return await readPages(pages, (clusters: readonly ClusterSummary[], time) =>
      clusters.map((value) => clusterRow(parent, { search: { value, ...time } }, idOf)),
    )(options);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // Earlier search results have more than the names.
    const found = before.filter((row): row is ClusterRow => isRowOf(row, ['cluster']) && 'found' in row);
    if (error.kind === 'unsupported' || error.kind === 'forbidden') {
      return withoutSearch(parent, error, found);
    }
    if (error.kind === 'cancelled' || found.some((row) => row.found !== undefined)) throw error;
    return { rows: namedClusters(parent), error };
  }
}

/** What can be shown without cluster search, and why there is no more. @param found the clusters that it found before */
function withoutSearch(
  parent: ProjectRow,
  error: ServiceError,
  found: readonly ClusterRow[],
): RowPage<ClusterRow | NoteRow<ProjectRow>> {
  const named = namedClusters(parent);
  const ids = new Set(named.map(({ id }) => id));
  const later = found.filter(
    (row) => !ids.has(row.id) && (row.requestNumber ?? 0) > timeOf(parent).requestNumber,
  );
  const rows = [...named, ...later];
  const isOutdated = found.some((row) => row.found !== undefined);
  if (parent.project.status?.usage?.clusters === undefined) {
    // There may be clusters, but only pools that the user adds can be shown.
    return { rows, isOutdated, note: noteRow(parent.id, parent, { about: 'poolsNotListed', error }) };
  }
  return rows.length === 0
    ? { rows }
    : { rows, isOutdated, note: noteRow(parent.id, parent, { about: 'clustersNotSearched', error }) };
}

/** The clusters that a project summary names, as old as the summary. */
export function namedClusters(parent: ProjectRow): readonly ClusterRow[] {
  const idOf = idsBelow(parent.id);
  const clusters = uniqueByUid(parent.project.status?.usage?.clusters ?? [], ({ uid }) => uid);
  return clusters.map((value) => clusterRow(parent, { summary: { value, ...timeOf(parent) } }, idOf));
}

/** What the summary of its project says about a cluster. */
function summaryOf(parent: ProjectRow, uid: string): SourceReadings['summary'] {
  const value = usagesIn(parent.project).get(uid);
  return value && { value, ...timeOf(parent) };
}

function timeOf({ readAt = 0, requestNumber = 0, aheadMs }: ProjectRow): RequestTime {
  return { readAt, requestNumber, aheadMs };
}

/** A project summary's data about its clusters, by UID. */
const usagesIn = perObject(
  ({ status }: Project) => new Map(status?.usage?.clusters?.map((one) => [one.uid, one])),
);
