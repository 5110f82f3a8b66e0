import { isDeepStrictEqual } from 'node:util';
import { sanitizeLine, withoutPrefix } from '../text/text';
import type { Derived, KnownMachine } from './derived';
import { shownHealth, worstMachines, type Health } from './health';
import type { Item, Known } from './item';
import { isParentRow, isResourceRow, kindOf, shownName, type ResourceRow } from './kinds';
import type { ItemStore, StateAge } from './kinds/kind';
import { markKey, type Marks } from './marks/marks';
import { isIll, isPlanned, maxNote, reasonToReopen } from './marks/problems';
import { compareSeverities, needsAttention, withChildren, worst, type Severity } from './severity';
import { isWholeList } from './store/loadedList';
import { parentIdOf } from './store/row';

interface Sources {
  readonly store: ItemStore;
  readonly marks: Marks;
}

/** setTimeout waits no longer. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * The only place that says how items are. Each is derived once from its record, its list, the items in it and the marks, and
 * again when one of these has changed, or when the time comes that changes it.
 */
export class DerivedItems {
  readonly #derived = new Map<string, Derived>();
  /** The IDs of those that have to be derived again. */
  readonly #outdated = new Set<string>();
  #all: readonly Item[] | undefined;
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
    if (known !== undefined && !this.#outdated.has(row.id)) return known;
    const derived = this.#derive(row);
    // A search also finds what is not known.
    if (this.sources.store.find(row.id) === undefined) return derived;
    this.#derived.set(row.id, derived);
    this.#outdated.delete(row.id);
    return derived;
  }

  /** All known items, each after the one that contains it. The array stays the same while nothing changes. */
  all(): readonly Item[] {
    const { store } = this.sources;
    if (this.#all === undefined) {
      this.#all = store.descendants().flatMap((row) => (isResourceRow(row) ? this.of(row).item : []));
    } else if (this.#changed.size > 0) {
      this.#all = this.#all.map((item) => {
        const row = this.#changed.has(item.id) ? store.find(item.id) : undefined;
        return isResourceRow(row) ? this.of(row).item : item;
      });
    }
    this.#changed.clear();
    return this.#all;
  }

  /** Call this when something about an item may have changed: what contains it is derived again, too. */
  change(id: string): void {
    const exists = isResourceRow(this.sources.store.find(id));
    if (exists !== this.#derived.has(id)) this.#all = undefined;
    for (let at = id; at === id || this.#isCurrent(at); at = parentIdOf(at)) {
      if (this.#derived.has(at)) this.#outdated.add(at);
      this.#changed.add(at);
    }
    if (!exists) {
      this.#derived.delete(id);
      this.#outdated.delete(id);
      this.#due.delete(id);
    }
  }

  #isCurrent(id: string): boolean {
    return this.#derived.has(id) && !this.#outdated.has(id);
  }

  /** Call this when the order of items may have changed. */
  reorder(): void {
    this.#all = undefined;
  }

  /** Call this when something that all items depend on has changed. */
  changeAll(): void {
    for (const id of this.#derived.keys()) this.#outdated.add(id);
    this.#all = undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #derive(row: ResourceRow): Derived {
    const { store } = this.sources;
    const kind = kindOf(row);
    const branch = store.branchOf(row);
    const children = isParentRow(row) ? store.rows(row).filter(isResourceRow) : [];
    const below = children.map((child) => this.of(child));
    const own = kind.health(row, below, store);
    const age = ageOf(row, own, store);
    const severity = withChildren(
      own.severity,
      below.map((one) => one.severity),
    );
    const name = shownName(row);
    const withoutName = (message = ''): string | undefined =>
      withoutPrefix(message, name) ?? (message || undefined);
    const machines =
      row.kind !== 'machine'
        ? worstMachines(below.flatMap((one) => one.machines ?? []))
        : { severity: own.severity, cause: own.cause, message: withoutName(own.message), count: 1 };
    const ownProblem = this.#ownProblem(row, own, age, below);
    const problem = worstProblem(ownProblem, below);
    const health = kind.shown?.(row, own, severity, machines, below) ?? shownHealth(own, severity, machines);
    const isRead = severity !== 'unknown' || kind.isRead(row, store);
    const item = this.#same({
      kind: row.kind,
      id: row.id,
      parent: row.parent?.id,
      name,
      uid: kind.uid(row),
      state: isRead ? severity : 'notRead',
      cause: health.cause,
      isCauseUnread: health.isCauseUnread,
      counted: health.counted,
      message: withoutName(health.message),
      known: needsAttention(severity) && problem !== 'open' ? problem : undefined,
      addresses: kind.addresses?.(row) ?? [],
      heartbeat: kind.heartbeat?.(row),
      isListRead: isParentRow(row) ? branch?.isRead === true && isWholeList(branch.list) : undefined,
      readAt: age.readAt,
      isStale: age.isStale,
      clusterStates: own.clusters,
      ...kind.fields?.(row),
    });
    this.#wait(row);
    const known = knownMachines(row, problem, severity, below);
    const requestNumber = row.requestNumber ?? 0;
    return { item, own, severity, problem, ownProblem, machines, known, requestNumber };
  }

  /** An item stays the same object as long as nothing about it changes. */
  #same(item: Item): Item {
    const before = this.#derived.get(item.id)?.item;
    // Most were read again, which a comparison of all fields would find out last.
    const isSame = before?.readAt === item.readAt && isDeepStrictEqual(before, item);
    return isSame && before !== undefined ? before : item;
  }

  #ownProblem(
    row: ResourceRow,
    own: Health,
    { readAt, requestNumber }: StateAge,
    below: readonly Derived[],
  ): Known | 'open' | undefined {
    if (!isIll(own)) return undefined;
    const mark = this.sources.marks.values.known.get(markKey(row.id));
    if (mark !== undefined && reasonToReopen(mark, own, readAt) === undefined) {
      return { by: 'user', note: sanitizeLine(mark.note, maxNote), at: mark.at, until: mark.until };
    }
    if (isPlanned(own.severity) && own.failed === undefined) return { by: 'maintenance' };
    return isCovered(own, requestNumber, below, this.sources.store) ? { by: 'user' } : 'open';
  }

  /** Derives an item again when time alone changes it: a mark ends, a certificate expires. */
  #wait(row: ResourceRow): void {
    const now = Date.now();
    const { until = Infinity } = this.sources.marks.values.known.get(markKey(row.id)) ?? {};
    const due = Math.min(until > now ? until : Infinity, kindOf(row).nextChange?.(row, now) ?? Infinity);
    if (due === Infinity) this.#due.delete(row.id);
    else {
      this.#due.set(row.id, due);
      if (this.#timer === undefined || due < this.#wakeAt) this.#wake(due);
    }
  }

  #wake(at: number): void {
    this.#wakeAt = at;
    clearTimeout(this.#timer);
    const wake = (): void => {
      this.#timer = undefined;
      const due = [...this.#due].filter(([, time]) => time <= Date.now()).map(([id]) => id);
      for (const id of due) {
        this.#due.delete(id);
        this.change(id);
      }
      if (this.#due.size > 0) this.#wake(Math.min(...this.#due.values()));
      if (due.length > 0) this.onDue(due);
    };
    this.#timer = setTimeout(wake, Math.min(Math.max(0, at - Date.now()), maxTimeoutMs)).unref();
  }
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

/** When the state of an item was requested, and whether reading it again has failed since. */
function ageOf(row: ResourceRow, own: Health, store: ItemStore): StateAge {
  const { readAt, requestNumber = 0 } = row;
  return { readAt, requestNumber, isStale: store.isOutdated(row), ...kindOf(row).age?.(row, own, store) };
}

/**
 * Whether what is said about an item only counts machines in it, and as many problems that are not less bad are known, as of
 * the same time or later. While a pool is read again with its cluster, what was known of it holds.
 * @param since the number of the request that counted them
 */
function isCovered(
  { counted, failed, severity }: Health,
  since: number,
  below: readonly Derived[],
  store: ItemStore,
): boolean {
  if (counted === undefined || failed !== undefined) return false;
  const known = below.flatMap((one) => {
    const isBeingRead = store.isRefreshing && store.branchOf(one.item)?.isExpanded === true;
    return isBeingRead ? one.known : one.known.filter(({ requestNumber }) => requestNumber >= since);
  });
  const worstKnown = worst(known.map((one) => one.severity));
  return known.length >= counted && compareSeverities(severity, worstKnown) >= 0;
}
