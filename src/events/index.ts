import type { AutoRefresh } from '../tree/autoRefresh';
import { hasNoChildren } from '../items/store/row';
import { StoreTree } from '../tree/treeView';
import { connectedCommands } from '../ui/commands';
import { setContextKey } from '../ui/contextKeys';
import { DetailsDocuments } from '../ui/detailsDocuments';
import { lazy } from '../ui/lazy';
import type { EventLists } from '../items/events';
import type { Inventories } from '../items/inventories';
import type { ItemSelection } from '../items/selection';
import type { EventCommandName } from './view/commands';
import type { EventList } from './view/eventList';
import type { ViewRow } from './view/rows';

const scheme = 'poolview-events';

/** By the end of their names. */
const commandNames: readonly EventCommandName[] = [
  'refreshEvents',
  'retryEvents',
  'loadMoreEvents',
  'filterEvents',
  'filterEventsBySeverity',
  'filterAudit',
  'clearEventFilter',
  'openEventsAsText',
  'showEventDetails',
  'copyEvent',
  'revealEventObject',
  'showAudit',
];

/** Registers the Events view and its commands. Most of its code is loaded when it is first visible. */
export function registerEvents(
  inventories: Pick<Inventories, 'active' | 'onDidChangeActive'>,
  selection: ItemSelection,
  events: EventLists,
  autoRefresh: AutoRefresh,
): readonly { dispose(): unknown }[] {
  const tree = new StoreTree<ViewRow, never, EventList>({
    isParent: hasNoChildren,
    prepare: async () => {
      (await loaded()).eventsView.prepare();
    },
  });
  const view = tree.createView('poolview.events', { isFlat: true });
  const refreshed = autoRefresh.register(view);
  const documents: DetailsDocuments = new DetailsDocuments(scheme, async (id) => (await loaded()).textOf(id));
  const loaded = lazy(async () => {
    const { LoadedEvents } = await import('./view/commands');
    return new LoadedEvents({ inventories, selection, events, tree, view, refreshed }, scheme, documents);
  });
  const register = connectedCommands(() => inventories.active);
  return [
    view,
    tree,
    documents,
    ...commandNames.map((name) =>
      register(`poolview.${name}`, async (inventory, ...given) =>
        (await loaded()).run(name, inventory, given),
      ),
    ),
    loaded,
    events.onDidChangeOffer(() => {
      setContextKey('poolview.noEvents', !events.isOffered);
    }),
  ];
}
