import { sumOf } from './cluster';
import type { Coverage, Item } from './item';
import type { ItemKind } from './kinds/levels';
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
  const ofKind = (kind: ItemKind): readonly Item[] => items.filter((item) => item.kind === kind);
  const { length: projects } = ofKind('project');
  const clusters = ofKind('cluster');
  const listed = projectProgress(store).total;
  // The listing counts only the projects that match the filter.
  const total = listed === undefined || isFilteredByService ? undefined : Math.max(listed, projects);
  return {
    // Projects that are not loaded then have no clusters.
    projects: { read: areAllClustersKnown ? (total ?? projects) : projects, total },
    clusters: {
      read: clusters.filter(({ state }) => state !== 'notRead').length,
      total: areAllClustersKnown ? clusters.length : undefined,
    },
    machines: {
      read: ofKind('machine').length,
      total: areAllClustersKnown ? sumOf(clusters.map(({ machines }) => machines)) : undefined,
    },
  };
}
