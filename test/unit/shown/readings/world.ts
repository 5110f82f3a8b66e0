// What the service of the tests has. The UID of an item is its name, and is never used again.

export type MachineState = 'healthy' | 'failed' | 'unhealthy' | 'lateHeartbeat' | 'maintenance';

/** What the service says of a cluster as a whole. It may lag behind its machines, or ignore them. */
export interface Word {
  readonly state: 'Running' | 'Failed' | 'Provisioning' | 'Deleting';
  readonly health: 'Healthy' | 'Unhealthy';
  readonly message?: string;
}

/** The states of machines by their UIDs, by the names of their pools. */
export type Pools = Readonly<Record<string, Readonly<Record<string, MachineState>>>>;

export interface Cluster {
  readonly project: string;
  readonly word: Word;
  readonly pools: Pools;
  /** What cluster search counts, if that lags behind. */
  readonly counted?: Pools | undefined;
  readonly cores: { readonly total: number; readonly used: number };
  readonly kubernetes: string;
  readonly isWaiting: boolean;
  /** When a certificate expires, in milliseconds since 1970. */
  readonly expiry: number;
  readonly failedPack?: string | undefined;
  /** Of its packs: their versions, when they were started, and since when they have failed, by the clock of the service. */
  readonly packs?: readonly PackStatus[];
  /** Since when machines are ill, by their UIDs, if the service tells that. */
  readonly illSince?: Readonly<Record<string, number>>;
}

export interface PackStatus {
  readonly name: string;
  readonly version: string;
  readonly started?: number | undefined;
  readonly failed?: number | undefined;
}

/** What somebody did, as the audit log tells it, at a time of the clock of the service. */
export interface Deed {
  readonly time: number;
  readonly message: string;
  readonly who: string;
  /** The UID of what it was done to. */
  readonly to: string;
  readonly type?: string;
}

export interface World {
  readonly projects: readonly string[];
  readonly clusters: Readonly<Record<string, Cluster>>;
  readonly deeds?: readonly Deed[];
}

/** Which sources the service offers, and which values each of them has. It stays the same. */
export interface Profile {
  /** The search for the metadata of all clusters, which is blind: it has no counts. */
  readonly metadata: boolean;
  /** What cluster search has of pools: sizes and counts, sizes alone, or nothing. `none`: it is refused. */
  readonly search: 'counts' | 'sizes' | 'bare' | 'none';
  /** Whether searches tell the health of a cluster. */
  readonly health: boolean;
  /** Whether summaries of projects count their clusters, and name them. */
  readonly counted: boolean;
  readonly named: boolean;
  /** Whether cloud configs have the sizes of pools. */
  readonly sizes: boolean;
  /** What cluster search has besides. */
  readonly usage: boolean;
  readonly versions: boolean;
  /** Whether the clusters that wait for approval are listed. */
  readonly approvals: boolean;
  readonly pageSize: number;
  /** How many milliseconds its clock is ahead. */
  readonly aheadMs?: number;
}

export const everything: Profile = {
  metadata: true,
  search: 'counts',
  health: true,
  counted: true,
  named: true,
  sizes: true,
  usage: true,
  versions: true,
  approvals: true,
  pageSize: 50,
};

export const healthyWord: Word = { state: 'Running', health: 'Healthy' };
export const unhealthyWord: Word = { state: 'Running', health: 'Unhealthy' };
export const failedWord: Word = { state: 'Failed', health: 'Unhealthy' };

const dayMs = 86_400_000;

/** A cluster in which nothing is wrong. */
export function clusterIn(project: string, pools: Pools, more: Partial<Cluster> = {}): Cluster {
  return {
    project,
    word: healthyWord,
    pools,
    cores: { total: 64, used: 4 },
    kubernetes: '1.32.4',
    isWaiting: false,
    expiry: Date.now() + 300 * dayMs,
    ...more,
  };
}

/** The states of the machines of a cluster, by their UIDs. */
export function machinesOf({ pools }: Pick<Cluster, 'pools'>): Readonly<Record<string, MachineState>> {
  return Object.assign({}, ...Object.values(pools)) as Record<string, MachineState>;
}

/** What cluster search counts in machines. It looks at no heartbeats. */
export interface Counts {
  readonly size: number;
  readonly healthy: number;
  readonly inMaintenance: number;
}

/** The machines that cluster search counts, by the names of their pools. */
export function countedIn({ counted, pools }: Cluster): Pools {
  return counted ?? pools;
}

/** What it counts in all pools. */
export function countOf(cluster: Cluster): Counts {
  return countsOf(machinesOf({ pools: countedIn(cluster) }));
}

export function countsOf(machines: Readonly<Record<string, MachineState>>): Counts {
  const states = Object.values(machines);
  const count = (wanted: MachineState): number => states.filter((state) => state === wanted).length;
  return {
    size: states.length,
    // Only Poolview judges heartbeats.
    healthy: count('healthy') + count('lateHeartbeat'),
    inMaintenance: count('maintenance'),
  };
}

/** How many are neither healthy nor in maintenance. */
export function roomOf({ size, healthy, inMaintenance }: Counts): number {
  return size - healthy - inMaintenance;
}

/** The clusters of a project, in the order in which they are listed. */
export function clustersIn({ clusters }: World, project: string): readonly string[] {
  return Object.keys(clusters)
    .filter((uid) => clusters[uid]?.project === project)
    .sort();
}
