import { eventFields, isWarning } from '../presentation/event';
import { pathText } from '../presentation/text';
import { isObject } from '../service/readers';
import { eventsOf } from './events/eventsOf';
import { healthOf, stateOf } from './health';
import type { Inventory } from './inventory';
import { kindOf, pathOf, shownName, type ResourceRow } from './kinds';
import { readingOf } from './known';
import type { Summary } from './summary';

/** What users need to know about a row first: in its hover, in editors, and in its details. */
export function summaryOf(
  row: ResourceRow,
  inventory: Pick<Inventory, 'store' | 'events' | 'session'>,
): Summary {
  const { store, session } = inventory;
  const kind = kindOf(row);
  const health = healthOf(row, store);
  const { readAt, isStale } = readingOf(row, store);
  return {
    health,
    state: stateOf(row, store),
    // An old warning says nothing about an item that is healthy now.
    warning: health.severity === 'healthy' ? undefined : eventsOf(row, inventory).find(isWarning),
    path: row.parent === undefined ? '' : pathText(pathOf(row), shownName(row)),
    addresses: kind.addresses?.(row) ?? [],
    heartbeat: kind.heartbeat?.(row),
    size: kind.size(row, store),
    updatedAt: readAt,
    isStale,
    isSample: session.connection.isDemo === true,
  };
}

/** How many of the newest events are shown. */
const shownEvents = 20;

/** The service's data about a row, with the newest events if they were read. It may contain secrets. */
export function withEvents(row: ResourceRow, inventory: Pick<Inventory, 'store' | 'events'>): unknown {
  const source = kindOf(row).source(row, inventory.store);
  const events = eventsOf(row, inventory).slice(0, shownEvents).map(eventFields);
  return events.length > 0 && isObject(source) ? { ...source, events, ...source } : source;
}
