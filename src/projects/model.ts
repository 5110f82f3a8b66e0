import { EventEmitter } from 'node:events';
import { clusterHealth, machineHealth, projectHealth, worst, type Health } from '../details/health';
import type { ServiceClient } from '../service/client';
import { isServiceError, type ServiceError } from '../service/errors';
import { nothingOf, uidOf, uniqueByUid, withNextPage, type Loaded, type Pages } from '../service/pages';
import type { Cluster, MachinePool } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
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
import { PinnedPools, type PinnedPool, type PinnedPoolState } from './pinnedPools';

/** What the model needs of a session. */
export interface ProjectsSource {
  readonly connection: { readonly name: string };
  readonly state: PinnedPoolState;
  client(): Promise<ServiceClient>;
  projects(): Promise<Pages<Project>>;
}

/** What is known about a cluster once it has been expanded. */
export interface ClusterDetails {
  readonly cluster: Cluster;
  /** undefined where its pools could not be listed. */
  readonly pools?: readonly MachinePool[];
}

/** The cloud type whose pools and machines this version understands. */
const knownCloudType = 'openstack';

/**
 * What the Projects view shows, for one connection. Nothing is read before it is looked at, nothing is read twice,
 * and what was read stays until it is refreshed.
 */
export class ProjectsModel {
  readonly #events = new EventEmitter<{ reload: [ParentNode | undefined]; look: [Node] }>();
  readonly #branches = new Map<string, Branch>();
  readonly #clusters = new Map<string, ClusterDetails>();
  readonly #pinned: PinnedPools;
  readonly #rootId: string;
  #listing: Loaded<Project> | undefined;
  #loadingMore: Promise<Node | undefined> | undefined;
  #moreError: ServiceError | undefined;
  readonly #closed = new AbortController();

  constructor(
    private readonly source: ProjectsSource,
    private readonly now: () => number = Date.now,
  ) {
    this.#rootId = idPart(source.connection.name);
    this.#pinned = new PinnedPools(source.state);
  }

  /** Calls `listener` with the row below which everything is to be asked for again; undefined for the whole view. */
  onDidReload(listener: (node: ParentNode | undefined) => void): void {
    this.#events.on('reload', listener);
  }

  /** Calls `listener` with a row that looks different. */
  onDidChangeLook(listener: (node: Node) => void): void {
    this.#events.on('look', listener);
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
    const id = node?.id ?? this.#rootId;
    for (const [branchId, branch] of this.#branches) {
      if (branchId === id || branchId.startsWith(`${id}/`)) branch.markStale();
    }
    this.#events.emit('reload', node);
  }

  /**
   * Reads exactly one more page of projects and puts it below the others.
   * @returns the first row that is new, if any is
   */
  loadMore(): Promise<Node | undefined> {
    if (this.#loadingMore === undefined) {
      this.#loadingMore = this.#readMore().finally(() => {
        this.#loadingMore = undefined;
        this.#events.emit('reload', undefined);
      });
      // The row that was clicked changes to "loading".
      const clicked = this.#branch(undefined).nodes.at(-1);
      if (clicked !== undefined) this.#events.emit('look', clicked);
    }
    return this.#loadingMore;
  }

  get isLoadingMore(): boolean {
    return this.#loadingMore !== undefined;
  }

  /** Does again what `node` tells the failure of. */
  async retry(node: ErrorNode): Promise<void> {
    if (node.more) await this.loadMore();
    else this.refresh(node.parent);
  }

  /** What is known about a cluster; undefined before it has been expanded. */
  detailsOf(cluster: ClusterNode): ClusterDetails | undefined {
    return this.#clusters.get(cluster.id);
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
        return worst([clusterHealth(this.detailsOf(node)?.cluster.status?.state), this.#healthBelow(node)]);
      case 'project':
        return worst([projectHealth(node.project), this.#healthBelow(node)]);
      case 'error':
        return 'error';
      case 'loadMore':
      case 'note':
        return 'unknown';
    }
  }

  /** Pins a pool and shows it. `parent` is the row that it appears under. */
  async pin(pool: PinnedPool, parent: ClusterNode | ProjectNode): Promise<void> {
    await this.#pinned.add(pool);
    this.refresh(parent);
  }

  /** Takes a pinned pool out of the view; undefined where the service lists the pool, so that it cannot be. */
  async unpin(node: PoolNode): Promise<PinnedPool | undefined> {
    const pool = this.#pinned
      .below(node.parent)
      .find(({ configUid, poolName }) => configUid === node.ref.configUid && poolName === node.ref.poolName);
    if (pool === undefined) return undefined;
    await this.#pinned.remove(pool);
    this.refresh(node.parent);
    return pool;
  }

  dispose(): void {
    this.#closed.abort();
    for (const branch of this.#branches.values()) branch.close();
    this.#events.removeAllListeners();
  }

  #branch(parent: ParentNode | undefined): Branch {
    const id = parent?.id ?? this.#rootId;
    let branch = this.#branches.get(id);
    if (branch === undefined) {
      branch = new Branch();
      if (this.#closed.signal.aborted) branch.close();
      this.#branches.set(id, branch);
    }
    return branch;
  }

  /** What was read below a cluster or a pool changes how that and the rows above it look. */
  #afterReading(parent: ParentNode | undefined): void {
    if (parent !== undefined && parent.kind !== 'project') this.#lookUpwards(parent);
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
        return this.#readProjects(signal);
      case 'project':
        return Promise.resolve(this.#clustersOf(parent));
      case 'cluster':
        return this.#readPools(parent, signal);
      case 'pool':
        return this.#readMachines(parent, signal);
    }
  }

  /** As many pages as were there before, so that a refresh loses no row that a person had loaded. */
  async #readProjects(signal: AbortSignal): Promise<readonly Node[]> {
    const before = this.#listing?.pageCount ?? 1;
    let listing = nothingOf(await this.source.projects());
    do {
      listing = await withNextPage(listing, uidOf, { signal });
    } while (listing.pageCount < before && !listing.pages.done);
    signal.throwIfAborted();
    this.#moreError = undefined;
    return this.#show(listing, []);
  }

  async #readMore(): Promise<Node | undefined> {
    const listing = this.#listing;
    if (listing === undefined || listing.pages.done) return undefined;
    this.#moreError = undefined;
    const branch = this.#branch(undefined);
    const shown = branch.nodes.filter((node) => node.kind === 'project');
    try {
      const longer = await withNextPage(listing, uidOf, { signal: this.#closed.signal });
      // Refreshed meanwhile: these rows belong to a listing that is gone.
      if (this.#listing !== listing) return undefined;
      branch.replace(this.#show(longer, shown));
      return branch.nodes[shown.length];
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (this.#listing !== listing || error.kind === 'cancelled') return undefined;
      this.#moreError = error;
      branch.replace(this.#show(listing, shown));
      return undefined;
    }
  }

  /** The rows of `listing`; those that are `known` stay the same objects, which VS Code tells rows apart by. */
  #show(listing: Loaded<Project>, known: readonly ProjectNode[]): readonly Node[] {
    this.#listing = listing;
    const { items: projects, pages, total } = listing;
    const idOf = idsBelow(this.#rootId);
    const nodes = projects.map((project, index): Node => {
      const id = idOf('project', project.metadata?.uid, project.metadata?.name);
      return known[index] ?? { kind: 'project', id, parent: undefined, project };
    });
    const loaded = projects.length;
    if (this.#moreError !== undefined) return [...nodes, this.#errorNode(undefined, this.#moreError, true)];
    if (pages.cut !== undefined) {
      return [...nodes, this.#note(undefined, { about: 'cut', cut: pages.cut, loaded })];
    }
    if (!pages.done) {
      return [...nodes, { kind: 'loadMore', id: `${this.#rootId}/more`, parent: undefined, loaded, total }];
    }
    return nodes.length === 0 ? [this.#note(undefined, { about: 'noProjects' })] : nodes;
  }

  #clustersOf(parent: ProjectNode): readonly Node[] {
    const idOf = idsBelow(parent.id);
    const clusters = uniqueByUid(parent.project.status?.usage?.clusters ?? [], ({ uid }) => uid).map(
      (usage): Node => ({ kind: 'cluster', id: idOf('cluster', usage.uid, usage.name), parent, usage }),
    );
    const nodes = [...clusters, ...this.#poolNodes(parent, undefined, [])];
    return nodes.length === 0 ? [this.#note(parent, { about: 'noClusters' })] : nodes;
  }

  async #readPools(parent: ClusterNode, signal: AbortSignal): Promise<readonly Node[]> {
    try {
      return await this.#discoverPools(parent, signal);
    } catch (error) {
      if (!isServiceError(error, 'unsupported')) throw error;
      return this.#pinsAnd(parent, { about: 'poolsNotListed' });
    }
  }

  async #discoverPools(parent: ClusterNode, signal: AbortSignal): Promise<readonly Node[]> {
    const { uid } = parent.usage;
    if (uid === undefined) return this.#pinsAnd(parent, { about: 'poolsNotListed' });
    const client = await this.source.client();
    const projectUid = projectUidOf(parent);
    const cluster = await client.readCluster(uid, projectUid, { signal });
    this.#clusters.set(parent.id, { cluster });
    const { cloudType, cloudConfigRef } = cluster.spec ?? {};
    if (cloudType !== undefined && cloudType !== knownCloudType) {
      return this.#pinsAnd(parent, { about: 'otherCloud', cloudType });
    }
    if (cloudConfigRef?.uid === undefined) return this.#pinsAnd(parent, { about: 'poolsNotListed' });
    const config = await client.readCloudConfig(cloudConfigRef.uid, projectUid, { signal });
    const pools = config.spec?.machinePoolConfig ?? [];
    this.#clusters.set(parent.id, { cluster, pools });
    const nodes = this.#poolNodes(parent, cloudConfigRef.uid, pools);
    return nodes.length === 0 ? [this.#note(parent, { about: 'noPools' })] : nodes;
  }

  /** All that can be shown where the service lists no pools, and why. */
  #pinsAnd(parent: ClusterNode, note: Note): readonly Node[] {
    return [...this.#poolNodes(parent, undefined, []), this.#note(parent, note)];
  }

  /** The pools that the service lists, then the pinned ones that it does not. */
  #poolNodes(
    parent: ClusterNode | ProjectNode,
    configUid: string | undefined,
    pools: readonly MachinePool[],
  ): readonly PoolNode[] {
    const projectUid = projectUidOf(parent);
    const nodes = new Map<string, PoolNode>();
    const add = (uid: string, poolName: string, pool: MachinePool | undefined): void => {
      const id = `${parent.id}/pool:${idPart(uid)}:${idPart(poolName)}`;
      if (nodes.has(id)) return;
      nodes.set(id, { kind: 'pool', id, parent, ref: { configUid: uid, poolName, projectUid }, pool });
    };
    for (const pool of pools) {
      if (configUid !== undefined && pool.name !== undefined) add(configUid, pool.name, pool);
    }
    for (const pinned of this.#pinned.below(parent)) add(pinned.configUid, pinned.poolName, undefined);
    return [...nodes.values()];
  }

  async #readMachines(parent: PoolNode, signal: AbortSignal): Promise<readonly Node[]> {
    const client = await this.source.client();
    const machines = await client.listMachines(parent.ref, { signal });
    const idOf = idsBelow(parent.id);
    const nodes = uniqueByUid(machines, uidOf).map((machine): MachineNode => ({
      kind: 'machine',
      id: idOf('machine', machine.metadata?.uid, machine.metadata?.name),
      parent,
      machine,
    }));
    return nodes.length === 0 ? [this.#note(parent, { about: 'noMachines' })] : nodes;
  }

  /** The last good rows below a cluster, with what is pinned now: that is known whatever the service says. */
  #withPins(parent: ParentNode | undefined, nodes: readonly Node[]): readonly Node[] {
    if (parent?.kind !== 'cluster') return nodes;
    const listed = nodes.filter((node) => node.kind !== 'pool' || node.pool !== undefined);
    const ids = new Set(listed.map(({ id }) => id));
    return [...listed, ...this.#poolNodes(parent, undefined, []).filter(({ id }) => !ids.has(id))];
  }

  #note(parent: ParentNode | undefined, note: Note): NoteNode {
    return { kind: 'note', id: `${parent?.id ?? this.#rootId}/note`, parent, note };
  }

  #errorNode(parent: ParentNode | undefined, error: ServiceError, more = false): ErrorNode {
    return {
      kind: 'error',
      id: `${parent?.id ?? this.#rootId}/${more ? 'moreError' : 'error'}`,
      parent,
      error,
      more,
    };
  }
}
