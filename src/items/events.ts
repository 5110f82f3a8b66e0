import { displayName } from '../text/text';
import type { EventQuery, ServiceEvent } from '../service/resources/event';
import { clusterOf, shownName, type MachineRow, type ResourceRow } from './kinds';
import type { SelectedItem } from './selection';

/** The events of a cluster, or those that involve a machine, newest first, as far as they were read. Pools have none. */
export function eventsOf(row: ResourceRow): readonly ServiceEvent[] {
  if (row.kind === 'pool') return [];
  const events = clusterOf(row)?.facts?.events?.value ?? [];
  return row.kind === 'machine' ? events.filter((event) => involves(event, machineOf(row))) : events;
}

/** A machine, as events name it: with its name as it is shown. */
interface EventMachine {
  readonly uid: string | undefined;
  readonly name: string;
}

export function machineOf(row: MachineRow): EventMachine {
  return { name: shownName(row), uid: row.machine.metadata?.uid };
}

/** Sorts the newest first, and events without a time last. */
export function newestFirst({ metadata: one }: ServiceEvent, { metadata: other }: ServiceEvent): number {
  return (other?.creationTimestamp ?? 0) - (one?.creationTimestamp ?? 0);
}

/** Which events belong to an item. */
interface EventScope {
  /** Undefined if the service told no UID to ask for. */
  readonly query: Pick<EventQuery, 'projectUid' | 'clusterUid'> | undefined;
  /** The machine that the events must involve; undefined for all events of the list. */
  readonly machine: EventMachine | undefined;
}

/** The events of an item are those of its cluster or, without one, of its project. A machine has those that involve it. */
export function eventScopeOf({ kind, name, uid, projectUid, cluster }: SelectedItem): EventScope {
  const clusterUid = cluster?.uid;
  return {
    query: projectUid === undefined && clusterUid === undefined ? undefined : { projectUid, clusterUid },
    machine: kind === 'machine' ? { uid, name } : undefined,
  };
}

/** Whether an event is about a machine, as far as its objects tell. */
export function involves({ involvedObject, relatedObject }: ServiceEvent, machine: EventMachine): boolean {
  return [involvedObject, relatedObject].some(
    // The same machine may have different UIDs, such as that of its node.
    ({ uid = '', name = '' } = {}) =>
      (uid !== '' && uid === machine.uid) || (name !== '' && displayName(name, uid, '') === machine.name),
  );
}
