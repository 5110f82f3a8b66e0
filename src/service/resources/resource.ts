import type { PageAnswer } from '../pages';
import {
  isObject,
  list,
  object,
  strings,
  text,
  timestamp,
  wholeNumber,
  type Read,
  type Reader,
  maxItems,
  type Fields,
  type JsonObject,
  type Shape,
} from '../readers';

/** The metadata of every resource. */
export const metadata = object({
  name: text,
  uid: text,
  annotations: strings,
  labels: strings,
  creationTimestamp: timestamp,
  deletionTimestamp: timestamp,
  lastModifiedTimestamp: timestamp,
});
export type Metadata = Read<typeof metadata>;

const listMetadata = object({ continue: text, count: wholeNumber });

/** A page of a list, up to {@link maxItems}. The items are required. */
export function listOf<Item>(read: Reader<Item>): Reader<PageAnswer<Item>> {
  const readItems = list(read);
  return (json) => {
    if (!isObject(json)) return undefined;
    const { items: sent, listmeta } = json;
    const isTruncated = Array.isArray(sent) && sent.length > maxItems;
    const items = readItems(isTruncated ? sent.slice(0, maxItems) : sent);
    const { count, continue: token } = listMetadata(listmeta) ?? {};
    return items && { items, total: count, continue: token, cut: isTruncated ? 'tooManyItems' : undefined };
  };
}

/** What packs, charts and manifests are set to, which may be secret: what is not kept can't leak. */
const dropped: ReadonlySet<string> = new Set(['values', 'manifests', 'presets', 'params', 'schema']);

/** Where such names are those of users, and where `values` are what a condition selects. */
const kept = /(?:annotations|expressions|filters|labels|tags)$/i;

/** The JSON without {@link dropped} fields; the JSON itself if it has none. Deeper levels are not shown anywhere. */
function withoutDropped(json: unknown, levels = 200): unknown {
  if (levels === 0) return json;
  if (Array.isArray(json)) {
    const elements = json.map((element) => withoutDropped(element, levels - 1));
    return elements.some((element, index) => element !== json[index]) ? elements : json;
  }
  if (!isObject(json)) return json;
  let copy: Record<string, unknown> | undefined;
  for (const name in json) {
    const value = json[name];
    const isKept = typeof value !== 'object' || kept.test(name);
    const now = dropped.has(name) ? undefined : isKept ? value : withoutDropped(value, levels - 1);
    if (now !== value) (copy ??= { ...json })[name] = now;
  }
  return copy ?? json;
}

/** An object together with its JSON (`source`), for documents, and for the fields that only some cloud types have. */
export function withSource<Of extends Shape>(
  shape: Of,
): Reader<Fields<Of> & { readonly source: JsonObject }> {
  const read = object(shape);
  return (json) => {
    const source = withoutDropped(json);
    const fields = read(source);
    return fields && isObject(source) ? { ...fields, source } : undefined;
  };
}
