import { displayName } from '../text/text';
import type { ServiceEvent } from '../service/resources/event';
import { clusterOf, shownName, type ResourceRow } from './kinds';

/** The events of a cluster, or those that involve a machine, newest first, as far as they were read. Pools have none. */
export function eventsOf(row: ResourceRow): readonly ServiceEvent[] {
  if (row.kind === 'pool') return [];
  const events = clusterOf(row)?.facts?.events?.value ?? [];
  if (row.kind !== 'machine') return events;
  const machine = { name: shownName(row), uid: row.machine.metadata?.uid };
  return events.filter((event) => involves(event, machine));
}

/** Sorts the newest first, and events without a time last. */
export function newestFirst({ metadata: one }: ServiceEvent, { metadata: other }: ServiceEvent): number {
  return (other?.creationTimestamp ?? 0) - (one?.creationTimestamp ?? 0);
}

/** Whether an event is about a machine, as far as its objects tell. @param machine with its name as it is shown */
export function involves(
  { involvedObject, relatedObject }: ServiceEvent,
  machine: { readonly name: string; readonly uid?: string | undefined },
): boolean {
  return [involvedObject, relatedObject].some(
    // The same machine may have different UIDs, such as that of its node.
    ({ uid = '', name = '' } = {}) =>
      (uid !== '' && uid === machine.uid) || (name !== '' && displayName(name, uid, '') === machine.name),
  );
}
