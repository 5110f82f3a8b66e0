import { safeItem, type PlacedItem } from '../../items/fields';
import { containersOf, countStates, itemStates, type Item, type ItemState } from '../../items/item';
import { elementsAfter } from '../../webPage/listChanges';
import type { FleetHeader, FleetMessage } from '../messages';

/** A cluster with what is known below it. */
export interface Cluster {
  /** A machine pool that the user added to a project stands for the cluster that it is in, which is not known. */
  readonly item: Item;
  readonly project: Item | undefined;
  readonly pools: readonly Item[];
  readonly machines: readonly Item[];
  /** Of it and its machines, each machine after it. */
  readonly rows: readonly Row[];
}

/** A row of the table. */
export interface Row extends PlacedItem {
  readonly id: string;
  /** What stands for its cluster. */
  readonly cluster: Item;
}

/** What the page shows. All texts are safe to show on one line. */
export interface PageFleet {
  readonly header: FleetHeader;
  readonly items: ReadonlyMap<string, Item>;
  readonly clusters: readonly Cluster[];
}

/** What the page shows after a message. The first one of a connection is whole. */
export function fleetAfter(before: PageFleet | undefined, message: FleetMessage): PageFleet {
  const changed = message.changed.map(safeItem);
  const items = elementsAfter(before?.items ?? [], { ...message, changed });
  return { header: message.header, items, clusters: clustersOf(items, before?.clusters ?? []) };
}

/** Tells connections apart. */
export function connectionKey({ name, host }: FleetHeader['connection']): string {
  return JSON.stringify([name, host]);
}

/** @param before clusters of which nothing has changed stay the same objects, so that nothing of them is sorted or drawn again */
function clustersOf(items: ReadonlyMap<string, Item>, before: readonly Cluster[]): readonly Cluster[] {
  const parentOf = ({ parent }: Item): Item | undefined => items.get(parent ?? '');
  const clusters = new Map<string, Omit<Cluster, 'rows'> & { pools: Item[]; machines: Item[] }>();
  for (const item of items.values()) {
    if (item.kind === 'cluster' || (item.kind === 'pool' && parentOf(item)?.kind === 'project'))
      clusters.set(item.id, { item, project: parentOf(item), pools: [], machines: [] });
  }
  // By the IDs of pools, too.
  const containers = new Map(clusters);
  for (const item of items.values()) {
    if (item.kind !== 'pool') continue;
    const cluster = clusters.get(item.id) ?? clusters.get(item.parent ?? '');
    if (cluster) containers.set(item.id, cluster);
    cluster?.pools.push(item);
  }
  for (const item of items.values())
    if (item.kind === 'machine') containers.get(item.parent ?? '')?.machines.push(item);
  const known = new Map(before.map((cluster) => [cluster.item.id, cluster]));
  return [...clusters.values()].map((cluster): Cluster => {
    const same = known.get(cluster.item.id);
    return same && isSame(same, cluster) ? same : { ...cluster, rows: rowsOf(cluster, parentOf) };
  });
}

function isSame(before: Cluster, { item, project, pools, machines }: Omit<Cluster, 'rows'>): boolean {
  const areSame = (some: readonly Item[], others: readonly Item[]): boolean =>
    some.length === others.length && some.every((each, at) => each === others[at]);
  return (
    before.item === item &&
    before.project === project &&
    areSame(before.pools, pools) &&
    areSame(before.machines, machines)
  );
}

function rowsOf(
  { item: cluster, pools, machines }: Omit<Cluster, 'rows'>,
  parentOf: (item: Item) => Item | undefined,
): readonly Row[] {
  // All machines of a pool are in the same.
  const containers = new Map<string | undefined, readonly Item[]>();
  const containersIn = (item: Item): readonly Item[] => {
    const known = containers.get(item.parent) ?? containersOf(item, parentOf);
    containers.set(item.parent, known);
    return known;
  };
  return [cluster, ...machines]
    .filter(({ kind }) => kind !== 'pool')
    .map((item) => ({
      id: item.id,
      item,
      cluster,
      containers: containersIn(item),
      ...(item === cluster && { pools, machines }),
    }));
}

/** How many clusters and machines are in a state. */
export interface StateCount {
  readonly state: ItemState;
  readonly clusters: number;
  /** Undefined if some were not read, and nobody knows how many. */
  readonly machines: number | undefined;
}

/** The states that occur, worst first. @param selected the IDs of the items to count; undefined for all, also machines that were not read */
export function tileCounts(
  { clusters, header }: PageFleet,
  selected?: ReadonlySet<string>,
): readonly StateCount[] {
  const isCounted = ({ id }: Item): boolean => selected?.has(id) ?? true;
  const items = clusters.map(({ item }) => item).filter(({ kind }) => kind === 'cluster');
  const ofClusters = countStates(items.filter(isCounted));
  const ofMachines = countStates(clusters.flatMap(({ machines }) => machines).filter(isCounted));
  const { read, total = header.canReadMachines ? undefined : read } = header.coverage.machines;
  // What was not read has no rows that a query could select.
  const unread = selected ? 0 : total && Math.max(0, total - read);
  return itemStates
    .map((state) => {
      const machines = state === 'notRead' ? unread : (ofMachines[state] ?? 0);
      return { state, clusters: ofClusters[state] ?? 0, machines };
    })
    .filter((count) => count.clusters > 0 || count.machines !== 0);
}
