import {
  isObject,
  list,
  object,
  stringMap,
  text,
  timestamp,
  wholeNumber,
  type Read,
  type Reader,
} from '../readers';
import { maxItems } from '../responseLimits';

/** What every resource says about itself. */
export const metadata = object({
  name: text,
  uid: text,
  annotations: stringMap,
  labels: stringMap,
  creationTimestamp: timestamp,
  deletionTimestamp: timestamp,
  lastModifiedTimestamp: timestamp,
});
export type Metadata = Read<typeof metadata>;

const listMetadata = object({ continue: text, count: wholeNumber });

/** What a service answers where it lists something, page by page or all of it. */
export interface ListAnswer<Item> {
  readonly items: readonly Item[];
  /** An empty or missing `continue` ends the list; `count` may change between pages. */
  readonly listmeta?: Read<typeof listMetadata> | undefined;
  /** Whether the service sent more items than these. */
  readonly isTruncated: boolean;
}

/** A list of what `read` reads, up to {@link maxItems}. Without items it is none. */
export function listOf<Item>(read: Reader<Item>): Reader<ListAnswer<Item>> {
  const readItems = list(read);
  return (json) => {
    if (!isObject(json)) return undefined;
    const { items: sent, listmeta } = json;
    const isTruncated = Array.isArray(sent) && sent.length > maxItems;
    const items = readItems(isTruncated ? sent.slice(0, maxItems) : sent);
    return items && { items, listmeta: listMetadata(listmeta), isTruncated };
  };
}
