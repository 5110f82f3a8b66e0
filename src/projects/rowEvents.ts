import { involves } from '../presentation/event';
import type { ServiceEvent } from '../service/resources/event';
import type { ProjectsModel } from './model';
import { shownName, type ClusterRow, type ResourceRow } from './rows';
import { projectUidOf } from './rows/project';

/** The events of a cluster, or those that involve a machine, newest first, if they were read. Sends no request. */
export function eventsOf(
  row: ResourceRow,
  { events }: Pick<ProjectsModel, 'events'>,
): readonly ServiceEvent[] {
  const known = events?.known(clusterOf(row)?.usage.uid ?? '') ?? [];
  if (row.kind !== 'machine') return known;
  const machine = { name: shownName(row), uid: row.machine.metadata?.uid };
  return known.filter((event) => involves(event, machine));
}

/** Reads the newest events of the cluster that a row is or belongs to. */
export async function readEvents(row: ResourceRow, { events }: Pick<ProjectsModel, 'events'>): Promise<void> {
  const cluster = clusterOf(row);
  const { uid = '' } = cluster?.usage ?? {};
  if (cluster !== undefined && uid !== '') await events?.read(uid, projectUidOf(cluster.parent));
}

/** Call this when events were read: the hovers of their rows are different. */
export function updateHovers(model: ProjectsModel): void {
  for (const row of model.loadedRows) {
    if (eventsOf(row, model).length > 0) model.store.notifyRow(row, true);
  }
}

/** A project or a pool has no events of its own. */
function clusterOf(row: ResourceRow): ClusterRow | undefined {
  if (row.kind === 'cluster') return row;
  if (row.kind !== 'machine') return undefined;
  const { parent } = row.parent;
  return parent.kind === 'cluster' ? parent : undefined;
}
