import { isIP } from 'node:net';
import { jsonText } from '../presentation/document';
import { eventFields } from '../presentation/event';
import type { FoundItems, ItemDescription, ItemMatch, ItemSearch } from './itemLookup';
import { inReadingOrder } from '../presentation/yamlDocument';
import { unlessAborted } from '../service/abort';
import { requestTime, type RequestTime } from '../service/requestTime';
import type { ClusterSummary } from '../service/resources/cluster';
import type { Project } from '../service/resources/project';
import { matchRank } from './find/matches';
import { parentIdOf } from './store/row';
import type { ProjectsModel } from '../projects/model';
import { withEvents } from '../projects/rowCommands/details';
import { isParentRow, isResourceRow, type ParentRow, type ResourceRow } from './kinds';
import { summaryOf } from './summaryOf';

/** Where found items are added. */
interface Items {
  addProjects(projects: readonly Project[], time: RequestTime, isAll: boolean): void;
  addClusters(clusters: readonly ClusterSummary[], time: RequestTime, isAll: boolean): void;
}

/** Finds items and reads single ones. */
export class ItemLookup {
  constructor(
    private readonly model: ProjectsModel,
    private readonly items: Items,
  ) {}

  /**
   * Finds items by name, UID or address. If the text is not exactly that of a known item, the service can be searched for
   * projects and clusters with this name, which are known from then on.
   */
  async find(text: string, { kind, isServiceSearched, signal }: ItemSearch): Promise<FoundItems> {
    const known = this.#matches(text, kind);
    const mayHaveMore = kind !== 'pool' && kind !== 'machine' && isIP(text.trim()) === 0;
    if (!isServiceSearched || !mayHaveMore || known.some(({ rank }) => rank === 0)) {
      return { matches: known, isServiceSearched: false, errors: [] };
    }
    const time = requestTime();
    const { projects, clusters, errors } = await this.model.lookFor(text.trim(), signal);
    signal.throwIfAborted();
    this.items.addProjects(projects, time, false);
    const found = clusters.map(({ cluster }) => cluster);
    this.items.addClusters(found, time, false);
    return { matches: this.#matches(text, kind), isServiceSearched: true, errors };
  }

  /** The IDs of the items that need attention, as the badge of the view counts them. */
  attention(): readonly string[] {
    return this.model.attention.rows.map(({ id }) => id);
  }

  /**
   * Makes an item known that has been forgotten: reads the first page of each list that leads to it, unless that list has been
   * read. An id can be made up, and is not worth reading long lists.
   * @throws ServiceError
   */
  async locate(id: string, signal: AbortSignal): Promise<void> {
    const { store } = this.model;
    const parentId = parentIdOf(id);
    if (parentId === '' || store.find(id) !== undefined) return;
    await this.locate(parentId, signal);
    const parent = store.find(parentId);
    if (!isParentRow(parent)) return;
    const before = store.branchOf(parent);
    const isOnePage = (before?.list.pageSizes.length ?? 0) <= 1;
    if (before?.error !== undefined && isOnePage) await unlessAborted(store.refresh(parent), signal);
    await unlessAborted(store.peek(parent), signal);
    const { error } = store.branchOf(parent) ?? {};
    if (error !== undefined) throw error;
  }

  /**
   * Reads an item again, and the list below it if that has been read.
   * @throws ServiceError
   */
  async refresh(id: string, signal: AbortSignal): Promise<void> {
    const { store } = this.model;
    const row = store.find(id);
    if (!isResourceRow(row)) return;
    const isListRead = store.branchOf(row)?.readAt !== undefined;
    await unlessAborted(
      Promise.all([
        row.kind === 'project' ? store.rereadRow(row, { signal }) : this.#reread(row.parent, signal),
        ...(isParentRow(row) && isListRead ? [this.#reread(row, signal)] : []),
      ]),
      signal,
    );
  }

  /**
   * Reads the list below an item, again if it has been read.
   * @throws ServiceError
   */
  async refreshBelow(id: string, signal: AbortSignal): Promise<void> {
    const row = this.model.store.find(id);
    if (isParentRow(row)) await unlessAborted(this.#reread(row, signal), signal);
  }

  describe(id: string): ItemDescription | undefined {
    const row = this.model.store.find(id);
    if (!isResourceRow(row)) return undefined;
    const { health, size, warning } = summaryOf(row, this.model);
    const json = jsonText(inReadingOrder(withEvents(row, this.model)));
    return {
      health,
      size,
      warning: warning && eventFields(warning),
      details: json === undefined ? undefined : (JSON.parse(json) as unknown),
    };
  }

  async #reread(parent: ParentRow, signal: AbortSignal): Promise<void> {
    await this.model.store.readToEnd(parent, { signal }, true);
  }

  #matches(text: string, kind: ResourceRow['kind'] | undefined): readonly ItemMatch[] {
    return this.model.loadedRows
      .filter((row) => row.kind === (kind ?? row.kind))
      .flatMap((row) => {
        const rank = matchRank(row, text);
        return rank === undefined ? [] : [{ id: row.id, rank }];
      });
  }
}
