import { l10n } from 'vscode';
import { formatDuration, formatNumber, requestCount } from '../../text/format';
import { needsAttention } from '../severity';
import type { Latency } from '../../service/latency';
import { concurrency, familyOf, publishedLimits, secondsFor } from '../../service/rateLimits';
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

/** What is still to be read. */
export interface MachinePlan {
  /** More if a pool has several pages. */
  readonly requests: number;
  /**
   * About how long it takes under the published rate limits, at the speed at which the service responds; undefined if that
   * is not known.
   */
  readonly seconds: number | undefined;
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

/** What is still to be read in each project, by the ID of its item. */
export function projectPlans(inventory: Inventory, canSearch: boolean): ReadonlyMap<string, MachinePlan> {
  const targets = groupBy(targetsIn(inventory, { kind: 'all' }), ({ projectId }) => projectId);
  return new Map(
    [...targets].map(([id, own]) => [
      id,
      planOf(routeVia(inventory, own, canSearch, 0), inventory.session.latency),
    ]),
  );
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

export function planOf(route: MachineRoute, latency: Latency): MachinePlan {
  const requests = requestsOf(route);
  const seconds = requests === 0 ? 0 : secondsOf(route, latency);
  return {
    requests,
    seconds: seconds === undefined ? undefined : Math.ceil(seconds),
  };
}

/** From here on, minutes are shown. */
const longSeconds = 120;

/** `121 requests, about 80 s`, or only `121 requests` if it is not known how fast the service is. */
export function costOf({ requests, seconds }: MachinePlan): string {
  const count = requestCount(requests);
  if (seconds === undefined) return count;
  const time =
    seconds < longSeconds ? l10n.t('{0} s', formatNumber(rounded(seconds))) : formatDuration(seconds * 1000);
  return l10n.t('{0}, about {1}', count, time);
}

/** No estimate is exact to the second. */
function rounded(seconds: number): number {
  return seconds < 10 ? seconds : 5 * Math.round(seconds / 5);
}

/** How many requests a route takes, as far as the numbers of pools are known. */
export function requestsOf(route: MachineRoute): number {
  return route.searches + route.clusterReads + listsOf(route);
}

function listsOf({ targets, pools }: MachineRoute): number {
  return targets.length + Math.round(sum(pools.values()));
}

function secondsOf(route: MachineRoute, latency: Latency): number | undefined {
  const { searches, clusterReads } = route;
  const lists = listsOf(route);
  const [searchMs, clusterMs, listMs] = ['dashboard', 'spectroclusters', 'cloudconfigs'].map((family) =>
    latency.of(`/v1/${family}`),
  );
  if (searchMs === undefined || clusterMs === undefined || listMs === undefined) return undefined;
  // Each page of a search has the token of the next one. The others are sent side by side.
  const searching = Math.max(secondsIn('dashboard', searches), (searches * searchMs) / 1000);
  const responding = (clusterReads * clusterMs + lists * listMs) / concurrency / 1000;
  return (
    searching +
    Math.max(secondsIn('spectroclusters', clusterReads), secondsIn('cloudconfigs', lists), responding)
  );
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

/** How long the published rate limit of an endpoint family, or that of all others, makes requests take. */
export function secondsIn(family: string, requests: number): number {
  return secondsFor(requests, familyOf(['v1', family], publishedLimits).rate);
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
