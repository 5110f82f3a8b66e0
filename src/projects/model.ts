import { EventEmitter } from 'node:events';
import type { Connection } from '../connections/connection';
import type { SessionState } from '../connections/sessionState';
import type { KnownCluster } from '../presentation/cluster';
import { clusterSeverity, machineSeverity, projectSeverity } from '../presentation/health';
import { needsAttention, withChildren, type Severity } from '../presentation/severity';
import type { Project, ProjectSearch } from '../service/resources/project';
import type { ClusterSummary } from '../service/resources/cluster';
import { isServiceError } from '../service/errors';
import type { Cut } from '../service/pages';
import type { CallOptions } from '../service/schedule';
import { AskedRows } from '../tree/askedRows';
import { Branch, type Outcome, type Reading } from '../tree/branch';
import { errorNode, idPart, reuseUnchangedRows } from '../tree/nodes';
import { Offers } from '../tree/offers';
import { timerPages } from '../tree/pagedRows';
import { AttentionState } from './attention';
import { ServiceSearch, type Found, type FoundCluster } from './find/serviceSearch';
import {
  isNode,
  isParent,
  noteNode,
  resourceKinds,
  updateInPlace,
  type ClusterNode,
  type ErrorNode,
  type MachineNode,
  type Node,
  type Note,
  type ParentNode,
  type PoolNode,
  type ProjectNode,
  type ResourceNode,
} from './nodes';
import { PinnedPools, type PinnedPool } from './pinnedPools';
import { PinnedRows, poolId } from './pinnedRows';
import { ProjectSearchState } from './projectSearch';
import { RowsReader, type RowsSource } from './reader';

/** What the model needs of a session. */
export interface ProjectsSource extends RowsSource {
  readonly connection: Pick<Connection, 'name' | 'isDemo'>;
  readonly state: SessionState;
}

/** Why loading all projects stopped. `replaced`: the list was refreshed, or filtered, in the meantime. */
export type LoadAllResult = 'complete' | 'cancelled' | 'failed' | 'replaced' | Cut;

/**
 * What the Projects view shows, for one connection. Nothing is read before it is looked at, nothing is read twice,
 * and what was read stays until it is refreshed.
 */
export class ProjectsModel {
  readonly #events = new EventEmitter<{
    reload: [ParentNode | undefined];
    look: [row: Node, contentChanged?: boolean];
    read: [];
  }>();
  readonly #branches = new Map<string, Branch<Node>>();
  /** By the id of the row that the list is below. */
  readonly #loadingMore = new Map<string, Promise<Node | undefined>>();
  readonly #pinned: PinnedPools;
  readonly #pinnedRows: PinnedRows;
  readonly #search: ProjectSearchState;
  /** Projects and clusters that somebody went to and that no list has yet. */
  readonly #asked = new AskedRows<Node>(saysNothing);
  /** By id, rows that somebody went to and that are shown even where only some are. */
  readonly #kept = new Set<string>();
  readonly #attention: AttentionState;
  readonly isDemo: boolean;
  readonly #rootId: string;
  readonly #reader: RowsReader;
  readonly #serviceSearch: ServiceSearch;
  readonly #offers = new Offers();
  /** By id, whether a row was opened or closed; those that neither was done with are taken for open. */
  readonly #expanded = new Map<string, boolean>();
  /** By the id of a project, the pinned pools that are shown right below it. */
  readonly #shownPins = new Map<string, string>();
  readonly #closed = new AbortController();

  constructor(source: ProjectsSource) {
    this.isDemo = source.connection.isDemo === true;
    this.#rootId = idPart(source.connection.name);
    this.#pinned = new PinnedPools(source.state);
    this.#search = new ProjectSearchState(source.state);
    this.#attention = new AttentionState(source.state);
    this.#reader = new RowsReader(source, this.#rootId, () => this.search, this.#offers);
    this.#serviceSearch = new ServiceSearch(source, this.#offers);
    this.#pinnedRows = new PinnedRows(this.#pinned, (cluster) => this.knownOf(cluster));
  }

  /** Calls `listener` with the row below which everything is to be asked for again; undefined for the whole view. */
  onDidReload(listener: (node: ParentNode | undefined) => void): void {
    this.#events.on('reload', listener);
  }

  /** Calls `listener` with a row that may look different, and with whether it is the row itself that says something else. */
  onDidChangeLook(listener: (node: Node, contentChanged?: boolean) => void): void {
    this.#events.on('look', listener);
  }

  /** Calls `listener` when rows have been read, whatever came of it, or are others than before. */
  onDidRead(listener: () => void): void {
    this.#events.on('read', listener);
  }

  /** The rows below `parent`. Asking twice reads once; a failure is a row. Never throws a ServiceError. */
  async children(parent?: ParentNode): Promise<readonly Node[]> {
    if (!this.#isHere(parent)) return [];
    await this.#branch(parent).load(this.#readingOf(parent));
    return this.#shown(parent);
  }

  /** The same without waiting, even while they are read again; undefined before they have been read. */
  known(parent?: ParentNode): readonly Node[] | undefined {
    if (!this.#isHere(parent)) return [];
    const branch = this.#branches.get(this.#idOf(parent));
    if (branch?.hasBeenRead !== true) return undefined;
    if (branch.isStale) void this.children(parent);
    return this.#shown(parent);
  }

  /** The same for a row that nobody may have opened: a refresh then forgets them. */
  async peek(parent: ProjectNode | ClusterNode): Promise<readonly Node[]> {
    if (this.#expanded.get(parent.id) !== true) this.#expanded.set(parent.id, false);
    return this.children(parent);
  }

  /** Remembers whether the rows below `node` are in sight. Those that are not are forgotten with the next refresh. */
  setExpanded(node: ParentNode, isExpanded: boolean): void {
    this.#expanded.set(node.id, isExpanded);
  }

  /** The row with this id, as it is shown now. */
  rowWithId(id: string): Node | undefined {
    for (const { nodes } of this.#branches.values()) {
      const found = nodes.find((node) => node.id === id);
      if (found !== undefined) return found;
    }
    return this.#asked.find(id) ?? this.#pinnedRows.find(id);
  }

  /**
   * Reads the rows below `node` again that are looked at; without a node, all of them. The rows stay until then.
   * @param keepsAsked whether the rows that somebody went to stay
   */
  async refresh(node?: ParentNode, keepsAsked = node !== undefined): Promise<void> {
    this.#offers.forget();
    if (!keepsAsked && this.#kept.size > 0) {
      this.#forgetAsked();
      this.#tellReload(undefined);
    }
    this.#markStale(node);
    await this.#readAgain(node);
  }

  /**
   * Reads a project and the rows below it again.
   * @throws ServiceError if the project itself cannot be read
   */
  async refreshProject(row: ProjectNode): Promise<void> {
    await Promise.all([this.#readProject(row), this.refresh(row)]);
  }

  /**
   * Reads the rows again that are looked at, for a timer: of each list only the first pages.
   * @returns whether all of it could be read
   */
  renew(signal: AbortSignal): Promise<boolean> {
    return this.#readAgain(undefined, signal);
  }

  get isFailing(): boolean {
    return [...this.#branches.values()].some(hasFailed);
  }

  /**
   * Reads the next page of the list below `parent`, and appends its rows.
   * @returns the first row that is new, if any is
   */
  loadMore(parent?: ParentNode): Promise<Node | undefined> {
    const readMore = async (): Promise<Node | undefined> => {
      const before = new Set(this.#branch(parent).nodes);
      if (!(await this.#reader.readMore(parent, this.#closed.signal))) return undefined;
      return this.#takeRowsOfList(parent).find((node) => node.kind !== 'loadMore' && !before.has(node));
    };
    return this.#loadingMore.get(this.#idOf(parent)) ?? this.#whileLoadingMore(parent, readMore);
  }

  /**
   * Reads the list of projects to its end. What is loaded shows from time to time: the view takes in all rows each time.
   * @param onPage called after each page
   */
  async loadAll(signal: AbortSignal, onPage: () => void): Promise<LoadAllResult> {
    await this.children();
    const id = this.#rootId;
    await this.#loadingMore.get(id);
    const until = AbortSignal.any([signal, this.#closed.signal]);
    const isShown = (): boolean => this.#loadingMore.get(id) === loading;
    const readAll = async (): Promise<undefined> => {
      let shown = this.progress.loaded;
      let isLonger = false;
      let goesOn = this.hasMoreProjects;
      while (goesOn && isShown() && !until.aborted) {
        isLonger = (await this.#reader.readMore(undefined, until)) || isLonger;
        goesOn = this.#reader.listBelow(undefined)?.rest.kind === 'more';
        onPage();
        if (goesOn && isLonger && isShown() && this.progress.loaded > 2 * shown) {
          shown = this.progress.loaded;
          this.#takeRowsOfList(undefined);
          this.#tellReload(undefined);
        }
      }
      end.isReplaced = !isShown();
      if (isLonger && !end.isReplaced) this.#takeRowsOfList(undefined);
    };
    const end = { isReplaced: false };
    const loading = this.#whileLoadingMore(undefined, readAll);
    await loading;
    if (end.isReplaced) return 'replaced';
    if (this.#branch(undefined).updatedAt === undefined) return 'failed';
    const rest = this.#reader.listBelow(undefined)?.rest;
    switch (rest?.kind) {
      case 'none':
        return 'complete';
      case 'cut':
        return rest.cut;
      case 'more':
        return 'cancelled';
      case 'failed':
      case undefined:
        return 'failed';
    }
  }

  isLoadingMore(parent: ParentNode | undefined): boolean {
    return this.#loadingMore.has(this.#idOf(parent));
  }

  /** Does again what `node` tells the failure of. */
  async retry(node: ErrorNode): Promise<void> {
    if (!node.more) {
      await this.refresh(node.parent);
      return;
    }
    this.#offers.forget();
    await this.loadMore(node.parent);
  }

  /** Which projects are shown, and in which order. */
  get search(): ProjectSearch {
    return this.#search.current;
  }

  /** Shows other projects, or in another order: from the first page on, or else those that are loaded. */
  async find(search: ProjectSearch): Promise<void> {
    await this.#search.keep(search);
    // What was gone to before is not what is searched for now.
    this.#forgetAsked();
    const found = this.#reader.searchLoaded();
    const branch = this.#branch(undefined);
    if (found === undefined) {
      this.#loadingMore.delete(this.#rootId);
      branch.markStale();
    } else {
      branch.replace(found);
    }
    this.#tellReload(undefined);
    this.#events.emit('read');
  }

  /** Whether rows that are known to be well are left out. */
  get isAttentionOnly(): boolean {
    return this.#attention.isOnly;
  }

  /** Leaves out the rows that are known to be well, or shows them again. Nothing is read for it. */
  async showAttentionOnly(isOnly: boolean): Promise<void> {
    await this.#attention.keep(isOnly);
    this.#tellReload(undefined);
    this.#events.emit('read');
  }

  /** The machines that are loaded and need attention. */
  get machinesNeedingAttention(): readonly MachineNode[] {
    return this.loadedRows.filter(
      (node) => node.kind === 'machine' && needsAttention(this.health(node)),
    ) as readonly MachineNode[];
  }

  /**
   * All rows that are loaded and stand for something that the service has, in the order of the tree; those that the filter
   * leaves out come last.
   */
  get loadedRows(): readonly ResourceNode[] {
    const hidden = this.#reader.listBelow(undefined)?.hidden ?? [];
    const isShownNowhere = (row: Node): row is ProjectNode =>
      row.kind === 'project' && this.#asked.find(row.id) === undefined;
    return [...this.#loadedBelow(undefined), ...hidden.filter(isShownNowhere)];
  }

  /** When what a row says was asked for, in milliseconds since 1970; undefined where nothing was. */
  updatedAt(node: Node): number | undefined {
    if (node.kind === 'machine') return node.readAt;
    // Lists that are read later do not have it.
    if (this.#asked.find(node.id) !== undefined) return undefined;
    return this.#reader.readAt(node) ?? this.#branches.get(this.#idOf(node.parent))?.updatedAt;
  }

  /** Whether the list that a row is in could not be read the last time, so that nobody knows how it is now. */
  isStale(node: Node): boolean {
    const { error } = this.#branches.get(this.#idOf(node.parent)) ?? {};
    return isNode(node, ...resourceKinds) && error !== undefined;
  }

  /** The row of a project that was found, which is there from now on, however far the projects are loaded. */
  async rowOfProject(project: Project): Promise<ProjectNode> {
    await this.children();
    return this.#ask(this.#reader.projectRow(project));
  }

  /** The row of a cluster that was found in `project`, likewise. */
  async rowOfCluster(cluster: ClusterSummary, project: Project): Promise<ClusterNode> {
    const parent = await this.rowOfProject(project);
    await this.peek(parent);
    return this.#ask(this.#reader.clusterRow(parent, cluster));
  }

  /** The row of a cluster that `lookFor` found. */
  async rowOfFound(found: FoundCluster): Promise<ClusterNode> {
    return this.rowOfCluster(found.cluster, await this.#serviceSearch.projectOf(found));
  }

  /** The projects and clusters that the service finds by a part of their names, and that are not loaded. */
  async lookFor(text: string, signal: AbortSignal): Promise<Found> {
    const { projects, clusters, errors } = await this.#serviceSearch.find(text, { signal });
    const isNew = (row: Node): boolean => this.rowWithId(row.id) === undefined;
    return {
      projects: projects.filter((project) => isNew(this.#reader.projectRow(project))),
      clusters: clusters.filter(({ cluster, project }) =>
        isNew(this.#reader.clusterRow(this.#reader.projectRow(project), cluster)),
      ),
      errors,
    };
  }

  /** Sees to it that a row that is loaded is shown, with those above it, even where only some are. */
  keepInSight(node: Node): void {
    if (node.parent !== undefined) this.keepInSight(node.parent);
    this.#ask(node);
  }

  /** How many projects are loaded, whether they are shown or not, and of how many. */
  get progress(): { readonly loaded: number; readonly total: number | undefined; readonly isAll: boolean } {
    const { loaded = 0, total, rest } = this.#reader.listBelow(undefined) ?? {};
    return { loaded, total, isAll: rest?.kind === 'none' };
  }

  /** Whether the list of projects may go on. */
  get hasMoreProjects(): boolean {
    const rest = this.#reader.listBelow(undefined)?.rest.kind;
    return rest !== 'none' && rest !== 'cut';
  }

  /** Whether the service itself searches and sorts projects; otherwise only those that are loaded can be. */
  get searchesInService(): boolean {
    return this.#reader.searchesInService;
  }

  /** All that is known about a cluster so far. */
  knownOf(cluster: ClusterNode): KnownCluster {
    return this.#reader.knownOf(cluster);
  }

  /**
   * Whether pools can be added by hand below `node`: where they were found not to be listed, and below a project with
   * such a cluster, which may have others that nobody names.
   */
  takesPools(node: ProjectNode | ClusterNode): boolean {
    const rows = this.#branches.get(node.id)?.nodes ?? [];
    return (
      endsWith(rows, 'poolsNotListed') ||
      (endsWith(rows, 'clustersNotSearched') &&
        rows.some((row) => row.kind === 'cluster' && this.takesPools(row)))
    );
  }

  /** Whether there is any row that pools can be added below. */
  get takesPoolsSomewhere(): boolean {
    return [...this.#branches.values()].some(({ nodes }) => endsWith(nodes, 'poolsNotListed'));
  }

  /** The machines of a pool; undefined before it has been expanded. */
  machinesOf(pool: PoolNode): readonly MachineNode[] | undefined {
    const branch = this.#branches.get(pool.id);
    return branch?.updatedAt === undefined
      ? undefined
      : branch.nodes.filter((node) => node.kind === 'machine');
  }

  /** The severity of a row and of everything loaded below it, as of when each was read. */
  health(node: Node): Severity {
    switch (node.kind) {
      case 'machine':
        return machineSeverity(node.machine, node.readAt);
      case 'pool':
        return withChildren('unknown', this.#healthBelow(node));
      case 'cluster':
        return withChildren(clusterSeverity(this.knownOf(node)), this.#healthBelow(node));
      case 'project':
        return withChildren(projectSeverity(node.project), this.#healthBelow(node));
      case 'error':
      case 'loadMore':
      case 'note':
        // Stands for what was not read.
        return 'unknown';
    }
  }

  /** Whether a pool has machines that are not loaded yet. */
  hasMoreMachines(pool: PoolNode): boolean {
    return this.#reader.listBelow(pool)?.rest.kind === 'more';
  }

  /** Pins a pool and shows it. `parent` is the row that it appears under. */
  async pin(pool: PinnedPool, parent: ClusterNode | ProjectNode): Promise<void> {
    await this.#pinned.add(pool);
    // It may have been there with another cloud type.
    this.#forget(poolId(parent, pool.configUid, pool.poolName));
    this.#showPins(parent);
  }

  /** Takes a pinned pool out of the view; undefined where nobody pinned it, so that it cannot be. */
  async unpin(node: PoolNode): Promise<PinnedPool | undefined> {
    const pool = this.#pinnedRows.pinOf(node);
    if (pool !== undefined) await this.#pinned.remove(pool);
    // Even where another window was faster.
    this.#showPins(node.parent);
    return pool;
  }

  /** Asks for a pinned pool under another name from now on. */
  async renamePin(node: PoolNode, poolName: string): Promise<void> {
    const pool = this.#pinnedRows.pinOf(node);
    if (pool !== undefined) await this.#pinned.replace(pool, { ...pool, poolName });
    this.#showPins(node.parent);
  }

  dispose(): void {
    this.#closed.abort();
    for (const branch of this.#branches.values()) branch.close();
    this.#events.removeAllListeners();
  }

  /** Shows `row`, or the one that stands for the same, until somebody refreshes the view. */
  #ask<Row extends Node>(row: Row): Row {
    const known = this.rowWithId(row.id) as Row | undefined;
    if (known !== undefined && (!this.isAttentionOnly || this.#kept.has(row.id))) return known;
    if (known === undefined) this.#asked.add(row);
    this.#kept.add(row.id);
    this.#tellReload(row.parent);
    return known ?? row;
  }

  #forgetAsked(): void {
    this.#asked.clear();
    this.#kept.clear();
  }

  #idOf(parent: ParentNode | undefined): string {
    return parent?.id ?? this.#rootId;
  }

  /** After a switch VS Code may still ask about rows of another connection. */
  #isHere(parent: ParentNode | undefined): boolean {
    return parent === undefined || isAtOrBelow(parent.id, this.#rootId);
  }

  /** The rows below `parent` that are shown, after they have been read once. */
  #shown(parent: ParentNode | undefined): readonly Node[] {
    if (this.#closed.signal.aborted) return [];
    const rows = this.#inSight(parent, this.#rows(parent));
    if (parent?.kind === 'project') this.#shownPins.set(parent.id, pinnedIn(rows));
    const { error } = this.#branch(parent);
    // The rows of another search do not continue.
    const goesOn = this.#reader.listBelow(parent)?.rest.kind === 'more';
    const known = rows.filter((row) => goesOn || row.kind !== 'loadMore');
    return error === undefined ? known : [errorNode(this.#idOf(parent), parent, error), ...known];
  }

  /** Marks the rows at and below `node` as stale, and forgets the rows below those that are closed: nobody looks at them. */
  #markStale(node: ParentNode | undefined): void {
    const id = this.#idOf(node);
    const closed = [...this.#expanded].flatMap(([row, isExpanded]) => (isExpanded ? [] : [row]));
    for (const [branchId, branch] of this.#branches) {
      if (!isAtOrBelow(branchId, id)) continue;
      if (this.#loadingMore.delete(branchId)) this.#lookAtEnd(branch);
      if (closed.some((row) => isAtOrBelow(branchId, row))) this.#forget(branchId);
      else branch.markStale();
    }
    // What was known below them showed in the rows themselves.
    for (const row of closed) if (isAtOrBelow(row, id)) this.#lookUpwards(this.#current({ id: row }));
  }

  /**
   * Reads the rows below `parent` again, and below the rows that are open there.
   * @param signal of a timer; without it, for a user
   * @returns whether all of it could be read
   */
  async #readAgain(parent: ParentNode | undefined, signal?: AbortSignal): Promise<boolean> {
    const branch = this.#branches.get(this.#idOf(parent));
    if (branch === undefined) return true;
    if (signal === undefined) await branch.load(this.#readingOf(parent));
    // A user waits for what is being loaded of that list.
    else if (!this.isLoadingMore(parent)) await branch.renew(this.#readingOf(parent, timerPages), signal);
    if (this.#closed.signal.aborted || signal?.aborted === true) return false;
    const isOpen = (row: Node): row is ParentNode =>
      isParent(row) && this.#branches.has(row.id) && this.#expanded.get(row.id) !== false;
    const below = this.#rows(parent).filter(isOpen);
    const areWell = await Promise.all(
      below.flatMap((row) => [
        this.#readAgain(row, signal),
        ...(signal === undefined ? [] : [this.#renewRow(row, signal)]),
      ]),
    );
    return !hasFailed(branch) && areWell.every(Boolean);
  }

  /** Reads the row of an open project again for a timer if it is in none of the pages that are read. */
  async #renewRow(row: ParentNode, signal: AbortSignal): Promise<boolean> {
    if (row.kind !== 'project' || (this.#reader.pagesUpTo(row) ?? 0) <= timerPages) return true;
    try {
      await this.#readRow(row, { signal, priority: 'timer' });
      return true;
    } catch (error) {
      if (isServiceError(error)) return false;
      throw error;
    }
  }

  /**
   * How the rows below `parent` are read.
   * @param most the most pages of a list
   */
  #readingOf(parent: ParentNode | undefined, most?: number): Reading<Node> {
    const changed = new Set<Node>();
    const keepSame = (before: readonly Node[], fresh: readonly Node[]): readonly Node[] =>
      reuseUnchangedRows(before, fresh, (old, row) => {
        const isTakenOver = updateInPlace(old, row);
        if (isTakenOver) changed.add(old);
        return isTakenOver;
      });
    return {
      read: (options) =>
        this.#reader.read(parent, this.#branch(parent).nodes, { ...options, most }, keepSame),
      keepSame,
      onRead: (outcome) => {
        this.#afterReading(parent, outcome, changed);
      },
    };
  }

  /** Reads the row of a project again: by itself or, if the service cannot search, with the pages up to it. */
  async #readProject(row: ProjectNode): Promise<void> {
    if (await this.#readRow(row, { signal: this.#closed.signal })) return;
    const most = this.#reader.pagesUpTo(row);
    if (most === undefined) return;
    const branch = this.#branch(undefined);
    if (!branch.isStale) branch.markStale();
    await branch.load(this.#readingOf(undefined, most));
  }

  /** @returns whether the row of a project could be read by itself */
  async #readRow(row: ProjectNode, options: CallOptions): Promise<boolean> {
    if (!(await this.#reader.readProject(row, options))) return false;
    if (this.isAttentionOnly) this.#tellReload(undefined);
    this.#events.emit('look', row, true);
    this.#events.emit('read');
    return true;
  }

  /** Tells that what is below a row is to be asked for again. VS Code takes no row but the one that it was given last. */
  #tellReload(node: ParentNode | undefined): void {
    this.#events.emit('reload', node === undefined ? undefined : this.#current(node));
  }

  /** The row with the id of `node` that is shown now: a row whose reading failed still has the parent of before. */
  #current({ id }: Pick<ParentNode, 'id'>): ParentNode | undefined {
    const row = this.rowWithId(id);
    return isParent(row) ? row : undefined;
  }

  /** All rows below `parent`: those that were read, and the pinned ones among them. */
  #rows(parent: ParentNode | undefined): readonly Node[] {
    const rowsOf = (row: ParentNode | undefined): readonly Node[] =>
      this.#asked.among(row?.id, this.#branches.get(this.#idOf(row))?.nodes ?? []);
    if (parent?.kind !== 'project' && parent?.kind !== 'cluster') return rowsOf(parent);
    const project = parent.kind === 'project' ? parent : parent.parent;
    return this.#pinnedRows.among(parent, rowsOf(parent), rowsOf(project));
  }

  /** Those of `rows`, all that are below `parent`, that are shown. */
  #inSight(parent: ParentNode | undefined, rows: readonly Node[]): readonly Node[] {
    if (!this.isAttentionOnly) return rows;
    const shown = rows.filter((row) => this.#kept.has(row.id) || this.#needsLook(row));
    return shown.length === rows.length || shown.some((row) => isNode(row, ...resourceKinds))
      ? shown
      : [noteNode(this.#idOf(parent), parent, { about: 'allWell' }), ...shown];
  }

  /** Whether a row needs attention, or whether rows below it may need attention that could not or have not been read. */
  #needsLook(row: Node): boolean {
    if (!isNode(row, ...resourceKinds)) return true;
    const health = this.health(row);
    if (needsAttention(health) || this.#hasFailedBelow(row)) return true;
    // What is known of a pool are the machines that are loaded.
    if (row.kind === 'pool' && this.hasMoreMachines(row)) return true;
    if (health === 'healthy' || row.kind === 'machine') return false;
    if (row.kind === 'project' && row.project.status?.usage?.clusters?.length === 0) return false;
    if (this.#branches.get(row.id)?.updatedAt === undefined) return true;
    return this.#rows(row).some((child) => isNode(child, ...resourceKinds) && this.#needsLook(child));
  }

  #hasFailedBelow(row: Node): boolean {
    return [...this.#branches].some(([id, branch]) => isAtOrBelow(id, row.id) && hasFailed(branch));
  }

  #loadedBelow(parent: ParentNode | undefined): readonly ResourceNode[] {
    return this.#rows(parent).flatMap((row) => {
      if (row.kind === 'machine') return row;
      return isParent(row) ? [row, ...this.#loadedBelow(row)] : [];
    });
  }

  /** Shows the pinned pools below `parent` as they are now. Nothing is read for it. */
  #showPins(parent: ClusterNode | ProjectNode): void {
    this.#forgetGone(parent);
    this.#tellReload(parent);
    this.#lookUpwards(parent);
    this.#events.emit('read');
  }

  #forget(branchId: string): void {
    this.#branches.get(branchId)?.close();
    this.#branches.delete(branchId);
    this.#reader.forget(branchId);
    this.#pinnedRows.forget(branchId);
  }

  /** Forgets what was read below rows that are no longer below `parent`. */
  #forgetGone(parent: ParentNode | undefined): void {
    const prefix = `${this.#idOf(parent)}/`;
    const ids = new Set(this.#rows(parent).map(({ id }) => id));
    for (const branchId of this.#branches.keys()) {
      const [row = ''] = branchId.slice(prefix.length).split('/');
      if (branchId.startsWith(prefix) && !ids.has(prefix + row)) this.#forget(branchId);
    }
  }

  #branch(parent: ParentNode | undefined): Branch<Node> {
    const id = this.#idOf(parent);
    let branch = this.#branches.get(id);
    if (branch === undefined) {
      branch = new Branch();
      if (this.#closed.signal.aborted) branch.close();
      this.#branches.set(id, branch);
    }
    return branch;
  }

  /**
   * The rows below `parent` were read. That may change how it and the rows above it look.
   * @param changed the rows that stay and show something else
   */
  #afterReading(
    parent: ParentNode | undefined,
    { isFirst, isOther }: Outcome,
    changed: ReadonlySet<Node>,
  ): void {
    // If only some rows are shown, these may be others now.
    const areOthers = isFirst || isOther || (changed.size > 0 && this.isAttentionOnly);
    if (areOthers) {
      this.#asked.dropListed(this.#branch(parent).nodes);
      this.#forgetGone(parent);
      if (parent?.kind === 'cluster') this.#adoptPins(parent);
      // The first rows are the answer to who asked for them.
      if (!isFirst) this.#tellReload(this.isAttentionOnly ? undefined : parent);
    } else {
      for (const row of changed) this.#events.emit('look', row, true);
      // A cluster was read itself as well.
      if (changed.size === 0 && parent?.kind !== 'cluster') return;
    }
    this.#lookUpwards(parent);
    this.#events.emit('read');
  }

  /** Once a cluster says which cloud config it has, the pinned pools in that are its own, and no longer the project's. */
  #adoptPins(cluster: ClusterNode): void {
    this.#pinnedRows.adopt(cluster);
    const project = this.#current(cluster.parent);
    const before = this.#shownPins.get(cluster.parent.id);
    if (project !== undefined && before !== undefined && before !== pinnedIn(this.#rows(project))) {
      this.#tellReload(project);
    }
  }

  #lookUpwards(node: ParentNode | undefined): void {
    if (node === undefined) return;
    const row = this.#current(node);
    if (row !== undefined) this.#events.emit('look', row);
    this.#lookUpwards(node.parent);
  }

  #healthBelow(parent: ParentNode): readonly Severity[] {
    return this.#rows(parent).map((node) => this.health(node));
  }

  /** Shows that the list below `parent` is being read on while `read` does that, and then what came of it. */
  #whileLoadingMore(
    parent: ParentNode | undefined,
    read: () => Promise<Node | undefined>,
  ): Promise<Node | undefined> {
    const id = this.#idOf(parent);
    // The list that goes on is the one that is seen.
    this.#branch(parent).stopRenewing();
    const loading = Promise.resolve()
      .then(read)
      .finally(() => {
        // Where the list was asked for anew meanwhile, that shows itself.
        if (this.#loadingMore.get(id) !== loading) return;
        this.#loadingMore.delete(id);
        this.#tellReload(parent);
        this.#lookUpwards(parent);
        this.#events.emit('read');
      });
    this.#loadingMore.set(id, loading);
    // The row that was clicked changes to "loading".
    this.#lookAtEnd(this.#branch(parent));
    return loading;
  }

  #lookAtEnd({ nodes }: Branch<Node>): void {
    const last = nodes.at(-1);
    if (last !== undefined) this.#events.emit('look', last);
  }

  /** Shows all that is read of the list below `parent`. */
  #takeRowsOfList(parent: ParentNode | undefined): readonly Node[] {
    const rows = this.#reader.rowsOfList(parent) ?? [];
    this.#branch(parent).replace(rows);
    this.#asked.dropListed(rows);
    return rows;
  }
}

/** Whether a row says that there is nothing where it stands. */
function saysNothing(row: Node): boolean {
  return row.kind === 'note' && /^no(Projects|Matches|Clusters)$/.test(row.note.about);
}

/** Whether what is below a row could not be read the last time: it may still have told something without. */
function hasFailed({ error, nodes }: Branch<Node>): boolean {
  return error !== undefined || nodes.some(({ kind }) => kind === 'error');
}

/** Whether the last row is a note about `about`. */
function endsWith(rows: readonly Node[], about: Note['about']): boolean {
  const last = rows.at(-1);
  return last?.kind === 'note' && last.note.about === about;
}

/** Whether the row with the id `id` is the one with the id `above`, or below it. */
function isAtOrBelow(id: string, above: string): boolean {
  return id === above || id.startsWith(`${above}/`);
}

/** The ids of the pinned pools among rows. */
function pinnedIn(rows: readonly Node[]): string {
  return rows
    .filter((row) => row.kind === 'pool' && row.pool === undefined)
    .map(({ id }) => id)
    .join();
}
