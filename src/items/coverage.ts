import type { Coverage, Item } from './item';
import { byKind } from './kinds/levels';
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
  const counts = byKind(() => 0);
  let readClusters = 0;
  let machines: number | undefined = 0;
  for (const item of items) {
    counts[item.kind]++;
    if (item.kind !== 'cluster') continue;
    if (item.state !== 'notRead') readClusters++;
    machines = machines === undefined || item.machines === undefined ? undefined : machines + item.machines;
  }
  const { project: projects, cluster: clusters, machine } = counts;
  const listed = projectProgress(store).total;
  // The listing counts only the projects that match the filter.
  const total = listed === undefined || isFilteredByService ? undefined : Math.max(listed, projects);
  return {
    // Projects that are not loaded then have no clusters.
    projects: { read: areAllClustersKnown ? (total ?? projects) : projects, total },
    clusters: { read: readClusters, total: areAllClustersKnown ? clusters : undefined },
    machines: { read: machine, total: areAllClustersKnown ? machines : undefined },
  };
}
