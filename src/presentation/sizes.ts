import { l10n } from 'vscode';
import type { MachinePool } from '../service/resources/cluster';
import type { Machine, PoolRef } from '../service/resources/machine';
import type { Project } from '../service/resources/project';
import { machineSpec, poolSpec, type InstanceType } from '../service/spec';
import { machineCountsOf, poolCountOf, type KnownCluster } from './cluster';
import { formatCount, formatGibibytes, formatMebibytes, formatNumber, formatRange } from './format';
import { parts, present } from './text';

// How large items are, as lines of a summary. The names of instance types are as the service wrote them.

export function machineSize(machine: Machine, cloudType: string): readonly string[] {
  return [instanceTypeText(machineSpec(cloudType, machine).instanceType)];
}

export function poolSize({ cloudType }: PoolRef, pool: MachinePool): readonly string[] {
  const range = pool.minSize === pool.maxSize ? undefined : formatRange(pool.minSize, pool.maxSize);
  return [
    parts(
      countText(pool.size, l10n.t('1 machine'), (n) => l10n.t('{0} machines', n)),
      range === undefined ? undefined : l10n.t('autoscale {0}', range),
      instanceTypeText(poolSpec(cloudType, pool).instanceType),
    ),
  ];
}

export function clusterSize(cluster: KnownCluster): readonly string[] {
  const { size } = machineCountsOf(cluster) ?? {};
  return [
    parts(
      countText(poolCountOf(cluster), l10n.t('1 pool'), (n) => l10n.t('{0} pools', n)),
      countText(size, l10n.t('1 machine'), (n) => l10n.t('{0} machines', n)),
      coresText(cluster.usage.cpuCores),
    ),
  ];
}

/** The clusters by state, the cores, and who has access. */
export function projectSize({ specSummary, status }: Project): readonly string[] {
  const { clusters, pureCpuCores, alloyCpuCores } = status?.usage ?? {};
  const { errored, unhealthy, healthy, running } = status?.clustersHealth ?? {};
  const states = present(
    stateText(errored, (n) => l10n.t('{0} failed', n)),
    stateText(unhealthy, (n) => l10n.t('{0} unhealthy', n)),
    stateText(healthy, (n) => l10n.t('{0} healthy', n)),
    stateText(running, (n) => l10n.t('{0} running', n)),
  ).join(', ');
  const count = countText(clusters?.length, l10n.t('1 cluster'), (n) => l10n.t('{0} clusters', n));
  return [
    count === undefined || states === '' ? (count ?? states) : l10n.t('{0}: {1}', count, states),
    parts(
      coresText((pureCpuCores ?? 0) + (alloyCpuCores ?? 0)),
      countText(specSummary?.teams?.length, l10n.t('1 team'), (n) => l10n.t('{0} teams', n)),
      countText(specSummary?.users?.length, l10n.t('1 user'), (n) => l10n.t('{0} users', n)),
    ),
  ];
}

/** `m1.large · 4 CPU · 8 GiB memory · 60 GiB disk` */
export function instanceTypeText(type: InstanceType | undefined): string {
  if (type === undefined) return '';
  return parts(
    type.name,
    type.numCPUs === undefined ? undefined : l10n.t('{0} CPU', formatNumber(type.numCPUs)),
    type.memoryMiB === undefined ? undefined : l10n.t('{0} memory', formatMebibytes(type.memoryMiB)),
    type.diskGiB === undefined ? undefined : l10n.t('{0} disk', formatGibibytes(type.diskGiB)),
  );
}

function countText(
  count: number | undefined,
  one: string,
  many: (formatted: string) => string,
): string | undefined {
  return count === undefined ? undefined : formatCount(count, one, many);
}

function coresText(cores = 0): string | undefined {
  return cores === 0
    ? undefined
    : formatCount(cores, l10n.t('1 CPU core'), (n) => l10n.t('{0} CPU cores', n));
}

function stateText(count = 0, many: (formatted: string) => string): string | undefined {
  return count === 0 ? undefined : many(formatNumber(count));
}
