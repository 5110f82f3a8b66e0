import { isObject } from '../../service/readers';
import { sanitizeLine } from '../../presentation/text';

/** The most of each that are kept, for values that are too large otherwise. */
const limits = [
  { text: 1000, elements: 50, fields: 200, levels: 20 },
  { text: 300, elements: 20, fields: 80, levels: 12 },
  { text: 150, elements: 10, fields: 40, levels: 9 },
  { text: 80, elements: 5, fields: 25, levels: 7 },
  { text: 60, elements: 3, fields: 15, levels: 5 },
] as const;

/** Details that fit, and how many values were left out. */
export interface PrunedDetails {
  readonly details: unknown;
  readonly omitted: number;
}

/**
 * Any JSON, cut until it takes at most `maxBytes`. First long texts, long lists and deep levels are cut everywhere; then the
 * last fields are left out, so that the first ones, which users need most, remain.
 */
export function prunedDetails(details: unknown, maxBytes: number): PrunedDetails {
  let pruned: PrunedDetails = { details: null, omitted: 1 };
  for (const limit of limits) {
    pruned = withLimits(details, limit);
    if (bytesOf(pruned.details) <= maxBytes) return pruned;
  }
  if (!isObject(pruned.details)) return { details: null, omitted: pruned.omitted + 1 };
  const kept: Record<string, unknown> = {};
  let { omitted } = pruned;
  let bytes = 2;
  for (const [name, value] of Object.entries(pruned.details)) {
    bytes += bytesOf({ [name]: value });
    if (bytes > maxBytes) omitted += 1;
    else kept[name] = value;
  }
  return { details: kept, omitted };
}

function withLimits(details: unknown, limit: (typeof limits)[number]): PrunedDetails {
  let omitted = 0;
  const first = <Element>(all: readonly Element[], count: number): readonly Element[] => {
    omitted += Math.max(0, all.length - count);
    return all.slice(0, count);
  };
  const cut = (value: unknown, level: number): unknown => {
    if (typeof value === 'string') return sanitizeLine(value, limit.text);
    if (typeof value !== 'object' || value === null) return value;
    if (level >= limit.levels) {
      omitted += 1;
      return null;
    }
    if (Array.isArray(value)) return first(value, limit.elements).map((element) => cut(element, level + 1));
    return Object.fromEntries(
      first(Object.entries(value), limit.fields).map(([name, field]) => [
        sanitizeLine(name, limit.text),
        cut(field, level + 1),
      ]),
    );
  };
  return { details: cut(details, 0), omitted };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
