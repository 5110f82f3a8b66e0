import { l10n } from 'vscode';
import type { Capacity, Item } from '../../items/item';
import { formatMebibytes, formatNumber } from '../../presentation/format';
import { pathText } from '../../presentation/text';
import type { FleetHeader } from '../messages';
import { unreadText } from './describe';
import { groupBy, type Cluster } from './fleet';

export const capacityLists = ['projects', 'clusters', 'pools'] as const;
export type CapacityList = (typeof capacityLists)[number];

/** How much of a resource is used. */
export interface Use {
  readonly used: number | undefined;
  readonly total: number;
  /** Undefined if the use is not reported: that is not the same as 0. */
  readonly percent: number | undefined;
  readonly level: 'normal' | 'high' | 'full';
}

/** `12 of 16`, or `16` if the use is not known. */
export function useText({ used, total }: Use, kind: 'cores' | 'memoryMiB' | 'machines'): string {
  const format = kind === 'memoryMiB' ? formatMebibytes : formatNumber;
  return used === undefined ? format(total) : l10n.t('{0} of {1}', format(used), format(total));
}

/** A row of the capacity list. */
export interface CapacityRow {
  readonly item: Item;
  /** The names of the items that contain it. */
  readonly path: string;
  readonly cores: Use | undefined;
  readonly memoryMiB: Use | undefined;
  /** Machines of a pool against the most that it may have. */
  readonly machines: Use | undefined;
}

/** What is known about the capacity of clusters, the fullest first. */
export function capacityRows(clusters: readonly Cluster[], list: CapacityList): readonly CapacityRow[] {
  const rows = { projects: projectRows, clusters: clusterRows, pools: poolRows }[list](clusters);
  return rows
    .filter(({ cores, memoryMiB, machines }) => cores ?? memoryMiB ?? machines)
    .sort((one, other) => fullness(other) - fullness(one) || sizeOf(other) - sizeOf(one));
}

/** Why there are more cores and memory to read; undefined if there are none. @param hasRows whether some are known */
export function unreadCapacityText(
  list: CapacityList,
  hasRows: boolean,
  { firstRead, canReadCapacity }: Pick<FleetHeader, 'firstRead' | 'canReadCapacity'>,
): string | undefined {
  if (!canReadCapacity || list === 'pools' || firstRead === 'pending') return undefined;
  return hasRows
    ? l10n.t("Some cores and memory haven't been read. Reading them takes one request for every 50 clusters.")
    : l10n.t("Cores and memory haven't been read. Reading them takes one request for every 50 clusters.");
}

/** Why there are no rows. @param isFiltered whether there are clusters that are not shown */
export function noCapacityText(
  list: CapacityList,
  isFiltered: boolean,
  header: Pick<FleetHeader, 'firstRead'>,
): string {
  const unread = unreadText(header);
  if (unread !== undefined) return unread;
  if (list === 'pools') return l10n.t('Pools are read together with their machines.');
  return isFiltered ? l10n.t('No results') : l10n.t('The service reports no cores or memory.');
}

function clusterRows(clusters: readonly Cluster[]): CapacityRow[] {
  return clusters.map(({ item, project }) => ({
    item,
    path: project?.name ?? '',
    cores: useOf(item.cores),
    memoryMiB: useOf(item.memoryMiB),
    machines: undefined,
  }));
}

function projectRows(clusters: readonly Cluster[]): CapacityRow[] {
  const members = groupBy(clusters, ({ project }) => project);
  return [...members].flatMap(([project, ofProject]) =>
    project === undefined
      ? []
      : [
          {
            item: project,
            path: '',
            cores: useOf(sumOf(ofProject.map(({ item }) => item.cores)) ?? project.cores),
            memoryMiB: useOf(sumOf(ofProject.map(({ item }) => item.memoryMiB)) ?? project.memoryMiB),
            machines: undefined,
          },
        ],
  );
}

function poolRows(clusters: readonly Cluster[]): CapacityRow[] {
  return clusters.flatMap(({ item: cluster, project, pools }) =>
    pools.map((item) => ({
      item,
      path: pathText(project?.name, cluster.name),
      cores: undefined,
      memoryMiB: undefined,
      machines: useOf(
        item.maxMachines === undefined ? undefined : { total: item.maxMachines, used: item.machines },
      ),
    })),
  );
}

/** The use is missing unless it is known of all that have a total. */
function sumOf(capacities: readonly (Capacity | undefined)[]): Capacity | undefined {
  const known = capacities.filter((capacity) => capacity !== undefined);
  if (known.length === 0) return undefined;
  const total = known.reduce((sum, capacity) => sum + capacity.total, 0);
  const isUsed = known.every(({ used }) => used !== undefined);
  return { total, used: isUsed ? known.reduce((sum, { used }) => sum + (used ?? 0), 0) : undefined };
}

function useOf(capacity: Capacity | undefined): Use | undefined {
  if (capacity === undefined || capacity.total <= 0) return undefined;
  const { total, used } = capacity;
  const share = (used ?? 0) / total;
  const percent = used === undefined ? undefined : Math.min(100, Math.round(share * 100));
  return { total, used, percent, level: share >= 1 ? 'full' : share >= 0.9 ? 'high' : 'normal' };
}

function fullness({ cores, memoryMiB, machines }: CapacityRow): number {
  return Math.max(...[cores, memoryMiB, machines].map((use) => (use?.used ?? 0) / (use?.total ?? 1)));
}

function sizeOf({ cores, memoryMiB, machines }: CapacityRow): number {
  return cores?.total ?? machines?.total ?? memoryMiB?.total ?? 0;
}
