import {
  isObject,
  list,
  number,
  object,
  stringMap,
  text,
  timestamp,
  type Read,
  type Reader,
} from '../readers';

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

const listMetadata = object({ continue: text, count: number });

/** What a service answers where it lists something, page by page or all of it. */
export interface ListAnswer<Item> {
  readonly items: readonly Item[];
  /** An empty or missing `continue` ends the list; `count` may change between pages. */
  readonly listmeta?: Read<typeof listMetadata> | undefined;
}

/** A list of what `read` reads. Without items it is none. */
export function listOf<Item>(read: Reader<Item>): Reader<ListAnswer<Item>> {
  const readItems = list(read);
  return (json) => {
    if (!isObject(json)) return undefined;
    const items = readItems(json['items']);
    return items && { items, listmeta: listMetadata(json['listmeta']) };
  };
}
