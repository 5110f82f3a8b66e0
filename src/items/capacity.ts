import { l10n } from 'vscode';
import { formatMebibytes, formatNumber, percentOf } from '../text/format';
import { present } from '../text/text';
import type { Capacity, PlacedItem } from './item';

/** What amounts are counted in, and how many of the units of the service, in lower case, that is. Others could be mistaken for these. */
const unitSizes = {
  cores: new Map(Object.entries({ core: 1, cores: 1, millicores: 1000 })),
  MiB: new Map(Object.entries({ bytes: 2 ** 20, kib: 1024, mi: 1, mib: 1, gib: 1 / 1024 })),
};
export type Unit = keyof typeof unitSizes;

/** How many of a unit of the service a core or a MiB is; undefined if that is not known. */
export function perUnit(counted: Unit, unit = ''): number | undefined {
  return unitSizes[counted].get(unit.toLowerCase());
}

/** An amount, as the service tells it. */
interface Amount {
  readonly total?: number | undefined;
  readonly usage?: number | undefined;
  readonly unit?: string | undefined;
}

/** An amount in cores or MiB; undefined if its unit is not known. */
export function capacityOf({ total, usage, unit }: Amount = {}, counted: Unit): Capacity | undefined {
  const per = perUnit(counted, unit);
  if (total === undefined || per === undefined) return undefined;
  return { total: total / per, used: usage === undefined ? undefined : usage / per };
}

/** In cores, GiB or percent, if the unit is known. */
export function amountText(value: number, unit: string): string {
  if (unit === '%' && value <= 100) return `${percentOf(value, 100)}%`;
  if (unit === 'MiB') return formatMebibytes(value);
  if (unit === 'cores') return l10n.t('{0} cores', formatNumber(value));
  return present(formatNumber(value < 100 ? value : Math.round(value)), unit).join(' ');
}

/**
 * What is known about the capacity of a cluster: its cores and memory, and the machines of its pools against the most that they
 * may have, the fullest first. `fullest` is the one with the largest share.
 */
export function usesOf({ item, pools = [] }: PlacedItem) {
  const cpu = useOf(item.cores, 'cores');
  const memory = useOf(item.memoryMiB, 'MiB');
  const limit = pools
    .flatMap(({ name, machines: used, maxMachines: total = 0 }) => useOf({ total, used }, '', name))
    .sort((one, other) => (other.share ?? 0) - (one.share ?? 0));
  const [first] = [...cpu, ...memory, ...limit]
    .filter(({ share }) => share !== undefined)
    .sort((one, other) => (other.share ?? 0) - (one.share ?? 0));
  return { cpu, memory, limit, fullest: first };
}

export type Use = ReturnType<typeof useOf>[number];

/**
 * How much of a resource is used; none if there is nothing to use. A share is undefined if the use is not reported: that is not
 * the same as 0.
 * @param unit empty for the machines of a pool, which has a name
 */
export function useOf(capacity: Capacity | undefined, unit: Unit | '', name?: string) {
  if (capacity === undefined || capacity.total <= 0) return [];
  const { total, used } = capacity;
  return [{ total, used, unit, name, share: used === undefined ? undefined : used / total }];
}

/** `29.4 of 60 cores (49%)`, `workers: 12 of 20 (60%)`, or `60 cores (use not reported)`. */
export function usageText({ name, total, used, unit }: Use): string {
  const all = amountText(total, unit);
  const text =
    used === undefined
      ? l10n.t('{0} ({1})', all, l10n.t('use not reported'))
      : l10n.t('{0} of {1} ({2})', usedText(used, unit, all), all, `${percentOf(used, total)}%`);
  return name === undefined ? text : l10n.t('{0}: {1}', name, text);
}

/** Without the unit if the whole has the same. */
function usedText(used: number, unit: string, all: string): string {
  const text = amountText(used, unit);
  const [number = '', ownUnit = ''] = text.split(' ');
  return all.endsWith(` ${ownUnit}`) ? number : text;
}

const high = 0.9;

export function useLevel(share = 0): 'normal' | 'high' | 'full' {
  if (share >= 1) return 'full';
  return share >= high ? 'high' : 'normal';
}

const unitNames: Readonly<Record<Unit | '', () => string>> = {
  cores: () => l10n.t('CPU'),
  MiB: () => l10n.t('memory'),
  '': () => l10n.t('pool limit'),
};

/** `97% memory`; empty if no share is known. */
export function fullestText(fullest: Use | undefined): string {
  if (fullest?.share === undefined) return '';
  return l10n.t('{0} {1}', `${percentOf(fullest.share, 1)}%`, unitNames[fullest.unit]());
}
