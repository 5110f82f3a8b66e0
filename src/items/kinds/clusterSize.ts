import { l10n } from 'vscode';
import type { Compute, MachinePool } from '../../service/resources/cluster';
import {
  coreCount,
  formatMebibytes,
  formatNumber,
  formatRange,
  ifGiven,
  machineCount,
  percentOf,
  poolCount,
} from '../../text/format';
import { parts } from '../../text/text';
import { machineCountsOf, poolCountOf, type ClusterData } from '../cluster';

/** The machines, and what of its capacity is used: `29.4 of 60 cores (49%) · 72 of 120 GiB (60%) · workers 12 of 3–20` */
export function clusterSize(cluster: ClusterData): readonly string[] {
  const { size } = machineCountsOf(cluster) ?? {};
  const { cpu, memory } = cluster.found?.status?.metrics ?? {};
  return [
    parts(ifGiven(poolCountOf(cluster), poolCount), ifGiven(size, machineCount)),
    parts(
      coresUsage(cpu) ?? coreCount(cluster.usage.cpuCores ?? 0),
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
