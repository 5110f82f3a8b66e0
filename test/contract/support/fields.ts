import type { Random } from '../../../src/demo/random';

/** The part of JSON Schema that descriptions of a service use. Schemas are not recursive. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly not?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** A field without nested fields. */
export interface Field {
  /** Such as `items[].spec.nics[].privateIPs[]`, or `metadata.labels{}` for the values under any key. */
  readonly path: string;
  readonly kind: 'text' | 'time' | 'choice' | 'number' | 'boolean' | 'open';
  /**
   * The value in the sample. It is part of no other value, so that it can be found wherever it is shown. Exceptions: a
   * choice has its first value, and a boolean is true. An open field, whose content is not documented, is an object
   * with this as its only value.
   */
  readonly value: string | number | boolean;
}

export interface Sample {
  /** A response with every documented field, and one item in every list. */
  readonly answer: unknown;
  /** In the order of the response. */
  readonly fields: readonly Field[];
}

/** Generates a sample of a response with this schema. The sample is always the same. */
export function sampleOf(schema: Schema): Sample {
  const fields: Field[] = [];

  function leaf(path: string, kind: Field['kind'], value: Field['value']): Field['value'] {
    fields.push({ path, kind, value });
    return value;
  }

  function sample(described: Schema, path: string): unknown {
    const { $ref, type, format, enum: choices, properties, additionalProperties, items } = whole(described);
    if ($ref !== undefined) throw new Error(`${path} has an unresolved reference: ${$ref}`);
    // Four digits from 1001 up. In the times below, four digits occur only as years, which are larger.
    const number = 1001 + fields.length;
    const text = `${nameAtEnd(path)}-${number}`;

    if (choices !== undefined) return leaf(path, 'choice', choices[0] as string);
    switch (typeof type === 'object' ? type[0] : type) {
      case 'string':
        return format === 'date-time'
          ? leaf(path, 'time', new Date(Date.UTC(2020, 0, fields.length)).toISOString())
          : leaf(path, 'text', text);
      case 'integer':
      case 'number':
        return leaf(path, 'number', number);
      case 'boolean':
        return leaf(path, 'boolean', true);
      case 'array':
        return [sample(items ?? {}, `${path}[]`)];
      default:
        if (properties !== undefined) {
          return Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [
              name,
              sample(property, path === '' ? name : `${path}.${name}`),
            ]),
          );
        }
        if (typeof additionalProperties === 'object') {
          return { [`key-${number}`]: sample(additionalProperties, `${path}{}`) };
        }
        return { [`key-${number}`]: leaf(path, 'open', text) };
    }
  }

  return { answer: sample(schema, ''), fields };
}

const texts = ['a', '-', ' x ', 'ä/ß?#%&=', '__proto__', '决', '<b>', 'x'.repeat(300)] as const;

/** A random response with this schema. Its lists may be empty, and fields may be missing unless it `isComplete`. */
export function inventedAnswer(schema: Schema, random: Random, isComplete: boolean): unknown {
  const { type, format, enum: choices, properties, items, ...others } = whole(schema);
  if (choices !== undefined) return choices[random.integer(0, choices.length - 1)];
  switch (typeof type === 'object' ? type[0] : type) {
    case 'string':
      return format === 'date-time'
        ? new Date(random.integer(0, 4e9) * 1000).toISOString()
        : random.pick(texts);
    case 'integer':
    case 'number':
      return (others.minimum ?? -1) + random.integer(0, 100);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return Array.from({ length: random.integer(0, 3) }, () =>
        inventedAnswer(items ?? {}, random, isComplete),
      );
    default: {
      const isKept = (name: string) =>
        isComplete || others.required?.includes(name) === true || random.chance(0.7);
      const { additionalProperties } = others;
      const named =
        properties ?? (typeof additionalProperties === 'object' ? { k: additionalProperties } : {});
      return Object.fromEntries(
        Object.entries(named)
          .filter(([name]) => isKept(name))
          .map(([name, property]) => [name, inventedAnswer(property, random, isComplete)]),
      );
    }
  }
}

/** `schema` combined with its parts and the first of its alternatives. */
export function whole({ allOf = [], anyOf = [], ...own }: Schema): Schema {
  const parts = [own, ...[...allOf, ...anyOf.slice(0, 1)].map(whole)];
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  return {
    ...(Object.assign({}, ...parts) as Schema),
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
  };
}

/** `privateIPs` for `items[].spec.nics[].privateIPs[]`. */
function nameAtEnd(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).replace(/[[\]{}]/g, '');
}

/** A copy of a sample response in which only `field` has another value. */
export function withOther(answer: unknown, { path, kind, value }: Field): unknown {
  const steps = path.split(/\.|(?=\[\])|(?=\{\})/);
  const other = (before: unknown): unknown => {
    switch (kind) {
      case 'number':
        return Number(value) + 7000;
      case 'boolean':
        return value !== true;
      case 'time':
        return new Date(Date.parse(String(value)) - 24 * 3_600_000 * 700).toISOString();
      case 'text':
      case 'choice':
        return `other-${String(value)}`;
      case 'open':
        return Object.fromEntries(
          Object.keys(before as object).map((name) => [name, `other-${String(value)}`]),
        );
    }
  };
  const change = (part: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined) return other(part);
    if (Array.isArray(part)) return part.map((element) => change(element, rest));
    const members = part as Record<string, unknown>;
    const name = step === '{}' ? (Object.keys(members)[0] ?? '') : step;
    return { ...members, [name]: change(members[name], rest) };
  };
  return change(answer, steps);
}
