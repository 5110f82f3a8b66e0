import * as v from 'valibot';
import { itemStates, type Coverage, type Item, type ItemKind } from '../items/item';
import { changes } from './changeMessages';
import { count, kind, time } from './messageParts';

// The messages between the fleet page and the extension. Both sides check what they receive.

/** The tabs of the page. */
export const pageTabs = ['overview', 'changes'] as const;
export type PageTab = (typeof pageTabs)[number];

const capacity = v.object({ total: v.number(), used: v.optional(v.number()) });

const item = v.object({
  kind,
  id: v.string(),
  parent: v.optional(v.string()),
  name: v.string(),
  uid: v.optional(v.string()),
  state: v.picklist(itemStates),
  cause: v.string(),
  cloudType: v.optional(v.string()),
  region: v.optional(v.string()),
  addresses: v.pipe(v.array(v.string()), v.readonly()),
  heartbeat: v.optional(time),
  readAt: v.optional(time),
  isStale: v.boolean(),
  cores: v.optional(capacity),
  memoryMiB: v.optional(capacity),
  machines: v.optional(count),
  maxMachines: v.optional(count),
  clusterStates: v.optional(v.record(v.picklist(itemStates), v.optional(count))),
}) satisfies v.GenericSchema<unknown, Item>;

const counted = v.object({ read: count, total: v.optional(count) });
const coverage = v.object({
  projects: counted,
  clusters: counted,
  machines: counted,
}) satisfies v.GenericSchema<unknown, Coverage>;

/** Something that could not be read. */
const problem = v.object({
  /** One sentence, translated. */
  text: v.string(),
  /** What to do, or the details; may be empty. */
  detail: v.string(),
  /** The item that it is about; missing if it is about the whole fleet. */
  id: v.optional(v.string()),
  canRetry: v.boolean(),
});
export type FleetProblem = v.InferOutput<typeof problem>;

const header = v.object({
  connection: v.object({ name: v.string(), host: v.string(), isDemo: v.boolean() }),
  /** When the clusters were requested; missing before the first response. */
  readAt: v.optional(time),
  /** What was read longer ago than this, in milliseconds, is old. */
  oldAfterMs: count,
  /** How reading all clusters went, until that has succeeded once: then, what is missing is not there. */
  firstRead: v.picklist(['pending', 'failed', 'succeeded']),
  /** The read in progress. */
  reading: v.optional(
    v.object({
      what: v.picklist(['clusters', 'machines']),
      /** Requests. */
      done: count,
      total: v.optional(count),
    }),
  ),
  coverage,
  problems: v.array(problem),
  /** Whether cores and memory of clusters can be read but have not been. */
  canReadCapacity: v.boolean(),
  canReadMachines: v.boolean(),
  /** How many changes there are to show. */
  changes: count,
});
export type FleetHeader = v.InferOutput<typeof header>;

const fleet = v.object({
  type: v.literal('fleet'),
  header,
  /** Whether `changed` has all items, so that those from before are forgotten. */
  isWhole: v.boolean(),
  changed: v.array(item),
  /** The IDs of items that are gone. */
  removed: v.array(v.string()),
});

const toPage = v.variant('type', [
  fleet,
  changes,
  /** Which tab to show. Sent to a page without data before anything else. */
  v.object({ type: v.literal('showTab'), tab: v.picklist(pageTabs) }),
  /** Nothing is connected. */
  v.object({ type: v.literal('disconnected') }),
]);
/** From the extension to the page. */
export type ToPage = v.InferOutput<typeof toPage>;

const toExtension = v.variant('type', [
  /** The page is loaded and has no data. */
  v.object({ type: v.literal('ready') }),
  /** The user selected a tab. */
  v.object({ type: v.literal('tabSelected'), tab: v.picklist(pageTabs) }),
  v.object({ type: v.literal('refresh') }),
  /** Asks the user which machines to read. */
  v.object({ type: v.literal('readMachines') }),
  v.object({ type: v.literal('readCapacity') }),
  v.object({ type: v.literal('cancel') }),
  /** `id` as in the problem. */
  v.object({ type: v.literal('retry'), id: v.optional(v.string()) }),
  v.object({ type: v.literal('showDetails'), id: v.string() }),
  v.object({ type: v.literal('reveal'), id: v.string() }),
  v.object({
    type: v.literal('copy'),
    form: v.picklist(['markdown', 'csv', 'tabSeparated']),
    ids: v.array(v.string()),
  }),
  v.object({ type: v.literal('openChangesAsText') }),
  v.object({ type: v.literal('connect') }),
]);
/** From the page to the extension. */
export type ToExtension = v.InferOutput<typeof toExtension>;

/** Undefined if the message is invalid. */
export function readToPage(message: unknown): ToPage | undefined {
  const result = v.safeParse(toPage, message);
  return result.success ? result.output : undefined;
}

/** Undefined if the message is invalid. */
export function readToExtension(message: unknown): ToExtension | undefined {
  const result = v.safeParse(toExtension, message);
  return result.success ? result.output : undefined;
}

/** An item, as the commands of the Projects view take it. */
export type RowReference = Pick<Item, 'kind' | 'id'>;

/**
 * What the page sets as `data-vscode-context` where an item has a context menu. The `when` clauses of the menus, in
 * `package.json`, use the keys. VS Code passes the object to the command.
 */
export interface RowContext extends RowReference {
  readonly webviewSection: ItemKind;
  /** The selected items, if the item is one of them. */
  readonly selected: readonly RowReference[];
  /** As in trees of VS Code. */
  readonly listMultiSelection: boolean;
  readonly listDoubleSelection: boolean;
  /** Hides Cut, Copy and Paste. */
  readonly preventDefaultContextMenuItems: true;
}
