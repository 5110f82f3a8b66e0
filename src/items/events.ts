import { displayName } from '../text/text';
import type { ServiceEvent } from '../service/resources/logs';
import { clusterOf, kindOf, shownName, type ResourceRow } from './kinds';
import { isGroup, isLeaf } from './kinds/levels';

/** The events of a cluster, or those that involve a machine, newest first, as far as they were read. Groups have none. */
export function eventsOf(row: ResourceRow): readonly ServiceEvent[] {
  if (isGroup(row)) return [];
  const events = clusterOf(row)?.readings.events?.value.toSorted(newestFirst) ?? [];
  if (!isLeaf(row)) return events;
  const machine = { name: shownName(row), uid: kindOf(row).uid(row) };
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
