import { l10n } from 'vscode';
import { asOfText, formatNumber, machineCount } from '../text/format';
import { displayName, parts, present, sanitizeLine } from '../text/text';
import type { Metric } from '../service/resources/clusterFacts';
import { machineSpec, type InstanceType } from '../service/spec';
import { amountText, perUnit } from './capacity';
import { clusterRef } from './details/clusterReads';
import { groupBy } from './order';
import type { Inventory } from './inventory';
import { type ClusterRow, type ResourceRow, clusterOf } from './kinds';
import { factOf } from './cluster';

/** How much of something a machine uses: of several machines, the one that uses most. Its texts are lines, as received. */
export type Usage = ReturnType<typeof usageOf>[number];

const maxKinds = 6;

/** A machine without a value for longer than this does not report any more. Points are minutes apart. */
const silentMs = 5 * 60_000;

const keptMs = 60_000;

/** Reads the metrics of a cluster, unless that was done less than a minute ago. What failed is read again after a refresh, too. */
export async function readUsage(cluster: ClusterRow, { clusterReads }: Inventory): Promise<void> {
  const ref = clusterRef(cluster);
  const { requested, error } = factOf(cluster, 'metrics') ?? {};
  const age = Date.now() - Number(requested?.readAt);
  const isOld = error !== undefined && Number(requested?.requestNumber) < Number(cluster.requestNumber);
  if (ref !== undefined && (isOld || !(age >= 0 && age < keptMs))) await clusterReads.read('metrics', ref);
}

const maxCurvePoints = 30;

/** What machines report how much they have of, and how much that is. */
function resourceOf(kind: string, { numCPUs, memoryMiB, diskGiB = 0 }: InstanceType = {}) {
  switch (kind.toLowerCase()) {
    case 'cpu':
      return { title: l10n.t('CPU'), counted: 'cores', size: numCPUs } as const;
    case 'memory':
      return { title: l10n.t('Memory'), counted: 'MiB', size: memoryMiB } as const;
    case 'disk':
      return { title: l10n.t('Disk'), counted: 'MiB', size: diskGiB * 1024 } as const;
    default:
      return undefined;
  }
}

/** How much a machine uses, for each kind of metric that has values. */
export function usageOf(name: string, metrics: readonly Metric[], instance?: InstanceType) {
  return metrics.slice(0, maxKinds).flatMap(({ kind = '', unit = '', points = [] }) => {
    const last = points.at(-1);
    if (last === undefined) return [];
    const highest = points.reduce((most, { value }) => Math.max(most, value), 0);
    const { title, counted, size = 0 } = resourceOf(kind, instance) ?? {};
    const per = counted && perUnit(counted, unit);
    const all = /^(?:%|percent)$/i.test(unit) ? 100 : size * (per ?? 0);
    // A higher value than the machine has must have another limit.
    const isLimited = all > 0 && highest <= all;
    const scale = isLimited ? 100 / all : 1 / (per ?? 1);
    const count = Math.min(maxCurvePoints, points.length);
    const step = (points.length - 1) / Math.max(1, count - 1);
    const valueAt = (index: number): number => (points[Math.round(index * step)]?.value ?? 0) * scale;
    return [
      {
        kind: title ?? (sanitizeLine(kind, 40) || '?'),
        /** `%` if it is known how much the machine has; `cores` or `MiB` if the service counts these. */
        unit: isLimited ? '%' : counted === undefined || per === undefined ? sanitizeLine(unit, 20) : counted,
        value: last.value * scale,
        measuredAt: last.time,
        /** How many machines still report, and the mean of their values. */
        machines: 1,
        mean: last.value * scale,
        /** That of the machine. */
        name,
        /** How much the machine has: `16 GiB` */
        limit: isLimited && counted && size > 0 ? amountText(size, counted) : undefined,
        /** The oldest first. */
        values: Array.from({ length: count }, (_, index) => valueAt(index)),
        /** The value at the upper edge of their curve. */
        top: isLimited ? 100 : highest * scale,
      },
    ];
  });
}

/** What each machine at or below a row uses. The machines of a pool are known once it has been expanded. */
export function machineUsage(row: ResourceRow, { store }: Inventory): readonly (readonly Usage[])[] {
  const { value = [] } = clusterOf(row)?.readings.metrics ?? {};
  const machines = [row, ...store.descendants(row)].flatMap((one) => ('machine' in one ? one.machine : []));
  const known = new Map(machines.map((machine) => [machine.metadata?.uid ?? '', machine]));
  return value.flatMap(({ metadata, metrics = [] }) => {
    const own = known.get(metadata?.uid ?? '');
    if (own === undefined && row.kind !== 'cluster') return [];
    const name = displayName(metadata?.name, metadata?.uid, '?');
    return [usageOf(name, metrics, own && machineSpec(own).size())];
  });
}

/**
 * The machine that uses most, for each kind: the worst first. Machines that do not report any more are left out. As amounts
 * can't be compared with shares, it is one of those whose share is known, or else of those with the unit of the first one.
 */
export function worstUsage(machines: readonly (readonly Usage[])[]): readonly Usage[] {
  const byKind = groupBy(machines.flat(), ({ kind }) => kind);
  const worst = [...byKind.values()].slice(0, maxKinds).map((all) => {
    const measuredAt = all.reduce((latest, one) => Math.max(latest, one.measuredAt), 0);
    const current = all.filter((one) => measuredAt - one.measuredAt <= silentMs);
    const unit = current.some((one) => one.unit === '%') ? '%' : current[0]?.unit;
    const same = current.filter((one) => one.unit === unit);
    const most = same.reduce((worse, one) => (one.value > worse.value ? one : worse));
    const mean = same.reduce((sum, { value }) => sum + value, 0) / same.length;
    return { ...most, measuredAt, machines: same.length, mean };
  });
  const shareOf = ({ unit, value }: Usage): number => (unit === '%' ? value : 0);
  return worst.sort((one, other) => shareOf(other) - shareOf(one));
}

/**
 * `93% of 80 GiB · as of 14:05`; of several machines `93% of 80 GiB on workers-5, mean 48%`
 * @param total how many machines there are
 * @param name of the machine
 */
export function machineUsageText(usage: Usage, now: number, total = 1, name = usage.name): string {
  const { value, unit, limit, mean, machines, measuredAt } = usage;
  const amount = amountText(value, unit);
  const used = limit === undefined ? amount : l10n.t('{0} of {1}', amount, limit);
  const ofAll = l10n.t('mean {0}', amountText(mean, unit));
  const ofSome = l10n.t('{0} of {1}', formatNumber(machines), machineCount(total));
  const isAll = machines >= total;
  return parts(
    total === 1
      ? used
      : present(l10n.t('{0} on {1}', used, name), isAll ? ofAll : l10n.t('{0} ({1})', ofAll, ofSome)).join(
          ', ',
        ),
    now - measuredAt > silentMs ? asOfText(measuredAt, now) : undefined,
  );
}
