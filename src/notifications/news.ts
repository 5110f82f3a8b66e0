import { attentionIn } from '../items/attention';
import type { ChangeLog } from '../items/changes/changeLog';
import type { Inventory } from '../items/inventory';
import { isStanding, type Item } from '../items/item';
import { compareStates } from '../items/severity';
import { isResourceRow } from '../items/kinds';
import { idsTo, parentIdOf } from '../items/store/row';
import { isCounted } from '../items/kinds/levels';

/** An item that began to need attention, got worse, or does not need attention any more. */
export interface ItemNews {
  /** As it is now, or was before it disappeared. */
  readonly item: Item;
  readonly is: 'ill' | 'well' | 'gone';
  /** Why a known problem needs attention again: `fluent-bit CrashLoopBackOff, also failed: cni-calico` */
  readonly reopened?: string | undefined;
}

/** Tells whether the user sees an item that needs attention, or did. */
export type IsSeen = (id: string) => boolean;

type ById = ReadonlyMap<string, Item>;

/** What is news about the items of a connection: the difference of what needed attention before and what does now. */
export class News {
  /** All items when they were last compared. */
  #items: ById;
  /** Those of them that needed attention, without known problems. */
  #open: ById;
  /** The items of which the user was not told yet, and how they were before; undefined if they did not need attention. */
  readonly #pending = new Map<string, Item | undefined>();

  /** The number of the last change when the user was told. */
  #toldNumber = 0;

  constructor(
    readonly inventory: Inventory,
    private readonly log: ChangeLog,
  ) {
    this.#items = byId(inventory.items());
    this.#open = openIn(inventory);
    this.settle();
  }

  /**
   * Compares the items with what they were at the last call. A problem that began and ended since the user was told is no news.
   * @param isAsked whether the user has asked for what was read since then, and looks at it
   * @returns everything that is news since {@link settle}
   */
  compare(isSeen: IsSeen, isAsked: boolean): readonly ItemNews[] {
    const [items, open] = [this.#items, this.#open];
    this.#items = byId(this.inventory.items());
    this.#open = openIn(this.inventory);
    if (!isAsked) {
      for (const id of new Set([...open.keys(), ...this.#open.keys()])) {
        const was = open.get(id);
        if (!this.#pending.has(id) && (was !== undefined || wasRead(id, items))) this.#pending.set(id, was);
      }
    }
    const news: ItemNews[] = [];
    for (const [id, was] of this.#pending) {
      const one = this.#newsOf(id, was);
      if (isSeen(id) || (one === undefined && !this.#isUnsettled(id))) this.#pending.delete(id);
      else if (one !== undefined) news.push(one);
    }
    return news;
  }

  /** Call this when the user was told. */
  settle(): void {
    this.#pending.clear();
    this.#toldNumber = this.log.changes[0]?.number ?? 0;
  }

  #newsOf(id: string, was: Item | undefined): ItemNews | undefined {
    const ill = this.#open.get(id);
    if (ill !== undefined) {
      const isNews = was === undefined || compareStates(ill.state, was.state) < 0;
      return isNews ? { item: ill, is: 'ill', reopened: this.#whyReopened(id) } : undefined;
    }
    if (was === undefined) return undefined;
    const item = this.#items.get(id);
    // A problem persists until a reading shows that it ended.
    const isWell = item?.state === 'healthy' && !this.#isUnsettled(id);
    if (item !== undefined) return isWell ? { item, is: 'well' } : undefined;
    // Otherwise, it may only be forgotten until it is read again.
    return this.#items.get(parentIdOf(id))?.isListRead === true ? { item: was, is: 'gone' } : undefined;
  }

  /** Whether the service has answered or contradicted what was read of an item or a machine in it: that is read again. */
  #isUnsettled(id: string): boolean {
    const row = this.inventory.store.find(id);
    if (!isResourceRow(row)) return false;
    const { item, ill } = this.inventory.derivedOf(row);
    return !isStanding(item) || ill.some(({ standing }) => standing !== undefined);
  }

  #whyReopened(id: string): string | undefined {
    return this.log.changes.find(
      ({ what, item, number }) => what === 'reopened' && item.id === id && number > this.#toldNumber,
    )?.to;
  }
}

function byId(items: readonly Item[]): ById {
  return new Map(items.map((item) => [item.id, item]));
}

function openIn(inventory: Inventory): ById {
  return byId(attentionIn(inventory).rows.map((row) => inventory.itemOf(row)));
}

/** Whether an item was read, or the list that it is in: what is read for the first time is no news. */
function wasRead(id: string, items: ById): boolean {
  const item = items.get(id);
  return item === undefined ? items.get(parentIdOf(id))?.isListRead === true : item.state !== 'notRead';
}

/** Without machines whose cluster is news, too, and without projects in which something is. */
export function withoutRepeated(news: readonly ItemNews[]): readonly ItemNews[] {
  const counted = new Set(news.flatMap(({ item }) => (isCounted(item) ? item.id : [])));
  const containers = new Set(news.flatMap(({ item }) => idsTo(parentIdOf(item.id))));
  return news.filter(({ item }) =>
    isCounted(item) ? !idsTo(parentIdOf(item.id)).some((id) => counted.has(id)) : !containers.has(item.id),
  );
}
