import type { Coverage, Item } from './item';
import type { ItemStore } from './kinds/kind';
import { projectProgress } from './listState';

/**
 * @param areAllClustersKnown whether the service has no other clusters
 * @param isFilteredByService whether the service lists only the projects that match the filter of a view
 */
export function coverageOf(
  store: ItemStore,
  items: readonly Item[],
  areAllClustersKnown: boolean,
  isFilteredByService: boolean,
): Coverage {
  const projects = items.filter(({ kind }) => kind === 'project').length;
  const clusters = items.filter(({ kind }) => kind === 'cluster');
  const listed = projectProgress(store).total;
  // The listing counts only the projects that match the filter.
  const total = listed === undefined || isFilteredByService ? undefined : Math.max(listed, projects);
  const machineTotals = clusters.map(({ machines }) => machines);
  const isTotalKnown = areAllClustersKnown && machineTotals.every((total) => total !== undefined);
  return {
    // Projects that are not loaded then have no clusters.
    projects: { read: areAllClustersKnown ? (total ?? projects) : projects, total },
    clusters: {
      read: clusters.filter(({ state }) => state !== 'notRead').length,
      total: areAllClustersKnown ? clusters.length : undefined,
    },
    machines: {
      read: items.filter(({ kind }) => kind === 'machine').length,
      total: isTotalKnown ? machineTotals.reduce<number>((sum, total) => sum + total, 0) : undefined,
    },
  };
}
