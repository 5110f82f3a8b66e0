import { cloudTypeOf, machineTotalOf } from '../presentation/cluster';
import type { Capacity, Item } from './item';
import type { Compute } from '../service/resources/cluster';
import type { ProjectsModel } from '../projects/model';
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

/** Everything that is known, each item after the one that contains it. */
export function fleetItems(model: ProjectsModel): readonly Item[] {
  return model.loadedRows.map((row) =>
    row.kind === 'machine' ? machineItemOf(row, model) : itemOf(row, model),
  );
}

/** A row as an item. */
export function itemOf(row: ResourceRow, model: ProjectsModel): Item {
  const kind = kindOf(row);
  const common: Item = {
    kind: row.kind,
    id: row.id,
    parent: row.parent?.id,
    name: shownName(row),
    uid: kind.uid(row),
    state: model.state(row),
    cause: model.health(row).cause,
    addresses: kind.addresses?.(row) ?? [],
    heartbeat: kind.heartbeat?.(row),
    ...model.reading(row),
  };
  switch (row.kind) {
    case 'project':
      return { ...common, ...projectFields(row, model) };
    case 'cluster':
      return { ...common, ...clusterFields(row, model) };
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

function machineItemOf(row: MachineRow, model: ProjectsModel): Item {
  const { requestNumber } = row;
  const known = machineItems.get(row);
  const isCurrent = known?.requestNumber === requestNumber;
  if (known !== undefined && isCurrent && known.item.isStale === model.store.isStale(row)) return known.item;
  const item = itemOf(row, model);
  machineItems.set(row, { requestNumber, item });
  return item;
}

function projectFields(row: ProjectRow, model: ProjectsModel): Partial<Item> {
  const { status } = row.project;
  const { errored: failed, unhealthy, healthy } = status?.clustersHealth ?? {};
  const clusters = model.store.rows(row).filter((child) => child.kind === 'cluster');
  const isCounted =
    status?.clustersHealth !== undefined && !clusters.some((child) => kindOf(child).isRead(child, model));
  return isCounted ? { clusterStates: { failed, unhealthy, healthy } } : {};
}

function clusterFields(row: ClusterRow, model: ProjectsModel): Partial<Item> {
  const cluster = knownCluster(row, model);
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
