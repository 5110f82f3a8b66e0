import type { EventQuery } from '../../service/resources/event';
import { idPart } from '../../tree/row';
import type { SelectedItem } from '../../presentation/selectedItem';

/** A machine whose events are picked from those of its cluster. */
export interface Machine {
  readonly uid: string | undefined;
  readonly name: string;
}

/** The events that belong to an item of the Projects view. */
export interface Place {
  /** The ID of the list of events. Machines and pools share the list of their cluster. */
  readonly listId: string;
  /** The ID of these events, also of those of a machine. */
  readonly id: string;
  /** What to show as the name of the item. */
  readonly name: string;
  /** What to show as the name of the cluster or project that the events are listed for. */
  readonly listName: string;
  /** Undefined if the service told no UID to ask for. */
  readonly query: Pick<EventQuery, 'projectUid' | 'clusterUid'> | undefined;
  /** Undefined for all events of the list. */
  readonly machine: Machine | undefined;
}

/** Where to find the events of an item: those of its cluster or, without one, of its project. */
export function placeOf(item: SelectedItem, connection: string): Place {
  const { kind, name, projectUid, cluster } = item;
  const clusterUid = cluster?.uid;
  const root = `${idPart(connection)}/events`;
  const listId =
    clusterUid === undefined
      ? `${root}/project:${idPart(projectUid ?? '')}`
      : `${root}/cluster:${idPart(clusterUid)}`;
  const listName = cluster?.name ?? name;
  const common = {
    listId,
    listName,
    query: projectUid === undefined && clusterUid === undefined ? undefined : { projectUid, clusterUid },
  };
  if (kind !== 'machine') return { ...common, id: listId, name: listName, machine: undefined };
  return {
    ...common,
    id: `${listId}/machine:${idPart(item.uid ?? name)}`,
    name,
    machine: { uid: item.uid, name },
  };
}
