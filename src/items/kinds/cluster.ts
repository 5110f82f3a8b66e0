import { l10n } from 'vscode';
import { isServiceError, type ServiceError } from '../../service/errors';
import { Pages, uniqueByUid } from '../../service/pages';
import { perObject } from '../../service/remember';
import { localTime, type RequestTime } from '../../service/requestTime';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { Project } from '../../service/resources/project';
import type { CallOptions } from '../../service/operations';
import { observedAt } from '../changes/change';
import { describeError } from '../../text/errors';
import { formatMoment, ifGiven, machineCount } from '../../text/format';
import { firstExpiry } from '../certificates';
import {
  agentOf,
  capacitiesOf,
  cloudTypeOf,
  clusterSource,
  factOf,
  foundAt,
  illIn,
  isUpdatable,
  isWaiting,
  clusterLocation,
  machineCountsOf,
  machineTotalOf,
  clusterName,
  poolCountOf,
  repaveStateOf,
  tagsOf,
  uidOf,
  versionsOf,
  wordOf,
  type ClusterSources,
} from '../cluster';
import { areSame, isSameJson, type Readings, laterReadings, runOf, timeOf } from '../record';
import { answers } from '../containers';
import { severitiesIn } from '../listState';
import { shownHealth } from '../health';
import type { Item } from '../item';
import { readPages, type RowPage } from '../store/loadedList';
import { idsBelow, isRowOf, type TreeRow } from '../store/row';
import {
  clusterHealth,
  countedHealth,
  isOverviewOld,
  nextClusterChange,
  ownClusterHealth,
  saidSeverities,
  withFailure,
} from './clusterHealth';
import { clusterHover, clusterSize } from './clusterHover';
import type { ItemStore, Kind, Observed, ReadContext } from './kind';
import { noteRow, type NoteRow, type ClusterRow, type ProjectRow } from './rows';
import { projectUidOf } from './project';
import { allHealthyAt } from './projectHealth';

export const clusterKind: Kind<ClusterRow> = {
  name: clusterName,
  uid: uidOf,
  consoleFolder: 'clusters',
  merge: mergeCluster,
  health: ownClusterHealth,
  shown: (row, own, severity, machines) => withFailure(shownHealth(own, severity, machines), row),
  // One that no search finds is read together with its pools.
  isOutdated: (row, store) =>
    foundAt(row) === undefined && row.readings.own !== undefined
      ? store.listOf(row)?.error !== undefined
      : undefined,
  standing: (row, own) => {
    const since = allHealthyAt(row.parent);
    const isSettled = own.isWord === true && own.at !== undefined && since !== undefined;
    return isSettled && answers({ ...since, room: 0 }, own.at) ? { is: 'answered', since } : undefined;
  },
  counted: machineCountsOf,
  nextChange: nextClusterChange,
  // Project summaries tell only its name.
  isRead: (row) => foundAt(row) !== undefined || row.readings.own !== undefined,
  read: readClusters,
  heartbeat: (row) => localTime(agentOf(row).lastHeartBeatTimestamp, row.readings.search?.aheadMs),
  source: clusterSource,
  observed: observedCluster,
  size: clusterSize,
  hoverTable: (row, now, store) => {
    const severities = severitiesIn(store.descendants(row));
    const { overview, ...readings } = row.readings;
    return clusterHover(
      isOverviewOld(row) ? { ...row, readings } : row,
      now,
      severities.length === machineTotalOf(row)?.value ? severities : undefined,
      unreadMachines(row, store, now),
    );
  },
  details: factFields,
  fields: clusterFields,
};

function clusterFields(row: ClusterRow): Partial<Item> {
  const { regionName, regionCode } = clusterLocation(row);
  const { packs, profiles, readAt, kubernetesAt } = versionsOf(row);
  const { cores, memoryMiB } = capacitiesOf(row);
  const total = machineTotalOf(row);
  const counts = machineCountsOf(row);
  // Of another number of machines, it would say nothing.
  const isOfAll = counts !== undefined && counts.value.size === total?.value;
  return {
    cloudType: cloudTypeOf(row),
    region: regionName ?? regionCode,
    regionCode,
    isWaiting: isWaiting(row) || undefined,
    tags: tagsOf(row),
    cores: cores?.value,
    memoryMiB: memoryMiB?.value,
    machines: total?.value,
    affected: isOfAll ? illIn(counts.value) : undefined,
    certificate: firstExpiry(row),
    packs,
    profiles,
    isUpdatable: isUpdatable(row),
    ages: {
      usage: (cores ?? memoryMiB)?.readAt,
      versions: readAt,
      kubernetes: kubernetesAt,
      machines: isOfAll ? counts.readAt : total?.readAt,
      certificate: row.readings.certificates?.readAt,
    },
  };
}

function observedCluster(row: ClusterRow): Observed {
  const word = wordOf(row);
  const counts = machineCountsOf(row);
  const ofPools = counts && countedHealth(counts.value);
  const total = machineTotalOf(row);
  const inMaintenance = counts?.value.inMaintenance ?? 0;
  return {
    health: clusterHealth(row),
    values: {
      // All reads tell them in the same words, but only some tell how many machines are unhealthy.
      ...observedAt(word, { state: word?.value.state, health: word?.value.health?.state }),
      ...observedAt(total, { size: ifGiven(total?.value, machineCount) }),
      // A service may count machines that are being made as healthy, so only others are counted.
      ...(ofPools?.counted === undefined ? {} : observedAt(counts, { size: ofPools.cause })),
      ...observedAt(counts, { maintenance: inMaintenance === 0 ? '' : machineCount(inMaintenance) }),
    },
  };
}

/** Why machines could not be read: `workers: machines couldn't be read at 00:45: The service failed (503).` */
function unreadMachines(row: ClusterRow, store: ItemStore, now: number): readonly string[] {
  return store.rows(row).flatMap((pool) => {
    const { error, failed } = store.listOf(pool) ?? {};
    if (pool.kind !== 'pool' || error === undefined || failed === undefined) return [];
    const time = formatMoment(failed.readAt, now);
    return l10n.t(
      "{0}: machines couldn't be read at {1}: {2}",
      pool.ref.poolName,
      time,
      describeError(error).why,
    );
  });
}

/** What was read of a cluster, for documents. All numbers in it are times. */
function factFields(row: ClusterRow): object {
  const { packs, profiles } = versionsOf(row);
  const readings = (['overview', 'repave', 'certificates'] as const).map((name) => {
    const { value, readAt, error } = factOf(row, name) ?? {};
    const notRead = error && describeError(error).why;
    return [
      name,
      value === undefined && notRead === undefined ? undefined : { asOf: readAt, notRead, ...value },
    ];
  });
  const withTimes = (_name: string, value: unknown): unknown =>
    typeof value === 'number' ? new Date(value).toISOString() : value;
  const versions = { packs, profiles, isUpdatable: isUpdatable(row) };
  return JSON.parse(JSON.stringify({ ...versions, ...Object.fromEntries(readings) }, withTimes)) as object;
}

export function projectOf(row: ProjectRow | ClusterRow): ProjectRow {
  return row.kind === 'project' ? row : row.parent;
}

/** A cluster with what one or several requests say about it. */
export function clusterRow(
  parent: ProjectRow,
  readings: Readings<ClusterSources>,
  idOf = idsBelow(parent.id),
): ClusterRow {
  const found = readings.search ?? readings.metadata;
  const { uid } = found?.value.metadata ?? {};
  const all = { summary: uid === undefined ? undefined : listingSummary(parent, uid), ...readings };
  const id = idOf('cluster', uidOf({ readings: all }), clusterName({ readings: all }));
  const row = { kind: 'cluster', id, parent, readings: all, failures: undefined, run: undefined } as const;
  return { ...row, run: runOf(undefined, saidSeverities(row)), ...listedAt(row) };
}

/** When what lists of clusters say was requested. */
function listedAt(row: ClusterRow): RequestTime | undefined {
  const time = foundAt(row) ?? row.readings.summary;
  return time && timeOf(time);
}

/** Adds what later requests say. @returns whether anything changed that users see */
export function mergeCluster(known: ClusterRow, fresh: ClusterRow): boolean {
  const { parent, readings, failures } = fresh;
  const before = { ...known };
  Object.assign(known, {
    parent,
    readings: laterReadings(known.readings, readings),
    failures: failures === undefined ? known.failures : { ...known.failures, ...failures },
  });
  // Of a source that was read later, too, an earlier answer may still tell since when it is so.
  const said = [...saidSeverities(known), ...saidSeverities(fresh)];
  Object.assign(known, { run: runOf(known.run, said), ...listedAt(known) });
  return before.failures !== known.failures || !isSameKnown(before, known);
}

/** Whether all sources say the same and, if another one is the latest now, that makes no difference. */
function isSameKnown(before: ClusterRow, now: ClusterRow): boolean {
  const said = ({ readings }: ClusterRow) => Object.values(readings).map((reading) => reading?.value);
  return areSame(said(before), said(now)) && isSameJson(toldBySeveral(before), toldBySeveral(now));
}

function toldBySeveral(row: ClusterRow): readonly unknown[] {
  const { packs } = versionsOf(row);
  return [
    wordOf(row)?.value,
    tagsOf(row),
    clusterLocation(row),
    cloudTypeOf(row),
    repaveStateOf(row),
    poolCountOf(row),
    machineTotalOf(row)?.value,
    packs,
  ];
}

export function foundClusterRow(parent: ProjectRow, value: ClusterSummary, time: RequestTime): ClusterRow {
  return clusterRow(parent, { search: { value, ...time } });
}

/** Reads the clusters that cluster search finds, or else those that the project summary names. */
async function readClusters(
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
      clusters.map((value) => {
        const place =
          value.specSummary?.projectMeta?.uid === projectUid ? { value: projectUid, ...time } : undefined;
        return clusterRow(parent, { place, search: { value, ...time } }, idOf);
      }),
    )(options);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // Earlier search results have more than the names.
    const found = before.filter((row): row is ClusterRow => isRowOf(row, ['cluster']) && 'readings' in row);
    if (error.kind === 'unsupported' || error.kind === 'forbidden') {
      return withoutSearch(parent, error, found);
    }
    if (error.kind === 'cancelled' || found.some((row) => foundAt(row) !== undefined)) throw error;
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
  // A summary need not name all that a search found.
  const others = found.filter((row) => !ids.has(row.id) && foundAt(row) !== undefined);
  const rows = [...named, ...others];
  const isOutdated = found.some((row) => foundAt(row) !== undefined);
  if (!namesClusters(parent)) {
    // There may be clusters, but only pools that the user adds can be shown.
    return { rows, isOutdated, note: noteRow(parent.id, parent, { about: 'poolsNotListed', error }) };
  }
  return rows.length === 0
    ? { rows }
    : { rows, isOutdated, note: noteRow(parent.id, parent, { about: 'clustersNotSearched', error }) };
}

/** Whether a project summary says which clusters there are. */
export function namesClusters({ project }: ProjectRow): boolean {
  return project.status?.usage?.clusters !== undefined;
}

/** The clusters that a project summary names, as old as the summary. */
export function namedClusters(parent: ProjectRow): readonly ClusterRow[] {
  const idOf = idsBelow(parent.id);
  const clusters = uniqueByUid(parent.project.status?.usage?.clusters ?? [], ({ uid }) => uid);
  return clusters.map((value) => clusterRow(parent, { summary: { value, ...listingTime(parent) } }, idOf));
}

function listingSummary(parent: ProjectRow, uid: string): Readings<ClusterSources>['summary'] {
  const value = usagesIn(parent.project).get(uid);
  return value && { value, ...listingTime(parent) };
}

function listingTime({ readAt = 0, requestNumber = 0, aheadMs }: ProjectRow): RequestTime {
  return { readAt, requestNumber, aheadMs };
}

const usagesIn = perObject(
  ({ status }: Project) => new Map(status?.usage?.clusters?.map((one) => [one.uid, one])),
);
