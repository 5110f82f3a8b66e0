import { l10n } from 'vscode';
import type { Compute, MachinePool } from '../service/resources/cluster';
import type { Machine, PoolRef } from '../service/resources/machine';
import type { Project } from '../service/resources/project';
import { machineSpec, poolSpec, type InstanceType } from '../service/spec';
import { machineCountsOf, poolCountOf, type ClusterData } from './cluster';
import {
  formatCount,
  formatGibibytes,
  formatMebibytes,
  formatNumber,
  formatRange,
  percentOf,
} from '../text/format';
import { parts, present } from '../text/text';

// How large items are, as lines of a summary. The names of instance types are as the service wrote them.

export function machineSize(machine: Machine): readonly string[] {
  return [instanceTypeText(machineSpec(machine).instanceType)];
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

/** The machines, and what of its capacity is used: `29.4 of 60 cores (49%) · 72 of 120 GiB (60%) · workers 12 of 3–20` */
export function clusterSize(cluster: ClusterData): readonly string[] {
  const { size } = machineCountsOf(cluster) ?? {};
  const { cpu, memory } = cluster.found?.status?.metrics ?? {};
  return [
    parts(
      countText(poolCountOf(cluster), l10n.t('1 pool'), (n) => l10n.t('{0} pools', n)),
      countText(size, l10n.t('1 machine'), (n) => l10n.t('{0} machines', n)),
    ),
    parts(
      coresUsage(cpu) ?? coresText(cluster.usage.cpuCores),
      memoryUsage(memory),
      ...poolLimits(cluster.config?.spec?.machinePoolConfig),
    ),
  ];
}

function coresUsage({ total = 0, usage, unit = '' }: Compute = {}): string | undefined {
  if (usage === undefined || total <= 0 || !/^cores?$/i.test(unit)) return undefined;
  return l10n.t(
    '{0} of {1} cores ({2})',
    formatNumber(usage),
    formatNumber(total),
    `${percentOf(usage, total)}%`,
  );
}

function memoryUsage({ total = 0, usage, unit = '' }: Compute = {}): string | undefined {
  if (usage === undefined || total <= 0 || !isMebibytes(unit)) return undefined;
  const [used, all] = [formatMebibytes(usage), formatMebibytes(total)];
  const [, ofAll] = all.split(' ');
  // The unit once, if it is the same.
  const [amount, ofUsed] = used.split(' ');
  return l10n.t(
    '{0} of {1} ({2})',
    (ofUsed === ofAll ? amount : used) ?? '',
    all,
    `${percentOf(usage, total)}%`,
  );
}

export function isMebibytes(unit: string): boolean {
  return /^Mi(?:B|bytes?)?$/i.test(unit);
}

/** The most pools in a line. */
const maxPools = 3;

/** How many machines the pools with autoscaling have, the fullest first: `workers 12 of 3–20` */
function poolLimits(pools: readonly MachinePool[] = []): readonly string[] {
  const scaled = pools.flatMap(({ name = '', size, minSize, maxSize = 0 }) => {
    const range = minSize === maxSize ? undefined : formatRange(minSize, maxSize);
    return size === undefined || range === undefined ? [] : [{ name, size, range, share: size / maxSize }];
  });
  return scaled
    .sort((one, other) => other.share - one.share)
    .slice(0, maxPools)
    .map(({ name, size, range }) => l10n.t('{0} {1} of {2}', name, formatNumber(size), range));
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
