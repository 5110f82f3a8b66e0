import { areSame } from '../items/record';
import { isDeepStrictEqual } from 'node:util';
import { l10n, type Disposable } from 'vscode';
import { formatNumber } from '../text/format';
import { present, displayName } from '../text/text';
import { perObject } from '../service/remember';
import { oldestTime } from '../service/requestTime';
import type { ServiceEvent, InvolvedObject } from '../service/resources/logs';
import type { ChangeLog } from '../items/changes/changeLog';
import type { ChangeLogs } from './changeLogs';
import { coverageSentences } from '../items/changes/change';
import type { Inventory } from '../items/inventory';
import { type ClusterRow, isResourceRow, pathOfRow } from '../items/kinds';
import { isAtOrBelow } from '../items/store/row';
import type { LogSource } from '../items/details/events';
import { changeEntry, clusterEntries, logEntry, itemOfPath, unknownItem } from './entries';
import {
  newestFirst,
  type SourceState,
  type TimelineEntry,
  type TimelineScope,
  type TimelineSource,
  type TimelineState,
  type EntryItem,
} from './entry';
import { problemOf, type Listed } from './log';
import { joinPackErrors } from './story';
import { details, TimelineReads } from './reads';
import { factOf } from '../items/cluster';
import type { Item } from '../items/item';
import { isLeaf } from '../items/kinds/levels';

/** What happened in the fleet, or to an item, from all sources, newest first. */
export class Timeline extends TimelineReads {
  readonly #log: ChangeLog;
  readonly #made: MadeEntries;
  readonly #subscriptions: readonly Disposable[];
  /** As far as it was asked for since the last change. */
  #known: { entries?: readonly TimelineEntry[] | undefined; state?: TimelineState | undefined } = {};

  constructor(inventory: Inventory, changes: ChangeLogs, scope: TimelineScope) {
    super(inventory, scope);
    this.#log = changes.of(inventory.session);
    this.#made = new MadeEntries(new EventItems(inventory, this.place.cluster?.uid), scope.since);
    this.#subscriptions = [
      changes.onDidChange(() => {
        if (!inventory.closed.aborted) this.change();
      }),
      inventory.clusterReads.onDidRead(({ name, uid }) => {
        const cluster = name === 'overview' || name === 'repave' ? inventory.clusterOf(uid) : undefined;
        if (cluster && clustersAt(this.place.topId, inventory).includes(cluster)) this.change();
      }),
    ];
  }

  /** Newest first, without those before `shownTo`. The same object as long as nothing has changed. */
  get entries(): readonly TimelineEntry[] {
    const before = this.#known.entries;
    // Items may be known that were not when entries about them were read.
    const isUpToDate = this.inventory.closed.aborted || !this.#made.items.haveChanged;
    if (before && isUpToDate) return before;
    if (!isUpToDate) this.#known.state = undefined;
    const shown = this.#shown();
    const entries = before && areSame(before, shown) ? before : shown;
    this.#known.entries = entries;
    return entries;
  }

  get state(): TimelineState {
    if (this.#known.state !== undefined) return this.#known.state;
    const { changes, coverage } = this.#log;
    const { sources } = this.place;
    const logs = this.shownLogs;
    const limits = logs.filter((log) => log.isLimiting).map(({ readTo }) => readTo);
    const state = {
      isReading: this.isReading,
      readAt: oldestTime(logs.map(({ readAt }) => readAt)),
      shownTo: Math.max(this.scope.since, ...limits),
      sources: Object.fromEntries(sources.map((source) => [source, this.#sourceState(source)])),
      hasMore: this.unread.length > 0,
      isTruncated: logs.some((log) => log.isTruncated),
      coverage: sources.includes('change')
        ? coverageSentences(coverage, changes.length, Date.now()).join(' ')
        : '',
    };
    this.#known.state = state;
    return state;
  }

  /** What the service wrote of an event or an audit entry: for the opened entry only, as it may have mail addresses. */
  eventOf(id: string): ServiceEvent | undefined {
    return [...this.logs.values()].flatMap(({ entries }) => entries).find((each) => each.id === id)?.event;
  }

  override dispose(): void {
    super.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  protected override change(): void {
    this.#known = {};
    super.change();
  }

  #shown(): readonly TimelineEntry[] {
    const { sources, topId } = this.place;
    const { shownTo } = this.state;
    const made = this.#made;
    const entries = [
      ...this.#log.changes.filter(({ item }) => isInScope(topId, item.id)).map(made.ofChange),
      ...clustersAt(topId, this.inventory).flatMap((cluster) => made.ofCluster(cluster)),
      ...[...this.logs].flatMap(([source, { entries }]) =>
        entries
          .filter(({ event }) => this.#isShown(source, event) === true)
          .map((listed) => made.ofEvent(source, listed)),
      ),
    ].filter(({ source, time }) => time >= shownTo && sources.includes(source));
    // Where only packs are shown, their errors are.
    const isOfPacks = this.isShown('pack') && !this.isShown('event');
    return (isOfPacks ? entries : joinPackErrors(entries)).toSorted(newestFirst);
  }

  /** Whether an entry is about the item: the audit log is read for a whole project. Undefined if that is not known. */
  #isShown(source: LogSource, { involvedObject = {} }: ServiceEvent): boolean | undefined {
    const { uid = '', kind = '' } = involvedObject;
    const { cluster, leaf } = this.place;
    if (source === 'event' || cluster === undefined) return true;
    if (present(cluster.uid, leaf?.uid).includes(uid)) return true;
    const found = this.#made.items.find(involvedObject);
    if (found !== undefined) return isInScope(this.place.topId, found.id);
    return leaf === undefined && /machine|node/i.test(kind) ? undefined : false;
  }

  #sourceState(source: TimelineSource): SourceState {
    const { since } = this.scope;
    const whole = { readTo: since, isWhole: true, isUnsorted: false };
    if (source === 'change') return whole;
    const unread = { readTo: Infinity, isWhole: false, isUnsorted: false };
    if (source === 'event' || source === 'audit') {
      const { state, entries = [] } = this.logs.get(source) ?? {};
      if (state === undefined) return { ...unread, problem: l10n.t('The service reported no UID.') };
      if (!entries.some(({ event }) => this.#isShown(source, event) === undefined)) return state;
      const missing = l10n.t(
        'Entries about machines that were not read or are gone are only in the timeline of the project.',
      );
      return { ...state, isWhole: false, problem: present(state.problem, missing).join(' ') };
    }
    const { cluster } = this.place;
    // Of several clusters, what was read is shown, and nothing else is asked for.
    if (cluster === undefined)
      return { ...unread, ...readOfClusters(details[source], this.inventory, this.place.topId, since) };
    const row = this.inventory.clusterOf(cluster.uid);
    const { value, error } = (row && factOf(row, details[source])) ?? {};
    return {
      ...(value === undefined ? unread : whole),
      ...(error === undefined ? {} : { isWhole: false, ...problemOf(error) }),
    };
  }
}

/** Whether a timeline of an item, or of the fleet without one, is about an item. @param id of that */
function isInScope(topId: string | undefined, id: string): boolean {
  return topId === undefined || isAtOrBelow(id, topId);
}

/** The clusters that a timeline is about, or that contain what it is about. */
function clustersAt(topId: string | undefined, { clusters }: Inventory): readonly ClusterRow[] {
  return clusters.filter(({ id }) => isInScope(topId, id) || isAtOrBelow(topId ?? '', id));
}

/** Of how many clusters it was read what they say of themselves; nothing if of none. Others may not be known. */
function readOfClusters(
  name: 'overview' | 'repave',
  inventory: Inventory,
  topId: string | undefined,
  since: number,
): Partial<SourceState> {
  const readings = clustersAt(topId, inventory).map((cluster) => factOf(cluster, name));
  const { length } = readings.filter((reading) => reading?.value !== undefined);
  const isRead = readings.every((one) => one?.value !== undefined && one.error === undefined);
  const isWholeList = (): boolean =>
    inventory.coverage().clusters.total !== undefined ||
    inventory.items().find(({ id }) => id === topId)?.isListRead === true;
  if (isRead && isWholeList()) return { readTo: since, isWhole: true };
  const counts = [length, readings.length].map((count) => formatNumber(count));
  return length === 0 ? {} : { problem: l10n.t('read of {0} of {1} clusters', ...counts) };
}

/** The entries of each source, each made once. */
class MadeEntries {
  readonly ofChange = perObject(changeEntry);
  readonly #ofEvents = new WeakMap<ServiceEvent, TimelineEntry>();
  /** By what was read of a cluster. */
  readonly #ofClusters = new WeakMap<object, readonly TimelineEntry[]>();

  /** @param since when the first of clusters are from, in milliseconds since 1970 */
  constructor(
    readonly items: EventItems,
    private readonly since: number,
  ) {}

  ofCluster(cluster: ClusterRow): readonly TimelineEntry[] {
    const { readings } = cluster;
    if (readings.overview === undefined && readings.repave === undefined) return [];
    const entries = this.#ofClusters.get(readings) ?? clusterEntries(cluster, this.since);
    this.#ofClusters.set(readings, entries);
    return entries;
  }

  /** With the item as it is known now, and the same object as long as nothing else is known. */
  ofEvent(source: LogSource, { id, time, event }: Listed): TimelineEntry {
    const before = this.#ofEvents.get(event);
    if (before?.item?.id !== undefined) return before;
    const item = this.items.of(event);
    if (before && isDeepStrictEqual(item, before.item)) return before;
    const entry = logEntry(source, event, { id, time, item });
    this.#ofEvents.set(event, entry);
    return entry;
  }
}

/** The known items, by what events say of them. @param items what it is made from */
function knownItems(items: readonly Item[], top: ClusterRow | undefined) {
  const byUid = new Map<string, Item>();
  /** The machines of the cluster that the timeline is about. */
  const byName = new Map<string, Item>();
  for (const item of items) {
    const { uid = '', name, id } = item;
    if (uid !== '') byUid.set(uid, item);
    if (isLeaf(item) && top !== undefined && isAtOrBelow(id, top.id)) byName.set(name, item);
  }
  return { items, byUid, byName };
}

class EventItems {
  #known: ReturnType<typeof knownItems> | undefined;

  /** @param clusterUid of the cluster that all events are of; undefined if they are of several */
  constructor(
    private readonly inventory: Inventory,
    private readonly clusterUid: string | undefined,
  ) {}

  /** Whether other items may be known than when an item was last looked for. */
  get haveChanged(): boolean {
    return this.#known !== undefined && this.#known.items !== this.inventory.items();
  }

  /** What an event is about: a known item, or something in one. */
  of({ involvedObject = {}, relatedObject = {} }: ServiceEvent): EntryItem | undefined {
    const found = this.#itemOf(involvedObject);
    if (found !== undefined) return found;
    const container = this.#itemOf(relatedObject) ?? (this.#top && itemOfPath(pathOfRow(this.#top)));
    return unknownItem(involvedObject, container) ?? container;
  }

  find({ uid = '', name = '' }: InvolvedObject): Item | undefined {
    if (uid === '' && name === '') return undefined;
    const items = this.inventory.items();
    if (this.#known?.items !== items) this.#known = knownItems(items, this.#top);
    const { byUid, byName } = this.#known;
    // The same machine may have different UIDs, such as that of its node.
    return byUid.get(uid) ?? byName.get(displayName(name, uid, ''));
  }

  #itemOf(object: InvolvedObject): EntryItem | undefined {
    const item = this.find(object);
    const row = item && this.inventory.store.find(item.id);
    return isResourceRow(row) ? itemOfPath(pathOfRow(row)) : undefined;
  }

  get #top(): ClusterRow | undefined {
    return this.inventory.clusterOf(this.clusterUid);
  }
}
