import { EventEmitter, type Disposable, type Event } from 'vscode';
import type { Session } from '../connections/session';
import { cloudConfigOf, poolCountOf } from '../presentation/cluster';
import type { ListReading } from './changes/change';
import type { Coverage, Item } from './item';
import type { RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
import type { CallOptions } from '../service/schedule';
import type { ProjectsModel } from '../projects/model';
import type { ReadRows } from './store/rowSource';
import { isParentRow, isRow, type ParentRow, type ResourceRow, type Row } from './kinds';
import { knownCluster, namedClusters } from './kinds/cluster';
import { coverageOf } from './coverage';
import { fleetItems } from './itemsOf';
import { forgetClusters, keptClusters } from './kept';
import { learnClusters, learnProjects } from './learn';
import type { ItemLookup } from './lookup';
import { clusterReadingOf, listReadingOf } from './readings';

/** All items of one connection: what is known about them in the Projects view, and what is read for other views. */
export class Inventory implements Disposable {
  /** Fires after every read that changed something. */
  readonly onDidRead: Event<unknown>;
  /** Fires when the user refreshed the Projects view, which forgets what it does not show, unless it is kept. */
  readonly onDidRefresh: Event<unknown>;
  /** Fires when a refresh by the user or a timer has ended, successfully or not. */
  readonly onDidEndRefresh: Event<unknown>;
  readonly #onDidReadItems = new EventEmitter<ListReading>();
  /** Fires with what each successful read told, even if nothing changed. */
  readonly onDidReadItems = this.#onDidReadItems.event;
  #areAllClustersKnown = false;
  /** The IDs of the clusters that a refresh kept and that no read has confirmed since. */
  #kept = new Set<string>();
  /** Kept until the next read. */
  #items: readonly Item[] | undefined;

  constructor(
    readonly session: Pick<
      Session,
      | 'connection'
      | 'keyIdentity'
      | 'client'
      | 'forgetRefusals'
      | 'projects'
      | 'listing'
      | 'latency'
      | 'state'
      | 'containsApiKey'
    >,
    private readonly model: ProjectsModel,
    private readonly showRow: (row: ResourceRow) => Promise<void>,
  ) {
    this.onDidRead = model.store.onDidRead;
    this.onDidRefresh = model.onDidRefresh;
    this.onDidEndRefresh = model.store.onDidEndRefresh;
    model.store.onDidReadRows((read) => {
      this.#report(read);
    });
    const forget = (): void => {
      this.#items = undefined;
    };
    model.store.onDidRead(forget);
    // A refresh forgets lists, even if it reads nothing new.
    model.store.onDidEndRefresh(forget);
    model.onDidRefresh(() => {
      if (model.keepsHidden) this.#kept = keptClusters(model);
      else this.#areAllClustersKnown = false;
      forget();
    });
  }

  /** Whether a refresh by the user or a timer is in progress. */
  get isRefreshing(): boolean {
    return this.model.store.isRefreshing;
  }

  /** Aborted when the connection is no longer active. */
  get closed(): AbortSignal {
    return this.model.store.closed;
  }

  /** All known items, each after the item that contains it. */
  items(): readonly Item[] {
    return (this.#items ??= fleetItems(this.model));
  }

  coverage(): Coverage {
    return coverageOf(this.model, this.#areAllClustersKnown);
  }

  /** Keeps all items when the user refreshes the Projects view, until they are read again or the result is disposed. */
  keepItems(): Disposable {
    return this.model.keepHidden();
  }

  /** Adds projects of the listing. @param isAll whether the service has no others */
  addProjects(projects: readonly Project[], time: RequestTime, isAll: boolean): void {
    this.#areAllClustersKnown ||= isAll;
    const read = learnProjects(this.model, projects, time, isAll);
    this.#report(read);
    for (const { id } of read.rows.flatMap(namedClusters)) this.#kept.delete(id);
    if (!isAll) return;
    forgetClusters(this.model, this.#kept);
    this.#kept.clear();
  }

  /** Adds clusters below their projects. @param isAll whether the service has no others */
  addClusters(clusters: readonly ClusterSummary[], time: RequestTime, isAll: boolean): void {
    this.#areAllClustersKnown ||= isAll;
    for (const read of learnClusters(this.model, clusters, time, isAll)) this.#report(read);
  }

  /** Call this when reading all clusters failed: those that were requested before are outdated. */
  markClustersOutdated(requestNumber: number): void {
    const { store } = this.model;
    store.markOutdated(
      store.rows().filter((row) => row.kind === 'project'),
      requestNumber,
    );
  }

  /**
   * Reads all pages of the list below an item, unless it has been read.
   * @returns the IDs of the items below it that have lists of their own
   * @throws ServiceError
   */
  async readBelow(id: string, options: CallOptions): Promise<readonly string[]> {
    const row = this.model.store.find(id);
    if (!isParentRow(row)) return [];
    const rows = await this.model.store.readToEnd(row, options);
    return rows.filter(isParentRow).map((child) => child.id);
  }

  /** Whether the list below an item has been read to its end, and no refresh has outdated it since. */
  isRead(id: string): boolean {
    const branch = this.#branch(id);
    const isComplete = branch?.readAt !== undefined && branch.list.next === undefined;
    return isComplete && !branch.hasFailed && !branch.isStale;
  }

  /** Whether the cloud config of a cluster is known, so that its pools take one request instead of two. */
  isCloudConfigKnown(id: string): boolean {
    const row = this.model.store.find(id);
    return isRow(row, 'cluster') && cloudConfigOf(knownCluster(row, this.model)) !== undefined;
  }

  /** How many machine pools a cluster has; undefined if not known. */
  poolCount(id: string): number | undefined {
    const row = this.model.store.find(id);
    return isRow(row, 'cluster') ? poolCountOf(knownCluster(row, this.model)) : undefined;
  }

  /** Whether the service does not list what is below an item. */
  isUnlisted(id: string): boolean {
    return this.#branch(id)?.list.note !== undefined;
  }

  /** Finds items and reads single ones. */
  async lookup(): Promise<ItemLookup> {
    const { ItemLookup } = await import('./lookup');
    return new ItemLookup(this.model, this);
  }

  /**
   * Shows an item in the Projects view.
   * @throws ServiceError if a list that leads to it cannot be read
   */
  async reveal(id: string): Promise<void> {
    const { revealItem } = await import('../projects/reveal');
    await revealItem(id, this.model, this.showRow);
  }

  dispose(): void {
    this.#onDidReadItems.dispose();
  }

  /** A cluster is read together with its pools, unless cluster search says everything about it. */
  #report(read: ReadRows<Row, ParentRow>): void {
    const { parent } = read;
    for (const { id } of read.rows) this.#kept.delete(id);
    // A filtered list does not tell which projects there are.
    const isWhole = read.isWhole && (parent !== undefined || !this.model.isFilteredByService);
    this.#onDidReadItems.fire(listReadingOf({ ...read, isWhole }));
    if (parent?.kind !== 'cluster' || parent.found !== undefined) return;
    const { read: cluster } = this.model.clusterReading(parent) ?? {};
    if (cluster !== undefined) this.#onDidReadItems.fire(clusterReadingOf(parent, cluster, read));
  }

  #branch(id: string) {
    const row = this.model.store.find(id);
    return row === undefined ? undefined : this.model.store.branchOf(row);
  }
}
