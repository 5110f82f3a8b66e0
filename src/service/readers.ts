import { maxItems, TooLargeError } from './responseLimits';

/**
 * Reads a value of JSON: undefined where it is something else than is expected, so that one odd field never costs the
 * item that carries it. A pool may have thousands of machines with some fifty fields each, all of which are read before
 * its rows show; so there is nothing between a value and the function that reads it.
 */
export type Reader<Value> = (json: unknown) => Value | undefined;

/** What a reader makes of what it can read. */
export type Read<From extends Reader<unknown>> = Exclude<ReturnType<From>, undefined>;

type Shape = Readonly<Record<string, Reader<unknown>>>;
type Fields<Of extends Shape> = { readonly [Name in keyof Of]?: Read<Of[Name]> | undefined };

/**
 * An object, each of whose fields may be missing. Fields that are not named are dropped. Where nothing is, what is read is
 * the JSON itself, so that it is not twice in memory.
 */
export function object<Of extends Shape>(shape: Of): Reader<Fields<Of>> {
  const readers = Object.entries(shape);
  return (json) => {
    if (!isObject(json)) return undefined;
    const fields: Record<string, unknown> = {};
    let isSame = true;
    let count = 0;
    for (const [name, read] of readers) {
      const given = json[name];
      if (given === undefined) continue;
      const value = read(given);
      if (value !== given) isSame = false;
      if (value !== undefined) fields[name] = value;
      count++;
    }
    return (isSame && Object.keys(json).length === count ? json : fields) as Fields<Of>;
  };
}

/** An object that is none where one of these fields cannot be read. */
export function exactObject<Of extends Shape>(
  shape: Of,
): Reader<{ readonly [Name in keyof Of]: Read<Of[Name]> }> {
  const readGood = object(shape);
  const names = Object.keys(shape);
  return (json) => {
    const fields = readGood(json);
    // None that could be read is missing.
    return fields !== undefined && names.every((name) => fields[name] !== undefined)
      ? (fields as { readonly [Name in keyof Of]: Read<Of[Name]> })
      : undefined;
  };
}

/** What both readers make of an object: those of its fields that have to be there, and those that may be missing. */
export function both<One extends object, Other extends object>(
  readOne: Reader<One>,
  readOther: Reader<Other>,
): Reader<One & Other> {
  return (json) => {
    const one = readOne(json);
    const other = readOther(json);
    return one && other && { ...one, ...other };
  };
}

/** One of several texts. */
export function oneOf<Text extends string>(...texts: readonly Text[]): Reader<Text> {
  return (json) => texts.find((text) => text === json);
}

/**
 * A list whose elements of the wrong shape are dropped and whose good ones are kept, in order.
 * @throws TooLargeError by the reader, for more than {@link maxItems} elements: a silently truncated list would be wrong
 */
export function list<Element>(read: Reader<Element>): Reader<readonly Element[]> {
  return (json) => {
    if (!Array.isArray(json)) return undefined;
    if (json.length > maxItems) throw new TooLargeError();
    const elements: Element[] = [];
    let isSame = true;
    for (const element of json as readonly unknown[]) {
      const value = read(element);
      if (value !== element) isSame = false;
      if (value !== undefined) elements.push(value);
    }
    return isSame ? (json as readonly Element[]) : elements;
  };
}

/** A list that is not one where one of its elements has the wrong shape. */
export function exactList<Element>(read: Reader<Element>): Reader<readonly Element[]> {
  const readGood = list(read);
  return (json) => {
    const elements = readGood(json);
    return Array.isArray(json) && elements?.length === json.length ? elements : undefined;
  };
}

/**
 * What `read` makes of a resource, beside the resource itself as the service sent it (`source`): for what differs from
 * cloud type to cloud type, and for who wants to see everything.
 */
export function withSource<Resource extends object>(
  read: Reader<Resource>,
): Reader<Resource & { readonly source: unknown }> {
  return (source) => {
    const resource = read(source);
    return resource && { ...resource, source };
  };
}

export function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

const noStrings: ReadonlyMap<string, string> = new Map();

/** An object of string values, as a map: the keys are data, whatever they are called. Other values are dropped. */
export const stringMap: Reader<ReadonlyMap<string, string>> = (json) => {
  if (!isObject(json)) return undefined;
  const strings = Object.entries(json).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  // Most have none, and each map takes more memory than a row.
  return strings.length === 0 ? noStrings : new Map(strings);
};

export const text: Reader<string> = (json) => (typeof json === 'string' ? json : undefined);
/** JSON has no infinite numbers, but numbers that are too large for JavaScript. */
export const number: Reader<number> = (json) =>
  typeof json === 'number' && Number.isFinite(json) ? json : undefined;
/** A size or an amount. A negative one is impossible, and beyond the safe integers no digit can be trusted. */
export const amount: Reader<number> = (json) =>
  typeof json === 'number' && json >= 0 && json <= Number.MAX_SAFE_INTEGER ? json : undefined;
/** A count, an index or a port. */
export const wholeNumber: Reader<number> = (json) => (Number.isInteger(json) ? amount(json) : undefined);
export const flag: Reader<boolean> = (json) => (typeof json === 'boolean' ? json : undefined);
export const texts = list(text);

/** How Go, which the service is written in, writes a time that was never set. */
const neverSet = Date.parse('0001-01-01T00:00:00Z');

const iso8601 = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** NaN for what is no date: `Date.parse` alone finds a time in `node 7`, and the 2 March in a 30 February. */
function timeOf(value: string): number {
  return iso8601.test(value) && isDay(value.slice(0, 10)) ? Date.parse(value) : Number.NaN;
}

function isDay(day: string): boolean {
  // Whatever month has those.
  if (Number(day.slice(8)) <= 28) return true;
  const midnight = Date.parse(day);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}

/**
 * A point in time as the service writes it (ISO 8601), in milliseconds since 1970; what is no date, or one that was
 * never set, is dropped.
 */
export const timestamp: Reader<number> = (json) => {
  const time = typeof json === 'string' ? timeOf(json) : Number.NaN;
  return Number.isNaN(time) || time === neverSet ? undefined : time;
};

/** A name with a uid, as the service refers to teams, users, roles and projects. */
export const reference = object({ name: text, uid: text });
export type Reference = Read<typeof reference>;
