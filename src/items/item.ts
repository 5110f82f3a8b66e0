import { type ItemState, type StateCounts, itemStates, needsAttention } from './severity';
import { kinds, type ItemKind } from './kinds/levels';
import { exactList, exactObject, oneOf, text, textAs, type Read } from '../service/readers';
import { present, sanitizeLine } from '../text/text';

// Used by the extension and by the fleet page. Whoever has items finds out about them here.

export interface Capacity {
  readonly total: number;
  readonly used?: number | undefined;
}

/** Why a problem is no news to the user. */
export interface Known {
  /**
   * The user marked it, or as many machines in it as the service counts; it is planned maintenance; or it is only the known
   * problems of the items in it.
   */
  readonly by: 'user' | 'maintenance' | 'below';
  /** What the user wrote, safe to show on one line. */
  readonly note?: string;
  /** When it was marked, and when the mark ends, in milliseconds since 1970. */
  readonly at?: number;
  readonly until?: number | undefined;
}

/** What the service said of an item, by the times that are known of it, in milliseconds since 1970. */
interface Disagreement {
  /** Since when it says so. */
  readonly at: number;
  /** How many machines it counts as ill. */
  readonly ill: number;
  /** Of how many, if it counts them. */
  readonly size?: number;
}

/** A pack of a cluster's profiles, or a profile, without its values. */
export interface Version {
  readonly name: string;
  /** As the service wrote it, such as `1.32.4`, or `1.32.x` if it names a range. */
  readonly version?: string | undefined;
}

/** What part of a cluster a pack is, as the service calls it: `k8s`, `os`, `cni`, `csi`, `addon`. */
export interface ItemPack extends Version {
  readonly layer?: string | undefined;
}

/** When an item became ill, in milliseconds since 1970 by the clock of this computer. */
export interface Onset {
  readonly at: number;
  /** It was so already when it was first read, at that time. */
  readonly isBefore?: true;
}

/**
 * What was changed in a cluster in the hour before it became ill, and touches what its cause names, as far as it was read anyway.
 * Texts are safe to show on one line, and have no mail addresses.
 */
export interface ItemChange {
  /** The same for the same change of several clusters: that of a pack to a version, or an entry of the audit log. */
  readonly id: string;
  /** In milliseconds since 1970 by the clock of this computer. */
  readonly at: number;
  /** Of a pack: what it was changed to. */
  readonly version?: string;
  /** Who did it; empty if nobody is named. */
  readonly who: string;
  /** What was done. */
  readonly what: string;
}

/** The values that have ages of their own. */
export type ItemAge = 'machines' | 'usage' | 'versions' | 'kubernetes' | 'certificate';

/** How an item is, and why. */
export interface ItemHealth {
  /** The worst of its own and of what has been read in it, as in the Projects view. */
  readonly state: ItemState;
  /** Why, in a few words; empty if there is nothing to say. */
  readonly cause: string;
  /** What the service says about the cause. */
  readonly message?: string | undefined;
  /** Why everything in it that needs attention is known; missing if something is not, or nothing needs attention. */
  readonly known?: Known | undefined;
  /** Whether the machines of a cluster wait for approval to be replaced. */
  readonly isWaiting?: boolean | undefined;
  /** What the service has said later, if that leaves fewer machines ill than were read, or none: then, it needs no attention. */
  readonly disagreement?: Disagreement | undefined;
}

/** What all views show about an item. Texts are as the service wrote them, times are in milliseconds since 1970. */
export interface Item extends ItemHealth {
  readonly kind: ItemKind;
  /** The ID of its row in the Projects view. */
  readonly id: string;
  /** The ID of the item that contains it; missing for a project. */
  readonly parent?: string | undefined;
  readonly name: string;
  readonly uid?: string | undefined;
  /** When it was first read that it is ill itself, if it was something else before. */
  readonly since?: number | undefined;
  /** Of a cluster or a machine that needs attention. */
  readonly onset?: Onset | undefined;
  /** Of a cluster that needs attention; missing if there are none. */
  readonly changes?: readonly ItemChange[] | undefined;
  /** Whether something that was not read may say more about the cause. */
  readonly isCauseUnread?: boolean | undefined;
  /** How many machines in it are the cause, if that says no more. */
  readonly counted?: number | undefined;
  readonly cloudType?: string | undefined;
  readonly region?: string | undefined;
  /** Such as `eu-central-1`. */
  readonly regionCode?: string | undefined;
  /** Whether updates of its profiles wait to be applied; undefined if the service did not tell. */
  readonly isUpdatable?: boolean | undefined;
  /** Of a cluster: the packs of its profiles; undefined if they were not read. */
  readonly packs?: readonly ItemPack[] | undefined;
  /** Of a cluster; undefined if they were not read. */
  readonly profiles?: readonly Version[] | undefined;
  /** Of a cluster, as `key:value` or the key alone; undefined if they were not read. */
  readonly tags?: readonly string[] | undefined;
  readonly addresses: readonly string[];
  readonly heartbeat?: number | undefined;
  /** Whether the list of what is directly in it has been read to its end. Not of a machine. */
  readonly isListRead?: boolean | undefined;
  /** When it was requested. */
  readonly readAt?: number | undefined;
  /** Whether it is outdated: refreshing it has failed since, or the service has said something else. */
  readonly isStale: boolean;
  /** The machines that were read and are well, though it is not, or not known to be. */
  readonly machinesRead?: { readonly count: number; readonly at: number } | undefined;
  /** When values were requested that are older than the state. */
  readonly ages?: Partial<Record<ItemAge, number | undefined>> | undefined;
  readonly cores?: Capacity | undefined;
  readonly memoryMiB?: Capacity | undefined;
  /** How many machines it has according to the service, whether they have been read or not. */
  readonly machines?: number | undefined;
  /** The most machines that autoscaling gives a pool. */
  readonly maxMachines?: number | undefined;
  /** How many machines of a cluster need attention according to the service. */
  readonly affected?: number | undefined;
  /** The certificate of a cluster that expires first, or why none is known instead of its name; undefined if they were not read. */
  readonly certificate?: { readonly name: string; readonly expiry?: number } | undefined;
  /** Where a machine is, and its instance type. */
  readonly zone?: string | undefined;
  readonly size?: string | undefined;
  /** For a project whose clusters have not been read one by one: how many are in which state. */
  readonly clusterStates?: StateCounts | undefined;
}

export const itemPath = {
  kind: oneOf(...kinds),
  /** That of its row in the Projects view: it begins with those of the items that contain it. */
  id: text,
  /** Of the items that contain it and its own, the project first, when it was known. Safe to show on one line. */
  names: exactList(textAs(sanitizeLine)),
};
export const readItemPath = exactObject(itemPath);
/** Where an item is. It may not be loaded, or not exist any more. */
export type ItemPath = Read<typeof readItemPath>;

/** An item, and what contains it, the outermost first. */
export interface PlacedItem {
  readonly item: Item;
  readonly containers: readonly Item[];
  /** Of a cluster, what of it was read. */
  readonly pools?: readonly Item[];
  readonly machines?: readonly Item[];
}

/** Whether the service does not say that an item is well by now, though something in it was not when it was read. */
export function isStanding({ disagreement }: Partial<ItemHealth>): boolean {
  return disagreement?.ill !== 0;
}

/** Whether somebody has to look at an item: it is ill, and that is not known. */
export function isOpenProblem(item: Partial<ItemHealth> & { readonly state: ItemState }): boolean {
  return item.known === undefined && needsAttention(item.state) && isStanding(item);
}

/** How many items of a kind have been read, and how many there are if that is known. */
export interface Counted {
  readonly read: number;
  readonly total?: number | undefined;
}

export interface Coverage {
  readonly projects: Counted;
  readonly clusters: Counted;
  /** `total` is missing unless every cluster says how many machines it has. */
  readonly machines: Counted;
}

/** What project summaries say about clusters that have not been read one by one, worst first. */
export function summarizedStates(items: readonly Item[]): StateCounts {
  const sumOf = (state: ItemState): number =>
    items.reduce((sum, { clusterStates }) => sum + (clusterStates?.[state] ?? 0), 0);
  const sums = itemStates.map((state) => [state, sumOf(state)] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}

export function statesOf(items: readonly Item[]): readonly ItemState[] {
  return items.map(({ state }) => state);
}

/** What contains an item or a row, the outermost first. @param parentOf returns what contains it directly */
export function containersOf<T>(contained: T, parentOf: (item: T) => T | undefined): readonly T[] {
  const parent = parentOf(contained);
  return parent === undefined ? [] : [...containersOf(parent, parentOf), parent];
}

/** The pack of a cluster that is its Kubernetes, operating system, network or storage. */
export function packOf({ packs }: Partial<Item>, layer: string): ItemPack | undefined {
  return packs?.find((pack) => pack.layer === layer);
}

/** `cilium 1.15.3`; empty if there is none */
export function versionText({
  name,
  version,
}: { readonly [Of in keyof Version]?: string | undefined } = {}): string {
  return present(name, version).join(' ');
}

/** The minor version of Kubernetes, such as `1.31`; undefined if it is no version. */
export function minorVersion(version = ''): string | undefined {
  return /^v?(\d+\.\d+)/i.exec(version)?.[1];
}

/**
 * Compares versions to the precision of the shorter one, so that `1.32.4` is the same as `1.32`. What follows the numbers,
 * such as `-rke2` or `+k3s1`, does not count.
 * @returns less than 0 if `version` is older; undefined if what would decide is no number, as in `1.32.x`
 */
export function compareVersions(version: string, wanted: string): number | undefined {
  const [parts, others] = [partsOf(version), partsOf(wanted)];
  for (let index = 0; index < Math.min(parts.length, others.length); index++) {
    const [part = NaN, other = NaN] = [parts[index], others[index]];
    if (Number.isNaN(part) || Number.isNaN(other)) return undefined;
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}

/** The numbers of a version; NaN for what is none. */
function partsOf(version: string): readonly number[] {
  const [numbers = ''] = version.replace(/^v(?=\d)/i, '').split(/[-+_~ ]/, 1);
  return numbers.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : NaN));
}
