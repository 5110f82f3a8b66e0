import { Disposable, EventEmitter } from 'vscode';
import type { Connection } from '../connections/connection';
import type { SessionState } from '../connections/sessionState';
import type { ClusterReading } from '../presentation/cluster';
import type { ItemState } from '../items/item';
import type { Health } from '../presentation/health';
import type { Severity } from '../presentation/severity';
import type { ListingMethod, Project } from '../service/resources/project';
import { ageText } from '../tree/items';
import { loadedCount } from '../items/store/loadedList';
import { idPart, type ErrorRow, type TreeRow } from '../items/store/row';
import { RowStore } from '../items/store/rowStore';
import { AttentionState, rowsNeedingAttention } from './attention';
import { attentionIn, type Attention } from '../items/attention';
import type { Found, FoundCluster, ServiceSearch } from '../items/find/serviceSearch';
import type { ClusterEvents } from '../items/events/clusterEvents';
import { PinnedPools, type PinnedPool } from './pinnedPools';
import { adoptPinnedPools, pinnedRows, pinOf } from './pinnedRows';
import {
  arrangeProjects,
  isOtherRequest,
  ProjectSearchState,
  unhealthyFirst,
  type ShownProjects,
} from './projectSearch';
import { healthOf, severityOf, stateOf } from '../items/health';
import {
  isParentRow,
  isResourceRow,
  isRow,
  kindOf,
  readChildren,
  type ClusterRow,
  type ParentRow,
  type PoolRow,
  type ProjectRow,
  type ResourceRow,
  type Row,
  type ViewRow,
} from '../items/kinds';
import { foundClusterRow } from '../items/kinds/cluster';
import { noteRow, type EmptyNote, type Note } from '../items/kinds/note';
import { poolRow } from '../items/kinds/pool';
import { foundProjectRow, readProject } from '../items/kinds/project';
import type { ProjectsService, ReadContext, RowContext } from '../items/kinds/kind';

/** The part of a session that the model needs. */
export interface ProjectsSource extends ProjectsService {
  readonly connection: Pick<Connection, 'name' | 'isDemo'>;
  readonly state: SessionState;
}

/** The data of the Projects view for one connection: its rows with filter, attention and pinned pools. */
export class ProjectsModel implements RowContext {
  readonly store: RowStore<Row, ParentRow, ClusterReading>;
  /** The ID of the view. */
  readonly rootId: string;
  readonly isDemo: boolean;
  readonly pinnedPools: PinnedPools;
  readonly #onDidRefresh = new EventEmitter<void>();
  /** The user refreshed the whole view: what is not shown is forgotten, unless it is kept. */
  readonly onDidRefresh = this.#onDidRefresh.event;
  readonly #service: ProjectsSource;
  readonly #search: ProjectSearchState;
  readonly #attention: AttentionState;
  #keepers = 0;
  /** The listing that the loaded projects come from. */
  #listedBy: ListingMethod | undefined;

  /** @param events the events that were read, which hovers and details show */
  constructor(
    source: ProjectsSource,
    readonly events?: ClusterEvents,
  ) {
    this.#service = source;
    this.rootId = idPart(source.connection.name);
    this.isDemo = source.connection.isDemo === true;
    this.pinnedPools = new PinnedPools(source.state);
    this.#search = new ProjectSearchState(source.state);
    this.#attention = new AttentionState(source.state);
    this.store = this.#newStore();
  }

  #newStore(): RowStore<Row, ParentRow, ClusterReading> {
    return new RowStore<Row, ParentRow, ClusterReading>({
      rootId: this.rootId,
      isParent: isParentRow,
      read: async (parent, options, before) => {
        const page = await readChildren(parent, this.#readContext, options, before);
        if (parent === undefined) this.#listedBy = this.#service.listing;
        if (parent?.kind === 'cluster') {
          await adoptPinnedPools(parent, { ...parent, ...page.details }, this.pinnedPools);
        }
        return page;
      },
      readRow: async (row, options) =>
        row.kind === 'project' ? readProject(row, this.#readContext, options) : undefined,
      arrange: (rows, parent) => {
        const { search } = this;
        const listed = parent === undefined && !this.searchesInService ? arrangeProjects(rows, search) : rows;
        return search.isUnhealthyFirst === true ? unhealthyFirst(listed, this) : listed;
      },
      extraRows: (parent) => pinnedRows(parent, this),
      emptyRow: (parent, loaded) =>
        noteRow(parent?.id ?? this.rootId, parent, {
          about: parent === undefined ? this.#emptyNote(loaded) : (kindOf(parent).emptyNote ?? 'noMatches'),
        }),
      keepsHidden: () => this.keepsHidden,
      isFiltered: () => this.isAttentionOnly,
      filter: (rows, parent, isKept) =>
        rowsNeedingAttention(rows, parent?.id ?? this.rootId, parent, isKept, this),
    });
  }

  /** Whether a refresh keeps what the view does not show, until it is read again. */
  get keepsHidden(): boolean {
    return this.#keepers > 0;
  }

  /** Something else shows what the view does not, until it disposes the result. */
  keepHidden(): Disposable {
    this.#keepers++;
    return new Disposable(() => this.#keepers--);
  }

  /** Refreshes the expanded rows below `parent`. Revealed rows stay if `keepsRevealed` is set. */
  async refresh(parent?: ParentRow, keepsRevealed = parent !== undefined): Promise<void> {
    this.#service.forgetRefusals();
    if (!keepsRevealed) this.store.forgetRevealed();
    const refreshed = this.store.refresh(parent);
    if (parent === undefined) this.#onDidRefresh.fire();
    await refreshed;
  }

  /** @throws ServiceError if the project itself cannot be read */
  async refreshProject(row: ProjectRow): Promise<void> {
    this.#service.forgetRefusals();
    await this.store.refreshRow(row);
  }

  async retry(row: ErrorRow<ParentRow>): Promise<void> {
    this.#service.forgetRefusals();
    await this.store.retry(row);
  }

  /** Which projects are shown, and in which order. */
  get search(): ShownProjects {
    return this.#search.current;
  }

  /** Whether the service searches and sorts projects. Otherwise, only the loaded ones are searched and sorted. */
  get searchesInService(): boolean {
    return (this.#listedBy ?? this.#service.listing) !== 'get';
  }

  /** Whether the service lists only the projects that match the filter. */
  get isFilteredByService(): boolean {
    return (this.search.name ?? '') !== '' && this.searchesInService;
  }

  /** Changes the filter or the order: of all projects if the service can, else of the loaded ones. */
  async find(search: ShownProjects): Promise<void> {
    const isOther = isOtherRequest(this.search, search);
    await this.#search.set(search);
    this.store.forgetRevealed();
    if (this.searchesInService && isOther) this.store.restart();
    this.store.updateAll();
  }

  /** Whether only rows that may need attention are shown. */
  get isAttentionOnly(): boolean {
    return this.#attention.isOnly;
  }

  async showAttentionOnly(isOnly: boolean): Promise<void> {
    await this.#attention.set(isOnly);
    this.store.update();
  }

  /** What is known to need attention. */
  get attention(): Attention {
    return attentionIn(this);
  }

  /** All known rows that stand for an item, in the order of the tree. Those that are not shown come last. */
  get loadedRows(): readonly ResourceRow[] {
    return this.store.descendants().filter(isResourceRow);
  }

  health(row: TreeRow): Health {
    return healthOf(row, this);
  }

  severity(row: TreeRow): Severity {
    return severityOf(row, this);
  }

  state(row: TreeRow): ItemState {
    return stateOf(row, this);
  }

  age(row: Row): string | undefined {
    const { readAt, isStale } = this.reading(row);
    return isStale ? ageText(readAt) : undefined;
  }

  /**
   * When the values of a row were requested, in milliseconds since 1970, and whether reading them again has failed since. The
   * state of a cluster that no search found is from its own read, together with its pools.
   */
  reading(row: Row): { readonly readAt: number | undefined; readonly isStale: boolean } {
    const own = row.kind === 'cluster' && row.found === undefined ? this.store.branchOf(row) : undefined;
    return own?.list.details?.read === undefined
      ? { readAt: row.readAt, isStale: this.store.isStale(row) }
      : { readAt: own.readAt, isStale: own.error !== undefined };
  }

  siblings(row: TreeRow): readonly ViewRow[] {
    return this.store.siblings(row);
  }

  machineSeverities(pool: TreeRow): readonly Severity[] | undefined {
    if (this.store.branchOf(pool)?.readAt === undefined) return undefined;
    return this.store
      .rows(pool)
      .filter((row) => row.kind === 'machine')
      .map((row) => this.severity(row));
  }

  hasMore(row: TreeRow): boolean {
    return this.store.branchOf(row)?.list.next !== undefined;
  }

  canAddPools(row: TreeRow): boolean {
    const note = this.store.branchOf(row)?.list.note;
    return (
      isNote(note, 'poolsNotListed') ||
      // The project may have clusters that are not listed anywhere.
      (isNote(note, 'clustersNotSearched') &&
        this.store.rows(row).some((child) => child.kind === 'cluster' && this.canAddPools(child)))
    );
  }

  /** Whether there is a row below which pools can be added. */
  get canAddPoolsSomewhere(): boolean {
    return this.store.someBranch(undefined, ({ list }) => isNote(list.note, 'poolsNotListed'));
  }

  clusterReading(cluster: TreeRow): ClusterReading | undefined {
    return this.store.branchOf(cluster)?.list.details;
  }

  /** How many projects are loaded, and the total. */
  get progress(): { readonly loaded: number; readonly total: number | undefined; readonly isAll: boolean } {
    const list = this.store.branchOf()?.list;
    const isAll = !this.hasMoreProjects && list?.cut === undefined;
    return { loaded: list === undefined ? 0 : loadedCount(list), total: list?.total, isAll };
  }

  /** Whether there may be more projects. */
  get hasMoreProjects(): boolean {
    const list = this.store.branchOf()?.list;
    return list === undefined || list.pageSizes.length === 0 || list.next !== undefined;
  }

  /** Searches the service for projects and clusters whose names contain `text` and that are not loaded. */
  async lookFor(text: string, signal: AbortSignal): Promise<Found> {
    const { projects, clusters, errors } = await (await this.#serviceSearch()).find(text, { signal });
    const isNew = ({ id }: Row): boolean => this.store.find(id) === undefined;
    return {
      projects: projects.filter((project) => isNew(foundProjectRow(project, this.rootId))),
      clusters: clusters.filter(({ cluster, project }) =>
        isNew(foundClusterRow(foundProjectRow(project, this.rootId), cluster)),
      ),
      errors,
    };
  }

  /** Shows a project from a search, even if its page is not loaded. */
  async revealProject(project: Project): Promise<ProjectRow> {
    await this.store.children();
    const row = foundProjectRow(project, this.rootId);
    const shown = this.store.reveal(row);
    return isRow(shown, 'project') ? shown : row;
  }

  /** Shows a cluster from a search. */
  async revealCluster({ cluster, project }: FoundCluster): Promise<ClusterRow> {
    const search = await this.#serviceSearch();
    const parent = await this.revealProject(await search.projectOf(project));
    await this.store.peek(parent);
    const row = foundClusterRow(parent, cluster);
    const shown = this.store.reveal(row);
    return isRow(shown, 'cluster') ? shown : row;
  }

  /** Pins a pool and shows it below `parent`. */
  async pin(pool: PinnedPool, parent: ClusterRow | ProjectRow): Promise<void> {
    await this.pinnedPools.add(pool);
    // It may already be pinned with another cloud type.
    this.store.forget(poolRow(parent, pool).id);
    this.store.update(parent);
  }

  /** Unpins a pool. Returns its stored data; undefined if it was not pinned. */
  async unpin(row: PoolRow): Promise<PinnedPool | undefined> {
    const pool = pinOf(row, this.pinnedPools);
    if (pool !== undefined) await this.pinnedPools.remove(pool);
    // Another window may have unpinned it.
    this.store.update(row.parent);
    return pool;
  }

  /** Changes the name under which a pinned pool is read. */
  async renamePin(row: PoolRow, poolName: string): Promise<void> {
    const pool = pinOf(row, this.pinnedPools);
    if (pool !== undefined) await this.pinnedPools.replace(pool, { ...pool, poolName });
    this.store.update(row.parent);
  }

  dispose(): void {
    this.#onDidRefresh.dispose();
    this.store.dispose();
  }

  async #serviceSearch(): Promise<ServiceSearch> {
    const { ServiceSearch } = await import('../items/find/serviceSearch');
    return new ServiceSearch(this.#service);
  }

  get #readContext(): ReadContext {
    return {
      rootId: this.rootId,
      service: this.#service,
      search: this.search,
    };
  }

  #emptyNote(loaded: number): EmptyNote {
    return loaded > 0 || (this.search.name ?? '') !== '' ? 'noMatches' : 'noProjects';
  }
}

function isNote(row: Row | undefined, about: Note['about']): boolean {
  return row?.kind === 'note' && row.note.about === about;
}
