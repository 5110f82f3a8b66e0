import { l10n } from 'vscode';
import { percentOf } from '../text/format';
import { parts } from '../text/text';
import type { Capacity, Item } from './item';

/** How much of a resource is used. */
export interface Use extends Capacity {
  /** Of a pool. */
  readonly name?: string;
  /** Undefined if the use is not reported: that is not the same as 0. */
  readonly share: number | undefined;
}

interface Uses {
  /** One, if it is known. */
  readonly cpu: readonly Use[];
  readonly memory: readonly Use[];
  /** The machines of pools against the most that they may have, the fullest first. */
  readonly limit: readonly Use[];
  /** The largest share of these. */
  readonly fullest: number | undefined;
}

/** What is known about the capacity of a cluster. */
export function usesOf({
  item,
  pools = [],
}: {
  readonly item: Item;
  readonly pools?: readonly Item[];
}): Uses {
  const cpu = useOf(item.cores);
  const memory = useOf(item.memoryMiB);
  const limit = pools
    .flatMap(({ name, machines: used, maxMachines: total = 0 }) => useOf({ name, total, used }))
    .sort((one, other) => (other.share ?? 0) - (one.share ?? 0));
  const shares = [...cpu, ...memory, ...limit].flatMap(({ share }) => share ?? []);
  return { cpu, memory, limit, fullest: shares.length === 0 ? undefined : Math.max(...shares) };
}

function useOf(capacity?: Omit<Use, 'share'>): readonly Use[] {
  if (capacity === undefined || capacity.total <= 0) return [];
  const { total, used } = capacity;
  return [{ ...capacity, share: used === undefined ? undefined : used / total }];
}

/** `workers: 49% · 29.4 of 60`, or `60 · use not reported`. */
export function useText({ name, total, used }: Use, format: (amount: number) => string): string {
  const amount =
    used === undefined
      ? parts(format(total), l10n.t('use not reported'))
      : parts(`${percentOf(used, total)}%`, l10n.t('{0} of {1}', format(used), format(total)));
  return name === undefined ? amount : l10n.t('{0}: {1}', name, amount);
}

/** The share at which something is nearly full. */
const high = 0.9;

export function levelOf(share = 0): 'normal' | 'high' | 'full' {
  if (share >= 1) return 'full';
  return share >= high ? 'high' : 'normal';
}

/** `97% · Nearly full` */
export function shareText(share: number): string {
  const level = levelOf(share);
  const texts = { normal: '', high: l10n.t('Nearly full'), full: l10n.t('At its limit') };
  return parts(`${percentOf(share, 1)}%`, texts[level]);
}
