import type { AutoRefresh } from '../tree/autoRefresh';
import { hasNoChildren } from '../items/store/row';
import { StoreTree } from '../tree/treeView';
import { connected, viewCommands, type Feature } from '../ui/commands';
import { setContextKey } from '../ui/contextKeys';
import { DetailsDocuments } from '../ui/detailsDocuments';
import { lazy } from '../ui/lazy';
import type { EventLists } from '../items/events';
import type { ActiveInventory } from '../items/inventories';
import type { Inventory } from '../items/inventory';
import type { ItemSelection } from '../items/selection';
import type { EventList } from './view/eventList';
import type { ViewRow } from './view/rows';

const scheme = 'poolview-events';
const viewId = 'poolview.events';

/** Registers the Events view and its commands. Most of its code is loaded when it is first visible. */
export function registerEvents(
  inventories: ActiveInventory,
  selection: ItemSelection,
  events: EventLists,
  autoRefresh: AutoRefresh,
): Feature {
  const tree = new StoreTree<ViewRow, never, EventList>({
    isParent: hasNoChildren,
    prepare: async () => {
      (await loaded()).eventsView.prepare();
    },
  });
  const view = tree.createView(viewId, { isFlat: true });
  const refreshed = autoRefresh.register(view);
  const documents: DetailsDocuments = new DetailsDocuments(scheme, async (id) => (await loaded()).textOf(id));
  const loaded = lazy(async () => {
    const { LoadedEvents } = await import('./view/commands');
    return new LoadedEvents({ inventories, selection, events, tree, view, refreshed }, scheme, documents);
  });
  const active = (): Inventory | undefined => inventories.active;
  return {
    disposables: [
      view,
      tree,
      documents,
      loaded,
      events.onDidChangeOffer(() => {
        setContextKey('poolview.noEvents', !events.isOffered);
      }),
    ],
    viewCommands: viewCommands({ viewIds: [viewId], hasRow: tree.hasRow }, async () => {
      const { table } = await loaded();
      return { table, active };
    }),
    commands: {
      showAudit: connected(active, async (_inventory, subject) => (await loaded()).showAudit(subject)),
    },
  };
}
