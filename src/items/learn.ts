import type { RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
import { groupBy } from './groupBy';
import { type ClusterRow, isRow, type ParentRow, type ProjectRow, type Row } from './kinds';
import { clusterRow, namedClusters } from './kinds/cluster';
import type { ItemStore, ReadContext } from './kinds/kind';
import { foundProjectRow, referredProjectRow } from './kinds/project';
import { idsBelow } from './store/row';
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
  const rows = projects.map((project) => foundProjectRow(project, store.rootId, time));
  store.learn([{ parent: undefined, rows, isWhole: isAll }], requestNumber);
  const lists = projectsIn(store, rows).map((parent) => ({
    parent,
    rows: namedClusters(parent),
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
 * @param source which search found them
 * @param isAll whether the service has no others
 */
export function* learnClusters(
  store: ItemStore,
  { clusterOf }: ReadContext,
  source: 'search' | 'metadata',
  clusters: readonly ClusterSummary[],
  time: RequestTime,
  isAll: boolean,
): Generator<readonly Read<ClusterRow>[]> {
  const { requestNumber } = time;
  const referred = new Map<string, ProjectRow>();
  const referredRow = (uid: string, name: string | undefined): ProjectRow => {
    const row = referred.get(uid) ?? referredProjectRow({ uid, name }, store.rootId, time);
    referred.set(uid, row);
    return row;
  };
  const placed = clusters.flatMap((cluster) => {
    const { uid = '', name } = cluster.specSummary?.projectMeta ?? {};
    if (uid === '') return [];
    // A cluster that several projects list belongs to the one that listed it first.
    const row = clusterOf(cluster.metadata?.uid)?.parent ?? referredRow(uid, name);
    return { row, cluster };
  });
  const found = groupBy(placed, ({ row }) => row.id);
  const projects = [...found.values()].map(([{ row }]) => row);
  store.learn([{ parent: undefined, rows: projects, isWhole: false }], requestNumber);
  const parents = isAll ? store.rows().filter((row) => row.kind === 'project') : projectsIn(store, projects);
  let batch: Read<ClusterRow>[] = [];
  let size = 0;
  for (const [index, parent] of parents.entries()) {
    const idOf = idsBelow(parent.id);
    const own = found.get(parent.id) ?? [];
    const rows = own.map(({ cluster: value }) => clusterRow(parent, { [source]: { value, ...time } }, idOf));
    batch.push({ parent, rows, isWhole: isAll, ...time });
    size += rows.length;
    if (size < clustersPerTurn && index < parents.length - 1) continue;
    store.learn(batch, requestNumber);
    yield batch;
    batch = [];
    size = 0;
  }
}

function projectsIn(store: ItemStore, rows: readonly ProjectRow[]): readonly ProjectRow[] {
  return rows.map(({ id }) => store.find(id)).filter((row) => isRow(row, 'project'));
}
