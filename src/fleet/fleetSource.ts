import type { Disposable, Event } from 'vscode';
import type { Session } from '../connections/session';
import type { Coverage, Item } from '../items/item';
import type { RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
import type { CallOptions } from '../service/schedule';

/**
 * The rows of one connection, as the fleet overview reads and extends them. They belong to the Projects view: what is
 * added here shows at once in its rows, its badge, *Go to…* and the hovers of editors.
 */
export interface FleetSource {
  readonly session: Pick<
    Session,
    'connection' | 'keyIdentity' | 'client' | 'forgetRefusals' | 'projects' | 'listing' | 'latency'
  >;
  /** All known items, each after the item that contains it. */
  items(): readonly Item[];
  coverage(): Coverage;
  /** Fires after every read that changed something. */
  readonly onDidRead: Event<unknown>;
  /** Fires when the user refreshed the Projects view, which forgets what it does not show, unless it is kept. */
  readonly onDidRefresh: Event<unknown>;
  /** Keeps all items when the user refreshes the Projects view, until they are read again or the result is disposed. */
  keepItems(): Disposable;
  /** Aborted when the connection is no longer active. */
  readonly closed: AbortSignal;
  /** Adds projects of the listing, or updates them. @param isAll whether the service has no others */
  addProjects(projects: readonly Project[], time: RequestTime, isAll: boolean): void;
  /**
   * Adds clusters below their projects, or updates them. A cluster without a project is dropped.
   * @param isAll whether the service has no others, so that those missing here are gone
   */
  addClusters(clusters: readonly ClusterSummary[], time: RequestTime, isAll: boolean): void;
  /** Call this when reading all clusters failed: those that were requested before are outdated. */
  markClustersOutdated(requestNumber: number): void;
  /**
   * Reads all pages of the list below an item, unless it has been read.
   * @returns the IDs of the items below it that have lists of their own
   * @throws ServiceError
   */
  readBelow(id: string, options: CallOptions): Promise<readonly string[]>;
  /** Whether the list below an item has been read to its end, and no refresh has outdated it since. */
  isRead(id: string): boolean;
  /** Whether the cloud config of a cluster is known, so that its pools take one request instead of two. */
  isCloudConfigKnown(id: string): boolean;
  /** How many pools a cluster has; undefined if not known. */
  poolCount(id: string): number | undefined;
  /** Whether the service does not list what is below an item. */
  isUnlisted(id: string): boolean;
}

/** What the Projects view passes to the fleet overview. */
export interface FleetSources {
  /** Undefined if nothing is connected. */
  readonly active: FleetSource | undefined;
  /** Fires when another connection became active, or none. */
  readonly onDidChangeActive: Event<unknown>;
}
