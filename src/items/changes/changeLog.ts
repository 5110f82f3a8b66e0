import {
  comparedValues,
  type Change,
  type ChangeCoverage,
  type ComparedValue,
  type ItemReading,
  type ListReading,
} from './change';
import type { RequestTime } from '../../service/requestTime';
import { byKind } from '../item';
import { deleteAtOrBelow, parentIdOf } from '../store/row';

/** The most changes that are kept. */
const maxChanges = 1000;

/** What is known about an item: its last reading, with the severity from the last one that told it. */
interface KnownItem extends ItemReading {
  time: RequestTime;
  /** The values that the last reading did not tell, from the last one that did. */
  older?: Readonly<Partial<Record<ComparedValue, KnownValue>>> | undefined;
  /** When it was last known not to be there, before it appeared. */
  readonly absentAt: RequestTime | undefined;
  /** Whether any of its values has been compared. */
  isCompared: boolean;
}

interface KnownValue {
  readonly text: string;
  readonly time: RequestTime;
}

/** The items below a parent. Those that disappeared are forgotten: `wholeAt` tells when an item was not there. */
interface KnownList {
  readonly items: Map<string, KnownItem>;
  /** When the whole list was last read; undefined if it never was. */
  wholeAt: RequestTime | undefined;
}

type Found = Omit<Change, 'number'>;

/** The values of an item that cannot be distinguished from others with the same name. */
const ambiguousValues: ItemReading['values'] = {};

/** The changes of one connection: each reading is compared with the earlier ones. */
export class ChangeLog {
  #changes: readonly Change[] = [];
  #lastNumber = 0;
  #isTruncated = false;
  #since: number | undefined;
  #comparedAt: RequestTime | undefined;
  /** By the ID of the parent; '' for projects. */
  readonly #lists = new Map<string, KnownList>();

  /** Newest first. */
  get changes(): readonly Change[] {
    return this.#changes;
  }

  get coverage(): ChangeCoverage {
    const items = byKind(() => ({ read: 0, compared: 0 }));
    for (const list of this.#lists.values()) {
      for (const known of list.items.values()) {
        const { kind, older, isCompared } = known;
        items[kind].read += Number(isCompared || older !== undefined || hasValues(known));
        items[kind].compared += Number(isCompared);
      }
    }
    return {
      since: this.#since,
      comparedAt: this.#comparedAt?.readAt,
      items,
      isTruncated: this.#isTruncated,
    };
  }

  /** Compares a reading with the earlier ones. What was requested before what is known changes nothing. */
  add({ parent, items, isWhole, readAt, requestNumber }: ListReading): void {
    const time = { readAt, requestNumber };
    if (this.#wasGoneAt(parent, time)) return;
    const list = this.#listBelow(parent);
    const found: Found[] = [];
    const readings = readingsById(items);
    for (const reading of readings.values()) this.#addItem(list, reading, time, found);
    if (readings.size > 0) this.#since ??= readAt;
    if (isWhole && !isBefore(time, list.wholeAt)) {
      for (const [id, known] of list.items) {
        if (readings.has(id) || !isBefore(known.time, time)) continue;
        found.push({
          ...changeOf(known, known.time, time),
          what: 'disappeared',
          severityAfter: undefined,
        });
        // Those below it are gone with it. Lists in between may never have been read.
        list.items.delete(id);
        deleteAtOrBelow(this.#lists, id);
      }
      list.wholeAt = time;
    }
    this.#record(found);
  }

  /** Adds that a problem, which was known, needs attention again. */
  addReopened(reopened: Omit<Found, 'what'>): void {
    this.#record([{ ...reopened, what: 'reopened' }]);
  }

  /** Whether `id` or an ancestor was missing from a list requested after `time`. */
  #wasGoneAt(id: string | undefined, time: RequestTime): boolean {
    if (id === undefined) return false;
    const parent = parentIdOf(id);
    // The ID of the view has no parent.
    const above = parent.includes('/') ? parent : undefined;
    const list = this.#lists.get(above ?? '');
    const known = list?.items.get(id);
    const absentAt = known === undefined ? list?.wholeAt : known.absentAt;
    return isBefore(time, absentAt) || this.#wasGoneAt(above, time);
  }

  #listBelow(parent = ''): KnownList {
    const list = this.#lists.get(parent) ?? { items: new Map<string, KnownItem>(), wholeAt: undefined };
    this.#lists.set(parent, list);
    return list;
  }

  #addItem(list: KnownList, reading: ItemReading, time: RequestTime, found: Found[]): void {
    const known = list.items.get(reading.id);
    if (known !== undefined) {
      if (!isBefore(time, known.time)) this.#compare(known, reading, time, found);
      return;
    }
    const { wholeAt } = list;
    // It was gone when the whole list was requested.
    if (isBefore(time, wholeAt)) return;
    const { kind, id, name, uid, path, severity, values } = reading;
    const added: KnownItem = {
      kind,
      id,
      name,
      uid,
      path,
      severity,
      values,
      time,
      older: undefined,
      absentAt: wholeAt,
      isCompared: false,
    };
    list.items.set(reading.id, added);
    if (wholeAt === undefined) return;
    const before = { severityBefore: undefined };
    found.push({ ...changeOf(reading, wholeAt, time), what: 'appeared', ...before });
  }

  #compare(known: KnownItem, reading: ItemReading, time: RequestTime, found: Found[]): void {
    const { severity: severityBefore } = known;
    const older: Partial<Record<ComparedValue, KnownValue>> = {};
    let hasOlder = false;
    const { values } = reading;
    const isTold =
      values.state !== undefined || values.health !== undefined || reading.severity !== 'unknown';
    const latest = isTold ? reading : { ...reading, severity: severityBefore };
    const before = values === ambiguousValues ? undefined : known;
    for (const what of comparedValues) {
      const old = before && valueOf(before, what);
      const to = values[what];
      if (old === undefined) continue;
      if (to === undefined) {
        older[what] = old;
        hasOlder = true;
        continue;
      }
      known.isCompared = true;
      if (!isBefore(time, this.#comparedAt)) this.#comparedAt = time;
      if (to === old.text) continue;
      const change = { what, from: old.text, to, severityBefore };
      found.push({ ...changeOf(latest, old.time, time), ...change });
    }
    Object.assign(known, latest, { time, older: hasOlder ? older : undefined });
  }

  #record(found: readonly Found[]): void {
    if (found.length === 0) return;
    const numbered = found.map((change) => ({ ...change, number: ++this.#lastNumber }));
    const all = [...numbered.reverse(), ...this.#changes];
    this.#isTruncated ||= all.length > maxChanges;
    this.#changes = all.slice(0, maxChanges);
  }
}

/** The readings by ID, without duplicates. Items whose IDs differ only in a number are not compared: it depends on the order. */
function readingsById(items: readonly ItemReading[]): ReadonlyMap<string, ItemReading> {
  const readings = new Map<string, ItemReading>();
  for (const reading of items) if (!readings.has(reading.id)) readings.set(reading.id, reading);
  for (const id of [...readings.keys()]) {
    const numberAt = id.indexOf('#', id.lastIndexOf('/'));
    if (numberAt === -1) continue;
    for (const ambiguous of [id, id.slice(0, numberAt)]) {
      const reading = readings.get(ambiguous);
      if (reading === undefined) continue;
      const { kind, name, uid, path } = reading;
      const item = { kind, id: ambiguous, name, uid, path };
      readings.set(ambiguous, { ...item, severity: 'unknown', values: ambiguousValues });
    }
  }
  return readings;
}

/** Whether something was requested before something else that is known. */
function isBefore({ requestNumber }: RequestTime, other: RequestTime | undefined): boolean {
  return other !== undefined && requestNumber < other.requestNumber;
}

function valueOf({ values, time, older }: KnownItem, what: ComparedValue): KnownValue | undefined {
  const text = values[what];
  return text === undefined ? older?.[what] : { text, time };
}

function hasValues({ values }: ItemReading): boolean {
  return comparedValues.some((what) => values[what] !== undefined);
}

function changeOf(reading: ItemReading, after: RequestTime, before: RequestTime) {
  const { kind, id, name, uid, path, severity } = reading;
  return {
    item: { kind, id, name, uid, path },
    severityBefore: severity,
    severityAfter: severity,
    after: after.readAt,
    before: before.readAt,
  };
}
