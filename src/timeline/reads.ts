import { EventEmitter, type Disposable } from 'vscode';
import { anySignal, unlessAborted } from '../service/abort';
import type { CallOptions } from '../service/operations';
import { keysOf } from '../service/readers';
import type { PageAnswer, PageFetch } from '../service/pages';
import { timed } from '../service/requestTime';
import { clockAheadMs, type AuditQuery, type EventQuery, type ServiceEvent } from '../service/resources/logs';
import { involves, type LogSource } from '../items/details/events';
import type { Inventory } from '../items/inventory';
import { type TimelineScope, type TimelineSource, timelineSources } from './entry';
import { TimelineLog } from './log';
import { idsTo, parentIdOf, uidIn } from '../items/store/row';
import { isGroup, isLeaf, kindIn } from '../items/kinds/levels';

/** The most requests of the first reading, and of each that reads more. */
const [firstRequests, moreRequests] = [4, 10];

/** What is read of a cluster, by the source that shows it. */
export const details = { pack: 'overview', repave: 'repave' } as const;

/** What is read for a timeline: the logs of the service, page by page, and what a cluster says of itself. */
export class TimelineReads implements Disposable {
  readonly #onDidChange = new EventEmitter<void>();
  /** Fires when more was read, and when what was read shows something else. */
  readonly onDidChange = this.#onDidChange.event;
  protected readonly place: ReturnType<typeof placeOf>;
  protected readonly logs = new Map<LogSource, TimelineLog>();
  #shownSources: readonly TimelineSource[] = [];
  /** What was asked for, and refreshed since if the others were. */
  #asked: ReadonlySet<TimelineSource> = new Set();
  protected isReading = false;

  constructor(
    protected readonly inventory: Inventory,
    protected readonly scope: TimelineScope,
  ) {
    this.place = placeOf(scope, inventory);
    const { sources, leaf, events, audits } = this.place;
    const { since } = scope;
    if (events !== undefined && sources.includes('event')) {
      const isIn = (event: ServiceEvent): boolean => leaf === undefined || involves(event, leaf);
      const start = (): PageFetch<ServiceEvent> => (token, options) =>
        this.#readEvents({ ...events, continue: token }, options);
      this.logs.set('event', new TimelineLog('event', since, start, isIn));
    }
    if (audits !== undefined && sources.includes('audit')) {
      const start = (): PageFetch<ServiceEvent> => {
        // The same for all pages, because their tokens belong to it.
        const period = { startTime: since, endTime: Date.now() + clockAheadMs };
        return (token, options) => this.#readAudits({ ...audits, ...period, continue: token }, options);
      };
      this.logs.set('audit', new TimelineLog('audit', since, start));
    }
  }

  /** The sources that are looked at; all if there are none. The others limit nothing, and are not read. */
  set shownSources(sources: readonly TimelineSource[]) {
    this.#shownSources = sources;
    this.change();
  }

  isShown(source: TimelineSource): boolean {
    return this.#shownSources.length === 0 || this.#shownSources.includes(source);
  }

  protected get shownLogs(): readonly TimelineLog[] {
    return [...this.logs].flatMap(([source, log]) => (this.isShown(source) ? log : []));
  }

  get #shown(): readonly TimelineSource[] {
    return this.place.sources.filter((source) => this.isShown(source));
  }

  /** The logs whose next pages would be shown, the one that was read the least far first. */
  protected get unread(): readonly TimelineLog[] {
    const logs = this.shownLogs;
    const ends = logs.filter((log) => log.isLimiting && !log.hasMore).map(({ readTo }) => readTo);
    const end = Math.max(-Infinity, ...ends);
    return logs
      .filter((log) => log.hasMore && log.readTo > end)
      .sort((one, other) => (one.readTo === other.readTo ? 0 : other.readTo - one.readTo));
  }

  /**
   * Reads the newest entries of the sources that are shown, unless that was done, and older ones with the requests that are left.
   * @throws DOMException if it is canceled
   */
  async read(options: CallOptions = {}): Promise<void> {
    if (this.#shown.some((source) => !this.#asked.has(source)))
      await this.#run(options, (given) => this.#readShown(given));
  }

  /**
   * Reads older entries.
   * @throws DOMException if it is canceled
   */
  async readMore(options: CallOptions = {}): Promise<void> {
    await this.#run(options, (given) => this.#readOn(moreRequests, given, new Set()));
  }

  /**
   * Reads what is new, with one request for each log that is shown.
   * @returns whether all of them could be read
   * @throws DOMException if it is canceled
   */
  async refresh(options: CallOptions = {}): Promise<boolean> {
    return this.#run(options, async (given) => {
      this.#asked = new Set(this.#shown);
      const refreshed = this.shownLogs.map(async (log) => {
        const isRead = await log.refresh(given);
        this.change();
        return isRead;
      });
      return (await Promise.all(refreshed)).every(Boolean);
    });
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  protected change(): void {
    this.#onDidChange.fire();
  }

  /**
   * Not while it is reading, as its state says: a page is asked for by what the one before it said. What is shown meanwhile is
   * read, too.
   */
  async #run<Result>(options: CallOptions, read: (options: CallOptions) => Promise<Result>): Promise<Result> {
    const signal = anySignal(options.signal, this.inventory.closed);
    signal.throwIfAborted();
    this.isReading = true;
    this.change();
    try {
      const result = await read({ ...options, signal });
      await this.#readShown({ ...options, signal });
      return result;
    } finally {
      this.isReading = false;
      this.change();
    }
  }

  async #readShown(options: CallOptions): Promise<void> {
    const sources = this.#shown.filter((source) => !this.#asked.has(source));
    if (sources.length === 0) return;
    this.#asked = new Set([...this.#asked, ...sources]);
    const failed = new Set<TimelineLog>();
    const logs = [...this.logs].flatMap(([source, log]) => (sources.includes(source) ? log : []));
    const pages = logs.map((log) => this.#readPage(log, options, failed, log.readAt !== undefined));
    const reads = [...pages, ...this.#readDetails(sources, options)];
    await Promise.all(reads);
    await this.#readOn(firstRequests - reads.length, options, failed);
    await this.#readShown(options);
  }

  async #readPage(
    log: TimelineLog,
    options: CallOptions,
    failed: Set<TimelineLog>,
    isFirst = false,
  ): Promise<void> {
    if (!(await (isFirst ? log.refresh(options) : log.readPage(options)))) failed.add(log);
    this.change();
  }

  /** Reads the log on which most depends, again and again. A log that fails is not asked again. */
  async #readOn(requests: number, options: CallOptions, failed: Set<TimelineLog>): Promise<void> {
    for (let left = requests; left > 0; left--) {
      const log = this.unread.find((one) => !failed.has(one));
      if (log === undefined) return;
      await this.#readPage(log, options, failed);
    }
  }

  #readDetails(
    sources: readonly TimelineSource[],
    { priority, signal }: CallOptions,
  ): readonly Promise<void>[] {
    const { cluster } = this.place;
    if (cluster === undefined) return [];
    return keysOf(details)
      .filter((source) => sources.includes(source))
      .map((source) =>
        unlessAborted(this.inventory.clusterReads.read(details[source], cluster, { priority }), signal),
      );
  }

  async #readEvents(query: EventQuery, options: CallOptions = {}): Promise<PageAnswer<ServiceEvent>> {
    const { session, clusterReads } = this.inventory;
    const client = await session.client();
    const sent = timed(options);
    const page = await client.listEvents(query, sent.options);
    const isNewest = query.clusterUid !== undefined && query.continue === undefined;
    if (isNewest) clusterReads.take('events', query.clusterUid, page.items, sent.time);
    return page;
  }

  async #readAudits(query: AuditQuery, options: CallOptions = {}): Promise<PageAnswer<ServiceEvent>> {
    const { session, clusterReads } = this.inventory;
    const client = await session.client();
    const sent = timed(options);
    const page = await client.listAudits(query, sent.options);
    clusterReads.audits.take(page.items, sent.time);
    return page;
  }
}

/** What a scope is, for each source. */
function placeOf({ item, sources = timelineSources }: TimelineScope, inventory: Inventory) {
  if (item === undefined) return { sources, events: { projectUid: undefined }, audits: {} };
  const { kind, id, names } = item;
  if (kind === 'team') {
    const audits = id === '' ? undefined : { resourceUid: id };
    return { sources: sources.filter((source): boolean => source === 'audit'), audits };
  }
  // A pool that the user added may be in a project only.
  const ids = idsTo(id);
  const isInCluster = kindIn(ids[1] ?? '') === 'cluster';
  const [projectUid, below] = ids.map(uidIn);
  const clusterUid = isInCluster ? below : undefined;
  const isNamed = (isInCluster ? clusterUid : projectUid) !== undefined;
  const hasClusters = kind === 'project' || isInCluster;
  return {
    /** The sources that it has, of those that are asked for. */
    sources: sources.filter((source) => hasClusters || !(source === 'pack' || source === 'repave')),
    /** The ID of the item that it is about: a pool has what its cluster has. Undefined for the fleet and for teams. */
    topId: isInCluster && isGroup({ kind }) ? (inventory.clusterOf(clusterUid)?.id ?? parentIdOf(id)) : id,
    /** The cluster that it is about, if it is about one. */
    cluster: clusterUid === undefined ? undefined : { uid: clusterUid, projectUid },
    /** The item that it is about, if nothing is in it. */
    leaf: isLeaf({ kind }) ? { name: names.at(-1) ?? '', uid: uidIn(id) } : undefined,
    /** What the logs are asked for; undefined if the service told no UID: without one, they would list everything. */
    events: isNamed ? { projectUid, clusterUid } : undefined,
    // The log of a cluster lacks what was done to its machines.
    audits: isNamed ? (projectUid === undefined ? { resourceUid: clusterUid } : { projectUid }) : undefined,
  };
}
