import { idPart, textOfPart } from '../../items/store/row';
import { isObject } from '../../service/readers';
import { withoutSecrets } from '../../text/secrets';
import { sanitizeLineForModel } from '../../text/text';

/** The most that is kept of each part of a value. */
interface Limit {
  /** Characters of a text. */
  readonly text: number;
  /** Characters of a property `id`; by default, those of any text. */
  readonly id?: number;
  /** Elements of an array. */
  readonly elements: number;
  /** Properties of an object; by default, all. */
  readonly fields?: number;
  /** Levels of nested arrays and objects; by default, all. */
  readonly levels?: number;
}

/** A value that was made safe, and how many parts of it were left out. */
export interface Limited<Value = unknown> {
  readonly value: Value;
  readonly omitted: number;
}

/** The ID of an item without secrets: it has names of pools in it, which are encoded. */
export function shownId(id: string): string {
  return id.replace(/(?<=[:~])[^/:#%]*%[^/:#]*/g, (part) => {
    const name = textOfPart(part) ?? '';
    const shown = withoutSecrets(name);
    return shown === name ? part : idPart(shown);
  });
}

/** A value with all its texts made safe: on one line, without control characters and invisible ones, and of limited size. */
function limited(source: unknown, limit: Limit): Limited {
  const { text, id = text, elements, fields = Infinity, levels = Infinity } = limit;
  let omitted = 0;
  const first = <Part>(parts: readonly Part[], count: number): readonly Part[] => {
    omitted += Math.max(0, parts.length - count);
    return parts.slice(0, count);
  };
  const safe = (value: unknown, name: string, level: number): unknown => {
    if (typeof value === 'string')
      return name === 'id' ? sanitizeLineForModel(shownId(value), id) : sanitizeLineForModel(value, text);
    if (typeof value !== 'object' || value === null) return value;
    if (level >= levels) {
      omitted++;
      return null;
    }
    if (Array.isArray(value)) return first(value, elements).map((element) => safe(element, '', level + 1));
    return Object.fromEntries(
      first(Object.entries(value), fields).map(([field, inner]) => [
        sanitizeLineForModel(field, text),
        safe(inner, field, level + 1),
      ]),
    );
  };
  return { value: safe(source, '', 0), omitted };
}

/** How many bytes a value takes as JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The limits of a part of a result, one after the other until it fits. Tools take back an `id`, so it must be whole. */
const partLimits: readonly Limit[] = [
  { text: 1000, elements: 100, id: 5000 },
  { text: 200, elements: 20, id: 5000 },
  { text: 60, elements: 5, id: 5000 },
  // Long enough for a time.
  { text: 40, elements: 1, id: 5000 },
];

/** The limits of any JSON of the service. */
const detailLimits: readonly Limit[] = [
  { text: 1000, elements: 50, fields: 200, levels: 20 },
  { text: 300, elements: 20, fields: 80, levels: 12 },
  { text: 150, elements: 10, fields: 40, levels: 9 },
  { text: 80, elements: 5, fields: 25, levels: 7 },
  { text: 60, elements: 3, fields: 15, levels: 5 },
];

/** An object that is made safe and, if it takes more than `maxBytes`, is cut. It keeps all its properties. */
export function shortened(source: object, maxBytes: number): Limited<object> {
  const { value, omitted } = fitted(source, partLimits, maxBytes);
  return { value: isObject(value) ? value : {}, omitted };
}

/**
 * Any JSON, made safe and cut until it takes at most `maxBytes`. First long texts, long lists and deep levels are cut
 * everywhere; then the last fields are left out, so that the first ones, which users need most, remain.
 */
export function prunedDetails(details: unknown, maxBytes: number): Limited {
  const pruned = fitted(details, detailLimits, maxBytes);
  if (bytesOf(pruned.value) <= maxBytes) return pruned;
  if (!isObject(pruned.value)) return { value: null, omitted: pruned.omitted + 1 };
  const kept: Record<string, unknown> = {};
  let { omitted } = pruned;
  let bytes = 2;
  for (const [name, value] of Object.entries(pruned.value)) {
    bytes += bytesOf({ [name]: value });
    if (bytes > maxBytes) omitted += 1;
    else kept[name] = value;
  }
  return { value: kept, omitted };
}

/** A value within the first of `limits` with which it takes at most `maxBytes`, or within the last one. */
function fitted(source: unknown, limits: readonly Limit[], maxBytes: number): Limited {
  let result: Limited = { value: null, omitted: 1 };
  for (const limit of limits) {
    result = limited(source, limit);
    if (bytesOf(result.value) <= maxBytes) break;
  }
  return result;
}
