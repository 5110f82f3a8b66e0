import type { ItemState } from '../../items/item';
import type { Cluster } from './fleet';

/** What the page shows of the fleet. An empty part lets everything pass. */
export interface Filter {
  readonly states: readonly ItemState[];
  readonly cloud: string;
  /** Its ID. */
  readonly project: string;
  /** The IDs of those that are selected in the status grid. */
  readonly clusters: readonly string[];
}

export const noFilter: Filter = { states: [], cloud: '', project: '', clusters: [] };

export function isFiltered({ states, cloud, project, clusters }: Filter): boolean {
  return states.length + clusters.length > 0 || cloud !== '' || project !== '';
}

/** The clusters to show: those of the selection, cloud and project that are in one of the states, or have a machine that is. */
export function filterClusters(clusters: readonly Cluster[], filter: Filter): readonly Cluster[] {
  if (!isFiltered(filter)) return clusters;
  const isInScope = scopeOf(filter);
  return clusters.filter((cluster) => isInScope(cluster) && hasState(cluster, filter.states));
}

/** Tells whether a cluster belongs to the selection, the cloud and the project of a filter. */
export function scopeOf(filter: Filter): (cluster: Cluster) => boolean {
  const selected = new Set(filter.clusters);
  return ({ item, project }) =>
    (filter.cloud === '' || item.cloudType === filter.cloud) &&
    (filter.project === '' || project?.id === filter.project) &&
    (selected.size === 0 || selected.has(item.id));
}

export function isInStates(state: ItemState, states: readonly ItemState[]): boolean {
  return states.length === 0 || states.includes(state);
}

function hasState({ item, machines }: Cluster, states: readonly ItemState[]): boolean {
  return isInStates(item.state, states) || machines.some((machine) => states.includes(machine.state));
}
