import { EventEmitter } from 'node:events';
import type { SessionState } from '../connections/sessionState';
import type { KnownCluster } from '../details/cluster';
import { clusterHealth, machineHealth, projectHealth, worst, type Health } from '../details/health';
import type { ProjectSearch } from '../service/resources/project';
import { Branch } from '../tree/branch';
import { errorNode, idPart } from '../tree/nodes';
import {
  isParent,
  type ClusterNode,
  type ErrorNode,
  type MachineNode,
  type Node,
  type Note,
  type ParentNode,
  type PoolNode,
  type ProjectNode,
} from './nodes';
import { PinnedPools, type PinnedPool } from './pinnedPools';
import { PinnedRows, poolId } from './pinnedRows';
import { ProjectSearchState } from './projectSearch';
import { RowsReader, type RowsSource } from './reader';

/** What the model needs of a session. */
export interface ProjectsSource extends RowsSource {
  readonly connection: { readonly name: string };
  readonly state: SessionState;
}

/**
 * What the Projects view shows, for one connection. Nothing is read before it is looked at, nothing is read twice,
 * and what was read stays until it is refreshed.
 */
export class ProjectsModel {
  readonly #events = new EventEmitter<{ reload: [ParentNode | undefined]; look: [Node]; read: [] }>();
  readonly #branches = new Map<string, Branch<Node>>();
  /** By the id of the row that the list is below. */
  readonly #loadingMore = new Map<string, Promise<Node | undefined>>();
  readonly #pinned: PinnedPools;
  readonly #pinnedRows: PinnedRows;
  readonly #search: ProjectSearchState;
  readonly #rootId: string;
  readonly #reader: RowsReader;
  /** By id, whether a row was opened or closed; those that neither was done with are taken for open. */
  readonly #expanded = new Map<string, boolean>();
  /** By the id of a project, the pinned pools that are shown right below it. */
  readonly #shownPins = new Map<string, string>();
  readonly #closed = new AbortController();

  constructor(
    source: ProjectsSource,
    private readonly now: () => number = Date.now,
  ) {
    this.#rootId = idPart(source.connection.name);
    this.#pinned = new PinnedPools(source.state);
    this.#search = new ProjectSearchState(source.state);
    this.#reader = new RowsReader(source, this.#rootId, () => this.search);
    this.#pinnedRows = new PinnedRows(this.#pinned, (cluster) => this.knownOf(cluster));
  }

  /** Calls `listener` with the row below which everything is to be asked for again; undefined for the whole view. */
  onDidReload(listener: (node: ParentNode | undefined) => void): void {
    this.#events.on('reload', listener);
  }

  /** Calls `listener` with a row that looks different. */
  onDidChangeLook(listener: (node: Node) => void): void {
    this.#events.on('look', listener);
  }

  /** Calls `listener` when rows have been read, whatever came of it, or are others than before. */
  onDidRead(listener: () => void): void {
    this.#events.on('read', listener);
  }

  /** The rows below `parent`. Asking twice reads once; a failure is a row. Never throws a ServiceError. */
  async children(parent?: ParentNode): Promise<readonly Node[]> {
    // After a switch VS Code may still show rows of another connection for a moment.
    if (parent !== undefined && !isAtOrBelow(parent.id, this.#rootId)) return [];
    const branch = this.#branch(parent);
    await branch.load(
      (signal) => this.#reader.read(parent, branch.nodes, signal),
      () => {
        this.#afterReading(parent);
      },
    );
    if (this.#closed.signal.aborted) return [];
    const rows = this.#rows(parent);
    if (parent?.kind === 'project') this.#shownPins.set(parent.id, pinnedIn(rows));
    if (branch.error === undefined) return rows;
    // Of another search there is nothing yet that could go on.
    const goesOn = this.#reader.listBelow(parent)?.rest.kind === 'more';
    return [
      errorNode(this.#idOf(parent), parent, branch.error),
      ...rows.filter((row) => goesOn || row.kind !== 'loadMore'),
    ];
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
    return this.#pinnedRows.find(id);
  }

  /** Reads `node` and what is below it again, as far as it is looked at. Without a node, everything. */
  refresh(node?: ParentNode): void {
    this.#reader.forgetOffers();
    this.#reload(node);
  }

  /**
   * Reads exactly one more page of the list below `parent` and puts it below the others.
   * @returns the first row that is new, if any is
   */
  loadMore(parent?: ParentNode): Promise<Node | undefined> {
    const id = this.#idOf(parent);
    let loading = this.#loadingMore.get(id);
    if (loading === undefined) {
      loading = this.#readMore(parent).finally(() => {
        // Where the list was asked for anew meanwhile, that shows itself.
        if (this.#loadingMore.get(id) !== loading) return;
        this.#loadingMore.delete(id);
        this.#tellReload(parent);
        this.#lookUpwards(parent);
        this.#events.emit('read');
      });
      this.#loadingMore.set(id, loading);
      // The row that was clicked changes to "loading".
      const clicked = this.#branch(parent).nodes.at(-1);
      if (clicked !== undefined) this.#events.emit('look', clicked);
    }
    return loading;
  }

  isLoadingMore(parent: ParentNode | undefined): boolean {
    return this.#loadingMore.has(this.#idOf(parent));
  }

  /** Does again what `node` tells the failure of. */
  async retry(node: ErrorNode): Promise<void> {
    if (!node.more) {
      this.refresh(node.parent);
      return;
    }
    this.#reader.forgetOffers();
    await this.loadMore(node.parent);
  }

  /** Which projects are shown, and in which order. */
  get search(): ProjectSearch {
    return this.#search.current;
  }

  /** Shows other projects, or in another order: from the first page on, or else those that are loaded. */
  async find(search: ProjectSearch): Promise<void> {
    await this.#search.keep(search);
    const found = this.#reader.searchLoaded();
    if (found === undefined) {
      this.#reload(undefined);
    } else {
      this.#branch(undefined).replace(found);
      this.#tellReload(undefined);
    }
    this.#events.emit('read');
  }

  /** How many projects are loaded, whether they are shown or not, and of how many. */
  get progress(): { readonly loaded: number; readonly total: number | undefined; readonly isAll: boolean } {
    const { loaded = 0, total, rest } = this.#reader.listBelow(undefined) ?? {};
    return { loaded, total, isAll: rest?.kind === 'none' };
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
    return branch?.isCurrent === true || (branch?.nodes.length ?? 0) > 0
      ? branch?.nodes.filter((node) => node.kind === 'machine')
      : undefined;
  }

  /** How a row and everything below it is, as far as it is loaded. */
  health(node: Node): Health {
    switch (node.kind) {
      case 'machine':
        return machineHealth(node.machine, this.now());
      case 'pool':
        return this.#healthBelow(node);
      case 'cluster':
        return worst([clusterHealth(this.knownOf(node)), this.#healthBelow(node)]);
      case 'project':
        return worst([projectHealth(node.project), this.#healthBelow(node)]);
      case 'error':
        return 'error';
      case 'loadMore':
      case 'note':
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
    this.#forget(node.id);
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

  #idOf(parent: ParentNode | undefined): string {
    return parent?.id ?? this.#rootId;
  }

  #reload(node: ParentNode | undefined): void {
    const id = this.#idOf(node);
    const closed = [...this.#expanded].flatMap(([row, isExpanded]) => (isExpanded ? [] : [row]));
    for (const [branchId, branch] of this.#branches) {
      if (!isAtOrBelow(branchId, id)) continue;
      this.#loadingMore.delete(branchId);
      // What nobody looks at is not read again, and what is not read again would stay as it was for ever.
      if (closed.some((row) => isAtOrBelow(branchId, row))) this.#forget(branchId);
      else branch.markStale();
    }
    this.#tellReload(node);
  }

  /** Tells that what is below a row is to be asked for again. VS Code takes no row but the one that it was given last. */
  #tellReload(node: ParentNode | undefined): void {
    this.#events.emit('reload', node === undefined ? undefined : this.#current(node));
  }

  /** The row with the id of `node` that is shown now: a row whose reading failed still has the parent of before. */
  #current(node: ParentNode): ParentNode | undefined {
    const row = this.rowWithId(node.id);
    return isParent(row) ? row : undefined;
  }

  /** All rows below `parent`: those that were read, and the pinned ones among them. */
  #rows(parent: ParentNode | undefined): readonly Node[] {
    const rowsOf = (row: ParentNode | undefined): readonly Node[] =>
      this.#branches.get(this.#idOf(row))?.nodes ?? [];
    if (parent?.kind !== 'project' && parent?.kind !== 'cluster') return rowsOf(parent);
    const project = parent.kind === 'project' ? parent : parent.parent;
    return this.#pinnedRows.among(parent, rowsOf(parent), rowsOf(project));
  }

  /** Nothing is read for it: what is pinned is no news of the service. */
  #showPins(parent: ClusterNode | ProjectNode): void {
    this.#tellReload(parent);
    this.#lookUpwards(parent);
  }

  #forget(branchId: string): void {
    this.#branches.get(branchId)?.close();
    this.#branches.delete(branchId);
    this.#reader.forget(branchId);
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

  /** What was read below a row changes how that and the rows above it look; what is below rows that are gone is gone. */
  #afterReading(parent: ParentNode | undefined): void {
    const prefix = `${this.#idOf(parent)}/`;
    const ids = new Set(this.#rows(parent).map(({ id }) => id));
    for (const branchId of this.#branches.keys()) {
      const [row = ''] = branchId.slice(prefix.length).split('/');
      if (branchId.startsWith(prefix) && !ids.has(prefix + row)) this.#forget(branchId);
    }
    if (parent?.kind === 'cluster') this.#adoptPins(parent);
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

  #healthBelow(parent: ParentNode): Health {
    return worst(this.#rows(parent).map((node) => this.health(node)));
  }

  async #readMore(parent: ParentNode | undefined): Promise<Node | undefined> {
    const branch = this.#branch(parent);
    const before = new Set(branch.nodes);
    const nodes = await this.#reader.readMore(parent, this.#closed.signal);
    if (nodes === undefined) return undefined;
    branch.replace(nodes);
    return nodes.find((node) => !before.has(node));
  }
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
