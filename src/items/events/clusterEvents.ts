import type { Event } from 'vscode';
import type { ServiceEvent } from '../../service/resources/event';

/** The events of clusters of the active connection. They belong to the Events feature. */
export interface ClusterEvents {
  /** The newest events of a cluster, newest first; undefined if they have not been read. Sends no request. */
  known(clusterUid: string): readonly ServiceEvent[] | undefined;
  /** Reads the newest events of a cluster. Does nothing if the service does not offer events or cannot be read. */
  read(clusterUid: string, projectUid: string | undefined): Promise<void>;
  /** Fires when events have been read. */
  readonly onDidRead: Event<unknown>;
}
