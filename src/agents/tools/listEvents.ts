import { l10n } from 'vscode';
import * as z from 'zod';
import { eventLevel, eventLevels } from '../../items/eventText';
import { eventScopeOf, involves, type EventScope } from '../../items/events';
import { pathTo } from '../../items/readings';
import { selectedItem } from '../../items/selection';
import { maxPages, uidOf, uniqueByUid, type PageAnswer } from '../../service/pages';
import type { ServiceEvent } from '../../service/resources/event';
import { moment } from './answer';
import { knownRow, type ToolContext } from './context';
import { indexAfter, keysOf, markOf, positionAfter, positionSchema } from './paging';
import { bytesOf } from './serviceText';
import { defineTool } from './tool';
import { ToolError } from './toolError';

/** The levels that can be asked for. An event of unknown level is neither better nor worse than others. */
const levels = ['error', 'warning', 'info'] as const satisfies readonly (typeof eventLevels)[number][];
type Level = (typeof levels)[number];

/** The most bytes of a page token of the service as JSON, so that it fits in one of the tool. */
const maxTokenBytes = 4000;

const cursorSchema = z.strictObject({
  /** Of the service; missing for its first page. */
  token: z.string().optional(),
  /** How far that page was returned. */
  position: positionSchema.optional(),
  /** How many pages of the service came before that page. */
  pages: z.int().min(0),
  /** Of the token of one of them. If the service sends that token again, its pages go round in a circle. */
  mark: z.string().optional(),
});
type Cursor = z.output<typeof cursorSchema>;

/** The events of an item or of the tenant, with one request for each page of the service. */
export const listEvents = defineTool({
  referenceName: 'poolviewEvents',
  description:
    'Lists the events that the service reports, in its order, usually newest first: those of a project, a cluster or a machine, or of the whole tenant. ' +
    'Use it to find out why an item is in its state, for example why a node is not ready or why an upgrade failed. ' +
    'For a pool, it returns the events of its cluster; for a machine, those events of its cluster that involve it. ' +
    'Not every service offers events. ' +
    'Do not use it to find out when the state or size of an item changed; use poolview_list_changes for that.',
  input: z.strictObject({
    id: z
      .string()
      .max(5000)
      .optional()
      .describe(
        'The id of a project, cluster, pool or machine, from the results of other tools. Without it, the events of the whole tenant are listed.',
      ),
    level: z
      .enum(levels)
      .optional()
      .describe('Only events of this level or a worse one: "warning" also returns errors.'),
  }),
  cursor: cursorSchema,
  invocation: ({ id }, where, nameOf) => {
    const name = id === undefined ? undefined : nameOf(id);
    return name === undefined
      ? l10n.t('Listing events in {0}', where)
      : l10n.t('Listing events of {0} in {1}', name, where);
  },
  run: async ({ id, level }, context, cursor = { pages: 0 }) => {
    const { of, query, machine } = await scopeOf(id, context);
    const page = await context.events.list(
      context.inventory,
      { ...query, continue: cursor.token },
      { signal: context.signal },
    );
    if (page === undefined) {
      throw new ToolError(
        'The service does not offer events. Use poolview_list_changes to see what Poolview found by comparing what it read.',
      );
    }
    const events = uniqueByUid(page.items, uidOf);
    const keys = keysOf(events.map(uidOf));
    const start = indexAfter(keys, cursor.position);
    const left = events
      .map((event, index) => ({ event, index }))
      .filter(({ event, index }) => index >= start && (machine === undefined || involves(event, machine)));
    const wanted = left.filter(({ event }) => hasLevel(event, level));
    const rest = restAfter(page, cursor);
    return {
      facts: { of, read: events.length },
      list: {
        items: wanted.map(({ event }) => toToolEvent(event, context.now)),
        after: (index) => ({
          ...cursor,
          position: positionAfter(keys, wanted[index]?.index ?? 0),
        }),
        rest,
      },
      notes: [
        ...noteOfUnknown(level === undefined ? [] : left.map(({ event }) => event)),
        ...noteOfRest(page, rest !== undefined, wanted.length === 0),
      ],
    };
  },
});

/** What to request, and what the events belong to. */
interface Scope extends Pick<EventScope, 'machine'> {
  readonly query: NonNullable<EventScope['query']>;
  readonly of: {
    readonly kind: 'tenant' | 'project' | 'cluster' | 'machine';
    readonly name?: string | undefined;
    readonly uid?: string | undefined;
  };
}

async function scopeOf(id: string | undefined, context: ToolContext): Promise<Scope> {
  if (id === undefined) {
    return { query: { projectUid: undefined }, machine: undefined, of: { kind: 'tenant' } };
  }
  const row = await knownRow(id, context);
  const item = selectedItem(row);
  const { query, machine } = eventScopeOf(item);
  if (query === undefined) {
    throw new ToolError(
      'The service reported no UID for this item, so its events cannot be listed. Omit id to list the events of the whole tenant.',
    );
  }
  if (machine !== undefined) return { query, machine, of: { kind: 'machine', ...machine } };
  return query.clusterUid === undefined
    ? { query, machine, of: { kind: 'project', name: pathTo(row)[0], uid: query.projectUid } }
    : { query, machine, of: { kind: 'cluster', ...item.cluster } };
}

function hasLevel(event: ServiceEvent, least: Level | undefined): boolean {
  return least === undefined || eventLevels.indexOf(eventLevel(event)) <= eventLevels.indexOf(least);
}

/** Where the list continues after a page; undefined if it ends there, or if the service does not say properly where. */
function restAfter(
  { continue: token = '' }: PageAnswer<ServiceEvent>,
  { pages, mark }: Cursor,
): Cursor | undefined {
  const count = pages + 1;
  if (token === '' || count >= maxPages || bytesOf(token) > maxTokenBytes) return undefined;
  const ownMark = markOf(token);
  if (ownMark === mark) return undefined;
  // Of ever later pages: in a circle of any length, one of them comes again (Brent's algorithm).
  const isMarked = Number.isInteger(Math.log2(count));
  return { token, pages: count, mark: isMarked ? ownMark : mark };
}

function noteOfUnknown(events: readonly ServiceEvent[]): readonly string[] {
  const count = events.filter((event) => eventLevel(event) === 'unknown').length;
  return count === 0 ? [] : [`${count} events of unknown level were left out. Omit level to list them.`];
}

function noteOfRest(
  { continue: next = '', cut }: PageAnswer<ServiceEvent>,
  hasRest: boolean,
  isEmpty: boolean,
): readonly string[] {
  if (cut !== undefined || (next !== '' && !hasRest)) {
    return [
      'The service has more events, but they cannot be listed: there are too many, or it does not say properly where they continue.',
    ];
  }
  return hasRest && isEmpty
    ? ['None of these events passes the filter, but there are more: use nextPageToken.']
    : [];
}

function toToolEvent(event: ServiceEvent, now: number) {
  const { metadata, severity, reason, message, involvedObject, relatedObject, source } = event;
  const time = metadata?.creationTimestamp;
  return {
    uid: metadata?.uid,
    time: time === undefined ? undefined : moment(time, now),
    level: eventLevel(event),
    severity,
    reason,
    message,
    object: involvedObject,
    relatedObject,
    source: source && { component: source.component, host: source.host },
  };
}
