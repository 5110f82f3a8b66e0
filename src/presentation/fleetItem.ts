import type { Severity } from './severity';

/** How an item is, or that nothing has been read that says so. */
export type FleetState = Severity | 'notRead';

/** An amount of a resource. */
export interface Capacity {
  readonly total: number;
  readonly used?: number | undefined;
}

/**
 * What the fleet overview shows about an item of the Projects view. Texts are as the service wrote them, times are in
 * milliseconds since 1970.
 */
export interface FleetItem {
  readonly kind: 'project' | 'cluster' | 'pool' | 'machine';
  /** The ID of its row in the Projects view. */
  readonly id: string;
  /** The ID of the item that contains it; missing for a project. */
  readonly parent?: string | undefined;
  readonly name: string;
  readonly uid?: string | undefined;
  /** The worst of its own and of what has been read in it, as in the Projects view. */
  readonly state: FleetState;
  /** Why, in a few words; empty if there is nothing to say. */
  readonly cause: string;
  readonly cloudType?: string | undefined;
  readonly region?: string | undefined;
  readonly addresses: readonly string[];
  /** Its last heartbeat. */
  readonly heartbeat?: number | undefined;
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
  /** For a project whose clusters have not been read one by one: how many are in which state. */
  readonly clusterStates?: Readonly<Partial<Record<FleetState, number | undefined>>> | undefined;
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
