import { cloudTypeOf, machineTotalOf } from '../../presentation/cluster';
import type { Capacity, FleetItem, FleetState } from '../../presentation/fleetItem';
import type { Compute } from '../../service/resources/cluster';
import type { Project } from '../../service/resources/project';
import type { ProjectsModel } from '../model';
import { kindOf, shownName, type ClusterRow, type MachineRow, type PoolRow, type ResourceRow } from '../rows';
import { knownCluster } from '../rows/cluster';

/** Everything that is known, each item after the one that contains it. */
export function fleetItems(model: ProjectsModel): readonly FleetItem[] {
  return model.loadedRows.map((row) =>
    row.kind === 'machine' ? machineItemOf(row, model) : itemOf(row, model),
  );
}

function itemOf(row: ResourceRow, model: ProjectsModel): FleetItem {
  const kind = kindOf(row);
  const { severity, cause } = kind.health(row, model);
  const common: FleetItem = {
    kind: row.kind,
    id: row.id,
    parent: row.parent?.id,
    name: shownName(row),
    uid: kind.uid(row),
    state: severity,
    cause,
    addresses: kind.addresses?.(row) ?? [],
    heartbeat: kind.heartbeat?.(row),
    readAt: row.readAt,
    isStale: model.store.isStale(row),
  };
  switch (row.kind) {
    case 'project':
      return { ...common, ...projectFields(row.project, row, model) };
    case 'cluster':
      return { ...common, ...clusterFields(row, severity, model) };
    case 'pool':
      return { ...common, ...poolFields(row, model) };
    case 'machine':
      return common;
  }
}

/** The items of machines, of which there may be tens of thousands: they change only when they are read. */
const machineItems = new WeakMap<
  MachineRow,
  { readonly requestNumber: number | undefined; readonly item: FleetItem }
>();

function machineItemOf(row: MachineRow, model: ProjectsModel): FleetItem {
  const { requestNumber } = row;
  const known = machineItems.get(row);
  const isCurrent = known?.requestNumber === requestNumber;
  if (known !== undefined && isCurrent && known.item.isStale === model.store.isStale(row)) return known.item;
  const item = itemOf(row, model);
  machineItems.set(row, { requestNumber, item });
  return item;
}

function projectFields({ status }: Project, row: ResourceRow, model: ProjectsModel): Partial<FleetItem> {
  const { errored: failed, unhealthy, healthy } = status?.clustersHealth ?? {};
  const clusters = model.store.rows(row).filter((child) => child.kind === 'cluster');
  const isCounted = status?.clustersHealth !== undefined && !clusters.some((row) => isRead(row, model));
  return {
    ...(status === undefined ? { state: 'notRead' } : {}),
    ...(isCounted ? { clusterStates: { failed, unhealthy, healthy } } : {}),
  };
}

function clusterFields(row: ClusterRow, severity: FleetState, model: ProjectsModel): Partial<FleetItem> {
  const cluster = knownCluster(row, model);
  const { location, metrics } = row.found?.status ?? {};
  const { cpuCores } = row.usage;
  return {
    state: isRead(row, model) ? severity : 'notRead',
    cloudType: cloudTypeOf(cluster),
    region: location?.regionName ?? location?.regionCode ?? row.found?.specSummary?.cloudRegion,
    cores: capacityOf(metrics?.cpu) ?? (cpuCores === undefined ? undefined : { total: cpuCores }),
    memoryMiB: metrics?.memory?.unit === 'MiB' ? capacityOf(metrics.memory) : undefined,
    machines: machineTotalOf(cluster),
  };
}

function poolFields(row: PoolRow, model: ProjectsModel): Partial<FleetItem> {
  const { severity, cause } = model.health(row);
  return {
    state: model.machineSeverities(row) === undefined ? 'notRead' : severity,
    cause,
    machines: row.pool?.size,
    maxMachines: row.pool?.maxSize,
  };
}

/** Whether the service has said more about a cluster than its name. */
export function isRead(row: ClusterRow, model: Pick<ProjectsModel, 'clusterReading'>): boolean {
  return row.found !== undefined || model.clusterReading(row)?.read !== undefined;
}

function capacityOf({ total, usage }: Compute = {}): Capacity | undefined {
  return total === undefined ? undefined : { total, used: usage };
}
