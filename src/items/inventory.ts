import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Disposable, EventEmitter } from 'vscode';
import type { Session } from '../connections/session';
import { cloudConfigOf, isWaiting, poolCountOf } from './cluster';
import { requestTime, type RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { ListingMethod, Project, ProjectSearch } from '../service/resources/project';
import type { CallOptions } from '../service/schedule';
import type { ListReading } from './changes/change';
import { coverageOf } from './coverage';
import { ClusterReads } from './details/clusterReads';
import { DerivedItems } from './derive';
import type { Derived } from './derived';
import type { Coverage, Item } from './item';
import { clustersPerTurn, learnClusters, learnProjects } from './learn';
import {
  isParentRow,
  isResourceRow,
  isRow,
  kindOf,
  mergeRow,
  readChildren,
  type ClusterRow,
  type ParentRow,
  type ProjectRow,
  type ResourceRow,
  type Row,
} from './kinds';
import type { ItemStore, ReadContext } from './kinds/kind';
import { noteRow } from './kinds/note';
import { markedId, markKey, Marks } from './marks/marks';
import { findProject } from './kinds/project';
import { clusterReadingOf, listReadingOf } from './readings';
import { idPart, type ErrorRow } from './store/row';
import type { RowReading, RowSource } from './store/rowSource';
import { RowStore } from './store/rowStore';

/** What a view that shows the items decides about its lists. */
export interface ListRules extends Required<
  Pick<RowSource<Row, ParentRow>, 'arrange' | 'isSorted' | 'extraRows' | 'isFiltered' | 'filter'>
> {
  /** Which projects the service is asked for. */
  readonly requested: ProjectSearch;
  /** Called with each cluster that was read, before the view shows what is below it. */
  onClusterRead(row: ClusterRow): Promise<void>;
}

/** All items of one connection, with what is known about each and since when. All views read it. */
export class Inventory implements Disposable {
  readonly store: ItemStore;
  /** What was read of single clusters. */
  readonly clusterReads: ClusterReads;
  readonly #onDidRefresh = new EventEmitter<void>();
  /** The user refreshed everything: what no view shows is forgotten, unless it is kept. */
  readonly onDidRefresh = this.#onDidRefresh.event;
  readonly #onDidStartRefresh = new EventEmitter<void>();
  /** The user wants something to be read again, and looks at it. */
  readonly onDidStartRefresh = this.#onDidStartRefresh.event;
  readonly #onDidReadItems = new EventEmitter<ListReading>();
  /** Fires with what each successful read returned, even if nothing changed. */
  readonly onDidReadItems = this.#onDidReadItems.event;
  /** Undefined as long as no view shows the items. */
  rules: ListRules | undefined;
  /** The IDs of favorites that the service does not have. They are not looked for until the user refreshes. */
  readonly goneFavorites = new Set<string>();
  #keepers = 0;
  #additions = 0;
  /** The listing that the loaded projects come from. */
  #listedBy: ListingMethod | undefined;
  #areAllClustersKnown = false;
  #areApprovalsKnown = false;
  /** The number of the last refresh by the user. */
  #refreshNumber = 0;
  /** Clusters by UID. Those that are gone stay until they are looked for. */
  readonly #clusters = new Map<string, ClusterRow>();
  readonly #derived: DerivedItems;
  /** The marks of items that were last shown. */
  #shownMarks: Pick<Marks['values'], 'known' | 'favorite'>;

  constructor(
    readonly session: Session,
    readonly marks = new Marks(),
  ) {
    this.store = new RowStore(this.#rowSource(idPart(session.connection.name)));
    this.clusterReads = new ClusterReads(session, {
      get: (uid) => this.clusterOf(uid)?.facts,
      set: (uid, facts) => {
        const cluster = this.clusterOf(uid);
        if (cluster !== undefined) this.#tell(cluster, { facts });
      },
    });
    this.#derived = new DerivedItems(this, (ids) => {
      this.#update(ids);
      if (ids.some((id) => marks.values.known.has(markKey(id)))) marks.update();
    });
    this.#shownMarks = marks.values;
    this.store.onDidRead(this.#report);
    this.store.onDidChange((changes) => {
      if (changes.some(({ type }) => type === 'children')) this.#derived.reorder();
    });
    // What a mark covers is known once all is read again.
    this.store.onDidEndRefresh(() => {
      this.#update([...this.marks.values.known.keys()].map((key) => markedId(this.store, key)));
    });
    this.marks.onDidChange(this.#updateMarked);
    this.clusterReads.onDidRead(({ name, uid }) => {
      if (name !== 'events') return;
      const cluster = this.clusterOf(uid);
      // Its machines show them.
      if (cluster !== undefined) this.store.notifyRows(this.store.descendants(cluster));
    });
  }

  #rowSource(rootId: string): RowSource<Row, ParentRow> {
    return {
      rootId,
      isParent: isParentRow,
      read: async (parent, options, before) => {
        const page = await readChildren(parent, this.readContext, options, before);
        if (parent === undefined) this.#listedBy = this.session.listing;
        if (parent?.kind === 'cluster') await this.rules?.onClusterRead(parent);
        return page;
      },
      merge: mergeRow,
      // A cluster that several projects list belongs to the one that listed it first.
      isElsewhere: (row) => row.kind === 'cluster' && this.clusterOf(row.usage.uid) !== undefined,
      onChange: (id) => {
        this.#change(id);
      },
      readRow: async (row, options) => {
        const { name = '' } = row.kind === 'project' ? (row.project.metadata ?? {}) : {};
        if (this.session.listing === 'get' || name === '') return undefined;
        return findProject((id) => id === row.id, { ...this.readContext, search: { name } }, options);
      },
      emptyRow: (parent, loaded) => {
        const isAnyProject = loaded > 0 || (this.readContext.search.name ?? '') !== '';
        const about =
          parent === undefined ? (isAnyProject ? 'noMatches' : 'noProjects') : kindOf(parent).emptyNote;
        return noteRow(parent?.id ?? rootId, parent, { about: about ?? 'noMatches' });
      },
      keepsHidden: () => this.keepsItems,
      arrange: (rows, parent) => this.rules?.arrange(rows, parent) ?? rows,
      isFirst: ({ id }) => this.marks.values.favorite.has(markKey(id)),
      isSorted: () => this.rules?.isSorted() === true,
      extraRows: (parent) => this.rules?.extraRows(parent) ?? [],
      isFiltered: () => this.rules?.isFiltered() === true,
      filter: (rows, parent, isKept) => this.rules?.filter(rows, parent, isKept) ?? rows,
    };
  }

  /** What is needed to read items. */
  get readContext(): ReadContext {
    return {
      rootId: this.store.rootId,
      service: this.session,
      search: this.rules?.requested ?? {},
      clusterOf: (uid) => this.clusterOf(uid),
      tell: (cluster, readings) => {
        this.#tell(cluster, { readings });
      },
    };
  }

  /** The cluster with a UID, whichever project it is in. */
  clusterOf(uid = ''): ClusterRow | undefined {
    const row = this.#clusters.get(uid);
    if (row === undefined || this.store.find(row.id) === row) return row;
    this.#clusters.delete(uid);
    return undefined;
  }

  #tell(cluster: ClusterRow, known: Partial<Pick<ClusterRow, 'readings' | 'facts'>>): void {
    // It may be gone, or another record by now.
    if (this.store.find(cluster.id) !== cluster) return;
    const row = { ...cluster, readings: {}, ...known };
    this.store.learn([{ parent: cluster.parent, rows: [row], isWhole: false }], cluster.requestNumber ?? 0);
  }

  #change(id: string): void {
    const row = this.store.find(id);
    const { uid = '' } = isRow(row, 'cluster') ? row.usage : {};
    if (isRow(row, 'cluster') && uid !== '') this.#clusters.set(uid, row);
    this.#derived.change(id);
  }

  /** Shows the items whose marks have changed. */
  readonly #updateMarked = (): void => {
    const before = this.#shownMarks;
    const { values } = this.marks;
    this.#shownMarks = values;
    const changed = (['known', 'favorite'] as const).flatMap((kind) =>
      [...new Set([...before[kind].keys(), ...values[kind].keys()])].filter(
        (key) => !isDeepStrictEqual(before[kind].get(key), values[kind].get(key)),
      ),
    );
    const ids = changed.map((key) => markedId(this.store, key));
    this.#update(ids);
    // Favorites come first.
    const rows = ids.map((id) => this.store.find(id)).filter(isResourceRow);
    for (const parent of new Set(rows.map((row) => row.parent))) this.store.update(parent);
  };

  /** All known rows that stand for an item, in the order of the tree. Those that are not shown come last. */
  get rows(): readonly ResourceRow[] {
    return this.store.descendants().filter(isResourceRow);
  }

  /** All known clusters. */
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
    if (this.rules?.isFiltered() === true) this.store.update();
    this.store.notifyRows(this.rows);
  }

  /** Shows items, and what contains them, about which something else than a read changed. */
  #update(ids: Iterable<string>): void {
    const rows = new Set<ResourceRow>();
    for (const id of ids) {
      this.#derived.change(id);
      let row = this.store.find(id);
      for (; isResourceRow(row); row = row.parent) rows.add(row);
    }
    if (rows.size === 0) return;
    if (this.rules?.isFiltered() === true) this.store.update();
    this.store.notifyRows([...rows]);
  }

  /** Whether it was read which clusters wait for approval. */
  get areApprovalsKnown(): boolean {
    return this.#areApprovalsKnown;
  }

  coverage(): Coverage {
    return coverageOf(this.store, this.items(), this.#areAllClustersKnown, this.isFilteredByService);
  }

  /** Whether the service searches and sorts projects. Otherwise, only the loaded ones are searched and sorted. */
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

  /** Whether a refresh by the user keeps all items, until they are read again. */
  get keepsItems(): boolean {
    return this.#keepers > 0;
  }

  /** Keeps all items when the user refreshes, until they are read again or the result is disposed. */
  keepItems(): Disposable {
    this.#keepers++;
    return new Disposable(() => this.#keepers--);
  }

  /** Call this when the user wants something to be read again: what the service refused is requested, too. */
  startRefresh(): void {
    this.session.refusals.forget();
    this.#onDidStartRefresh.fire();
  }

  /** Refreshes the expanded rows below `parent`. Revealed rows stay if `keepsRevealed` is set. */
  async refresh(parent?: ParentRow, keepsRevealed = parent !== undefined): Promise<void> {
    this.startRefresh();
    if (!keepsRevealed) this.store.forgetRevealed();
    const refreshed = this.store.refresh(parent);
    if (parent === undefined) {
      this.#refreshNumber = requestTime().requestNumber;
      if (!this.keepsItems) this.#areAllClustersKnown = this.#areApprovalsKnown = false;
      this.#onDidRefresh.fire();
    }
    await refreshed;
  }

  /** @throws ServiceError if the project itself cannot be read */
  async refreshProject(row: ProjectRow): Promise<void> {
    this.startRefresh();
    await Promise.all([this.store.rereadRow(row, { signal: this.closed }), this.store.refresh(row)]);
  }

  async retry(row: ErrorRow<ParentRow>): Promise<void> {
    this.startRefresh();
    await this.store.retry(row);
  }

  /** Adds projects of the listing, or updates them. @param isAll whether the service has no others */
  addProjects(projects: readonly Project[], time: RequestTime, isAll: boolean): void {
    this.#areAllClustersKnown ||= isAll;
    this.#report(learnProjects(this.store, projects, time, isAll));
    // What the user refreshed, and no read has mentioned since, is gone.
    if (isAll && time.requestNumber > this.#refreshNumber) {
      this.store.forgetBefore(this.#refreshNumber, 'cluster');
    }
  }

  /**
   * Adds clusters below their projects, or updates them. A cluster without a project is dropped.
   * @param source which search found them
   * @param isAll whether the service has no others, so that those missing here are gone
   */
  async addClusters(
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
      for (const reads of learnClusters(this.store, this.readContext, source, clusters, time, isAll)) {
        for (const read of reads) {
          this.#report(read);
          // In this turn: who asks for all items next would wait for thousands of them.
          if (isParentRow(read.parent)) this.#derived.of(read.parent);
        }
        await nextTurn?.();
      }
    } finally {
      this.#additions--;
    }
    if (this.keepsItems || time.requestNumber > this.#refreshNumber) this.#areAllClustersKnown ||= isAll;
  }

  /** Whether a list of clusters has been added in part. */
  get isAdding(): boolean {
    return this.#additions > 0;
  }

  /** Takes over which clusters wait for approval. */
  addApprovals(waiting: ReadonlySet<string | undefined>, time: RequestTime): void {
    this.#areApprovalsKnown = this.clusters.every(({ found }) => found !== undefined);
    for (const cluster of this.clusters) {
      const value = waiting.has(cluster.usage.uid);
      if (cluster.found === undefined || isWaiting(cluster) === value) continue;
      this.#tell(cluster, { readings: { approvals: { value, ...time } } });
    }
  }

  /** Call this when reading all clusters failed: those that were requested before are outdated. */
  markClustersOutdated(requestNumber: number): void {
    this.store.markOutdated(this.clusters, requestNumber);
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
    return this.store.branchOf({ id })?.isRead === true;
  }

  /** Whether the cloud config of a cluster is known, so that its pools take one request instead of two. */
  isCloudConfigKnown(id: string): boolean {
    const row = this.store.find(id);
    return isRow(row, 'cluster') && cloudConfigOf(row) !== undefined;
  }

  /** How many machine pools a cluster has; undefined if not known. */
  poolCount(id: string): number | undefined {
    const row = this.store.find(id);
    return isRow(row, 'cluster') ? poolCountOf(row) : undefined;
  }

  /** Whether the service does not list what is below an item. */
  isUnlisted(id: string): boolean {
    return this.store.branchOf({ id })?.list.note !== undefined;
  }

  dispose(): void {
    this.#onDidStartRefresh.dispose();
    this.#onDidRefresh.dispose();
    this.#onDidReadItems.dispose();
    this.marks.dispose();
    this.#derived.dispose();
    this.clusterReads.dispose();
    this.store.dispose();
  }

  /** A cluster is read together with its pools, unless cluster search says everything about it. */
  readonly #report = (reading: RowReading<Row, ParentRow>): void => {
    const { parent } = reading;
    this.#onDidReadItems.fire(listReadingOf(reading));
    if (parent?.kind !== 'cluster' || parent.found !== undefined) return;
    if (parent.read !== undefined) this.#onDidReadItems.fire(clusterReadingOf(parent, parent.read, reading));
  };
}
