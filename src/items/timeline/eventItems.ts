import { displayName } from '../../text/text';
import type { InvolvedObject, ServiceEvent } from '../../service/resources/event';
import type { Inventory } from '../inventory';
import type { Item } from '../item';
import { isResourceRow } from '../kinds';
import { isAtOrBelow } from '../store/row';
import { itemOfRow, unknownItem } from './entries';
import type { EntryItem } from './entry';

/** The known items, by what events say of them. */
interface Known {
  /** What it was made from. */
  readonly items: readonly Item[];
  readonly byUid: ReadonlyMap<string, Item>;
  /** The machines of the cluster that the timeline is about. */
  readonly byName: ReadonlyMap<string, Item>;
}

/** Says what events are about. */
export class EventItems {
  #known: Known | undefined;

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
    const found = this.#find(involvedObject);
    if (found !== undefined) return found;
    const top = this.inventory.clusterOf(this.clusterUid);
    const container = this.#find(relatedObject) ?? (top && itemOfRow(top));
    return unknownItem(involvedObject, container) ?? container;
  }

  #find({ uid = '', name = '' }: InvolvedObject): EntryItem | undefined {
    if (uid === '' && name === '') return undefined;
    const { byUid, byName } = this.#knownItems();
    // The same machine may have different UIDs, such as that of its node.
    const item = byUid.get(uid) ?? byName.get(displayName(name, uid, ''));
    const row = item && this.inventory.store.find(item.id);
    return isResourceRow(row) ? itemOfRow(row) : undefined;
  }

  #knownItems(): Known {
    const items = this.inventory.items();
    if (this.#known?.items === items) return this.#known;
    const top = this.inventory.clusterOf(this.clusterUid);
    const [byUid, byName] = [new Map<string, Item>(), new Map<string, Item>()];
    for (const item of items) {
      const { uid = '', kind, name, id } = item;
      if (uid !== '') byUid.set(uid, item);
      if (kind === 'machine' && top !== undefined && isAtOrBelow(id, top.id)) byName.set(name, item);
    }
    this.#known = { items, byUid, byName };
    return this.#known;
  }
}
