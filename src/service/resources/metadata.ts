import * as z from 'zod/mini';
import { field, number, stringMap, text, timestamp } from '../lenient';

/** What every resource says about itself. */
export const metadata = z.object({
  name: text,
  uid: text,
  annotations: field(stringMap),
  labels: field(stringMap),
  creationTimestamp: timestamp,
  deletionTimestamp: timestamp,
  lastModifiedTimestamp: timestamp,
});
export type Metadata = z.output<typeof metadata>;

/** `listmeta` of a paginated list. An empty or missing `continue` ends it; `count` may change between pages. */
export const listMetadata = z.object({ continue: text, count: number, limit: number, offset: number });
export type ListMetadata = z.output<typeof listMetadata>;
