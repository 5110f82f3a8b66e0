import type { EventScope } from '../../items/events';

/** What to show: the events that the service reports, the entries of its audit log, or both. */
export type ShownLists = 'both' | 'events' | 'audit';

/** The item that events belong to, and which events those are. */
export interface EventTopic extends EventScope {
  readonly lists: ShownLists;
  /** The cluster, project or team that the audit entries are about; undefined if the service told no UID. */
  readonly resourceUid: string | undefined;
  /** The ID of the list of events. Machines and pools share the list of their cluster. */
  readonly listId: string;
  /** The ID of these events, also of those of a machine. */
  readonly id: string;
  /** What to show as the name of the item. */
  readonly name: string;
  /** What to show as the name of the cluster or project that the events are listed for. */
  readonly listName: string;
}
