import type { Inventory } from './inventory';
import type { Coverage } from './item';
import { isRow, kindOf } from './kinds';
import type { ItemStore } from './kinds/kind';
import { projectProgress } from './known';

/** @param areAllClustersKnown whether the service has no other clusters */
export function coverageOf(inventory: Inventory, areAllClustersKnown: boolean): Coverage {
  const { store } = inventory;
  const items = inventory.items();
  const projects = items.filter(({ kind }) => kind === 'project').length;
  const clusters = items.filter(({ kind }) => kind === 'cluster');
  const total = projectTotal(inventory, projects);
  const machineTotals = clusters.map(({ machines }) => machines);
  const isTotalKnown = areAllClustersKnown && machineTotals.every((total) => total !== undefined);
  return {
    // Projects that are not loaded then have no clusters.
    projects: { read: areAllClustersKnown ? (total ?? projects) : projects, total },
    clusters: {
      read: clusters.filter(({ id }) => isStateRead(id, store)).length,
      total: areAllClustersKnown ? clusters.length : undefined,
    },
    machines: {
      read: items.filter(({ kind }) => kind === 'machine').length,
      total: isTotalKnown ? machineTotals.reduce<number>((sum, total) => sum + total, 0) : undefined,
    },
  };
}

/** Whether anything has been read that says how a cluster is. */
function isStateRead(id: string, store: ItemStore): boolean {
  const row = store.find(id);
  return isRow(row, 'cluster') && kindOf(row).isRead(row, store);
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
