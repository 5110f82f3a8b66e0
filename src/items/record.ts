import { isDeepStrictEqual } from 'node:util';
import type { RequestTime } from '../service/requestTime';
import type { ServiceError } from '../service/errors';
import type { Severity } from './severity';
import type { TreeRow } from './store/row';
import { isObject, type JsonObject } from '../service/readers';

// What is known of an item is the latest reading of it from each source. Nothing else compares readings.

/** What one request said, and when it left for the service. */
export interface Reading<Value> extends RequestTime {
  readonly value: Value;
}

/** The latest reading of an item from each source. */
export type Readings<Sources> = {
  readonly [Source in keyof Sources]?: Reading<Sources[Source]> | undefined;
};

/** Why the latest request for a source failed. */
export interface FailedReading extends RequestTime {
  readonly error: ServiceError;
}

/**
 * What a source says about a value. `null`: it could say it and is silent, which means that there is none. Undefined: it can't
 * say, which erases nothing.
 */
type Told<Value> = Value | null | undefined;

/** What the latest source says that says anything about a value, and when. The value is undefined if there is none. */
export function latest<Sources, Value>(
  readings: Readings<Sources>,
  tell: { readonly [Source in keyof Sources]?: (value: Sources[Source]) => Told<Value> },
): Reading<Value | undefined> | undefined {
  let found: Reading<Value | undefined> | undefined;
  for (const source of Object.keys(tell) as (keyof Sources)[]) {
    const reading = readings[source];
    if (reading === undefined || isLater(found, reading)) continue;
    const value = tell[source]?.(reading.value);
    if (value !== undefined) found = { ...timeOf(reading), value: value ?? undefined };
  }
  return found;
}

/** The later reading of each source. A value stays the same object as long as the source says the same. */
export function laterReadings<Sources>(
  known: Readings<Sources>,
  fresh: Readings<Sources>,
): Readings<Sources> {
  const all: { -readonly [Source in keyof Sources]?: Reading<Sources[Source]> | undefined } = { ...known };
  for (const source of Object.keys(fresh) as (keyof Sources)[]) {
    const [before, reading] = [known[source], fresh[source]];
    if (reading === undefined || isLater(before, reading)) continue;
    const isSame = before !== undefined && isSameJson(before.value, reading.value);
    all[source] = isSame ? { ...reading, value: before.value } : reading;
  }
  return all;
}

/** The readings that were requested after `since`, the number of a request. */
export function readingsSince<Sources>(readings: Readings<Sources>, since: number): Readings<Sources> {
  const current = Object.entries<RequestTime | undefined>(readings).filter(
    ([, time]) => (time?.requestNumber ?? 0) > since,
  );
  return Object.fromEntries(current) as Readings<Sources>;
}

/** Whether something was requested after something else. */
export function isLater(one: RequestTime | undefined, other: RequestTime | undefined): boolean {
  return (one?.requestNumber ?? 0) > (other?.requestNumber ?? 0);
}

/** The one that was requested last. */
export function latestTime<Time extends RequestTime>(times: readonly (Time | undefined)[]): Time | undefined {
  return times.reduce((found, time) => (isLater(time, found) ? time : (found ?? time)), undefined);
}

/** The one that was requested first. */
export function oldestOf(times: readonly (RequestTime | undefined)[]): RequestTime | undefined {
  return times.reduce(
    (first, time) => (first === undefined || isLater(first, time ?? first) ? time : first),
    undefined,
  );
}

export function timeOf({ readAt, requestNumber, aheadMs }: RequestTime): RequestTime {
  return { readAt, requestNumber, aheadMs };
}

/** When a row was requested; undefined if no request returned it. */
export function requestOf({ readAt, requestNumber = 0, aheadMs }: TreeRow): RequestTime | undefined {
  return readAt === undefined ? undefined : { readAt, requestNumber, aheadMs };
}

/** The unbroken run of readings that say the present severity of an item, without what is in it. */
export interface Run {
  readonly severity: Severity;
  /** The first and the last reading of the run. */
  readonly first: RequestTime;
  readonly last: RequestTime;
  /** The last reading that said something else; undefined if there was none. */
  readonly before: Reading<Severity> | undefined;
}

/**
 * The run of an item after a reading.
 * @param said what the latest reading of each source says
 */
export function runOf(known: Run | undefined, said: readonly Reading<Severity>[]): Run | undefined {
  const now = latestTime(said);
  if (now === undefined) return known;
  const others = said.filter(({ value }) => value !== now.value);
  const ended =
    known !== undefined && known.severity !== now.value ? [{ ...known.last, value: known.severity }] : [];
  const other = latestTime([...others, ...ended]);
  // A failed reading, or one that says the same, ends no run.
  const isSame = known?.severity === now.value && !isLater(other, known.first);
  const before = isSame ? latestTime([known.before, other]) : other;
  const run = said.filter((one) => one.value === now.value && isLater(one, before));
  // An earlier request may be answered later.
  const first = oldestOf([...(isSame ? [known.first] : []), ...run]) ?? now;
  return { severity: now.value, first: timeOf(first), last: timeOf(now), before };
}

/** Whether two lists have the same elements in the same order. */
export function areSame<Value>(one: readonly Value[], other: readonly Value[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

export function isSameJson(one: unknown, other: unknown): boolean {
  try {
    return isSameValue(one, other);
  } catch {
    // A response may be nested too deeply for a recursive comparison.
    return false;
  }
}

/** `isDeepStrictEqual` takes several times as long for lists and objects as they are in JSON. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => isSameValue(element, other[index]));
  }
  if (!isPlain(one) || !isPlain(other)) return isDeepStrictEqual(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

function isPlain(value: unknown): value is JsonObject {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}
