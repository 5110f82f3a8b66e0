import { isDeepStrictEqual } from 'node:util';
import { EventEmitter, l10n, type Disposable } from 'vscode';
import { errorSentence } from '../../text/errors';
import { formatNumber } from '../../text/format';
import { present } from '../../text/text';
import { perObject } from '../../service/perObject';
import { unlessAborted } from '../../service/abort';
import { keysOf } from '../../service/keys';
import { withoutMailDomains } from '../../service/mailAddress';
import type { PageFetch } from '../../service/pages';
import { timed } from '../../service/requestTime';
import { clockAheadMs } from '../../service/resources/audit';
import type { ServiceEvent } from '../../service/resources/event';
import type { CallOptions } from '../../service/schedule';
import type { ChangeLog } from '../changes/changeLog';
import type { ChangeLogs } from '../changes/changeLogs';
import { coverageSentences } from '../changes/changeText';
import type { ClusterRef } from '../details/clusterReads';
import { involves } from '../events';
import type { Inventory } from '../inventory';
import type { ClusterRow } from '../kinds';
import { isAtOrBelow } from '../store/row';
import { changeEntry, clusterEntries, logEntry, type LogSource } from './entries';
import {
  newestFirst,
  type SourceState,
  type TimelineEntry,
  type TimelineScope,
  type TimelineSource,
  type TimelineState,
} from './entry';
import { EventItems } from './eventItems';
import { TimelineLog, type Listed } from './log';
import { auditedBy, clusterIn, eventQueryOf, sourcesOf, topIdOf } from './scope';

/** What a timeline is made of. */
export interface TimelineParts {
  readonly inventory: Inventory;
  readonly changes: Pick<ChangeLogs, 'of' | 'onDidChange'>;
  /** In milliseconds since 1970. */
  readonly now?: () => number;
}

/** The most requests of the first reading, and of each that reads more. */
const [firstRequests, moreRequests] = [4, 10];

/** What is read of a cluster, by the source that shows it. */
const details = { pack: 'overview', repave: 'repave' } as const;

/** What happened in the fleet, or to an item, from all sources, newest first. */
export class Timeline implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when more was read, and when what was read shows something else. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #sources: ReadonlySet<TimelineSource>;
  readonly #logs = new Map<LogSource, TimelineLog>();
  /** The ID of the item whose changes are shown, and those of what it contains. */
  readonly #topId: string | undefined;
  readonly #cluster: ClusterRef | undefined;
  readonly #items: EventItems;
  readonly #now: () => number;
  readonly #subscriptions: readonly Disposable[];
  readonly #changeEntry = perObject(changeEntry);
  readonly #logEntries = new WeakMap<ServiceEvent, TimelineEntry>();
  /** By what was read of a cluster. */
  readonly #clusterEntries = new WeakMap<object, readonly TimelineEntry[]>();
  #shownSources: readonly TimelineSource[] = [];
  #entries: readonly TimelineEntry[] | undefined;
  #state: TimelineState | undefined;
  #reading = 0;
  /** Settles when what was asked for before is done. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly parts: TimelineParts,
    private readonly scope: TimelineScope,
  ) {
    const { inventory, changes, now = Date.now } = parts;
    this.#now = now;
    this.#topId = topIdOf(scope, inventory);
    this.#cluster = clusterIn(scope);
    this.#items = new EventItems(inventory, this.#cluster?.uid);
    this.#sources = new Set(sourcesOf(scope));
    if (this.#sources.has('event')) this.#addLog('event', this.#eventPages());
    if (this.#sources.has('audit')) this.#addLog('audit', this.#auditPages());
    this.#subscriptions = [
      this.#onDidChange,
      changes.onDidChange(() => {
        if (!inventory.closed.aborted) this.#change();
      }),
      inventory.clusterReads.onDidRead(({ name, uid }) => {
        const cluster = name === 'overview' || name === 'repave' ? inventory.clusterOf(uid) : undefined;
        if (cluster && this.#isIn(cluster)) this.#change();
      }),
    ];
  }

  /** The sources that are looked at; all if there are none. The others limit nothing, and are not read on. */
  set shownSources(sources: readonly TimelineSource[]) {
    this.#shownSources = sources;
    this.#change();
  }

  get #shownLogs(): readonly TimelineLog[] {
    const isShown = (source: LogSource): boolean =>
      this.#shownSources.length === 0 || this.#shownSources.includes(source);
    return [...this.#logs].flatMap(([source, log]) => (isShown(source) ? log : []));
  }

  /** Newest first, without those before `shownTo`. The same object as long as nothing has changed. */
  get entries(): readonly TimelineEntry[] {
    const before = this.#entries;
    // Items may be known that were not when entries about them were read.
    const isUpToDate = this.parts.inventory.closed.aborted || !this.#items.haveChanged;
    if (before && isUpToDate) return before;
    if (!isUpToDate) this.#state = undefined;
    const shown = this.#shown();
    const isSame = before?.length === shown.length && before.every((entry, index) => entry === shown[index]);
    this.#entries = isSame ? before : shown;
    return this.#entries;
  }

  get state(): TimelineState {
    this.#state ??= this.#newState();
    return this.#state;
  }

  /** What the service wrote of an event or an audit entry: for the opened entry only, as it may have mail addresses. */
  eventOf(id: string): ServiceEvent | undefined {
    return [...this.#logs.values()].flatMap(({ entries }) => entries).find((each) => each.id === id)?.event;
  }

  /**
   * Reads the newest entries, and older ones with the requests that are left.
   * @throws DOMException if it is canceled
   */
  async read(options: CallOptions = {}): Promise<void> {
    await this.#run(options, async (given) => {
      const failed = new Set<TimelineLog>();
      const pages = [...this.#logs.values()].map((log) => this.#readPage(log, given, failed));
      const reads = [...pages, ...this.#readDetails(given)];
      await Promise.all(reads);
      await this.#readOn(firstRequests - reads.length, given, failed);
    });
  }

  /**
   * Reads older entries.
   * @throws DOMException if it is canceled
   */
  async readMore(options: CallOptions = {}): Promise<void> {
    await this.#run(options, (given) => this.#readOn(moreRequests, given, new Set()));
  }

  /**
   * Reads what is new, with one request for each log.
   * @returns whether all of them could be read
   * @throws DOMException if it is canceled
   */
  async refresh(options: CallOptions = {}): Promise<boolean> {
    return this.#run(options, async (given) => {
      const refreshed = [...this.#logs.values()].map(async (log) => {
        const isRead = await log.refresh(given);
        this.#change();
        return isRead;
      });
      return (await Promise.all(refreshed)).every(Boolean);
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** One after the other: a page is asked for by what the one before it said. */
  async #run<Result>(options: CallOptions, read: (options: CallOptions) => Promise<Result>): Promise<Result> {
    const { closed } = this.parts.inventory;
    const signal = options.signal === undefined ? closed : AbortSignal.any([options.signal, closed]);
    const before = this.#last;
    const run = async (): Promise<Result> => {
      this.#reading++;
      this.#change();
      try {
        await before;
        signal.throwIfAborted();
        return await read({ ...options, signal });
      } finally {
        this.#reading--;
        this.#change();
      }
    };
    const running = run();
    this.#last = running.catch(() => undefined);
    return running;
  }

  async #readPage(log: TimelineLog, options: CallOptions, failed: Set<TimelineLog>): Promise<void> {
    if (!(await log.readPage(options))) failed.add(log);
    this.#change();
  }

  /** Reads the log on which most depends, again and again. A log that fails is not asked again. */
  async #readOn(requests: number, options: CallOptions, failed: Set<TimelineLog>): Promise<void> {
    for (let left = requests; left > 0; left--) {
      const log = this.#unread().find((one) => !failed.has(one));
      if (log === undefined) return;
      await this.#readPage(log, options, failed);
    }
  }

  /** The logs whose next pages would be shown, the one that was read the least far first. */
  #unread(): readonly TimelineLog[] {
    const logs = this.#shownLogs;
    const ends = logs.filter((log) => log.isLimiting && !log.hasMore).map(({ readTo }) => readTo);
    const end = Math.max(-Infinity, ...ends);
    return logs
      .filter((log) => log.hasMore && log.readTo > end)
      .sort((one, other) => (one.readTo === other.readTo ? 0 : other.readTo - one.readTo));
  }

  /** Reads what the cluster of the item says of itself. */
  #readDetails({ priority, signal }: CallOptions): readonly Promise<void>[] {
    const cluster = this.#cluster;
    if (cluster === undefined) return [];
    const { clusterReads } = this.parts.inventory;
    return keysOf(details)
      .filter((source) => this.#sources.has(source))
      .map((source) => unlessAborted(clusterReads.read(details[source], cluster, { priority }), signal));
  }

  /** @param fetch undefined if the service told no UID to ask for: without one, it would list those of everything */
  #addLog(source: LogSource, fetch: (() => PageFetch<ServiceEvent>) | undefined): void {
    const { item, since } = this.scope;
    const machine = source === 'event' && item?.kind === 'machine' ? item : undefined;
    if (fetch === undefined) return;
    const log = new TimelineLog({
      source,
      since,
      fetch,
      isIn: (event) => machine === undefined || involves(event, machine),
    });
    this.#logs.set(source, log);
  }

  #eventPages(): (() => PageFetch<ServiceEvent>) | undefined {
    const { session, clusterReads } = this.parts.inventory;
    const query = eventQueryOf(this.scope);
    if (query === undefined) return undefined;
    const { clusterUid } = query;
    return () =>
      async (token, options = {}) => {
        const client = await session.client();
        const sent = timed(options);
        const page = await client.listEvents({ ...query, continue: token }, sent.options);
        const isNewest = clusterUid !== undefined && token === undefined;
        if (isNewest) clusterReads.take('events', clusterUid, page.items, sent.time);
        return page;
      };
  }

  #auditPages(): (() => PageFetch<ServiceEvent>) | undefined {
    const query = auditedBy(this.scope);
    if (query === undefined) return undefined;
    const { session, clusterReads } = this.parts.inventory;
    return () => {
      // The same for all pages, because their tokens belong to it.
      const period = { startTime: this.scope.since, endTime: this.#now() + clockAheadMs };
      return async (token, options) => {
        const client = await session.client();
        const page = await client.listAudits({ ...query, ...period, continue: token }, options);
        clusterReads.takeAudits(page.items);
        return page;
      };
    };
  }

  /** Whether the item is the cluster, or contains it, or is in it. */
  #isIn({ id }: ClusterRow): boolean {
    const top = this.#topId;
    return top === undefined || isAtOrBelow(id, top) || isAtOrBelow(top, id);
  }

  /** The known clusters that it is about. */
  #clusters(): readonly ClusterRow[] {
    if (!this.#sources.has('pack') && !this.#sources.has('repave')) return [];
    return this.parts.inventory.clusters.filter((cluster) => this.#isIn(cluster));
  }

  #clusterEntriesOf(cluster: ClusterRow): readonly TimelineEntry[] {
    const { facts } = cluster;
    if (facts === undefined) return [];
    const entries = this.#clusterEntries.get(facts) ?? clusterEntries(cluster, this.scope.since);
    this.#clusterEntries.set(facts, entries);
    return entries.filter(({ source }) => this.#sources.has(source));
  }

  /** With the item as it is known now, and the same object as long as nothing else is known. */
  #logEntryOf(source: LogSource, { id, time, event }: Listed): TimelineEntry {
    const before = this.#logEntries.get(event);
    if (before?.item?.id !== undefined) return before;
    const item = this.#items.of(event);
    if (before && isDeepStrictEqual(item, before.item)) return before;
    const entry = logEntry(source, event, { id, time, item });
    this.#logEntries.set(event, entry);
    return entry;
  }

  #change(): void {
    this.#entries = undefined;
    this.#state = undefined;
    this.#onDidChange.fire();
  }

  #shown(): readonly TimelineEntry[] {
    const all = [
      ...this.#changes(),
      ...this.#clusters().flatMap((cluster) => this.#clusterEntriesOf(cluster)),
      ...[...this.#logs].flatMap(([source, { entries }]) =>
        entries
          .filter(({ event }) => this.#isShown(source, event) === true)
          .map((listed) => this.#logEntryOf(source, listed)),
      ),
    ].sort(newestFirst);
    const { shownTo } = this.state;
    const end = all.findIndex(({ time }) => time < shownTo);
    return end === -1 ? all : all.slice(0, end);
  }

  /** Whether an entry is about the item: the audit log is read for a whole project. Undefined if that is not known. */
  #isShown(source: LogSource, { involvedObject = {} }: ServiceEvent): boolean | undefined {
    const { uid = '', kind = '' } = involvedObject;
    const [top, cluster, { item }] = [this.#topId, this.#cluster, this.scope];
    if (source === 'event' || top === undefined || cluster === undefined) return true;
    if (present(cluster.uid, item?.uid).includes(uid)) return true;
    const found = this.#items.find(involvedObject);
    if (found !== undefined) return isAtOrBelow(found.id, top);
    return item?.kind !== 'machine' && /machine|node/i.test(kind) ? undefined : false;
  }

  get #log(): ChangeLog {
    return this.parts.changes.of(this.parts.inventory.session);
  }

  #changes(): readonly TimelineEntry[] {
    if (!this.#sources.has('change')) return [];
    return this.#log.changes
      .filter(({ item, before }) => {
        const isIn = this.#topId === undefined || isAtOrBelow(item.id, this.#topId);
        return isIn && before >= this.scope.since;
      })
      .map((change) => this.#changeEntry(change));
  }

  #newState(): TimelineState {
    const logs = this.#shownLogs;
    const times = logs.flatMap(({ readAt }) => readAt ?? []);
    return {
      isReading: this.#reading > 0,
      readAt: times.length === 0 ? undefined : Math.min(...times),
      shownTo: Math.max(
        this.scope.since,
        ...logs.filter((log) => log.isLimiting).map(({ readTo }) => readTo),
      ),
      sources: Object.fromEntries(
        [...this.#sources].map((source) => [source, this.#sourceState(source)] as const),
      ),
      hasMore: this.#unread().length > 0,
      isTruncated: logs.some((log) => log.isTruncated),
      coverage: this.#coverage().join(' '),
    };
  }

  #sourceState(source: TimelineSource): SourceState {
    const { since } = this.scope;
    const whole = { readTo: since, isWhole: true, isUnsorted: false };
    if (source === 'change') return whole;
    const unread = { readTo: Infinity, isWhole: false, isUnsorted: false };
    if (source === 'event' || source === 'audit') {
      const { state, entries = [] } = this.#logs.get(source) ?? {};
      if (state === undefined) return { ...unread, problem: l10n.t('The service reported no UID.') };
      if (!entries.some(({ event }) => this.#isShown(source, event) === undefined)) return state;
      const missing = l10n.t(
        'Entries about machines that were not read or are gone are only in the timeline of the project.',
      );
      return { ...state, isWhole: false, problem: present(state.problem, missing).join(' ') };
    }
    const cluster = this.#cluster;
    // Of several clusters, what was read is shown, and nothing else is asked for.
    if (cluster === undefined) return { ...unread, ...this.#readOf(details[source]) };
    const { value, error } = this.parts.inventory.clusterReads.of(cluster.uid)?.[details[source]] ?? {};
    return {
      ...(value === undefined ? unread : whole),
      ...(error === undefined ? {} : { isWhole: false, problem: withoutMailDomains(errorSentence(error)) }),
    };
  }

  /** Of how many clusters it was read what they say of themselves; nothing if of none. Others may not be known. */
  #readOf(name: 'overview' | 'repave'): Partial<SourceState> {
    const { inventory } = this.parts;
    const readings = this.#clusters().map(({ facts }) => facts?.[name]);
    const { length } = readings.filter((reading) => reading?.value !== undefined);
    const isRead = readings.every((one) => one?.value !== undefined && one.error === undefined);
    const isWholeList = (): boolean =>
      inventory.coverage().clusters.total !== undefined ||
      inventory.items().find(({ id }) => id === this.#topId)?.isListRead === true;
    if (isRead && isWholeList()) return { readTo: this.scope.since, isWhole: true };
    const counts = [length, readings.length].map((count) => formatNumber(count));
    return length === 0 ? {} : { problem: l10n.t('read of {0} of {1} clusters', ...counts) };
  }

  /** What the changes cover. */
  #coverage(): readonly string[] {
    const { changes, coverage } = this.#log;
    return this.#sources.has('change') ? coverageSentences(coverage, changes.length, this.#now()) : [];
  }
}
