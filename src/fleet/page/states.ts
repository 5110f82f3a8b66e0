import { countStates, itemStates, type ItemState } from '../../items/item';
import type { Fleet } from './fleet';

/** How many clusters and machines are in a state. */
export interface StateCount {
  readonly state: ItemState;
  readonly clusters: number;
  readonly machines: number;
}

/** All states, worst first. */
export function tileCounts({ clusters, header }: Fleet): readonly StateCount[] {
  const ofClusters = countStates(clusters.map(({ item }) => item));
  const ofMachines = countStates(clusters.flatMap(({ machines }) => machines));
  const { read, total = 0 } = header.coverage.machines;
  const unread = Math.max(0, total - read);
  return itemStates.map((state) => ({
    state,
    clusters: ofClusters[state] ?? 0,
    machines: (ofMachines[state] ?? 0) + (state === 'notRead' ? unread : 0),
  }));
}
