import { isIP } from 'node:net';
import { jsonText } from '../../text/document';
import { eventFields, type EventFields } from '../eventText';
import { inReadingOrder } from '../../text/yamlDocument';
import { unlessAborted } from '../../service/abort';
import type { ServiceError } from '../../service/errors';
import type { Inventory } from '../inventory';
import type { ItemKind } from '../item';
import { isParentRow, isResourceRow, type ParentRow } from '../kinds';
import { parentIdOf } from '../store/row';
import { summaryOf, withFacts } from '../summary';
import { matchRank, namesOf } from './matches';
import { searchService } from './serviceSearch';

/** An item that matches a text. */
interface ItemMatch {
  readonly id: string;
  /** 0 if its name, UID or an address is the text; more if it is less alike. */
  readonly rank: number;
}

/** How items are searched for. */
interface ItemSearch {
  /** Only items of this kind; all if undefined. */
  readonly kind: ItemKind | undefined;
  /** Whether the service may be searched, too. */
  readonly isServiceSearched: boolean;
  readonly signal: AbortSignal;
}

/** What a search found. */
export interface FoundItems {
  /** All of them are known from now on. */
  readonly matches: readonly ItemMatch[];
  /** Whether the service was searched, too. */
  readonly isServiceSearched: boolean;
  /** Why a search of the service failed. Empty if the service does not offer it. */
  readonly errors: readonly ServiceError[];
}

/** What the hover and the details of an item show besides what everyone shows. Texts are as the service wrote them. */
export interface ItemDescription {
  readonly size: readonly string[];
  /** The newest warning of the service about it, if events were read and it is not healthy. */
  readonly warning: EventFields | undefined;
  /** The service's JSON in the order in which users read it, without secrets; undefined if it is nested too deeply. */
  readonly details: unknown;
}

/** Finds items and reads single ones. */
export class ItemLookup {
  constructor(private readonly inventory: Inventory) {}

  /**
   * Finds items by name, UID, address or tags. If the text is not exactly that of a known item, the service can be searched for
   * projects and clusters with this name, which are known from then on.
   */
  async find(text: string, { kind, isServiceSearched, signal }: ItemSearch): Promise<FoundItems> {
    const known = this.#matches(text, kind);
    const mayHaveMore = kind !== 'pool' && kind !== 'machine' && isIP(text.trim()) === 0;
    if (!isServiceSearched || !mayHaveMore || known.some(({ rank }) => rank === 0)) {
      return { matches: known, isServiceSearched: false, errors: [] };
    }
    const { time, projects, clusters, errors } = await searchService(this.inventory, text.trim(), signal);
    signal.throwIfAborted();
    this.inventory.addProjects(projects, time, false);
    const found = clusters.map(({ cluster }) => cluster);
    await this.inventory.addClusters(found, time, false);
    return { matches: this.#matches(text, kind), isServiceSearched: true, errors };
  }

  /**
   * Makes an item known that has been forgotten: reads the first page of each list that leads to it, unless that list has been
   * read. An ID can be made up, and is not worth reading long lists.
   * @throws ServiceError
   */
  async locate(id: string, signal: AbortSignal): Promise<void> {
    const { store } = this.inventory;
    const parentId = parentIdOf(id);
    if (parentId === '' || store.find(id) !== undefined) return;
    await this.locate(parentId, signal);
    const parent = store.find(parentId);
    if (!isParentRow(parent)) return;
    const before = store.branchOf(parent);
    const isOnePage = (before?.list.pages.length ?? 0) <= 1;
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
    const { store } = this.inventory;
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

  /** Undefined if the item is not known. */
  describe(id: string): ItemDescription | undefined {
    const row = this.inventory.store.find(id);
    if (!isResourceRow(row)) return undefined;
    const { size, warning } = summaryOf(row, this.inventory);
    const json = jsonText(inReadingOrder(withFacts(row, this.inventory)));
    return {
      size,
      warning: warning && eventFields(warning),
      details: json === undefined ? undefined : (JSON.parse(json) as unknown),
    };
  }

  async #reread(parent: ParentRow, signal: AbortSignal): Promise<void> {
    await this.inventory.store.readToEnd(parent, { signal }, true);
  }

  #matches(text: string, kind: ItemKind | undefined): readonly ItemMatch[] {
    return this.inventory.rows
      .filter((row) => row.kind === (kind ?? row.kind))
      .flatMap((row) => {
        const rank = matchRank(namesOf(row), text);
        return rank === undefined ? [] : [{ id: row.id, rank }];
      });
  }
}
