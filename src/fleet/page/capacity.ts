import { l10n } from 'vscode';
import type { Capacity, Item } from '../../items/item';
import { formatMebibytes, formatNumber, percentOf } from '../../text/format';
import { parts } from '../../text/text';
import type { FirstRead } from '../../items/fleet/readState';
import type { FleetHeader } from '../messages';
import { unreadSearch, unreadText } from './describe';
import type { Cluster } from './fleet';

/** How much of a resource is used. */
export interface Use {
  /** `49% · 29.4 of 60`, or `60` if the use is not known. */
  readonly text: string;
  /** Undefined if the use is not reported: that is not the same as 0. */
  readonly percent: number | undefined;
  readonly level: 'normal' | 'high' | 'full';
  /** The share that is used; 0 if it is not reported. */
  readonly share: number;
}

/** The machines of a pool against the most that it may have. */
export interface PoolUse extends Use {
  readonly pool: Item;
}

/** What is known about the capacity of a cluster. */
export interface CapacityRow {
  readonly cluster: Cluster;
  readonly cores: Use | undefined;
  readonly memory: Use | undefined;
  /** The fullest first. */
  readonly pools: readonly PoolUse[];
  /** The largest share of these. */
  readonly share: number;
}

/** The share at which something is nearly full. */
const high = 0.9;

export function isNearlyFull({ share }: CapacityRow): boolean {
  return share >= high;
}

/** What is known about the capacity of clusters, the fullest first. */
export function capacityRows(clusters: readonly Cluster[]): readonly CapacityRow[] {
  return clusters
    .map((cluster) => {
      const cores = useOf(cluster.item.cores, formatNumber);
      const memory = useOf(cluster.item.memoryMiB, formatMebibytes);
      const pools = poolUses(cluster);
      const share = Math.max(...[cores, memory, pools[0]].map((use) => use?.share ?? 0));
      return { cluster, cores, memory, pools, share };
    })
    .filter(({ cores, memory, pools }) => cores ?? memory ?? pools[0])
    .sort((one, other) => other.share - one.share);
}

function poolUses({ pools }: Cluster): readonly PoolUse[] {
  return pools
    .flatMap((pool) => {
      const { machines: used, maxMachines: total = 0 } = pool;
      const use = useOf({ total, used }, formatNumber);
      return use ? [{ ...use, pool }] : [];
    })
    .sort((one, other) => other.share - one.share);
}

function useOf(capacity: Capacity | undefined, format: (amount: number) => string): Use | undefined {
  if (capacity === undefined || capacity.total <= 0) return undefined;
  const { total, used } = capacity;
  const share = (used ?? 0) / total;
  const percent = used === undefined ? undefined : percentOf(used, total);
  return {
    text:
      used === undefined
        ? parts(format(total), l10n.t('use not reported'))
        : parts(`${percent}%`, l10n.t('{0} of {1}', format(used), format(total))),
    percent,
    level: share >= 1 ? 'full' : share >= high ? 'high' : 'normal',
    share,
  };
}

/** Why there are more cores and memory to read; undefined if there are none. @param hasRows whether some are known */
export function unreadCapacityText(hasRows: boolean, header: FleetHeader): string | undefined {
  const requests = unreadSearch(header);
  if (requests === undefined) return undefined;
  return hasRows
    ? l10n.t("Some cores and memory haven't been read. Reading them takes {0}.", requests)
    : l10n.t("Cores and memory haven't been read. Reading them takes {0}.", requests);
}

/** Why there are no rows. @param isFiltered whether there are clusters that are not shown */
export function noCapacityText(isFiltered: boolean, firstRead: FirstRead): string {
  return (
    unreadText(firstRead) ??
    (isFiltered ? l10n.t('No results') : l10n.t('The service reports no cores or memory.'))
  );
}
