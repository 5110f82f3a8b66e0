/**
 * Readers for what the service sends. The schemas of zod, which check the input of tools, do not fit: they reject an object
 * with a wrong field, and copy every value. Here, a wrong field is dropped and its item is kept, and a value that is read as it
 * is is not copied: a pool may have thousands of machines with about fifty fields each.
 */

/** Items of one list: ten times the machines of a large pool, and what 1,000 pages of 50 items hold. */
export const maxItems = 50_000;

/** Reads a JSON value; undefined if it has another type. */
export type Reader<Value> = (json: unknown) => Value | undefined;

/** The type of the values that a reader returns. */
export type Read<From extends Reader<unknown>> = Exclude<ReturnType<From>, undefined>;

export type Shape = Readonly<Record<string, Reader<unknown>>>;
export type Fields<Of extends Shape> = { readonly [Name in keyof Of]?: Read<Of[Name]> | undefined };
type AllFields<Of extends Shape> = { readonly [Name in keyof Of]: Read<Of[Name]> };

/** An object whose fields may all be missing. Other fields are dropped; if there are none, the JSON itself is returned. */
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

/** An object that is invalid if one of its fields is missing or invalid. */
export function exactObject<Of extends Shape>(shape: Of): Reader<AllFields<Of>> {
  const read = object(shape);
  const hasAll = (fields: Fields<Of>): fields is AllFields<Of> =>
    Object.keys(shape).every((name) => fields[name] !== undefined);
  return (json) => {
    const fields = read(json);
    return fields !== undefined && hasAll(fields) ? fields : undefined;
  };
}

/** An object that both readers read, such as one with required fields and one with optional fields. */
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

/** Reads what one of several readers reads, such as messages of several kinds. */
export function anyOf<Values extends readonly unknown[]>(
  ...readers: { readonly [Index in keyof Values]: Reader<Values[Index]> }
): Reader<Values[number]> {
  return (json) => {
    for (const read of readers) {
      const value = read(json);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

/** One of several strings. */
export function oneOf<Text extends string>(...texts: readonly Text[]): Reader<Text> {
  return (json) => texts.find((text) => text === json);
}

/**
 * A list without its invalid elements.
 * @throws TooLargeError by the reader, for more than `most` elements: a silently truncated list would be wrong
 */
export function list<Element>(read: Reader<Element>, most = maxItems): Reader<readonly Element[]> {
  return (json) => {
    if (!Array.isArray(json)) return undefined;
    if (json.length > most) throw new TooLargeError();
    const given: readonly unknown[] = json;
    const elements: Element[] = [];
    let isSame = true;
    for (const element of given) {
      const value = read(element);
      if (value !== element) isSame = false;
      if (value !== undefined) elements.push(value);
    }
    // Kept in memory once, because the JSON may be kept too.
    return isSame ? (json as readonly Element[]) : elements;
  };
}

/** A list that is invalid if one of its elements is. @param most `Infinity` for what Poolview itself has gathered from many lists */
export function exactList<Element>(read: Reader<Element>, most?: number): Reader<readonly Element[]> {
  const readValid = list(read, most);
  return (json) => {
    const elements = readValid(json);
    return Array.isArray(json) && elements?.length === json.length ? elements : undefined;
  };
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Whether a field says nothing. Whether `false` and `0` do depends on what it is about. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '';
}

/** An object of any fields. */
export const anyObject: Reader<JsonObject> = (json) => (isObject(json) ? json : undefined);

/** An object of strings, whose keys are data. Other values are dropped. */
export const strings: Reader<Readonly<Record<string, string>>> = (json) => {
  if (!isObject(json)) return undefined;
  const all = Object.entries(json);
  const read = all.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return read.length === all.length ? (json as Readonly<Record<string, string>>) : Object.fromEntries(read);
};

export const text: Reader<string> = (json) => (typeof json === 'string' ? json : undefined);
/** A text that is changed as it is read. */
export function textAs(change: (text: string) => string): Reader<string> {
  return (json) => (typeof json === 'string' ? change(json) : undefined);
}
/** A size or an amount, without impossible values: negative ones, and those above the safe integers. */
export const amount: Reader<number> = (json) =>
  typeof json === 'number' && json >= 0 && json <= Number.MAX_SAFE_INTEGER ? json : undefined;
/** A count, an index or a port. */
export const wholeNumber: Reader<number> = (json) => (Number.isInteger(json) ? amount(json) : undefined);
export const flag: Reader<boolean> = (json) => (typeof json === 'boolean' ? json : undefined);
export const texts = list(text);

/** How Go, in which the service is written, serializes a time that was never set. */
const neverSet = Date.parse('0001-01-01T00:00:00Z');

/** Later years have more than four digits, which most readers of ISO 8601 refuse. */
const latestDate = Date.parse('9999-12-31T23:59:59.999Z');

const iso8601 = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** An ISO 8601 time, in milliseconds since 1970. Invalid times and times that were never set are dropped. */
export const timestamp: Reader<number> = (json) => {
  // `Date.parse` alone also finds a time in `node 7`, and March 2 in February 30.
  if (typeof json !== 'string' || !iso8601.test(json) || !isDay(json.slice(0, 10))) return undefined;
  const time = Date.parse(json);
  return time > neverSet && time <= latestDate ? time : undefined;
};

function isDay(day: string): boolean {
  // Every month has these days.
  if (Number(day.slice(8)) <= 28) return true;
  const midnight = Date.parse(day);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}

/** A reference to a team, user, role or project. */
export const reference = object({ name: text, uid: text });
export type Reference = Read<typeof reference>;

/** Whether `key` is one of the keys of `table`. */
export function isKeyOf<Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(table, key);
}

/** The keys of `table`, in their order. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table).filter((key) => isKeyOf(table, key));
}

/** Bytes of a decompressed body: about ten times a pool of 5,000 machines. */
export const maxBodyBytes = 64 * 1024 * 1024;

/** Characters of a text in an error or in the log. */
const maxTextLength = 500;

/**
 * JSON values in a body. Machines have one in 20 bytes, so that `maxBodyBytes` of them stay below this. An empty object
 * takes 3 bytes in JSON and 56 in memory: without this limit, a body of 60 MB can exhaust the heap.
 */
const maxValues = 4_000_000;

/** Bodies up to this size are not counted: even 8 MiB of empty objects take only 170 MB. */
const maxUncountedLength = 8 * 1024 * 1024;

/** A response that is larger than any service needs. */
export class TooLargeError extends Error {}

const [comma, brace, bracket] = [',', '{', '['].map((character) => character.charCodeAt(0));

/** @throws TooLargeError if parsing the JSON text could exhaust the memory */
export function assertParsable(json: string): void {
  if (json.length <= maxUncountedLength) return;
  let values = 0;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    // Each value follows one of these. Counting those within strings too does no harm.
    if (code === comma || code === brace || code === bracket) values++;
    if (values > maxValues) throw new TooLargeError();
  }
}

/** Text of the service, short enough for a message and for a line of the log. */
export function shortened(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength).toWellFormed()}…`;
}
