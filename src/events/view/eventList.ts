import { involves } from '../../presentation/event';
import type { Session } from '../../connections/session';
import { Pages } from '../../service/pages';
import type { ServiceEvent } from '../../service/resources/event';
import { readPages, type RowPage } from '../../items/store/loadedList';
import { hasNoChildren } from '../../items/store/row';
import { RowStore } from '../../items/store/rowStore';
import { newestFirst } from '../../items/events/newestFirst';
import type { ReadEvents } from '../../items/events/readEvents';
import { noFilter, passes, type EventFilter } from './filter';
import type { Place } from './place';
import { appearance, eventRows, noteRow, type Row, type ViewRow } from './rows';

/** The most pages to read for one click if none of them has an event to show. */
const maxPagesAtOnce = 5;

/** What the list needs from a session. */
export type EventSession = Pick<Session, 'connection' | 'client'>;

/** The events of a cluster or a project, and which of them are shown. */
export class EventList {
  readonly appearance = appearance;
  readonly store: RowStore<Row, never>;
  #place: Place;
  #filter = noFilter;

  constructor(
    private readonly session: EventSession,
    private readonly events: ReadEvents,
    place: Place,
  ) {
    this.#place = place;
    this.store = new RowStore<Row, never>({
      rootId: place.listId,
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

  /** Shows the events of `place`, which belong to this list, that pass `filter`. */
  show(place: Place, filter: EventFilter): void {
    if (place.id === this.#place.id && filter === this.#filter) return;
    this.#place = place;
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
  loaded(machine: Place['machine']): readonly ServiceEvent[] {
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
  get place(): Place {
    return this.#place;
  }

  #newRead() {
    const { query } = this.#place;
    const pages = new Pages<ServiceEvent>(async (token, options) => {
      const page = query && (await this.events.list(this.session, { ...query, continue: token }, options));
      // The view is hidden if the service does not offer events.
      return page ?? { items: [] };
    });
    return readPages(pages, (items, time): RowPage<Row>['rows'] =>
      eventRows(this.#place.listId, items, time),
    );
  }

  #isShown(row: Row): boolean {
    if (row.kind !== 'event') return true;
    const { machine } = this.#place;
    return passes(row.event, this.#filter) && (machine === undefined || involves(row.event, machine));
  }

  #emptyRow(loaded: number): Row {
    const { query, machine } = this.#place;
    if (query === undefined) return noteRow('noUid', this.#place, loaded);
    if (loaded === 0) return noteRow('noEvents', this.#place, loaded);
    const { length } = this.loaded(machine);
    return length === 0
      ? noteRow('noneInvolved', this.#place, loaded)
      : noteRow('noMatch', this.#place, length);
  }
}

function byTime(one: Row, other: Row): number {
  return one.kind === 'event' && other.kind === 'event' ? newestFirst(one.event, other.event) : 0;
}
