import { l10n } from 'vscode';
import { safeItem } from '../../items/fields';
import { containersOf, statesOf, type Item, type PlacedItem } from '../../items/item';
import { countStates, itemStates, type ItemState, stateText } from '../../items/severity';
import { perText } from '../../service/remember';
import { elementsAfter } from '../../webPage/messages';
import type { FleetHeader, FleetMessage } from '../messages';
import { isCounted } from '../../items/kinds/levels';
import { searchRequests, type FirstRead } from '../../reads/fleetState';
import { asOfText, requestCount, timesAt, updatedText } from '../../text/format';

/** A cluster with what is known below it. */
export interface PageCluster {
  /** A machine pool that the user added to a project stands for the cluster that it is in, which is not known. */
  readonly item: Item;
  readonly project: Item | undefined;
  readonly pools: readonly Item[];
  readonly machines: readonly Item[];
  /** Of it and its machines, each machine after it. */
  readonly rows: readonly FleetRow[];
}

/** A row of the table. */
export interface FleetRow extends PlacedItem {
  readonly id: string;
  /** What stands for its cluster. */
  readonly cluster: Item;
  /** Whether it needs no attention any more, and stays only until the user has seen that. */
  readonly isRecovered?: boolean;
}

/** What the page shows. All texts are safe to show on one line. */
export interface PageFleet {
  readonly header: FleetHeader;
  readonly items: ReadonlyMap<string, Item>;
  readonly clusters: readonly PageCluster[];
}

/** What the page shows after a message. The first one of a connection is whole. */
export function fleetAfter(before: PageFleet | undefined, message: FleetMessage): PageFleet {
  const changed = message.changed.map(safeItem);
  const items = elementsAfter(before?.items ?? [], { ...message, changed });
  return { header: message.header, items, clusters: pageClusters(items) };
}

/** Tells connections apart. */
export function connectionKey({ name, host }: FleetHeader['connection']): string {
  return JSON.stringify([name, host]);
}

function pageClusters(items: ReadonlyMap<string, Item>): readonly PageCluster[] {
  const parentOf = ({ parent = '' }: Item): Item | undefined => items.get(parent);
  const clusters = new Map<string, PageCluster & { pools: Item[]; machines: Item[]; rows: FleetRow[] }>();
  for (const item of items.values()) {
    const project = parentOf(item);
    if (item.kind !== 'cluster' && (item.kind !== 'pool' || project?.kind !== 'project')) continue;
    const below = { pools: [], machines: [] };
    const row = { id: item.id, item, cluster: item, containers: containersOf(item, parentOf), ...below };
    clusters.set(item.id, { item, project, ...below, rows: isCounted(item) ? [row] : [] });
  }
  // All machines of a pool are in the same place.
  const placeIn = perText((parent: string) => {
    const container = items.get(parent);
    const containers = container ? [...containersOf(container, parentOf), container] : [];
    const [cluster] = containers.flatMap(({ id }) => clusters.get(id) ?? []);
    return { containers, cluster };
  });
  for (const item of items.values()) {
    if (item.kind !== 'pool' && item.kind !== 'machine') continue;
    const { containers, cluster = clusters.get(item.id) } = placeIn(item.parent ?? '');
    if (item.kind === 'pool') cluster?.pools.push(item);
    else {
      cluster?.machines.push(item);
      cluster?.rows.push({ id: item.id, item, cluster: cluster.item, containers });
    }
  }
  return [...clusters.values()];
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
  const ofClusters = countStates(statesOf(items.filter(isCounted)));
  const ofMachines = countStates(statesOf(clusters.flatMap(({ machines }) => machines).filter(isCounted)));
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

/** Whether a time is so long ago that what was true then may not be true any more. */
export function isOld(time: number, now: number, oldAfterMs: number): boolean {
  return now - time > oldAfterMs;
}

/** `as of 14:05`, or `Not updated since 14:05` */
export function readAtText({ readAt, isStale }: Item, now: number): string | undefined {
  if (readAt === undefined) return undefined;
  return isStale ? updatedText(readAt, true, timesAt(now)) : asOfText(readAt, now);
}

/** How many requests it takes to read what only cluster search tells; undefined if there is nothing to read. */
export function unreadSearch({ canReadSearch, firstRead, coverage }: FleetHeader): string | undefined {
  const { total, read } = coverage.clusters;
  return canReadSearch && firstRead !== 'pending' ? requestCount(searchRequests(total ?? read)) : undefined;
}

/** What to show where there is nothing, because the clusters have not been read; undefined once they have been. */
export function firstReadText(firstRead: FirstRead): string | undefined {
  return { pending: l10n.t('Reading…'), failed: stateText('notRead'), succeeded: undefined }[firstRead];
}
