import { cloudConfigOf, type KnownCluster } from '../presentation/cluster';
import type { ServiceClient } from '../service/client';
import { isServiceError, type ServiceError } from '../service/errors';
import { Pages, uidOf, uniqueByUid } from '../service/pages';
import type { CloudConfig, CloudConfigRef, Cluster, ClusterSummary } from '../service/resources/cluster';
import type { Machine } from '../service/resources/machine';
import type { ClusterUsage, ListingMethod, Project, ProjectSearch } from '../service/resources/project';
import type { CallOptions } from '../service/schedule';
import type { KeepSame } from '../tree/branch';
import { errorNode, idsBelow } from '../tree/nodes';
import type { Offers } from '../tree/offers';
import { PagedRows, rowsOfList, type PagedSource } from '../tree/pagedRows';
import {
  noteNode,
  projectUidOf,
  updateInPlace,
  type ClusterNode,
  type Node,
  type Note,
  type ParentNode,
  type PoolNode,
  type ProjectNode,
} from './nodes';
import { poolId } from './pinnedRows';
import { arranging } from './projectSearch';

/** What is asked of the service. */
export interface RowsSource {
  /** The project listing that the service was found to offer; undefined before the first one. */
  readonly listing: ListingMethod | undefined;
  client(): Promise<ServiceClient>;
  projects(search: ProjectSearch): Promise<Pages<Project>>;
}

/** How rows are read. */
export interface ReadOptions extends CallOptions {
  /** The most pages of a list to read; all that are loaded if it is left out. */
  readonly most?: number | undefined;
}

/** What expanding a cluster told about it. */
interface ClusterReading {
  readonly read?: Cluster | undefined;
  readonly config?: CloudConfig | undefined;
}

/** A list below a row, whatever it is a list of. */
type ListRows = PagedRows<Project, Node> | PagedRows<ClusterSummary, Node> | PagedRows<Machine, Node>;

/**
 * Asks the service for the rows below a row, in the way that the service offers. It remembers how far lists are read,
 * what clusters told and what the service does not offer; the rows are kept by who asks for them.
 */
export class RowsReader {
  readonly #lists = new Map<string, ListRows>();
  readonly #clusters = new Map<string, ClusterReading>();
  #listedBy: ListingMethod | undefined;

  constructor(
    private readonly source: RowsSource,
    private readonly rootId: string,
    private readonly search: () => ProjectSearch,
    private readonly offers: Offers,
  ) {}

  /**
   * The rows below `parent`, as the service has them now.
   * @param before those that there were
   * @param keepSame see Branch
   * @throws ServiceError where they say more than what could be shown without them
   */
  read(
    parent: ParentNode | undefined,
    before: readonly Node[],
    options: ReadOptions,
    keepSame: KeepSame<Node>,
  ): Promise<readonly Node[]> {
    // Of another search there is no list yet, but there may be the same rows.
    const keep: KeepSame<Node> = (known, fresh) => keepSame(known.length === 0 ? before : known, fresh);
    switch (parent?.kind) {
      case undefined:
        return this.#readList(parent, this.#projects(), options, keep);
      case 'project':
        return this.#readClusters(parent, before, options, keep);
      case 'cluster':
        return this.#readPools(parent, options);
      case 'pool':
        return this.#readList(parent, this.#machinesIn(parent), options, keep);
    }
  }

  /**
   * Reads one page more of the list below `parent`.
   * @returns whether `rowsOfList` has anything new
   */
  async readMore(parent: ParentNode | undefined, signal: AbortSignal): Promise<boolean> {
    const list = this.listBelow(parent);
    const isLonger = list !== undefined && (await list.readMore(signal));
    // Another search may have begun meanwhile.
    return isLonger && this.listBelow(parent) === list;
  }

  /** All rows of the list below `parent`, as far as it is read; undefined where none is. */
  rowsOfList(parent: ParentNode | undefined): readonly Node[] | undefined {
    const list = this.listBelow(parent);
    return list && this.#rowsOf(parent, list);
  }

  /** The list below a row, as far as it is read. */
  listBelow(parent: ParentNode | undefined): ListRows | undefined {
    return this.#lists.get(this.#idOf(parent));
  }

  /** When the page that a row is in was requested; undefined for a row that is in no list. */
  readAt(row: Node): number | undefined {
    return this.listBelow(row.parent)?.readAt(row);
  }

  /** How many pages it takes to read a row again with its list; undefined for a row that is in no list. */
  pagesUpTo(row: Node): number | undefined {
    return this.listBelow(row.parent)?.pagesUpTo(row);
  }

  /**
   * Reads one project by its name, and lets its row show it.
   * @returns false if the service cannot search, or does not find it
   */
  async readProject(row: ProjectNode, options: CallOptions): Promise<boolean> {
    const { uid, name = '' } = row.project.metadata ?? {};
    if (!this.searchesInService || uid === undefined || name === '') return false;
    const readAt = Date.now();
    const pages = await this.source.projects({ name });
    const { value: page } = await pages.next(options);
    const project = page?.items.find((found) => uidOf(found) === uid);
    if (project === undefined) return false;
    updateInPlace(row, { ...row, project });
    this.listBelow(undefined)?.wasRead(row, readAt);
    return true;
  }

  /** The row that stands for a project. */
  projectRow(project: Project, idOf = idsBelow(this.rootId)): ProjectNode {
    const { uid, name } = project.metadata ?? {};
    return { kind: 'project', id: idOf('project', uid, name), parent: undefined, project };
  }

  /** The row that stands for a cluster that was found in a project. */
  clusterRow(
    parent: ProjectNode,
    found: ClusterSummary,
    idOf = idsBelow(parent.id),
    usages = usagesIn(parent.project),
  ): ClusterNode {
    const { uid, name } = found.metadata ?? {};
    const usage = { ...(uid === undefined ? {} : usages.get(uid)), uid, name };
    return { kind: 'cluster', id: idOf('cluster', uid, name), parent, usage, found };
  }

  /** All that is known about a cluster so far. */
  knownOf({ id, usage, found }: ClusterNode): KnownCluster {
    return { usage, found, ...this.#clusters.get(id) };
  }

  /** Whether the service itself searches and sorts projects; otherwise only those that are loaded can be. */
  get searchesInService(): boolean {
    return (this.#listedBy ?? this.source.listing) !== 'get';
  }

  /** The projects that are searched for now among those that are loaded; undefined where the service has to be asked. */
  searchLoaded(): readonly Node[] | undefined {
    const loaded = this.searchesInService ? undefined : this.listBelow(undefined);
    if (loaded !== undefined) return this.#rowsOf(undefined, loaded);
    this.#lists.delete(this.rootId);
    return undefined;
  }

  /** Forgets what was read below a row that is gone. */
  forget(id: string): void {
    this.#lists.delete(id);
    this.#clusters.delete(id);
  }

  #idOf(parent: ParentNode | undefined): string {
    return parent?.id ?? this.rootId;
  }

  async #readList<Item>(
    parent: ParentNode | undefined,
    from: PagedSource<Item, Node>,
    options: ReadOptions,
    keepSame: KeepSame<Node>,
  ): Promise<readonly Node[]> {
    const id = this.#idOf(parent);
    // What is below a row is always a list of the same things.
    const list = (this.#lists.get(id) ?? new PagedRows()) as PagedRows<Item, Node> & ListRows;
    this.#lists.set(id, list);
    await list.read(from, options, keepSame, options.most);
    return this.#rowsOf(parent, list);
  }

  #projects(): PagedSource<Project, Node> {
    const idOf = idsBelow(this.rootId);
    const arrange = arranging();
    // Which listing it was is known with the first page, and the same for all of it.
    let listedBy: ListingMethod | undefined;
    return {
      open: () => this.source.projects(this.search()),
      uidOf,
      nodesOf: (projects) => {
        this.#listedBy = listedBy ??= this.source.listing;
        return projects.map((project) => this.projectRow(project, idOf));
      },
      arrange: (nodes) => (this.searchesInService ? nodes : arrange(nodes, this.search())),
    };
  }

  /** Those that cluster search finds, or else those that the project summary names. */
  async #readClusters(
    parent: ProjectNode,
    before: readonly Node[],
    options: ReadOptions,
    keepSame: KeepSame<Node>,
  ): Promise<readonly Node[]> {
    const projectUid = projectUidOf(parent);
    // Without it the clusters of all projects would be found.
    if (projectUid === undefined) return this.#namedClusters(parent);
    try {
      return await this.#readList(parent, this.#clustersIn(parent, projectUid), options, keepSame);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { kind } = error;
      if (kind === 'unsupported' || kind === 'forbidden') {
        // A page of it that is still under way comes too late.
        this.#lists.delete(parent.id);
        return this.#withoutSearch(parent, error);
      }
      // What was found before says more than the names. The names themselves come with this very error.
      const hasFound = before.length > 0 && !before.some((node) => node.kind === 'error' && !node.more);
      if (kind === 'cancelled' || hasFound) throw error;
      const named = this.#namedClusters(parent).filter((row) => row.kind === 'cluster');
      return [errorNode(parent.id, parent, error), ...named];
    }
  }

  #clustersIn(parent: ProjectNode, projectUid: string): PagedSource<ClusterSummary, Node> {
    const idOf = idsBelow(parent.id);
    const usages = usagesIn(parent.project);
    return {
      open: async () => {
        const client = await this.source.client();
        return new Pages((token, options) =>
          this.offers.ask('searchClusters', '', () =>
            client.searchClusters({ projectUid, continue: token }, options),
          ),
        );
      },
      uidOf,
      nodesOf: (clusters) => clusters.map((found) => this.clusterRow(parent, found, idOf, usages)),
    };
  }

  /** What can be shown where clusters are not searched, and why it is no more. */
  #withoutSearch(parent: ProjectNode, error: ServiceError): readonly Node[] {
    const named = parent.project.status?.usage?.clusters;
    // Nobody says whether there are any: only pools can be shown, of which somebody knows where they are.
    if (named === undefined) return [noteNode(parent.id, parent, { about: 'poolsNotListed', error })];
    const rows = this.#namedClusters(parent);
    return named.length === 0
      ? rows
      : [...rows, noteNode(parent.id, parent, { about: 'clustersNotSearched', error })];
  }

  #namedClusters(parent: ProjectNode): readonly Node[] {
    const idOf = idsBelow(parent.id);
    const clusters = uniqueByUid(parent.project.status?.usage?.clusters ?? [], ({ uid }) => uid).map(
      (usage): Node => ({
        kind: 'cluster',
        id: idOf('cluster', usage.uid, usage.name),
        parent,
        usage,
        found: undefined,
      }),
    );
    return clusters.length === 0 ? [noteNode(parent.id, parent, { about: 'noClusters' })] : clusters;
  }

  async #readPools(parent: ClusterNode, options: CallOptions): Promise<readonly Node[]> {
    try {
      return await this.#discoverPools(parent, options);
    } catch (error) {
      if (!isServiceError(error, 'unsupported', 'forbidden')) throw error;
      return [noteNode(parent.id, parent, { about: 'poolsNotListed', error })];
    }
  }

  async #discoverPools(parent: ClusterNode, options: CallOptions): Promise<readonly Node[]> {
    const client = await this.source.client();
    const projectUid = projectUidOf(parent);
    const { usage, found } = parent;
    const { uid } = usage;
    let where = cloudConfigOf({ usage, found });
    let read: Cluster | undefined;
    if (where === undefined && uid !== undefined) {
      read = await this.offers.ask('readCluster', uid, () => client.readCluster(uid, projectUid, options));
      where = cloudConfigOf({ usage, found, read });
      this.#clusters.set(parent.id, { ...this.#clusters.get(parent.id), read });
    }
    if (where === undefined) {
      return [noteNode(parent.id, parent, { about: 'poolsNotListed', error: undefined })];
    }
    const ref: CloudConfigRef = { ...where, projectUid };
    const config = await this.offers.ask(`readCloudConfig ${ref.cloudType}`, ref.configUid, () =>
      client.readCloudConfig(ref, options),
    );
    this.#clusters.set(parent.id, { read, config });
    const nodes = poolRows(parent, ref, config);
    return nodes.length === 0 ? [noteNode(parent.id, parent, { about: 'noPools' })] : nodes;
  }

  #machinesIn(parent: PoolNode): PagedSource<Machine, Node> {
    const idOf = idsBelow(parent.id);
    return {
      open: async () => {
        const client = await this.source.client();
        return new Pages((token, options) =>
          this.offers.ask(`listMachines ${parent.ref.cloudType}`, parent.id, () =>
            client.listMachines({ ...parent.ref, continue: token }, options),
          ),
        );
      },
      uidOf,
      nodesOf: (machines, readAt) =>
        machines.map((machine) => ({
          kind: 'machine',
          id: idOf('machine', machine.metadata?.uid, machine.metadata?.name),
          parent,
          machine,
          readAt,
        })),
    };
  }

  /** All rows below `parent` where a list is read there: what is in it, and how it goes on. */
  #rowsOf(parent: ParentNode | undefined, list: ListRows): readonly Node[] {
    const id = this.#idOf(parent);
    return rowsOfList<Node, ParentNode>(id, parent, list, {
      empty: () => noteNode(id, parent, this.#emptiness(parent, list.loaded)),
      cut: (cut) => noteNode(id, parent, { about: 'cut', cut, loaded: list.loaded }),
    });
  }

  /** Why nothing of a list is shown, of which `loaded` are loaded. */
  #emptiness(parent: ParentNode | undefined, loaded: number): Note {
    switch (parent?.kind) {
      case undefined:
        return { about: loaded > 0 || (this.search().name ?? '') !== '' ? 'noMatches' : 'noProjects' };
      case 'project':
        return { about: 'noClusters' };
      case 'cluster':
        return { about: 'noPools' };
      case 'pool':
        return { about: 'noMachines' };
    }
  }
}

/** By uid, what the summary of a project says about its clusters. */
function usagesIn({ status }: Project): ReadonlyMap<string | undefined, ClusterUsage> {
  return new Map(status?.usage?.clusters?.map((usage) => [usage.uid, usage]));
}

/** The pools of a cloud config. Machines are asked for by the name of their pool, so that each name is there once. */
function poolRows(parent: ClusterNode, ref: CloudConfigRef, { spec }: CloudConfig): readonly Node[] {
  const rows = (spec?.machinePoolConfig ?? []).map((pool, index): Node => {
    const { name = '' } = pool;
    if (name === '') return noteNode(parent.id, parent, { about: 'namelessPool', pool }, `#${index}`);
    const id = poolId(parent, ref.configUid, name);
    return { kind: 'pool', id, parent, ref: { ...ref, poolName: name }, pool };
  });
  const hybrid = (spec?.hybridMachinePools ?? []).map((pool, index) =>
    noteNode(parent.id, parent, { about: 'hybridPool', pool }, `#${index}`),
  );
  return uniqueByUid([...rows, ...hybrid], ({ id }) => id);
}
