import * as v from 'valibot';
import { comparedValues, type Change, type ChangeCoverage, type ChangedItem } from '../items/changes/change';
import { severities } from '../presentation/severity';
import { count, kind, time } from './messageParts';

const severity = v.picklist(severities);

const changedItem = v.object({
  kind,
  id: v.string(),
  name: v.string(),
  uid: v.optional(v.string()),
  path: v.pipe(v.array(v.string()), v.readonly()),
}) satisfies v.GenericSchema<unknown, ChangedItem>;

const change = v.object({
  number: v.number(),
  item: changedItem,
  what: v.picklist([...comparedValues, 'appeared', 'disappeared']),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  severityBefore: v.optional(severity),
  severityAfter: v.optional(severity),
  after: time,
  before: time,
}) satisfies v.GenericSchema<unknown, Change>;

const compared = v.object({ read: count, compared: count });
const coverage = v.object({
  since: v.optional(time),
  comparedAt: v.optional(time),
  items: v.object({ project: compared, cluster: compared, pool: compared, machine: compared }),
  isTruncated: v.boolean(),
}) satisfies v.GenericSchema<unknown, ChangeCoverage>;

/** The changes of a connection. Only sent while the page shows them. */
export const changes = v.object({
  type: v.literal('changes'),
  connection: v.object({ name: v.string(), host: v.string() }),
  /** Whether `added` has all changes, so that those from before are forgotten. */
  isWhole: v.boolean(),
  /** Newest first. */
  added: v.array(change),
  /** The number of the oldest change that is kept; missing if there are none. */
  oldest: v.optional(v.number()),
  coverage,
});
export type ChangesMessage = v.InferOutput<typeof changes>;
