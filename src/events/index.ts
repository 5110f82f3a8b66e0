import type { AutoRefresh } from '../tree/autoRefresh';
import { hasNoChildren } from '../items/store/row';
import { StoreTree } from '../tree/treeView';
import { connectedCommands } from '../ui/commands';
import { DetailsDocuments } from '../ui/detailsDocuments';
import { lazy } from '../ui/lazy';
import type { ItemSelection, ItemSources } from './itemSource';
import type { ReadEvents } from '../items/events/readEvents';
import type { EventList } from './view/eventList';
import type { EventCommandName } from './view/loaded';
import type { Row } from './view/rows';

const scheme = 'poolview-events';

/** By the end of their names. */
const commandNames: readonly EventCommandName[] = [
  'refreshEvents',
  'retryEvents',
  'loadMoreEvents',
  'filterEvents',
  'filterEventsBySeverity',
  'clearEventFilter',
  'openEventsAsText',
  'copyEvent',
  'revealEventObject',
];

/** Registers the Events view and its commands. Most of its code is loaded when it is first visible. */
export function registerEvents(
  items: ItemSources,
  selection: ItemSelection,
  events: ReadEvents,
  autoRefresh: AutoRefresh,
): readonly { dispose(): unknown }[] {
  const tree = new StoreTree<Row, never, undefined, EventList>({
    isParent: hasNoChildren,
    prepare: async () => {
      (await loaded()).prepare();
    },
  });
  const view = tree.createView('poolview.events', { isFlat: true });
  const refreshed = autoRefresh.register(view);
  const documents: DetailsDocuments = new DetailsDocuments(scheme, async (id) =>
    (await loaded()).logText(id),
  );
  const loaded = lazy(async () => {
    const { LoadedEvents } = await import('./view/loaded');
    return new LoadedEvents({ items, selection, events, tree, view, refreshed }, scheme, documents);
  });
  const register = connectedCommands(() => items.active);
  return [
    view,
    tree,
    documents,
    ...commandNames.map((name) =>
      register(`poolview.${name}`, async (source, ...given) => (await loaded()).run(name, source, given)),
    ),
    loaded,
  ];
}
