import { latestSummary } from './cluster';
import type { RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
import { type ClusterRow, isRow, type ParentRow, type ProjectRow, type ResourceRow, type Row } from './kinds';
import { foundClusterRows, namedClusters } from './kinds/cluster';
import type { ItemStore } from './kinds/kind';
import { foundProjectRow } from './kinds/project';
import type { RowReading } from './store/rowSource';

/** What a read returned, before it is combined with what was known. */
type Read<Of extends Row> = Omit<RowReading<Row, ParentRow>, 'rows'> & { readonly rows: readonly Of[] };

/**
 * Adds projects of the listing and the clusters that they name.
 * @param isAll whether the service has no other projects
 */
export function learnProjects(
  store: ItemStore,
  projects: readonly Project[],
  time: RequestTime,
  isAll: boolean,
): Read<ProjectRow> {
  const { requestNumber } = time;
  const rows = projects.map((project) => ({ ...foundProjectRow(project, store.rootId), ...time }));
  store.learn([{ parent: undefined, rows, isWhole: isAll }], requestNumber);
  const lists = projectsIn(store, rows).map((parent) => ({
    parent,
    rows: namedClusters(parent).map((row) => withKnown(row, store)),
    isWhole: false,
  }));
  store.learn(lists, requestNumber);
  return { parent: undefined, rows, isWhole: isAll, ...time };
}

/** About how many clusters are added at a time: thousands would block the extension host. */
export const clustersPerTurn = 128;

/**
 * Adds clusters below their projects, those of a few projects each time the result is asked for more. A cluster without a
 * project is dropped, because there is no row to show it below.
 * @param isAll whether the service has no others
 */
export function* learnClusters(
  store: ItemStore,
  clusters: readonly ClusterSummary[],
  time: RequestTime,
  isAll: boolean,
): Generator<readonly Read<ClusterRow>[]> {
  const { requestNumber } = time;
  const found = new Map<string, { readonly row: ProjectRow; readonly clusters: ClusterSummary[] }>();
  for (const cluster of clusters) {
    const { uid = '', name } = cluster.specSummary?.projectMeta ?? {};
    if (uid === '') continue;
    const row = foundProjectRow(
      { metadata: { uid, name }, source: { metadata: { uid, name } } },
      store.rootId,
    );
    const group = found.get(row.id) ?? { row: { ...row, ...time }, clusters: [] };
    group.clusters.push(cluster);
    found.set(row.id, group);
  }
  const groups = [...found.values()];
  const unknown = groups.map(({ row }) => row).filter(({ id }) => store.find(id) === undefined);
  store.learn([{ parent: undefined, rows: unknown, isWhole: false }], requestNumber);
  const parents = isAll
    ? store.rows().filter((row) => row.kind === 'project')
    : projectsIn(
        store,
        groups.map(({ row }) => row),
      );
  let batch: Read<ClusterRow>[] = [];
  let size = 0;
  for (const [index, parent] of parents.entries()) {
    const rows = foundClusterRows(parent, found.get(parent.id)?.clusters ?? [], time);
    batch.push({ parent, rows, isWhole: isAll, ...time });
    size += rows.length;
    if (size < clustersPerTurn && index < parents.length - 1) continue;
    const lists = batch.map((list) => ({ ...list, rows: list.rows.map((row) => withKnown(row, store)) }));
    store.learn(lists, requestNumber);
    yield batch;
    batch = [];
    size = 0;
  }
}

function projectsIn(store: ItemStore, rows: readonly ProjectRow[]): readonly ProjectRow[] {
  return rows.map(({ id }) => store.find(id)).filter((row) => isRow(row, 'project'));
}

/** A cluster with what was known about it before, which is not newer because a project summary names the cluster. */
function withKnown(row: ClusterRow, store: ItemStore): ClusterRow {
  const known = store.find(row.id);
  if (!isRow(known, 'cluster')) return row;
  const { readAt, requestNumber } = row.found === undefined && known.found !== undefined ? known : row;
  const usage = { ...known.usage, ...row.usage };
  return { ...row, usage, found: latestSummary(known.found, row.found), readAt, requestNumber };
}

/** The IDs of the clusters that no view shows: a refresh neither reads nor forgets them. */
export function keptClusters(store: ItemStore, rows: readonly ResourceRow[]): Set<string> {
  const hidden = rows.filter(
    ({ kind, parent }) => kind === 'cluster' && store.branchOf(parent)?.isExpanded === false,
  );
  return new Set(hidden.map(({ id }) => id));
}

/** Forgets clusters that the service no longer has. */
export function forgetClusters(store: ItemStore, gone: ReadonlySet<string>): void {
  const isGone = ({ id }: Row): boolean => gone.has(id);
  for (const parent of store.rows().filter((row) => row.kind === 'project')) {
    const clusters = store.rows(parent).filter((row) => row.kind === 'cluster');
    if (!clusters.some(isGone)) continue;
    const left = clusters.filter((row) => !isGone(row));
    store.learn([{ parent, rows: left, isWhole: true }], Infinity);
  }
}
