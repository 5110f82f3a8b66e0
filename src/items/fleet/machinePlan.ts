import type { Latency } from '../../service/latency';
import { concurrency, familyOf, publishedLimits, secondsFor } from '../../service/rateLimits';
import type { FleetSource } from '../../fleet/fleetSource';
import { targetsIn, type MachineScope, type Target } from './machineTargets';

/** What is still to be read. */
export interface MachinePlan {
  readonly clusters: number;
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

const clustersPerPage = 50;

export function routeTo(source: FleetSource, scope: MachineScope, canSearch: boolean): MachineRoute {
  // A search in one project finds the clusters of no other.
  const others = scope.kind === 'project' ? 0 : (source.coverage().clusters.total ?? 0);
  return routeVia(source, targetsIn(source, scope), canSearch, others);
}

/** What is still to be read in each project, by the ID of its item. */
export function projectPlans(source: FleetSource, canSearch: boolean): ReadonlyMap<string, MachinePlan> {
  const targets = new Map<string, Target[]>();
  for (const target of targetsIn(source, { kind: 'all' })) {
    const own = targets.get(target.projectId) ?? [];
    own.push(target);
    targets.set(target.projectId, own);
  }
  return new Map(
    [...targets].map(([id, own]) => [
      id,
      planOf(routeVia(source, own, canSearch, 0), source.session.latency),
    ]),
  );
}

/** @param inSearch how many clusters a search finds, if that is more than those of the targets */
function routeVia(
  source: FleetSource,
  targets: readonly Target[],
  canSearch: boolean,
  inSearch: number,
): MachineRoute {
  const clusters = targets.filter(({ kind }) => kind === 'cluster').map(({ id }) => id);
  const unlocated = clusters.filter((id) => !source.isCloudConfigKnown(id)).length;
  const searches = Math.ceil(Math.max(inSearch, clusters.length) / clustersPerPage);
  const isSearched = canSearch && searches < unlocated;
  return {
    targets,
    searches: isSearched ? searches : 0,
    clusterReads: isSearched ? 0 : unlocated,
    pools: expectedPools(source, clusters),
  };
}

export function planOf(route: MachineRoute, latency: Latency): MachinePlan {
  const requests = requestsOf(route);
  const seconds = requests === 0 ? 0 : secondsOf(route, latency);
  return {
    clusters: new Set(route.targets.map(({ clusterId }) => clusterId)).size,
    requests,
    seconds: seconds === undefined ? undefined : Math.ceil(seconds),
  };
}

/** How many requests a route takes, as far as the numbers of pools are known. */
export function requestsOf({ searches, clusterReads, ...route }: MachineRoute): number {
  return searches + clusterReads + listsOf(route);
}

function listsOf({ targets, pools }: Pick<MachineRoute, 'targets' | 'pools'>): number {
  return targets.length + Math.round(sum(pools.values()));
}

function secondsOf({ searches, clusterReads, ...route }: MachineRoute, latency: Latency): number | undefined {
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
function expectedPools(source: FleetSource, clusters: readonly string[]): ReadonlyMap<string, number> {
  const counts = clusters.map((id) => [id, source.poolCount(id)] as const);
  const known = counts.map(([, count]) => count).filter((count) => count !== undefined);
  const average = known.length === 0 ? usualPools : sum(known) / known.length;
  return new Map(counts.map(([id, count]) => [id, count ?? average]));
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

function secondsIn(family: string, requests: number): number {
  return secondsFor(requests, familyOf(['v1', family], publishedLimits).rate);
}
