import { safeItem, type PlacedItem } from '../../items/fields';
import {
  containersOf,
  countStates,
  itemStates,
  type Counted,
  type Item,
  type ItemState,
} from '../../items/item';
import { elementsAfter } from '../../webPage/listChanges';
import type { FleetHeader, FleetMessage, TimelineMessage } from '../messages';

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
  readonly projects: readonly Item[];
  readonly clusters: readonly Cluster[];
}

/** What the page shows after a message. What is known of one connection is never shown under the name of another. */
export function fleetAfter(before: PageFleet | undefined, message: FleetMessage): PageFleet {
  const { header } = message;
  const isOther =
    before === undefined || connectionKey(before.header.connection) !== connectionKey(header.connection);
  const changed = message.changed.map(safeItem);
  const items = elementsAfter(isOther ? [] : before.items, { ...message, changed });
  return { header, items, ...arranged(items, isOther ? [] : before.clusters) };
}

/** Tells connections apart. */
export function connectionKey({ name, host }: TimelineMessage['connection']): string {
  return JSON.stringify([name, host]);
}

/** @param before clusters of which nothing has changed stay the same objects, so that nothing of them is sorted or drawn again */
function arranged(items: ReadonlyMap<string, Item>, before: readonly Cluster[]) {
  const parentOf = ({ parent }: Item): Item | undefined => items.get(parent ?? '');
  const projects: Item[] = [];
  const clusters = new Map<string, Omit<Cluster, 'rows'> & { pools: Item[]; machines: Item[] }>();
  for (const item of items.values()) {
    if (item.kind === 'project') projects.push(item);
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
  return {
    projects,
    clusters: [...clusters.values()].map((cluster): Cluster => {
      const same = known.get(cluster.item.id);
      return same && isSame(same, cluster) ? same : { ...cluster, rows: rowsOf(cluster, parentOf) };
    }),
  };
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

/** What was not read has no rows that a query could select. */
const nothingUnread = { clusters: { read: 0 }, machines: { read: 0, total: 0 } };

/** The states that occur, worst first. @param selected the IDs of the items to count; undefined for all, also those that were not read */
export function tileCounts(
  { clusters, header }: PageFleet,
  selected?: ReadonlySet<string>,
): readonly StateCount[] {
  const isCounted = ({ id }: Item): boolean => selected?.has(id) ?? true;
  const items = clusters.map(({ item }) => item).filter(({ kind }) => kind === 'cluster');
  const ofClusters = countStates(items.filter(isCounted));
  const ofMachines = countStates(clusters.flatMap(({ machines }) => machines).filter(isCounted));
  const { clusters: coverage, machines } = selected ? nothingUnread : header.coverage;
  const unread = machines.total === undefined && header.canReadMachines ? undefined : unreadOf(machines);
  return itemStates
    .map((state) => {
      const count = ofClusters[state] ?? 0;
      return state === 'notRead'
        ? { state, clusters: Math.max(count, unreadOf(coverage)), machines: unread }
        : { state, clusters: count, machines: ofMachines[state] ?? 0 };
    })
    .filter((count) => count.clusters > 0 || count.machines !== 0);
}

function unreadOf({ read, total = read }: Counted): number {
  return Math.max(0, total - read);
}
