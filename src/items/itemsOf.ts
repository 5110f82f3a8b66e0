import { cloudTypeOf, machineTotalOf } from '../presentation/cluster';
import type { Capacity, Item } from './item';
import type { Compute } from '../service/resources/cluster';
import { healthOf, readingOf, stateOf } from './known';
import type { Inventory } from './inventory';
import {
  kindOf,
  shownName,
  type ClusterRow,
  type MachineRow,
  type PoolRow,
  type ProjectRow,
  type ResourceRow,
} from './kinds';
import { knownCluster } from './kinds/cluster';
import type { ItemStore } from './kinds/kind';

/** Everything that is known, each item after the one that contains it. */
export function itemsOf({ rows, store }: Pick<Inventory, 'rows' | 'store'>): readonly Item[] {
  return rows.map((row) => (row.kind === 'machine' ? machineItemOf(row, store) : itemOf(row, store)));
}

/** A row as an item. */
export function itemOf(row: ResourceRow, store: ItemStore): Item {
  const kind = kindOf(row);
  const common: Item = {
    kind: row.kind,
    id: row.id,
    parent: row.parent?.id,
    name: shownName(row),
    uid: kind.uid(row),
    state: stateOf(row, store),
    cause: healthOf(row, store).cause,
    addresses: kind.addresses?.(row) ?? [],
    heartbeat: kind.heartbeat?.(row),
    ...readingOf(row, store),
  };
  switch (row.kind) {
    case 'project':
      return { ...common, ...projectFields(row, store) };
    case 'cluster':
      return { ...common, ...clusterFields(row, store) };
    case 'pool':
      return { ...common, ...poolFields(row) };
    case 'machine':
      return common;
  }
}

/** The items of machines, of which there may be tens of thousands: they change only when they are read. */
const machineItems = new WeakMap<
  MachineRow,
  { readonly requestNumber: number | undefined; readonly item: Item }
>();

function machineItemOf(row: MachineRow, store: ItemStore): Item {
  const { requestNumber } = row;
  const known = machineItems.get(row);
  const isCurrent = known?.requestNumber === requestNumber;
  if (known !== undefined && isCurrent && known.item.isStale === store.isOutdated(row)) return known.item;
  const item = itemOf(row, store);
  machineItems.set(row, { requestNumber, item });
  return item;
}

function projectFields(row: ProjectRow, store: ItemStore): Partial<Item> {
  const { status } = row.project;
  const { errored: failed, unhealthy, healthy } = status?.clustersHealth ?? {};
  const clusters = store.rows(row).filter((child) => child.kind === 'cluster');
  const isCounted =
    status?.clustersHealth !== undefined && !clusters.some((child) => kindOf(child).isRead(child, store));
  return isCounted ? { clusterStates: { failed, unhealthy, healthy } } : {};
}

function clusterFields(row: ClusterRow, store: ItemStore): Partial<Item> {
  const cluster = knownCluster(row, store);
  const { location, metrics } = row.found?.status ?? {};
  const { cpuCores } = row.usage;
  return {
    cloudType: cloudTypeOf(cluster),
    region: location?.regionName ?? location?.regionCode ?? row.found?.specSummary?.cloudRegion,
    cores: capacityOf(metrics?.cpu) ?? (cpuCores === undefined ? undefined : { total: cpuCores }),
    memoryMiB: metrics?.memory?.unit === 'MiB' ? capacityOf(metrics.memory) : undefined,
    machines: machineTotalOf(cluster),
  };
}

function poolFields({ pool }: PoolRow): Partial<Item> {
  return { machines: pool?.size, maxMachines: pool?.maxSize };
}

function capacityOf({ total, usage }: Compute = {}): Capacity | undefined {
  return total === undefined ? undefined : { total, used: usage };
}
