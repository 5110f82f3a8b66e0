import { setImmediate } from 'node:timers/promises';
import { type Disposable, EventEmitter } from 'vscode';
import type { Session } from '../connections/session';
import { foundAt, uidOf, type ClusterData, sumOf } from './cluster';
import { isServiceError, succeeds } from '../service/errors';
import { requestTime, type RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { ListingMethod, Project, ProjectSearch } from '../service/resources/project';
import type { CallOptions } from '../service/operations';
import { ClusterReads } from './details/clusterReads';
import { changedUids, machinesOf } from './changesBefore';
import { DerivedItems } from './derive';
import type { Derived } from './containers';
import type { Coverage, Item } from './item';
import { clustersPerTurn, takeClusters, takeProjects } from './takeLists';
import {
  isParentRow,
  isResourceRow,
  isRow,
  mergeRow,
  readChildren,
  type ClusterRow,
  type ParentRow,
  type ProjectRow,
  type ResourceRow,
  type Row,
} from './kinds';
import type { ItemStore, ReadContext } from './kinds/kind';
import { Marks } from './marks/marks';
import { findProject } from './kinds/project';
import { type ListSource, Lists } from './store/lists';
import { Refreshes, type IsOpen } from './store/refreshes';
import { idPart } from './store/row';
import { groupBy } from './order';
import { latestTime, requestOf } from './record';
import { byKind } from './kinds/levels';
import { projectProgress } from './listState';

/** What the view that shows the items decides. */
export interface ItemsView {
  /** Which projects the service is asked for. */
  readonly requested: ProjectSearch;
  /** The machine pools that the user added below a row. */
  pinned(parent: ParentRow | undefined): readonly Row[];
  /** Called with each cluster that was read, before what is below it is known. */
  onClusterRead(row: ClusterRow): Promise<void>;
  readonly rows: {
    /** The lists that a refresh reads. */
    readonly isExpanded: IsOpen;
    forgetRevealed(): void;
  };
}

/** All items of one connection, with what is known about each and since when. All views read it. */
export class Inventory implements Disposable {
  readonly store: ItemStore;
  readonly refreshes: Refreshes<Row, ParentRow>;
  readonly clusterReads: ClusterReads;
  readonly #onDidRefresh = new EventEmitter<void>();
  /** The user refreshed everything that the tree shows. */
  readonly onDidRefresh = this.#onDidRefresh.event;
  readonly #onDidStartRefresh = new EventEmitter<void>();
  /** The user wants something to be read again, and looks at it. */
  readonly onDidStartRefresh = this.#onDidStartRefresh.event;
  /** Undefined as long as no view shows the items. */
  view: ItemsView | undefined;
  /** The IDs of favorites that the service does not have. They are not looked for until the user refreshes. */
  readonly goneFavorites = new Set<string>();
  /** The number after the last reading of all clusters; 0 if others may exist. */
  allClustersKnownAt = 0;
  #additions = 0;
  /** The listing that the loaded projects come from. */
  #listedBy: ListingMethod | undefined;
  /** Whether it was read which clusters wait for approval. */
  areApprovalsKnown = false;
  /** Clusters by UID. Those that are gone stay until they are looked for. */
  readonly #clusters = new Map<string, ClusterRow>();
  readonly #derived: DerivedItems;
  /** The marks of items that were last shown. */
  #shownMarks: Marks['values'];

  constructor(
    readonly session: Session,
    readonly marks = new Marks(),
  ) {
    this.store = new Lists(this.#listSource(idPart(session.connection.name)));
    this.refreshes = new Refreshes(this.store);
    this.clusterReads = new ClusterReads(session, this.readContext);
    this.#derived = new DerivedItems(this, (ids) => {
      this.#update(ids);
      if (ids.some((id) => marks.values.known.has(id))) marks.update();
    });
    this.#shownMarks = marks.values;
    this.store.onDidChange(({ isReordered }) => {
      if (isReordered) this.#derived.reorder();
    });
    // What a mark covers is known once all is read again.
    this.refreshes.onDidEnd(() => {
      this.#update([...this.marks.values.known.keys()]);
    });
    this.marks.onDidChange(this.#updateMarked);
    this.clusterReads.audits.onDidTake((uids) => {
      const changed = this.clusters.filter((cluster) => {
        const { item, ill } = this.derivedOf(cluster);
        if (item.onset === undefined) return false;
        const machines = machinesOf(ill, this.store);
        return changedUids({ cluster, machines }).some((uid) => uids.has(uid));
      });
      this.#update(changed.map(({ id }) => id));
    });
    this.clusterReads.onDidRead(({ name, uid }) => {
      if (name !== 'events') return;
      const cluster = this.clusterOf(uid);
      // Its machines show them.
      if (cluster !== undefined) this.store.notifyRows(this.store.descendants(cluster));
    });
  }

  #listSource(rootId: string): ListSource<Row, ParentRow> {
    return {
      rootId,
      isParent: isParentRow,
      read: async (parent, options, before) => {
        const page = await readChildren(parent, this.readContext, options, before).catch((error: unknown) => {
          // What a cluster says of itself, or that it is gone, is read with its list.
          const isGone = isServiceError(error, 'notFound') && error.operation === 'readCluster';
          if (isGone && parent !== undefined)
            this.store.remove(parent.parent, (row) => row === parent, requestTime());
          throw error;
        });
        if (parent === undefined) this.#listedBy = this.session.listing;
        if (parent?.kind === 'cluster') await this.view?.onClusterRead(parent);
        return page;
      },
      merge: mergeRow,
      // A cluster that several projects list belongs to the one that listed it first.
      isElsewhere: (row) => row.kind === 'cluster' && this.clusterOf(uidOf(row)) !== undefined,
      onChange: (id) => {
        const row = this.store.find(id);
        const uid = isRow(row, 'cluster') ? uidOf(row) : undefined;
        if (isRow(row, 'cluster') && uid !== undefined && uid !== '') this.#clusters.set(uid, row);
        this.#derived.change(id);
      },
      readRow: async (row, options) => {
        const { name = '' } = row.kind === 'project' ? (row.project.metadata ?? {}) : {};
        if (this.session.listing === 'get' || name === '') return undefined;
        return findProject((id) => id === row.id, { ...this.readContext, search: { name } }, options);
      },
      added: (parent) => this.view?.pinned(parent) ?? [],
    };
  }

  get readContext(): ReadContext {
    return {
      rootId: this.store.rootId,
      service: this.session,
      search: this.view?.requested ?? {},
      clusterOf: (uid) => this.clusterOf(uid),
      takeCluster: this.#takeCluster,
    };
  }

  /** The cluster with a UID, whichever project it is in. */
  clusterOf(uid = ''): ClusterRow | undefined {
    const row = this.#clusters.get(uid);
    if (row === undefined || this.store.find(row.id) === row) return row;
    this.#clusters.delete(uid);
    return undefined;
  }

  readonly #takeCluster = (cluster: ClusterRow, known: Partial<ClusterData>): void => {
    // It may be gone, or another record by now.
    if (this.store.find(cluster.id) !== cluster) return;
    const row = { ...cluster, readings: {}, failures: undefined, ...known };
    const time = latestTime(Object.values(known.readings ?? {})) ?? requestOf(cluster);
    if (time !== undefined) this.store.take([{ parent: cluster.parent, rows: [row], isWhole: false }], time);
  };

  /** Shows the items that are marked, or were. */
  readonly #updateMarked = (): void => {
    const ids = [this.#shownMarks, this.marks.values].flatMap(({ known, favorite }) => [
      ...known.keys(),
      ...favorite.keys(),
    ]);
    this.#shownMarks = this.marks.values;
    this.#update(new Set(ids));
  };

  /** All known rows that stand for an item, in the order of the tree. Those that are not shown come last. */
  get rows(): readonly ResourceRow[] {
    return this.store.descendants().filter(isResourceRow);
  }

  get clusters(): readonly ClusterRow[] {
    const below = this.store.rows().flatMap((project) => this.store.rows(project));
    return below.filter((row) => row.kind === 'cluster');
  }

  /** All known items, each after the item that contains it. */
  items(): readonly Item[] {
    return this.#derived.all();
  }

  /** How an item is, with everything that is known in it. */
  derivedOf(row: ResourceRow): Derived {
    return this.#derived.of(row);
  }

  itemOf(row: ResourceRow): Item {
    return this.#derived.of(row).item;
  }

  /** Call this when a setting has changed that items depend on. */
  updateAll(): void {
    this.#derived.changeAll();
    this.store.updateRows(this.rows);
  }

  /** Shows items, and what contains them, about which something else than a read changed. */
  #update(ids: Iterable<string>): void {
    const rows = new Set<ResourceRow>();
    for (const id of ids) {
      this.#derived.change(id);
      let row = this.store.find(id);
      for (; isResourceRow(row); row = row.parent) rows.add(row);
    }
    if (rows.size > 0) this.store.updateRows([...rows]);
  }

  coverage(): Coverage {
    const items = this.items();
    const { project, cluster, machine } = byKind((kind) => items.filter((item) => item.kind === kind));
    const areAllClustersKnown = this.allClustersKnownAt > 0;
    const listed = projectProgress(this.store).total;
    // The listing counts only the projects that match the filter.
    const total =
      listed === undefined || this.isFilteredByService ? undefined : Math.max(listed, project.length);
    return {
      // Projects that are not loaded then have no clusters.
      projects: { read: areAllClustersKnown ? (total ?? project.length) : project.length, total },
      clusters: {
        read: cluster.filter(({ state }) => state !== 'notRead').length,
        total: areAllClustersKnown ? cluster.length : undefined,
      },
      machines: {
        read: machine.length,
        total: areAllClustersKnown ? sumOf(cluster.map(({ machines }) => machines)) : undefined,
      },
    };
  }

  /** Whether the service searches projects. Otherwise, only the loaded ones are searched. */
  get searchesInService(): boolean {
    return (this.#listedBy ?? this.session.listing) !== 'get';
  }

  /** Whether the service lists only the projects that match the filter of a view. */
  get isFilteredByService(): boolean {
    return (this.readContext.search.name ?? '') !== '' && this.searchesInService;
  }

  /** Aborted when the connection is no longer active. */
  get closed(): AbortSignal {
    return this.store.closed;
  }

  /** Call this when the user wants something to be read again: what the service refused is requested, too. */
  startRefresh(): void {
    this.session.refusals.forget();
    this.#onDidStartRefresh.fire();
  }

  /** Refreshes the expanded rows below `parent`. Revealed rows stay if `keepsRevealed` is set. */
  async refresh(parent?: ParentRow, keepsRevealed = parent !== undefined): Promise<void> {
    this.startRefresh();
    if (!keepsRevealed) this.view?.rows.forgetRevealed();
    const refreshed = this.#refreshLists(parent);
    if (parent === undefined) this.#onDidRefresh.fire();
    await refreshed;
  }

  #refreshLists(parent: ParentRow | undefined): Promise<void> {
    const { rootId } = this.store;
    const isOpen = this.view?.rows.isExpanded ?? ((id: string) => id === rootId);
    return this.refreshes.refresh(parent?.id ?? rootId, isOpen);
  }

  /** Refreshes a cluster, and the machine pools in it that were read before. */
  async refreshCluster(row: ClusterRow): Promise<void> {
    // Some of what a cluster shows that no search finds comes from its list.
    const refreshed = this.refresh(foundAt(row) === undefined ? row : row.parent, true);
    const pools = this.store.rows(row).filter((pool) => this.store.listOf(pool)?.readAt !== undefined);
    await Promise.all([
      refreshed,
      ...pools.map(({ id }) => succeeds(() => this.readBelow(id, { signal: this.closed }, true))),
    ]);
  }

  /** @throws ServiceError if the project itself cannot be read */
  async refreshProject(row: ProjectRow): Promise<void> {
    this.startRefresh();
    await Promise.all([this.store.rereadRow(row, { signal: this.closed }), this.#refreshLists(row)]);
  }

  /** Adds projects of the listing, or updates them. @param isAll whether the service has no others */
  takeProjects(projects: readonly Project[], time: RequestTime, isAll: boolean): void {
    if (isAll) this.setAllClustersKnownAt(requestTime().requestNumber);
    takeProjects(this.store, projects, time, isAll);
  }

  /**
   * Adds clusters below their projects, or updates them. A cluster without a project is dropped.
   * @param source which search found them
   * @param isAll whether the service has no others, so that those missing here are gone
   */
  async takeClusters(
    clusters: readonly ClusterSummary[],
    time: RequestTime,
    isAll: boolean,
    source: 'search' | 'metadata' = 'search',
  ): Promise<void> {
    // What waits for its turn need not wait until thousands of clusters have been added.
    const nextTurn = clusters.length > clustersPerTurn ? setImmediate : undefined;
    this.#additions++;
    try {
      await nextTurn?.();
      for (const projects of takeClusters(this.store, this.readContext, source, clusters, time, isAll)) {
        // In this turn: who asks for all items next would wait for thousands of them.
        for (const project of projects) this.#derived.of(project);
        await nextTurn?.();
      }
    } finally {
      this.#additions--;
    }
    if (isAll) this.setAllClustersKnownAt(requestTime().requestNumber);
  }

  /** Whether a list of clusters has been added in part. */
  get isAdding(): boolean {
    return this.#additions > 0;
  }

  takeApprovals(waiting: ReadonlySet<string | undefined>, time: RequestTime): void {
    const found = this.clusters.filter((cluster) => foundAt(cluster) !== undefined);
    this.areApprovalsKnown = found.length === this.clusters.length;
    const told = found.map((cluster) => ({
      ...cluster,
      readings: { approvals: { value: waiting.has(uidOf(cluster)), ...time } },
      failures: undefined,
    }));
    const lists = [...groupBy(told, ({ parent }) => parent)];
    this.store.take(
      lists.map(([parent, rows]) => ({ parent, rows, isWhole: false })),
      time,
    );
  }

  /** @param requestNumber 0 if there may be others: filters show projects in which they may be */
  setAllClustersKnownAt(requestNumber: number): void {
    const isOther = this.allClustersKnownAt > 0 !== requestNumber > 0;
    this.allClustersKnownAt = requestNumber;
    if (isOther) this.store.updateRows(this.store.rows());
  }

  /**
   * Reads all pages of the list below an item, unless it has been read.
   * @param isReread whether to read it again
   * @returns the IDs of the items below it that have lists of their own
   * @throws ServiceError
   */
  async readBelow(id: string, options: CallOptions, isReread = false): Promise<readonly string[]> {
    const row = this.store.find(id);
    if (!isParentRow(row)) return [];
    const rows = await this.store.readToEnd(row, options, isReread);
    return rows.filter(isParentRow).map((child) => child.id);
  }

  /** Whether the list below an item has been read to its end, and no refresh has outdated it since. */
  isRead(id: string): boolean {
    return this.store.listOf({ id })?.isRead === true;
  }

  /** Whether the service does not list what is below an item. */
  isUnlisted(id: string): boolean {
    return this.store.listOf({ id })?.loaded.note !== undefined;
  }

  dispose(): void {
    this.#onDidStartRefresh.dispose();
    this.#onDidRefresh.dispose();
    this.marks.dispose();
    this.#derived.dispose();
    this.clusterReads.dispose();
    this.refreshes.dispose();
    this.store.dispose();
  }
}
