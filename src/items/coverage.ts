import { machineTotalOf } from '../presentation/cluster';
import type { Inventory } from './inventory';
import type { Coverage } from './item';
import { kindOf } from './kinds';
import { knownCluster } from './kinds/cluster';
import { projectProgress } from './known';

/** @param areAllClustersKnown whether the service has no other clusters */
export function coverageOf(inventory: Inventory, areAllClustersKnown: boolean): Coverage {
  const { rows, store } = inventory;
  const projects = rows.filter((row) => row.kind === 'project').length;
  const clusters = rows.filter((row) => row.kind === 'cluster');
  const total = projectTotal(inventory, projects);
  const machineTotals = clusters.map((row) => machineTotalOf(knownCluster(row, store)));
  const isTotalKnown = areAllClustersKnown && machineTotals.every((total) => total !== undefined);
  return {
    // Projects that are not loaded then have no clusters.
    projects: { read: areAllClustersKnown ? (total ?? projects) : projects, total },
    clusters: {
      read: clusters.filter((row) => kindOf(row).isRead(row, store)).length,
      total: areAllClustersKnown ? clusters.length : undefined,
    },
    machines: {
      read: rows.filter((row) => row.kind === 'machine').length,
      total: isTotalKnown ? machineTotals.reduce<number>((sum, total) => sum + total, 0) : undefined,
    },
  };
}

function projectTotal({ store, isFilteredByService }: Inventory, known: number): number | undefined {
  const { total } = projectProgress(store);
  // The listing counts only the projects that match the filter.
  return total === undefined || isFilteredByService ? undefined : Math.max(total, known);
}

/** Whether all clusters, machine pools and machines of the service are known. */
export function areAllKnown(inventory: Inventory): boolean {
  return (
    inventory.coverage().clusters.total !== undefined &&
    inventory.rows.every(({ kind, id }) =>
      kind === 'cluster' || kind === 'pool' ? inventory.isRead(id) && !inventory.isUnlisted(id) : true,
    )
  );
}

/** Whether there may be machines that have not been read and that the service lists. */
export function mayHaveOtherMachines(inventory: Inventory): boolean {
  const clusters = inventory.rows.filter((row) => row.kind === 'cluster');
  const read = clusters.filter(({ id }) => inventory.isRead(id));
  if (read.length > 0 && read.every(({ id }) => inventory.isUnlisted(id))) return false;
  const isComplete = inventory.coverage().clusters.total !== undefined && read.length === clusters.length;
  return !isComplete || inventory.rows.some(({ kind, id }) => kind === 'pool' && !inventory.isRead(id));
}
