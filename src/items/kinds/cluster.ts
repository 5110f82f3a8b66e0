import { clusterSource, type KnownCluster } from '../cluster';
import { clusterHealth } from '../health';
import { isServiceError, type ServiceError } from '../../service/errors';
import { Pages, uniqueByUid } from '../../service/pages';
import { localTime, type RequestTime } from '../../service/requestTime';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { ClusterUsage, Project } from '../../service/resources/project';
import type { CallOptions } from '../../service/schedule';
import { clusterReadsOf } from '../clusterReads';
import { readPages, type RowPage } from '../store/loadedList';
import { idsBelow, type TreeRow } from '../store/row';
import { noteRow, type NoteRow } from './note';
import { projectUidOf } from './project';
import type { ClusterRow, ProjectRow } from './rows';
import type { ItemStore, Kind, ReadContext } from './kind';

export const clusterKind: Kind<ClusterRow> = {
  name: ({ usage }) => usage.name,
  uid: ({ usage }) => usage.uid,
  health: (row, store) => clusterHealth(knownCluster(row, store)),
  // Project summaries tell only its name.
  isRead: (row, store) => row.found !== undefined || knownCluster(row, store).read !== undefined,
  emptyNote: 'noPools',
  heartbeat: ({ found, aheadMs }) => localTime(found?.status?.health?.lastHeartBeatTimestamp, aheadMs),
  source: (row, store) => clusterSource(knownCluster(row, store)),
};

/** The project that a project row or a cluster row belongs to. */
export function projectOf(row: ProjectRow | ClusterRow): ProjectRow {
  return row.kind === 'project' ? row : row.parent;
}

/** Everything that is known about a cluster, including what reading its pools told about it. */
export function knownCluster(row: ClusterRow, store: Pick<ItemStore, 'branchOf'>): KnownCluster {
  const { usage, found } = row;
  const facts = clusterReadsOf(store)?.of(usage.uid);
  const known = { usage, found, facts, ...store.branchOf(row)?.list.details };
  const { value, requested, error } = facts?.repave ?? {};
  const { state } = value?.status ?? {};
  const isLater = (requested?.requestNumber ?? 0) > (row.requestNumber ?? 0);
  if (found === undefined || state === undefined || error !== undefined || !isLater) return known;
  // It may have been approved since.
  return { ...known, found: { ...found, status: { ...found.status, repave: { state } } } };
}

/** The row of a cluster from a search. */
export function foundClusterRow(parent: ProjectRow, found: ClusterSummary): ClusterRow {
  return clusterRow(parent, found, idsBelow(parent.id), usagesIn(parent.project));
}

/** The rows of clusters from a search of the whole fleet. */
export function foundClusterRows(
  parent: ProjectRow,
  clusters: readonly ClusterSummary[],
  time: RequestTime,
): readonly ClusterRow[] {
  const idOf = idsBelow(parent.id);
  const usages = usagesIn(parent.project);
  return clusters.map((found) => clusterRow(parent, found, idOf, usages, time));
}

/** Reads the clusters that cluster search finds, or else those that the project summary names. */
export async function readClusters(
  parent: ProjectRow,
  { service, store }: ReadContext,
  options: CallOptions,
  before: readonly TreeRow[],
): Promise<RowPage<ClusterRow | NoteRow<ProjectRow>, never>> {
  const projectUid = projectUidOf(parent);
  // Without a project, the search would find the clusters of all projects.
  if (projectUid === undefined) return { rows: namedClusters(parent) };
  const idOf = idsBelow(parent.id);
  const usages = usagesIn(parent.project);
  try {
    const client = await service.client();
    const pages = new Pages<ClusterSummary>((token, pageOptions) =>
      client.searchClusters({ projectUid, continue: token }, pageOptions),
    );
    return await readPages(pages, (clusters: readonly ClusterSummary[], time) =>
      clusters.map((found) => {
        const row = clusterRow(parent, found, idOf, usages, time);
        const known = store.find(row.id);
        // A search for metadata may have said more.
        const tags = found.tags ?? (known?.kind === 'cluster' ? known.found?.tags : undefined);
        return { ...row, found: { ...found, tags } };
      }),
    )(options);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (error.kind === 'unsupported' || error.kind === 'forbidden') return withoutSearch(parent, error);
    // Earlier search results have more than the names.
    const hasFound = before.some(
      (row) => row.kind === 'cluster' && 'found' in row && row.found !== undefined,
    );
    if (error.kind === 'cancelled' || hasFound) throw error;
    return { rows: namedClusters(parent), error };
  }
}

function clusterRow(
  parent: ProjectRow,
  found: ClusterSummary,
  idOf: ReturnType<typeof idsBelow>,
  usages: ReadonlyMap<string | undefined, ClusterUsage>,
  time?: RequestTime,
): ClusterRow {
  const { uid, name } = found.metadata ?? {};
  const usage = { ...(uid === undefined ? {} : usages.get(uid)), uid, name };
  return { kind: 'cluster', id: idOf('cluster', uid, name), parent, usage, found, ...time };
}

/** A project summary's data about its clusters, by UID. */
function usagesIn({ status }: Project): ReadonlyMap<string | undefined, ClusterUsage> {
  return new Map(status?.usage?.clusters?.map((usage) => [usage.uid, usage]));
}

/** What can be shown without cluster search, and why there is no more. */
function withoutSearch(
  parent: ProjectRow,
  error: ServiceError,
): RowPage<ClusterRow | NoteRow<ProjectRow>, never> {
  const rows = namedClusters(parent);
  if (parent.project.status?.usage?.clusters === undefined) {
    // There may be clusters, but only pools that the user adds can be shown.
    return { rows, note: noteRow(parent.id, parent, { about: 'poolsNotListed', error }) };
  }
  return rows.length === 0
    ? { rows }
    : { rows, note: noteRow(parent.id, parent, { about: 'clustersNotSearched', error }) };
}

/** The clusters that a project summary names, as old as the summary. */
export function namedClusters(parent: ProjectRow): readonly ClusterRow[] {
  const idOf = idsBelow(parent.id);
  const { readAt, requestNumber } = parent;
  const clusters = uniqueByUid(parent.project.status?.usage?.clusters ?? [], ({ uid }) => uid);
  return clusters.map((usage) => ({
    kind: 'cluster',
    id: idOf('cluster', usage.uid, usage.name),
    parent,
    usage,
    found: undefined,
    readAt,
    requestNumber,
  }));
}
