import { cloudConfigOf, poolCountOf } from '../items/cluster';
import { groupBy } from '../items/order';
import type { Inventory } from '../items/inventory';
import { isOpenProblem, type Item } from '../items/item';
import { isRow } from '../items/kinds';
import { oldestTime } from '../service/requestTime';
import { isLeaf, isOutermost } from '../items/kinds/levels';
import { idsTo } from '../items/store/row';
import { canSearch } from './allClusters';
import { searchRequests } from './fleetState';

/** The clusters whose machines are read. */
export type MachineScope = (
  | { readonly kind: 'attention' }
  /** Those with these IDs, or in the projects with them, or the pools. */
  | { readonly kind: 'clusters'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all' }
) & {
  /** Whether what was read is read again. */
  readonly isReread?: boolean;
};

/** The usual number of pools of a cluster if that is not known: a control plane and its workers. */
const usualPools = 2;

/** How machines are read with the fewest requests. */
export function planOf(inventory: Inventory, scope: MachineScope, mayBeSearched = canSearch(inventory)) {
  return planFor(inventory, listsIn(inventory, scope), clustersOf(inventory), mayBeSearched);
}

/** How many requests it takes to read a scope. */
export function requestsFor(inventory: Inventory, scope: MachineScope): number {
  return planOf(inventory, scope).requests;
}

/** How many requests each project still takes, by the ID of its item. */
export function projectRequests(inventory: Inventory): ReadonlyMap<string, number> {
  const clusters = groupBy(clustersOf(inventory), projectIdOf);
  const lists = [...groupBy(listsIn(inventory, { kind: 'all' }), projectIdOf)];
  return new Map(
    lists.map(([id = '', own]) => [
      id,
      planFor(inventory, own, clusters.get(id) ?? [], canSearch(inventory)).requests,
    ]),
  );
}

function clustersOf(inventory: Inventory): readonly Item[] {
  return inventory.items().filter(({ kind }) => kind === 'cluster');
}

function projectIdOf({ id }: Item): string | undefined {
  return idsTo(id)[0];
}

/** @param clusters all that are known where the lists are */
function planFor(
  inventory: Inventory,
  lists: readonly Item[],
  clusters: readonly Item[],
  mayBeSearched: boolean,
) {
  const [projectId, ...others] = new Set(lists.map(projectIdOf));
  const isInSearch = (item: Item): boolean => others.length > 0 || projectIdOf(item) === projectId;
  const searches = searchRequests(clusters.filter(isInSearch).length);
  const ids = lists.map(({ id }) => id);
  const costs = ids.map((id) => costOf(inventory, id));
  const unlocated = costs.filter(({ requests }) => requests > 1).length;
  const isSearched = mayBeSearched && searches < unlocated;
  const all = costs.reduce((sum, { requests, finds }) => sum + requests + finds, 0);
  return {
    /** The IDs of clusters, and of the pools of other clusters. */
    lists: ids,
    /** How many requests cluster search takes first, because it finds 50 cloud configs at once. */
    searches: isSearched ? searches : 0,
    /** What is searched, if that is a single project. */
    projectId: others.length > 0 ? undefined : projectId,
    /** All of them, as far as the numbers of pools are known. More if a pool has several pages. */
    requests: isSearched ? searches + all - unlocated : all,
  };
}

/** How many requests a list takes, two if its cloud config has to be found first, and how many lists are expected in it. */
export function costOf({ store }: Inventory, id: string) {
  const row = store.find(id);
  if (!isRow(row, 'cluster')) return { requests: 1, finds: 0 };
  return { requests: cloudConfigOf(row) === undefined ? 2 : 1, finds: poolCountOf(row) ?? usualPools };
}

/** How many clusters of a scope have been read, and when their machines were, the first of them. */
export function readIn(inventory: Inventory, scope: MachineScope) {
  const lists = listsIn(inventory, { ...scope, isReread: true });
  const clusters = new Set(lists.flatMap(({ kind, id }) => (kind === 'cluster' ? id : [])));
  const isRead = (item: Item): boolean => isLeaf(item) && clusters.has(idsTo(item.id)[1] ?? '');
  const machines = inventory.items().filter(isRead);
  return { clusters: clusters.size, readAt: oldestTime(machines.map(({ readAt }) => readAt)) };
}

/** The clusters of a scope that have not been read, and the pools of the others. */
export function listsIn(inventory: Inventory, scope: MachineScope): readonly Item[] {
  const [inScope, found] = [new Set<string>(), new Set<string>()];
  return inventory.items().filter((item) => {
    const { kind, id, parent = '' } = item;
    // An item comes after the item that contains it.
    if (isLeaf(item) || !isIn(scope, item, inScope.has(parent))) return false;
    inScope.add(id);
    const isLeft = scope.isReread === true || !inventory.isRead(id);
    // Reading a cluster finds its pools.
    if (isOutermost(item) || !isLeft || found.has(parent)) return false;
    if (kind === 'cluster') found.add(id);
    return true;
  });
}

function isIn(scope: MachineScope, item: Item, isParentIn: boolean): boolean {
  if (scope.kind === 'all') return true;
  if (scope.kind === 'clusters') return isParentIn || scope.ids.has(item.id);
  // A project summary does not say which of its clusters are meant.
  const isUnknown = item.state === 'notRead' || item.state === 'unknown';
  return isOpenProblem(item) || (isParentIn && (item.kind !== 'cluster' || isUnknown));
}
