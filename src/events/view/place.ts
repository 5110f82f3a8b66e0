import { eventScopeOf, type EventScope } from '../../items/events/eventScope';
import type { SelectedItem } from '../../items/selectedItem';
import { idPart } from '../../items/store/row';

/** The events that belong to an item of the Projects view. */
export interface Place extends EventScope {
  /** The ID of the list of events. Machines and pools share the list of their cluster. */
  readonly listId: string;
  /** The ID of these events, also of those of a machine. */
  readonly id: string;
  /** What to show as the name of the item. */
  readonly name: string;
  /** What to show as the name of the cluster or project that the events are listed for. */
  readonly listName: string;
}

/** Where to find the events of an item. */
export function placeOf(item: SelectedItem, connection: string): Place {
  const scope = eventScopeOf(item, item.projectUid, item.cluster?.uid);
  const { projectUid = '', clusterUid } = scope.query ?? {};
  const listId = `${idPart(connection)}/events/${
    clusterUid === undefined ? `project:${idPart(projectUid)}` : `cluster:${idPart(clusterUid)}`
  }`;
  const listName = item.cluster?.name ?? item.name;
  const { machine } = scope;
  return machine === undefined
    ? { ...scope, listId, listName, id: listId, name: listName }
    : {
        ...scope,
        listId,
        listName,
        id: `${listId}/machine:${idPart(machine.uid ?? machine.name)}`,
        name: machine.name,
      };
}
