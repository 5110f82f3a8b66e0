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
} from '../readers';
import { maxItems } from '../responseLimits';

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
