import { EventEmitter } from 'node:events';
import { cloudConfigOf, type KnownCluster } from '../details/cluster';
import { clusterHealth, machineHealth, projectHealth, worst, type Health } from '../details/health';
import type { ServiceClient } from '../service/client';
import { isServiceError, type ServiceError } from '../service/errors';
import { Pages, uidOf, uniqueByUid } from '../service/pages';
import type { CloudConfig, CloudConfigRef, Cluster, ClusterSummary } from '../service/resources/cluster';
import type { Machine } from '../service/resources/machine';
import type { ClusterUsage, ListingMethod, Project, ProjectSearch } from '../service/resources/project';
import { Branch } from './branch';
import {
  idPart,
  idsBelow,
  projectUidOf,
  type ClusterNode,
  type ErrorNode,
  type MachineNode,
  type Node,
  type NoteNode,
  type Note,
  type ParentNode,
  type PoolNode,
  type ProjectNode,
} from './nodes';
import { Offers } from './offers';
import { PagedRows } from './pagedRows';
import { PinnedPools, type PinnedPool } from './pinnedPools';
import { arrangeProjects, ProjectSearchState } from './projectSearch';

/** What the model needs of a session. */
export interface ProjectsSource {
  readonly connection: { readonly name: string };
  readonly state: ProjectsState;
  /** The project listing that the service was found to offer; undefined before the first one. */
  readonly listing: ListingMethod | undefined;
  client(): Promise<ServiceClient>;
  projects(search: ProjectSearch): Promise<Pages<Project>>;
}

/** What is kept between starts. */
export interface ProjectsState {
  read(name: string): unknown;
  write(name: string, value: unknown): PromiseLike<void>;
}

/** What expanding a cluster told about it. */
interface ClusterReading {
  readonly read?: Cluster | undefined;
  readonly config?: CloudConfig;
}

/** A row that there may be a list below that is read a page at a time: that of the projects, clusters or machines. */
type ListRows = PagedRows<Project> | PagedRows<ClusterSummary> | PagedRows<Machine>;

/**
 * What the Projects view shows, for one connection. Nothing is read before it is looked at, nothing is read twice,
 * and what was read stays until it is refreshed.
 */
export class ProjectsModel {
  readonly #events = new EventEmitter<{ reload: [ParentNode | undefined]; look: [Node]; read: [] }>();
  readonly #branches = new Map<string, Branch>();
  readonly #lists = new Map<string, ListRows>();
  /** By the id of the row that the list is below. */
  readonly #loadingMore = new Map<string, Promise<Node | undefined>>();
  readonly #clusters = new Map<string, ClusterReading>();
  readonly #offers = new Offers();
  readonly #pinned: PinnedPools;
  readonly #search: ProjectSearchState;
  readonly #rootId: string;
  #listedBy: ListingMethod | undefined;
  readonly #closed = new AbortController();

  constructor(
    private readonly source: ProjectsSource,
    private readonly now: () => number = Date.now,
  ) {
    this.#rootId = idPart(source.connection.name);
    this.#pinned = new PinnedPools(source.state);
    this.#search = new ProjectSearchState(source.state);
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
    const branch = this.#branch(parent);
    await branch.load(
      (signal) => this.#read(parent, signal),
      () => {
        this.#afterReading(parent);
      },
    );
    if (this.#closed.signal.aborted) return [];
    return branch.error === undefined
      ? branch.nodes
      : [this.#errorNode(parent, branch.error), ...this.#withPins(parent, branch.nodes)];
  }

  /** Reads `node` and what is below it again, as far as it is looked at. Without a node, everything. */
  refresh(node?: ParentNode): void {
    this.#offers.forget();
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
        this.#loadingMore.delete(id);
        this.#events.emit('reload', parent);
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
    const loaded = this.#lists.get(this.#rootId);
    if (this.searchesInService || loaded === undefined) {
      this.#lists.delete(this.#rootId);
      this.#reload(undefined);
    } else {
      this.#branch(undefined).replace(this.#rowsOf(undefined, loaded));
      this.#events.emit('reload', undefined);
    }
    this.#events.emit('read');
  }

  /** How many projects are loaded, whether they are shown or not, and of how many. */
  get progress(): { readonly loaded: number; readonly total: number | undefined; readonly isAll: boolean } {
    const { loaded = 0, total, rest } = this.#lists.get(this.#rootId) ?? {};
    return { loaded, total, isAll: rest?.kind === 'none' };
  }

  /** Whether the service itself searches and sorts projects; otherwise only those that are loaded can be. */
  get searchesInService(): boolean {
    return (this.#listedBy ?? this.source.listing) !== 'get';
  }

  /** All that is known about a cluster so far. */
  knownOf({ id, usage, found }: ClusterNode): KnownCluster {
    return { usage, found, ...this.#clusters.get(id) };
  }

  /**
   * Whether pools can be added by hand below `node`: below a cluster whose pools were found not to be listed, and below
   * a project that has such a cluster, or may have clusters that nobody names.
   */
  takesPools(node: ProjectNode | ClusterNode): boolean {
    const rows = this.#branches.get(node.id)?.nodes ?? [];
    const says = (about: Note['about']): boolean =>
      rows.some((row) => row.kind === 'note' && row.note.about === about);
    if (node.kind === 'cluster') return says('poolsNotListed');
    const clusters = rows.filter((row) => row.kind === 'cluster');
    return (
      says('clustersNotSearched') &&
      (clusters.length === 0 || clusters.some((cluster) => this.takesPools(cluster)))
    );
  }

  /** Whether there is any row that pools can be added below. */
  get takesPoolsSomewhere(): boolean {
    return [...this.#branches.values()].some(({ nodes }) =>
      nodes.some((node) => (node.kind === 'project' || node.kind === 'cluster') && this.takesPools(node)),
    );
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
    return this.#lists.get(pool.id)?.rest.kind === 'more';
  }

  /** Pins a pool and shows it. `parent` is the row that it appears under. */
  async pin(pool: PinnedPool, parent: ClusterNode | ProjectNode): Promise<void> {
    await this.#pinned.add(pool);
    this.#reload(parent);
  }

  /** Takes a pinned pool out of the view; undefined where the service lists the pool, so that it cannot be. */
  async unpin(node: PoolNode): Promise<PinnedPool | undefined> {
    const pool = this.#pinOf(node);
    if (pool === undefined) return undefined;
    await this.#pinned.remove(pool);
    this.#reload(node.parent);
    return pool;
  }

  /** Asks for a pinned pool under another name from now on. */
  async renamePin(node: PoolNode, poolName: string): Promise<void> {
    const pool = this.#pinOf(node);
    if (pool === undefined) return;
    await this.#pinned.replace(pool, { ...pool, poolName });
    this.#reload(node.parent);
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
    for (const [branchId, branch] of this.#branches) {
      if (branchId === id || branchId.startsWith(`${id}/`)) branch.markStale();
    }
    this.#events.emit('reload', node);
  }

  #branch(parent: ParentNode | undefined): Branch {
    const id = this.#idOf(parent);
    let branch = this.#branches.get(id);
    if (branch === undefined) {
      branch = new Branch();
      if (this.#closed.signal.aborted) branch.close();
      this.#branches.set(id, branch);
    }
    return branch;
  }

  /** What was read below a row changes how that and the rows above it look. */
  #afterReading(parent: ParentNode | undefined): void {
    this.#lookUpwards(parent);
    this.#events.emit('read');
  }

  #lookUpwards(node: ParentNode | undefined): void {
    if (node === undefined) return;
    this.#events.emit('look', node);
    this.#lookUpwards(node.parent);
  }

  #healthBelow(parent: ParentNode): Health {
    return worst((this.#branches.get(parent.id)?.nodes ?? []).map((node) => this.health(node)));
  }

  #read(parent: ParentNode | undefined, signal: AbortSignal): Promise<readonly Node[]> {
    switch (parent?.kind) {
      case undefined:
        return this.#readList(undefined, this.#projects(), signal);
      case 'project':
        return this.#readClusters(parent, signal);
      case 'cluster':
        return this.#readPools(parent, signal);
      case 'pool':
        return this.#readList(parent, this.#machines(parent), signal);
    }
  }

  async #readList(
    parent: ParentNode | undefined,
    list: ListRows,
    signal: AbortSignal,
  ): Promise<readonly Node[]> {
    await list.read(signal);
    if (parent === undefined) this.#listedBy = this.source.listing;
    return this.#rowsOf(parent, list);
  }

  async #readMore(parent: ParentNode | undefined): Promise<Node | undefined> {
    const list = this.#lists.get(this.#idOf(parent));
    const branch = this.#branch(parent);
    const before = new Set(branch.nodes);
    if (list === undefined || !(await list.readMore(this.#closed.signal))) return undefined;
    branch.replace(this.#rowsOf(parent, list));
    return branch.nodes.find((node) => !before.has(node));
  }

  /** The list below a row, which is the same one until something else is searched for. */
  #list<Rows extends ListRows>(parent: ParentNode | undefined, create: () => Rows): Rows {
    const id = this.#idOf(parent);
    // What is below a row is always a list of the same things.
    const list = (this.#lists.get(id) as Rows | undefined) ?? create();
    this.#lists.set(id, list);
    return list;
  }

  #projects(): PagedRows<Project> {
    return this.#list(
      undefined,
      () =>
        new PagedRows<Project>({
          open: () => this.source.projects(this.search),
          uidOf,
          nodesOf: (projects) => {
            const idOf = idsBelow(this.#rootId);
            return projects.map((project) => ({
              kind: 'project',
              id: idOf('project', project.metadata?.uid, project.metadata?.name),
              parent: undefined,
              project,
            }));
          },
          arrange: (nodes) => (this.searchesInService ? nodes : arrangeProjects(nodes, this.search)),
        }),
    );
  }

  #foundClusters(parent: ProjectNode, projectUid: string): PagedRows<ClusterSummary> {
    return this.#list(
      parent,
      () =>
        new PagedRows<ClusterSummary>({
          open: async () => {
            const client = await this.source.client();
            return new Pages((token, options) =>
              this.#offers.ask('searchClusters', '', () =>
                client.searchClusters({ projectUid, continue: token }, options),
              ),
            );
          },
          uidOf,
          nodesOf: (clusters) => {
            const idOf = idsBelow(parent.id);
            const usages = new Map(
              parent.project.status?.usage?.clusters?.map((usage) => [usage.uid, usage]),
            );
            return clusters.map((found) => {
              const { uid, name } = found.metadata ?? {};
              const usage = { ...(uid === undefined ? {} : usages.get(uid)), uid, name };
              return { kind: 'cluster', id: idOf('cluster', uid, name), parent, usage, found };
            });
          },
        }),
    );
  }

  #machines(parent: PoolNode): PagedRows<Machine> {
    return this.#list(
      parent,
      () =>
        new PagedRows<Machine>({
          open: async () => {
            const client = await this.source.client();
            return new Pages((token, options) =>
              client.listMachines({ ...parent.ref, continue: token }, options),
            );
          },
          uidOf,
          nodesOf: (machines) => {
            const idOf = idsBelow(parent.id);
            return machines.map((machine): MachineNode => ({
              kind: 'machine',
              id: idOf('machine', machine.metadata?.uid, machine.metadata?.name),
              parent,
              machine,
            }));
          },
        }),
    );
  }

  /** All rows below `parent` where a list is read there: what is in it, what is pinned, and how it goes on. */
  #rowsOf(parent: ParentNode | undefined, list: ListRows): readonly Node[] {
    const nodes = [...list.nodes, ...(parent?.kind === 'project' ? this.#poolNodes(parent, undefined) : [])];
    const { rest, loaded, total } = list;
    switch (rest.kind) {
      case 'none':
        return nodes.length === 0 ? [this.#note(parent, this.#emptiness(parent, loaded))] : nodes;
      case 'more':
        return [
          ...(nodes.length === 0 ? [this.#note(parent, this.#emptiness(parent, loaded))] : nodes),
          { kind: 'loadMore', id: `${this.#idOf(parent)}/more`, parent, loaded, total },
        ];
      case 'failed':
        return [...nodes, this.#errorNode(parent, rest.error, true)];
      case 'cut':
        return [...nodes, this.#note(parent, { about: 'cut', cut: rest.cut, loaded })];
    }
  }

  /** Why nothing of a list is shown, of which `loaded` are loaded. */
  #emptiness(parent: ParentNode | undefined, loaded: number): Note {
    switch (parent?.kind) {
      case undefined:
        return { about: loaded > 0 || (this.search.name ?? '') !== '' ? 'noMatches' : 'noProjects' };
      case 'project':
        return { about: 'noClusters' };
      case 'cluster':
        return { about: 'noPools' };
      case 'pool':
        return { about: 'noMachines' };
    }
  }

  /** Those that cluster search finds, or else those that the project summary names. */
  async #readClusters(parent: ProjectNode, signal: AbortSignal): Promise<readonly Node[]> {
    const projectUid = projectUidOf(parent);
    // Without it the clusters of all projects would be found.
    if (projectUid === undefined) return this.#namedClusters(parent);
    try {
      return await this.#readList(parent, this.#foundClusters(parent, projectUid), signal);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { kind } = error;
      if (kind === 'unsupported' || kind === 'forbidden') {
        return [...this.#namedClusters(parent), this.#note(parent, { about: 'clustersNotSearched', error })];
      }
      // What was found before says more than the names. The names themselves come with this very error.
      const before = this.#branch(parent).nodes;
      const hasFound = before.length > 0 && !before.some((node) => node.kind === 'error' && !node.more);
      if (kind === 'cancelled' || hasFound) throw error;
      return [this.#errorNode(parent, error), ...this.#namedClusters(parent)];
    }
  }

  #namedClusters(parent: ProjectNode): readonly Node[] {
    const idOf = idsBelow(parent.id);
    const clusters = uniqueByUid(parent.project.status?.usage?.clusters ?? [], ({ uid }) => uid).map(
      (usage: ClusterUsage): Node => ({
        kind: 'cluster',
        id: idOf('cluster', usage.uid, usage.name),
        parent,
        usage,
        found: undefined,
      }),
    );
    const nodes = [...clusters, ...this.#poolNodes(parent, undefined)];
    return nodes.length === 0 ? [this.#note(parent, { about: 'noClusters' })] : nodes;
  }

  async #readPools(parent: ClusterNode, signal: AbortSignal): Promise<readonly Node[]> {
    try {
      return await this.#discoverPools(parent, signal);
    } catch (error) {
      if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
      return this.#pinsAnd(parent, error);
    }
  }

  async #discoverPools(parent: ClusterNode, signal: AbortSignal): Promise<readonly Node[]> {
    const client = await this.source.client();
    const projectUid = projectUidOf(parent);
    const { usage, found } = parent;
    const { uid } = usage;
    let where = cloudConfigOf({ usage, found });
    let read: Cluster | undefined;
    if (where === undefined && uid !== undefined) {
      read = await this.#offers.ask('readCluster', uid, () =>
        client.readCluster(uid, projectUid, { signal }),
      );
      where = cloudConfigOf({ usage, found, read });
      this.#clusters.set(parent.id, { read });
    }
    if (where === undefined) return this.#pinsAnd(parent, undefined);
    const ref: CloudConfigRef = { ...where, projectUid };
    const config = await this.#offers.ask(`readCloudConfig ${ref.cloudType}`, ref.configUid, () =>
      client.readCloudConfig(ref, { signal }),
    );
    this.#clusters.set(parent.id, { read, config });
    const nodes = [
      ...this.#poolNodes(parent, ref, config),
      ...(config.spec?.hybridMachinePools ?? []).map((pool, index) =>
        this.#note(parent, { about: 'hybridPool', pool }, `#${index}`),
      ),
    ];
    return nodes.length === 0 ? [this.#note(parent, { about: 'noPools' })] : nodes;
  }

  /** All that can be shown where the service lists no pools, and why. */
  #pinsAnd(parent: ClusterNode, error: ServiceError | undefined): readonly Node[] {
    return [...this.#poolNodes(parent, undefined), this.#note(parent, { about: 'poolsNotListed', error })];
  }

  /** The pools that the service lists, then the pinned ones that it does not. */
  #poolNodes(
    parent: ClusterNode | ProjectNode,
    where: CloudConfigRef | undefined,
    config?: CloudConfig,
  ): readonly PoolNode[] {
    const projectUid = projectUidOf(parent);
    const nodes = new Map<string, PoolNode>();
    const add = (ref: CloudConfigRef, poolName: string, pool?: PoolNode['pool']): void => {
      const id = `${parent.id}/pool:${idPart(ref.configUid)}:${idPart(poolName)}`;
      if (nodes.has(id)) return;
      nodes.set(id, { kind: 'pool', id, parent, ref: { ...ref, poolName, projectUid }, pool });
    };
    for (const pool of config?.spec?.machinePoolConfig ?? []) {
      if (where !== undefined && pool.name !== undefined) add(where, pool.name, pool);
    }
    for (const pinned of this.#pinned.below(parent, this.#clusterUids(parent))) {
      add(pinned, pinned.poolName);
    }
    return [...nodes.values()];
  }

  /** The uids of all clusters of a project that are known. */
  #clusterUids(parent: ClusterNode | ProjectNode): ReadonlySet<string | undefined> {
    const project = parent.kind === 'project' ? parent : parent.parent;
    const found = this.#lists.get(project.id)?.nodes ?? [];
    return new Set([
      ...(project.project.status?.usage?.clusters ?? []).map(({ uid }) => uid),
      ...found.flatMap((node) => (node.kind === 'cluster' ? [node.usage.uid] : [])),
    ]);
  }

  #pinOf({ parent, ref }: PoolNode): PinnedPool | undefined {
    return this.#pinned
      .below(parent, this.#clusterUids(parent))
      .find(
        ({ cloudType, configUid, poolName }) =>
          cloudType === ref.cloudType && configUid === ref.configUid && poolName === ref.poolName,
      );
  }

  /** The last good rows below a cluster, with what is pinned now: that is known whatever the service says. */
  #withPins(parent: ParentNode | undefined, nodes: readonly Node[]): readonly Node[] {
    if (parent?.kind !== 'cluster') return nodes;
    const listed = nodes.filter((node) => node.kind !== 'pool' || node.pool !== undefined);
    const ids = new Set(listed.map(({ id }) => id));
    return [...listed, ...this.#poolNodes(parent, undefined).filter(({ id }) => !ids.has(id))];
  }

  #note(parent: ParentNode | undefined, note: Note, place = ''): NoteNode {
    return { kind: 'note', id: `${this.#idOf(parent)}/note~${note.about}${place}`, parent, note };
  }

  #errorNode(parent: ParentNode | undefined, error: ServiceError, more = false): ErrorNode {
    return {
      kind: 'error',
      id: `${this.#idOf(parent)}/${more ? 'moreError' : 'error'}`,
      parent,
      error,
      more,
    };
  }
}
