import { l10n } from 'vscode';
import { isWarning, objectText, severityOf } from '../../presentation/event';
import { escapeIconsAndLinks, parts } from '../../presentation/text';
import type { SelectedItem } from '../../items/selection';
import type { Session } from '../../connections/session';
import { Pages } from '../../service/pages';
import type { ServiceEvent } from '../../service/resources/event';
import { readPages, type RowPage } from '../../items/store/loadedList';
import { hasNoChildren, idPart } from '../../items/store/row';
import { RowStore } from '../../items/store/rowStore';
import { eventScopeOf, involves, newestFirst, type EventLists, type EventScope } from '../../items/events';
import { appearance, eventRows, noteRow, type Row, type ViewRow } from './rows';

/** The item that events belong to, and which events those are. */
export interface EventTopic extends EventScope {
  /** The ID of the list of events. Machines and pools share the list of their cluster. */
  readonly listId: string;
  /** The ID of these events, also of those of a machine. */
  readonly id: string;
  /** What to show as the name of the item. */
  readonly name: string;
  /** What to show as the name of the cluster or project that the events are listed for. */
  readonly listName: string;
}

/** The topic of the events of an item. */
export function topicOf(item: SelectedItem, connection: string): EventTopic {
  const scope = eventScopeOf(item, item.projectUid, item.cluster?.uid);
  const { projectUid = '', clusterUid } = scope.query ?? {};
  const listId = `${idPart(connection)}/events/${
    clusterUid === undefined ? `project:${idPart(projectUid)}` : `cluster:${idPart(clusterUid)}`
  }`;
  const listName = item.cluster?.name ?? item.name;
  const topic = { ...scope, listId, listName, id: listId, name: listName };
  const { machine } = scope;
  return machine === undefined
    ? topic
    : { ...topic, id: `${listId}/machine:${idPart(machine.uid ?? machine.name)}`, name: machine.name };
}

/** Which events to show. */
export interface EventFilter {
  /** A part of the reason, the message or the object; empty for all. */
  readonly text: string;
  /** As the service wrote them, or those of all warnings and errors; undefined for all. */
  readonly severities: ReadonlySet<string> | 'warnings' | undefined;
}

export const noFilter: EventFilter = { text: '', severities: undefined };

export function isFilter({ text, severities }: EventFilter): boolean {
  return text !== '' || severities !== undefined;
}

function passes(event: ServiceEvent, { text, severities }: EventFilter): boolean {
  if (severities === 'warnings' ? !isWarning(event) : severities?.has(severityOf(event)) === false)
    return false;
  if (text === '') return true;
  const { reason = '', message = '', involvedObject, relatedObject } = event;
  const words = text.toLowerCase();
  return [reason, message, objectText(involvedObject), objectText(relatedObject)].some((part) =>
    part.toLowerCase().includes(words),
  );
}

/** Describes the filter for the description of the view; empty if all events are shown. */
export function filterDescription({ text, severities }: EventFilter): string {
  return parts(
    text === '' ? undefined : l10n.t('"{0}"', escapeIconsAndLinks(text, 60)),
    severities === 'warnings'
      ? l10n.t('warnings and errors')
      : severities && [...severities].map(severityLabel).join(', '),
  );
}

/** @param severity as {@link severityOf} returns it */
export function severityLabel(severity: string): string {
  return severity === '' ? l10n.t('No severity') : escapeIconsAndLinks(severity);
}

/** The most pages to read for one click if none of them has an event to show. */
const maxPagesAtOnce = 5;

/** The events of a cluster or a project, and which of them are shown. */
export class EventList {
  readonly appearance = appearance;
  readonly store: RowStore<Row, never>;
  #topic: EventTopic;
  #filter = noFilter;

  constructor(
    private readonly session: Pick<Session, 'client'>,
    private readonly events: EventLists,
    topic: EventTopic,
  ) {
    this.#topic = topic;
    this.store = new RowStore<Row, never>({
      rootId: topic.listId,
      isParent: hasNoChildren,
      read: (_, options) => this.#newRead()(options),
      arrange: (rows) => rows.filter((row) => this.#isShown(row)).toSorted(byTime),
      emptyRow: (_, loaded) => this.#emptyRow(loaded),
    });
  }

  /** Whether its events can be shown without a request. */
  get isRead(): boolean {
    return this.store.branchOf()?.hasBeenRead === true;
  }

  /** Shows the events of `topic`, which belong to this list, that pass `filter`. */
  show(topic: EventTopic, filter: EventFilter): void {
    if (topic.id === this.#topic.id && filter === this.#filter) return;
    this.#topic = topic;
    this.#filter = filter;
    if (this.isRead) this.store.update();
  }

  /** Reads the next page, and a few more if it has nothing to show. Returns the first new row. */
  async loadMore(): Promise<ViewRow | undefined> {
    for (let count = 0; count < maxPagesAtOnce; count++) {
      const next = this.store.branchOf()?.list.next;
      const first = await this.store.loadMore();
      if (first !== undefined) return first;
      if (next === undefined || this.store.closed.aborted) break;
    }
    return undefined;
  }

  /** The loaded events of `machine` or, without one, all of them; newest first. */
  loaded(machine: EventTopic['machine']): readonly ServiceEvent[] {
    const rows = this.store.branchOf()?.list.rows ?? [];
    return rows
      .flatMap((row) => (row.kind === 'event' ? [row.event] : []))
      .filter((event) => machine === undefined || involves(event, machine))
      .sort(newestFirst);
  }

  /** Redraws the rows, which show how long ago something happened. */
  redraw(): void {
    this.store.notifyRows(this.store.rows());
  }

  /** The item whose events are shown. */
  get topic(): EventTopic {
    return this.#topic;
  }

  #newRead() {
    const { query } = this.#topic;
    const pages = new Pages<ServiceEvent>(async (token, options) => {
      const page = query && (await this.events.list(this.session, { ...query, continue: token }, options));
      // The view is hidden if the service does not offer events.
      return page ?? { items: [] };
    });
    return readPages(pages, (items, time): RowPage<Row>['rows'] =>
      eventRows(this.#topic.listId, items, time),
    );
  }

  #isShown(row: Row): boolean {
    if (row.kind !== 'event') return true;
    const { machine } = this.#topic;
    return passes(row.event, this.#filter) && (machine === undefined || involves(row.event, machine));
  }

  #emptyRow(loaded: number): Row {
    const { query, machine } = this.#topic;
    if (query === undefined) return noteRow('noUid', this.#topic, loaded);
    if (loaded === 0) return noteRow('noEvents', this.#topic, loaded);
    const { length } = this.loaded(machine);
    return length === 0
      ? noteRow('noneInvolved', this.#topic, loaded)
      : noteRow('noMatch', this.#topic, length);
  }
}

function byTime(one: Row, other: Row): number {
  return one.kind === 'event' && other.kind === 'event' ? newestFirst(one.event, other.event) : 0;
}
