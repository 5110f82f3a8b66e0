import { machineTotalOf } from '../presentation/cluster';
import type { Coverage } from './item';
import type { Inventory } from './inventory';
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
