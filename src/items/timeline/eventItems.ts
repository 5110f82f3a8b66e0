import { displayName } from '../../text/text';
import type { InvolvedObject, ServiceEvent } from '../../service/resources/event';
import type { Inventory } from '../inventory';
import type { Item } from '../item';
import { isResourceRow, type ClusterRow } from '../kinds';
import { isAtOrBelow } from '../store/ids';
import { itemOfRow, unknownItem } from './entries';
import type { EntryItem } from './entry';
import { isLeaf } from '../kinds/levels';

/** The known items, by what events say of them. @param items what it is made from */
function knownItems(items: readonly Item[], top: ClusterRow | undefined) {
  const byUid = new Map<string, Item>();
  /** The machines of the cluster that the timeline is about. */
  const byName = new Map<string, Item>();
  for (const item of items) {
    const { uid = '', name, id } = item;
    if (uid !== '') byUid.set(uid, item);
    if (isLeaf(item) && top !== undefined && isAtOrBelow(id, top.id)) byName.set(name, item);
  }
  return { items, byUid, byName };
}

/** Says what events are about. */
export class EventItems {
  #known: ReturnType<typeof knownItems> | undefined;

  /** @param clusterUid of the cluster that all events are of; undefined if they are of several */
  constructor(
    private readonly inventory: Inventory,
    private readonly clusterUid: string | undefined,
  ) {}

  /** Whether other items may be known than when an item was last looked for. */
  get haveChanged(): boolean {
    return this.#known !== undefined && this.#known.items !== this.inventory.items();
  }

  /** What an event is about: a known item, or something in one. */
  of({ involvedObject = {}, relatedObject = {} }: ServiceEvent): EntryItem | undefined {
    const found = this.#itemOf(involvedObject);
    if (found !== undefined) return found;
    const container = this.#itemOf(relatedObject) ?? (this.#top && itemOfRow(this.#top));
    return unknownItem(involvedObject, container) ?? container;
  }

  /** The known item that an object of an event is. */
  find({ uid = '', name = '' }: InvolvedObject): Item | undefined {
    if (uid === '' && name === '') return undefined;
    const items = this.inventory.items();
    if (this.#known?.items !== items) this.#known = knownItems(items, this.#top);
    const { byUid, byName } = this.#known;
    // The same machine may have different UIDs, such as that of its node.
    return byUid.get(uid) ?? byName.get(displayName(name, uid, ''));
  }

  #itemOf(object: InvolvedObject): EntryItem | undefined {
    const item = this.find(object);
    const row = item && this.inventory.store.find(item.id);
    return isResourceRow(row) ? itemOfRow(row) : undefined;
  }

  get #top(): ClusterRow | undefined {
    return this.inventory.clusterOf(this.clusterUid);
  }
}
