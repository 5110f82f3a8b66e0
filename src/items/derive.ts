import { isDeepStrictEqual } from 'node:util';
import { sanitizeLine, withoutPrefix } from '../text/text';
import { oldestTime, type RequestTime } from '../service/requestTime';
import { changesBefore, machinesOf } from './changesBefore';
import { illIn } from './cluster';
import {
  fewerCounted,
  groupOf,
  wholeOf,
  type Part,
  type Standing,
  type Derived,
  type IllMachine,
} from './containers';
import { shownHealth, worstMachines, type Health } from './health';
import type { Item, Known, Onset } from './item';
import {
  isParentRow,
  isResourceRow,
  kindOf,
  shownName,
  type ParentRow,
  type ResourceRow,
  type Row,
} from './kinds';
import type { ClusterReads } from './details/clusterReads';
import type { ItemStore } from './kinds/kind';
import { onsetOf, turnedAt } from './onset';
import { type Marks, isIll, isPlanned, maxNote, reasonToReopen } from './marks/marks';
import { type Run, isLater, oldestOf, requestOf } from './record';
import { compareStates, needsAttention, worst } from './severity';
import type { Refreshes } from './store/refreshes';
import { parentIdOf } from './store/row';
import { isGroup, isLeaf, isOutermost } from './kinds/levels';

interface Sources {
  readonly store: ItemStore;
  readonly refreshes: Refreshes<Row, ParentRow>;
  readonly marks: Marks;
  readonly clusterReads: ClusterReads;
}

/** setTimeout waits no longer. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * The only place that says how items are. Each is derived once from its record, its list, the items in it and the marks, and
 * again when one of these has changed, or when the time comes that changes it.
 */
export class DerivedItems {
  readonly #derived = new Map<string, Derived>();
  readonly #outdated = new Set<string>();
  /** The list of all, and the IDs of those that have changed since it was made. */
  #all: { readonly items: readonly Item[]; readonly changed: Set<string> } | undefined;
  /** Rings when the first of them has to be derived again because of the time. */
  readonly #alarm = new Alarm(() => {
    const now = Date.now();
    const due = [...this.#derived].filter(([, { dueAt }]) => dueAt <= now);
    for (const [id, derived] of due) {
      this.#derived.set(id, { ...derived, dueAt: Infinity });
      this.change(id);
    }
    for (const { dueAt } of this.#derived.values()) if (dueAt > now) this.#alarm.setAtLatest(dueAt);
    if (due.length > 0) this.onDue(due.map(([id]) => id));
  });

  /** @param onDue called with the IDs of items that changed because time has passed */
  constructor(
    private readonly sources: Sources,
    private readonly onDue: (ids: readonly string[]) => void,
  ) {}

  of(row: ResourceRow): Derived {
    const { store } = this.sources;
    const known = this.#derived.get(row.id);
    if (known !== undefined && !this.#outdated.has(row.id)) return known;
    const children = isParentRow(row) ? store.rows(row).filter(isResourceRow) : [];
    const below = children.map((child) => this.of(child));
    const derived = derive(row, below, known?.item, this.sources);
    // A search also finds what is not known.
    if (store.find(row.id) === undefined) return derived;
    this.#derived.set(row.id, derived);
    this.#outdated.delete(row.id);
    this.#alarm.setAtLatest(derived.dueAt);
    return derived;
  }

  /** All known items, each after the one that contains it. The array stays the same while nothing changes. */
  all(): readonly Item[] {
    const { store } = this.sources;
    const all = this.#all;
    if (all?.changed.size === 0) return all.items;
    const items =
      all === undefined
        ? store.descendants().flatMap((row) => (isResourceRow(row) ? this.of(row).item : []))
        : all.items.map((item) => {
            const row = all.changed.has(item.id) ? store.find(item.id) : undefined;
            return isResourceRow(row) ? this.of(row).item : item;
          });
    this.#all = { items, changed: new Set() };
    return items;
  }

  /** Call this when something about an item may have changed: what contains it is derived again, too. */
  change(id: string): void {
    // What is said about it as a whole may settle what was read of them, or not any more.
    for (const changed of [...(this.#derived.get(id)?.judged ?? []), id]) {
      const exists = isResourceRow(this.sources.store.find(changed));
      if (exists !== this.#derived.has(changed)) this.#all = undefined;
      const isCurrent = (at: string): boolean => this.#derived.has(at) && !this.#outdated.has(at);
      for (let at = changed; at === changed || isCurrent(at); at = parentIdOf(at)) {
        if (this.#derived.has(at)) this.#outdated.add(at);
        this.#all?.changed.add(at);
      }
      if (exists) continue;
      this.#derived.delete(changed);
      this.#outdated.delete(changed);
    }
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
    this.#alarm.dispose();
  }
}

/** Calls back at the earliest of the times that it was set to. */
class Alarm {
  #timer: NodeJS.Timeout | undefined;
  /** In milliseconds since 1970. */
  #at = Infinity;

  constructor(private readonly ring: () => void) {}

  setAtLatest(at: number): void {
    if (at >= this.#at) return;
    this.#at = at;
    clearTimeout(this.#timer);
    const ring = (): void => {
      this.#at = Infinity;
      this.ring();
    };
    this.#timer = setTimeout(ring, Math.min(Math.max(0, at - Date.now()), maxTimeoutMs)).unref();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** @param before what was said of it before */
function derive(
  row: ResourceRow,
  below: readonly Derived[],
  before: Item | undefined,
  sources: Sources,
): Derived {
  const { store } = sources;
  const kind = kindOf(row);
  const branch = store.listOf(row);
  const own = kind.health(row, below, store);
  const ownAt = own.at ?? listRequestedAt(row);
  const isWhole = branch?.isWhole === true;
  const isEmpty = isGroup(row) && isWhole && below.length === 0;
  // What is not read of a pool has no age.
  const saidAt = isGroup(row) ? undefined : ownAt;
  const whole = wholeOf({ severity: own.severity, at: saidAt }, below, isWhole);
  const shown = isGroup(row) ? groupOf(whole, below, isWhole) : whole;
  const { severity, counting } = shown;
  const isOwn = counting.every((part) => !needsAttention(part.severity));
  const standing = shown.standing ?? (isOwn ? kind.standing?.(row, own, store) : undefined);
  const machines = isLeaf(row)
    ? { ...own, message: withoutName(row, own.message), count: 1 }
    : machinesIn(counting);
  const at = shown.at ?? ownAt;
  const ownProblem = standing === undefined ? ownProblemOf(row, own, ownAt, below, sources) : undefined;
  const problem = worstProblem(ownProblem, counting);
  const health = kind.shown?.(row, own, severity, machines, counting) ?? shownHealth(own, severity, machines);
  const illBelow = below.flatMap((one) => one.ill);
  const illWithIt = illBelow.filter((one) => one.severity === severity && one.standing?.is === standing?.is);
  const onset = onsetOf(row, { health, at, run: rowRun(row), machines: illWithIt, before });
  const ill = isLeaf(row) ? illMachine(row, { severity, at, standing, problem, onset }) : illBelow;
  const fewer = fewerCounted(kind.counted?.(row, store), ill);
  const machinesAt = isLeaf(row) ? at : oldestOf(below.flatMap((one) => one.machinesAt ?? []));
  const times = { onset, changes: changesBeforeOnset(row, onset, health, illWithIt, sources) };
  const found = { own, severity, at, health, problem, standing, fewer, machinesAt, machines, times };
  const derived = itemOf(row, store, found);
  // It stays the same object as long as nothing about it changes. Most were read again, which a comparison of all fields would
  // find out last.
  const isSame = before?.readAt === derived.readAt && isDeepStrictEqual(before, derived);
  const item = isSame && before !== undefined ? before : derived;
  // Machines of a pool that are answered are no part of its cluster.
  const counted = isGroup(row) ? whole : { severity, at, standing };
  return {
    item,
    own,
    ownAt,
    run: rowRun(row),
    severity: counted.severity,
    at: isEmpty ? branch.requested : counted.at,
    standing: counted.standing,
    isEmpty,
    problem,
    ownProblem,
    machines: counting === whole.counting ? machines : machinesIn(whole.counting),
    ill,
    machinesAt,
    judged: judgedBy(row, ill, below),
    dueAt: dueAtOf(row, sources.marks),
  };
}

function changesBeforeOnset(
  cluster: ResourceRow,
  onset: Onset | undefined,
  { pack }: Health,
  ill: readonly IllMachine[],
  { store, clusterReads }: Sources,
): Item['changes'] {
  // What happened before an unknown time is not known.
  if (cluster.kind !== 'cluster' || onset === undefined || onset.isBefore) return undefined;
  const machines = machinesOf(ill, store);
  return changesBefore({ cluster, began: onset.at, pack, machines, store }, clusterReads.audits);
}

function ownProblemOf(
  row: ResourceRow,
  own: Health,
  at: RequestTime | undefined,
  below: readonly Derived[],
  { marks, refreshes }: Sources,
): Known | 'open' | undefined {
  if (!isIll(own)) return undefined;
  const mark = marks.values.known.get(row.id);
  if (mark !== undefined && reasonToReopen(mark, own, at?.readAt) === undefined) {
    return { by: 'user', note: sanitizeLine(mark.note, maxNote), at: mark.at, until: mark.until };
  }
  if (isPlanned(own.severity) && own.failed === undefined) return { by: 'maintenance' };
  return isCovered(own, at, below, refreshes) ? { by: 'user' } : 'open';
}

/** When time alone changes an item: a mark ends, a certificate expires. */
function dueAtOf(row: ResourceRow, marks: Marks): number {
  const now = Date.now();
  const { until = Infinity } = marks.values.known.get(row.id) ?? {};
  return Math.min(until > now ? until : Infinity, kindOf(row).nextChange?.(row, now) ?? Infinity);
}

interface Found extends Part, Pick<Derived, 'own' | 'problem' | 'machines' | 'machinesAt'> {
  readonly health: Health;
  readonly fewer: ReturnType<typeof fewerCounted>;
  readonly times: Pick<Item, 'onset' | 'changes'>;
}

function itemOf(row: ResourceRow, store: ItemStore, found: Found): Item {
  const { own, severity, at, health, problem, standing, fewer, machinesAt } = found;
  const kind = kindOf(row);
  const branch = store.listOf(row);
  const isRead = severity !== 'unknown' || kind.isRead(row, store);
  const { ages, ...fields } = kind.fields?.(row) ?? {};
  const isOutdated = kind.isOutdated?.(row, store) ?? store.isOutdated(row);
  const isUnexplained = own.isWord === true || severity === 'unknown';
  return {
    kind: row.kind,
    id: row.id,
    parent: row.parent?.id,
    name: shownName(row),
    uid: kind.uid(row),
    state: isRead ? severity : 'notRead',
    since: needsAttention(severity) ? turnedAt(rowRun(row), severity) : undefined,
    ...found.times,
    cause: health.cause,
    isCauseUnread: health.isCauseUnread,
    counted: health.counted,
    message: withoutName(row, health.message),
    known: needsAttention(severity) && problem !== 'open' ? problem : undefined,
    addresses: kind.addresses?.(row) ?? [],
    heartbeat: kind.heartbeat?.(row),
    isListRead: isParentRow(row) ? branch?.isRead === true && branch.isWhole : undefined,
    readAt: at?.readAt,
    isStale: isOutdated || standing !== undefined || fewer !== undefined,
    disagreement: disagreementOf(standing, fewer),
    machinesRead: isUnexplained ? wellMachines(found.machines, machinesAt) : undefined,
    ages: olderAges({ ...ages, machines: oldestTime([ages?.machines, machinesAt?.readAt]) }, at?.readAt),
    clusterStates: own.clusters,
    ...fields,
  };
}

function rowRun(row: ResourceRow): Run | undefined {
  return row.kind === 'cluster' ? row.run : undefined;
}

/** A message without the name of the item that it begins with. */
function withoutName(row: ResourceRow, message = ''): string | undefined {
  return withoutPrefix(message, shownName(row)) ?? (message || undefined);
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

function machinesIn(parts: readonly Derived[]): Derived['machines'] {
  return worstMachines(parts.flatMap((one) => one.machines ?? []));
}

/** Shared: most items have none. */
const none: readonly never[] = [];

function illMachine(
  { id }: ResourceRow,
  { problem, ...own }: Omit<IllMachine, 'id' | 'isKnown'> & Pick<Derived, 'problem'>,
): readonly IllMachine[] {
  const isKnown = problem !== undefined && problem !== 'open';
  return needsAttention(own.severity) ? [{ ...own, id, isKnown }] : none;
}

/** The IDs of the parts of which what is known of an item itself tells whether they stand. */
function judgedBy(
  row: ResourceRow,
  ill: readonly IllMachine[],
  below: readonly Derived[],
): readonly string[] {
  if (isOutermost(row)) return below.flatMap((one) => (needsAttention(one.severity) ? one.item.id : []));
  return isGroup(row) || isLeaf(row) ? none : ill.map((one) => one.id);
}

/** When the list that it is in was requested. */
function listRequestedAt(row: ResourceRow): RequestTime | undefined {
  // The row itself, where it can be: there are thousands of machines.
  return isParentRow(row) ? requestOf(row) : row;
}

function disagreementOf(
  standing: Standing | undefined,
  fewer: ReturnType<typeof fewerCounted>,
): Item['disagreement'] {
  if (standing !== undefined) return { at: standing.since.readAt, ill: 0 };
  return fewer && { at: fewer.readAt, ill: illIn(fewer.value), size: fewer.value.size };
}

function wellMachines(machines: Derived['machines'], at: RequestTime | undefined): Item['machinesRead'] {
  return machines?.severity === 'healthy' && at ? { count: machines.count, at: at.readAt } : undefined;
}

function olderAges(ages: NonNullable<Item['ages']>, readAt = Infinity): Item['ages'] {
  const older = Object.entries(ages).filter(([, age = Infinity]) => age < readAt);
  return older.length === 0 ? undefined : Object.fromEntries(older);
}

/**
 * Whether what is said about an item only counts machines in it, and as many problems that are not less bad are known, as of
 * the same time or later. While a pool is read again with its cluster, what was known of it holds.
 * @param since when they were counted
 */
function isCovered(
  { counted, failed, severity }: Health,
  since: RequestTime | undefined,
  below: readonly Derived[],
  refreshes: Sources['refreshes'],
): boolean {
  if (counted === undefined || failed !== undefined || since === undefined) return false;
  const known = below.flatMap((one) => {
    const isBeingRead = refreshes.reads(one.item.id);
    // The service counts maintenance apart.
    const all = one.ill.filter((machine) => machine.isKnown && machine.severity !== 'maintenance');
    return isBeingRead ? all : all.filter(({ at }) => !isLater(since, at));
  });
  const worstKnown = worst(
    known.map((one) => one.severity),
    'unknown',
  );
  return known.length >= counted && compareStates(severity, worstKnown) >= 0;
}
