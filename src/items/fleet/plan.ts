import { needsAttention } from '../severity';
import { groupBy } from '../groupBy';
import type { Inventory } from '../inventory';
import type { Item, ItemKind, ItemState } from '../item';
import { searchRequests } from './readState';

/** The clusters whose machines are read. */
export type MachineScope =
  | { readonly kind: 'attention' }
  /** Those at or below an item: a project, or a cluster. */
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'clusters'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all' };

/** A cluster or a pool whose list has not been read. */
export interface Target {
  readonly kind: 'cluster' | 'pool';
  readonly id: string;
  readonly projectId: string;
}

/** How the machines of a scope are read with the fewest requests. */
export interface MachineRoute {
  readonly targets: readonly Target[];
  /** How many requests cluster search takes first, because it finds 50 cloud configs at once. */
  readonly searches: number;
  /** How many clusters have to be read because their cloud config is not known. */
  readonly clusterReads: number;
  /** How many pools each cluster of the targets has, or is expected to have. */
  readonly pools: ReadonlyMap<string, number>;
}

/** The usual number of pools of a cluster if none is known: a control plane and its workers. */
const usualPools = 2;

export function routeTo(inventory: Inventory, scope: MachineScope, canSearch: boolean): MachineRoute {
  // A search in one project finds the clusters of no other.
  const others = scope.kind === 'project' ? 0 : (inventory.coverage().clusters.total ?? 0);
  return routeVia(inventory, targetsIn(inventory, scope), canSearch, others);
}

/** How many requests each project still takes, by the ID of its item. */
export function projectRequests(inventory: Inventory, canSearch: boolean): ReadonlyMap<string, number> {
  const targets = groupBy(targetsIn(inventory, { kind: 'all' }), ({ projectId }) => projectId);
  return new Map([...targets].map(([id, own]) => [id, requestsOf(routeVia(inventory, own, canSearch, 0))]));
}

/** @param inSearch how many clusters a search finds, if that is more than those of the targets */
function routeVia(
  inventory: Inventory,
  targets: readonly Target[],
  canSearch: boolean,
  inSearch: number,
): MachineRoute {
  const clusters = targets.filter(({ kind }) => kind === 'cluster').map(({ id }) => id);
  const unlocated = clusters.filter((id) => !inventory.isCloudConfigKnown(id)).length;
  const searches = searchRequests(Math.max(inSearch, clusters.length));
  const isSearched = canSearch && searches < unlocated;
  return {
    targets,
    searches: isSearched ? searches : 0,
    clusterReads: isSearched ? 0 : unlocated,
    pools: expectedPools(inventory, clusters),
  };
}

/** How many requests a route takes, as far as the numbers of pools are known. More if a pool has several pages. */
export function requestsOf({ searches, clusterReads, targets, pools }: MachineRoute): number {
  return searches + clusterReads + targets.length + Math.round(sum(pools.values()));
}

/** Clusters whose pools are not known are expected to have as many as the others have on average. */
function expectedPools(inventory: Inventory, clusters: readonly string[]): ReadonlyMap<string, number> {
  const counts = clusters.map((id) => [id, inventory.poolCount(id)] as const);
  const known = counts.map(([, count]) => count).filter((count) => count !== undefined);
  const average = known.length === 0 ? usualPools : sum(known) / known.length;
  return new Map(counts.map(([id, count]) => [id, count ?? average]));
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** The clusters of a scope that have not been read, and the pools of the others. */
function targetsIn(inventory: Inventory, scope: MachineScope): readonly Target[] {
  const targets: Target[] = [];
  /** What contains others: whether it is in the scope, and its project. */
  const containers = new Map<string, Omit<Target, 'kind'> & { kind: ItemKind; isInScope: boolean }>();
  for (const item of inventory.items()) {
    const { kind, id } = item;
    if (kind === 'machine') continue;
    // An item comes after the item that contains it.
    const parent = item.parent === undefined ? undefined : containers.get(item.parent);
    const isInScope = isIn(scope, item, parent?.isInScope === true);
    const projectId = parent?.projectId ?? id;
    containers.set(id, { kind, id, projectId, isInScope });
    // Reading a cluster finds its pools.
    const isFoundLater = kind === 'pool' && parent?.kind === 'cluster' && !inventory.isRead(parent.id);
    if (kind !== 'project' && isInScope && !isFoundLater && !inventory.isRead(id))
      targets.push({ kind, id, projectId });
  }
  return targets;
}

function isIn(scope: MachineScope, { kind, id, state }: Item, isParentIn: boolean): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'project':
      return id === scope.id || isParentIn;
    case 'clusters':
      return scope.ids.has(id) || isParentIn;
    case 'attention':
      // A project summary does not say which of its clusters are meant.
      return needsAttention(state) || (isParentIn && (kind !== 'cluster' || isUnknown(state)));
  }
}

function isUnknown(state: ItemState): boolean {
  return state === 'notRead' || state === 'unknown';
}
