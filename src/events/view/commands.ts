import { l10n, window, type Disposable, type TreeView } from 'vscode';
import { eventLevel, eventLevels, eventLine, isWarning, objectText, severityOf } from '../../items/eventText';
import { formatCount } from '../../text/format';
import { displayName, escapeIconsAndLinks } from '../../text/text';
import { both, exactObject, object, oneOf, text } from '../../service/readers';
import type { InvolvedObject, ServiceEvent } from '../../service/resources/event';
import { clickedRow, currentRows } from '../../tree/clickedRow';
import { revealFirstNewRow } from '../../tree/revealRow';
import { kinds } from '../../items/item';
import { isAtOrBelow, isRowOf } from '../../items/store/row';
import type { CommandArguments, ConnectedCommand } from '../../ui/commands';
import { copy } from '../../ui/copy';
import { runCommand } from '../../ui/runCommand';
import { openDetails, type DetailsDocuments } from '../../ui/detailsDocuments';
import { showInputBox } from '../../ui/inputBox';
import { withViewProgress } from '../../ui/progress';
import { pickMany, pickOne } from '../../ui/quickPick';
import type { Inventory } from '../../items/inventory';
import { detailsUri, eventDetails } from './details';
import { listsLabel, noFilter, severityLabel } from './eventList';
import type { EventTopic, ShownLists } from './topic';
import { EventsView, type EventsViewParts } from './eventsView';
import { EventLogs } from './log';
import { isEventRow, type EventRow, type ViewRow } from './rows';

/** The Events view and its commands, without what startup needs. */
export class LoadedEvents implements Disposable {
  readonly view: TreeView<ViewRow>;
  readonly eventsView: EventsView;
  readonly logs: EventLogs;
  /** The commands of the view. */
  readonly table;

  constructor(
    parts: EventsViewParts & { readonly view: TreeView<ViewRow> },
    readonly scheme: string,
    documents: DetailsDocuments,
  ) {
    this.view = parts.view;
    this.eventsView = new EventsView(parts);
    this.logs = new EventLogs(scheme, documents, this.eventsView, parts.view);
    this.table = eventCommands(this);
  }

  /** The text of a log, by the ID of its topic, or the details of an event, by the ID of its row. */
  async textOf(id: string): Promise<string | undefined> {
    const row = this.eventsView.find(id);
    return row === undefined ? this.logs.textOf(id) : eventDetails(row.event);
  }

  /** Shows the audit entries about an item or a team. @param argument may be anything */
  async showAudit(argument: unknown): Promise<void> {
    const item = subject(argument);
    if (item === undefined) return;
    this.eventsView.showAudit(item);
    await runCommand('events.focus');
  }

  dispose(): void {
    this.logs.dispose();
    this.eventsView.dispose();
  }
}

type EventCommand = ConnectedCommand<Inventory>;

/** The commands of the Events view, by the end of their names. */
export function eventCommands(events: LoadedEvents): Readonly<Record<string, EventCommand>> {
  const { eventsView } = events;
  const retry: EventCommand = async ({ session }, clicked) => {
    session.refusals.forget();
    const { store } = eventsView.shown?.list ?? {};
    if (store === undefined || clicked === undefined) return;
    const row = isRowOf(clicked, ['error']) ? store.find(clicked.id) : undefined;
    await withViewProgress('poolview.events', () =>
      row?.kind === 'error' ? store.retry(row) : store.refresh(),
    );
  };
  const showDetails: EventCommand = async (_inventory, ...given) => {
    const rows = await rowsOf(events, given);
    // The focus stays in the view, for the next event.
    await openDetails(
      rows.map((row) => detailsUri(events.scheme, row)),
      { preserveFocus: true },
    );
  };
  return {
    refreshEvents: async ({ session }) => {
      session.refusals.forget();
      if (!events.view.visible) await runCommand('events.focus');
      const { shown } = eventsView;
      if (shown !== undefined) await withViewProgress('poolview.events', () => shown.list.store.refresh());
    },
    click: async (inventory) => {
      const row = await clickedRow([], events.view);
      if (isEventRow(row)) await showDetails(inventory, row);
      else if (isRowOf(row, ['loadMore'])) await loadMore(events);
      else await retry(inventory, row);
    },
    retry: async (inventory, ...given) => retry(inventory, await clickedRow(given, events.view)),
    filterEvents: ({ session }) => filter(eventsView, session),
    clearEventFilter: () => {
      eventsView.setFilter(noFilter);
    },
    openEventsAsText: async () => {
      eventsView.showItem();
      const { shown } = eventsView;
      if (shown === undefined) {
        void window.showInformationMessage(l10n.t('Select an item in the Projects view first.'));
      } else {
        await withViewProgress('poolview.events', () => events.logs.open(shown));
      }
    },
    showDetails,
    copyEvent: async (_inventory, ...given) => {
      const lines = (await rowsOf(events, given)).map(({ event }) => eventLine(event));
      if (lines.length === 0) return;
      await copy(lines.join('\n'), lines, (count) => l10n.t('Copied {0} events', count));
    },
    revealInProjects: async (inventory, ...given) => {
      const { shown } = eventsView;
      const [row] = await rowsOf(events, given);
      if (row === undefined || shown === undefined) return;
      await reveal(row.event, shown.topic, inventory);
    },
  };
}

function loadMore({ view, eventsView }: LoadedEvents): Promise<void> {
  return revealFirstNewRow(view, async () => {
    const { shown } = eventsView;
    const first = await shown?.list.loadMore();
    return eventsView.shown?.list === shown?.list ? first : undefined;
  });
}

/** Asks what to filter by. */
async function filter(eventsView: EventsView, session: Inventory['session']): Promise<void> {
  const { text, lists } = eventsView.filter;
  const run = await pickOne<() => Promise<void>>({
    title: l10n.t('Filter Events'),
    placeholder: l10n.t('Select what to filter by'),
    items: [
      { label: l10n.t('Text…'), description: text, value: () => filterByText(eventsView, session) },
      { label: l10n.t('Severity…'), value: () => filterBySeverity(eventsView) },
      {
        label: l10n.t('Events and Audit…'),
        description: listsLabel(lists),
        value: () => filterLists(eventsView),
      },
    ],
  });
  if (typeof run === 'function') await run();
}

/** Asks for a text to filter by. The view follows the typing; Escape restores the previous filter. */
async function filterByText(eventsView: EventsView, { containsApiKey }: Inventory['session']): Promise<void> {
  const { filter: before } = eventsView;
  const apply = (text: string): void => {
    if (text !== eventsView.filter.text) eventsView.setFilter({ ...eventsView.filter, text });
  };
  const text = await showInputBox({
    title: l10n.t('Filter Events'),
    prompt: l10n.t('Filter loaded events by reason, message or object. Sends no request'),
    value: before.text,
    toggles: [
      {
        icon: 'warning',
        tooltip: l10n.t('Only Warnings and Errors'),
        isOn: before.severities === 'warnings',
        set: (isOn) => {
          eventsView.setFilter({ ...eventsView.filter, severities: isOn ? 'warnings' : undefined });
        },
      },
    ],
    containsApiKey,
    onPause: (typed) => {
      apply(typed);
      return Promise.resolve();
    },
  });
  if (typeof text === 'string') apply(text);
  else if (eventsView.filter !== before) eventsView.setFilter(before);
}

/** What to show the audit log of. The arguments of commands may be anything. */
const subject = both(
  exactObject({ kind: oneOf(...kinds, 'team'), id: text, name: text }),
  object({ uid: text, projectUid: text, cluster: both(exactObject({ name: text }), object({ uid: text })) }),
);

/** Asks whether to show events, the audit log, or both. */
async function filterLists(eventsView: EventsView): Promise<void> {
  const lists = await pickOne<ShownLists>({
    title: l10n.t('Filter Events and Audit'),
    placeholder: l10n.t('Select what to show'),
    items: (['both', 'events', 'audit'] as const).map((value) => ({
      label: listsLabel(value),
      description: value === eventsView.filter.lists ? l10n.t('current') : '',
      value,
    })),
  });
  if (typeof lists === 'string') eventsView.setFilter({ ...eventsView.filter, lists });
}

/** Asks for severities among those of the loaded events. */
async function filterBySeverity(eventsView: EventsView): Promise<void> {
  const { shown, filter } = eventsView;
  const counts = countsBySeverity(shown?.list.loaded(shown.topic.machine) ?? []);
  if (counts.length === 0) {
    void window.showInformationMessage(l10n.t('No events are loaded.'));
    return;
  }
  const chosen = await pickMany<string>({
    title: l10n.t('Filter Events by Severity'),
    placeholder: l10n.t('Select the severities to show'),
    items: counts.map(([severity, count]) => ({
      label: severityLabel(severity),
      description: formatCount(count, l10n.t('1 event'), (n) => l10n.t('{0} events', n)),
      picked:
        filter.severities === 'warnings'
          ? isWarning({ severity })
          : filter.severities?.has(severity) === true,
      value: severity,
    })),
  });
  if (typeof chosen !== 'object') return;
  const severities: ReadonlySet<string> = new Set(chosen);
  const areAll = counts.every(([severity]) => severities.has(severity));
  eventsView.setFilter({ ...eventsView.filter, severities: areAll ? undefined : severities });
}

/** The severities of events, the worst first, and how many events have each. */
function countsBySeverity(events: readonly ServiceEvent[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const level of eventLevels) {
    for (const event of events) {
      const severity = severityOf(event);
      if (eventLevel(event) === level) counts.set(severity, (counts.get(severity) ?? 0) + 1);
    }
  }
  return [...counts];
}

/** The rows of the events that a command applies to. */
async function rowsOf(
  { view, eventsView }: LoadedEvents,
  given: CommandArguments,
): Promise<readonly EventRow[]> {
  const { shown } = eventsView;
  return shown === undefined ? [] : currentRows(shown.list.store, given, view, isEventRow);
}

/** Shows in the Projects view what an event is about. */
async function reveal(event: ServiceEvent, topic: EventTopic, inventory: Inventory): Promise<void> {
  const objects = [event.involvedObject, event.relatedObject].filter((object) => object !== undefined);
  const id = objects.map((object) => idOf(object, topic, inventory)).find((found) => found !== undefined);
  if (id !== undefined) {
    await runCommand('revealInProjects', { id });
    return;
  }
  const name = escapeIconsAndLinks(objectText(objects[0]));
  void window.showInformationMessage(
    name === ''
      ? l10n.t("The service didn't report what this event is about.")
      : l10n.t("The Projects view hasn't loaded {0}.", name),
  );
}

/** The ID of the item that is an object: it has the same UID or, in the same cluster or project, the same name. */
function idOf(
  { name = '', uid = '' }: InvolvedObject,
  topic: EventTopic,
  inventory: Inventory,
): string | undefined {
  const items = inventory.items();
  const byUid = uid === '' ? undefined : items.find((item) => item.uid === uid);
  if (byUid !== undefined || name === '') return byUid?.id;
  const { clusterUid, projectUid } = topic.query ?? {};
  const top = items.find((item) => item.uid !== undefined && item.uid === (clusterUid ?? projectUid));
  if (top === undefined) return undefined;
  const isSame = (item: typeof top): boolean =>
    item.kind !== 'pool' && isAtOrBelow(item.id, top.id) && item.name === displayName(name, uid, '');
  return items.find(isSame)?.id;
}
