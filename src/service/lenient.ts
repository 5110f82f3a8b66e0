import * as z from 'zod/mini';

/**
 * A field that may be missing. A value of the wrong shape reads as missing, so that one odd field never costs the
 * item that carries it.
 */
export function field<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

/** A list whose elements of the wrong shape are dropped and whose good ones are kept, in order. */
export function list<Schema extends z.ZodMiniType>(element: Schema) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((values) =>
      values.flatMap((value) => {
        const parsed = element.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );
}

/**
 * What `schema` makes of a resource, beside the resource itself as the service sent it (`source`): for what differs from
 * cloud type to cloud type, and for who wants to see everything.
 */
export function withSource<Schema extends z.ZodMiniType<object>>(schema: Schema) {
  return z.pipe(
    z.unknown(),
    z.transform((source, context): z.output<Schema> & { readonly source: unknown } => {
      const parsed = schema.safeParse(source);
      if (parsed.success) return { ...parsed.data, source };
      context.issues.push({ code: 'custom', input: source });
      return z.NEVER;
    }),
  );
}

/** An object of string values, as a map: the keys are data, whatever they are called. Other values are dropped. */
export const stringMap = z.pipe(
  z.custom<Record<string, unknown>>((value) => value instanceof Object && !Array.isArray(value)),
  z.transform(
    (value): ReadonlyMap<string, string> =>
      new Map(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
  ),
);

export const text = field(z.string());
export const number = field(z.number());
export const flag = field(z.boolean());
export const texts = field(list(z.string()));

/** How Go, which the service is written in, writes a time that was never set. */
const neverSet = Date.parse('0001-01-01T00:00:00Z');

const iso8601 = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** NaN for what is no date: `Date.parse` alone finds a time in `node 7`, and the 2 March in a 30 February. */
function timeOf(value: string): number {
  const [, day = ''] = iso8601.exec(value) ?? [];
  const midnight = Date.parse(day);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay ? Date.parse(value) : Number.NaN;
}

/**
 * A point in time as the service writes it (ISO 8601), in milliseconds since 1970; what is no date, or one that was
 * never set, is dropped.
 */
export const timestamp = field(
  z.pipe(z.string(), z.pipe(z.transform(timeOf), z.number().check(z.refine((time) => time !== neverSet)))),
);

/** A name with a uid, as the service refers to teams, users, roles and projects. */
export const reference = z.object({ name: text, uid: text });
export type Reference = z.output<typeof reference>;
