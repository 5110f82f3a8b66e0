import { sanitizeLine } from '../../presentation/text';

/** The most characters of a text and the most elements of an array, for values that are too large otherwise. */
const limits = [
  { text: 1000, elements: 100 },
  { text: 200, elements: 20 },
  { text: 60, elements: 5 },
  { text: 20, elements: 1 },
] as const;

/** Tools take back an `id`, so it must be whole. */
const maxId = 5000;

/** A value that was made safe, and how many elements of arrays were left out. */
export interface Shortened {
  readonly value: object;
  readonly omitted: number;
}

/**
 * An object with all its texts made safe: on one line, of limited length, without control characters and invisible ones. If it
 * takes more than `maxBytes` as JSON, texts and arrays are cut further. Properties are kept.
 */
export function shortened(source: object, maxBytes: number): Shortened {
  let result: Shortened = { value: {}, omitted: 0 };
  for (const limit of limits) {
    result = withLimits(source, limit);
    if (Buffer.byteLength(JSON.stringify(result.value)) <= maxBytes) break;
  }
  return result;
}

function withLimits(source: object, limit: (typeof limits)[number]): Shortened {
  let omitted = 0;
  const safe = (value: unknown): unknown => {
    if (typeof value === 'string') return sanitizeLine(value, limit.text);
    if (Array.isArray(value)) {
      omitted += Math.max(0, value.length - limit.elements);
      return value.slice(0, limit.elements).map(safe);
    }
    return typeof value === 'object' && value !== null ? safeObject(value) : value;
  };
  const safeObject = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        sanitizeLine(name, limit.text),
        name === 'id' && typeof field === 'string' ? sanitizeLine(field, maxId) : safe(field),
      ]),
    );
  return { value: safeObject(source), omitted };
}
