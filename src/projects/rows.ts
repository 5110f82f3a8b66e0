import { l10n, ThemeColor, ThemeIcon, TreeItem } from 'vscode';
import { cloudTypeOf, machineCountsOf, poolCountOf, stateOf } from '../presentation/cluster';
import { formatMebibytes, formatNumber, formatRange } from '../presentation/format';
import { concernsOf, unrecognizedHealth } from '../presentation/health';
import { concernText, type Severity } from '../presentation/severity';
import { parts, sanitizeLine } from '../presentation/text';
import { machineSpec, type InstanceType } from '../service/spec';
import { counted, described, errorRow, healthIcon, loadMoreRow, nameOr, parentRow } from '../tree/rowParts';
import { addressesOf } from './identity';
import type { ProjectsModel } from './model';
import type { ClusterNode, MachineNode, Node, PoolNode, ProjectNode } from './nodes';
import { noteRow } from './noteRows';

/** How a node looks: its name, what decides whether to look closer, and its state as a coloured icon. */
export function rowOf(node: Node, model: ProjectsModel): TreeItem {
  switch (node.kind) {
    case 'project':
      return projectRow(node, model);
    case 'cluster':
      return clusterRow(node, model);
    case 'pool':
      return poolRow(node, model);
    case 'machine':
      return machineRow(node, model);
    case 'loadMore':
      return loadMoreRow(node, model.isLoadingMore(node.parent), 'poolview.loadMore');
    case 'note':
      return noteRow(node, model);
    case 'error':
      return errorRow(node, model.isLoadingMore(node.parent), 'poolview.retry');
  }
}

function projectRow(node: ProjectNode, model: ProjectsModel): TreeItem {
  const { metadata, status } = node.project;
  const row = parentRow(nameOr(metadata?.name, metadata?.uid, l10n.t('(project without a name)')));
  const isDisabled = status?.status?.isDisabled === true;
  const { usage, clustersHealth } = status ?? {};
  const cores = sum(usage?.pureCpuCores, usage?.alloyCpuCores);
  const clusters = usage?.clusters?.length;
  row.description = parts(
    isDisabled ? l10n.t('disabled') : undefined,
    clusters === undefined
      ? undefined
      : counted(clusters, l10n.t('1 cluster'), (n) => l10n.t('{0} clusters', n)),
    cores === undefined || cores === 0 ? undefined : l10n.t('{0} CPU', formatNumber(cores)),
    countedHealth(clustersHealth?.unhealthy, (n) => l10n.t('{0} unhealthy', n)),
    countedHealth(clustersHealth?.errored, (n) => l10n.t('{0} with errors', n)),
  );
  row.iconPath = isDisabled
    ? new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'))
    : healthIcon('project', model.health(node));
  return described(row, l10n.t('Project'), model.takesPools(node) ? 'projectTakingPools' : node.kind);
}

function clusterRow(node: ClusterNode, model: ProjectsModel): TreeItem {
  const row = parentRow(nameOr(node.usage.name, node.usage.uid, l10n.t('(cluster without a name)')));
  const cluster = model.knownOf(node);
  const { cpuCores } = node.usage;
  const cloudType = cloudTypeOf(cluster);
  const state = stateOf(cluster);
  const pools = poolCountOf(cluster);
  const machines = machineCountsOf(cluster);
  row.description = parts(
    sanitizeLine(cloudType ?? ''),
    sanitizeLine(state ?? ''),
    sanitizeLine(cluster.found?.status?.health?.state ?? ''),
    pools === undefined ? undefined : counted(pools, l10n.t('1 pool'), (n) => l10n.t('{0} pools', n)),
    machines === undefined || machines.healthy >= machines.size
      ? undefined
      : l10n.t('{0} of {1} healthy', formatNumber(machines.healthy), formatNumber(machines.size)),
    countedHealth(machines?.inMaintenance, (n) => l10n.t('{0} in maintenance', n)),
    // All that the project summary tells.
    cloudType !== undefined || state !== undefined || cpuCores === undefined
      ? undefined
      : l10n.t('{0} CPU', formatNumber(cpuCores)),
  );
  row.iconPath = healthIcon('server-environment', model.health(node));
  return described(row, l10n.t('Cluster'), model.takesPools(node) ? 'clusterTakingPools' : node.kind);
}

function poolRow(node: PoolNode, model: ProjectsModel): TreeItem {
  const row = parentRow(nameOr(node.ref.poolName, undefined, l10n.t('(machine pool without a name)')));
  const { pool } = node;
  row.description = parts(
    machinesText(node, model),
    pool?.minSize === pool?.maxSize ? undefined : formatRange(pool?.minSize, pool?.maxSize),
    pool?.isControlPlane === undefined
      ? undefined
      : pool.isControlPlane
        ? l10n.t('control plane')
        : l10n.t('worker'),
    pool === undefined ? l10n.t('added by hand') : undefined,
  );
  row.iconPath = healthIcon('layers', model.health(node));
  return described(row, l10n.t('Machine pool'), pool === undefined ? 'pinnedPool' : node.kind);
}

/** How many machines a pool has and, once they are loaded, how many of them are healthy. */
function machinesText(node: PoolNode, model: ProjectsModel): string | undefined {
  const machines = model.machinesOf(node);
  const size = node.pool?.size;
  if (machines === undefined) {
    return size === undefined
      ? undefined
      : counted(size, l10n.t('1 machine'), (n) => l10n.t('{0} machines', n));
  }
  const healthy = machines.filter((machine) => model.health(machine) === 'healthy').length;
  return model.hasMoreMachines(node)
    ? l10n.t('{0} of the first {1} healthy', formatNumber(healthy), formatNumber(machines.length))
    : l10n.t('{0} of {1} healthy', formatNumber(healthy), formatNumber(machines.length));
}

function machineRow(node: MachineNode, model: ProjectsModel): TreeItem {
  const { metadata, status } = node.machine;
  const row = new TreeItem(nameOr(metadata?.name, metadata?.uid, l10n.t('(machine without a name)')));
  const spec = machineSpec(node.parent.ref.cloudType, node.machine);
  const concerns = concernsOf(node.machine, node.readAt).filter((concern) => concern !== 'failed');
  const host = sanitizeLine(spec.fact('hostName')[0] ?? '');
  const hostName = host === row.label ? '' : host;
  const type = spec.instanceType;
  const size = sanitizeLine(type?.name ?? '') || sizeText(type);
  const address = sanitizeLine(addressesOf(node.machine)[0] ?? '');
  row.description = parts(
    sanitizeLine(status?.instanceState ?? ''),
    sanitizeLine(unrecognizedHealth(node.machine)),
    ...concerns.map(concernText),
    // Where machines are no instances of a type, each has a host name that people know it by.
    size || (address === '' ? '' : hostName),
    sanitizeLine(spec.location.join('/')),
    address || hostName,
  );
  row.iconPath = machineIcon(model.health(node), status?.instanceState);
  return described(row, l10n.t('Machine'), node.kind);
}

function countedHealth(count: number | undefined, many: (formatted: string) => string): string | undefined {
  return count === undefined || count <= 0 ? undefined : many(formatNumber(count));
}

function sum(...values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0);
}

/** The size of an instance type that has no name. */
function sizeText(type: InstanceType | undefined): string {
  return parts(
    type?.numCPUs === undefined ? undefined : l10n.t('{0} CPU', formatNumber(type.numCPUs)),
    type?.memoryMiB === undefined ? undefined : formatMebibytes(type.memoryMiB),
  );
}

/** A machine's icon tells its severity by shape as well as by color. */
function machineIcon(severity: Severity, state: string | undefined): ThemeIcon {
  switch (severity) {
    case 'failed':
    case 'unhealthy':
      return healthIcon('error', severity);
    case 'lateHeartbeat':
      return healthIcon('warning', severity);
    case 'maintenance':
      return healthIcon('tools', severity);
    case 'inTransition':
      return healthIcon('sync', severity);
    case 'unknown':
      return healthIcon(state === undefined ? 'vm-outline' : 'vm', severity);
    case 'healthy':
      return healthIcon('vm-running', severity);
  }
}
