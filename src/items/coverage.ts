import { byKind, type Coverage, type Item } from './item';
import type { ItemStore } from './kinds/kind';
import { projectProgress } from './listState';

/** What says whether there are items that are not known. */
interface Listed {
  /** Whether the service has no other clusters. */
  readonly areAllClustersKnown: boolean;
  /** Whether the service lists only the projects that match the filter of a view. */
  readonly isFilteredByService: boolean;
}

/** What is counted in all items. */
export class ItemCounts {
  readonly read = byKind(() => 0);
  clusters = 0;
  /** How many of them don't say how many machines they have, and how many the others have. */
  unsized = 0;
  machines = 0;

  /** @param by 1 to add an item, -1 to remove it */
  count({ kind, state, machines }: Item, by: 1 | -1): void {
    if (kind !== 'cluster' || state !== 'notRead') this.read[kind] += by;
    if (kind !== 'cluster') return;
    this.clusters += by;
    if (machines === undefined) this.unsized += by;
    else this.machines += by * machines;
  }
}

export function coverageOf(
  store: ItemStore,
  { read, clusters, unsized, machines }: ItemCounts,
  { areAllClustersKnown, isFilteredByService }: Listed,
): Coverage {
  const listed = projectProgress(store).total;
  // The listing counts only the projects that match the filter.
  const total = listed === undefined || isFilteredByService ? undefined : Math.max(listed, read.project);
  return {
    // Projects that are not loaded then have no clusters.
    projects: { read: areAllClustersKnown ? (total ?? read.project) : read.project, total },
    clusters: { read: read.cluster, total: areAllClustersKnown ? clusters : undefined },
    machines: { read: read.machine, total: areAllClustersKnown && unsized === 0 ? machines : undefined },
  };
}
