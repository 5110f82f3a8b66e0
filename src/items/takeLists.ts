import type { RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
import { groupBy } from './order';
import { isRow, type ParentRow, type ProjectRow, type Row } from './kinds';
import { clusterRow, namedClusters, namesClusters } from './kinds/cluster';
import { isLater } from './record';
import type { ItemStore, ReadContext } from './kinds/kind';
import { foundProjectRow, referredProjectRow } from './kinds/project';
import { idsBelow } from './store/row';
import type { RowList } from './store/lists';
import { foundAt } from './cluster';

/**
 * Adds projects of the listing and the clusters that they name.
 * @param isAll whether the service has no other projects
 */
export function takeProjects(
  store: ItemStore,
  projects: readonly Project[],
  time: RequestTime,
  isAll: boolean,
): void {
  const rows = projects.map((project) => foundProjectRow(project, store.rootId, time));
  store.take([{ parent: undefined, rows, isWhole: isAll }], time);
  const lists = storedProjects(store, rows).map((parent) => ({
    parent,
    rows: namedClusters(parent),
    // What other sources have found may not be named.
    isWhole:
      namesClusters(parent) &&
      store.rows(parent).every((row) => row.kind !== 'cluster' || foundAt(row) === undefined),
  }));
  store.take(lists, time);
}

/** About how many clusters are added at a time: thousands would block the extension host. */
export const clustersPerTurn = 128;

/**
 * Adds clusters below their projects, those of a few projects each time the result is asked for more. A cluster without a
 * project is dropped, because there is no row to show it below.
 * @param source which search found them
 * @param isAll whether the service has no others
 * @returns the projects, each time
 */
export function* takeClusters(
  store: ItemStore,
  { clusterOf }: ReadContext,
  source: 'search' | 'metadata',
  clusters: readonly ClusterSummary[],
  time: RequestTime,
  isAll: boolean,
): Generator<readonly ProjectRow[]> {
  const placed = clusters.flatMap((cluster) => {
    const { uid = '', name } = cluster.specSummary?.projectMeta ?? {};
    if (uid === '') return [];
    const known = clusterOf(cluster.metadata?.uid);
    const place = { value: uid, ...time };
    const hasMoved = isLater(place, known?.readings.place) && (known?.readings.place?.value ?? uid) !== uid;
    if (known !== undefined && hasMoved) store.remove(known.parent, (each) => each === known, time);
    // A cluster that several projects list belongs to the one that listed it first.
    const row =
      known === undefined || hasMoved ? referredProjectRow({ uid, name }, store.rootId, time) : known.parent;
    // What was read of one that has moved is still so.
    return { row, cluster, readings: { ...(hasMoved ? known?.readings : {}), place } };
  });
  const found = groupBy(placed, ({ row }) => row.id);
  const projects = [...found.values()].map(([{ row }]) => row);
  store.take([{ parent: undefined, rows: projects, isWhole: false }], time);
  const parents = isAll
    ? store.rows().filter((row) => row.kind === 'project')
    : storedProjects(store, projects);
  let batch: (RowList<Row, ParentRow> & { readonly parent: ProjectRow })[] = [];
  let size = 0;
  for (const [index, parent] of parents.entries()) {
    const idOf = idsBelow(parent.id);
    const own = found.get(parent.id) ?? [];
    const rows = own.map(({ cluster: value, readings }) =>
      clusterRow(parent, { ...readings, [source]: { value, ...time } }, idOf),
    );
    batch.push({ parent, rows, isWhole: isAll });
    size += rows.length;
    if (size < clustersPerTurn && index < parents.length - 1) continue;
    store.take(batch, time);
    yield batch.map((list) => list.parent);
    batch = [];
    size = 0;
  }
}

function storedProjects(store: ItemStore, rows: readonly ProjectRow[]): readonly ProjectRow[] {
  return rows.map(({ id }) => store.find(id)).filter((row) => isRow(row, 'project'));
}
