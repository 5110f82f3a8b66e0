import { isDeepStrictEqual } from 'node:util';
import { l10n, type Disposable } from 'vscode';
import { eventTitle } from '../items/eventText';
import { kindText } from '../items/itemText';
import { idPart } from '../items/store/row';
import type { SelectedItem } from '../timeline/entry';
import type { ChangeLog } from '../items/changes/changeLog';
import type { ChangeLogs } from '../timeline/changeLogs';
import type { Inventory } from '../items/inventory';
import { Timeline } from '../timeline/timeline';
import { parts } from '../text/text';
import type { RefreshSlot } from '../tree/autoRefresh';
import { openDetails } from '../ui/detailsDocuments';
import { Updates } from '../tabs/updates';
import { copyEntries, entryDetails, eventDetails } from './entryTexts';
import { entryUri } from './entryUri';
import type { CopyForm, TimelineRequest, ToPage } from './messages';
import { isGroup } from '../items/kinds/levels';
import { dayMs } from '../text/format';

/** No period begins earlier. */
const longestMs = 8 * dayMs;

function shownOf(timeline: Timeline, { item, period }: TimelineRequest, since: number) {
  return {
    timeline,
    item,
    period,
    since,
    isFailing: false,
    /** Of the reads of the user. */
    reading: new AbortController(),
  };
}

type TimelineContent = ReturnType<typeof shownOf>;

/** The timeline of a connection, of the fleet or of an item, as the page shows it. It is read when the page asks for it. */
export class ShownTimeline implements Disposable {
  #shown: TimelineContent | undefined;
  /** The number of the last change that the user could see. */
  #seen: number;
  readonly #updates;

  constructor(
    private readonly inventory: Inventory,
    private readonly changes: ChangeLogs,
    post: (message: ToPage) => void,
    private readonly refreshed: RefreshSlot,
  ) {
    this.#updates = new Updates({
      current: () => {
        if (this.#shown === undefined) return undefined;
        const { timeline, item, since } = this.#shown;
        const { entries, state } = timeline;
        return {
          rest: { type: 'timeline', scope: timelineTitle(item), since, state } as const,
          list: entries,
        };
      },
      post,
    });
    this.#seen = this.#log.lastNumber;
  }

  get #log(): ChangeLog {
    return this.changes.of(this.inventory.session);
  }

  /** How many changes were seen since the page was opened, or since the timeline was shown last. */
  get newChanges(): number {
    return this.#updates.isRunning ? 0 : this.#log.countAfter(this.#seen);
  }

  /** The page is gone, or shows something else. What was read stays. */
  stop(): void {
    if (this.#updates.isRunning) this.#seen = this.#log.lastNumber;
    this.#updates.stop();
  }

  /** Reads it again if the page shows it. */
  async refresh(): Promise<void> {
    if (this.#updates.isRunning) await this.#read((timeline, signal) => timeline.refresh({ signal }));
  }

  readMore(): Promise<void> {
    return this.#read((timeline, signal) => timeline.readMore({ signal }));
  }

  stopReading(): void {
    this.#shown?.reading.abort();
  }

  /** Copies the entries with these IDs. @param filter what the page shows, in words */
  async copy(form: CopyForm, ids: readonly string[], filter: string): Promise<void> {
    const { timeline, item } = this.#shown ?? {};
    const entries = new Map(timeline?.entries.map((entry) => [entry.id, entry]));
    const copied = ids.flatMap((id) => entries.get(id) ?? []);
    const { session } = this.inventory;
    if (copied.length > 0) await copyEntries(form, copied, { session, scope: timelineTitle(item), filter });
  }

  /** The document of an entry; undefined if it is not shown any more. @param key as in its URI */
  async textOf(key: string): Promise<string | undefined> {
    const { timeline } = this.#shown ?? {};
    const entry = timeline?.entries.find(({ id }) => this.#keyOf(id) === key);
    if (entry === undefined) return undefined;
    const event = timeline?.eventOf(entry.id);
    return event === undefined ? entryDetails(entry) : eventDetails(event);
  }

  dispose(): void {
    this.stop();
    this.close();
  }

  async show(asked: TimelineRequest): Promise<void> {
    const { item, period, sources } = asked;
    const now = Date.now();
    const since = Math.min(Math.max(asked.since, now - longestMs), now);
    const shown = this.#shown;
    // The last hour, once it was read, only gets longer for a while.
    const isSame =
      shown?.period === period &&
      isDeepStrictEqual(shown.item, item) &&
      (period === 'since' ? shown.since === since : since - shown.since < now - since);
    if (!isSame) this.#open(asked, since);
    if (this.#shown) this.#shown.timeline.shownSources = sources;
    const reading = this.#read((timeline, signal) => timeline.read({ signal }));
    this.#updates.start();
    await reading;
  }

  #open(asked: TimelineRequest, since: number): void {
    this.close();
    const timeline = new Timeline(this.inventory, this.changes, { item: asked.item, since });
    timeline.onDidChange(() => {
      this.#updates.update();
    });
    const shown = shownOf(timeline, asked, since);
    this.#shown = shown;
    this.refreshed.show({
      get isFailing() {
        return shown.isFailing;
      },
      refreshInBackground: (signal) => this.#refresh(shown, signal),
    });
  }

  /** Forgets what was read. */
  close(): void {
    this.refreshed.show(undefined);
    this.#shown?.reading.abort();
    this.#shown?.timeline.dispose();
    this.#shown = undefined;
  }

  /** Reads for the user, one thing after the other. */
  async #read(read: (timeline: Timeline, signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const shown = this.#shown;
    if (shown === undefined || shown.timeline.state.isReading) return;
    const { signal } = (shown.reading = new AbortController());
    await this.#unlessCanceled(signal, read(shown.timeline, signal));
    this.#updates.update(true);
  }

  async #refresh(shown: TimelineContent, signal: AbortSignal): Promise<boolean> {
    if (shown.timeline.state.isReading) return true;
    const { timeline } = shown;
    const isWhole = await this.#unlessCanceled(signal, timeline.refresh({ signal, priority: 'timer' }));
    if (isWhole !== undefined) {
      // A log that the key may not read is no reason to read the other one less often.
      const { sources } = timeline.state;
      const isFailing = (log: 'event' | 'audit'): boolean =>
        !timeline.isShown(log) || sources[log] === undefined || sources[log].problem !== undefined;
      shown.isFailing = !isWhole && isFailing('event') && isFailing('audit');
    }
    this.#updates.update();
    return !shown.isFailing;
  }

  /** The result of a read; undefined if it was canceled, or the connection ended. */
  async #unlessCanceled<Result>(signal: AbortSignal, read: Promise<Result>): Promise<Result | undefined> {
    try {
      return await read;
    } catch (error) {
      if (signal.aborted || this.inventory.closed.aborted) return undefined;
      throw error;
    }
  }

  async openEntry(id: string): Promise<void> {
    const { timeline } = this.#shown ?? {};
    const entry = timeline?.entries.find((each) => each.id === id);
    if (entry === undefined) return;
    const event = timeline?.eventOf(id);
    const name = event === undefined ? entry.what : eventTitle(event);
    await openDetails([entryUri(this.#keyOf(id), name)]);
  }

  /** Identifies an entry among those of all connections: see `closeEditors`. */
  #keyOf(id: string): string {
    return `${idPart(this.inventory.session.connection.name)}/${id}`;
  }
}

/** `payments-eu · Cluster`; empty for the fleet. A group has the timeline of its cluster. */
function timelineTitle(item: SelectedItem | undefined): string {
  if (item === undefined) return '';
  const { kind, names } = item;
  const isInCluster = kind !== 'team' && isGroup({ kind }) && names.length > 2;
  if (isInCluster) return parts(names[1], kindText('cluster'));
  return parts(names.at(-1), kind === 'team' ? l10n.t('Team') : kindText(kind));
}
