import { l10n } from 'vscode';
import { actorName, isWarning, objectText, severityOf } from '../../items/eventText';
import { escapeIconsAndLinks, parts } from '../../text/text';
import type { SelectedItem } from '../../items/selection';
import { isServiceError } from '../../service/errors';
import { Pages } from '../../service/pages';
import { requestTime } from '../../service/requestTime';
import { clockAheadMs } from '../../service/resources/audit';
import type { ServiceEvent } from '../../service/resources/event';
import type { ReadPage } from '../../items/store/loadedList';
import { hasNoChildren, idPart } from '../../items/store/row';
import { RowStore } from '../../items/store/rowStore';
import { eventScopeOf, involves, newestFirst, type EventLists, type EventSource } from '../../items/events';
import type { Appearance } from '../../tree/rowKinds';
import type { EventTopic, ShownLists } from './topic';
import { appearance, auditDays, eventRows, noteRow, type AuditNote, type Row, type ViewRow } from './rows';

/** The topic of the events of an item. */
export function topicOf(item: SelectedItem, connection: string, { lists: wanted }: EventFilter): EventTopic {
  const { cluster, projectUid } = item;
  const scope = eventScopeOf(item);
  const lists = item.kind === 'team' ? 'audit' : wanted;
  const resourceUid = cluster?.uid ?? projectUid ?? item.uid;
  const listId = `${idPart(connection)}/events/${lists}/${idPart(resourceUid ?? '')}`;
  const listName = cluster?.name ?? item.name;
  const topic = { ...scope, lists, resourceUid, listId, listName, id: listId, name: listName };
  const { machine } = scope;
  return machine === undefined
    ? topic
    : { ...topic, id: `${listId}/machine:${idPart(machine.uid ?? machine.name)}`, name: machine.name };
}

/** Which events to show. */
export interface EventFilter {
  readonly lists: ShownLists;
  /** A part of the reason, the message or the object; empty for all. */
  readonly text: string;
  /** As the service wrote them, or those of all warnings and errors; undefined for all. */
  readonly severities: ReadonlySet<string> | 'warnings' | undefined;
}

export const noFilter: EventFilter = { lists: 'both', text: '', severities: undefined };

export function isFilter({ lists, text, severities }: EventFilter): boolean {
  return lists !== 'both' || text !== '' || severities !== undefined;
}

function passes(event: ServiceEvent, { text, severities }: EventFilter): boolean {
  if (severities === 'warnings' ? !isWarning(event) : severities?.has(severityOf(event)) === false)
    return false;
  if (text === '') return true;
  const { reason = '', message = '', involvedObject, relatedObject } = event;
  const words = text.toLowerCase();
  const texts = [reason, message, actorName(event), objectText(involvedObject), objectText(relatedObject)];
  return texts.some((part) => part.toLowerCase().includes(words));
}

/** Describes the filter for the description of the view; empty if all events are shown. */
export function filterDescription({ lists, text, severities }: EventFilter): string {
  return parts(
    lists === 'both' ? undefined : listsLabel(lists),
    text === '' ? undefined : l10n.t('"{0}"', escapeIconsAndLinks(text, 60)),
    severities === 'warnings'
      ? l10n.t('warnings and errors')
      : severities && [...severities].map(severityLabel).join(', '),
  );
}

export function listsLabel(lists: ShownLists): string {
  return { both: l10n.t('Both'), events: l10n.t('Events'), audit: l10n.t('Audit') }[lists];
}

/** @param severity as {@link severityOf} returns it */
export function severityLabel(severity: string): string {
  return severity === '' ? l10n.t('No severity') : escapeIconsAndLinks(severity);
}

/** The most pages to read for one click if none of them has an event to show. */
const maxPagesAtOnce = 5;

/** The events of a cluster or a project with its entries in the audit log, and which of them are shown. */
export class EventList {
  readonly appearance: Appearance<ViewRow, this> = appearance;
  readonly store: RowStore<Row, never>;
  #topic: EventTopic;
  #filter = noFilter;
  #auditNote: AuditNote | undefined;

  constructor(
    private readonly source: EventSource,
    private readonly events: EventLists,
    topic: EventTopic,
  ) {
    this.#topic = topic;
    this.store = new RowStore<Row, never>({
      rootId: topic.listId,
      isParent: hasNoChildren,
      read: async (_, options, before) => {
        const page = await this.#newRead()(options);
        return page.error === undefined ? page : { ...page, rows: [...page.rows, ...before] };
      },
      arrange: (rows) => this.#arrange(rows),
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
      .filter((event) => isOf(event, machine))
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

  /** Reads the next page of both lists. If one of them cannot be read, the other is shown, with what was read before. */
  #newRead(): ReadPage<Row> {
    const lists = this.#newPages();
    const totals: number[] = [];
    const read: ReadPage<Row> = async (options) => {
      const time = requestTime();
      const results = await Promise.allSettled(lists.map((pages) => pages.next(options)));
      const pages = results.map((result) => (result.status === 'fulfilled' ? result.value.value : undefined));
      const error: unknown = results.find((result) => result.status === 'rejected')?.reason;
      const isPartial = isServiceError(error) && pages.some((page) => (page?.items.length ?? 0) > 0);
      if (error instanceof Error && !isPartial) throw error;
      if (!this.store.closed.aborted) this.events.showOffer();
      pages.forEach((page, index) => (totals[index] = page?.total ?? totals[index] ?? NaN));
      const { listId } = this.#topic;
      return {
        rows: pages.flatMap((page) => eventRows(listId, page?.items ?? [], page?.requestedAt ?? time)),
        // NaN if it is not known of both.
        total: totals.reduce((sum, total) => sum + total, 0) || undefined,
        next: lists.every(({ done }) => done) ? undefined : read,
        cut: lists.find(({ cut }) => cut !== undefined)?.cut,
        error: isPartial ? error : undefined,
      };
    };
    return read;
  }

  #newPages(): readonly Pages<ServiceEvent>[] {
    const { query, resourceUid, lists } = this.#topic;
    const now = Date.now();
    const endTime = now + clockAheadMs;
    const startTime = now - auditDays * 86_400_000;
    const none = { items: [], total: 0 };
    const events = new Pages<ServiceEvent>(async (token, options) => {
      const page = query && (await this.events.list(this.source, { ...query, continue: token }, options));
      return page ?? none;
    });
    const audits = new Pages<ServiceEvent>(async (token, options) => {
      // With an empty UID, the service would list the entries of everything.
      if (resourceUid === undefined || resourceUid === '') return none;
      const client = await this.source.session.client();
      try {
        const page = await client.listAudits({ resourceUid, startTime, endTime, continue: token }, options);
        this.#auditNote = 'auditDays';
        return page;
      } catch (error) {
        if (!isServiceError(error, 'forbidden', 'unsupported')) throw error;
        this.#auditNote = error.kind === 'forbidden' ? 'auditForbidden' : 'auditNotOffered';
        return none;
      }
    });
    return { both: [events, audits], events: [events], audit: [audits] }[lists];
  }

  /** The newest events first, then what is missing of the audit log. */
  #arrange(rows: readonly Row[]): readonly Row[] {
    const shown = rows.filter((row) => this.#isShown(row)).toSorted(byTime);
    const { list, error } = this.store.branchOf() ?? {};
    const isOfBoth = this.#topic.lists === 'both';
    const note = this.#auditNote;
    if (note === undefined || (note === 'auditNotOffered' && isOfBoth)) return shown;
    if (note === 'auditDays' && (shown.length === 0 || list?.next !== undefined)) return shown;
    if (shown.length === 0 && isOfBoth && error === undefined) shown.push(this.#emptyRow(rows.length));
    return [...shown, noteRow(note, this.#topic, 0)];
  }

  #isShown(row: Row): boolean {
    return row.kind !== 'event' || (passes(row.event, this.#filter) && isOf(row.event, this.#topic.machine));
  }

  #emptyRow(loaded: number): Row {
    const { resourceUid, machine, lists } = this.#topic;
    if (resourceUid === undefined) return noteRow('noUid', this.#topic, loaded);
    if (loaded === 0) return noteRow(lists === 'audit' ? 'noEntries' : 'noEvents', this.#topic, loaded);
    const { length } = this.loaded(machine);
    return length === 0
      ? noteRow('noneInvolved', this.#topic, loaded)
      : noteRow('noMatch', this.#topic, length);
  }
}

/** Whether an event involves `machine`, if there is one. Entries of the audit log are about its cluster. */
function isOf(event: ServiceEvent, machine: EventTopic['machine']): boolean {
  return machine === undefined || event.actor !== undefined || involves(event, machine);
}

function byTime(one: Row, other: Row): number {
  return one.kind === 'event' && other.kind === 'event' ? newestFirst(one.event, other.event) : 0;
}
