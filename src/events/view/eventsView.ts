import type { Disposable, TreeView } from 'vscode';
import { escapeIconsAndLinks, parts } from '../../text/text';
import type { RefreshedView } from '../../tree/autoRefresh';
import type { StoreTree } from '../../tree/treeView';
import { setContextKey } from '../../ui/contextKeys';
import { debounce } from '../../ui/timing';
import type { ActiveInventory } from '../../items/inventories';
import type { Inventory } from '../../items/inventory';
import type { ItemSelection, SelectedItem } from '../../items/selection';
import type { EventLists } from '../../items/events';
import { EventList, filterDescription, isFilter, noFilter, topicOf, type EventFilter } from './eventList';
import type { EventTopic } from './topic';
import { isEventRow, type EventRow, type ViewRow } from './rows';

type EventsTree = StoreTree<ViewRow, never, EventList>;

/** What the view consists of. */
export interface EventsViewParts {
  readonly inventories: ActiveInventory;
  readonly selection: ItemSelection;
  readonly events: EventLists;
  readonly tree: Pick<EventsTree, 'show'>;
  readonly view: Pick<TreeView<ViewRow>, 'visible' | 'onDidChangeVisibility' | 'description'>;
  readonly refreshed: Pick<RefreshedView, 'show'>;
}

/** How long an item must stay selected before its events are read, in milliseconds. */
const selectedMs = 300;

/** How often the ages in the rows are brought up to date, in milliseconds. */
const ageMs = 60_000;

/** The most lists in memory. */
const maxLists = 20;

/** What the view shows. */
interface Shown {
  readonly topic: EventTopic;
  readonly list: EventList;
}

/** Shows the events of the item that was selected last in the Projects view. */
export class EventsView implements Disposable {
  #item: SelectedItem | undefined;
  #filter = noFilter;
  #shown: Shown | undefined;
  /** By ID. The one that was shown last is the last one. */
  readonly #lists = new Map<string, EventList>();
  readonly #subscriptions: readonly Disposable[];
  readonly #ages: NodeJS.Timeout;
  readonly #showItemSoon = debounce(() => {
    this.showItem(false);
  }, selectedMs);
  /** Lists that stay in memory although others were shown since. */
  isKept: (list: EventList) => boolean = () => false;

  constructor(private readonly parts: EventsViewParts) {
    const { inventories, selection, view } = parts;
    this.#subscriptions = [
      inventories.onDidChangeActive(() => {
        this.#reset();
      }),
      selection.onDidChange(() => {
        this.#follow();
      }),
      view.onDidChangeVisibility(() => {
        if (view.visible) this.showItem(false);
      }),
    ];
    this.#ages = setInterval(() => {
      if (view.visible) this.#shown?.list.redraw();
    }, ageMs);
    this.#item = selection.item;
    this.showItem(false);
  }

  /** Undefined before an item was selected. */
  get shown(): Shown | undefined {
    return this.#shown;
  }

  get filter(): EventFilter {
    return this.#filter;
  }

  /** The row of an event, also of an item that was shown before. */
  find(rowId: string): EventRow | undefined {
    const found = [...this.#lists.values()].map(({ store }) => store.find(rowId));
    return found.find(isEventRow);
  }

  /** Shows only events that pass `filter`, also of items that are selected later. */
  setFilter(filter: EventFilter): void {
    this.#filter = filter;
    // The audit log of another item is shown until then: VS Code does not tell that the selected one is clicked again.
    if (filter === noFilter) this.#item = this.parts.selection.item ?? this.#item;
    setContextKey('poolview.eventsFiltered', isFilter(filter));
    this.#describe(this.#shown?.topic);
    this.showItem(this.#shown !== undefined);
  }

  /** Shows the audit entries about an item, until another one is selected or the filter is cleared. */
  showAudit(item: SelectedItem): void {
    this.#item = item;
    this.setFilter({ ...noFilter, lists: 'audit' });
    this.showItem();
    if (this.#shown?.list.isRead === true) void this.#shown.list.store.refresh();
  }

  /** VS Code asks for the rows, although nothing may have been shown so far. */
  prepare(): void {
    if (this.#shown === undefined) this.showItem();
  }

  dispose(): void {
    this.#showItemSoon.cancel();
    clearInterval(this.#ages);
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const list of this.#lists.values()) list.store.dispose();
    this.#lists.clear();
  }

  /** Another connection is active. */
  #reset(): void {
    const { selection, tree, refreshed } = this.parts;
    this.#showItemSoon.cancel();
    this.#item = selection.item;
    this.#shown = undefined;
    tree.show(undefined);
    refreshed.show(undefined);
    for (const list of this.#lists.values()) list.store.dispose();
    this.#lists.clear();
    setContextKey('poolview.showsEvents', false);
    this.setFilter(noFilter);
  }

  /** An item was selected, or VS Code cleared the selection: the last item then stays. */
  #follow(): void {
    const { inventories, selection } = this.parts;
    if (selection.item === undefined || inventories.active === undefined) return;
    this.#item = selection.item;
    this.#showItemSoon.cancel();
    const { name } = inventories.active.session.connection;
    const { listId } = topicOf(selection.item, name, this.#filter);
    if (this.#lists.get(listId)?.isRead === true) {
      this.showItem(false);
    } else {
      this.#showItemSoon();
    }
  }

  /** Shows the selected item now, even if it was selected just before. */
  showItem(evenHidden = true): void {
    const { inventories, tree, view, refreshed } = this.parts;
    this.#showItemSoon.cancel();
    if (this.#item === undefined || inventories.active === undefined) return;
    const topic = topicOf(this.#item, inventories.active.session.connection.name, this.#filter);
    this.#describe(topic);
    if (!view.visible && !evenHidden) return;
    const list = this.#listFor(topic, inventories.active);
    const before = this.#shown;
    this.#shown = { topic, list };
    list.show(topic, this.#filter);
    setContextKey('poolview.showsEvents', true);
    if (before?.list === list) return;
    tree.show(list);
    refreshed.show(list.store);
  }

  #listFor(topic: EventTopic, inventory: Inventory): EventList {
    const list = this.#lists.get(topic.listId) ?? new EventList(inventory, this.parts.events, topic);
    this.#lists.delete(topic.listId);
    this.#lists.set(topic.listId, list);
    for (const [id, old] of this.#lists) {
      if (this.#lists.size <= maxLists) break;
      if (old === list || old === this.#shown?.list || this.isKept(old)) continue;
      old.store.dispose();
      this.#lists.delete(id);
    }
    return list;
  }

  #describe(topic: EventTopic | undefined): void {
    const name = topic && escapeIconsAndLinks(topic.name, 60);
    this.parts.view.description = parts(name, filterDescription(this.#filter));
  }
}
