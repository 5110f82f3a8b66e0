import { severities } from './severity';

// Used by the extension and by the fleet page. Whoever has items finds out about them here.

/** The kinds of items; each is contained in the one before. */
export const kinds = ['project', 'cluster', 'pool', 'machine'] as const;
export type ItemKind = (typeof kinds)[number];

/** A value for each kind. */
export function byKind<Value>(valueOf: (kind: ItemKind) => Value): Record<ItemKind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, valueOf(kind)])) as Record<ItemKind, Value>;
}

/** The states of items, worst first. `notRead`: nothing has been read that says how the item is. */
export const itemStates = [...severities, 'notRead'] as const;
export type ItemState = (typeof itemStates)[number];

/** An amount of a resource. */
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

/** A pack of a cluster's profiles, or a profile, without its values. */
export interface Version {
  readonly name: string;
  /** As the service wrote it, such as `1.32.4`, or `1.32.x` if it names a range. */
  readonly version?: string | undefined;
}

/** What part of a cluster a pack is, as the service calls it: `k8s`, `os`, `cni`, `csi`, `addon`. */
export interface Pack extends Version {
  readonly layer?: string | undefined;
}

/** What all views show about an item. Texts are as the service wrote them, times are in milliseconds since 1970. */
export interface Item {
  readonly kind: ItemKind;
  /** The ID of its row in the Projects view. */
  readonly id: string;
  /** The ID of the item that contains it; missing for a project. */
  readonly parent?: string | undefined;
  readonly name: string;
  readonly uid?: string | undefined;
  /** The worst of its own and of what has been read in it, as in the Projects view. */
  readonly state: ItemState;
  /** Why, in a few words; empty if there is nothing to say. */
  readonly cause: string;
  /** Whether something that was not read may say more about the cause. */
  readonly isCauseUnread?: boolean | undefined;
  /** How many machines in it are the cause, if that says no more. */
  readonly counted?: number | undefined;
  /** What the service says about the cause. */
  readonly message?: string | undefined;
  /** Why everything in it that needs attention is known; missing if something is not, or nothing needs attention. */
  readonly known?: Known | undefined;
  readonly cloudType?: string | undefined;
  readonly region?: string | undefined;
  /** Such as `eu-central-1`. */
  readonly regionCode?: string | undefined;
  /** Whether the machines of a cluster wait for approval to be replaced. */
  readonly isWaiting?: boolean | undefined;
  /** Whether updates of its profiles wait to be applied; undefined if the service did not tell. */
  readonly isUpdatable?: boolean | undefined;
  /** Of a cluster: the packs of its profiles; undefined if they were not read. */
  readonly packs?: readonly Pack[] | undefined;
  /** Of a cluster; undefined if they were not read. */
  readonly profiles?: readonly Version[] | undefined;
  /** Of a cluster, as `key:value` or the key alone; undefined if they were not read. */
  readonly tags?: readonly string[] | undefined;
  readonly addresses: readonly string[];
  /** Its last heartbeat. */
  readonly heartbeat?: number | undefined;
  /** Whether the list of what is directly in it has been read to its end. Not of a machine. */
  readonly isListRead?: boolean | undefined;
  /** When it was requested. */
  readonly readAt?: number | undefined;
  /** Whether refreshing it has failed since. */
  readonly isStale: boolean;
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
  readonly clusterStates?: Readonly<Partial<Record<ItemState, number | undefined>>> | undefined;
}

/** How many items of a kind have been read, and how many there are if that is known. */
export interface Counted {
  readonly read: number;
  readonly total?: number | undefined;
}

/** What has been read of a fleet. */
export interface Coverage {
  readonly projects: Counted;
  readonly clusters: Counted;
  /** `total` is missing unless every cluster says how many machines it has. */
  readonly machines: Counted;
}

/** How many items are in which state, worst first. */
export type StateCounts = Partial<Record<ItemState, number>>;

/** Sorts the worst first. */
export function compareStates(one: ItemState, other: ItemState): number {
  return itemStates.indexOf(one) - itemStates.indexOf(other);
}

/** The worst state of several items; `notRead` if there are none. */
export function worstState(items: readonly Item[]): ItemState {
  const states = new Set(items.map(({ state }) => state));
  return itemStates.find((state) => states.has(state)) ?? 'notRead';
}

/** How many items are in each state that occurs. */
export function countStates(items: readonly Item[]): StateCounts {
  const counts = new Map<ItemState, number>();
  for (const { state } of items) counts.set(state, (counts.get(state) ?? 0) + 1);
  return countsOf((state) => counts.get(state) ?? 0);
}

/** What project summaries say about clusters that have not been read one by one. */
export function summarizedStates(items: readonly Item[]): StateCounts {
  return countsOf((state) =>
    items.reduce((sum, { clusterStates }) => sum + (clusterStates?.[state] ?? 0), 0),
  );
}

function countsOf(count: (state: ItemState) => number): StateCounts {
  const counts = itemStates.map((state) => [state, count(state)] as const);
  return Object.fromEntries(counts.filter(([, number]) => number > 0));
}

/** What contains an item or a row, the outermost first. @param parentOf returns what contains it directly */
export function containersOf<T>(contained: T, parentOf: (item: T) => T | undefined): readonly T[] {
  const parent = parentOf(contained);
  return parent === undefined ? [] : [...containersOf(parent, parentOf), parent];
}
