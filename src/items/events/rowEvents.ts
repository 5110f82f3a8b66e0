import type { Inventory } from '../inventory';
import type { ClusterRow, ResourceRow } from '../kinds';
import { projectUidOf } from '../kinds/project';

/** Reads the newest events of the cluster that a row is or belongs to. */
export async function readEvents(row: ResourceRow, { events }: Pick<Inventory, 'events'>): Promise<void> {
  const cluster = clusterOf(row);
  const { uid = '' } = cluster?.usage ?? {};
  if (cluster !== undefined && uid !== '') await events?.read(uid, projectUidOf(cluster.parent));
}

/** Call this when events were read: the hovers of their clusters and of the machines there are different. */
export function updateHovers(inventory: Pick<Inventory, 'events' | 'rows' | 'store'>): void {
  const rows = inventory.rows.filter(
    (row) => inventory.events?.known(clusterOf(row)?.usage.uid ?? '') !== undefined,
  );
  inventory.store.notifyRows(rows, true);
}

/** The cluster that a row is or belongs to; undefined for a project or a pool, whose details have no events. */
export function clusterOf(row: ResourceRow): ClusterRow | undefined {
  if (row.kind === 'cluster') return row;
  if (row.kind !== 'machine') return undefined;
  const { parent } = row.parent;
  return parent.kind === 'cluster' ? parent : undefined;
}
