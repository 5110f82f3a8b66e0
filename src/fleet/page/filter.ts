import { itemStates, type ItemState } from '../../items/item';
import { hasTags } from '../../items/tags';
import { exactList, exactObject, oneOf, text, type Read } from '../../service/readers';
import type { Cluster } from './fleet';

/** Stands in a filter for clusters whose tags were not read. No tag is like this. */
export const tagsNotRead = ':';

/** Stands in a filter by tags for clusters that wait for approval. No tag is like this. */
export const waitingTag = ':waiting';

/** Stands for the favorites, in place of the ID of a project. */
export const favoritesId = 'favorites';

export const readFilter = exactObject({
  states: exactList(oneOf(...itemStates)),
  cloud: text,
  /** Its ID. */
  project: text,
  /** The IDs of those that are selected in the status grid. */
  clusters: exactList(text),
  /** Several with the same key are alternatives. */
  tags: exactList(text),
});
/** What the page shows of the fleet. An empty part lets everything pass. */
export type Filter = Read<typeof readFilter>;

export const noFilter: Filter = { states: [], cloud: '', project: '', clusters: [], tags: [] };

export function isFiltered({ states, cloud, project, clusters, tags }: Filter): boolean {
  return states.length + clusters.length + tags.length > 0 || cloud !== '' || project !== '';
}

/** The clusters to show: those of the selection, cloud, project and tags that are in one of the states, or have a machine that is. */
export function filterClusters(clusters: readonly Cluster[], filter: Filter): readonly Cluster[] {
  if (!isFiltered(filter)) return clusters;
  const isInScope = scopeOf(filter);
  return clusters.filter((cluster) => isInScope(cluster) && hasState(cluster, filter.states));
}

/** Tells whether a cluster belongs to the selection, the cloud and the project of a filter, and has its tags. */
export function scopeOf(filter: Filter): (cluster: Cluster) => boolean {
  const selected = new Set(filter.clusters);
  const isOfFavorites = filter.project === favoritesId;
  return ({ item, project, isFavorite }) =>
    (filter.cloud === '' || item.cloudType === filter.cloud) &&
    (filter.project === '' || (isOfFavorites ? isFavorite : project?.id === filter.project)) &&
    (selected.size === 0 || selected.has(item.id)) &&
    hasTags(filter.tags, (tag) =>
      tag === waitingTag ? item.isWaiting === true : (item.tags ?? [tagsNotRead]).includes(tag),
    );
}

export function isInStates(state: ItemState, states: readonly ItemState[]): boolean {
  return states.length === 0 || states.includes(state);
}

function hasState({ item, machines }: Cluster, states: readonly ItemState[]): boolean {
  return isInStates(item.state, states) || machines.some((machine) => states.includes(machine.state));
}
