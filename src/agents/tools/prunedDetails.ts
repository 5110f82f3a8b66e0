import { isObject } from '../../service/readers';
import { bytesOf, limited, type Limit, type Limited } from './serviceText';

/** One after the other until the details fit. */
const limits: readonly Limit[] = [
  { text: 1000, elements: 50, fields: 200, levels: 20 },
  { text: 300, elements: 20, fields: 80, levels: 12 },
  { text: 150, elements: 10, fields: 40, levels: 9 },
  { text: 80, elements: 5, fields: 25, levels: 7 },
  { text: 60, elements: 3, fields: 15, levels: 5 },
];

/**
 * Any JSON, cut until it takes at most `maxBytes`. First long texts, long lists and deep levels are cut everywhere; then the
 * last fields are left out, so that the first ones, which users need most, remain.
 */
export function prunedDetails(details: unknown, maxBytes: number): Limited {
  let pruned: Limited = { value: null, omitted: 1 };
  for (const limit of limits) {
    pruned = limited(details, limit);
    if (bytesOf(pruned.value) <= maxBytes) return pruned;
  }
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
