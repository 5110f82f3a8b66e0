import { isDeepStrictEqual } from 'node:util';
import { sanitizeLine } from '../text/text';
import { expiryFailure, nextExpiryAt } from './certificates';
import {
  clustersText,
  countedHealth,
  healthBelow,
  unknownHealth,
  withFailure,
  type ClusterCounts,
  type Health,
  type WorstMachines,
} from './health';
import type { Item, Known } from './item';
import {
  isResourceRow,
  kindOf,
  shownName,
  type ClusterRow,
  type ProjectRow,
  type ResourceRow,
} from './kinds';
import type { ItemStore } from './kinds/kind';
import { markKey, type Marks } from './marks/marks';
import { isPlanned, maxNote, reasonToReopen } from './marks/problems';
import { compareSeverities, needsAttention, withChildren, worst, type Severity } from './severity';
import { parentIdOf } from './store/row';

/** A machine whose problem is known, and the number of the request that told it. */
interface KnownMachine {
  readonly severity: Severity;
  readonly requestNumber: number;
}

/** How an item is, with everything in it. */
export interface Derived {
  readonly item: Item;
  /** What is said about the item itself. */
  readonly own: Health;
  readonly severity: Severity;
  /** `open` if the item itself, or anything in it, needs attention and is not known; undefined if nothing needs attention. */
  readonly problem: Known | 'open' | undefined;
  /** The same for what is said about the item itself. */
  readonly ownProblem: Known | 'open' | undefined;
  readonly machines: WorstMachines | undefined;
  readonly known: readonly KnownMachine[];
  /** Of the request that told its state. */
  readonly requestNumber: number;
}

interface Sources {
  readonly store: ItemStore;
  readonly marks: Marks;
}

/** When something that has expired is described again, in milliseconds. */
const minuteMs = 60_000;

/** setTimeout waits no longer. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * The only place that says how items are. Each is derived once from its record, its list, the items in it and the marks, and
 * again when one of these has changed, or when the time comes that changes it.
 */
export class DerivedItems {
  readonly #derived = new Map<string, Derived>();
  /** The latest item of each ID: it stays the same object as long as nothing about it changes. */
  readonly #items = new Map<string, Item>();
  #all: readonly Item[] | undefined;
  readonly #places = new Map<string, number>();
  readonly #changed = new Set<string>();
  /** When items have to be derived again, in milliseconds since 1970. */
  readonly #due = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #wakeAt = Infinity;

  /** @param onDue called with the IDs of items that changed because time has passed */
  constructor(
    private readonly sources: Sources,
    private readonly onDue: (ids: readonly string[]) => void,
  ) {}

  of(row: ResourceRow): Derived {
    const known = this.#derived.get(row.id);
    if (known !== undefined) return known;
    const derived = this.#derive(row);
    this.#derived.set(row.id, derived);
    return derived;
  }

  /** All known items, each after the one that contains it. The array stays the same while nothing changes. */
  all(): readonly Item[] {
    const { store } = this.sources;
    if (this.#all === undefined) {
      const items: Item[] = [];
      this.#places.clear();
      for (const row of store.descendants()) {
        if (!isResourceRow(row)) continue;
        this.#places.set(row.id, items.length);
        items.push(this.of(row).item);
      }
      this.#all = items;
    } else if (this.#changed.size > 0) {
      const items = [...this.#all];
      for (const id of this.#changed) {
        const [row, place] = [store.find(id), this.#places.get(id)];
        if (isResourceRow(row) && place !== undefined) items[place] = this.of(row).item;
      }
      this.#all = items;
    }
    this.#changed.clear();
    return this.#all;
  }

  /** Call this when something about an item may have changed: what contains it is derived again, too. */
  change(id: string): void {
    const exists = isResourceRow(this.sources.store.find(id));
    if (exists !== this.#places.has(id)) this.#all = undefined;
    if (!exists) {
      this.#items.delete(id);
      this.#due.delete(id);
    }
    for (let at = id; this.#derived.delete(at) || at === id; at = parentIdOf(at)) {
      if (this.#places.has(at)) this.#changed.add(at);
    }
  }

  /** Call this when the order of items may have changed. */
  reorder(): void {
    this.#all = undefined;
  }

  /** Call this when something that all items depend on has changed. */
  changeAll(): void {
    this.#derived.clear();
    this.#all = undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #derive(row: ResourceRow): Derived {
    const { store } = this.sources;
    const children = row.kind === 'machine' ? [] : store.rows(row).filter(isResourceRow);
    const below = children.map((child) => this.of(child));
    const unread = row.kind === 'project' ? unreadClusters(row, below, store) : undefined;
    const own = unread === undefined ? kindOf(row).health(row) : projectHealth(unread, below);
    const severity = withChildren(
      own.severity,
      below.map((one) => one.severity),
    );
    const machines = row.kind === 'machine' ? { ...row.health, count: 1 } : worstMachines(below);
    const ownProblem = this.#ownProblem(row, own, below);
    const problem = worstProblem(ownProblem, below);
    const shown =
      row.kind === 'project'
        ? shownOfProject(own, severity, unread, below, machines)
        : shownHealth(row, own, severity, machines);
    const health = row.kind === 'cluster' ? withFailure(shown, row, row.readAt) : shown;
    const isRead = severity !== 'unknown' || kindOf(row).isRead(row, store);
    const item = this.#same({
      ...kindOf(row).fields?.(row),
      kind: row.kind,
      id: row.id,
      parent: row.parent?.id,
      name: shownName(row),
      uid: kindOf(row).uid(row),
      state: isRead ? severity : 'notRead',
      cause: health.cause,
      message: health.message,
      known: needsAttention(severity) && problem !== 'open' ? problem : undefined,
      addresses: kindOf(row).addresses?.(row) ?? [],
      heartbeat: kindOf(row).heartbeat?.(row),
      ...ageOf(row, own, store),
      clusterStates: unread,
    });
    this.#wait(row);
    const known = knownMachines(row, problem, severity, below);
    const requestNumber = row.requestNumber ?? 0;
    return { item, own, severity, problem, ownProblem, machines, known, requestNumber };
  }

  #same(item: Item): Item {
    const before = this.#items.get(item.id);
    // Most were read again, which a comparison of all fields would find out last.
    const isSame = before?.readAt === item.readAt && isDeepStrictEqual(before, item);
    const same = isSame && before !== undefined ? before : item;
    this.#items.set(item.id, same);
    return same;
  }

  #ownProblem(row: ResourceRow, own: Health, below: readonly Derived[]): Known | 'open' | undefined {
    if (!needsAttention(own.severity)) return undefined;
    const mark = this.sources.marks.values.known.get(markKey(row.id));
    const { readAt } = ageOf(row, own, this.sources.store);
    if (mark !== undefined && reasonToReopen(mark, { kind: row.kind, own, readAt }) === undefined) {
      return { by: 'user', note: sanitizeLine(mark.note, maxNote), at: mark.at, until: mark.until };
    }
    if (isPlanned(own.severity)) return { by: 'maintenance' };
    return row.kind === 'cluster' && isCovered(row, own, below, this.sources.store)
      ? { by: 'below' }
      : 'open';
  }

  /** Derives an item again when time alone changes it: a mark ends, a certificate expires. */
  #wait(row: ResourceRow): void {
    const now = Date.now();
    const { until = Infinity } = this.sources.marks.values.known.get(markKey(row.id)) ?? {};
    const expiry =
      row.kind !== 'cluster' ? Infinity : expiryFailure(row) ? now + minuteMs : nextExpiryAt(row);
    const due = Math.min(until > now ? until : Infinity, expiry);
    if (due === Infinity) this.#due.delete(row.id);
    else {
      this.#due.set(row.id, due);
      if (this.#timer === undefined || due < this.#wakeAt) this.#wake();
    }
  }

  #wake(): void {
    const first = Math.min(...this.#due.values());
    if (this.#wakeAt <= first && this.#timer !== undefined) return;
    this.#wakeAt = first;
    clearTimeout(this.#timer);
    const wake = (): void => {
      this.#timer = undefined;
      const due = [...this.#due].filter(([, time]) => time <= Date.now()).map(([id]) => id);
      for (const id of due) {
        this.#due.delete(id);
        this.change(id);
      }
      if (this.#due.size > 0) this.#wake();
      if (due.length > 0) this.onDue(due);
    };
    this.#timer = setTimeout(wake, Math.min(Math.max(0, first - Date.now()), maxTimeoutMs)).unref();
  }
}

/** When the state of an item was requested, and whether reading it again has failed since. */
function ageOf(row: ResourceRow, own: Health, store: ItemStore): Pick<Item, 'readAt' | 'isStale'> {
  if (row.kind === 'cluster') {
    const { found, readings, countedAt } = row;
    // Without a search, it is from its own read, together with its pools.
    if (found === undefined && readings.own !== undefined) {
      return { readAt: readings.own.readAt, isStale: store.branchOf(row)?.error !== undefined };
    }
    if (own.counted !== undefined && countedAt !== undefined) {
      return { readAt: countedAt.readAt, isStale: store.isOutdated(row) };
    }
  }
  return { readAt: row.readAt, isStale: store.isOutdated(row) };
}

/**
 * How many clusters a project summary counts in which state that have not been read one by one. What it counts of the others
 * is old: they were read later, or are among those that were read. Undefined if it counts none.
 */
function unreadClusters(
  row: ProjectRow,
  below: readonly Derived[],
  store: ItemStore,
): ClusterCounts | undefined {
  const { clustersHealth, usage } = row.project.status ?? {};
  if (clustersHealth === undefined) return undefined;
  const { errored = 0, unhealthy = 0, healthy = 0, running = 0 } = clustersHealth;
  const requestNumber = row.requestNumber ?? 0;
  const read = below.filter(({ item }) => item.kind === 'cluster' && item.state !== 'notRead');
  const count = (severity: Severity): number =>
    read.filter((one) => (one.own.severity === 'unknown' ? one.severity : one.own.severity) === severity)
      .length;
  const later = read.filter((one) => one.requestNumber >= requestNumber).length;
  const total = Math.max(usage?.clusters?.length ?? 0, running, errored + unhealthy + healthy);
  let left = (store.completeAt(row) ?? 0) > requestNumber ? 0 : Math.max(0, total - later);
  const take = (summed: number, severity: Severity): number => {
    const taken = Math.min(left, Math.max(0, summed - count(severity)));
    left -= taken;
    return taken;
  };
  const counts = {
    failed: take(errored, 'failed'),
    unhealthy: take(unhealthy, 'unhealthy'),
    healthy: take(healthy, 'healthy'),
  };
  return counts.failed + counts.unhealthy + counts.healthy > 0 ? counts : undefined;
}

/** What is said about a project itself: of the clusters that have not been read. */
function projectHealth(unread: ClusterCounts, below: readonly Derived[]): Health {
  const isAnyHealthy = below.some(({ item, own }) => item.kind === 'cluster' && own.severity === 'healthy');
  return countedHealth(isAnyHealthy ? { ...unread, healthy: 1 } : unread);
}

/** How a project is, and how many clusters: those that were read, and those that only its summary counts. */
function shownOfProject(
  own: Health,
  severity: Severity,
  unread: ClusterCounts = {},
  below: readonly Derived[],
  machines: WorstMachines | undefined,
): Health {
  const count = (of: Severity): number =>
    below.filter((one) => one.item.kind === 'cluster' && one.own.severity === of).length;
  if (severity === 'healthy') return own.severity === severity ? own : { severity, cause: '' };
  if (severity === 'failed' || severity === 'unhealthy') {
    const { failed = 0, unhealthy = 0 } = unread;
    const all = { failed: failed + count('failed'), unhealthy: unhealthy + count('unhealthy') };
    return all[severity] === 0 ? belowHealth(severity, machines) : countedHealth(all);
  }
  const length = count(severity);
  return length > 0 ? { severity, cause: clustersText(severity, length) } : belowHealth(severity, machines);
}

/** How an item is and why: from what is said about itself, or the worst of what is in it. */
function shownHealth(
  row: ResourceRow,
  own: Health,
  severity: Severity,
  machines: WorstMachines | undefined,
): Health {
  const isOwn = own.severity === severity;
  if (severity === 'healthy') return isOwn ? own : { severity, cause: own.cause };
  // A failed cluster explains more than its machines.
  if (row.kind === 'machine' || (isOwn && severity === 'failed')) return own;
  const hasMachines = machines?.severity === severity && severity !== 'unknown';
  return isOwn && !hasMachines ? own : belowHealth(severity, machines);
}

function belowHealth(severity: Severity, machines: WorstMachines | undefined): Health {
  return machines?.severity === severity ? healthBelow(machines) : { ...unknownHealth, severity };
}

function worstMachines(below: readonly Derived[]): WorstMachines | undefined {
  const all = below.flatMap(({ machines }) => machines ?? []);
  const severity = worst(all.map((one) => one.severity));
  const [first, ...others] = all.filter((one) => one.severity === severity);
  if (first === undefined || others.length === 0) return first;
  return {
    severity,
    count: others.reduce((sum, { count }) => sum + count, first.count),
    cause: others.every(({ cause }) => cause === first.cause) ? first.cause : undefined,
  };
}

function worstProblem(own: Derived['problem'], below: readonly Derived[]): Derived['problem'] {
  let problem = own;
  for (const child of below) {
    if (problem === 'open' || child.problem === 'open') return 'open';
    if (child.problem !== undefined && (problem === undefined || problem.by === 'maintenance')) {
      problem = child.problem.by === 'maintenance' ? child.problem : { by: 'below' };
    }
  }
  return problem;
}

/** The machines in an item whose problems are known. */
function knownMachines(
  row: ResourceRow,
  problem: Derived['problem'],
  severity: Severity,
  below: readonly Derived[],
): readonly KnownMachine[] {
  if (row.kind !== 'machine') return below.flatMap((one) => one.known);
  // The service counts maintenance apart.
  const isKnown = problem !== undefined && problem !== 'open' && severity !== 'maintenance';
  return isKnown ? [{ severity, requestNumber: row.requestNumber ?? 0 }] : [];
}

/**
 * Whether what is said about a cluster only counts machines in it, and as many problems that are not less bad are known, as of
 * the same time or later. While a pool is read again with its cluster, what was known of it holds.
 */
function isCovered(row: ClusterRow, own: Health, below: readonly Derived[], store: ItemStore): boolean {
  if (own.counted === undefined) return false;
  const since = (row.countedAt ?? row).requestNumber ?? 0;
  const known = below.flatMap((one) => {
    const isBeingRead = store.isRefreshing && store.branchOf(one.item)?.isExpanded === true;
    return isBeingRead ? one.known : one.known.filter(({ requestNumber }) => requestNumber >= since);
  });
  const worstKnown = worst(known.map((one) => one.severity));
  return known.length >= own.counted && compareSeverities(own.severity, worstKnown) >= 0;
}
